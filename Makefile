GO ?= go
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null)
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2

.PHONY: help build test slow race lint fuzz bench check

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

check: lint test race ## all checks that a change must pass
