"""Exports of random states: the same for the same seed, and all as likely as others."""

from __future__ import annotations

from collections import Counter

from exporting import exported
from scanned_game import Scanned

from retro.puzzles import export, matching
from retro.puzzles.conditions import Conditions
from retro.system.progress import Silent


def sampled(game: Scanned, conditions: Conditions, number: int, seed: int, threads: int = 1):
    """Slots and forbidden moves of a sample, in order."""
    pieces = export.sample(game.table, game.about, conditions, number, seed, threads, Silent())
    return [row for piece in pieces for row in zip(piece.slots.tolist(), piece.forbidden.tolist(), strict=True)]


def test_a_sample_depends_on_its_seed_alone(known, monkeypatch):
    game, conditions = known("ostle"), Conditions(value="win")
    whole = [row for piece in exported(game, conditions) for row in zip(piece.slots, piece.forbidden, strict=True)]
    drawn = sampled(game, conditions, 50, 1)
    assert len(drawn) == len(set(drawn)) == 50 and drawn == [row for row in whole if row in set(drawn)]
    assert sampled(game, conditions, 50, 2) != drawn
    assert sampled(game, conditions, len(whole) + 1, 1) == sampled(game, conditions, len(whole), 1) == whole
    for module, constant, size in ((matching, "ROWS_AT_ONCE", 100), (export, "EXPORT_TASK", 30)):
        monkeypatch.setattr(module, constant, size)
    for threads in (1, 3):
        assert sampled(game, conditions, 50, 1, threads) == drawn


def test_every_state_is_drawn_as_often_as_others(known):
    """Draws of a third of the states: how often each came, against what chance allows."""
    game, conditions, times = known("lgame"), Conditions(value="loss"), 100
    whole = sampled(game, conditions, 10**6, 0)
    often = Counter(row for seed in range(times) for row in sampled(game, conditions, len(whole) // 3, seed))
    assert set(often) == set(whole)
    share = (len(whole) // 3) / len(whole)
    off = 5 * (times * share * (1 - share)) ** 0.5
    assert all(abs(many - times * share) < off for many in often.values())
