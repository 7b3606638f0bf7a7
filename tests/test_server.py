"""The server as a program: databases that come and go, cached answers, how it begins and ends."""

import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from urllib.parse import urlencode

import pytest
from browsing import server
from commanding import ask
from connections import OSTLE, REQUEST, SET, client, connected, get, with_answer
from installing import python_path

from retro.app.commands import serve as serving
from retro.serve import answer_cache
from retro.serve.compressed import Compressed
from retro.serve.open_databases import OpenDatabases
from retro.storage import DatabaseError, NotSolved


@pytest.fixture
def held(stored):
    with closing(OpenDatabases(stored.tablebase.database.path.parent)) as databases:
        yield databases


@pytest.fixture
def settings(stored):
    """The options of the game as text."""
    return {key: str(value) for key, value in stored.rules.options.items()}


@pytest.fixture
def copied(stored, tmp_path):
    """The path of a copy of the database, alone in a directory."""
    return shutil.copytree(stored.tablebase.database.path, tmp_path / stored.tablebase.database.path.name)


def test_a_database_stays_open_until_it_is_dropped_and_its_last_use_ends(stored, held, settings):
    with held.open("ostle", settings) as table:
        pass
    with held.open("ostle", settings) as again:
        assert again is table
    few = OpenDatabases(held.data, most=0)
    with few.open("ostle", settings) as table:
        with few.open("ostle", settings) as other:
            assert other is table
        few.close()
        assert table.probe("start") == stored.tablebase.probe("start")
    with pytest.raises(DatabaseError):
        table.database.planes(0, 1)
    with few.open("ostle", settings) as anew:
        assert anew is not table and anew.probe("start") == stored.tablebase.probe("start")


def test_a_database_that_was_solved_again_is_opened_anew(copied, settings):
    with closing(OpenDatabases(copied.parent)) as held, held.open("ostle", settings) as table:
        copied.rename(copied.parent / "old")
        with pytest.raises(NotSolved, match="retro solve ostle --set size=3"), held.open("ostle", settings):
            pass
        shutil.copytree(copied.parent / "old", copied)
        with held.open("ostle", settings) as anew:
            assert anew is not table and anew.probe("start") == table.probe("start")


def test_the_same_request_is_computed_once_and_others_do_not_wait_for_it(held):
    """If others waited for the long request, this test would never end."""
    computed, going, ended = [], threading.Event(), threading.Event()

    def slow(table, request):
        computed.append(request)
        going.set()
        ended.wait()
        return {}

    with client(held, routes=with_answer(slow, "longest")) as served, ThreadPoolExecutor(3) as clients:
        answers = [clients.submit(served.get, f"{OSTLE}/longest", params=SET) for _ in range(3)]
        assert going.wait(30)
        assert served.get("/api/v1/games").status_code == 200
        time.sleep(0.1)  # the two other clients wait for the thread by now
        ended.set()
        assert [each.result(30).status_code for each in answers] == [200, 200, 200]
    assert len(computed) == 1


