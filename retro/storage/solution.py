"""What every backend returns: the records of all positions and the statistics of all states.

A record has the value of every state of its position: value(forbidden) = second if forbidden == only_move else best.
``only_move`` is the only best move where forbidding it makes a difference and some move of the game does forbid it;
otherwise it is NONE and second equals best, so records do not depend on how they were computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from retro.game.rules import Rules
from retro.game.values import NO_VALUE
from retro.storage.checked_json import among
from retro.system.checkpointing import Snapshot
from retro.system.errors import GameError

Values = NDArray[np.int32]
Planes = tuple[Values, Values, NDArray[np.int16]]
"""best, second and only move of consecutive slots; NO_VALUE and NONE where there is no position."""

JsonValue = Annotated[int, among(range(NO_VALUE, -NO_VALUE))]


Blocks = Callable[[Callable[[Planes], Any], int], Iterator[Any] | None]
"""Returns the results of a function, which can be pickled, for each block of so many slots, in order, computed by the
processes that hold the records; None if they do not hold such blocks."""


def joined(pieces: Iterable[Planes]) -> Planes:
    """Returns the planes of pieces that follow each other."""
    none = np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0, np.int16)
    best, second, only_move = (np.concatenate(plane) for plane in zip(none, *pieces, strict=True))
    return best, second, only_move


class TooLong(GameError):
    """The game has a DTM above ``max_dtm``, the highest that the widest records hold, or that a value holds."""

    def __init__(self, rules: Rules, max_dtm: int) -> None:
        why = "which records cannot hold: smaller CODES and MAX_MOVES leave more bits for values"
        if max_dtm >= (1 << rules.kind.bits >> 1) - 2:
            why = "and values hold no more"
        super().__init__(f"{rules.game.name} has wins longer than {max_dtm:,} plies, {why}")


@dataclass
class Statistics:
    """Counts over a whole solution, in the game's own counting (see COUNTED in `retro.game`).

    states       states by value, which is the first player's where the game's SCORES are; with a repetition rule a
                 state is counted if a move leads to it, and checkmates are not counted
    forbidding   states that have a forbidden move
    positions    positions, checkmates included
    checkmates   positions in which the mover wins at once
    unentered    positions other than checkmates into which every move forbids a reply, or no move leads
    sections     positions by section name
    slots        size of the index
    stored       positions that have a slot, one for each class
    final        positions without a legal move, by value
    """

    states: dict[JsonValue, int] = field(default_factory=dict)
    forbidding: int = 0
    positions: int = 0
    checkmates: int = 0
    unentered: int = 0
    sections: dict[str, int] = field(default_factory=dict)
    slots: int = 0
    stored: int = 0
    final: dict[JsonValue, int] = field(default_factory=dict)

    def __add__(self, other: Statistics) -> Statistics:
        """Returns the counts of two sets of slots together."""
        names = [each.name for each in fields(self)]
        return Statistics(**{name: _sum(getattr(self, name), getattr(other, name)) for name in names})

    @property
    def state(self) -> dict[str, Any]:
        """The counts as they are written as JSON, in which numbers by value are lists of pairs."""
        return asdict(self) | {"states": list(self.states.items()), "final": list(self.final.items())}

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> Statistics:
        """Returns the counts of a `state`."""
        return cls(**state | {"states": dict(state["states"]), "final": dict(state["final"])})


def _sum(one: Any, other: Any) -> Any:
    """Returns the sum of two numbers, or of two dictionaries of numbers key by key."""
    if not isinstance(one, dict):
        return one + other
    both = one | other
    by_value = all(isinstance(key, int) for key in both)  # values are in order, sections as they were declared
    return {key: one.get(key, 0) + other.get(key, 0) for key in (sorted(both) if by_value else both)}


@dataclass
class Solution:
    """All records, by index.

    planes      returns best, second and only move of slots start..stop-1
    statistics  counts over all of it
    values      NO_VALUE, and all values that occur; others may be among them
    edges       edges that the backend walked, 0 if it does not count them
    snapshot    what a checkpoint saves of it; None if its backend saves nothing
    written     bytes that were written to files of tiles
    blocks      for records that other processes hold; None if this process holds them
    batch       number of neighbouring records that are read in the time of one
    words       the records of all slots as the solver has them in memory, and the names of their fields' bits for
                kernels (`retro.solving.record.Layout.constants`); None if they are elsewhere, or otherwise
    """

    planes: Callable[[int, int], Planes]
    statistics: Statistics
    values: Sequence[int]
    edges: int = 0
    snapshot: Snapshot | None = None
    written: int = 0
    batch: int = 1
    blocks: Blocks | None = None
    words: tuple[NDArray[np.unsignedinteger[Any]], dict[str, Any]] | None = None
