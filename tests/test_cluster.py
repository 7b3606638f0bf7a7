"""Workers that solve together: the result equals that of one process, also when workers fail or are lost.

They run in this process, where `ray_in_process` takes the place of Ray; with ``-m soak`` on a Ray of two nodes.
"""

import re
from dataclasses import replace
from functools import partial
from importlib.util import find_spec

import numpy as np
import pytest
from mixing_game.plugin import retro_game as mixing
from noughts_game.plugin import retro_game as noughts
from random_files import same, store
from remote_runs import SOAK, remote
from runs import OSTLE, contents, files_of, ostle_in_tiers, rules_of
from small_games import LONG_TRACK, PLENTY, lacking
from springs_game.plugin import retro_game as springs
from track_game.plugin import retro_game as track

from retro.indexing.discovery import Limits, enumerate_positions
from retro.indexing.enumerated import Positions, bind
from retro.reach import reach
from retro.solving import queue, solve, transposed
from retro.solving.below import only_tier
from retro.solving.record import Layout
from retro.solving.shard import Making, Shard
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.storage import writer
from retro.storage.block import BLOCK_SLOTS
from retro.system.checkpointing import NO_CHECKPOINT
from retro.system.errors import GameError, WentWrong
from retro.system.progress import Silent
from retro.system.ranges import ranges
from retro.system.sizes import PRODUCTION, TINY

pytestmark = [
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
    pytest.mark.usefixtures("ray_settings", "examples"),
]
ALONE = "rank", "unrank", "unmoves"
IN_PIECES = replace(TINY, message_bytes=1 << 10, min_round_bytes=40_000, task_moves=1 << 10)
"""Edges go in many rounds and messages; three workers are called in teams."""
GAMES = {
    "repetition rule": lambda: rules_of("ostle", **OSTLE),
    "moves again, no unmoves": lambda: lacking(rules_of(springs(), length=40), "unmoves"),
    "moves alone": lambda: rules_of(mixing(), size=3000),
    "moves again": lambda: rules_of(springs(), length=40),
    "moves alone, moves again": lambda: lacking(rules_of(springs(), length=40), *ALONE),
    "tiers": lambda: rules_of(noughts()),
    "tiers, unmoves, repetition rule": ostle_in_tiers,
    "scores with cycles": lambda: rules_of("awari", stones=3),
    "play without end": lambda: rules_of("hare_and_hounds"),
    "wins of more than 254 plies": lambda: rules_of(track(), length=LONG_TRACK),
}


@pytest.fixture
def game(request, kill_here, monkeypatch):
    """Returns rules as workers load them, these with an index, and the result of one process."""
    from retro.cluster import worker

    loaded = GAMES[request.param]()
    rules = loaded if hasattr(loaded, "slots") else enumerate_positions(loaded, 1, Silent(), Limits(PLENTY))
    for module, found in ((worker.plugins, loaded.game), (worker.loading, loaded)):
        monkeypatch.setattr(module, "load", lambda *given, found=found: found)  # the games of tests are not installed
    return loaded, rules, contents(solve(rules, "queue", 1, Silent()), rules.slots)


@pytest.fixture(scope="module")
def mixed(ray_settings):
    """Returns rules of a game with three tiles, and the result of one process."""
    rules = enumerate_positions(GAMES["moves alone"](), 1, Silent(), Limits(PLENTY))
    return rules, contents(solve(rules, "queue", 1, Silent()), rules.slots)


WAYS = [(2, FILES), (3, PACKED), (1, PLAIN), (3, PLAIN)]
COMPILED = {"tiers, unmoves, repetition rule"}
"""Its updates overflow in plain Python."""
CASES = [
    pytest.param(name, *way, marks=SOAK if number % len(WAYS) != other else [pytest.mark.compiled] * (name in COMPILED))
    for number, name in enumerate(GAMES)
    for other, way in enumerate(WAYS)
]


@pytest.mark.parametrize(("game", "shards", "kind"), CASES, indirect=["game"])
def test_workers_solve_as_one_process_does(game, tmp_path, shards, kind):
    _, rules, expected = game
    with remote(rules, shards, Tiles(kind, 0, tmp_path), sizes=IN_PIECES) as workers:
        solution = solve(rules, "queue", 1, Silent(), engine=workers)
        assert contents(solution, rules.slots)[:2] == expected[:2]  # of tiers it counts other edges
        assert (kind == FILES) == (solution.written > 0)
        if rules.slots == LONG_TRACK + 1:
            assert workers.records.dtype == np.uint64


def sent(workers, shards):
    """The bytes that went between workers for each edge, which are ``shards - 1`` of ``shards`` times a number."""
    return float(re.search(r"([\d.]+) for each edge", workers.summary())[1]) * shards / (shards - 1)


@pytest.mark.parametrize("game", ["moves again"], indirect=True)
def test_updates_of_four_bytes_go_between_workers(game):
    rules = game[1]
    with remote(rules, 2, Tiles(PLAIN, 1 << 16)) as workers:
        assert contents(solve(rules, "queue", 1, Silent(), engine=workers), rules.slots) == game[2]
        assert sent(workers, 2) == pytest.approx(4, rel=0.4)


