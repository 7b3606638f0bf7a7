"""Makes the page docs/results/ostle.md: a solved Ostle beside the published tables.

    python docs/results/ostle.py > docs/results/ostle.md
    python docs/results/ostle.py --check > /dev/null      exit code 1 if any number differs from the published one

Numbers come from the database through the Python API; the longest games are found by reading every record. Table 3 is
there if `retro reach ostle` was run. Published
numbers come from ``tests/data`` (Takizawa 2023, DOI 10.7717/peerj-cs.1560); for the whole game, and for 4 against 4
alone (``--set pieces=8``).
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from comparison import Options, Page, arguments, compare, write

import retro
from retro.api import Tablebase, Value
from retro.app.console import Display, duration
from retro.app.show import gigabytes
from retro.game import DRAW, NONE, GameError, dtm
from retro.progress import Progress
from retro.storage import NotSolved, distances, run
from retro.storage.distances import Reach
from retro.storage.manifest import VALUES, Manifest
from retro.storage.run import Run

PUBLISHED_NUMBERS = Path(__file__).resolve().parents[2] / "tests" / "data"
PLOTS = Path(__file__).resolve().parent / "plots"
"""Where `retro plot ostle --out docs/results/plots --format svg` writes; plots that are not there are left out."""
READ_AT_ONCE = 1 << 20
"""Records read together: a few MiB."""

Counts = dict[str, int]
States = dict[str, Value]
"""Values of the states of one position, by the name of the forbidden move; `NOTHING` if none is forbidden."""

NOTHING = "nothing"


@dataclass(frozen=True)
class Diagram:
    """States of one position as the paper gives them; ``figure`` shows the board, ``remark`` is about the text."""

    figure: str
    states: States
    remark: str = ""


# "States taking 147 plies to win" in the paper. It counts the plies of the whole game there: DTM.
DIAGRAMS = (
    Diagram(
        "5B",
        {name: Value("win", 147) for name in (NOTHING, "c1U", "b2R", "e3U", "a4D")} | {"a2R": Value("loss", 58)},
        "The paper prints c3U where this table has c1U. In the one orientation in which its other four moves exist, "
        "c3 is empty and a piece of the mover's stands on c1: the 3 must be a misprint.",
    ),
    Diagram("5C", {name: Value("win", 147) for name in (NOTHING, "d5L")}),
)


@dataclass(frozen=True)
class Published:
    """What a database is compared with; empty where nothing is published."""

    facts: dict[str, int | str]
    tiers: Counts
    plies: Counts
    diagrams: tuple[Diagram, ...]
    distances: Counts


def published(options: Mapping[str, int | str]) -> Published:
    """The published numbers for these options of Ostle; GameError if there are none."""
    if (options["size"], options["men"], options["left"], options["rule8"]) != (5, 5, 3, "paper"):
        raise GameError("nothing is published for these options of ostle")
    facts = {row["name"]: int(row["value"]) for row in _csv("ostle_facts.csv")}
    tiers = {
        f"{row['hole']} {row['mover']} {row['opponent']}": int(row["positions"]) for row in _csv("ostle_table1.csv")
    }
    if options["pieces"] == 10:
        plies = {row["plies"].replace("inf", "draw"): int(row["states"]) for row in _csv("ostle_table2.csv")}
        names = {
            "positions": "positions",
            "checkmate positions": "checkmate_positions",
            "states": "states",
            "states with a forbidden move": "states_with_forbidden_move",
            "positions that no move enters without forbidding one": "unentered_positions",
            "states won": "won_states",
            "states lost": "lost_states",
            "states drawn": "drawn_states",
            "longest game, plies": "longest_dtm",
            "states of the longest games": "longest_states",
            "positions of the longest games": "longest_positions",
        }
        from_start = {row["plies"]: int(row["states"]) for row in _csv("ostle_table3.csv")}
        known = {"the start": "draw"} | {name: facts[key] for name, key in names.items()}
        return Published(known, tiers, plies, DIAGRAMS, from_start)
    if options["pieces"] == 8:
        some = {
            "positions": facts["positions_4_against_4"],
            "checkmate positions": facts["checkmate_positions_4_against_4"],
            "states": facts["states_4_against_4"],
            "states with a forbidden move": facts["states_with_forbidden_move_4_against_4"],
            "longest game, plies": facts["longest_plies_to_checkmate_4_against_4"] + 1,
        }
        return Published(some, {name: count for name, count in tiers.items() if name.endswith(" 4 4")}, {}, (), {})
    raise GameError("nothing is published for these options of ostle")


def _csv(name: str) -> list[dict[str, str]]:
    with (PUBLISHED_NUMBERS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def facts_of(about: Manifest, longest: Sequence[States]) -> dict[str, int | str]:
    """The numbers of a database by the names that `Published.facts` has for them."""
    counts = about.statistics
    return {
        "the start": "none" if about.start is None else Value.of(about.start).value,
        "positions": counts.positions,
        "checkmate positions": counts.checkmates,
        "states": sum(counts.states.values()),
        "states with a forbidden move": counts.forbidding,
        "positions that no move enters without forbidding one": counts.unentered,
        "states won": about.count("win"),
        "states lost": about.count("loss"),
        "states drawn": about.count("draw"),
        "longest game, plies": about.longest_dtm or 0,
        "states of the longest games": sum(len(_longest(states, about)) for states in longest),
        "positions of the longest games": len(longest),
    }


def plies_of(about: Manifest) -> Counts:
    """States by plies to a checkmate position, as table 2 counts them: one less than DTM."""
    counts: Counts = {}
    for value, states in sorted(about.statistics.states.items()):
        name = "draw" if value <= DRAW else str(dtm(value) - 1)
        counts[name] = counts.get(name, 0) + states
    return counts


def distances_of(found: Reach) -> Counts:
    """States by plies from the start, as table 3 counts them."""
    return {str(plies): states for plies, states in enumerate(found.states)}


def longest_games(table: Tablebase, progress: Progress) -> list[int]:
    """Canonical positions of which a state has the longest DTM, in index order. Reads the whole database."""
    about, rules = table.database.manifest, table.rules
    values = [value for value in about.statistics.states if value > DRAW and dtm(value) == about.longest_dtm]
    wanted = np.zeros(1 << 16, np.bool_)
    wanted[values] = True
    found: list[int] = []
    progress.phase("longest games", table.database.slots, None)
    for start in range(0, table.database.slots, READ_AT_ONCE):
        stop = min(start + READ_AT_ONCE, table.database.slots)
        best, second, _ = table.database.planes(start, stop)
        found += (np.flatnonzero(np.take(wanted, best) | np.take(wanted, second)) + start).tolist()
        progress.advance(stop - start, 0)
    progress.close()
    keys = [rules.unrank(index) for index in found]
    return [key for key in keys if _longest(states_of(table, key), about)]


def states_of(table: Tablebase, key: int, g: int = 0) -> States:
    """The counted states of the canonical position ``key``, with moves as its image under ``g`` names them.

    Where a position is its own image, states that are images of each other are one.
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
        name = NOTHING if code == NONE else rules.text.format_move(shown, rules.image_code(code, g))
        states[str(name)] = table.probe(key, None if code == NONE else code)
    return states


