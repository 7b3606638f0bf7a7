"""Writes the page docs/results/ostle.md: all of Ostle beside the published tables.

    python docs/results/ostle.py > docs/results/ostle.md
    python docs/results/ostle.py --check > /dev/null      exit code 1 if any number differs from the published one

Numbers are read from the database by the Python API; the published ones are those of `retro reproduce ostle`. The
longest games require a scan of all records. The page has table 3 if `retro reach ostle` was run.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from result_page import FIRST_COLUMN, Options, ResultPage, arguments, write

import retro
from retro.app.commands.reproduce import SolvedGame, compare
from retro.app.console import Display, duration
from retro.app.output import byte_count
from retro.game import NONE
from retro.query.api import Tablebase, Value
from retro.storage import distances, run
from retro.storage.manifest import VALUES_FILE, Manifest
from retro.storage.run import Run
from retro.system.progress import Progress
from retro.system.ranges import ranges
from retro.verify.published import NOTHING_FORBIDDEN, Published, holding, load

PLOTS = Path(__file__).resolve().parent / "plots"
"""The output of `retro plot ostle --out docs/results/plots --format svg`; the page omits plots that do not exist."""
MIN_SECONDS = 10.0
"""Minimal duration of a phase that is listed, in seconds."""

States = dict[str, Value]
"""Values of the states of one position, by the name of the forbidden move; `NOTHING_FORBIDDEN` if none is forbidden."""


def longest_games(table: Tablebase, progress: Progress, at_once: int = 1 << 20) -> list[int]:
    """Returns the canonical positions that have a state with the longest DTM, by slot.

    Reads the whole database, so many records ``at_once``: a few MiB.
    """
    about, rules = table.database.manifest, table.rules
    values = [value for value in about.statistics.states if about.kind.dtm(value) == about.longest_dtm]
    found: list[int] = []
    progress.phase("longest games", table.database.slots, None)
    for start, stop in ranges(0, table.database.slots, at_once):
        best, second, _ = table.database.planes(start, stop)
        found += (np.flatnonzero(np.isin(best, values) | np.isin(second, values)) + start).tolist()
        progress.advance(stop - start, 0)
    progress.close()
    keys = [rules.unrank(index) for index in found]
    return [key for key in keys if _longest(states_of(table, key), about)]


def states_of(table: Tablebase, key: int, g: int = 0) -> States:
    """Returns the counted states of the canonical position ``key``, with moves named as in its image under ``g``.

    If a symmetry maps the position to itself, states that are images of each other are listed once.
    """
    rules = table.rules
    edges = np.zeros((rules.max_unmoves, 3), np.int64)
    count = rules.functions["unmoves"](key, edges)
    same = [h for h in range(rules.group) if rules.image(key, h) == key]
    codes = {
        NONE if code == NONE else min(rules.image_code(code, h) for h in same) for code in edges[:count, 2].tolist()
    }
    shown = rules.image(key, g)
    states = {}
    for code in sorted(codes):
        name = NOTHING_FORBIDDEN if code == NONE else rules.text.format_move(shown, rules.image_code(code, g))
        states[str(name)] = table.probe(key, None if code == NONE else code)
    return states


def _longest(states: States, about: Manifest) -> set[str]:
    return {name for name, value in states.items() if value.dtm is not None and value.dtm == about.longest_dtm}


def page(table: Tablebase, entries: Sequence[Published], progress: Progress) -> ResultPage:
    """Returns the page."""
    about = table.database.manifest
    keys = longest_games(table, progress)
    made = ResultPage()
    options = ", ".join(f"{name}={value}" for name, value in about.options.items())
    made.text("# Ostle, solved")
    chosen = "".join(f" --set {each}" for each in table.rules.changed)
    made.text(f"Made by `python docs/results/ostle.py{chosen}` from the database; do not edit.")
    made.text(f"Options: {options}.")
    if entries:
        made.text("Published numbers are those of `retro reproduce ostle`.")
    made.text("## The run")
    made.table(("what", "measured"), _run(about, table.database.run, table.database.disk_bytes))
    show_plot(made, table, "outcomes", "Positions won, drawn and lost, by pieces of the mover and of the opponent")
    solved = SolvedGame(table, 1, progress)
    for section in [compare(solved, each) for each in entries if each.what in FIRST_COLUMN]:
        if section["left_out"]:
            continue
        made.text(f"## {section['title']}")
        if section["what"] == "states by DTM":
            show_plot(made, table, "dtm", "States won and lost, by DTM")
            show_plot(made, table, "decided", "Share of states that are won or lost within a number of plies")
        elif section["what"] == "states by plies from the start":
            _show_search(made, table)
        made.section(section)
    if not entries:
        _show_found(made, about)
    made.text("## The longest games")
    made.text(f"DTM {about.longest_dtm}: the positions that have a state with this DTM, and all their states.")
    _show_longest(made, table, keys, [each for each in entries if each.what == "values with a move forbidden"])
    made.text("## How things are counted")
    made.text(*(f"- {note}" for note in about.notes))
    return made


def _run(about: Manifest, how: Run, disk_bytes: int) -> list[tuple[str, str]]:
    machine = how.machine
    rows = [
        ("machine", f"{machine['processor']}, {machine['cores']} cores, {byte_count(int(machine['memory_bytes']))}"),
        ("backend", f"{how.backend}, {how.threads} threads"),
        ("time, database written", f"{duration(how.seconds)} ({how.seconds:,.0f} s)"),
        *((f"of that, {name}", duration(seconds)) for name, seconds in how.phases.items() if seconds >= MIN_SECONDS),
        ("peak memory", f"{byte_count(how.peak_rss_bytes)} ({how.peak_rss_bytes:,} bytes)"),
        ("database", f"{byte_count(disk_bytes)} ({disk_bytes:,} bytes)"),
        ("slots of the index", f"{about.statistics.slots:,}"),
        ("edges visited", f"{how.edges:,}"),
        ("date", how.date),
        ("versions", f"retro {how.engine}, Python {how.python}, numba {how.numba}"),
        ("rules", f"`{about.digest}`"),
        ("SHA-256 of the values", f"`{about.files[VALUES_FILE].sha256}`"),
    ]
    return rows


def published(table: Tablebase) -> Sequence[Published]:
    """Returns the entries that are published about the game with these options; empty if there are none."""
    game, options = table.rules.game, table.rules.options
    return holding(game, options) if any(each.holds(game, options) for each in load(game)) else ()


def _show_found(made: ResultPage, about: Manifest) -> None:
    """Appends the counts of a variant about which nothing is published."""
    counted = about.statistics
    found = {"positions": counted.positions, "checkmate positions": counted.checkmates}
    found |= {"states": sum(counted.states.values()), "states with a forbidden move": counted.forbidding}
    found |= {f"states: {name}": about.count(name) for name in ("win", "loss", "draw")}
    made.text("## Positions and states")
    made.text("Nothing is published about this game.")
    made.table(("what", "found>"), [(name, f"{count:,}") for name, count in found.items()])
    made.text("## States by DTM")
    by_dtm = [(about.kind.dtm(value), count) for value, count in counted.states.items()]
    decided = sorted((plies, count) for plies, count in by_dtm if plies is not None)
    rows = [(str(plies), f"{count:,}") for plies, count in decided]
    made.table(("DTM>", "states>"), rows)


def _show_search(made: ResultPage, table: Tablebase) -> None:
    found = distances.read(table.database.path, table.rules.digest)
    searched = run.read(table.database.path / run.REACH_RUN_FILE, distances.SEARCH_AGAIN)
    rows = [
        ("states", f"{sum(found.states):,}"),
        ("positions", f"{found.positions:,}"),
        ("positions that cannot be reached", f"{table.database.manifest.statistics.positions - found.positions:,}"),
        (
            "time, distances written",
            f"{duration(searched.seconds)} ({searched.seconds:,.0f} s), {searched.threads} threads",
        ),
        ("peak memory", f"{byte_count(searched.peak_rss_bytes)} ({searched.peak_rss_bytes:,} bytes)"),
    ]
    made.table(("what", "measured"), rows)
    show_plot(made, table, "distance", "States by plies from the start")


def show_plot(made: ResultPage, table: Tablebase, name: str, shown: str, plots: Path = PLOTS) -> None:
    """Appends a plot of the whole game, if its file is among the ``plots``."""
    rules, file = table.rules, f"{table.rules.game.name}-{name}.svg"
    if rules.options == rules.game.choose({}) and (plots / file).is_file():
        made.text(f"![{shown}]({plots.name}/{file})")


def _show_longest(made: ResultPage, table: Tablebase, keys: Sequence[int], figures: Sequence[Published]) -> None:
    """Appends positions, in the orientation of a published figure if one shows them, otherwise in that of the index."""
    rules = table.rules
    by_position = {rules.text.parse(figure.position): figure for figure in figures}
    for key in keys:
        images = [rules.image(key, g) for g in range(rules.group)]
        g = next((g for g, image in enumerate(images) if image in by_position), 0)
        figure = by_position.pop(images[g], None)
        made.text(f"### {rules.text.format(images[g])}")
        if figure is not None:
            other = "" if g == 0 else ", which is not that of the index"
            remark = f" {figure.remark}" if figure.remark else ""
            made.text(f"{figure.title}, shown in the orientation of its moves{other}.{remark}")
        elif figures:
            made.different += 1
            made.text("**No figure of the paper shows this position.**")
        made.text("```", rules.text.draw(images[g]), "```")
        _show_states(made, states_of(table, key, g), figure)
        line = " ".join(move.move for move in table.line(images[g]))
        made.text(f"Best play without a forbidden move, always the first of equally good moves: {line}.")
    for figure in by_position.values():
        made.different += 1
        made.text(f"**{figure.title}: the position was not found.**")


def _show_states(made: ResultPage, states: States, figure: Published | None) -> None:
    columns = "forbidden", "value", "DTM>", "plies to a checkmate>", "published", "equal"
    published = figure.rows if figure else {}
    rows: list[Sequence[str]] = []
    for name in dict.fromkeys([*states, *published]):
        value = states.get(name, Value("none", None))
        length = ("", "") if value.dtm is None else (str(value.dtm), str(value.dtm - 1))
        equal = "" if name not in published else "yes" if published[name] == str(value) else "**no**"
        made.different += equal == "**no**"
        rows.append((name, str(value.value), *length, str(published.get(name, "")), equal))
    shown = len(columns) if figure else columns.index("published")
    made.table(columns[:shown], [row[:shown] for row in rows])


def main(given: Sequence[str] | None = None) -> int:
    """Prints the page; returns the exit code."""
    request = arguments("ostle.md").parse_args(given)

    def make(options: Options) -> ResultPage:
        with retro.open("ostle", request.data, **options) as table:
            return page(table, published(table), Display())

    return write(request, make)


if __name__ == "__main__":
    sys.exit(main())
