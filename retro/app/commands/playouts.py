"""`retro playouts`: the number of games from the starts, by result."""

from __future__ import annotations

from retro.app import layout
from retro.app.shell import Shell, command
from retro.statistics import playouts as counting


@command(without=("data",))
def playouts(shell: Shell) -> None:
    """Count the different games from the start, and those that each player wins; the game need not be solved."""
    result = counting.count(shell.rules, shell.threads, shell.display)
    counts = {"games": result.games, "first": result.first, "second": result.second, "draws": result.draws}
    names = ("games", "  won by the first player", "  won by the second", "  drawn")
    facts = list(zip(names, (f"{count:,}" for count in counts.values()), strict=True))
    shell.answer({**shell.header, **counts}, lambda: layout.facts(facts))
