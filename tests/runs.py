"""Rules and results of runs, for tests that solve games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import commanding

from retro.game import Game, loading, plugins
from retro.game.bits import popcount
from retro.game.rules import OUTCOME_PLY_BITS, Rules
from retro.game.values import WIN_POINTS, Kind, value_of
from retro.system.sizes import TINY

OSTLE = {"size": 3, "left": 0}


def rules_of(game: str | Game, **options: object) -> Rules:
    """Returns the rules of a game, which is an installed one if its name is given, with some options."""
    game = plugins.load(game) if isinstance(game, str) else game
    return loading.load(game, game.choose({key: str(value) for key, value in options.items()}))


KIND = Kind("", OUTCOME_PLY_BITS)
"""The class of values that are wins, losses and draws."""


def win_in(plies: int) -> int:
    """Returns the value of a win in so many plies, where values are wins and losses."""
    return value_of(WIN_POINTS, plies, 0, OUTCOME_PLY_BITS)


def loss_in(plies: int) -> int:
    return value_of(-WIN_POINTS, plies, 0, OUTCOME_PLY_BITS)


def pieces(key: int) -> int:
    """Returns the number of pieces on a board of 3 x 3 squares."""
    return popcount(key & ((1 << 18) - 1))


def ostle_in_tiers(**options: object) -> Rules:
    """Returns the rules of a game with a repetition rule whose moves may lower the tier: Ostle on 3 x 3, by pieces."""
    rules = rules_of("ostle", **OSTLE, **options)
    return replace(rules, functions=rules.functions | {"tier": pieces}, digest=loading.hashed([rules.digest, "tier"]))


def files_of(path: Path) -> dict[str, bytes]:
    """Returns the files of a database that follow from the rules, by name."""
    return {each.name: each.read_bytes() for each in path.iterdir() if not each.name.endswith("run.json")}


def contents(solution, slots):
    return [plane.tobytes() for plane in solution.planes(0, slots)], solution.statistics, solution.edges


def run_in_small_tiles(data: Path, *arguments: object) -> commanding.CommandResult:
    """Runs a command on databases in ``data``, with tiles as small as can be."""
    return commanding.run(*arguments, "--data", data, sizes=TINY)
