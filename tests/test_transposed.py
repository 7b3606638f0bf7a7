"""Predecessor lists against lists made move by move in plain Python, however edges are cut into rounds and runs."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from mixing_game.plugin import retro_game as mixing
from noughts_game.plugin import retro_game as noughts
from walking_game.plugin import retro_game as walking

from retro.compiling.kernels import kernels_of
from retro.game import ONGOING
from retro.game.loading import load
from retro.indexing.discovery import Limits, enumerate_positions
from retro.indexing.enumerated import Positions, bind
from retro.solving import lists_kernels, transposed
from retro.solving.tiles import FILES, PLAIN, Tiles
from retro.system.errors import GameError
from retro.system.progress import Silent
from retro.system.sizes import TINY

GAMES = {
    "enumerated": lambda: load(mixing(), {"size": 1000}),
    "enumerated, with symmetry": lambda: load(noughts(), noughts().choose({})),
    "repetition rule": lambda: load(walking(), {"seed": 54}),
    "repetition rule, enumerated": lambda: load(walking(), {"seed": 54}).without_index(),
}


@pytest.fixture(scope="module", params=GAMES)
def rules(request):
    loaded = GAMES[request.param]()
    return loaded if hasattr(loaded, "slots") else enumerate_positions(loaded, 1, Silent(), Limits(1 << 20))


@pytest.fixture(scope="module")
def expected(rules):
    """The sources of the edges to each slot."""
    edges = [Counter() for _ in range(rules.slots)]
    for source in range(rules.slots):
        key = rules.unrank(source)
        for move in rules.moves(key) if key >= 0 else ():
            if move.outcome == ONGOING:
                edges[rules.rank(move.successor)[0]][source] += 1
    return edges


def listed(rules, edges):
    """Returns the sources of each list."""
    module, rows = kernels_of(rules, lists_kernels), np.empty((edges.longest + 1, 3), np.int64)
    result = []
    for slot in range(rules.slots):
        count = module.edges_of(edges.lists(slot), slot, rows)
        sources = rows[:count, 0].tolist()
        assert sources == sorted(sources) and count <= edges.longest
        result.append(Counter(sources))
    return result


@pytest.mark.parametrize(
    ("threads", "in_files", "round_bytes", "task", "run_edges", "word_bits"),
    [(1, False, 2**20, 2**16, 2**20, 64), (3, True, 20_000, 1024, 2**20, 64), (3, False, 50_000, 4096, 50, 1)],
)
def test_lists_are_those_of_all_moves(
    rules, expected, tmp_path, monkeypatch, threads, in_files, round_bytes, task, run_edges, word_bits
):
    """In rounds, tasks, pages and runs of any size, also where a word has too few bits for a target and a number."""
    monkeypatch.setattr(transposed, "RUN_EDGES", run_edges)
    monkeypatch.setattr(transposed, "WORD_BITS", word_bits)
    sizes = replace(TINY, min_tile_bits=8, min_round_bytes=round_bytes, task_moves=task)
    tiles = Tiles(FILES if in_files else PLAIN, round_bytes, tmp_path, sizes=sizes)
    edges = transposed.transpose(rules, threads, Silent(), False, tiles=tiles)
    assert listed(rules, edges) == expected
    assert edges.count == sum(each.total() for each in expected)


def test_a_move_to_a_position_that_the_index_does_not_have_is_named(rules):
    if rules.enumerated:
        lacking = bind(rules, Positions.of(np.delete(rules.index[:], rules.slots // 2), rules.index.key_bits))
        with pytest.raises(GameError, match="leads to a position that is not in the index by the move"):
            transposed.transpose(lacking, 1, Silent(), False)
