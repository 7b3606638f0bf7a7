"""The files of a new plugin: a whole small game, with comments where yours goes.

`NAME` and `TITLE` stand for the game's; everything else is written as it is.
"""

from __future__ import annotations

SKELETON = {
    "pyproject.toml": """\
[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "NAME"
version = "0.1"
description = "TITLE, a game for retro"
requires-python = ">=3.11"
dependencies = ["retrograde"]

# This is how retro finds the game: its name, and the module that hands it over.
[project.entry-points."retro.games"]
NAME = "NAME.plugin"

[tool.setuptools]
packages = ["NAME"]
""",
    "README.md": """\
# TITLE

Two players take one, two or three counters from a heap of 21 in turn. Who cannot take one has lost.

    pip install .
    retro solve NAME
    retro query NAME 21
    retro check NAME

`NAME/rules.py` has the rules, `NAME/text.py` says how positions and moves are written, and `NAME/plugin.py` hands the
game to retro. `pip install --editable .` spares you the installation after every change; solve again after each.
`pytest` runs the tests.
""",
    "NAME/__init__.py": '''\
"""TITLE, a game for retro."""
''',
    "NAME/plugin.py": '''\
"""Registers the game with retro."""

from retro.game import Game
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """TITLE."""
    return Game(name="NAME", title="TITLE", package="NAME")
''',
    "NAME/rules.py": '''\
"""The rules: take one, two or three counters from a heap; who cannot has lost.

A position is one integer, its key. Here it is the number of counters. Say here what the key of your game is made of:
for a board, a bit for each square with a piece of the player to move, and as many bits for the opponent's.

retro compiles these functions: integers, loops and tables of integers, but no objects. retro/game/__init__.py, the
contract, says what else can be defined, and `retro check NAME` what that would save.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from retro.game import ONGOING

MOST = 3

# The position in which the game starts.
INITIAL = 21

# Each move of a position has a code of its own, from 0 to CODES - 1. No position has more than MAX_MOVES moves.
CODES = MOST + 1
MAX_MOVES = MOST


def moves(key: int, out: NDArray[np.int64]) -> int:
    """For each move a row of ``out``: the position after it, its code, its outcome; returns how many there are.

    The outcome is ONGOING, or WIN, LOSS or DRAW (from retro.game) for the player who moves, if the move ends the game.
    Who has no move has lost, unless you define `no_moves`.
    """
    n = 0
    for taken in range(1, min(MOST, key) + 1):
        out[n, 0], out[n, 1], out[n, 2] = key - taken, taken, ONGOING
        n += 1
    return n
''',
    "NAME/text.py": '''\
"""Positions and moves for people: a heap is written as its number of counters, a move as how many it takes.

This is ordinary Python. Without `format` and `parse` a position would be written as its key, without `format_move` a
move as its code: here that comes to nearly the same, but on a board it does not.
"""

from __future__ import annotations

from retro.game.scene import Piece, Scene, Step, grid

from . import rules

POINTS = grid(7, 3)
PLACES = list(POINTS)


def draw(key: int) -> str:
    """The position for the eye; may take several lines."""
    return "o" * key or "(no counters)"


def format(key: int) -> str:
    """The position in one line."""
    return str(key)


def parse(text: str) -> int:
    """The key of a position; ValueError, with one clear line, if the text is none."""
    written = text.strip()
    if not (written.isascii() and written.isdigit() and len(written) <= 3 and int(written) <= rules.INITIAL):
        raise ValueError(f"a heap has 0 to {rules.INITIAL} counters, not {text[:40]!r}")
    return int(written)


def format_move(key: int, code: int) -> str:
    """A move of the position ``key``."""
    return f"take {code}"


def scene(key: int) -> Scene:
    """The position as a picture: points by name, and what stands on them. See `retro.game.scene` for what there is.

    Here nothing is anybody's. On a board, the player to move is 1, the opponent 2: Piece("stone", "a1", 1).
    """
    return Scene(POINTS, tuple(Piece("stone", name) for name in PLACES[:key]))


def shown(key: int, code: int) -> tuple[Step, ...]:
    """A move on that picture, and where one clicks to make it: the counters from this one on are taken.

    Where `format_move` writes the names of points, as in a1 or a1-b2, you need no `shown`.
    """
    return (Step("point", (PLACES[key - code],)),)
''',
    "tests/test_NAME.py": '''\
"""The plugin as it is installed: does it keep to the contract, and are its values right?"""

import pytest
import retro
from retro.app.cli import app
from typer.testing import CliRunner


def run(*arguments):
    """A command of retro, which must succeed."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """The game, solved."""
    data = tmp_path_factory.mktemp("data")
    run("solve", "NAME", "--data", data)
    with retro.open("NAME", data) as solved:
        yield solved


def test_the_plugin_keeps_to_the_contract():
    run("check", "NAME")


def test_every_fourth_heap_is_lost(table):
    """Replace this by what is known of your game, or compare with a solver of your own."""
    for counters in range(22):
        assert table.probe(str(counters)).value == ("win" if counters % 4 else "loss")
''',
}
"""Texts by their paths."""


def files(name: str) -> dict[str, str]:
    """Path and text of each file of a new plugin called ``name``."""
    title = name.replace("_", " ").strip().capitalize()

    def filled(text: str) -> str:
        return text.replace("NAME", name).replace("TITLE", title)

    return {filled(path): filled(text) for path, text in SKELETON.items()}
