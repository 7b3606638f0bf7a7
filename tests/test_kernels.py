"""Modules of kernels: what they import from the contract, and the same kernels in plain Python and compiled."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import llvmlite.binding
import numba
import pytest
from broken_games.corridor.plugin import retro_game as corridor
from runs import rules_of
from small_games import assert_same, ostle_rules, without_index

import retro
from retro.compiling import contract, guards, numba_version
from retro.compiling.compile_errors import Uncompilable
from retro.compiling.kernels import constants_of, kernels_of, plain_kernels
from retro.game.loading import load
from retro.indexing import tiers_kernels
from retro.solving import outbox_kernels, solve
from retro.system.progress import Silent

PACKAGE = Path(retro.__file__).parent
MODULES = sorted(PACKAGE.rglob("*_kernels.py"))
RESULTS = Path(__file__).parents[1] / "docs" / "results"


def bound_names() -> set[str]:
    """Names of the contract that are bound to each game."""
    names = {name for name in vars(contract) if not name.startswith("_")}
    return names - {"Any", "NDArray", "Rows", "annotations", "np"}


def test_each_name_of_the_contract_is_imported_by_kernels():
    imported = set()
    for path in [*MODULES, *RESULTS.glob("*_kernels.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and node.module == contract.__name__:
                imported |= {alias.name for alias in node.names}
    assert bound_names() == imported

    for name in ("ostle", "lgame", "british_square"):
        assert constants_of(rules_of(name)).keys() | guards.guarded(rules_of(name)).keys() <= bound_names()


def test_modules_of_kernels_are_imported_alone_and_without_numba():
    names = [".".join(("retro", *path.relative_to(PACKAGE).with_suffix("").parts)) for path in MODULES]
    program = f"import sys\nfor name in {names}: __import__(name)\nassert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_another_version_of_numba_is_an_error_that_says_what_to_install(monkeypatch):
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["project"]
    (wanted,) = (each for each in project["dependencies"] if each.startswith("numba"))
    for version in ("0.62.1", "0.69.0rc1", "1.0.0"):
        monkeypatch.setattr(numba, "__version__", version)  # one version is installed
        with pytest.raises(Uncompilable, match=re.escape(f"numba {version} is installed, ") + f".*'{wanted}'$"):
            numba_version.check_version.__wrapped__()


def test_a_full_stack_does_not_leave_the_lock_of_llvm_acquired():
    numba_version.unhook_llvm_lock()
    lock = llvmlite.binding.ffi.lib._lock

    def use(depth: int) -> None:
        if depth:
            use(depth - 1)
        else:
            with lock:
                pass

    raised = 0
    for depth in range(sys.getrecursionlimit() - 200, sys.getrecursionlimit()):
        try:
            use(depth)
        except RecursionError:
            raised += 1
        assert not lock._lock._is_owned(), depth
    assert 0 < raised < 200


@pytest.mark.compiled
def test_a_name_that_is_not_given_is_an_import_error():
    rules = load(corridor(), {"fuel": 3})
    with pytest.raises(ImportError, match=r"cannot import name 'REQUESTS' from 'retro\.compiling\.contract'"):
        kernels_of(rules, outbox_kernels, {"PAYLOAD_BITS": 8})


def test_plain_kernels_stop_at_breakpoints():
    """They have the lines of the module's file, and the module's imports for this game as globals."""
    rules = load(corridor(), {"fuel": 3})
    bounds = inspect.unwrap(plain_kernels(rules, tiers_kernels).bounds)
    assert bounds.__code__.co_filename == tiers_kernels.__file__
    assert bounds.__code__.co_firstlineno == tiers_kernels.bounds.__code__.co_firstlineno
    assert bounds.__globals__["unrank"](2) == rules.functions["unrank"](2)


GAMES = [lambda: ostle_rules(3, 2, 0, "paper"), lambda: without_index(rules_of("british_square", size=3))]


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES, ids=["ostle", "british_square"])
def test_kernels_find_in_plain_python_what_they_find_compiled(game, monkeypatch):
    rules = game()
    compiled = solve(rules, "queue", 1, Silent())
    monkeypatch.setenv("RETRO_PLAIN", "1")
    assert_same(rules, compiled, solve(rules, "queue", 1, Silent()))
