"""Results of `retro check`: rules, missing functions, and times of functions."""

from __future__ import annotations

from dataclasses import dataclass


class Failed(Exception):
    """A rule is broken. The text is one line with position, move, result and expected result."""


class Skipped(Exception):
    """A rule does not apply to this game. The text is the reason in one line."""


class TimeOver(Exception):
    """The time of a rule is over, perhaps in the middle of a position."""


@dataclass(frozen=True)
class Result:
    """The result of a rule.

    status   ``passed``, ``failed`` or ``skipped``
    checked  number of positions (or slots, or declarations) tested
    message  the failure, the reason for skipping, or a remark and what there was no time for
    """

    rule: str
    status: str
    checked: int
    message: str


@dataclass(frozen=True)
class Timing:
    """The time of a compiled function.

    nanoseconds            of a call
    nanoseconds_each_move  the same divided by the number of moves; None except for `moves`
    calls_each_position    approximate number of a solver's calls for each position
    """

    function: str
    nanoseconds: float
    nanoseconds_each_move: float | None
    calls_each_position: float


@dataclass(frozen=True)
class CheckReport:
    """The results in the order of the rules; times of functions if no rule failed.

    missing            by function that the plugin does not define, what it would save, in words
    seconds            time that the check took, without compiling
    compiling_seconds  time for compiling, which the limit does not include
    """

    results: list[Result]
    missing: dict[str, str]
    timings: list[Timing]
    seconds: float
    compiling_seconds: float

    @property
    def passed(self) -> bool:
        """Whether no rule failed."""
        return all(result.status != "failed" for result in self.results)

    @property
    def slowest(self) -> Timing | None:
        """The function in which a solver spends most of its time."""
        return max(self.timings, key=lambda each: each.nanoseconds * each.calls_each_position, default=None)
