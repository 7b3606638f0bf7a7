"""Which of all changes from one value to another is the most striking. Not for scores."""

from __future__ import annotations

from collections.abc import Mapping

from retro.game import dtm, outcome_name
from retro.game.values import OUTCOMES


def most_striking(first: Mapping[tuple[int, int], int]) -> dict[tuple[str, str], tuple[int, int]]:
    """Of packed values before and after, and the first slot where one becomes the other: a pair for any two outcomes.

    Striking is a long delay, if the outcome stays; else that the ends come soon. Of several pairs that are equally
    striking it is the one of the lowest slot. Win comes before draw and draw before loss, before and then after.
    """
    found: dict[tuple[str, str], tuple[tuple[int, int], tuple[int, int]]] = {}
    for pair, slot in first.items():
        outcomes = outcome_name(pair[0]), outcome_name(pair[1])
        order = -_striking(*pair), slot
        if outcomes not in found or order < found[outcomes][0]:
            found[outcomes] = order, pair
    listed = sorted(found, key=lambda outcomes: [OUTCOMES.index(outcome) for outcome in outcomes])
    return {outcomes: found[outcomes][1] for outcomes in listed}


def _striking(before: int, after: int) -> int:
    outcomes = outcome_name(before), outcome_name(after)
    if outcomes[0] == outcomes[1] != "draw":
        return abs(dtm(after) - dtm(before))
    return -sum(dtm(value) for value, outcome in zip((before, after), outcomes, strict=True) if outcome != "draw")
