"""What one client, or many, can take of a server: memory, connections, threads, and for how long."""

import asyncio
import dataclasses
import gc
import json
import re
import select
import socket
import sys
import threading
import urllib.request
from collections import Counter
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlencode

import pytest
from browsing import server
from starlette.testclient import TestClient
from test_serve import OSTLE, SET

from retro.serve import answers as answering
from retro.serve import bodies, game_play, longest, open_databases, pool, protocol
from retro.serve import puzzle as puzzling
from retro.serve.app import POOLS, make
from retro.serve.requests import GameRequest
from retro.serve.routes import LOOKUP, ROUTES, SCAN, SEARCH

sys.path.append(str(Path(__file__).parent / "soak"))
from server import MAX_MEGABYTES, REQUEST, flooded

GIVEN = {"set": [setting for _, setting in SET]}


@pytest.fixture
def data(stored):
    return stored.tablebase.database.path.parent


def connected(address, said=b""):
    """A connection on which something was sent."""
    talking = socket.create_connection(("127.0.0.1", int(address.rstrip("/").rpartition(":")[2])), timeout=30)
    talking.sendall(said)
    return talking


def request(path, *said, body=None, chunked=False):
    """A request as bytes."""
    head = f"{'GET' if body is None else 'POST'} {path}?{urlencode([*SET, *said])} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    if body is None:
        return f"{head}\r\n".encode()
    if chunked:
        parts = "".join(f"1\r\n{each}\r\n" for each in body)
        return f"{head}Transfer-Encoding: chunked\r\n\r\n{parts}0\r\n\r\n".encode()
    return f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode()


def answers(talking, number):
    """Statuses and bodies of so many answers on a connection."""
    stream = talking.makefile("rb")
    for _ in range(number):
        status = int(stream.readline().split()[1])
        length = 0
        while (line := stream.readline()) != b"\r\n":
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        yield status, json.loads(stream.read(length))


@pytest.mark.parametrize("kind", ["sockets", "rounds", "bodies"])
def test_clients_that_read_nothing_take_no_memory(data, kind):
    """Before there were limits, 12 MB of requests took 500 MB of the server's memory, and did not give them back."""
    with flooded(data) as each:
        if kind == "sockets":
            each.sockets(4, 12, 0.2)
        elif kind == "rounds":
            each.rounds(3, 6, 20, 0.2)
        else:
            each.bodies(150, 0.05)
        assert each.megabytes() < MAX_MEGABYTES / 2


