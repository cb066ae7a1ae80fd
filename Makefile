GO ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null)
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: help build test slow race lint fuzz bench pgo check

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build ./ckengine
	CGO_ENABLED=0 $(GO) build -trimpath -o ckengine ./cmd/ckengine

test: ## run the tests
	$(GO) test ./...

slow: ## run the tests whole: deep perft, many random positions
	CKENGINE_SLOW=1 $(GO) test -timeout 0 ./...

race: ## run the short tests under the race detector
	$(GO) test -race -short ./...

lint: ## check the form and the usual mistakes
	test -z "$$(gofmt -l .)"
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...

FUZZTIME ?= 5s
fuzz: ## run every fuzz target for FUZZTIME
	@set -e; for file in $$(grep -rlE '^func Fuzz' --include=*_test.go .); do \
		for target in $$(sed -nE 's/^func (Fuzz[A-Za-z0-9]+).*/\1/p' $$file); do \
			echo "$$(dirname $$file) $$target"; \
			$(GO) test $$(dirname $$file) -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME); \
		done; \
	done

bench: build ## print the node count that changes only with the engine's behaviour
	./ckengine bench

PROFILE = cmd/ckengine/default.pgo
PGORUNS ?= 3
# The compiler takes the profile by itself, as it does every file of that name. Renew it when the search has changed much,
# on a machine with nothing else to do, and keep it only if the last line says that it is worth something: a few samples
# decide about what is inlined, and one profile in three makes the program no faster, see docs/experiments.md.
pgo: ## renew the profile that the program is built by, compare nodes and speed with and without it
	@set -e; dir=$$(mktemp -d); trap 'rm -rf "$$dir"' EXIT; export CGO_ENABLED=0; \
	$(GO) build -trimpath -pgo=off -o $$dir/without ./cmd/ckengine; \
	$$dir/without bench --depth 11 --cpuprofile $(PROFILE) > $$dir/bench; \
	$(GO) build -trimpath -pgo=$(PROFILE) -o $$dir/with ./cmd/ckengine; \
	for run in $$(seq $(PGORUNS)); do for program in without with; do \
		echo "$$program $$($$dir/$$program bench | tail -n 1)"; \
	done; done | awk '{ print; differ = differ || $$2 == "" || NR > 1 && $$2 != nodes; nodes = $$2; if ($$4 > best[$$1]) best[$$1] = $$4 } \
		END { printf "best without %s Mnps, with %s Mnps: %+.1f %%\n", best["without"], best["with"], 100 * (best["with"] / best["without"] - 1); \
		if (differ) { print "the node counts differ"; exit 1 } }'

check: lint test race ## all checks that a change must pass
