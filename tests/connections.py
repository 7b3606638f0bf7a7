"""Requests to a server: through a client, and as bytes on connections, which may also be malformed or never read."""

from __future__ import annotations

import dataclasses
import json
import os
import socket
import subprocess
import sys
import threading
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode

from browsing import server
from scanned_game import BOARD

from retro.serve import pool
from retro.serve.app import POOLS
from retro.serve.routes import LOOKUP, ROUTES

OSTLE = "/api/v1/games/ostle"
SET = [("set", setting) for setting in BOARD[1::2]]
"""The parameters that choose the small Ostle of the fixture ``stored``."""
MAX_MEGABYTES = 300
"""More memory than a server takes, whatever its clients send."""
REQUEST = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
INCOMPLETE = (
    b"POST /api/v1/games/lgame/probe HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 262144\r\n\r\n" + b" " * 262_143
)
"""A request whose body lacks its last byte."""


def get(client, path, *parameters, status=200, **more):
    """Returns the answer as JSON, after checking its status and, for an error, its shape."""
    answer = client.get(path, params=[*parameters, *more.items()] or None)
    assert answer.status_code == status, answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"
    content = answer.json()
    if status != 200:
        assert (
            list(content) == ["error", *(["command", "older"] if status == 409 else [])]
            and content["error"].isprintable()
            and len(content["error"]) < 600
        )
    return content


def port_of(address):
    """Returns the port in the address of a server."""
    return int(address.rstrip("/").rpartition(":")[2])


def connected(address, data=b""):
    """Returns a connection on which ``data`` was sent."""
    connection = socket.create_connection(("127.0.0.1", port_of(address)), timeout=30)
    connection.sendall(data)
    return connection


def request(path, *parameters, body=None, chunked=False):
    """Returns a request as bytes; with a ``body`` a POST."""
    query = urlencode([*SET, *parameters])
    head = f"{'GET' if body is None else 'POST'} {path}?{query} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    if body is None:
        return f"{head}\r\n".encode()
    if chunked:
        chunks = "".join(f"1\r\n{each}\r\n" for each in body)
        return f"{head}Transfer-Encoding: chunked\r\n\r\n{chunks}0\r\n\r\n".encode()
    return f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()


def answers(connection, count):
    """Yields status and JSON of each of ``count`` answers on a connection."""
    stream = connection.makefile("rb")
    for _ in range(count):
        status = int(stream.readline().split()[1])
        length = 0
        while (line := stream.readline()) != b"\r\n":
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        yield status, json.loads(stream.read(length))


class Endless:
    """A route whose work never ends. Counts how often it ``began`` and was ``stopped``."""

    def __init__(self):
        self.counts, self.changed = Counter(), threading.Condition()

    def count(self, what):
        with self.changed:
            self.counts[what] += 1
            self.changed.notify_all()

    def wait(self, what, number):
        """Waits until ``what`` has happened so often."""
        with self.changed:
            assert self.changed.wait_for(lambda: self.counts[what] == number, timeout=60), self.counts

    def answer(self, databases, received):
        """Does endless work, in steps."""
        self.count("began")
        try:
            while True:
                received.proceed()
        except pool.Stopped:
            self.count("stopped")
            raise


@contextmanager
def endless(data, monkeypatch, limits):
    """The address of a server whose `puzzle` and `longest` take for ever, and its `Endless` work."""
    work = Endless()
    routes = [dataclasses.replace(each, answer=work.answer) if each.work != LOOKUP else each for each in ROUTES]
    monkeypatch.setattr("retro.serve.app.ROUTES", routes)
    monkeypatch.setattr("retro.serve.app.POOLS", POOLS | limits)
    with server(data) as address:
        yield address, work


class FloodedServer:
    """A server in a process of its own, and clients that fill its memory if it lets them."""

    def __init__(self, process: subprocess.Popen[str], port: int) -> None:
        self.process, self.port = process, port

    def megabytes(self) -> float:
        """Returns the most memory that the server has taken so far."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(status.partition("VmHWM:")[2].split()[0]) / 1e3

    def flood(self, data: bytes, seconds: float) -> socket.socket:
        """Returns a connection on which data was sent until the server took none for so many seconds."""
        connection = socket.create_connection(("127.0.0.1", self.port))
        connection.settimeout(seconds)
        with suppress(TimeoutError, ConnectionError):
            connection.sendall(data)
        return connection

    def check_answers(self, times: int) -> None:
        """Sends ordinary requests, each on a new connection. Raises OSError where no answer comes."""
        for _ in range(times):
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/v1/openapi.json", timeout=30) as answer:
                assert len(answer.read()) > 1000

    def _flood_together(self, data: bytes, count: int, seconds: float) -> None:
        connections = [self.flood(data, seconds) for _ in range(count)]
        self.check_answers(1)
        for each in connections:
            each.close()

    def unread(self, count: int, megabytes: int, seconds: float) -> None:
        """Sends megabytes of requests on each of ``count`` connections, and reads no answer."""
        self._flood_together(REQUEST * ((megabytes << 20) // len(REQUEST)), count, seconds)

    def rounds(self, count: int, megabytes: int, ordinary: int, seconds: float) -> None:
        """The same on one connection after the other, each followed by ordinary requests."""
        for _ in range(count):
            self.unread(1, megabytes, seconds)
            self.check_answers(ordinary)

    def incomplete(self, count: int, seconds: float) -> None:
        """Sends bodies that never end on ``count`` connections."""
        self._flood_together(INCOMPLETE, count, seconds)


@contextmanager
def flooded_server(data: Path) -> Iterator[FloodedServer]:
    """Starts a server of the databases in a directory."""
    command = [
        sys.executable,
        "-c",
        "import retrograde; retrograde.main()",
        "serve",
        "--port",
        "0",
        "--data",
        str(data),
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ)
    try:
        assert process.stdout is not None
        yield FloodedServer(process, port_of(process.stdout.readline().strip()))
    finally:
        process.terminate()
        process.wait()
