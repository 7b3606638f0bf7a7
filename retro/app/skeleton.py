"""The files of a new plugin: a whole small game, with comments where yours goes.

`NAME`, `TITLE` and `PACKAGE` stand for the game's; everything else is written as it is.
"""

from __future__ import annotations

import re

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

# The entry point by which retro finds the game: its name, and the module that registers it.
[project.entry-points."retro.games"]
NAME = "PACKAGE.plugin"

[tool.setuptools]
packages = ["PACKAGE"]
""",
    "README.md": """\
# TITLE

Two players take turns and take one, two or three counters from a heap of 21. A player who cannot take one has lost.

    pip install .
    retro solve NAME
    retro query NAME 21
    retro check NAME

`PACKAGE/rules.py` contains the rules, `PACKAGE/text.py` the notation of positions and moves, and `PACKAGE/plugin.py`
registers the game with retro. After `pip install --editable .` a change needs no new installation; solve again after
each change. `pytest` runs the tests.
""",
    "PACKAGE/__init__.py": '''\
"""TITLE, a game for retro."""
''',
    "PACKAGE/plugin.py": '''\
"""Registers the game with retro."""

from retro.game import Game
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """TITLE."""
    return Game(name="NAME", title="TITLE", package="PACKAGE")
''',
    "PACKAGE/rules.py": '''\
"""The rules: take one, two or three counters from a heap; a player who cannot has lost.

A position is one integer, its key. Here it is the number of counters. Describe the key of your game here: for a board,
a bit for each square with a piece of the player to move, and as many bits for the opponent's.

retro compiles these functions: integers, loops and tables of integers, but no objects. retro/game/__init__.py, the
contract, lists what else can be defined, and `retro check NAME` what that would save.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from retro.game import ONGOING

MAX_TAKEN = 3

# The position in which the game starts.
INITIAL = 21

# Each move of a position has a code of its own, from 0 to CODES - 1. No position has more than MAX_MOVES moves.
CODES = MAX_TAKEN + 1
MAX_MOVES = MAX_TAKEN


def moves(key: int, out: NDArray[np.int64]) -> int:
    """Writes a row of ``out`` for each move: the position after it, its code, its outcome. Returns the number of moves.

    The outcome is ONGOING, or WIN, LOSS or DRAW (from retro.game) for the player who moves, if the move ends the game.
    A player without a move has lost, unless you define `no_moves`.
    """
    n = 0
    for taken in range(1, min(MAX_TAKEN, key) + 1):
        out[n, 0], out[n, 1], out[n, 2] = key - taken, taken, ONGOING
        n += 1
    return n
''',
    "PACKAGE/text.py": '''\
"""Positions and moves for people: a heap is written as its number of counters, a move as how many it takes.

This is ordinary Python. Without `format` and `parse` a position is written as its key, without `format_move` a move
as its code: enough for a heap, but unreadable for a board.
"""

from __future__ import annotations

from retro.game.scene import Piece, Scene, Step, grid

from . import rules

POINTS = grid(7, 3)
ORDER = list(POINTS)


def draw(key: int) -> str:
    """The position as a drawing, which may have several lines."""
    return "o" * key or "(no counters)"


def format(key: int) -> str:
    """The position in one line."""
    return str(key)


def parse(text: str) -> int:
    """The key of a position; raises ValueError, with a message of one line, if the text is no position."""
    written = text.strip()
    if not (written.isascii() and written.isdigit() and len(written) <= 3 and int(written) <= rules.INITIAL):
        raise ValueError(f"a heap has 0 to {rules.INITIAL} counters, not {text[:40]!r}")
    return int(written)


def format_move(key: int, code: int) -> str:
    """A move of the position ``key``."""
    return f"take {code}"


def scene(key: int) -> Scene:
    """The position as a picture: points by name, and the pieces on them; `retro.game.scene` lists the kinds of pieces.

    Here no piece belongs to a player. On a board, the player to move is 1, the opponent 2: Piece("stone", "a1", 1).
    """
    return Scene(POINTS, tuple(Piece("stone", name) for name in ORDER[:key]))


def shown(key: int, code: int) -> tuple[Step, ...]:
    """A move on that picture, and the point to click: the counters from this one on are taken.

    If `format_move` writes names of points, as in a1 or a1-b2, no `shown` is needed.
    """
    return (Step("point", (ORDER[key - code],)),)
''',
    "tests/test_PACKAGE.py": '''\
"""The installed plugin: the rules of the contract, and its values."""

import pytest
import retro
from retro.app.cli import app
from typer.testing import CliRunner


def run(*arguments):
    """Runs a command of retro, which must succeed."""
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
    """Replace this by facts about your game, or by a comparison with a solver of your own."""
    for counters in range(22):
        assert table.probe(str(counters)).value == ("win" if counters % 4 else "loss")
''',
}
"""Texts by their paths."""


def package(name: str) -> str:
    """The package of a game called ``name``: names of games may contain ``-``, those of packages may not."""
    return name.replace("-", "_")


def files(name: str) -> dict[str, str]:
    """Path and text of each file of a new plugin called ``name``."""
    title = re.sub("[-_]", " ", name).capitalize()

    def filled(text: str) -> str:
        return text.replace("NAME", name).replace("TITLE", title).replace("PACKAGE", package(name))

    return {filled(path): filled(text) for path, text in SKELETON.items()}
