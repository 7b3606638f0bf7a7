"""Makes the page docs/results/puzzles.md: puzzles and extremes of a solved Ostle, beside what is published of them.

    python docs/results/puzzles.py --diagrams docs/results/puzzles > docs/results/puzzles.md
    python docs/results/puzzles.py --check > /dev/null      exit code 1 if anything differs from what is published

The database is read into memory once, three bytes a position, and then scanned. Where `retro reach` was run, composed
puzzles are of positions that a game comes to. Published numbers are the plugin's, as `retro reproduce ostle --all` has
them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from result_page import Options, Page, arguments, write

import retro
from retro.app import output, puzzle_entries
from retro.app.console import Display
from retro.game import outcome_name
from retro.game.loading import load
from retro.game.rules import Rules
from retro.game.values import Value
from retro.lookup import table as tables
from retro.lookup.table import RecordTable
from retro.puzzles import compose, extremes, puzzles
from retro.puzzles.conditions import Conditions
from retro.puzzles.extremes import Longest
from retro.puzzles.puzzles import MatchingStates, SampleState
from retro.query.api import Tablebase
from retro.query.puzzle_words import ENGLISH
from retro.query.states import state_answer
from retro.storage import NotSolved
from retro.storage.database import Database
from retro.storage.distances import UNREACHED, DistanceFile
from retro.storage.manifest import Manifest
from retro.system import atomic, machine
from retro.system.messages import some
from retro.system.progress import Progress
from retro.verify import published
from retro.verify.published import Cells, Published

SAMPLES = 5
COMPOSED, CANDIDATES = 12, 1_000
"""Puzzles, and of how many states they are the best."""
IN_A_ROW = 3
"""Diagrams."""


@dataclass(frozen=True)
class Question:
    """A set of positions that the author of the published solution looked for."""

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


def page(tablebase: Tablebase, threads: int, progress: Progress, diagrams: Path | None = None) -> Page:
    """The whole page, and its ``diagrams``, if they are to be written."""
    about, game = tablebase.database.manifest, tablebase.rules.game
    loaded = load(game, tablebase.rules.options)
    near = _distances(loaded, tablebase.database)
    table = tables.load(loaded, tablebase.database, progress, threads, distances=near)
    entries = [each for each in published.load(game) if each.holds(game, loaded.options)]
    search = Search(table, about, entries, threads, progress, near)
    made = Page()
    options = ", ".join(f"{name}={value}" for name, value in about.options.items())
    made.text("# Ostle: puzzles and extremes")
    made.text(
        "Made by `python docs/results/puzzles.py` from the database; not written by hand.", f"Options: {options}."
    )
    made.text("What counts, and what the options mean: [puzzles and extremes](../reference/puzzles.md).")
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
    """From the start, if somebody looked for them."""
    try:
        return DistanceFile(database.path, database.slots, rules.digest)
    except NotSolved:
        return None


@dataclass(frozen=True)
class Search:
    """A solved game in memory, and how to go through it."""

    table: RecordTable
    about: Manifest
    published: Sequence[Published]
    threads: int
    progress: Progress
    near: DistanceFile | None

    def find(self, conditions: Conditions, limit: int = SAMPLES) -> MatchingStates:
        """The states that meet the conditions."""
        return puzzles.find(self.table, self.about, conditions, limit, self.threads, self.progress)


def _composed(made: Page, search: Search, diagrams: Path | None) -> None:
    """The best puzzles that are composed: diagrams, then solutions."""
    rules, near = search.table.rules, search.near
    asked = Conditions(forbidden="no", within=None if near is None else UNREACHED - 1)
    wanted = compose.Brief(number=COMPOSED, candidates=CANDIDATES)
    found = compose.compose(search.table, search.about, asked, wanted, search.threads, search.progress)
    listed = puzzle_entries.entries(found.puzzles, ENGLISH)
    reached = "" if near is None else f" --within {asked.within}"
    made.text(f"## The best {len(listed)} of {found.judged:,}")
    made.text(
        f"`retro compose ostle --forbidden no{reached} --number {COMPOSED} --candidates {CANDIDATES}` finds them, with",
        "`--pdf FILE` for paper. Solutions are [below](#solutions).",
    )
    folder = "puzzles" if diagrams is None else diagrams.name
    pictures = [f"![{each.name}]({folder}/{number}.svg)" for number, each in enumerate(listed, 1)]
    rows = []
    for first in range(0, len(listed), IN_A_ROW):
        rows += [cells[first : first + IN_A_ROW] for cells in (pictures, [each.name for each in listed])]
    made.table([""] * IN_A_ROW, [[*row, *[""] * (IN_A_ROW - len(row))] for row in rows])
    made.text("### Solutions")
    for each, puzzle in zip(listed, found.puzzles, strict=True):
        plies = [] if near is None else [("plies from the start", str(near.distance(rules.rank(puzzle.state.key)[0])))]
        made.text(f"**{each.name}**")
        made.text("```", *(f"{'  ' * depth}{line}" for depth, line in each.tree), "```")
        made.text(*(f"- {name}: {told}" for name, told in [*each.facts, *plies]))
    if diagrams is not None:
        atomic.write_diagrams(diagrams, True, (each.diagram for each in listed))


def _sets(made: Page, search: Search) -> None:
    made.text("## Three sets of positions")
    made.text("The sets of the author's program, in his order; no position is in two. Nothing is forbidden in them.")
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
            _lengths(made, matching, "positions")
        _samples(made, search.table, matching.samples)


def _puzzle(made: Page, search: Search) -> None:
    """All positions with the published solution: one of them has the published winning moves."""
    known = {each.what: each for each in search.published}
    if "lines" not in known:
        return
    solution, winning = known["lines"], known["winning moves"]
    moves = str(*solution.rows.values()).split()
    asked = Conditions(only=("sacrifices",), forbidden="no", min_dtm=len(moves), max_dtm=len(moves), line=tuple(moves))
    found = search.find(asked)
    made.text("## The puzzle of the paper")
    made.text(
        f"Figure 1B of the paper, from its solution: {', '.join(moves)} wins in {len(moves)} plies.",
        f"Winning moves there: {_told(winning.rows)}; both give up a piece. ({solution.remark})",
        "Positions with this solution:",
    )
    _samples(made, search.table, found.samples)
    fitting = 0
    for state in found.samples:
        worth = _winning(search.table, state)
        fitting += worth == winning.rows
        drawn = search.table.rules.text.draw(state.key)
        made.text("```", *str(drawn).splitlines(), "```")
        made.text(f"Winning moves: {_told(worth)}.")
    made.different += not fitting
    if not fitting:
        made.text("**None of them has the published winning moves.**")


def _told(worth: Cells) -> str:
    return ", ".join(f"{move} {str(value).removeprefix('win ')}" for move, value in worth.items())


def _winning(table: RecordTable, state: SampleState) -> Cells:
    """The winning moves of a state and what they are worth."""
    rules = table.rules
    worth = {
        str(rules.text.format_move(state.key, move.code)): table.move_value(state.key, move)
        for move in rules.moves(state.key)
    }
    return {move: str(Value.of(value)) for move, value in worth.items() if outcome_name(value) == "win"}


def _unique_lines(made: Page, search: Search) -> None:
    found = search.find(Conditions(unique_line=True))
    made.text("## Unique lines")
    made.text(
        f"{found.count:,} states of {found.positions:,} positions in which the winner has one winning move, and one at",
        "every further move, if both play the best moves, and of equally good ones that which `retro query` shows",
        "first: `retro puzzles ostle --unique-line`.",
    )
    _lengths(made, found, "states")
    _samples(made, search.table, found.samples)


def _extremes(made: Page, search: Search) -> None:
    found = extremes.find(search.table, search.about, SAMPLES, search.threads, search.progress)
    made.text("## Extremes")
    made.text("`retro extremes ostle` prints them.")
    for outcome, longest in found.longest[""].items():
        if longest is not None:
            made.text(f"### Longest {outcome}: {Value.of(longest.value)}, {longest.states:,} states")
            _samples(made, search.table, longest.samples)
    made.text("### Longest wins and losses by square of the hole and pieces of the mover and of the opponent")
    made.table(
        ("part", "longest win>", "states>", "longest loss>", "states>"),
        [(name, *_cells(each["win"]), *_cells(each["loss"])) for name, each in found.longest.items() if name],
    )
    if found.single is not None:
        made.text(
            f"### One of {found.single.moves} moves wins: {found.single.states:,} positions, nothing being forbidden"
        )
        _samples(made, search.table, found.single.samples)
    made.text("### States with another value because a move is forbidden")
    made.table(
        ("without", "with it forbidden", "states>", "such as", "forbidden", "without>", "with>"),
        [
            (
                *each.outcomes,
                f"{each.states:,}",
                f"`{shown['position']}`",
                str(shown["forbidden"]),
                str(Value.of(each.before)),
                str(Value.of(each.sample.value)),
            )
            for each in found.changes
            for shown in [state_answer(search.table, each.sample)]
        ],
    )


def _cells(longest: Longest | None) -> tuple[str, str]:
    return ("none", "") if longest is None else (str(Value.of(longest.value)), f"{longest.states:,}")


def _lengths(made: Page, found: MatchingStates, what: str) -> None:
    rows = [(str(Value.of(value)), f"{count:,}") for value, count in found.states.items()]
    made.table(("value", f"{what}>"), rows)


def _samples(made: Page, table: RecordTable, samples: Sequence[SampleState]) -> None:
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
    """Print the page; the exit code."""
    parser = arguments("puzzles.md", "anything differs from what is published")
    parser.add_argument("--threads", metavar="N", type=int, default=machine.cores(), help="by default one per core")
    parser.add_argument("--diagrams", metavar="DIR", type=Path, help="where the diagrams of the composed puzzles go")
    asked = parser.parse_args(given)

    def make(options: Options) -> Page:
        with retro.open("ostle", asked.data, **options) as tablebase:
            return page(tablebase, asked.threads, Display(), asked.diagrams)

    return write(asked, make)


if __name__ == "__main__":
    sys.exit(main())
