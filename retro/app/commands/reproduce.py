"""`retro reproduce`: the published numbers of a game beside those of its database, row by row.

Entries whose kind scans the whole game are left out without ``--all``, and entries that need distances from the start
if `retro reach` has not computed them.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import typer

from retro.app import layout
from retro.app.shell import Shell, command
from retro.game import DRAW, NONE, dtm, notation
from retro.game.values import Value
from retro.query.api import Tablebase
from retro.query.results import MoveValue
from retro.storage import NotSolved, distances
from retro.system.errors import GameError
from retro.system.exit_codes import WRONG
from retro.system.messages import one_line, plain
from retro.system.progress import Progress
from retro.verify import published
from retro.verify.published import FILE_NAME as FILE
from retro.verify.published import KINDS, NAMED, NOTHING_FORBIDDEN, NUMBERS, Cell, Cells, Published

ALL = "--all"


@command()
def reproduce(
    shell: Shell,
    everything: Annotated[
        bool,
        typer.Option("--all", help="Also compare what scans the whole game: games, states by condition."),
    ] = False,
) -> None:
    """Compare published numbers of a solved game with its database, row by row; exit code 1 if a row differs."""
    entries = published.holding(shell.rules.game, shell.rules.options)
    with shell.open() as table:
        game = SolvedGame(table, shell.threads, shell.display)
        compared = [compare(game, each, everything) for each in entries]
        shell.answer(_as_json(table, compared), lambda: _show(table, compared))
    if any(each.different for each in compared):
        raise typer.Exit(WRONG)


class ComparedNumber(NamedTuple):
    """A number of the database and the published one."""

    name: str
    computed: Cell
    published: Cell

    @property
    def equal(self) -> bool:
        """Whether both agree; a published win or loss may lack its plies."""
        return self.computed == self.published or str(self.computed).startswith(f"{self.published} in ")


@dataclass(frozen=True)
class ComparedEntry:
    """A published entry and its rows; without rows, ``missing`` is the command that computes them."""

    entry: Published
    rows: tuple[ComparedNumber, ...]
    missing: str = ""

    @property
    def different(self) -> list[ComparedNumber]:
        """The rows whose numbers differ."""
        return [row for row in self.rows if not row.equal]


class SolvedGame(NamedTuple):
    """A solved game, and the threads and progress of scans through it."""

    table: Tablebase
    threads: int
    progress: Progress


def compare(solved: SolvedGame, entry: Published, everything: bool = False) -> ComparedEntry:
    """The numbers of an entry beside those of the database.

    ``everything`` includes kinds that scan the whole game. GameError if the entry's positions or moves cannot be read;
    ResourceError if memory is missing.
    """
    if entry.what in LONG and not everything:
        return ComparedEntry(entry, (), f"{solved.table.rules.command('reproduce')} {ALL}")
    try:
        return ComparedEntry(entry, rows_of(entry, FINDERS[entry.what](solved, entry)))
    except NotSolved:
        return ComparedEntry(entry, (), solved.table.rules.command("reach"))
    except GameError as error:
        raise GameError(f"{error} ({FILE}, {entry.title})") from error


def rows_of(entry: Published, computed: Cells) -> tuple[ComparedNumber, ...]:
    """A row for each published number; if the entry is complete, also for each number that is not published."""
    names = dict.fromkeys([*entry.rows, *(computed if KINDS[entry.what].whole else ())])
    none: Cell = 0 if KINDS[entry.what].holds == "number" else "none"
    return tuple(ComparedNumber(name, computed.get(name, none), entry.rows.get(name, none)) for name in names)


def _numbers(solved: SolvedGame, entry: Published) -> Cells:
    return {name: NUMBERS[name](solved.table.database.manifest) for name in entry.rows}


def _by_section(solved: SolvedGame, entry: Published) -> Cells:
    return dict(solved.table.database.manifest.statistics.sections)


def _by_dtm(solved: SolvedGame, entry: Published) -> Cells:
    return _states(solved, lambda value: "draw" if value <= DRAW else str(dtm(value) + entry.offset))


def _by_value(solved: SolvedGame, entry: Published) -> Cells:
    return _states(solved, lambda value: str(Value.of(value, solved.table.rules.scores)))


def _states(solved: SolvedGame, name: Callable[[int], str]) -> Cells:
    """States by the ``name`` of their packed value."""
    counts: Counter[str] = Counter()
    for value, states in sorted(solved.table.database.manifest.statistics.states.items()):
        counts[name(value)] += states
    return dict(counts)


def _by_distance(solved: SolvedGame, entry: Published) -> Cells:
    reach = distances.read(solved.table.database.path, solved.table.rules.digest)
    return {str(plies): states for plies, states in enumerate(reach.states)}


def _by_condition(solved: SolvedGame, entry: Published) -> Cells:
    from retro.lookup import table
    from retro.puzzles import puzzles

    database = solved.table.database
    loaded = table.load(solved.table.rules, database, solved.progress, solved.threads)
    matching = puzzles.find(loaded, database.manifest, entry.conditions, 0, solved.threads, solved.progress)
    return {"states": matching.count, "positions": matching.positions}


def _values(solved: SolvedGame, entry: Published) -> Cells:
    return {position: str(solved.table.probe(position)) for position in entry.rows}


def _forbidden(solved: SolvedGame, entry: Published) -> Cells:
    return {
        name: str(solved.table.probe(entry.position, None if name == NOTHING_FORBIDDEN else name))
        for name in entry.rows
    }


def _value(move: MoveValue) -> str:
    return str(Value(move.value, move.dtm))


def _moves(solved: SolvedGame, entry: Published) -> Cells:
    return {move.move: _value(move) for move in solved.table.moves(entry.position)}


def _winning(solved: SolvedGame, entry: Published) -> Cells:
    return {move: value for move, value in _moves(solved, entry).items() if str(value).startswith("win")}


def _counted(solved: SolvedGame, entry: Published) -> Cells:
    return dict(Counter(map(_value, solved.table.moves(entry.position))))


def _lines(solved: SolvedGame, entry: Published) -> Cells:
    return {position: _played(solved.table, position, str(line).split()) for position, line in entry.rows.items()}


def _played(table: Tablebase, position: str, line: Sequence[str]) -> str:
    """The line up to its first move that is not a best move, then a best move instead of it."""
    rules, key, forbidden = table.rules, notation.position_key(table.rules, position), NONE
    played: list[str] = []
    for wanted in line:
        legal = [move for move in table.moves(key, None if forbidden == NONE else forbidden) if not move.forbidden]
        best = [move for move in legal if _value(move) == _value(legal[0])]
        move = next((move for move in best if move.move == wanted), None)
        if move is None:
            return " ".join([*played, *(better.move for better in best[:1])])
        played.append(wanted)
        if move.after is None:
            break
        before, key = key, notation.position_key(rules, move.after)
        forbidden = rules.undo(before, move.code, key)
    return " ".join(played)


def _games(solved: SolvedGame, entry: Published) -> Cells:
    from retro.statistics import playouts

    table = solved.table
    played = playouts.count(table.database.indexed(table.rules, in_memory=True), solved.threads, solved.progress)
    return dict(zip(NAMED["games"], (played.games, played.first, played.second, played.draws), strict=True))


FINDERS: dict[str, Callable[[SolvedGame, Published], Cells]] = {
    "numbers": _numbers,
    "positions by part": _by_section,
    "states by DTM": _by_dtm,
    "states by value": _by_value,
    "states by plies from the start": _by_distance,
    "states by condition": _by_condition,
    "values": _values,
    "values with a move forbidden": _forbidden,
    "moves": _moves,
    "winning moves": _winning,
    "moves by value": _counted,
    "lines": _lines,
    "games": _games,
}
LONG = ("states by condition", "games")
"""Kinds that scan the whole game."""


def _as_json(table: Tablebase, compared: Sequence[ComparedEntry]) -> dict[str, Any]:
    return {
        "game": table.rules.game.name,
        "options": table.rules.options,
        "rows": sum(len(each.rows) for each in compared),
        "different": sum(len(each.different) for each in compared),
        "left_out": sum(bool(each.missing) for each in compared),
        "published": [
            {
                "title": each.entry.title,
                "source": each.entry.source,
                "what": each.entry.what,
                "position": each.entry.position or None,
                "remark": each.entry.remark,
                "left_out": each.missing or None,
                "rows": [_row(row) for row in each.rows],
            }
            for each in compared
        ],
    }


def _row(row: ComparedNumber) -> dict[str, Any]:
    return {"name": row.name, "found": row.computed, "published": row.published, "equal": row.equal}


def _show(table: Tablebase, compared: Sequence[ComparedEntry]) -> None:
    for each in compared:
        entry = each.entry
        remarks = [entry.source, entry.position, entry.remark]
        remarks += [f"left out: {each.missing} finds it"] if each.missing else []
        sys.stdout.write("".join(f"{plain(line)}\n" for line in (entry.title, *remarks) if line))
        if each.rows:
            layout.table(("", "found>", "published>", "equal"), map(_cells, each.rows))
        else:
            sys.stdout.write("\n")
    sys.stdout.write(f"{table.rules.game.name}: {one_line(_verdict(compared))}\n")


def _cells(row: ComparedNumber) -> tuple[str, ...]:
    return row.name, shown(row.computed), shown(row.published), "yes" if row.equal else "NO"


def shown(number: Cell) -> str:
    """A number with separators of thousands, or a value."""
    return f"{number:,}" if isinstance(number, int) else number


def _verdict(compared: Sequence[ComparedEntry]) -> str:
    rows = sum(len(each.rows) for each in compared)
    wrong = [f"{each.entry.title}: {row.name}" for each in compared for row in each.different]
    left = sum(bool(each.missing) for each in compared)
    texts = [f"{rows - len(wrong):,} of {rows:,} rows are as published"]
    texts += [f"tables left out: {left}"] if left else []
    texts += [f"DIFFERENT: {'; '.join(wrong)}"] if wrong else []
    return "; ".join(texts)
