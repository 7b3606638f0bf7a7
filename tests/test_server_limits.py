"""Limits of what clients can take of a server: memory, connections, threads, and time."""

import asyncio
import gc
import json
import select
import socket
import threading
from collections import Counter
from contextlib import ExitStack
from urllib.parse import urlencode

import pytest
from browsing import server
from connections import (
    OSTLE,
    REQUEST,
    SET,
    answers,
    connected,
    endless,
    port_of,
    request,
)
from starlette.testclient import TestClient

from retro.serve import answers as answering
from retro.serve import bodies, game_play, longest, open_databases, pool
from retro.serve import puzzle as puzzling
from retro.serve.app import make
from retro.serve.requests import GameRequest
from retro.serve.routes import SCAN, SEARCH

GIVEN = {"set": [setting for _, setting in SET]}


@pytest.fixture
def data(stored):
    return stored.tablebase.database.path.parent


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
        (request(OSTLE), "error", "unknown parameter 'set'"),
    ] * 30
    data_sent = b"".join(each for each, _, _ in several)
    with server(data) as address, connected(address) as connection:
        sending = threading.Thread(target=connection.sendall, args=(data_sent,))
        sending.start()
        for (_, name, expected), (_, answer) in zip(several, answers(connection, len(several)), strict=True):
            assert answer[name] == expected
        sending.join()
    with server(data) as address, connected(address) as connection:
        for byte in data_sent[: len(data_sent) // 30]:  # one by one
            connection.sendall(bytes([byte]))
        for (_, name, expected), (_, answer) in zip(several, answers(connection, len(several) // 30), strict=False):
            assert answer[name] == expected


def test_answers_arrive_at_a_client_with_a_small_window(data):
    """The server waits many times until the client has read."""
    with server(data) as address, socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", port_of(address)))
        connection.settimeout(30)
        connection.sendall(REQUEST * 100)
        assert {status: len(body) for status, body in answers(connection, 100)}.keys() == {200}


def test_all_bodies_together_are_bounded(data, monkeypatch):
    monkeypatch.setattr(bodies, "MAX_BODIES", 1000)
    client = TestClient(make(open_databases.OpenDatabases(data), "127.0.0.1"), base_url="http://127.0.0.1")
    for _ in range(2):  # refused bodies do not count
        refused = client.post(f"{OSTLE}/probe?{urlencode(SET)}", content=b" " * 2000)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, str(pool.RETRY_AFTER))
    for _ in range(3):
        assert client.post(f"{OSTLE}/probe?{urlencode(SET)}", content=b'{"positions": []}' + b" " * 500).is_success


def test_long_work_is_bounded_delays_no_other_request_and_stops_when_its_client_leaves(data, monkeypatch, caplog):
    puzzle = request(f"{OSTLE}/puzzle")
    with endless(data, monkeypatch, {SEARCH: (2, 1, 600.0)}) as (address, work):
        clients = [connected(address, puzzle) for _ in range(2)]
        work.wait("began", 2)
        with connected(address, puzzle) as one, connected(address, puzzle) as other:  # only one of them may wait
            (refused,), _, _ = select.select([one, other], [], [], 60)
            ((status, answer),) = answers(refused, 1)
            assert status == 503 and answer["error"] == "too many requests wait already; try again in a moment"
            with connected(address, request(f"{OSTLE}/position")) as connection:
                assert [status for status, _ in answers(connection, 1)] == [200]
            clients.pop().close()
            work.wait("stopped", 1)
            work.wait("began", 3)
        work.wait("stopped", 2)
        clients.pop().close()
        work.wait("stopped", 3)
    gc.collect()
    assert not caplog.records  # such as exceptions that asyncio reports


def test_long_work_stops_when_a_client_leaves_that_sent_further_requests(data, monkeypatch):
    with endless(data, monkeypatch, {}) as (address, work):
        with connected(address, request(f"{OSTLE}/puzzle") * 2):
            work.wait("began", 1)
        work.wait("stopped", 1)


def test_long_work_does_not_delay_the_end_of_the_server(data, monkeypatch, caplog):
    with ExitStack() as stack:
        with endless(data, monkeypatch, {}) as (address, work):
            connection = stack.enter_context(connected(address, request(f"{OSTLE}/puzzle")))
            work.wait("began", 1)
        work.wait("stopped", 1)
        assert [status for status, _ in answers(connection, 1)] == [503]
    assert not any(each.exc_info for each in caplog.records)


def test_a_request_waits_for_a_thread_for_a_limited_time(data, monkeypatch):
    with endless(data, monkeypatch, {SCAN: (1, 1, 0.01)}) as (address, work):
        with connected(address, request(f"{OSTLE}/longest")):
            work.wait("began", 1)
            with connected(address, request(f"{OSTLE}/longest")) as connection:
                assert [status for status, _ in answers(connection, 1)] == [503]
        work.wait("stopped", 1)


def test_a_client_that_disconnects_when_a_thread_becomes_free_leaves_no_error():
    """The number of steps of the event loop between the two events makes no difference."""
    reported = []

    async def trial(late):
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.append(context["message"]))
        limited, done, client_left = pool.Pool(1, 2, 60.0), threading.Event(), asyncio.Event()

        async def disconnected():
            await client_left.wait()
            return {"type": "http.disconnect"}

        async def connected():
            await asyncio.Event().wait()

        def step(proceed):
            proceed()
            return "computed"

        first = asyncio.create_task(limited.run(connected, lambda proceed: done.wait(), lambda: None))
        waiting = [asyncio.create_task(limited.run(each, step, lambda: None)) for each in (disconnected, connected)]
        for _ in range(10):  # until they wait for a thread
            await asyncio.sleep(0)
        done.set()
        for _ in range(late):
            await asyncio.sleep(0)
        client_left.set()
        results = await asyncio.gather(first, *waiting, return_exceptions=True)
        assert results[0] is True and results[2] == "computed"
        assert isinstance(results[1], pool.Stopped) or results[1] == "computed"
        assert await limited.run(connected, step, lambda: None) == "computed"

    for late in [*range(12)] * 20:
        asyncio.run(trial(late))
    gc.collect()
    assert not reported


@pytest.mark.parametrize(
    ("route", "given", "body"),
    [
        (puzzling.puzzle, {"position": "start"}, None),
        (longest.longest, {}, None),
        (answering.probe, {}, {"positions": ["start"] * 1000}),
        (game_play.review, {}, {"moves": []}),
        (game_play.reply, {}, {"moves": []}),
    ],
)
def test_long_work_checks_at_every_step_whether_its_client_is_connected(data, stored, route, given, body):
    """The test stops it at one of the first steps: no further step begins."""
    if route in (game_play.review, game_play.reply):
        body = {"moves": [stored.tablebase.moves("start")[0].move]}
    databases = open_databases.OpenDatabases(data)
    for last in (1, 2, 3):
        steps = Counter()

        def proceed(steps=steps, last=last):
            steps["done"] += 1
            if steps["done"] == last:
                raise pool.Stopped

        request = GameRequest("ostle", {**GIVEN, **given}, body, proceed)
        with databases.open(request.game, request.settings) as table, pytest.raises(pool.Stopped):
            route(table, request)
            if route is longest.longest and last > len(stored.rules.sections):
                raise pool.Stopped  # it has no more steps in so small a game
        assert steps["done"] <= last
    databases.close()
