"""Limits of what clients can take of a server: bodies, threads, and time; and how long each route works."""

import asyncio
import gc
import json
import select
import threading
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from urllib.parse import urlencode

import pytest
from browsing import server
from connections import (
    OSTLE,
    SET,
    answers,
    client,
    connected,
    endless,
    request,
)

from retro.serve import openapi, pool
from retro.serve.open_databases import OpenDatabases
from retro.serve.requests import BatchBody, GameBody, GameRequest, NotFound
from retro.serve.routes import ROOT, ROUTES, SECONDS

SERVE_PAGE = (Path(__file__).parent.parent / "docs" / "reference" / "serve.md").read_text(encoding="utf-8")
STEPS = {"board": 0, "setup": 0, "puzzles": 0, "statistics": 0, "citation": 0, "game": 0, "rules": 0}
"""Routes whose work is that of one position or less, without steps; other routes have at least one."""


@pytest.fixture
def data(stored):
    return stored.tablebase.database.path.parent


@pytest.mark.parametrize(("size", "times"), [(1 << 20, 30), (1, 1)], ids=["at once", "byte by byte"])
def test_requests_on_one_connection_are_answered_in_their_order(data, stored, size, times):
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
    ] * times
    sent = b"".join(each for each, _, _ in several)

    def send():
        for at in range(0, len(sent), size):
            connection.sendall(sent[at : at + size])

    with server(data) as address, connected(address) as connection:
        sending = threading.Thread(target=send)
        sending.start()
        for (_, name, expected), (_, answer) in zip(several, answers(connection, len(several)), strict=True):
            assert answer[name] == expected
        sending.join()


def test_all_bodies_together_are_bounded(data):
    served, address = client(OpenDatabases(data), most_bodies=1000), f"{OSTLE}/probe?{urlencode(SET)}"
    for _ in range(2):  # refused bodies do not count
        refused = served.post(address, content=b" " * 2000)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, str(pool.RETRY_AFTER))
    for _ in range(3):
        assert served.post(address, content=b'{"positions": []}' + b" " * 500).is_success


def test_long_work_is_bounded_delays_no_other_request_and_stops_when_its_client_leaves(data, caplog):
    puzzle = request(f"{OSTLE}/puzzle")
    with endless(data, search=(2, 1, 600.0)) as (address, work):
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


def test_long_work_stops_when_a_client_leaves_that_sent_further_requests(data):
    with endless(data) as (address, work):
        with connected(address, request(f"{OSTLE}/puzzle") * 2):
            work.wait("began", 1)
        work.wait("stopped", 1)


def test_long_work_does_not_delay_the_end_of_the_server(data, caplog):
    with ExitStack() as stack:
        with endless(data) as (address, work):
            connection = stack.enter_context(connected(address, request(f"{OSTLE}/puzzle")))
            work.wait("began", 1)
        work.wait("stopped", 1)
        assert [status for status, _ in answers(connection, 1)] == [503]
    assert not any(each.exc_info for each in caplog.records)


def test_a_request_waits_for_a_thread_for_a_limited_time(data):
    with endless(data, scan=(1, 1, 0.01)) as (address, work):
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
        limited, done, client_left = pool.Pool(1, 2, 60.0, 60.0), threading.Event(), asyncio.Event()

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

    for late in [*range(12)] * 3:
        asyncio.run(trial(late))
    gc.collect()
    assert not reported


def work_of(route, stored):
    """Returns parameters and a body for a route, with as much work as a small game has."""
    table = stored.tablebase
    won = next(state for state in stored.states if state.value[1] and state.value[1] >= 3 and state.code is None)
    position = str(stored.rules.text.format(won.key))
    moves = [each.move for each in table.line(position)]
    parameters = {"set": [setting for _, setting in SET], "seed": 1, "position": position, "moves": moves[0]}
    if route.name == "final":
        parameters |= {"moves": " ".join(moves[:-1]), "last": moves[-1]}
    bodies = {BatchBody: {"positions": [position] * 200}}
    bodies |= {GameBody: {"position": position, "moves": moves[:2], "player": "trap"}}
    names = {each.name for each in route.parameters}
    return {name: each for name, each in parameters.items() if name in names}, bodies.get(route.body)


@pytest.mark.parametrize("route", ROUTES, ids=lambda route: f"{route.method} {route.path}")
def test_every_route_has_a_bound_and_ends_when_its_client_leaves_or_its_time_is_up(data, stored, route):
    """The client leaves at one of the first steps, or later: no further step begins."""
    (row,) = [line for line in SERVE_PAGE.splitlines() if line.startswith(f"| `{route.method} {route.path}` |")]
    assert row.endswith(f" | {route.bound} |")
    operation = openapi.document()["paths"][ROOT + route.path][route.method.lower()]
    assert operation["description"] == f"At most {route.bound}, in at most {SECONDS[route.work]:g} seconds."
    given, body = work_of(route, stored)
    databases = OpenDatabases(data)
    address = f"{ROOT}{route.path.format(game='ostle')}?{urlencode(given, doseq=True)}"
    answer = client(databases).request(route.method, address, json=body)
    assert answer.status_code == (404 if route.name == "puzzle" else 200), answer.text
    late = client(databases, seconds=dict.fromkeys(SECONDS, -1.0)).request(route.method, address, json=body)
    assert late.status_code == 503 and "the answer takes more than" in late.json()["error"]
    steps = Counter()

    def count(last, number):
        def proceed():
            steps[last] += 1
            if steps[last] == number:
                raise pool.Stopped

        return proceed

    def run(proceed):
        request = GameRequest("ostle", given, body, proceed)
        if not route.of_database:
            return route.answer(databases, request)
        with databases.open("ostle", request.settings) as table:
            return route.answer(table.watched(proceed), request)

    with suppress(NotFound):
        run(count("all", 0))
    assert steps["all"] >= STEPS.get(route.name, 1)
    for number in {1, 2, 3, steps["all"]} & {*range(1, steps["all"] + 1)}:
        with pytest.raises(pool.Stopped):
            run(count(number, number))
        assert steps[number] == number
    databases.close()
