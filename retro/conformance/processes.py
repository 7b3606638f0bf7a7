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
"""Modules in which nothing differs from process to process, except what has one of the names in `UNSTEADY`."""
UNSTEADY = frozenset("empty frozenset hash id keys object open random set".split())

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
    """Returns whether modules of a game use what may differ from process to process."""
    package = rules.module.__name__.rpartition(".")[0]
    steady = STEADY | {rules.game.package.partition(".")[0]}
    own = [name for name in sys.modules if name.startswith(f"{package}.") and name != f"{package}.options"]
    for node in (node for name in own for node in ast.walk(ast.parse(source(name)))):
        if isinstance(node, ast.Set | ast.SetComp):
            return True
        if isinstance(node, ast.Name | ast.Attribute):
            if (node.id if isinstance(node, ast.Name) else node.attr) in UNSTEADY:
                return True
        elif isinstance(node, ast.Import | ast.ImportFrom):
            relative = isinstance(node, ast.ImportFrom) and node.level > 0
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else [node.module or ""]
            if not relative and not steady.issuperset(name.partition(".")[0] for name in names):
                return True
    return False
