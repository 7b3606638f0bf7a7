"""Games whose wins are longer than the values of a small record hold: records widen, and the run goes on.

In a chain the DTM of a position is its place, so what is expected needs no solver; in a track, where moves are
forbidden, `long_wins` computes it position by position.
"""

from functools import partial

import numpy as np
import pytest
from chain_game.plugin import retro_game as chain
from cuts import in_slot_order
from hypothesis import given
from hypothesis import strategies as st
from random_files import checkpoint_file
from random_graphs import Graph
from runs import loss_in, win_in
from small_games import LONG_TRACK, SOLVE, assert_same, lgame_rules
from track_game.plugin import retro_game as track

import retro.game.rules
from retro.game import NONE, score
from retro.game.loading import load
from retro.indexing.discovery import Limits, enumerate_positions
from retro.solving import reference, solve
from retro.solving.record import MAX_VALUE_BITS, Layout
from retro.solving.tiles import PACKED, Tiles
from retro.storage.solution import TooLong
from retro.system.errors import ResourceError
from retro.system.progress import Silent

LENGTHS = [253, 254, 255, 256, 1000, *(pytest.param(n, marks=pytest.mark.soak) for n in (32_001, 70_000))]
"""Lengths of a chain."""
STEPS_OF_254 = 294
"""Length of the shortest track with a win or loss of 254 plies, the highest DTM of a record of 32 bits."""


def indexed(game, length):
    rules = load(game(), game().choose({"length": str(length)}))
    return enumerate_positions(rules, 1, Silent(), Limits(1 << 20))


def values_of_a_track(length):
    """Returns all positions of a track, with nothing forbidden and with the move 0 forbidden: who wins, and plies."""
    free, limited = [(False, 0)], [(False, 0)]

    def above(values):
        """The value of a position whose moves lead to positions with these values."""
        lost = [plies for won, plies in values if not won]
        return (True, min(lost) + 1) if lost else (False, max(plies for _, plies in values) + 1)

    for place in range(1, length + 1):
        by_0 = limited[place - 1]
        if place % 7 == 3:
            free.append(above([by_0]))
            limited.append((True, 0))
        else:
            by_1 = free[place - (3 if place % 8 == 0 else 1)]
            free.append(above([by_0, by_1]))
            limited.append(above([by_1]))
    return free, limited


def check_track(length, solution):
    """Compares a solution with the values of a track. Returns the highest DTM."""
    free, limited = values_of_a_track(length)
    best, second, only_move = (plane.tolist() for plane in solution.planes(0, length + 1))
    values = [[(win_in if won else loss_in)(plies) for won, plies in each] for each in (free, limited)]
    assert best == values[0]
    assert second[:-1] == values[1][:-1]  # no move leads to the start
    assert only_move[:-1] == [0 if one != other else NONE for one, other in zip(free, limited, strict=True)][:-1]
    return max(plies for _, plies in free + limited[:-1])


@given(st.integers(1, 8), st.integers(1, 6), st.booleans(), st.integers(0, 1 << 30))
def test_wider_records_have_the_same_fields(code_bits, count_bits, repetition, seed):
    narrow = Layout(code_bits if repetition else 0, count_bits, repetition, np.uint32)
    wide = narrow.wider
    if wide is None:
        assert narrow.value_bits == MAX_VALUE_BITS
        return
    assert wide.wider is None and wide.value_bits > narrow.value_bits
    records = np.random.default_rng(seed).integers(0, 1 << 32, 50, np.uint32)
    records &= np.uint32((1 << narrow.best_shift + narrow.value_bits) - 1)
    converted = narrow.widened(records)
    assert converted.dtype == np.uint64
    for name in ("best_shift", "second_shift"):
        one, other = (
            [int(word) >> getattr(layout, name) & layout.value_mask for word in words]
            for layout, words in ((narrow, records), (wide, converted))
        )
        assert one == other
    low = (1 << narrow.second_shift) - 1
    assert [int(word) & low for word in records] == [int(word) & low for word in converted]


@pytest.mark.parametrize("tiers", [1, 40])
@pytest.mark.parametrize("scores", ["", "mover"])
@pytest.mark.parametrize("backend", SOLVE)
def test_plies_that_no_value_holds_are_refused(monkeypatch, backend, scores, tiers):
    """With values that have five bits for plies: in one tier, and where each position is a tier."""
    for name in ("OUTCOME_PLY_BITS", "SCORE_PLY_BITS"):
        monkeypatch.setattr(retro.game.rules, name, 5)
    for plies in (14, 15, 16):
        options = {"scores": scores, "endless": (lambda key: score(0)) if scores else None}
        tier = [key % tiers for key in range(plies + 1)]
        rules = Graph([], {}, []).with_line(plies).rules(tier, lgame_rules(), **options)
        if plies > 14:
            with pytest.raises(TooLong, match="has wins longer than 14 plies, and values hold no more"):
                SOLVE[backend](rules)
        else:
            records = in_slot_order(SOLVE[backend](rules), rules)
            assert all(rules.words(key, best).dtm == key for key, (best, *_) in records.items())


@pytest.mark.parametrize("length", LENGTHS)
def test_a_chain_of_any_length_is_solved(length):
    rules = load(chain(), chain().choose({"length": str(length)}))
    solution = solve(rules, "queue", 1, Silent())
    best, second, _ = solution.planes(0, length + 1)
    assert solution.statistics == reference.solve(rules, Silent()).statistics
    assert best.tolist() == [win_in(slot) if slot % 2 else loss_in(slot) for slot in range(length + 1)]
    assert np.array_equal(best, second)


@pytest.mark.parametrize(
    ("length", "longest"),
    [
        *((STEPS_OF_254 + more, 254 + more) for more in (-1, 0, 2)),
        pytest.param(STEPS_OF_254 + 1, 255, marks=pytest.mark.compiled),
        (LONG_TRACK, 602),
    ],
)
def test_records_widen_where_a_win_does_not_fit(length, longest):
    rules = indexed(track, length)
    assert Layout.of(rules).max_dtm == 254
    expected = reference.solve(rules, Silent())
    assert check_track(length, expected) == longest
    for backend in ("queue", "sweep"):
        assert_same(rules, expected, SOLVE[backend](rules))


def test_a_run_without_memory_for_wider_records_continues_with_another_store(tmp_path, reported):
    rules = indexed(track, LONG_TRACK)
    expected = solve(rules, "queue", 1, Silent())
    checkpoint = partial(checkpoint_file, tmp_path / "saved")
    reported(available_memory=100)
    message = "^track: a win takes so many plies that its records widen, and .* --store packed or files$"
    for _ in ("widening", "resumed"):
        with pytest.raises(ResourceError, match=message):
            solve(rules, "queue", 1, Silent(), checkpoint())
    assert checkpoint().state("solve")["level"] == 254
    solution = solve(rules, "queue", 1, Silent(), checkpoint(), Tiles(PACKED))
    assert_same(rules, expected, solution)
    assert solution.edges == expected.edges
