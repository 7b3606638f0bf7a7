"""Rules, small tiles and results of runs, for tests that solve games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import commanding
import pytest

from retro.game import Game, loading, plugins
from retro.game.bits import popcount
from retro.game.rules import Rules
from retro.solving import shard, stores

OSTLE = {"size": 3, "left": 0}


def rules_of(game: str | Game, **options: object) -> Rules:
    """Returns the rules of a game, which is an installed one if its name is given, with some options."""
    game = plugins.load(game) if isinstance(game, str) else game
    return loading.load(game, game.choose({key: str(value) for key, value in options.items()}))


def pieces(key: int) -> int:
    """Returns the number of pieces on a board of 3 x 3 squares."""
    return popcount(key & ((1 << 18) - 1))


def ostle_in_tiers(**options: object) -> Rules:
    """Returns the rules of a game with a repetition rule whose moves may lower the tier: Ostle on 3 x 3, by pieces."""
    rules = rules_of("ostle", **OSTLE, **options)
    return replace(rules, functions=rules.functions | {"tier": pieces}, digest=loading.hashed([rules.digest, "tier"]))


def small_tiles(monkeypatch: pytest.MonkeyPatch, bits: int = 10) -> None:
    """Makes tiles of 2**``bits`` slots, as many as that takes, and tasks of a page, of few chunks or of few updates."""
    monkeypatch.setattr(stores, "MIN_TILE_BITS", bits)
    monkeypatch.setattr(stores, "TILES", 1 << 20)
    monkeypatch.setattr(shard, "TASK_SLOTS", 1 << bits)
    monkeypatch.setattr(shard, "TASK_CHUNKS", 2)
    monkeypatch.setattr(shard, "TASK_UPDATES", 64)


def files_of(path: Path) -> dict[str, bytes]:
    """Returns the files of a database that follow from the rules, by name."""
    return {each.name: each.read_bytes() for each in path.iterdir() if not each.name.endswith("run.json")}


def contents(solution, slots):
    return [plane.tobytes() for plane in solution.planes(0, slots)], solution.statistics, solution.edges


def run_in_small_tiles(data: Path, *arguments: object) -> commanding.CommandResult:
    """Runs a command on databases in ``data``, with tiles as small as can be."""
    with pytest.MonkeyPatch.context() as patch:
        small_tiles(patch)
        return commanding.run(*arguments, "--data", data)
