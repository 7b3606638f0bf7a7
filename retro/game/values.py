"""What a position is worth: one integer, which is larger for what the player to move prefers.

    value = (points << bits) + near

    points  of the player to move: those of the game where values are scores; elsewhere 2 for a win, 1 for a win
            without end, 0 for a draw, -1 and -2 for losses
    near    0                   if points are what play without end is worth
            NEAREST - plies     if they are more: the sooner the better             NEAREST = 2**(bits - 1) - 1
            plies - NEAREST     if they are less: the later the better

``plies`` are those to the end of the game, or until the rest of play is worth the same with and without end. ``bits``
follow from the class of the game (`Kind`): plies take all but one of them. They are 0, and plies are not counted, where
values are scores and every move lowers the tier.

The best move is the one with the largest value. Retrograde analysis finds values by ascending levels:

    level = ((top - abs(more)) << (bits - 1)) + plies       more = points - points of play without end

The largest difference comes first, then the shortest play. ``top`` is the largest difference that occurs, so the levels
of a game that is won, lost or drawn are its plies. A position is won at its level if ``more`` is positive, else lost.
What no level reaches is worth play without end. While a game is being solved, records have `code`: level and won in one
number, 0 for none.

Python and kernels use the same functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

NO_VALUE = -(1 << 31)
"""Instead of the value of a slot without a position."""
UNDECIDED = 0
"""The code of what no level has reached."""
WIN_POINTS = 2
"""Points of a win, where values are no scores. A win without end is worth one point."""
MAX_SCORE = (1 << 14) - 1
"""The most points of a score."""
OUTCOMES = ("win", "draw", "loss")

Record = tuple[int, int, int]
"""best, second and only move, as in `retro.storage.solution`."""
ReadRecord = Callable[[int], Record]
"""The record of a slot."""


def value_of(points: int, plies: int, endless: int, bits: int) -> int:
    """Returns the value of points after ``plies``; play without end is worth ``endless`` points."""
    more = points - endless
    if more == 0 or bits == 0:
        return points << bits
    near = (1 << bits >> 1) - 1 - plies
    return (points << bits) + (near if more > 0 else -near)


def points_of(value: int, bits: int) -> int:
    """Returns the points of a value."""
    return (value + (1 << bits >> 1)) >> bits


def plies_of(value: int, bits: int) -> int:
    """Returns the plies of a value; 0 if it has none."""
    near = abs(value - (points_of(value, bits) << bits))
    return (1 << bits >> 1) - 1 - near if near else 0


def has_plies(value: int, bits: int) -> bool:
    """Returns whether a value has plies: its points are not those of play without end."""
    return value != points_of(value, bits) << bits


def plies_of_level(value: int, bits: int) -> int:
    """Returns the plies of a value of more or less points than play without end; one too many if the value says none.

    A move to a position with the most plies has such a value; no level with so many plies is solved.
    """
    return plies_of(value, bits) if has_plies(value, bits) else (1 << bits) - 1 >> 1


def one_ply_up(value: int, gained: int, again: bool, endless: int, bits: int) -> int:
    """Returns the value of a move, for its player, from that of the position to which it leads.

    The move gains points; ``again`` says that the same player moves there. ``endless`` are the points of play without
    end where the move is made.
    """
    points = points_of(value, bits)
    return value_of(gained + (points if again else -points), plies_of(value, bits) + 1, endless, bits)


def code_of(points: int, plies: int, endless: int, top: int, bits: int) -> int:
    """Returns level and won as records have them: twice the level, plus 3 if won and 2 if lost; UNDECIDED for none."""
    more = points - endless
    if more == 0:
        return UNDECIDED
    level = ((top - abs(more)) << max(bits - 1, 0)) + plies
    return 2 * level + (3 if more > 0 else 2)


def value_at(code: int, endless: int, top: int, bits: int) -> int:
    """Returns the value of a position with this code: the inverse of `code_of`."""
    if code <= 1:
        return endless << bits
    level, half = (code >> 1) - 1, max(bits - 1, 0)
    more = top - (level >> half)
    return value_of(endless + (more if code & 1 else -more), level & ((1 << half) - 1), endless, bits)


class Kind(NamedTuple):
    """The class of a game's values.

    scores  SCORES of the game: empty where values are wins, losses and draws
    bits    bits of a value that have its plies, and a sign
    """

    scores: str
    bits: int

    @property
    def of_first(self) -> bool:
        """Whether points in counts and words are the first player's, also where the second one moves."""
        return self.scores == "first"

    @property
    def with_distances(self) -> bool:
        """Whether values are scores with plies: thousands may occur."""
        return bool(self.scores) and self.bits > 0

    def words(self, value: int) -> Value:
        """Returns a value in words; points are for the player for whom the value is."""
        points = points_of(value, self.bits)
        plies = plies_of(value, self.bits) if has_plies(value, self.bits) else None
        return Value(points if self.scores else outcome_name(points), plies)

    def outcome(self, value: int) -> str:
        """Returns ``win``, ``draw`` or ``loss``; a score by its sign."""
        return outcome_name(points_of(value, self.bits))

    def result(self, value: int) -> int:
        """Returns points; where values are not scores, 1 for a win, 0 for a draw, -1 for a loss."""
        points = points_of(value, self.bits)
        return points if self.scores else (points > 0) - (points < 0)

    def wins(self, value: int) -> bool:
        """Returns whether a value is a win; no score is one."""
        return not self.scores and points_of(value, self.bits) > 0

    def dtm(self, value: int) -> int | None:
        """Returns the plies of a win or loss that ends; None for others, and for scores."""
        ends = not self.scores and abs(points_of(value, self.bits)) == WIN_POINTS
        return plies_of(value, self.bits) if ends else None


class Value(NamedTuple):
    """A value in words.

    value  ``win``, ``loss`` or ``draw``; points if values are scores
    dtm    plies to the end of the game, or until the rest of play is worth the same with and without end; None if the
           value is what play without end is worth, and where plies do not count
    """

    value: str | int
    dtm: int | None

    @property
    def endless(self) -> bool:
        """Whether a player wins by play without end."""
        return self.dtm is None and self.value in ("win", "loss")

    @property
    def number(self) -> int:
        """Points; where values are not scores, 1 for a win, 0 for a draw, -1 for a loss."""
        return self.value if isinstance(self.value, int) else 1 - OUTCOMES.index(self.value)

    @property
    def without_plies(self) -> str:
        """The value in words, but for its plies."""
        if isinstance(self.value, int):
            return f"{self.value:+d}" if self.value else "0"
        return f"{self.value} without end" if self.endless else self.value

    def __str__(self) -> str:
        return self.without_plies if self.dtm is None else f"{self.without_plies} in {self.dtm}"


def outcome_name(points: int) -> str:
    """Returns ``win``, ``draw`` or ``loss``, by the sign of points."""
    return OUTCOMES[1 - (points > 0) + (points < 0)]


def needs_an_end(value: int, bits: int) -> bool:
    """Returns whether the player to move would get less than this value from play without end.

    Such a player has to make progress: moves that only keep the value might go round in circles.
    """
    return value > points_of(value, bits) << bits
