"""Kernels that look up the values of positions in lower tiers, which are solved already (`retro.solving.below`).

The last two replace those of `retro.solving.sweep_value_kernels` where every move leaves the tier.
"""

# mypy: ignore-errors
from __future__ import annotations

from retro.compiling.contract import rank
from retro.compiling.roles import borrowing
from retro.solving.finished_kernels import value_of_slot


@borrowing
def value_below(key, below):
    """Returns the value of a position of a lower tier."""
    slot, _, _ = rank(key)
    return value_of_slot(slot, below)


@borrowing
def has_second(slot, below):
    """Returns whether a position is worth something else with one of its moves forbidden: never."""
    return False


@borrowing
def value_after(slot, forbidden, key, below):
    """Returns the value of a position of a lower tier, where nothing is forbidden."""
    return value_of_slot(slot, below)
