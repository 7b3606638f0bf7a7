"""Games whose wins are longer than the values of a small record hold: records widen, and the run goes on."""

from functools import partial

import numpy as np
import pytest
from cuts import in_slot_order
from hypothesis import given
from hypothesis import strategies as st
from random_files import checkpoint_file
from random_graphs import Graph
from small_games import LONG_TRACK, SOLVE, assert_same, lgame_rules
from track_game.plugin import retro_game as track

import retro.game.rules
from retro.game import score
from retro.game.loading import load
from retro.game.values import plies_of
from retro.indexing.discovery import Limits, enumerate_positions
from retro.solving import reference, solve
from retro.solving.record import MAX_VALUE_BITS, Layout
from retro.solving.tiles import PACKED, Tiles
from retro.storage.solution import TooLong
from retro.system.errors import ResourceError
from retro.system.progress import Silent

STEPS_OF_254 = 294
"""Length of the shortest track with a win or loss of 254 plies, the highest DTM of a record of 32 bits."""


def indexed(game, length):
    rules = load(game(), game().choose({"length": str(length)}))
    return enumerate_positions(rules, 1, Silent(), Limits(1 << 20))


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


@pytest.mark.parametrize(
    ("length", "longest", "backends"),
    [
        *((STEPS_OF_254 + more, 254 + more, ["queue"]) for more in (-1, 0, 2)),
        pytest.param(STEPS_OF_254 + 1, 255, ["queue", "sweep"], marks=pytest.mark.compiled),
        (LONG_TRACK, 344, ["queue"]),
    ],
)
def test_records_widen_where_a_win_does_not_fit(length, longest, backends):
    """A sweep in plain Python takes seconds."""
    rules = indexed(track, length)
    assert Layout.of(rules).max_dtm == 254
    expected = reference.solve(rules, Silent())
    values = np.concatenate(expected.planes(0, rules.slots)[:2]).tolist()
    assert max(plies_of(value, rules.kind.bits) for value in values) == longest
    for backend in backends:
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
