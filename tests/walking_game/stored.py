"""Databases of the walking game, without a backend."""

from dataclasses import replace
from pathlib import Path

from retro.app.commands.solve import manifest_of
from retro.game import Game
from retro.game.loading import load
from retro.game.rules import Rules
from retro.storage import writer
from retro.storage.location import database_path
from retro.storage.run import Run

from .naive import NaiveSolution
from .plugin import retro_game


def solved(data: Path, seed: int, game: Game | None = None) -> tuple[Rules, Path]:
    """Solves a walk naively. Returns its rules and the path of its database in the directory ``data``."""
    game = game or retro_game()
    rules = load(game, {"seed": seed})
    path = database_path(data, game, rules.options)
    store(path, rules, NaiveSolution(rules))
    return rules, path


def store(path, rules, solution):
    """Writes ``solution`` as the database of ``rules``, with no value of the start."""
    about = replace(manifest_of(rules, solution), starts=())
    run = Run.now("naive", 1, 0.0, {})
    with writer.alone(path):
        writer.write(path, solution, about, lambda: run, 1, lambda slots: None)
