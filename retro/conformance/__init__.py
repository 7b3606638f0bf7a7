"""Tests whether a plugin keeps the contract of `retro.game`: rules that run one by one on a sample of positions.

report        the results: rules passed, failed and skipped; missing functions; times
subject       the game under test: calls of its functions that report every mistake in one line
sample        the positions that are tested
declarations, compiled, moves, symmetry, index, processes, text, agreement
              the rules
costs         the time that functions take, and what missing functions would save
overflow      copies of functions that report results beyond signed 64 bits

A rule ends with its first failure, which names the position and the move. Functions are called as plain Python until
the rule `compiled` has shown that compiled code does the same. Then they run compiled, with array bounds checked.
A sample of thousands of positions takes a second or two, and a mistake is still an exception and never a crash.

The check has a limit of time. Every rule gets a part of what the rules before it have left, ends when that is over, in
the middle of a position if it must, and says how far it came. Compiling is not counted, because its time
depends on what the cache of compiled code has.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, replace

from retro.compiling.cache_directory import CacheWarning, cache_directory
from retro.compiling.cache_directory import check as check_directory
from retro.compiling.compile import in_plain, seconds_compiling
from retro.compiling.compile_errors import Uncompilable
from retro.conformance import agreement, compiled, costs, declarations, index, moves, processes, symmetry, text
from retro.conformance.report import CheckReport, Failed, Result, Skipped, TimeOver, Timing
from retro.conformance.subject import Subject
from retro.game.rules import Rules
from retro.system.errors import GameError
from retro.system.progress import Progress

__all__ = ["PROTECTING", "RULES", "CheckReport", "check", "quick"]


@dataclass(frozen=True)
class Rule:
    """A rule of the contract.

    needs     rules on which this one depends: it is skipped if one of them fails
    check     returns a remark or None; raises `Failed`, `Skipped`, or GameError with what is wrong
    function  the function of rules.py without which the rule is skipped, if any
    reason    why it is skipped without that function; empty: the function is not defined
    """

    name: str
    needs: tuple[str, ...]
    check: Callable[[Subject], str | None]
    function: str = ""
    reason: str = ""


PROTECTING = (
    Rule("declarations", (), declarations.check),
    Rule("compiled", ("declarations",), compiled.check),
    Rule("moves", ("declarations",), moves.moves),
    Rule("symmetry", ("moves",), symmetry.check, "image", "the game declares no symmetry"),
    Rule("index", ("moves",), index.check, "rank", index.NO_INDEX),
    Rule("unmoves", ("moves", "index"), moves.unmoves, "unmoves"),
    Rule("undo", ("moves",), moves.undo, "undo", "the game has no repetition rule"),
    Rule("wins", ("moves",), moves.wins, "wins"),
    Rule("tier", ("moves", "index"), moves.tier, "tier"),
    Rule("no_moves", ("moves",), moves.no_moves, "no_moves", moves.NO_NO_MOVES),
    Rule("endless", ("moves", "tier"), moves.endless),
    Rule("processes", ("declarations",), processes.check),
)
"""The rules that a solution depends on."""

_BEFORE_VALUES = (
    *PROTECTING,
    Rule("text", ("moves",), text.text),
    Rule("scene", ("text",), text.scene),
    Rule("turns", ("scene",), text.turns),
    Rule("tags", ("moves", "symmetry"), text.tags),
    Rule("published", ("text",), text.published),
)
RULES = (*_BEFORE_VALUES, Rule("values", tuple(rule.name for rule in _BEFORE_VALUES), agreement.check))
"""All rules in the order in which they run."""

QUICK_SECONDS = 3.0
"""Time of the rules before a game is solved for the first time."""
COSTS = 2
"""What follows the rules, missing functions and times of functions, get as much time as so many rules."""


def check(
    rules: Rules, seconds: float, progress: Progress, listed: Sequence[Rule] = RULES, following: int = COSTS
) -> CheckReport:
    """Run every rule, or those that are ``listed``, all in about ``seconds``, without the time for compiling.

    The report lists missing functions if the declarations are sound, and times of functions if no rule failed; neither
    if nothing is ``following`` the rules. Warnings of numpy and numba are silenced: rules report their causes.
    Functions of small games are compiled, too.
    """
    return _checked(replace(rules, plain=False), seconds, progress, listed, following)


def quick(rules: Rules, progress: Progress, seconds: float | None = None) -> CheckReport:
    """Run the rules that a solution depends on, in ``seconds`` (default: QUICK_SECONDS) and the time for compiling.

    Nothing is compiled if the game is small. The report has neither missing functions nor times.
    """
    rules = replace(rules, plain=rules.plain and in_plain(True))
    return _checked(rules, seconds or QUICK_SECONDS, progress, PROTECTING, 0)


def _checked(rules: Rules, seconds: float, progress: Progress, listed: Sequence[Rule], following: int) -> CheckReport:
    """Runs the rules that are ``listed``, and what is ``following`` them."""
    if not rules.plain:
        check_directory(cache_directory())
    missing, timings, began = dict[str, str](), list[Timing](), time.monotonic()
    try:
        clock = nullcontext(float) if rules.plain else seconds_compiling()  # which imports the compiler
        with warnings.catch_warnings(), clock as compiling:
            warnings.simplefilter("ignore")
            warnings.simplefilter("default", CacheWarning)
            subject = Subject(rules, seconds, progress, lambda: time.monotonic() - began - compiling())
            with processes.started(rules) as subject.others:
                results = _results(listed, subject, following)
            if following:
                subject.begin("missing functions", 2)
                missing = costs.missing(subject) if results[0].status == "passed" else {}
                subject.begin("timing")
                failed = any(result.status == "failed" for result in results)
                timings = [] if failed else costs.timings(subject)
            return CheckReport(results, missing, timings, subject.clock(), compiling())
    finally:
        progress.close()


def _results(rules: Sequence[Rule], subject: Subject, following: int) -> list[Result]:
    """Returns the results of rules, which leave time for what is ``following``."""
    broken: set[str] = set()
    results = []
    for number, rule in enumerate(rules):
        left = sum(each.function in ("", *subject.functions) for each in rules[number:])
        results.append(_run(rule, subject, broken, left + following))
    return results


def _run(rule: Rule, subject: Subject, broken: set[str], left: int) -> Result:
    """Returns the result of a rule, the first of ``left`` parts of the check; adds its name to ``broken`` if it, or a
    rule that it needs, fails.
    """
    failed = next((name for name in rule.needs if name in broken), None)
    if failed is not None:
        broken.add(rule.name)
        return Result(rule.name, "skipped", 0, f"cannot be checked before {failed} passes")
    if rule.function and rule.function not in subject.functions:
        return Result(rule.name, "skipped", 0, rule.reason or f"{rule.function} is not defined")
    subject.begin(rule.name, left)
    remark: str | None = None
    try:
        with suppress(TimeOver):
            remark = rule.check(subject)
    except Uncompilable:  # the environment is wrong, not the plugin
        raise
    except (Failed, GameError) as failure:
        broken.add(rule.name)
        return Result(rule.name, "failed", subject.checked, str(failure))
    except Skipped as reason:
        return Result(rule.name, "skipped", 0, str(reason))
    return Result(rule.name, "passed", subject.checked, "; ".join(filter(None, (remark, *subject.unfinished))))
