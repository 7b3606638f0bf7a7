"""What several commands print: JSON, facts about a solution, and tables of values and states. All goes to stdout."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from retro.app import layout
from retro.app.console import duration, remark
from retro.game import turns
from retro.game.notation import position_key
from retro.game.rules import Rules
from retro.game.values import Kind, Value
from retro.play.course import FOR_EVER, IN_A_DRAW
from retro.query import summaries
from retro.query.results import MoveValue
from retro.storage.database import Database
from retro.storage.location import checkpoint_path, growing_path
from retro.storage.manifest import Manifest, disk_bytes
from retro.storage.run import Run
from retro.system.messages import counted

Answer = Mapping[str, Any] | Sequence[Mapping[str, Any]]
"""One JSON object, or several that are printed as JSON lines."""
JsonRow = Mapping[str, Any]

_FOR_SCORES = {"win": "score above 0", "loss": "score below 0", "draw": "score 0"}
OUTCOME_NAMES = {"": {"win": "win", "loss": "loss", "draw": "draw"}, "mover": _FOR_SCORES, "first": _FOR_SCORES}
"""Names of outcomes, by the scores that a game declares."""
MAX_VALUES = 8
"""Values of starts in one line."""
WHOSE = {"mover": "for the player to move", "first": "for the first player"}
"""Whose points the scores of a game are."""


def print_json(answer: Answer) -> None:
    """Prints an answer in JSON."""
    if not isinstance(answer, Mapping):
        sys.stdout.writelines(json.dumps(each) + "\n" for each in answer)
    else:
        sys.stdout.write(json.dumps(answer, indent=1) + "\n")


def solution_facts(about: Manifest, run: Run | None, path: Path) -> layout.Facts:
    """Returns facts: positions, states and extreme values of a solution, and how and where the database was made.

    ``run`` is None if `run.json` is missing or damaged.
    """
    start = "none" if about.start is None else str(about.kind.words(about.start))
    return [
        *_counts(about),
        ("start", start),
        *([("other starts", values_in_words(about.starts[1:], about.kind))] if len(about.starts) > 1 else []),
        _extreme(about),
        content_fact(about),
        *_run_facts(run),
        ("database", f"{path} ({byte_count(disk_bytes(path, about))})"),
    ]


def content_fact(about: Manifest) -> tuple[str, str]:
    """Returns the digest of the content, with which a database is cited; an older one has none."""
    if about.older:
        return "content", f"not known: format {about.format} is older, and its rules are not compared; solve again"
    return "content", f"sha256:{about.content} (cite this: it is the same for all databases with these values)"


def database_facts(database: Database) -> layout.Facts:
    """Returns facts as `solution_facts` does, or of the finished tiers of a game that is not solved yet."""
    from retro.storage.unfinished import UnfinishedDatabase

    about, path = database.manifest, database.path
    if not isinstance(database, UnfinishedDatabase):
        return solution_facts(about, database.run, path)
    return [
        *_counts(about),
        _extreme(about),
        ("finished", f"{database.finished}, after {duration(database.seconds)}"),
        ("records", f"{growing_path(checkpoint_path(path))} ({byte_count(database.disk_bytes)})"),
    ]


def _counts(about: Manifest) -> layout.Facts:
    answer, names = summaries.summary(about), OUTCOME_NAMES[about.scores]
    return [
        ("positions", f"{answer['positions']:,}"),
        ("states", f"{answer['states']:,}"),
        *((f"  {names[outcome]}", f"{count:,}") for outcome, count in answer["values"].items()),
    ]


def values_in_words(values: Sequence[int], kind: Kind) -> str:
    """Returns values in words, the first MAX_VALUES of them, with commas between; "" if there are none."""
    shown = [str(kind.words(each)) for each in values[:MAX_VALUES]]
    left = len(values) - len(shown)
    return ", ".join([*shown, *([f"... and {left:,} more"] if left else [])])


def _run_facts(run: Run | None) -> layout.Facts:
    if run is None:
        return [(name, "not known") for name in ("solved", "by", "on")]
    workers = f" of {run.machine['workers']} workers on Ray" if "workers" in run.machine else ""
    return [
        ("solved", run_summary(run)),
        ("by", f"retro {run.engine}, backend {run.backend}, {counted(run.threads, 'thread')}{workers}"),
        ("on", f"{run.machine.get('processor', '')}, {run.machine.get('cores', '')} cores"),
    ]


def run_summary(run: Run) -> str:
    """Returns the date of a run, its time and its memory, in words."""
    saving = run.phases.get("checkpoints")
    saved = "" if saving is None else f", checkpoints {duration(saving)} of that,"
    return f"{run.date}, in {duration(run.seconds)}{saved} with {byte_count(run.peak_rss_bytes)} of memory"


def _extreme(about: Manifest) -> tuple[str, str]:
    if about.scores:
        states = about.statistics.states
        if not states:
            return "scores", "none"
        lowest, highest = (str(Value(end(map(about.kind.result, states)), None)) for end in (min, max))
        return "scores", f"{lowest} to {highest}, {WHOSE[about.scores]}"
    longest = about.longest_dtm
    return "longest DTM", "none" if longest is None else f"{longest} plies"


def histogram(what: str, rows: Sequence[JsonRow]) -> None:
    """Prints a table of values and of how many states have each; ``what`` heads the counts."""
    value = {"value": lambda row: Value(row["value"], row["dtm"]).without_plies}
    layout.records(rows, {**value, "DTM>": "dtm", f"{what}>": "states"})


def states(rows: Sequence[JsonRow], kind: Kind, left: int, title: str = "") -> None:
    """Prints states as `retro.query.state_answers.state_answer` describes them, and the number of ``left`` others."""
    value_column = "for the first player>" if kind.of_first else "value>"
    columns: dict[str, layout.Cell] = {
        "position": "position",
        "forbidden": "forbidden",
        value_column: value,
        "moves>": "moves",
        "winning moves~": "winning",
    }
    layout.records(rows, columns, title, left, "states")


def show_board(rules: Rules, key: int) -> None:
    """Prints a position as the game draws it, and an empty line."""
    sys.stdout.write(f"{str(rules.text.draw(key)).rstrip()}\n\n")


def show_moves(rules: Rules, key: int, moves: Sequence[MoveValue], played: bool, keep_sides: bool) -> None:
    """Prints a table of moves of the position ``key``, or of moves ``played`` from there one after the other.

    With ``keep_sides`` the moves and the positions after them are as seen by the player to move in ``key``. If the
    plugin does not say how the other player's moves are written then, a remark says so, and nothing is turned.
    """
    text, rows = rules.text, []
    first = player = turns.player(rules, key)
    if keep_sides and played and text.swapped_move is None:
        why = f"text.py of {rules.game.name} defines swapped, but not swapped_move"
        remark(f"moves and positions are as the player to move sees them, because {why}")
        keep_sides = False
    for ply, each in enumerate(moves, 1):
        move, after = each.move, each.after
        if keep_sides and player != first and text.swapped_move is not None:
            move = str(text.swapped_move(key, each.code))
        if after is not None and keep_sides:
            successor = position_key(rules, after)
            following = turns.following(rules, successor, player, each.again)
            if following != first:
                after = str(text.format(text.swapped(successor)))
            if played:
                key, player = successor, following
        rows.append(
            (
                str(ply) if played else "",
                move,
                Value(each.value, each.dtm).without_plies,
                "" if each.dtm is None else str(each.dtm),
                _remark(each),
                "" if each.replies is None else str(each.replies),
                after or "the game ends",
            )
        )
    layout.table(("ply>", "move", "value", "DTM>", "", "replies that hold>", "position after"), rows)


def value(row: JsonRow) -> str:
    """Returns the value of a state or move, which has the fields ``value`` and ``dtm``, in words."""
    return str(Value(row["value"], row["dtm"]))


def how_it_ends(row: JsonRow) -> layout.Facts:
    """Returns how best play ends from a state with the fields ``value`` and ``dtm``: in a draw, or never.

    It returns no fact where the value does not say it: play without end is a draw, too, or the state is won or lost in
    some plies. Where values are scores, only lines of play say it, in their field ``endless``.
    """
    value = Value(row["value"], row["dtm"])
    if row.get("endless", value.endless):
        return [("play", FOR_EVER)]
    return [("play", IN_A_DRAW)] if value.value == "draw" and value.dtm is not None else []


def byte_count(size: int) -> str:
    """Returns a number of bytes in the largest unit of which it has at least one."""
    for unit, name in ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}"
    return f"{size} bytes"


def _remark(move: MoveValue) -> str:
    """Returns what a table says of a move besides its value."""
    gained = f"gains {Value(move.gained, None)}" if move.gained else ""
    words = "forbidden" if move.forbidden else "", gained, "moves again" if move.again else ""
    return ", ".join(filter(None, words))