def test_an_internal_error_is_one_line(held):
    broken = client(held, routes=with_answer(lambda databases, request: 1 // 0))
    assert "the server failed" in get(broken, "/api/v1/games", status=500)["error"]


SERVING = """
import gc, sys
usual = gc.get_threshold()
from retro.app.cli import main
sys.argv[1:] = ["serve", "ostle", "--port", "0", "--name", "retro.example.org"]
try:
    main()
finally:
    assert not {"numba", "llvmlite"} & set(sys.modules)
    assert gc.get_threshold() == usual and gc.get_freeze_count() > 10_000
"""


def test_the_command_serves_until_it_is_interrupted_and_starts_no_compiler(stored):
    """Behind a proxy, it has the name of the proxy."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    running = subprocess.Popen([sys.executable, "-c", SERVING], env=python_path(), **pipes)
    try:
        address = running.stdout.readline().strip()
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
        headers = {"Host": "retro.example.org", "Origin": "https://retro.example.org"}
        request = urllib.request.Request(f"{address}api/v1/games/ostle/position?{urlencode(SET)}", headers=headers)
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer)["position"] == stored.tablebase.start
        _, _, busy = ask("serve", "--port", address.rstrip("/").rpartition(":")[2], code=2).partition("cannot listen")
        assert "--port 0" in busy
    finally:
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=60)
    assert (running.returncode, errors) == (0, "")


def test_without_the_extra_the_command_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert 'pip install "retrograde[web]"' in ask("serve", code=2)


def test_answers_are_sent_without_waiting_for_acknowledgements():
    with serving.listening_at("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        with listening.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_an_unknown_game_is_named_before_serving():
    assert "unknown game 'chess'" in ask("serve", "chess", code=2)


def test_answers_are_cached_until_the_database_changes(copied):
    computed = []
    routes = with_answer(lambda table, request: computed.append(request), "position", "random")
    with closing(OpenDatabases(copied.parent)) as held:
        served = client(held, routes=routes)

        def lookups(path):
            get(served, f"{OSTLE}/{path}", *SET)
            return len(computed)

        assert [lookups("position"), lookups("position")] == [1, 1]
        refused = served.get(f"{OSTLE}/position", params=SET, headers={"Origin": "http://evil.example"})
        assert refused.status_code == 403
        (copied / "reach.json").touch()  # as if distances had been found meanwhile
        assert [lookups("position"), lookups("position")] == [2, 2]
        assert [lookups("random"), lookups("random")] == [3, 4]  # they are not cached
        shutil.rmtree(copied)
        assert "not solved yet" in get(served, f"{OSTLE}/position", *SET, status=409)["error"]


def test_cached_answers_stay_within_their_memory(tmp_path):
    answers, stamp = answer_cache.AnswerCache(), answer_cache.Stamp.of(tmp_path)
    body = b" " * (answer_cache.MAX_BYTES // 4)  # as if it were compressed
    for number in range(9):
        answers.put(("/", b"%d" % number), answer_cache.CachedAnswer(Compressed(body, "text/plain"), stamp))
        answers.get(("/", b"0"))
    assert [answers.get(("/", b"%d" % number)) is not None for number in range(9)] == [True] + [False] * 6 + [True] * 2
    answers.put(("/", b"1"), answer_cache.CachedAnswer(Compressed(body * 5, "text/plain"), stamp))
    assert answers.get(("/", b"1")) is None


@pytest.mark.parametrize(
    ("encodings", "compressed"),
    [("gzip, deflate, br", True), ("br;q=1, GZIP; q=0.5", True), ("identity", False), ("gzip;q=0", False), ("", False)],
)
def test_answers_are_compressed_for_clients_that_accept_it(held, encodings, compressed):
    served = client(held)
    for path in ("/", "/page/page.js", "/api/v1/openapi.json", *[f"{OSTLE}/position?{urlencode(SET)}"] * 2):
        answer = served.get(path, headers={"Accept-Encoding": encodings})
        assert answer.headers.get("content-encoding") == ("gzip" if compressed else None)
        assert answer.headers["vary"] == "Accept-Encoding" and answer.headers["x-content-type-options"] == "nosniff"
        assert answer.text == served.get(path, headers={"Accept-Encoding": "identity"}).text


@pytest.mark.parametrize(
    ("more", "status"),
    [(b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n", 200), (b"X: " + b"x" * (1 << 20), 400)],
    ids=["a request to upgrade", "a head without an end"],
)
def test_odd_heads_leave_nothing_in_the_log(held, caplog, more, status):
    with server(held.data) as address, connected(address) as talking:
        with suppress(ConnectionError):
            talking.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + more)
        with suppress(ConnectionError):
            assert talking.recv(100).startswith(b"HTTP/1.1 %d" % status)
        assert urllib.request.urlopen(address).status == 200
    assert not caplog.records


def test_a_connection_that_stays_idle_after_an_answer_is_closed(held):
    with server(held.data, limits={"idle": 1}) as address, connected(address, REQUEST) as talking:
        while talking.recv(1 << 16):  # until it is closed
            pass


def test_beyond_the_limit_of_connections_requests_are_refused(held):
    with server(held.data, limits={"connections": 3}) as address, ExitStack() as stack:
        first = [stack.enter_context(connected(address, REQUEST)) for _ in range(2)]
        assert [each.recv(12) for each in first] == [b"HTTP/1.1 200"] * 2
        assert stack.enter_context(connected(address, REQUEST)).recv(12) == b"HTTP/1.1 503"
