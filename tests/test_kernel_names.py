"""The stub that tells readers and linters which names kernel templates find as globals."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import retro
from retro.compiling import guards
from retro.compiling.compile import constants_of
from retro.game import plugins
from retro.game.loading import load

PACKAGE = Path(retro.__file__).parent


def stubbed() -> set[str]:
    tree = ast.parse((PACKAGE / "kernel_names.pyi").read_text())
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    return functions | {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)}


def test_it_has_what_templates_take_from_it_and_nothing_else():
    taken = set()
    for path in PACKAGE.rglob("*_kernels.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module == "retro.compiling.kernel_names":
                taken |= {alias.name for alias in node.names}
    assert taken and stubbed() == taken


@pytest.mark.parametrize("name", ["ostle", "lgame", "british_square"])
def test_every_constant_of_a_game_is_in_it(name):
    game = plugins.load(name)
    rules = load(game, game.choose({}))
    assert constants_of(rules).keys() <= stubbed()
    assert guards.guarded(rules).keys() <= stubbed()
