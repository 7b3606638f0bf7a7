"""Updates are handed over in blocks: however many there is room for, in whatever order, none is lost or comes twice."""

import numpy as np
import pytest
from test_checkpoint import rules_of
from test_threads import contents
from walking_game.plugin import retro_game as walking_game

from retro.game import WentWrong
from retro.loading import load
from retro.progress import Silent
from retro.solving import outbox, queue, tiles
from retro.solving.tiles import FILES, PACKED, PLAIN, Tiles

GAMES = {
    "moves are taken back": lambda: rules_of("ostle", size=4),
    "edges are turned around": lambda: load(walking_game(), {"seed": 54}),
}


@pytest.fixture
def many_tiles(monkeypatch):
    """Tiles as small as can be."""
    monkeypatch.setattr(tiles, "LEAST_TILE_BITS", 10)
    monkeypatch.setattr(tiles, "TILES", 1 << 20)


@pytest.fixture(scope="module", params=GAMES)
def solved(request):
    """Rules, and what a run with a tile of everything finds."""
    rules = GAMES[request.param]()
    return rules, contents(queue.solve(rules, 1, Silent()), rules.slots)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    ("kind", "budget", "shards"), [(PLAIN, 0, 1), (PLAIN, 1 << 20, 7), (PACKED, 1 << 24, 2), (FILES, 1 << 20, 1)]
)
def test_it_makes_no_difference_where_tiles_are(tmp_path, many_tiles, solved, kind, budget, shards, threads):
    rules, expected = solved
    kept = Tiles(kind, budget, tmp_path, shards)
    assert contents(queue.solve(rules, threads, Silent(), tiles=kept), rules.slots) == expected


def waiting(monkeypatch, change):
    """Have blocks changed before they are applied."""
    original = outbox.Outbox.waiting
    monkeypatch.setattr(outbox.Outbox, "waiting", lambda self: change(original(self)))


def test_the_order_makes_no_difference(monkeypatch, many_tiles):
    rules = GAMES["moves are taken back"]()
    expected = contents(queue.solve(rules, 1, Silent()), rules.slots)
    chance = np.random.default_rng(3)

    def shuffled(blocks):
        return {tile: chance.permutation(blocks[tile]) for tile in chance.permutation(list(blocks)).tolist()}

    waiting(monkeypatch, shuffled)
    assert contents(queue.solve(rules, 2, Silent()), rules.slots) == expected


@pytest.mark.parametrize("times", [0, 2])
def test_a_block_that_is_lost_or_comes_twice_stops_the_run(monkeypatch, many_tiles, times):
    rules = GAMES["moves are taken back"]()

    def changed(blocks):
        for tile, numbers in blocks.items():
            return blocks | {tile: np.append(numbers[1:], numbers[:1].repeat(times))}
        return blocks

    waiting(monkeypatch, changed)
    with pytest.raises(WentWrong, match="edges were sent"):
        queue.solve(rules, 1, Silent())
