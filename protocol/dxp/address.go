package dxp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"
)

const (
	localhost    = "127.0.0.1"
	retryConnect = 100 * time.Millisecond
)

// Listen opens a port for the other side to connect to. The address is
// "host:port", "host", ":port" or "port"; what is missing is 127.0.0.1 and
// [DefaultPort], so that only a host given in so many words can be reached from
// another machine.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", fullAddress(address))
	if err != nil {
		return nil, fmt.Errorf("DXP: %w", err)
	}
	return listener, nil
}

// Dial connects to a program that listens, and keeps trying until it does: the
// program may have been started a moment ago. The address is as with [Listen].
func Dial(ctx context.Context, address string, limit time.Duration) (net.Conn, error) {
	trying, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	var refusal error
	for {
		var dialer net.Dialer
		conn, err := dialer.DialContext(trying, "tcp", fullAddress(address))
		_, noSuchHost := errors.AsType[*net.DNSError](err)
		_, noSuchPort := errors.AsType[*net.AddrError](err)
		switch {
		case err == nil:
			return conn, nil
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case trying.Err() != nil:
			return nil, fmt.Errorf("DXP: no connection within %v: %w", limit, cmp.Or(refusal, err))
		case noSuchHost || noSuchPort:
			return nil, fmt.Errorf("DXP: %w", err)
		}
		refusal = err
		select {
		case <-trying.Done():
		case <-time.After(retryConnect):
		}
	}
}

// fullAddress adds what an address lacks.
func fullAddress(address string) string {
	host, port, err := net.SplitHostPort(address)
	switch _, notNumber := strconv.Atoi(address); {
	case notNumber == nil:
		host, port = "", address
	case err != nil: // it has no port
		host, port = strings.Trim(address, "[]"), ""
	}
	return net.JoinHostPort(cmp.Or(host, localhost), cmp.Or(port, DefaultPort))
}
