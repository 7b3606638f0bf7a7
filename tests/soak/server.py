"""Clients that fill a server's memory if it lets them: `retro serve` is flooded, and its memory is measured.

    python tests/soak/server.py --seconds 600

Three kinds of clients, over and over: sockets that pipeline megabytes of requests and read no answer; rounds of them
that are closed and followed by ordinary requests; bodies that are sent and never end. Exit code 1 if the server ever
takes more than 300 MB or stops answering. `tests/test_server_limits.py` runs each once.
"""

from __future__ import annotations

import argparse
import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

MAX_MEGABYTES = 300
REQUEST = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
BODY = b"POST /api/v1/games/lgame/probe HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 262144\r\n\r\n" + b" " * 262_143


class Flooded:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port

    def megabytes(self, what: str = "VmHWM:") -> float:
        """Memory that the server takes: at most so far, or now (``VmRSS:``)."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.partition(what)[2].split()[0]) / 1e3

    def flood(self, data: bytes, patience: float) -> socket.socket:
        """A connection to which data is sent for as long as it is taken, and from which nothing is read."""
        talking = socket.create_connection(("127.0.0.1", self.port))
        talking.settimeout(patience)
        with suppress(TimeoutError, ConnectionError):
            talking.sendall(data)
        return talking

    def answers(self, times: int) -> None:
        """Ask so often, each time on a new connection; OSError if there is no answer."""
        for _ in range(times):
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/openapi.json", timeout=30) as answer:
                assert len(answer.read()) > 1000

    def sockets(self, number: int, megabytes: int, patience: float) -> None:
        """Connections at the same time, each with megabytes of requests."""
        data = REQUEST * ((megabytes << 20) // len(REQUEST))
        several = [self.flood(data, patience) for _ in range(number)]
        self.answers(1)
        for each in several:
            each.close()

    def rounds(self, number: int, megabytes: int, ordinary: int, patience: float) -> None:
        """Connections one after the other, each followed by ordinary requests."""
        for _ in range(number):
            self.sockets(1, megabytes, patience)
            self.answers(ordinary)

    def bodies(self, number: int, patience: float) -> None:
        """Connections at the same time, each with a body that lacks its last byte."""
        several = [self.flood(BODY, patience) for _ in range(number)]
        self.answers(1)
        for each in several:
            each.close()


@contextmanager
def flooded(data: Path | None = None) -> Iterator[Flooded]:
    """A server that is about to be flooded, of the databases in a directory or in RETRO_DATA."""
    command = [sys.executable, "-c", "import retrograde; retrograde.main()", "serve", "--port", "0"]
    command += [] if data is None else ["--data", str(data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ)
    try:
        assert process.stdout is not None
        yield Flooded(process, int(process.stdout.readline().strip().rstrip("/").rpartition(":")[2]))
    finally:
        process.terminate()
        process.wait()


def main() -> int:
    """The exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600)
    seconds = parser.parse_args().seconds
    with flooded() as server:
        server.answers(1)
        print(f"{server.megabytes():.0f} MB when it begins")
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            server.sockets(30, 12, 1.0)
            server.rounds(5, 6, 1500, 1.0)
            server.bodies(400, 0.1)
            print(f"{server.megabytes('VmRSS:'):.0f} MB, at most {server.megabytes():.0f} MB", flush=True)
            if server.megabytes() > MAX_MEGABYTES:
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
