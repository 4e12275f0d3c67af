#!/usr/bin/env python3
"""Run a shell command in a guest: guest_exec.py PORT TIMEOUT COMMAND [< stdin]

Talks to guest/agent.c on 127.0.0.1:PORT, so it must run in the lab's network namespace; `rxe-lab exec` does that.
Lines pass through as they come, both ways.  Exits with the command's own status.
"""
import re
import socket
import sys
import threading

TRAILER = 8  # "\0RC=%03d\n", the last that the agent says
UNFINISHED = re.compile(rb"\0(R(C(=\d{0,3})?)?)?\n?\Z")


def connect(port: int, timeout: int, text: str) -> socket.socket:
    """Start TEXT in the guest; the socket is then its stdin and its output."""
    sock = socket.create_connection(("127.0.0.1", port), timeout=10)
    sock.settimeout(timeout + 10)
    body = text.encode()
    sock.sendall(b"%d %d\n" % (timeout, len(body)) + body)
    return sock


def main() -> int:
    sock = connect(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3])

    def feed() -> None:
        try:
            if not sys.stdin.isatty():
                while data := sys.stdin.buffer.read1(65536):
                    sock.sendall(data)
            sock.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # the command ended without reading all its input

    threading.Thread(target=feed, daemon=True).start()
    held = b""
    while data := sock.recv(65536):
        held += data
        # What may be the trailer, or the beginning of it, waits for what follows.
        found = UNFINISHED.search(held, max(0, len(held) - TRAILER))
        end = found.start() if found else len(held)
        sys.stdout.buffer.write(held[:end])
        sys.stdout.buffer.flush()
        held = held[end:]
    if len(held) != TRAILER:
        sys.stdout.buffer.write(held)
        sys.stdout.buffer.flush()
        print("guest_exec: connection ended early", file=sys.stderr)
        return 125
    return int(held[4:7])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except OSError as e:
        sys.exit(f"guest_exec: {e}")