def test_requests_on_one_connection_are_answered_in_their_order(data, stored):
    move = stored.tablebase.moves("start")[0].move
    body = json.dumps({"positions": ["start"]}, indent=1).replace("\n", "\n\n")
    several = [
        (request(f"{OSTLE}/position"), "position", stored.tablebase.start),
        (request(f"{OSTLE}/probe", body=body), "values", [stored.tablebase.probe("start")._asdict()]),
        (request(f"{OSTLE}/position", ("moves", move)), "position", stored.tablebase.play(move)[0]),
        (request(f"{OSTLE}/probe", body=body, chunked=True), "values", [stored.tablebase.probe("start")._asdict()]),
        (request("/nothing"), "error", "there is nothing at /nothing"),
        (request("/nothing", body=body), "error", "there is nothing at /nothing"),
        (b"\r\n" + request(OSTLE), "error", "unknown parameter 'set'"),
    ] * 30
    said = b"".join(each for each, _, _ in several)
    with server(data) as address, connected(address) as talking:
        sending = threading.Thread(target=talking.sendall, args=(said,))
        sending.start()
        for (_, name, expected), (_, answer) in zip(several, answers(talking, len(several)), strict=True):
            assert answer[name] == expected
        sending.join()
    with server(data) as address, connected(address) as talking:
        for byte in said[: len(said) // 30]:  # one by one
            talking.sendall(bytes([byte]))
        for (_, name, expected), (_, answer) in zip(several, answers(talking, len(several) // 30), strict=False):
            assert answer[name] == expected


@pytest.mark.parametrize("before", [0, 1], ids=["first", "second"])
def test_the_head_of_a_request_is_bounded(data, before):
    """However it is divided into what is read at a time."""
    short, long = (REQUEST[:-2] + b"X: " + b"y" * size + b"\r\n\r\n" for size in (15 << 10, 17 << 10))
    with server(data) as address, connected(address, REQUEST * before + short + long) as talking:
        said = b""
        with suppress(ConnectionResetError):  # after the refusal, if the rest of the head was not read
            while part := talking.recv(1 << 16):
                said += part
        assert re.findall(rb"HTTP/1.1 (\d+)", said) == [b"200"] * (before + 1) + [b"400"]


@pytest.mark.parametrize("limit", ["UNSENT_SECONDS", "MAX_UNSENT"])
def test_a_client_that_reads_nothing_is_disconnected(data, monkeypatch, limit):
    monkeypatch.setattr(protocol, limit, 0.2 if limit == "UNSENT_SECONDS" else 1)
    with server(data) as address, connected(address) as talking:
        with pytest.raises(ConnectionError):
            talking.sendall(REQUEST * 200_000)
        assert urllib.request.urlopen(address, timeout=30).status == 200


def test_an_answer_that_is_read_in_parts_arrives(data):
    """A client with a small window: the server waits for it many times."""
    with server(data) as address, socket.socket() as talking:
        talking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        talking.connect(("127.0.0.1", int(address.rstrip("/").rpartition(":")[2])))
        talking.settimeout(30)
        talking.sendall(REQUEST * 100)
        assert {status: len(body) for status, body in answers(talking, 100)}.keys() == {200}


def test_bodies_are_bounded_all_together(data, monkeypatch):
    monkeypatch.setattr(bodies, "MAX_BODIES", 1000)
    client = TestClient(make(open_databases.OpenDatabases(data), "127.0.0.1"), base_url="http://127.0.0.1")
    for _ in range(2):  # what was refused does not count
        refused = client.post(f"{OSTLE}/probe?{urlencode(SET)}", content=b" " * 2000)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, str(pool.RETRY_AFTER))
    for _ in range(3):
        assert client.post(f"{OSTLE}/probe?{urlencode(SET)}", content=b'{"positions": []}' + b" " * 500).is_success


class Endless:
    """A route that is never done, and how often it began and was stopped."""

    def __init__(self):
        self.counts, self.changed = Counter(), threading.Condition()

    def count(self, what):
        with self.changed:
            self.counts[what] += 1
            self.changed.notify_all()

    def wait(self, what, number):
        with self.changed:
            assert self.changed.wait_for(lambda: self.counts[what] == number, timeout=60), self.counts

    def answer(self, shelf, asked):
        """Endless work, in steps."""
        self.count("began")
        try:
            while True:
                asked.proceed()
        except pool.Stopped:
            self.count("stopped")
            raise


@contextmanager
def endless(data, monkeypatch, limits):
    """The address of a server whose puzzles and longest wins take for ever, and those."""
    work = Endless()
    routes = [dataclasses.replace(each, answer=work.answer) if each.work != LOOKUP else each for each in ROUTES]
    monkeypatch.setattr("retro.serve.app.ROUTES", routes)
    monkeypatch.setattr("retro.serve.app.POOLS", POOLS | limits)
    with server(data) as address:
        yield address, work


def test_long_work_is_bounded_keeps_no_other_request_waiting_and_stops_with_its_client(data, monkeypatch, caplog):
    puzzle = request(f"{OSTLE}/puzzle")
    with endless(data, monkeypatch, {SEARCH: (2, 1, 600.0)}) as (address, work):
        clients = [connected(address, puzzle) for _ in range(2)]
        work.wait("began", 2)
        with connected(address, puzzle) as one, connected(address, puzzle) as other:  # only one of them may wait
            (refused,), _, _ = select.select([one, other], [], [], 60)
            ((status, answer),) = answers(refused, 1)
            assert status == 503 and answer["error"] == "too many requests wait already; try again in a moment"
            with connected(address, request(f"{OSTLE}/position")) as talking:
                assert [status for status, _ in answers(talking, 1)] == [200]
            clients.pop().close()
            work.wait("stopped", 1)
            work.wait("began", 3)
        work.wait("stopped", 2)
        clients.pop().close()
        work.wait("stopped", 3)
    gc.collect()
    assert not caplog.records  # such as exceptions that asyncio finds


def test_long_work_stops_with_a_client_that_sent_further_requests(data, monkeypatch):
    with endless(data, monkeypatch, {}) as (address, work):
        with connected(address, request(f"{OSTLE}/puzzle") * 2):
            work.wait("began", 1)
        work.wait("stopped", 1)


def test_long_work_does_not_hold_up_the_end_of_the_server(data, monkeypatch, caplog):
    with ExitStack() as stack:
        with endless(data, monkeypatch, {}) as (address, work):
            talking = stack.enter_context(connected(address, request(f"{OSTLE}/puzzle")))
            work.wait("began", 1)
        work.wait("stopped", 1)
        assert [status for status, _ in answers(talking, 1)] == [503]
    assert not any(each.exc_info for each in caplog.records)


def test_a_request_waits_for_a_thread_no_longer_than_it_may(data, monkeypatch):
    with endless(data, monkeypatch, {SCAN: (1, 1, 0.01)}) as (address, work):
        with connected(address, request(f"{OSTLE}/longest")):
            work.wait("began", 1)
            with connected(address, request(f"{OSTLE}/longest")) as talking:
                assert [status for status, _ in answers(talking, 1)] == [503]
        work.wait("stopped", 1)


def test_a_client_that_disconnects_when_a_thread_becomes_free_leaves_nothing_behind():
    """However many steps of the event loop lie between the two."""
    reported = []

    async def trial(late):
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.append(context["message"]))
        limited, done, gone = pool.Pool(1, 2, 60.0), threading.Event(), asyncio.Event()

        async def disconnected():
            await gone.wait()
            return {"type": "http.disconnect"}

        async def connected():
            await asyncio.Event().wait()

        def step(proceed):
            proceed()
            return "computed"

        first = asyncio.create_task(limited.run(connected, lambda proceed: done.wait()))
        waiting = [asyncio.create_task(limited.run(each, step)) for each in (disconnected, connected)]
        for _ in range(10):  # until they wait for a thread
            await asyncio.sleep(0)
        done.set()
        for _ in range(late):
            await asyncio.sleep(0)
        gone.set()
        found = await asyncio.gather(first, *waiting, return_exceptions=True)
        assert found[0] is True and found[2] == "computed"
        assert isinstance(found[1], pool.Stopped) or found[1] == "computed"
        assert await limited.run(connected, step) == "computed"

    for late in [*range(12)] * 20:
        asyncio.run(trial(late))
    gc.collect()
    assert not reported


@pytest.mark.parametrize(
    ("route", "given", "body"),
    [
        (puzzling.puzzle, {"length": puzzling.MAX_LENGTH, "seed": 1}, None),
        (longest.longest, {}, None),
        (answering.probe, {}, {"positions": ["start"] * 1000}),
        (game_play.review, {}, {"moves": []}),
        (game_play.reply, {}, {"moves": []}),
    ],
)
def test_long_work_looks_whether_its_client_is_there(data, stored, route, given, body):
    """At every step: stopped at any of the first few, it goes no further."""
    if route in (game_play.review, game_play.reply):
        body = {"moves": [stored.tablebase.moves("start")[0].move]}
    held = open_databases.OpenDatabases(data)
    for last in (1, 2, 3):
        steps = Counter()

        def proceed(steps=steps, last=last):
            steps["done"] += 1
            if steps["done"] == last:
                raise pool.Stopped

        with pytest.raises(pool.Stopped):
            route(held, GameRequest("ostle", {**GIVEN, **given}, body, proceed))
            if route is longest.longest and last > len(stored.rules.sections):
                raise pool.Stopped  # it has no more steps in so small a game
        assert steps["done"] <= last
    held.close()
