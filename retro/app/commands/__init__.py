"""The commands of `retro`, one module each: its options, what it does, its answer in JSON and for people.

The module of a command is imported when the command runs, so that `retro games` loads no compiler. The list of commands
in `retro --help` and in completion reads help texts from the sources.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

NAMES = (
    *("games", "solve", "info", "stats", "query", "line", "play", "replay"),
    *("reach", "puzzles", "compose", "extremes", "heuristic", "playouts"),
    *("report", "plot", "export", "verify", "reproduce", "check-file", "serve", "new", "check"),
)
"""In the order of the help text. `check-file` is the function ``check_file`` in the module ``check_file``."""


def function(name: str) -> Callable[..., Any]:
    """The function of a command; its parameters are the arguments and options."""
    module = name.replace("-", "_")
    command: Callable[..., Any] = getattr(import_module(f"{__name__}.{module}"), module)
    return command


def help_text(name: str) -> str:
    """The docstring of a command's function, read from the source of its module, which is not imported."""
    module = name.replace("-", "_")
    source = Path(__file__).with_name(f"{module}.py").read_text(encoding="utf-8")
    functions = (each for each in ast.parse(source).body if isinstance(each, ast.FunctionDef) and each.name == module)
    return next((ast.get_docstring(each) or "" for each in functions), "")
