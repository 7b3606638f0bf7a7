"""`retro check`: a line for each rule of the contract, how long the functions take, and which are missing."""

from __future__ import annotations

import math
import sys
from dataclasses import asdict
from typing import Annotated, Any

import typer

from retro import conformance
from retro.app import layout
from retro.app.arguments import option
from retro.app.shell import Shell, command
from retro.conformance.report import CheckReport
from retro.system.errors import GameError
from retro.system.exit_codes import WRONG
from retro.system.messages import one_line


@command(without=("threads", "data"))
def check(
    shell: Shell,
    seconds: Annotated[float, option("SECONDS", "Time limit for all rules, without compiling.", min=0.1)] = 30.0,
) -> None:
    """Check a plugin, rule by rule, and list the functions that it lacks; exit code 1 if a rule is broken."""
    if not math.isfinite(seconds):
        raise GameError(f"--seconds takes a finite number, not {seconds}")
    answer = _as_json(shell, conformance.check(shell.rules, seconds, shell.display))
    shell.answer(answer, lambda: _show(answer))
    if not answer["passed"]:
        raise typer.Exit(WRONG)


def _as_json(shell: Shell, report: CheckReport) -> dict[str, Any]:
    return {
        **shell.header,
        "passed": report.passed,
        "rules": [asdict(each) for each in report.results],
        "timings": [asdict(each) for each in report.timings],
        "slowest": None if report.slowest is None else report.slowest.function,
        "seconds": report.seconds,
        "compiling_seconds": report.compiling_seconds,
        "missing": [{"function": function, "saves": saves} for function, saves in report.missing.items()],
    }


def _show(answer: dict[str, Any]) -> None:
    rules, slowest = answer["rules"], answer["slowest"]
    lines = [(each["rule"], each["status"].replace("failed", "FAILED"), _detail(each)) for each in rules]
    lines += [(each["function"], "timed", _time(each, slowest)) for each in answer["timings"]]
    lines += [(each["function"], "missing", f"would save: {each['saves']}") for each in answer["missing"]]
    names, statuses = (max(len(line[column]) for line in lines) for column in (0, 1))
    layout.facts((f"{name:<{names}}  {status:<{statuses}}", one_line(detail)) for name, status, detail in lines)
    failed = sum(each["status"] == "failed" for each in rules)
    layout.facts([("seconds", f"{answer['seconds']:.1f}, and {answer['compiling_seconds']:.1f} for compiling")])
    sys.stdout.write(f"{answer['game']} {f'breaks {failed} of the rules' if failed else 'passes'}\n")


def _detail(rule: dict[str, Any]) -> str:
    counted = f"{rule['checked']:,} checked" if rule["status"] == "passed" else ""
    return "; ".join(text for text in (counted, rule["message"]) if text)


def _time(timing: dict[str, Any], slowest: str) -> str:
    nanoseconds, each_move, calls = (
        timing[name] for name in ("nanoseconds", "nanoseconds_each_move", "calls_each_position")
    )
    times = f"{nanoseconds:,.0f} ns a call"
    if each_move is not None:
        times += f", {each_move:,.0f} ns a move"
    if calls and calls != 1.0:
        times += f"; about {calls:,.1f} calls a position"
    if timing["function"] != slowest:
        return times
    return f"{times}; the most time for each position: {nanoseconds * calls:,.0f} ns"
