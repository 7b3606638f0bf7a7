"""Tests whether a plugin keeps the contract of `retro.game`: rules that run one by one on a sample of positions.

report        the results: rules passed, failed and skipped; missing functions; times
subject       the game under test: calls of its functions that report every mistake in one line
sample        the positions that are tested
declarations, compiled, forward, symmetry, group, index, backward, round_trip, scenes, turns, tags, published, agreement
              the rules
missing       functions that a plugin could define and what they would save
timing        the time that functions take
overflow      copies of functions that report results beyond signed 64 bits
tables        arrays that functions read

A rule ends with its first failure, which names the position and the move. Functions are called as plain Python until
the rule `compiled` has shown that compiled code does the same. Then they run compiled, with array bounds checked.
A sample of thousands of positions takes a second or two, and a mistake is still an exception and never a crash.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from retro.compiling.cache_directory import CacheWarning, cache_directory
from retro.compiling.cache_directory import check as check_directory
from retro.conformance import (
    agreement,
    backward,
    compiled,
    declarations,
    forward,
    index,
    missing,
    published,
    round_trip,
    scenes,
    symmetry,
    tags,
    timing,
    turns,
)
from retro.conformance.report import Failed, Report, Result, Skipped
from retro.conformance.subject import Subject
from retro.game.rules import Rules
from retro.system.progress import Progress

__all__ = ["PROTECTING", "RULES", "Report", "check", "quick"]


@dataclass(frozen=True)
class Rule:
    """A rule: ``check`` raises `Failed` or `Skipped`; its result means nothing unless the rules ``needs`` pass."""

    name: str
    needs: tuple[str, ...]
    check: Callable[[Subject], None]


PROTECTING = (
    Rule("declarations", (), declarations.check),
    Rule("compiled", ("declarations",), compiled.check),
    Rule("moves", ("declarations",), forward.moves),
    Rule("symmetry", ("moves",), symmetry.check),
    Rule("index", ("moves",), index.check),
    Rule("unmoves", ("moves", "index"), backward.unmoves),
    Rule("undo", ("moves",), backward.undo),
    Rule("wins", ("moves",), forward.wins),
    Rule("urgent", ("moves", "wins"), forward.urgent),
    Rule("tier", ("moves",), forward.tier),
    Rule("no_moves", ("moves",), forward.no_moves),
)
"""The rules that a solution depends on."""

_OTHERS = (
    *PROTECTING,
    Rule("text", ("moves",), round_trip.check),
    Rule("scene", ("text",), scenes.check),
    Rule("turns", ("scene",), turns.check),
    Rule("tags", ("moves", "symmetry"), tags.check),
    Rule("published", ("text",), published.check),
)
RULES = (*_OTHERS, Rule("values", tuple(rule.name for rule in _OTHERS), agreement.check))
"""All rules in the order in which they run."""

QUICK_SECONDS = 0.3
"""Time of each rule before a game is solved for the first time."""


def check(rules: Rules, seconds: float, progress: Progress) -> Report:
    """Run every rule, each for about ``seconds``.

    The report lists missing functions and, if no rule failed, the times of functions.
    """
    subject = Subject(rules, seconds, progress)
    with _quiet(progress):
        results = _results(RULES, subject)
        found = missing.missing(subject) if results[0].status == "passed" else []
        broken = any(result.status == "failed" for result in results)
        taken = [] if broken else timing.timings(subject)
    return Report(rules.game.name, dict(rules.options), results, found, taken)


def quick(rules: Rules, progress: Progress) -> Report:
    """Run the rules that a solution depends on, which takes a second or two and the time for compiling."""
    subject = Subject(rules, QUICK_SECONDS, progress)
    with _quiet(progress):
        results = _results(PROTECTING, subject)
    return Report(rules.game.name, dict(rules.options), results, [])


@contextmanager
def _quiet(progress: Progress) -> Iterator[None]:
    check_directory(cache_directory())  # rules that compile need the directory
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of numpy and numba; the rules see wrong results
            warnings.simplefilter("default", CacheWarning)
            yield
    finally:
        progress.close()


def _results(chosen: Iterable[Rule], subject: Subject) -> list[Result]:
    results: list[Result] = []
    for rule in chosen:
        broken = {result.rule for result in results if result.broken}
        results.append(_run(rule, subject, broken))
    return results


def _run(rule: Rule, subject: Subject, broken: set[str]) -> Result:
    first = next((name for name in rule.needs if name in broken), None)
    if first is not None:
        return Result(rule.name, "skipped", 0, f"cannot be checked before {first} passes", broken=True)
    subject.begin(rule.name)
    try:
        rule.check(subject)
    except Failed as failure:
        return Result(rule.name, "failed", subject.checked, str(failure), broken=True)
    except Skipped as reason:
        return Result(rule.name, "skipped", 0, str(reason))
    return Result(rule.name, "passed", subject.checked, subject.remark)