def orientation(table: Tablebase, key: int, diagrams: Iterable[Diagram]) -> tuple[int, Diagram | None]:
    """The symmetry under which the states of a position are those of a published diagram, and which; or 0 and None.

    Their longest games are then the same ones, and every other state that the diagram knows has its published value.
    """
    about = table.database.manifest
    for diagram in diagrams:
        for g in range(table.rules.group):
            states = states_of(table, key, g)
            same = all(states.get(name) == value for name, value in diagram.states.items())
            if same and _longest(states, about) == _longest(diagram.states, about):
                return g, diagram
    return 0, None


def _longest(states: States, about: Manifest) -> set[str]:
    return {name for name, value in states.items() if value.dtm is not None and value.dtm == about.longest_dtm}


def page(table: Tablebase, beside: Published, progress: Progress) -> Page:
    """The whole page."""
    about = table.database.manifest
    keys = longest_games(table, progress)
    facts = facts_of(about, [states_of(table, key) for key in keys])
    made = Page()
    options = ", ".join(f"{name}={value}" for name, value in about.options.items())
    made.text("# Ostle, solved")
    made.text("Made by `python docs/results/ostle.py` from the database; not written by hand.", f"Options: {options}.")
    made.text(
        "Published numbers: H. Takizawa, *Strongly solved Ostle*, PeerJ Computer Science 9:e1560 (2023),",
        "[10.7717/peerj-cs.1560](https://doi.org/10.7717/peerj-cs.1560), and the log of the author's solver, as they",
        "stand in [tests/data](../../tests/data/README.md).",
    )
    made.text("## The run")
    made.table(("what", "measured"), _run(about, table.database.run, table.database.disk_bytes))
    made.text("## Positions and states")
    made.comparison("what", compare({name: facts[name] for name in beside.facts}, beside.facts))
    _show_plot(made, table, "outcomes", "Positions won, drawn and lost, by pieces of the mover and of the opponent")
    made.text("## Table 1: positions by square of the hole and pieces of the mover and of the opponent")
    made.comparison("hole, mover, opponent", compare(about.statistics.tiers, beside.tiers), "positions")
    if beside.plies:
        made.text("## Table 2: states by plies to a checkmate position", "", "One ply less than DTM.")
        _show_plot(made, table, "dtm", "States won and lost, by DTM")
        _show_plot(made, table, "decided", "Share of states that are decided within so many plies")
        made.comparison("plies", compare(plies_of(about), beside.plies), "states")
    _show_distances(made, table, beside)
    made.text("## The longest games")
    made.text(f"DTM {about.longest_dtm}: positions with a state so far from the end, and all states of each.")
    _show_longest(made, table, keys, beside.diagrams)
    made.text("## How things are counted")
    made.text(*(f"- {note}" for note in about.notes))
    return made


