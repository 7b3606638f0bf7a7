"""`retro stats`: the numbers of positions and states of a solved game."""

from __future__ import annotations

from retro.app import layout, output
from retro.app.output import OUTCOME_NAMES, WHOSE
from retro.app.shell import Shell, command
from retro.game.values import OUTCOMES
from retro.query import summaries
from retro.statistics import outcomes
from retro.statistics.outcomes import Outcomes
from retro.storage.manifest import Manifest


@command()
def stats(shell: Shell) -> None:
    """Count the positions and states of a solved game, by value, DTM and section of the game. While a game that has
    tiers and an index of its own is being solved, finished tiers are counted, without sections.
    """
    with shell.open(unfinished=True) as tablebase:
        database, about = tablebase.database, tablebase.database.manifest
        facts, sections = output.database_facts(database), list[Outcomes]()
        if not tablebase.unfinished and not about.older:
            sections = outcomes.by_section(tablebase.rules, database, shell.threads, shell.display)
    answer = summaries.with_sections(about, sections)

    def show() -> None:
        layout.facts([*facts, *_facts(about)])
        names = OUTCOME_NAMES[about.scores]
        if sections:
            nothing = " when nothing is forbidden" if about.repetition and not about.scores else ""
            layout.facts([("sections", f"positions by value {WHOSE[about.scores or 'mover']}{nothing}")])
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
    """Counts besides states by value."""
    counts = about.statistics
    if about.scores:
        return []
    if not about.repetition:
        return [("won at once", f"{about.won_at_once:,} states in which the player to move can win at once")]
    return [
        ("checkmates", f"{counts.checkmates:,} positions in which a move ends the game and wins; they are no states"),
        ("forbidding", f"{counts.forbidding:,} states in which a move is forbidden"),
        ("unentered", f"{counts.unentered:,} other positions that no move leads to without forbidding one there"),
    ]
