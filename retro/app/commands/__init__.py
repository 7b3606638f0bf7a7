"""The commands of `retro`, one module each: its options, what it does, its answer in JSON and for people.

The module of a command is imported when the command runs, so that `retro games` loads no compiler. The list of commands
in `retro --help` and in completion reads help texts from the sources.
"""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

COMMANDS = {
    "games": "retro.app.commands.games:games",
    "solve": "retro.app.commands.solve:solve",
    "info": "retro.app.commands.info:info",
    "stats": "retro.app.commands.stats:stats",
    "query": "retro.app.commands.query:query",
    "line": "retro.app.commands.line:line",
    "play": "retro.app.commands.play:play",
    "replay": "retro.app.commands.replay:replay",
    "reach": "retro.app.commands.reach:reach",
    "puzzles": "retro.app.commands.puzzles:puzzles",
    "compose": "retro.app.commands.compose:compose",
    "extremes": "retro.app.commands.extremes:extremes",
    "heuristic": "retro.app.commands.heuristic:heuristic",
    "playouts": "retro.app.commands.playouts:playouts",
    "report": "retro.app.commands.report:report",
    "plot": "retro.app.commands.plot:plot",
    "export": "retro.app.commands.export:export",
    "verify": "retro.app.commands.verify:verify",
    "reproduce": "retro.app.commands.reproduce:reproduce",
    "check-file": "retro.app.commands.check_file:check_file",
    "serve": "retro.app.commands.serve:serve",
    "new": "retro.app.commands.new:new",
    "check": "retro.app.commands.check:check",
}
"""Module and function of each command, in the order of the help text."""


def function(name: str) -> Callable[..., Any]:
    """Returns the function of a command; its parameters are the arguments and options."""
    command: Callable[..., Any] = pkgutil.resolve_name(COMMANDS[name])
    return command


def help_text(name: str) -> str:
    """Returns the docstring of a command's function, read from the source of its module, which is not imported."""
    module, _, function = COMMANDS[name].partition(":")
    spec = find_spec(module)
    assert spec is not None and spec.origin is not None
    source = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    functions = (each for each in source.body if isinstance(each, ast.FunctionDef) and each.name == function)
    return next((ast.get_docstring(each) or "" for each in functions), "")
