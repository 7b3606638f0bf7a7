"""What the rules have to say."""

from __future__ import annotations

from dataclasses import dataclass, field


class Failed(Exception):
    """A rule is broken; one line that names position and move, what was found, and what was expected."""


class Skipped(Exception):
    """A rule has nothing to look at in this game; why, in one line."""


@dataclass(frozen=True)
class Result:
    """What came of one rule.

    status   ``passed``, ``failed`` or ``skipped``
    checked  how many positions (or slots, or declarations) were looked at
    message  the failure, or why the rule was skipped, or a remark
    broken   whether this rule, or one that it needs, has failed
    """

    rule: str
    status: str
    checked: int
    message: str
    broken: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Missing:
    """A function that the plugin does not define, and what it would save."""

    function: str
    saves: str


@dataclass(frozen=True)
class Timing:
    """How long a compiled function takes: ``nanoseconds`` a call and, of `moves`, a move (None of others).

    ``calls`` is how often, about, a solver calls it for each position.
    """

    function: str
    nanoseconds: float
    each_move: float | None
    calls: float

    @property
    def each_position(self) -> float:
        """Nanoseconds for each position."""
        return self.nanoseconds * self.calls


@dataclass(frozen=True)
class Report:
    """All results in the order in which the rules ran; how long functions take, if no rule failed."""

    game: str
    options: dict[str, int | str]
    results: list[Result]
    missing: list[Missing]
    timings: list[Timing] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether no rule failed."""
        return all(result.status != "failed" for result in self.results)

    @property
    def slowest(self) -> Timing | None:
        """The function in which a solver spends most of its time."""
        return max(self.timings, key=lambda timing: timing.each_position, default=None)
