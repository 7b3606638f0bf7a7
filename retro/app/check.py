"""What `retro check` says: one line for each rule, how long functions take, and what is missing."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

from retro.app import layout
from retro.conformance.report import Report, Result, Timing
from retro.system.messages import one_line


def as_json(report: Report) -> dict[str, Any]:
    """The answer of `retro check`."""
    return {
        "game": report.game,
        "options": report.options,
        "passed": report.passed,
        "rules": [
            {"rule": each.rule, "status": each.status, "checked": each.checked, "message": each.message}
            for each in report.results
        ],
        "timings": [
            {
                "function": each.function,
                "nanoseconds": round(each.nanoseconds, 1),
                "nanoseconds_each_move": None if each.each_move is None else round(each.each_move, 1),
                "calls_each_position": round(each.calls, 2),
            }
            for each in report.timings
        ],
        "slowest": None if report.slowest is None else report.slowest.function,
        "missing": [asdict(each) for each in report.missing],
    }


def write(report: Report) -> None:
    """The same for people."""
    lines = [(each.rule, each.status.replace("failed", "FAILED"), _detail(each)) for each in report.results]
    lines += [(each.function, "timed", _time(each, each is report.slowest)) for each in report.timings]
    lines += [(each.function, "missing", f"would save: {each.saves}") for each in report.missing]
    names, statuses = (max(len(line[column]) for line in lines) for column in (0, 1))
    layout.facts((f"{name:<{names}}  {status:<{statuses}}", one_line(detail)) for name, status, detail in lines)
    failed = sum(each.status == "failed" for each in report.results)
    sys.stdout.write(f"{report.game} {'passes' if not failed else f'breaks {failed} of the rules'}\n")


def _detail(result: Result) -> str:
    counted = f"{result.checked:,} checked" if result.status == "passed" else ""
    return "; ".join(part for part in (counted, result.message) if part)


def _time(timing: Timing, slowest: bool) -> str:
    taken = f"{timing.nanoseconds:,.0f} ns a call"
    if timing.each_move is not None:
        taken += f", {timing.each_move:,.0f} ns a move"
    if timing.calls and timing.calls != 1.0:
        taken += f"; about {timing.calls:,.1f} calls a position"
    return f"{taken}; the most time for each position: {timing.each_position:,.0f} ns" if slowest else taken
