"""Writes the page docs/results/puzzles.md: puzzles and extremes of Ostle, beside published numbers.

    python docs/results/puzzles.py --diagrams docs/results/puzzles > docs/results/puzzles.md
    python docs/results/puzzles.py --check > /dev/null      exit code 1 if a number differs from the published one

The database is read into memory once, three bytes for each position, and then scanned. If `retro reach` was run,
composed puzzles are positions that can be reached. Published numbers are those of `retro reproduce ostle --all`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from result_page import Options, ResultPage, arguments, write

import retro
from retro.app import output, puzzle_entries
from retro.app.console import Display
from retro.game.loading import load
from retro.game.rules import IndexedRules, Rules
from retro.game.values import Kind
from retro.lookup import table as tables
from retro.lookup.table import RecordTable
from retro.puzzles import compose, extremes, search
from retro.puzzles.conditions import Conditions
from retro.puzzles.search import MatchingStates, SampleState
from retro.query.api import Tablebase
from retro.query.puzzle_words import ENGLISH
from retro.query.state_answers import state_answer
from retro.storage import NotSolved
from retro.storage.database import Database
from retro.storage.distances import UNREACHED, DistanceFile
from retro.system import atomic, machine
from retro.system.messages import some
from retro.system.progress import Progress
from retro.verify import published
from retro.verify.published import Cells, Published

MAX_LISTED = 5
"""Maximal number of states in each table of examples."""
COMPOSED, CANDIDATES = 12, 1_000
"""The number of puzzles, and of the states from which they are chosen."""
DIAGRAMS_PER_ROW = 3


@dataclass(frozen=True)
class Question:
    """A set of positions that the author of the published solution counted."""

    says: str
    command: str
    conditions: Conditions


QUESTIONS = (
    Question(
        "Drawn, some move captures a piece, and every such move loses",
        "--forbidden no --value draw --losing captures",
        Conditions(value="draw", loses=("captures",), forbidden="no"),
    ),
    Question(
        "Won, and only by giving up a piece",
        "--forbidden no --value win --only sacrifices",
        Conditions(value="win", only=("sacrifices",), forbidden="no"),
    ),
    Question(
        "Won, and only by moving the hole",
        "--forbidden no --value win --only hole",
        Conditions(value="win", only=("hole",), forbidden="no"),
    ),
)


def page(tablebase: Tablebase, threads: int, progress: Progress, diagrams: Path | None = None) -> ResultPage:
    """Returns the page; writes diagrams into the directory ``diagrams`` if it is given."""
    game = tablebase.rules.game
    loaded = load(game, tablebase.rules.options)
    near = _distances(loaded, tablebase.database)
    table = tables.load(loaded, tablebase.database, progress, threads, distances=near)
    entries = [each for each in published.load(game) if each.holds(game, loaded.options)]
    search = PuzzleSearch(table, entries, threads, progress, near)
    made = ResultPage()
    options = ", ".join(f"{name}={value}" for name, value in loaded.options.items())
    made.text("# Ostle: puzzles and extremes")
    made.text("Made by `python docs/results/puzzles.py` from the database; do not edit.", f"Options: {options}.")
    made.text("[Puzzles and extremes](../reference/puzzles.md) describes the options, and what is counted.")
    _composed(made, search, diagrams)
    _sets(made, search)
    _puzzle(made, search)
    _unique_lines(made, search)
    _extremes(made, search)
    progress.close()
    if near is not None:
        near.close()
    return made


def _distances(rules: Rules, database: Database) -> DistanceFile | None:
    """Returns the distances from the start, or None if they were not computed."""
    try:
        return DistanceFile(database.path, database.slots, rules.digest)
    except NotSolved:
        return None


@dataclass(frozen=True)
class PuzzleSearch:
    """A solved game in memory, with the arguments of its scans."""

    table: RecordTable
    published: Sequence[Published]
    threads: int
    progress: Progress
    near: DistanceFile | None

    def find(self, conditions: Conditions, limit: int = MAX_LISTED) -> MatchingStates:
        """Returns the states that meet the conditions."""
        return search.find(self.table, conditions, limit, self.threads, self.progress)


def _composed(made: ResultPage, search: PuzzleSearch, diagrams: Path | None) -> None:
    """Appends the best composed puzzles: diagrams, then solutions."""
    rules, near = search.table.rules, search.near
    request = Conditions(forbidden="no", within=None if near is None else UNREACHED - 1)
    wanted = compose.Brief(number=COMPOSED, candidates=CANDIDATES)
    found = compose.compose(search.table, request, wanted, search.threads, search.progress)
    listed = puzzle_entries.entries(found.puzzles, ENGLISH)
    reached = "" if near is None else f" --within {request.within}"
    made.text(f"## The best {len(listed)} of {found.judged:,}")
    made.text(
        f"`retro compose ostle --forbidden no{reached} --number {COMPOSED} --candidates {CANDIDATES}` finds them, with",
        "`--sheet FILE` for paper. Solutions are [below](#solutions).",
    )
    folder = "puzzles" if diagrams is None else diagrams.name
    pictures = [f"![{each.name}]({folder}/{number}.svg)" for number, each in enumerate(listed, 1)]
    rows = []
    for first in range(0, len(listed), DIAGRAMS_PER_ROW):
        rows += [cells[first : first + DIAGRAMS_PER_ROW] for cells in (pictures, [each.name for each in listed])]
    made.table([""] * DIAGRAMS_PER_ROW, [[*row, *[""] * (DIAGRAMS_PER_ROW - len(row))] for row in rows])
    made.text("### Solutions")
    for each, puzzle in zip(listed, found.puzzles, strict=True):
        plies = [] if near is None else [("plies from the start", str(near.distance(rules.rank(puzzle.state.key)[0])))]
        made.text(f"**{each.name}**")
        made.text("```", *(f"{'  ' * depth}{line}" for depth, line in each.tree), "```")
        made.text(*(f"- {name}: {text}" for name, text in [*each.facts, *plies]))
    if diagrams is not None:
        atomic.write_diagrams(diagrams, True, (each.diagram for each in listed))


def _sets(made: ResultPage, search: PuzzleSearch) -> None:
    made.text("## Three sets of positions")
    made.text(
        "The sets of the author's program, in his order. They are disjoint, and no move is forbidden in their states."
    )
    found = [search.find(each.conditions) for each in QUESTIONS]
    rows = []
    for each, matching in zip(QUESTIONS, found, strict=True):
        published = [entry.rows["states"] for entry in search.published if entry.conditions == each.conditions]
        made.different += published not in ([], [matching.count])
        shown = ", ".join(f"{number:,}" for number in published)
        rows.append((each.says, f"{matching.count:,}", shown, f"`retro puzzles ostle {each.command}`"))
    made.table(("set", "positions>", "published>", "command"), rows)
    for each, matching in zip(QUESTIONS, found, strict=True):
        made.text(f"### {each.says}")
        if len(matching.states) > 1:
            _lengths(made, matching, search.table.rules.kind, "positions")
        _samples(made, search.table, matching.samples)


def _puzzle(made: ResultPage, search: PuzzleSearch) -> None:
    """Appends all positions with the published solution, one of which has the published winning moves."""
    by_kind = {each.what: each for each in search.published}
    if "lines" not in by_kind:
        return
    solution, winning = by_kind["lines"], by_kind["winning moves"]
    moves = str(*solution.rows.values()).split()
    request = Conditions(
        only=("sacrifices",), forbidden="no", min_dtm=len(moves), max_dtm=len(moves), line=tuple(moves)
    )
    found = search.find(request)
    made.text("## The puzzle of the paper")
    made.text(
        f"Figure 1B of the paper, from its solution: {', '.join(moves)} wins in {len(moves)} plies.",
        f"Winning moves there: {_listed(winning.rows)}; both give up a piece. ({solution.remark})",
        "Positions with this solution:",
    )
    _samples(made, search.table, found.samples)
    fitting = 0
    for state in found.samples:
        values = _winning(search.table, state)
        fitting += values == winning.rows
        drawn = search.table.rules.text.draw(state.key)
        made.text("```", *str(drawn).splitlines(), "```")
        made.text(f"Winning moves: {_listed(values)}.")
    made.different += not fitting
    if not fitting:
        made.text("**None of them has the published winning moves.**")


def _listed(values: Cells) -> str:
    return ", ".join(f"{move} {str(value).removeprefix('win ')}" for move, value in values.items())


def _winning(table: RecordTable, state: SampleState) -> Cells:
    """Returns the winning moves of a state and their values."""
    rules = table.rules
    values = {
        str(rules.text.format_move(state.key, move.code)): table.move_value(state.key, move)
        for move in rules.moves(state.key)
    }
    return {move: str(rules.kind.words(value)) for move, value in values.items() if rules.kind.wins(value)}


def _unique_lines(made: ResultPage, search: PuzzleSearch) -> None:
    found = search.find(Conditions(unique_line=True))
    made.text("## Unique lines")
    made.text(
        f"{found.count:,} states of {found.positions:,} positions in which the winner has exactly one winning move,",
        "also at each further move of the line that `retro line` shows: `retro puzzles ostle --unique-line`.",
    )
    _lengths(made, found, search.table.rules.kind, "states")
    _samples(made, search.table, found.samples)


def _extremes(made: ResultPage, search: PuzzleSearch) -> None:
    found = extremes.find(search.table, MAX_LISTED, search.threads, search.progress)
    rules = search.table.rules
    made.text("## Extremes")
    made.text("`retro extremes ostle` prints them.")
    for outcome, longest in found.longest[""].items():
        if longest.count:
            made.text(f"### Longest {outcome}: {extremes.value(rules, outcome, longest)}, {longest.count:,} states")
            _samples(made, search.table, longest.samples)
    made.text("### Longest wins and losses by square of the hole and pieces of the mover and of the opponent")
    made.table(
        ("section", "longest win>", "states>", "longest loss>", "states>"),
        [
            (
                name,
                *(cell for outcome in ("win", "loss") for cell in _cells(rules, outcome, each[outcome])),
            )
            for name, each in found.longest.items()
            if name
        ],
    )
    if found.single.count:
        made.text(
            f"### One of {found.single.highest} moves wins: {found.single.count:,} positions without a forbidden move"
        )
        _samples(made, search.table, found.single.samples)
    made.text("### States whose value changes because a move is forbidden")
    made.table(
        ("if allowed", "if forbidden", "states>", "example", "forbidden", "if allowed>", "if forbidden>"),
        [
            (
                *each.outcomes,
                f"{each.states:,}",
                f"`{shown['position']}`",
                str(shown["forbidden"]),
                str(search.table.rules.kind.words(each.before)),
                str(search.table.rules.kind.words(each.sample.value)),
            )
            for each in found.changes
            for shown in [state_answer(search.table, each.sample)]
        ],
    )


def _cells(rules: IndexedRules, outcome: str, longest: MatchingStates) -> tuple[str, str]:
    return (str(extremes.value(rules, outcome, longest)), f"{longest.count:,}") if longest.count else ("none", "")


def _lengths(made: ResultPage, found: MatchingStates, kind: Kind, what: str) -> None:
    rows = [(str(kind.words(value)), f"{count:,}") for value, count in found.states.items()]
    made.table(("value", f"{what}>"), rows)


def _samples(made: ResultPage, table: RecordTable, samples: Sequence[SampleState]) -> None:
    rows = [
        (
            f"`{shown['position']}`",
            shown["forbidden"] or "",
            output.value(shown),
            f"{shown['moves']}",
            some(shown["winning"]),
        )
        for shown in (state_answer(table, each) for each in samples)
    ]
    if rows:
        made.table(("position", "forbidden", "value>", "moves>", "winning moves"), rows)


def main(given: Sequence[str] | None = None) -> int:
    """Prints the page; returns the exit code."""
    parser = arguments("puzzles.md", "a number differs from the published one")
    parser.add_argument("--threads", metavar="N", type=int, default=machine.cores(), help="by default one per core")
    parser.add_argument(
        "--diagrams", metavar="DIR", type=Path, help="write the diagrams of the composed puzzles into this directory"
    )
    request = parser.parse_args(given)

    def make(options: Options) -> ResultPage:
        with retro.open("ostle", request.data, **options) as tablebase:
            return page(tablebase, request.threads, Display(), request.diagrams)

    return write(request, make)


if __name__ == "__main__":
    sys.exit(main())
