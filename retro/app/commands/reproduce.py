"""`retro reproduce`: the published numbers of a game beside those of its database, row by row.

An entry is left out if its kind scans the whole game and ``--all`` is not given, or if it needs distances from the
start and `retro reach` has not computed them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, NamedTuple

import typer

from retro.app import layout, output
from retro.app.arguments import flag
from retro.app.shell import Shell, command
from retro.game.values import Kind, Value
from retro.query.api import Tablebase
from retro.query.results import MoveValue
from retro.storage import NotSolved, distances
from retro.storage.manifest import Manifest
from retro.system.errors import GameError
from retro.system.exit_codes import WRONG
from retro.system.messages import one_line, plain
from retro.system.progress import Progress
from retro.verify import published
from retro.verify.published import (
    BY_VALUE,
    ENTRY_KINDS,
    MANIFEST_NUMBERS,
    NAMED,
    NOTHING_FORBIDDEN,
    Cell,
    Cells,
    Published,
)
from retro.verify.published import FILE_NAME as FILE

ALL_OPTION = "--all"
SIGNS: dict[Cell, str] = {"win": "+", "loss": "-"}
"""The signs of points, by published outcome."""


@command()
def reproduce(
    shell: Shell,
    everything: Annotated[
        bool, flag("--all", "Also compare what scans the whole game: games, states by condition.")
    ] = False,
) -> None:
    """Compare published numbers of a solved game with its database, row by row; exit code 1 if a row differs."""
    entries = published.holding(shell.rules.game, shell.rules.options)
    with shell.open() as table:
        game = SolvedGame(table, shell.threads, shell.display)
        compared = [compare(game, each, everything) for each in entries]
    about = table.database.manifest
    answer = _as_json(shell, compared) | {"content": about.content or None}

    shell.answer(answer, lambda: _show(answer, about))
    if answer["different"]:
        raise typer.Exit(WRONG)


class SolvedGame(NamedTuple):
    """A solved game, and the threads and progress of scans through it."""

    table: Tablebase
    threads: int
    progress: Progress


def compare(solved: SolvedGame, entry: Published, everything: bool = False) -> dict[str, Any]:
    """Returns an entry in JSON: its numbers beside those of the database.

    ``everything`` includes kinds that scan the whole game; without rows, ``left_out`` is the command that computes
    them. Raises GameError if the entry's positions or moves cannot be read, ResourceError if memory is missing.
    """
    left_out, rows = None, list[dict[str, Any]]()
    if entry.what in WHOLE_GAME_KINDS and not everything:
        left_out = f"{solved.table.rules.command('reproduce')} {ALL_OPTION}"
    else:
        try:
            rows = rows_of(entry, FINDERS[entry.what](solved, entry))
        except NotSolved:
            left_out = solved.table.rules.command("reach")
        except GameError as error:
            raise GameError(f"{error} ({FILE}, {entry.title})") from error
    return {
        "title": entry.title,
        "source": entry.source,
        "what": entry.what,
        "position": entry.position or None,
        "remark": entry.remark,
        "left_out": left_out,
        "rows": rows,
    }


def rows_of(entry: Published, computed: Cells) -> list[dict[str, Any]]:
    """Returns a row for each published number; if the entry is complete, also for each number that is not published."""
    if entry.what in BY_VALUE:
        computed = _as_published(entry, computed)
    names = dict.fromkeys([*entry.rows, *(computed if ENTRY_KINDS[entry.what].whole else ())])
    none: Cell = 0 if ENTRY_KINDS[entry.what].holds == "number" else "none"
    pairs = {name: (computed.get(name, none), entry.rows.get(name, none)) for name in names}
    return [
        {"name": name, "found": found, "published": published, "equal": equal(found, published)}
        for name, (found, published) in pairs.items()
    ]


def _as_published(entry: Published, computed: Cells) -> Cells:
    """Returns numbers by the values that an entry names: ``win`` stands for all wins that have no row of their own."""
    numbers: Counter[str] = Counter()
    for value, number in computed.items():
        row = value if value in entry.rows else next((row for row in entry.rows if equal(value, row)), value)
        numbers[row] += int(number)
    return dict(numbers)


def equal(found: Cell, published: Cell) -> bool:
    """Whether both agree; a published win or loss may lack its plies, and where values are points, these."""
    signs = (SIGNS[published],) if published in SIGNS else ()
    return found == published or str(found).startswith((f"{published} in ", f"{published} without end", *signs))


def _states(solved: SolvedGame, name: Callable[[int], str]) -> Cells:
    """Returns the number of states by the ``name`` of their value."""
    counts: Counter[str] = Counter()
    for value, states in sorted(solved.table.database.manifest.statistics.states.items()):
        counts[name(value)] += states
    return dict(counts)


def _by_distance(solved: SolvedGame, entry: Published) -> Cells:
    reach = distances.read(solved.table.database.path, solved.table.database.manifest.digest)
    return {str(plies): states for plies, states in enumerate(reach.states)}


def _by_condition(solved: SolvedGame, entry: Published) -> Cells:
    from retro.lookup import table
    from retro.puzzles import search

    database = solved.table.database
    loaded = table.load(solved.table.rules, database, solved.progress, solved.threads)
    matching = search.find(loaded, entry.conditions, 0, solved.threads, solved.progress)
    return {"states": matching.count, "positions": matching.positions}


def _by_value(kind: Kind, value: int) -> str:
    """Returns a value in words; points without plies."""
    words = kind.words(value)
    return words.without_plies if kind.scores else str(words)


def _by_dtm(kind: Kind, offset: int, value: int) -> str:
    """Returns the DTM, with a number added, or the outcome of what has none."""
    plies = kind.dtm(value)
    return kind.words(value).without_plies if plies is None else str(plies + offset)


def _value(move: MoveValue) -> str:
    return str(Value(move.value, move.dtm))


def _moves(solved: SolvedGame, entry: Published) -> Cells:
    return {move.move: _value(move) for move in solved.table.moves(entry.position)}


def _played(table: Tablebase, position: str, line: Sequence[str]) -> str:
    """Returns the line up to its first move that is not a best move, then a best move instead of it."""
    forbidden: str | None = None
    for ply, wanted in enumerate(line):
        legal = [move for move in table.moves(position, forbidden) if not move.forbidden]
        best = [move for move in legal if _value(move) == _value(legal[0])]
        move = next((move for move in best if move.move == wanted), None)
        if move is None:
            return " ".join([*line[:ply], *(better.move for better in best[:1])])
        if move.after is None:
            return " ".join(line[: ply + 1])
        position, forbidden = table.play([wanted], position, forbidden)
    return " ".join(line)


def _games(solved: SolvedGame, entry: Published) -> Cells:
    from retro.statistics import playouts

    table = solved.table
    played = playouts.count(table.database.indexed(table.rules, in_memory=True), solved.threads, solved.progress)
    return dict(zip(NAMED["games"], (played.games, played.first, played.second, played.draws), strict=True))


FINDERS: dict[str, Callable[[SolvedGame, Published], Cells]] = {
    "numbers": lambda solved, entry: {
        name: MANIFEST_NUMBERS[name](solved.table.database.manifest) for name in entry.rows
    },
    "positions by part": lambda solved, _: dict(solved.table.database.manifest.statistics.sections),
    "states by DTM": lambda solved, entry: _states(solved, partial(_by_dtm, solved.table.rules.kind, entry.offset)),
    "states by value": lambda solved, _: _states(solved, partial(_by_value, solved.table.rules.kind)),
    "states by plies from the start": _by_distance,
    "states by condition": _by_condition,
    "values": lambda solved, entry: {position: str(solved.table.probe(position)) for position in entry.rows},
    "values with a move forbidden": lambda solved, entry: {
        name: str(solved.table.probe(entry.position, None if name == NOTHING_FORBIDDEN else name))
        for name in entry.rows
    },
    "moves": _moves,
    "winning moves": lambda solved, entry: {
        move: value for move, value in _moves(solved, entry).items() if str(value).startswith("win")
    },
    "moves by value": lambda solved, entry: dict(Counter(map(_value, solved.table.moves(entry.position)))),
    "lines": lambda solved, entry: {
        position: _played(solved.table, position, str(line).split()) for position, line in entry.rows.items()
    },
    "games": _games,
}
"""The numbers of a database by kind of entry."""
WHOLE_GAME_KINDS = ("states by condition", "games")
"""Kinds that scan the whole game."""


def _as_json(shell: Shell, compared: Sequence[dict[str, Any]]) -> dict[str, Any]:
    rows = [row for each in compared for row in each["rows"]]
    return {
        **shell.header,
        "rows": len(rows),
        "different": sum(not row["equal"] for row in rows),
        "left_out": sum(bool(each["left_out"]) for each in compared),
        "published": compared,
    }


def _show(answer: dict[str, Any], about: Manifest) -> None:
    for entry in answer["published"]:
        remarks = [entry["source"], entry["position"], entry["remark"]]
        remarks += [f"left out: {entry['left_out']} computes it"] if entry["left_out"] else []
        sys.stdout.write("".join(f"{plain(line)}\n" for line in (entry["title"], *remarks) if line))
        columns: dict[str, layout.Cell] = {
            "": "name",
            "found>": "found",
            "published>": "published",
            "equal": lambda row: "yes" if row["equal"] else "NO",
        }
        layout.records(entry["rows"], columns)
        if not entry["rows"]:
            sys.stdout.write("\n")
    layout.facts([output.content_fact(about)])
    sys.stdout.write(f"{answer['game']}: {one_line(_verdict(answer))}\n")


def _verdict(answer: dict[str, Any]) -> str:
    rows, different, left = (answer[name] for name in ("rows", "different", "left_out"))
    wrong = [
        f"{each['title']}: {row['name']}" for each in answer["published"] for row in each["rows"] if not row["equal"]
    ]
    texts = [f"{rows - different:,} of {rows:,} rows are as published"]
    texts += [f"tables left out: {left}"] if left else []
    texts += [f"DIFFERENT: {'; '.join(wrong)}"] if wrong else []
    return "; ".join(texts)