def _run(about: Manifest, how: Run, disk_bytes: int) -> list[tuple[str, str]]:
    machine = how.machine
    rows = [
        ("machine", f"{machine['processor']}, {machine['cores']} cores, {gigabytes(int(machine['memory_bytes']))}"),
        ("backend", f"{how.backend}, {how.threads} threads"),
        ("time, database written", f"{duration(how.seconds)} ({how.seconds:,.0f} s)"),
        *((f"of that, {name}", duration(seconds)) for name, seconds in how.phases.items()),
        ("most memory held", f"{gigabytes(how.peak_rss_bytes)} ({how.peak_rss_bytes:,} bytes)"),
        ("database", f"{gigabytes(disk_bytes)} ({disk_bytes:,} bytes)"),
        ("slots of the index", f"{about.statistics.slots:,}"),
        ("edges walked", f"{how.edges:,}"),
        ("date", how.date),
        ("versions", f"retro {how.engine}, Python {how.python}, numba {how.numba}"),
        ("rules", f"`{about.digest}`"),
        ("SHA-256 of the values", f"`{about.files[VALUES].sha256}`"),
    ]
    return rows


def _show_distances(made: Page, table: Tablebase, beside: Published) -> None:
    """Table 3, if somebody searched."""
    try:
        found = distances.read(table.database.path, table.rules.digest)
        searched = run.read(table.database.path / run.REACHED, distances.REMEDY)
    except NotSolved:
        return
    counted = "Checkmates included; moves that rule 8 forbids are followed, too, as in the published search."
    made.text("## Table 3: states by plies from the start", "", counted)
    rows = [
        ("states", f"{sum(found.states):,}"),
        ("positions", f"{found.positions:,}"),
        ("positions that no game comes to", f"{table.database.manifest.statistics.positions - found.positions:,}"),
        (
            "time, distances written",
            f"{duration(searched.seconds)} ({searched.seconds:,.0f} s), {searched.threads} threads",
        ),
        ("most memory held", f"{gigabytes(searched.peak_rss_bytes)} ({searched.peak_rss_bytes:,} bytes)"),
    ]
    made.table(("what", "measured"), rows)
    _show_plot(made, table, "distance", "States by plies from the start")
    if beside.distances:
        made.comparison("plies", compare(distances_of(found), beside.distances), "states")


def _show_plot(made: Page, table: Tablebase, name: str, shown: str) -> None:
    """A plot of the whole game, if somebody made it."""
    rules, file = table.rules, f"{table.rules.game.name}-{name}.svg"
    if rules.options == rules.game.choose({}) and (PLOTS / file).is_file():
        made.text(f"![{shown}]({PLOTS.name}/{file})")


def _show_longest(made: Page, table: Tablebase, keys: Sequence[int], diagrams: Sequence[Diagram]) -> None:
    rules = table.rules
    missing = list(diagrams)
    for key in keys:
        g, diagram = orientation(table, key, missing)
        shown = rules.image(key, g)
        made.text(f"### {rules.text.format(shown)}")
        if diagram is not None:
            missing.remove(diagram)
            turned = "in the orientation of the index" if g == 0 else "turned or mirrored from that of the index"
            remark = f" {diagram.remark}" if diagram.remark else ""
            made.text(f"Figure {diagram.figure} of the paper, shown as its names of moves want it: {turned}.{remark}")
        elif diagrams:
            made.different += 1
            made.text("**In no orientation does this fit a figure of the paper.**")
        made.text("```", rules.text.draw(shown), "```")
        made.table(*_states_table(states_of(table, key, g), diagram))
        line = " ".join(move.move for move in table.line(shown))
        made.text(f"Best play with nothing forbidden, of equally good moves the first: {line}.")
    for diagram in missing:
        made.different += 1
        made.text(f"**Figure {diagram.figure} of the paper was not found.**")


def _states_table(states: States, diagram: Diagram | None) -> tuple[Sequence[str], list[Sequence[str]]]:
    known = diagram.states if diagram else {}
    rows: list[Sequence[str]] = []
    for name, value in states.items():
        length = ("", "") if value.dtm is None else (str(value.dtm), str(value.dtm - 1))
        equal = "" if name not in known else "yes" if known[name] == value else "**no**"
        said = "" if name not in known else f"{known[name].value} in {known[name].dtm}"
        rows.append((name, value.value, *length, said, equal))
    return ("forbidden", "value", "DTM>", "plies to a checkmate>", "published", "equal"), rows


def main(given: Sequence[str] | None = None) -> int:
    """Print the page; the exit code."""
    asked = arguments("ostle.md").parse_args(given)

    def make(options: Options) -> Page:
        with retro.open("ostle", asked.data, **options) as table:
            return page(table, published(table.rules.options), Display())

    return write(asked, make)


if __name__ == "__main__":
    sys.exit(main())
