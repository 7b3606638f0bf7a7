"""The commands of `retro`, one module each: its options, what it does, its answer in JSON and for people.

The module of a command is imported when the command runs, so that `retro games` loads no compiler. The list of commands
in `retro --help` and in completion reads help texts from the sources.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from importlib import import_module
from typing import Any

from retro.game.syntax import source

COMMANDS = tuple(
    "games solve info stats query line play replay reach puzzles compose extremes heuristic playouts report plot "
    "export verify reproduce check-file serve new check".split()
)
"""In the order of the help text. The module of a command, and its function, have its name with ``_`` for ``-``."""


def function(name: str) -> Callable[..., Any]:
    """Returns the function of a command; its parameters are the arguments and options."""
    command: Callable[..., Any] = getattr(import_module(f"{__name__}.{_module(name)}"), _module(name))
    return command


def help_text(name: str) -> str:
    """Returns the docstring of a command's function, read from the source of its module, which is not imported."""
    functions = ast.parse(source(f"{__name__}.{_module(name)}")).body
    return next(
        ast.get_docstring(each) or ""
        for each in functions
        if isinstance(each, ast.FunctionDef) and each.name == _module(name)
    )


def _module(name: str) -> str:
    return name.replace("-", "_")