@pytest.mark.parametrize("game", ["repetition rule", "moves alone", "tiers"], indirect=True)
@pytest.mark.parametrize(("shards", "kind"), [(2, PLAIN), (3, FILES)])
def test_workers_search_as_one_process_does(game, tmp_path, shards, kind):
    """They send updates of four bytes, or a question of four and an answer of one."""
    rules = game[1]
    by_tier = Tiles(unpacked=1)
    alone = reach.search(rules, 1, Silent())
    with remote(rules, shards, Tiles(kind, 1 << 16, tmp_path, dtype=reach.BYTE), IN_PIECES) as workers:
        reached = reach.search(rules, 1, Silent(), tiles=by_tier, engine=workers)
        assert np.array_equal(reached.distances, alone.distances)
        assert (reached.states, reached.positions) == (alone.states, alone.positions)
        assert rules.repetition or sent(workers, shards) == pytest.approx(4.5, rel=0.4)


@pytest.mark.parametrize(("sizes", "made"), [(TINY, (256, 1024)), (PRODUCTION, (256, 768, 1024, BLOCK_SLOTS))])
def test_each_worker_makes_the_blocks_of_its_records(kill, mixed, tmp_path, sizes, made):
    """Except blocks that several pages share; in both cases the files equal those of one process."""
    rules, _ = mixed
    alone, distinct = solve(rules, "queue", 1, Silent()), partial(writer.distinct_values, 2)
    with remote(rules, 2, Tiles(PACKED, 1 << 20), sizes=sizes) as workers:
        solved = solve(rules, "queue", 1, Silent(), engine=workers)
        for size in (256, 768, 1024, BLOCK_SLOTS):
            blocks = solved.blocks(distinct, size)
            assert (blocks is not None) == (size in made)
            for block, values in zip(ranges(0, rules.slots, size), blocks or (), strict=blocks is not None):
                assert same(values, distinct(alone.planes(*block)))
        for path, solution in ((tmp_path / "workers", solved), (tmp_path / "alone", alone)):
            store(path, solution)
    assert files_of(tmp_path / "workers") == files_of(tmp_path / "alone")


@pytest.mark.parametrize("game", ["moves alone"], indirect=True)
def test_each_worker_holds_the_lists_of_its_pages_and_no_keys(game):
    """All lists take as many bytes as those of one process; the keys of all workers are the same memory."""
    import ray_in_process

    rules = game[1]
    with remote(rules, 3) as workers:
        solve(rules, "queue", 1, Silent(), engine=workers)
        held = [ray_in_process.WORKERS[each.number][0] for each in workers._workers]
        edges = transposed.transpose(rules, 1, Silent(), rules.looks_ahead, tiles=Tiles(sizes=TINY))
        sizes = [each._local.edges.storage.held for each in held]
        assert sum(sizes) == edges.storage.held and max(sizes) < 0.5 * sum(sizes)
        assert sum(each._local.edges.count for each in held) == edges.count
        assert not any(each._rules.index.packed.words.flags.owndata for each in held)


@pytest.mark.parametrize("game", ["moves alone"], indirect=True)
def test_a_move_to_a_position_that_the_index_does_not_have_is_named(game):
    loaded, rules, _ = game
    lost = bind(loaded, Positions.of(np.delete(rules.index[:], rules.slots // 2)))
    with remote(lost, 2) as workers, pytest.raises(GameError, match="a position that is not in the index by the move"):
        solve(lost, "queue", 1, Silent(), engine=workers)


@pytest.mark.parametrize("times", [0, 2])
@pytest.mark.parametrize("game", ["moves again, no unmoves", "moves alone"], indirect=True)
def test_edges_that_do_not_arrive_or_arrive_twice_are_detected(game, monkeypatch, times):
    from retro.cluster import runs

    receive, first = runs.RunStorage.receive, [True]

    def wrong(storage, message):
        for _ in range(times if first.pop() else 1):
            receive(storage, message)
        first.append(False)

    monkeypatch.setattr(runs.RunStorage, "receive", wrong)  # there is no other way to lose a message
    with (
        remote(game[1], 2, sizes=IN_PIECES) as workers,
        pytest.raises(WentWrong, match=r"edges were found and .* listed"),
    ):
        solve(game[1], "queue", 1, Silent(), engine=workers)


@pytest.mark.parametrize("game", ["moves alone"], indirect=True)
def test_calls_that_come_twice_or_late_are_refused(game):
    from retro.cluster import runs
    from retro.cluster.worker import Worker

    worker = Worker(0, 2)
    for method, *given in (("give", 1, 1, 0, 1), ("step", 2, Shard.first, None), ("apply", 1, 0, 1, np.zeros(1))):
        with pytest.raises(WentWrong, match="round"):
            getattr(worker, method)(*given)
    empty = runs.Runs(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.uint8))
    rules = game[1]
    with remote(rules, 2) as workers:
        workers.begin(Making(queue.shards, (Layout.of(rules), False)), only_tier(rules.slots))
        workers.transpose(False, Silent(), NO_CHECKPOINT)
        with pytest.raises(WentWrong, match="edges of round 1 came in round 2"):
            workers.answer(workers.call(0, "receive", 1, empty))
