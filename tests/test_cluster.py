"""Workers on Ray: whatever becomes of them, the database is the one that a process alone makes."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from dataclasses import replace
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest
from runs import files_of, rules_of
from test_checkpoint import keep
from test_interruption import run as retro
from test_threads import contents

from retro import fingerprint, solving
from retro.analysis import reach
from retro.app import crew
from retro.cluster import Lost, start
from retro.game import GameError, ResourceError
from retro.progress import Silent
from retro.solving import queue, tiles
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles

pytestmark = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")  # it is imported by `start`
BOARD = {"size": 4}
GIB = 1 << 30


@pytest.fixture(autouse=True, scope="module")
def many_tiles():
    """Tiles as small as can be: workers cut theirs as whoever drives them does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiles, "LEAST_TILE_BITS", 10)
        patch.setattr(tiles, "TILES", 1 << 20)
        yield


@pytest.fixture(scope="module")
def machines():
    """A Ray that takes this machine for two, which has been joined."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in (start.SETTINGS | start.HERE | {"RAY_AUTH_TOKEN": "tests" * 8}).items():
            patch.setenv(name, value)
        from ray.cluster_utils import Cluster

        node = {"num_cpus": 8, "object_store_memory": start.LEAST_STORE, "include_dashboard": False}
        cluster = Cluster(initialize_head=True, head_node_args=node)
        try:
            cluster.add_node(num_cpus=8, object_store_memory=start.LEAST_STORE)
            with start.joined(cluster.address) as told:
                assert "2 nodes" in told
                yield cluster
        finally:
            cluster.shutdown()


@pytest.fixture(scope="module")
def lgame():
    """Rules, and what a process alone finds."""
    rules = rules_of("lgame")
    return rules, contents(queue.solve(rules, 1, Silent()), rules.slots)


SOURCES = solving.sources("queue")


def remote(rules, shards, kept=None, work=queue, **changes):
    from retro.cluster.engine import Remote
    from retro.cluster.worker import Task

    kept = replace(kept or Tiles(), bits=tiles.tile_bits(rules))
    sources = SOURCES if work is queue else work.SOURCES
    told = rules.game.name, dict(rules.options), rules.digest, fingerprint.engine(sources)
    task = Task(work.__name__, sources, *told, kept, 1, 0, 60.0)
    return Remote(rules, work.work(rules), replace(task, **changes), shards, 1)


@pytest.mark.parametrize(
    ("name", "options", "shards", "kind", "budget"),
    [
        ("lgame", {}, 2, PLAIN, 1 << 28),
        ("lgame", {}, 3, PACKED, 0),
        ("ostle", BOARD, 2, PACKED, 1 << 20),
        pytest.param("ostle", BOARD, 1, PLAIN, 1 << 20, marks=pytest.mark.soak),
        pytest.param("ostle", BOARD, 3, PLAIN, 0, marks=pytest.mark.soak),
        pytest.param("lgame", {}, 2, FILES, 0, marks=pytest.mark.soak),
    ],
)
def test_workers_find_what_a_process_alone_finds(machines, tmp_path, monkeypatch, name, options, shards, kind, budget):
    from retro.cluster import engine

    monkeypatch.setattr(engine, "PIECE", 1 << 12)  # many groups of tiles
    rules = rules_of(name, **options)
    alone = queue.solve(rules, 1, Silent())
    with remote(rules, shards, Tiles(kind, budget, tmp_path)) as workers:
        found = queue.solve(rules, 1, Silent(), engine=workers)
        assert contents(found, rules.slots) == contents(alone, rules.slots)
        some = rules.slots // 3
        assert np.array_equal(found.planes(some, some + 1), alone.planes(some, some + 1))
        sent = float(re.search(r"([\d.]+) for each edge", workers.told())[1])
        # an update of four bytes over every edge whose ends belong to different workers
        assert sent == pytest.approx(4 * (shards - 1) / shards, rel=0.4)
        assert (kind == FILES) == (found.written > 0)


@pytest.mark.parametrize(
    ("name", "options", "shards", "kind", "budget"),
    [
        ("lgame", {}, 3, PLAIN, 1 << 28),
        ("ostle", BOARD, 2, PACKED, 1 << 16),
        pytest.param("lgame", {}, 2, FILES, 0, marks=pytest.mark.soak),
        pytest.param("ostle", BOARD, 3, PLAIN, 1 << 16, marks=pytest.mark.soak),
    ],
)
def test_so_they_do_when_they_search(machines, tmp_path, monkeypatch, name, options, shards, kind, budget):
    from retro.cluster import engine

    monkeypatch.setattr(engine, "PIECE", 1 << 10)
    rules = rules_of(name, **options)
    alone = reach.search(rules, 1, Silent())
    with remote(rules, shards, Tiles(kind, budget, tmp_path, dtype=reach.BYTE), reach) as workers:
        found = reach.search(rules, 1, Silent(), engine=workers)
        assert np.array_equal(found.distances, alone.distances)
        assert (found.states, found.positions) == (alone.states, alone.positions)
        each = float(re.search(r"([\d.]+) for each edge", workers.told())[1])
        # an update of four bytes, or a question of four and an answer of one
        assert each == pytest.approx(4.5 * (shards - 1) / shards, rel=0.4)


def killed(workers, number, how=signal.SIGKILL):
    os.kill(workers._places[number][1], how)


class Watched:
    """Ends a worker, or ``does`` something else, the moment some call is made; ``times`` says at which of these."""

    def __init__(self, workers, method, times, how=signal.SIGKILL, does=None):
        self.method, self.times = method, times
        self.does = does or (lambda: killed(workers, 1, how))
        self.real = workers._all
        workers._all = self.all

    def all(self, method, *more):
        if method == self.method:
            self.times -= 1
            if self.times == 0:
                self.does()
        return self.real(method, *more)


@pytest.fixture
def persisting(machines, tmp_path, monkeypatch):
    """Solves by a crew, something of which is done to at each attempt; solution, remarks and checkpoint."""
    from retro.app.needs import Needs

    def solve(rules, workers, done, interval=0.0, patience=60.0):
        monkeypatch.setattr(crew, "PATIENCE", patience)
        remarks, saver = [], keep(tmp_path / "c", interval=interval)
        needed = Needs("queue", "", 0, 0, 0, 0, 0, 0.0)
        left = iter(done)

        def attempt(engine):
            next(left, lambda engine: None)(engine)
            found = queue.solve(rules, 1, Silent(), saver, engine=engine)
            return contents(found, rules.slots)

        job = crew.Shared("solve", queue.__name__, SOURCES, None)
        made = crew.Crew(workers, 1, True).persist(job, rules, needed, saver, remarks.append, attempt)
        return made, remarks

    return solve


def test_whoever_is_lost_takes_nothing_along(persisting, lgame, monkeypatch):
    from retro.cluster import engine as driving

    monkeypatch.setattr(driving, "PAGES_AHEAD", 0)  # a page is asked for when it is read
    rules, expected = lgame

    def reading(engine):
        """A worker dies while its records are saved, which have been saved before."""
        real, left = engine.records._page, [5]

        def page(number):
            left[0] -= 1
            if left[0] == 0:
                killed(engine, number % 2)
            return real(number)

        engine.records._page = page

    losses = [
        lambda engine: Watched(engine, "part", 3),
        lambda engine: Watched(engine, "apply", 3),
        reading,
        lambda engine: Watched(engine, "mark", 1),
    ]
    found, remarks = persisting(rules, 2, losses)
    assert found == expected
    lost = [each for each in remarks if "lost" in each]
    assert len(lost) == 4 and all("go back to the last checkpoint" in each for each in lost)


def test_so_does_one_that_does_not_answer(persisting, lgame):
    rules, expected = lgame
    hung = [lambda engine: Watched(engine, "apply", 2, signal.SIGSTOP)]
    found, remarks = persisting(rules, 2, hung, np.inf, 3.0)
    assert found == expected
    assert "lost: no answer for 3 seconds; all go back to the start" in remarks[0]


def test_a_machine_goes_and_another_comes(machines, persisting, lgame):
    rules, expected = lgame

    def exchange():
        machines.remove_node(machines.list_all_nodes()[-1], allow_graceful=False)
        machines.add_node(num_cpus=8, object_store_memory=start.LEAST_STORE)

    found, remarks = persisting(rules, 2, [lambda engine: Watched(engine, "apply", 3, does=exchange)])
    assert found == expected
    assert "lost" in remarks[0] and "go back to the last checkpoint" in remarks[0]
    until = time.monotonic() + 120
    while start.nodes() != 2 and time.monotonic() < until:  # the one that went is missed after a while
        time.sleep(0.1)


def test_a_worker_whose_disk_is_full_says_so(machines, lgame, tmp_path):
    rules, _ = lgame
    (tmp_path / "1.zst").symlink_to("/dev/full")
    with remote(rules, 2, Tiles(FILES, 0, tmp_path)) as workers, pytest.raises(ResourceError) as raised:
        queue.solve(rules, 1, Silent(), engine=workers)
    assert re.fullmatch(rf"the disk is full: .* bytes are short for {tmp_path}/1\.zst, and .*", str(raised.value))


def test_losses_without_progress_end_the_run(tmp_path, monkeypatch):
    saver, left = keep(tmp_path / "c"), []

    def once(*given):
        if left.pop() == "saved":
            saver.save("queue", {}, {})
        raise Lost("worker 1 was lost: it died")

    def tried(*happens):
        left[:], remarks = reversed(happens), []
        with pytest.raises(Lost, match=r"worker 1 was lost: it died, 3 times without progress.*: the same command"):
            crew.Crew(2, 1, True).persist(None, None, None, saver, remarks.append, None)
        assert not left
        return [each.rpartition(" ")[2] for each in remarks]

    monkeypatch.setattr(crew.Crew, "_once", once)
    monkeypatch.setattr(start, "cores", lambda: 2)
    assert tried("", "", "") == ["start", "start"]
    assert tried("", "", "saved", "", "") == ["start", "start", "checkpoint", "checkpoint"]


def test_what_a_worker_cannot_do_is_told_in_its_words(machines, lgame):
    rules, _ = lgame
    with pytest.raises(GameError, match=r"worker [01] on .* has another version of lgame or of retro"):
        remote(rules, 2, digest="0" * 64)
    with pytest.raises(ResourceError, match=r"worker [01] on .* has too little memory"):
        remote(rules, 2, memory_bytes=1 << 60)
    with pytest.raises(GameError, match="too few for 99 workers of 1 threads"):
        crew.Crew(99, 1, True).persist(None, rules, SimpleNamespace(), None, print, None)


# Commands

LGAME = ["solve", "lgame", "--engine", "ray", "--threads", "2"]
DRIVER = """
import sys, time
from retro.app import cli
from retro.solving import queue, tiles
real = queue._Run._through
queue._Run._through = lambda run, part: time.sleep({pause}) or real(run, part)
tiles.LEAST_TILE_BITS, tiles.TILES = 10, 1 << 20
sys.argv = ["retro", *{arguments!r}]
cli.main()
"""


def drive(data, *arguments, pause=0.0):
    """A process that drives workers, with a pause before every round."""
    code = DRIVER.format(pause=pause, arguments=[*arguments, "--data", str(data)])
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    own = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
    return subprocess.Popen([sys.executable, "-c", code], **pipes, env=own, text=True, start_new_session=True)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """The database that a process alone makes."""
    data = tmp_path_factory.mktemp("finished")
    assert retro(data, "solve", "lgame")[0] == 0
    return next(place for place in data.iterdir() if place.is_dir())


def saved(path, process, before=0):
    """When a checkpoint was written, which is there now and was not ``before``."""
    until = time.monotonic() + 300
    while process.poll() is None and time.monotonic() < until:
        if path.exists() and path.stat().st_mtime_ns != before:
            return path.stat().st_mtime_ns
        time.sleep(0.01)
    raise AssertionError(process.communicate())


def listening(numbers):
    """Addresses at which these processes listen, as the system writes them."""
    sockets = set()
    for process in numbers:
        for each in os.listdir(f"/proc/{process}/fd"):
            try:
                sockets.add(os.readlink(f"/proc/{process}/fd/{each}"))
            except OSError:
                continue
    found = []
    for table in ("tcp", "tcp6"):
        for line in open(f"/proc/{process}/net/{table}").read().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in sockets:
                found.append(fields[1].split(":")[0])
    return found


def processes():
    """Every process: by which one it was started, and when (numbers are used again)."""
    found = {}
    for each in filter(str.isdigit, os.listdir("/proc")):
        with suppress(OSError):
            fields = open(f"/proc/{each}/stat").read().rpartition(")")[2].split()
            found[int(each)] = int(fields[1]), int(fields[19])
    return found


def below(process):
    """A process and all that it has started, and those that they have; each with when that was."""
    known, found = processes(), [process]
    for each in found:
        found += [other for other, (parent, _) in known.items() if parent == each]
    return {(each, known[each][1]) for each in found}


def test_a_signal_or_the_death_of_the_driver_costs_what_was_not_saved(tmp_path, finished):
    place, left = tmp_path / finished.name, tmp_path / f".{finished.name}.solve.checkpoint"
    driver = drive(tmp_path, *LGAME, "--checkpoint", "0.0001", pause=0.5)
    saved(left, driver)
    started = below(driver.pid)
    addresses = listening([each for each, _ in started])
    assert addresses and set(addresses) <= {
        "0100007F",
        "0000000000000000FFFF00000100007F",
        "00000000000000000000000001000000",
    }
    os.killpg(driver.pid, signal.SIGINT)  # as Ctrl-C does
    _, told = driver.communicate(timeout=300)
    assert driver.returncode == 130, told
    assert "error: interrupted; what was found so far is in" in told and "Traceback" not in told
    driver = drive(tmp_path, *LGAME, "--shards", "3", "--checkpoint", "0.0001", pause=0.5)
    saved(left, driver, left.stat().st_mtime_ns)
    workers = {each for each in below(driver.pid) if "ray::Worker" in open(f"/proc/{each[0]}/cmdline").read()}
    driver.kill()
    driver.communicate()
    code, _, told = retro(tmp_path, "solve", "lgame", "--threads", "1")
    assert code == 0 and "going on from" in told
    assert files_of(place) == files_of(finished)
    until = time.monotonic() + 120
    while (left := {(each, when) for each, (_, when) in processes().items()} & workers) and time.monotonic() < until:
        time.sleep(0.1)
    assert len(workers) == 3 and not left  # agents of Ray's own take a minute to see that they are alone


def test_a_first_try_takes_one_command(tmp_path, finished):
    driver = drive(tmp_path, *LGAME)
    output, told = driver.communicate(timeout=300)
    assert driver.returncode == 0, told
    assert files_of(tmp_path / finished.name) == files_of(finished)
    assert "loopback only, with a token" in told and re.search(r"[\d.]+ for each edge", told)
    assert "2 threads of 2 workers on Ray" in output
    assert json.loads((tmp_path / finished.name / "run.json").read_text())["machine"]["workers"] == 2
    code, alone, told = retro(tmp_path, "reach", "lgame", "--json")
    assert code == 0, told
    before = files_of(tmp_path / finished.name)
    driver = drive(tmp_path, "reach", *LGAME[1:], "--json")
    output, told = driver.communicate(timeout=300)
    assert driver.returncode == 0, told
    assert files_of(tmp_path / finished.name) == before
    answers = [{**json.loads(each), "seconds": 0, "peak_rss_bytes": 0} for each in (alone, output)]
    assert answers[0] == answers[1] and re.search(r"[\d.]+ for each edge", told)


def test_what_it_takes_is_told_before_anything_is_started(tmp_path, monkeypatch):
    monkeypatch.setattr(start, "here", None)
    found = []
    for workers in ("1", "2", "4"):
        asked = "solve", "ostle", "--set", "pieces=8", "--engine", "ray", "--shards", workers, "--dry-run"
        code, text, told = retro(tmp_path, *asked, "--json")
        assert code == 0, told
        found.append(json.loads(text))
        code, text, _ = retro(tmp_path, *asked)
        assert code == 0 and re.search(rf"workers +{workers}\n", text) and "from worker to worker" in text
    assert [each["workers"] for each in found] == [1, 2, 4]
    network = [each["network_bytes"] for each in found]
    assert network[0] == 0 and network[2] == pytest.approx(network[1] * 3 / 2, rel=0.01)
    assert found[0]["memory_bytes"] > found[1]["memory_bytes"] > found[2]["memory_bytes"]
    code, text, _ = retro(tmp_path, "solve", "ostle", "--engine", "ray", "--memory", "3GiB", "--dry-run", "--json")
    stores = json.loads(text)["stores"]
    assert [each["fits"] for each in stores] == [False, False, True]
    assert stores[2]["memory_bytes"] <= 3 * GIB // 2 and all(each["seconds"] < 10**6 for each in stores)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["lgame", "--shards", "2"], "--shards is for --engine ray"),
        (["lgame", "--address", "auto"], "--address is for --engine ray"),
        (["lgame", "--engine", "ray", "--address", "ray://somewhere:10001"], "--address wants HOST:PORT"),
        (["lgame", "--engine", "ray", "--address", "somewhere"], "--address wants HOST:PORT"),
        (
            ["lgame", "--engine", "ray", "--address", "127.0.0.1:1"],
            "cannot join Ray at 127.0.0.1:1: ",
        ),
        (["lgame", "--engine", "ray", "--backend", "sweep"], "--engine ray is for the backend queue, not sweep"),
        (["british_square", "--engine", "ray"], "is for games with rank, unrank and unmoves; british_square does not"),
    ],
)
def test_what_cannot_be_is_one_line(tmp_path, words, told):
    code, _, found = retro(tmp_path, "solve", *words)
    assert code == 2 and told in found and found.count("\n") == 1


def test_without_the_extra_the_command_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    code, _, found = retro(tmp_path, *LGAME)
    assert code == 2 and 'pip install "retrograde[cluster]"' in found
    with ExitStack() as opened, pytest.raises(GameError, match="needs Ray"):
        crew.gathered("auto", 2, 1, opened, print)


def test_late_calls_are_refused(lgame):
    """What comes twice, or in another round, changes nothing."""
    from retro.cluster.worker import Worker
    from retro.game import WentWrong

    worker = Worker(0, 2)
    for call in (lambda: worker.give(1, 1, 0, 1), lambda: worker.part(2, "first", 0, None)):
        with pytest.raises(WentWrong, match="round"):
            call()
    with pytest.raises(WentWrong, match="round"):
        worker.apply(1, 0, 1, [])
