"""`retro new`: write a plugin that works as it is, completely or not at all."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import keyword
import os
import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from retro.app import skeleton
from retro.game import plugins
from retro.system import atomic
from retro.system.errors import GameError

_NAME_PATTERN = re.compile(r"[a-z]([-_]?[a-z0-9])*")
_MAX_NAME_LENGTH = 40
"""Characters of a name."""


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the game, its directory and its package.")],
) -> None:
    """Write a plugin to start from: a small game that installs, solves and passes `retro check`."""
    create(name, Path.cwd())
    sys.stdout.write(_next_steps(name))


def create(name: str, parent: Path) -> Path:
    """Writes the plugin ``name`` into a new directory of that name in ``parent``, and returns the directory.

    Raises GameError, before anything is written, if the name cannot be used; GameError or OSError, with nothing left
    behind, if the directory cannot be written.
    """
    _check(name)
    directory = parent / name
    if os.path.lexists(directory):
        raise GameError(f"there is a {name} here already; choose another name or another directory")
    package = skeleton.package(name)
    if package in sys.stdlib_module_names or importlib.util.find_spec(package) is not None:
        raise GameError(f"there is a Python module called {package} already; choose another name")
    if any(importlib.metadata.distributions(name=name)):
        raise GameError(f"pip knows a package called {name} already; choose another name")
    with atomic.output(directory, force=False, directory=True) as building:
        for path, text in skeleton.files(name).items():
            file = building / path
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
    return directory


def _check(name: str) -> None:
    if len(name) > _MAX_NAME_LENGTH or not _NAME_PATTERN.fullmatch(name):
        wanted = f"at most {_MAX_NAME_LENGTH} lower-case letters, digits and single - or _ between them"
        raise GameError(f"a game cannot be called {name[:_MAX_NAME_LENGTH]!r}: its name is {wanted}, a letter first")
    if keyword.iskeyword(name):
        raise GameError(f"a game cannot be called {name}: the word has a meaning in Python")
    if name in plugins.names():
        raise GameError(f"a game called {name} is installed already; choose another name")


def _next_steps(name: str) -> str:
    """What the author does next, in words."""
    package = skeleton.package(name)
    return f"""\
{name} is a plugin with a small game in it that works. Try it:

    pip install --editable ./{name}
    retro solve {name}
    retro query {name} 21
    retro check {name}

Then put your game in its place: the rules in {name}/{package}/rules.py, how positions are
written in {name}/{package}/text.py.
"""
