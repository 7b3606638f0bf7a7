"""`retro stats`: the numbers of positions and states of a solved game."""

from __future__ import annotations

from retro.app import layout, output
from retro.app.output import OUTCOME_NAMES, WHOSE
from retro.app.shell import Shell, command
from retro.game.values import OUTCOMES
from retro.query import summaries
from retro.statistics import outcomes
from retro.storage.manifest import Manifest


@command()
def stats(shell: Shell) -> None:
    """Count the positions and states of a solved game, by value, DTM and section of the game."""
    with shell.open() as tablebase:
        about, run = tablebase.database.manifest, tablebase.database.run
        sections = outcomes.by_section(tablebase.rules, tablebase.database, shell.threads, shell.display)
    answer = summaries.with_sections(about, sections)

    def show() -> None:
        layout.facts([*output.solution_facts(about, run, shell.path), *_facts(about)])
        names = OUTCOME_NAMES[about.scores]
        layout.table(
            ("section", "positions>", *(f"{names[outcome]}>" for outcome in OUTCOMES)),
            [
                (row["name"], f"{row['positions']:,}", *(f"{row['values'][outcome]:,}" for outcome in OUTCOMES))
                for row in answer["tiers"]
            ],
        )
        output.histogram("states", answer["histogram"])
        output.histogram("without a move", answer["final"])
        layout.facts([("note", note) for note in about.notes])

    shell.answer(answer, show)


def _facts(about: Manifest) -> layout.Facts:
    """Counts besides states by value, and what the table of sections counts."""
    counts = about.statistics
    whose = WHOSE[about.scores or "mover"]
    if about.scores:
        return [("sections", f"positions by value {whose}")]
    if not about.repetition:
        won = f"{about.won_at_once:,} states in which the player to move can win at once"
        return [("won at once", won), ("sections", f"positions by value {whose}")]
    return [
        ("checkmates", f"{counts.checkmates:,} positions in which a move ends the game and wins; they are no states"),
        ("forbidding", f"{counts.forbidding:,} states in which a move is forbidden"),
        ("unentered", f"{counts.unentered:,} other positions that no move leads to without forbidding one there"),
        ("sections", f"positions by value {whose} when nothing is forbidden"),
    ]
