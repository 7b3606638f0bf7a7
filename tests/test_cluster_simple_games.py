"""Workers on Ray and games that leave out functions: their positions are enumerated, their edges transposed."""

from importlib.util import find_spec

import numpy as np
import pytest
from mixing_game.plugin import retro_game as mixing
from noughts_game.plugin import retro_game as noughts
from remote_runs import in_this_process, remote
from runs import OSTLE, contents, rules_of
from small_games import LONG_TRACK, PLENTY, lacking
from springs_game.plugin import retro_game as springs
from track_game.plugin import retro_game as track

from retro.cluster import runs
from retro.indexing.discovery import Limits, enumerate_positions
from retro.indexing.enumerated import Positions, bind
from retro.reach import reach
from retro.solving import queue, transposed
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.system.checkpointing import NO_CHECKPOINT
from retro.system.errors import GameError, WentWrong
from retro.system.progress import Silent
from retro.system.sizes import TINY

pytestmark = [
    pytest.mark.compiled,
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed"),
]
BOARD = {"size": 4, "men": 2, "left": 1}
LIKE_OTHERS = {
    "moves again": lambda: rules_of(springs(), length=200),
    "moves alone, repetition rule": lambda: lacking(rules_of("ostle", **BOARD), "rank", "unrank", "unmoves"),
}
"""Games whose features other games below have one at a time. Each game takes seconds to compile."""
GAMES = {
    "no index": lambda: lacking(rules_of("lgame"), "rank", "unrank"),
    "no unmoves": lambda: lacking(rules_of("ostle", **BOARD), "unmoves"),
    "moves alone": lambda: rules_of(mixing(), size=3000),
    "moves alone, moves again": lambda: lacking(rules_of(springs(), length=200), "rank", "unrank", "unmoves"),
}
IN_TIERS = {
    "tiers": lambda: rules_of(noughts()),
    "scores with cycles": lambda: rules_of("awari", stones=5),
    "play without end": lambda: rules_of("hare_and_hounds"),
    "tiers, unmoves, repetition rule": lambda: lacking(rules_of("ostle", **OSTLE), "urgent"),
}
LONG_WINS = {"wins of more than 254 plies": lambda: rules_of(track(), length=LONG_TRACK)}
SIMPLE = [*GAMES, *(pytest.param(name, marks=pytest.mark.soak) for name in LIKE_OTHERS)]


@pytest.fixture(scope="module", params=SIMPLE)
def simple(request, examples):
    """Returns rules as workers load them, these with an index, and the result of one process."""
    loaded = (GAMES | LIKE_OTHERS | IN_TIERS | LONG_WINS)[request.param]()
    rules = loaded if hasattr(loaded, "slots") else enumerate_positions(loaded, 1, Silent(), Limits(PLENTY))
    return loaded, rules, contents(queue.solve(rules, 1, Silent()), rules.slots)


@pytest.fixture
def rules(simple, monkeypatch):
    """Returns the rules with an index; workers are in this process, and load the same game."""
    from retro.cluster import worker

    loaded, rules, _ = simple
    monkeypatch.setattr(worker.plugins, "load", lambda name: loaded.game)
    monkeypatch.setattr(worker.loading, "load", lambda game, options: loaded)
    with in_this_process(monkeypatch):
        yield rules


@pytest.mark.parametrize("simple", [*SIMPLE, *IN_TIERS], indirect=True)
@pytest.mark.parametrize(("shards", "kind", "budget"), [(1, PLAIN, 1 << 28), (2, FILES, 0), (3, PACKED, 0)])
def test_workers_solve_as_one_process_does(simple, rules, tmp_path, shards, kind, budget):
    """Edges go in many rounds and messages; three workers are called in teams."""
    with remote(rules, shards, Tiles(kind, budget, tmp_path)) as workers:
        records, statistics, _ = contents(queue.solve(rules, 1, Silent(), engine=workers), rules.slots)
        assert (records, statistics) == simple[2][:2]  # one process counts other edges of a tier that moves leave


@pytest.mark.parametrize("simple", LONG_WINS, indirect=True)
def test_workers_widen_their_records(simple, rules, tmp_path):
    with remote(rules, 2, Tiles(FILES, 0, tmp_path)) as workers:
        solution = queue.solve(rules, 1, Silent(), engine=workers)
        assert contents(solution, rules.slots) == simple[2]
        assert workers.records.dtype == np.uint64


@pytest.mark.parametrize(("shards", "kind", "budget"), [(3, PLAIN, 1 << 16)])
def test_workers_search_as_one_process_does(rules, tmp_path, shards, kind, budget):
    alone = reach.search(rules, 1, Silent())
    with remote(rules, shards, Tiles(kind, budget, tmp_path, dtype=reach.BYTE), reach) as workers:
        reached = reach.search(rules, 1, Silent(), engine=workers)
        assert np.array_equal(reached.distances, alone.distances)
        assert (reached.states, reached.positions) == (alone.states, alone.positions)


def test_each_worker_holds_the_lists_of_its_pages_and_no_keys(rules):
    """All lists take as many bytes as those of one process; the keys of all workers are the same memory."""
    import ray_in_process

    with remote(rules, 3) as workers:
        queue.solve(rules, 1, Silent(), engine=workers)
        held = [ray_in_process.WORKERS[each.number][0] for each in workers._workers]
        if not rules.defines("unmoves"):
            edges = transposed.transpose(rules, 1, Silent(), rules.looks_ahead, sizes=TINY)
            sizes = [each._edges.storage.held for each in held]
            assert sum(sizes) == edges.storage.held and max(sizes) < 0.5 * sum(sizes)
            assert sum(each._edges.count for each in held) == edges.count
        if rules.enumerated:
            owned = [each._rules.index.packed.words.flags.owndata for each in held]
            assert owned == [False] * 3


def test_a_move_to_a_position_that_the_index_does_not_have_is_named(simple, rules):
    if not rules.enumerated or rules.defines("unmoves"):
        pytest.skip("it is not looked up while edges are transposed")
    keys = np.delete(rules.index[:], rules.slots // 2)
    lacking = bind(simple[0], Positions.of(keys))
    with remote(lacking, 2) as workers:
        with pytest.raises(GameError, match="leads to a position that is not in the index by the move"):
            queue.solve(lacking, 1, Silent(), engine=workers)


@pytest.mark.parametrize("times", [0, 2])
def test_edges_that_do_not_arrive_or_arrive_twice_are_detected(rules, monkeypatch, times):
    if rules.defines("unmoves"):
        pytest.skip("no edges are sent")
    receive, first = runs.RunStorage.receive, [True]

    def wrong(storage, message):
        for _ in range(times if first.pop() else 1):
            receive(storage, message)
        first.append(False)

    monkeypatch.setattr(runs.RunStorage, "receive", wrong)
    with remote(rules, 2) as workers, pytest.raises(WentWrong, match=r"edges were found and .* listed"):
        queue.solve(rules, 1, Silent(), engine=workers)


def test_edges_that_come_late_are_refused(rules):
    if rules.defines("unmoves"):
        pytest.skip("no edges are sent")
    empty = runs.Runs(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.uint8))
    with remote(rules, 2) as workers:
        workers.transpose(False, Silent(), NO_CHECKPOINT)
        with pytest.raises(WentWrong, match="edges of round 1 came in round 2"):
            workers.answer(workers.call(0, "receive", 1, empty))
