"""Updates are sent in blocks: with any capacity and in any order, none is lost or applied twice."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from runs import OSTLE, contents, rules_of
from small_games import lacking
from springs_game.plugin import retro_game as springs

from retro.reach import reach
from retro.solving import queue, shard, solve
from retro.solving.engine import Local
from retro.solving.sample import sampled
from retro.solving.shard import Shard
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.system.errors import WentWrong
from retro.system.progress import Silent
from retro.system.sizes import TINY

GAMES = {
    "moves are taken back": lambda: rules_of(springs(), length=40),
    "a move is forbidden": lambda: rules_of("ostle", **OSTLE),
    "edges are transposed": lambda: lacking(rules_of(springs(), length=40), "unmoves"),
}
MANY, MANY_OF_BYTES = Tiles(sizes=TINY), Tiles(dtype=reach.BYTE, sizes=TINY)
"""Many tiles of records, and of distances."""
WAYS = [(PLAIN, 0, 1, 3), (PLAIN, 1 << 20, 7, 1), (PACKED, 1 << 24, 2, 3), (FILES, 1 << 20, 1, 3)]
CASES = [("moves are taken back", *way) for way in WAYS]
CASES += [("a move is forbidden", *WAYS[1]), ("edges are transposed", *WAYS[2])]


@pytest.mark.parametrize(("game", "kind", "budget", "shards", "threads"), CASES)
def test_results_do_not_depend_on_where_tiles_are(tmp_path, game, kind, budget, shards, threads):
    rules = GAMES[game]()
    expected, distances = contents(solve(rules, "queue", 1, Silent()), rules.slots), reach.search(rules, 1, Silent())
    tiles = Tiles(kind, budget, tmp_path, shards, sizes=TINY)
    assert contents(solve(rules, "queue", threads, Silent(), tiles=tiles), rules.slots) == expected
    reached = reach.search(rules, threads, Silent(), tiles=replace(tiles, shards=1, dtype=reach.BYTE))
    assert np.array_equal(reached.distances, distances.distances) and reached[1:3] == distances[1:3]


@pytest.fixture
def waiting(monkeypatch):
    """Returns a function that lets parcels be changed before they are applied: a sound run loses none."""
    original = shard.waiting
    return lambda change: monkeypatch.setattr(shard, "waiting", lambda made: change(original(made)))


def test_the_order_makes_no_difference(waiting):
    rules = GAMES["moves are taken back"]()
    expected = contents(solve(rules, "queue", 1, Silent(), tiles=MANY), rules.slots)
    chance = np.random.default_rng(3)

    def shuffled(parcels):
        order = chance.permutation(len(parcels)).tolist()
        return [parcels[number]._replace(blocks=chance.permutation(parcels[number].blocks)) for number in order]

    near = reach.search(rules, 1, Silent(), tiles=MANY_OF_BYTES)
    waiting(shuffled)
    assert contents(solve(rules, "queue", 2, Silent(), tiles=MANY), rules.slots) == expected
    reached = reach.search(rules, 2, Silent(), tiles=MANY_OF_BYTES)
    assert np.array_equal(reached.distances, near.distances) and reached[1:3] == near[1:3]


@pytest.mark.parametrize("times", [0, 2])
def test_a_block_that_is_lost_or_comes_twice_stops_the_run(waiting, times):
    rules = GAMES["moves are taken back"]()

    def changed(parcels):
        for first in parcels[:1]:
            parcels[0] = first._replace(blocks=np.append(first.blocks[1:], first.blocks[:1].repeat(times)))
        return parcels

    waiting(changed)
    with pytest.raises(WentWrong, match="edges were sent"):
        solve(rules, "queue", 1, Silent(), tiles=MANY)
    with pytest.raises(WentWrong, match="edges were sent"):
        reach.search(rules, 1, Silent(), tiles=MANY_OF_BYTES)


def test_requests_without_an_answer_stop_the_search(waiting):
    waiting(lambda parcels: parcels[len(parcels) and len(parcels[0].outbox.log) > 0 :])  # those of requests have a log
    with pytest.raises(WentWrong, match="requests were sent"):
        reach.search(GAMES["a move is forbidden"](), 1, Silent(), tiles=MANY_OF_BYTES)


@pytest.mark.compiled
def test_rounds_do_not_depend_on_threads(monkeypatch):
    """Each of 64 threads has space for the largest batch besides its share of the updates that wait."""
    rules, rounds, original = rules_of("ostle", size=4, men=3, left=1, pieces=5), list[int](), Local.round
    tiles = Tiles.within(rules, PLAIN, 1, 1 << 30, sampled(rules).walked, queue.kernels(rules))

    def counted(engine, step, *more):
        rounds[-1] += isinstance(step, partial) and step.func is Shard.expand
        return original(engine, step, *more)

    monkeypatch.setattr(Local, "round", counted)  # no result of a run says how many rounds it took
    for threads in (1, 2, 4, 16, 64):
        rounds.append(0)
        solve(rules, "queue", threads, Silent(), tiles=tiles)
    assert max(rounds[:4]) == rounds[0] and rounds[4] <= 1.5 * rounds[0]
