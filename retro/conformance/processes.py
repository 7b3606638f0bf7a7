"""The rule `processes`: rules are the same in every process; otherwise no process uses what another one has solved.

The order of a set of texts differs from process to process, and so do addresses, times and random numbers. If modules
of a game use any of these, or import modules that may do so, other processes load the game, and all that rules read is
compared.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from retro.conformance.report import Failed
from retro.conformance.subject import Subject
from retro.game.fingerprint import Fingerprints
from retro.game.loading import digest
from retro.game.rules import Rules
from retro.game.syntax import source

SEEDS = ("1", "2", "3", "4")
"""Seeds of the hashes in the other processes."""
STEADY = frozenset(
    "__future__ bisect collections dataclasses enum fractions functools itertools math numpy operator retro typing "
    "types".split()
)
"""Modules in which nothing differs from process to process, except sets, and what has one of the next names."""
UNSTEADY = frozenset("frozenset hash id object open set".split())
UNSTEADY_ATTRIBUTES = frozenset("empty empty_like keys random".split())
WITHOUT_ORDER = frozenset("all any len max min sorted sum".split())
"""Functions whose result does not depend on the order of a set."""

_PROGRAM = """
import contextlib, json, sys
from retro.game import Game, loading
from retro.game.fingerprint import Fingerprints
name, package, options = json.loads(sys.argv[1])
game, found = Game(name, name, package), Fingerprints()
with contextlib.redirect_stdout(sys.stderr):
    loading.digest(game, options, vars(loading.load(game, options).module), found)
print(json.dumps(found.read))
"""


@contextmanager
def started(rules: Rules) -> Iterator[list[subprocess.Popen[str]]]:
    """A block in which other processes load a game; yields none if its rules cannot differ. They end with the block."""
    game = rules.game
    command = [sys.executable, "-P", "-c", _PROGRAM, json.dumps([game.name, game.package, dict(rules.options)])]
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with ExitStack() as stack:
        others = []
        for seed in SEEDS if _may_differ(rules) else ():
            environment = os.environ | path | {"PYTHONHASHSEED": seed}
            other = subprocess.Popen(
                command, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            others.append(stack.enter_context(other))
            stack.callback(other.kill)
        yield others


def check(subject: Subject) -> str | None:
    """Compares what rules read with what they read in the other processes."""
    if not subject.others:
        return "the game's modules use nothing that differs from process to process"
    found = Fingerprints()
    digest(subject.rules.game, subject.rules.options, vars(subject.rules.module), found)
    for other in subject.others:
        shown, error = other.communicate()
        if other.returncode:
            raise Failed(f"another process cannot load the game: {error.strip().splitlines()[-1]:.200}")
        read = json.loads(shown)
        names = sorted(name for name in found.read.keys() | read.keys() if found.read.get(name) != read.get(name))
        if names:
            what = "; ".join(names[:3]) + ("; ..." if len(names) > 3 else "")
            raise Failed(f"rules differ from process to process in {what}: make it in a fixed order, as sorted() does")
        subject.checked += 1
    return None


def _may_differ(rules: Rules) -> bool:
    """Returns whether rules.py, or a module of the game that it imports, uses what may differ between processes."""
    package, waiting, seen = rules.module.__name__.rpartition(".")[0], [rules.module.__name__], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in sys.modules or name in (package, f"{package}.options"):
            continue
        seen.add(name)
        tree = ast.parse(source(name))
        ordered = set(_ordered(tree))
        for node in ast.walk(tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                imported = list(_imported(node, name, rules.game.package, package))
                if any(each is None for each in imported):
                    return True
                waiting += [each for each in imported if each]
            elif node not in ordered and _is_unsteady(node):
                return True
    return False


def _imported(node: ast.Import | ast.ImportFrom, name: str, game: str, package: str) -> Iterator[str | None]:
    """Yields the modules of the game that a statement in the module ``name`` may import, and None for unsteady ones."""
    if isinstance(node, ast.Import):
        found = [each.name for each in node.names]
    else:
        base = name.rsplit(".", node.level)[0] if node.level else ""
        module = ".".join(part for part in (base, node.module) if part)
        found = [module, *(f"{module}.{each.name}" for each in node.names)]
    for each in found:
        top = each.partition(".")[0]
        if top in (package, game.partition(".")[0]):
            yield each.replace(game, package, 1) if top != package else each
        elif top not in STEADY:
            yield None


def _ordered(tree: ast.AST) -> Iterator[ast.AST]:
    """Yields sets, and calls that make them with the names that are called, of which only the elements matter."""
    for node in ast.walk(tree):
        used: list[ast.expr] = []
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WITHOUT_ORDER:
            used = [] if node.keywords else node.args  # by a key, equal elements stay in the order of the set
        elif isinstance(node, ast.Compare):
            used = node.comparators
        for each in used:
            yield each
            if isinstance(each, ast.Call):
                yield each.func


def _is_unsteady(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return node.id in UNSTEADY
    return isinstance(node, ast.Set | ast.SetComp) or (
        isinstance(node, ast.Attribute) and node.attr in UNSTEADY_ATTRIBUTES
    )
