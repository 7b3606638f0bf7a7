"""Requests to a server: through a client, and as bytes on connections, which may also be malformed."""

from __future__ import annotations

import dataclasses
import json
import socket
import threading
from collections import Counter
from contextlib import contextmanager
from functools import cache
from urllib.parse import urlencode

from browsing import server
from jsonschema import Draft202012Validator
from scanned_game import BOARD
from starlette.testclient import TestClient

from retro.serve import openapi, pool
from retro.serve.app import POOLS, make
from retro.serve.routes import ROUTES

OSTLE = "/api/v1/games/ostle"
SET = [("set", setting) for setting in BOARD[1::2]]
"""The parameters that choose the small Ostle of the fixture ``stored``."""
REQUEST = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


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


@cache
def validator(path, method):
    """What validates the answers of a route; None if they are no JSON."""
    document = openapi.document()
    content = document["paths"][path][method.lower()]["responses"]["200"]["content"].get("application/json")
    return content and Draft202012Validator({**content["schema"], "components": document["components"]})


def check_schema(answer):
    """Checks that an answer about games matches its schema in the OpenAPI document."""
    _, *parts = answer.request.url.path.split("/")
    if answer.status_code == 200 and parts[2:3] == ["games"]:
        path = "/" + "/".join([*parts[:3], *["{game}"] * len(parts[3:4]), *parts[4:]])
        if schema := validator(path, answer.request.method):
            answer.read()
            schema.validate(answer.json())


def client(databases, host="127.0.0.1", **more):
    """Returns a client of an application, of which ``more`` are arguments."""
    return TestClient(make(databases, host, **more), base_url=f"http://{host}", raise_server_exceptions=False)


def with_answer(answer, *names):
    """Returns the routes, of which those of these names, or all, have another answer."""
    return [dataclasses.replace(each, answer=answer) if each.name in names or not names else each for each in ROUTES]


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
def endless(data, **limits):
    """The address of a server whose `puzzle` and `longest` take for ever, and its `Endless` work."""
    work = Endless()
    with server(data, routes=with_answer(work.answer, "puzzle", "longest"), pools=POOLS | limits) as address:
        yield address, work
