"""Updates are sent in blocks: with any capacity and in any order, none is lost or applied twice."""

import numpy as np
import pytest
from runs import contents, rules_of
from walking_game.plugin import retro_game as walking_game

from retro.game.loading import load
from retro.reach import reach
from retro.solving import outbox, queue
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles
from retro.system.errors import WentWrong
from retro.system.progress import Silent
from retro.system.sizes import TINY

pytestmark = pytest.mark.compiled

GAMES = {
    "moves are taken back": lambda: rules_of("ostle", size=4),
    "edges are transposed": lambda: load(walking_game(), {"seed": 54}),
}
MANY, MANY_OF_BYTES = Tiles(sizes=TINY), Tiles(dtype=reach.BYTE, sizes=TINY)
"""Many tiles of records, and of distances."""


@pytest.fixture(scope="module", params=GAMES)
def solved(request):
    """Returns rules, and the result of a run with a single tile."""
    rules = GAMES[request.param]()
    return rules, contents(queue.solve(rules, 1, Silent()), rules.slots)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("kind", "budget", "shards"), [(PLAIN, 0, 1), (PLAIN, 1 << 20, 7), (PACKED, 1 << 24, 2), (FILES, 1 << 20, 1)]
)
def test_records_do_not_depend_on_where_tiles_are(tmp_path, solved, kind, budget, shards, threads):
    rules, expected = solved
    tiles = Tiles(kind, budget, tmp_path, shards, sizes=TINY)
    assert contents(queue.solve(rules, threads, Silent(), tiles=tiles), rules.slots) == expected


@pytest.fixture(scope="module", params=GAMES)
def searched(request):
    """Returns rules, and the result of a search with a single tile."""
    rules = GAMES[request.param]()
    return rules, reach.search(rules, 1, Silent())


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(("kind", "budget"), [(PLAIN, 0), (PACKED, 1 << 24), (FILES, 1 << 20)])
def test_distances_do_not_depend_on_where_tiles_are(tmp_path, searched, kind, budget, threads):
    rules, expected = searched
    reached = reach.search(rules, threads, Silent(), tiles=Tiles(kind, budget, tmp_path, dtype=reach.BYTE, sizes=TINY))
    assert np.array_equal(reached.distances, expected.distances) and reached[1:3] == expected[1:3]


def waiting(monkeypatch, change):
    """Changes parcels before they are applied."""
    original = outbox.Outbox.waiting
    monkeypatch.setattr(outbox.Outbox, "waiting", lambda self: change(original(self)))


def test_the_order_makes_no_difference(monkeypatch):
    rules = GAMES["moves are taken back"]()
    expected = contents(queue.solve(rules, 1, Silent(), tiles=MANY), rules.slots)
    chance = np.random.default_rng(3)

    def shuffled(parcels):
        order = chance.permutation(len(parcels)).tolist()
        return [parcels[number]._replace(blocks=chance.permutation(parcels[number].blocks)) for number in order]

    near = reach.search(rules, 1, Silent(), tiles=MANY_OF_BYTES)
    waiting(monkeypatch, shuffled)
    assert contents(queue.solve(rules, 2, Silent(), tiles=MANY), rules.slots) == expected
    reached = reach.search(rules, 2, Silent(), tiles=MANY_OF_BYTES)
    assert np.array_equal(reached.distances, near.distances) and reached[1:3] == near[1:3]


@pytest.mark.parametrize("times", [0, 2])
def test_a_block_that_is_lost_or_comes_twice_stops_the_run(monkeypatch, times):
    rules = GAMES["moves are taken back"]()

    def changed(parcels):
        for first in parcels[:1]:
            parcels[0] = first._replace(blocks=np.append(first.blocks[1:], first.blocks[:1].repeat(times)))
        return parcels

    waiting(monkeypatch, changed)
    with pytest.raises(WentWrong, match="edges were sent"):
        queue.solve(rules, 1, Silent(), tiles=MANY)
    with pytest.raises(WentWrong, match="edges were sent"):
        reach.search(rules, 1, Silent(), tiles=MANY_OF_BYTES)


def test_a_request_without_an_answer_stops_the_search(monkeypatch):
    rules, original = GAMES["moves are taken back"](), outbox.Outbox.waiting

    def lost(self):
        """Returns all requests except those for one tile."""
        return original(self)[len(self.log) > 0 :]

    monkeypatch.setattr(outbox.Outbox, "waiting", lost)
    with pytest.raises(WentWrong, match="requests were sent"):
        reach.search(rules, 1, Silent(), tiles=MANY_OF_BYTES)
