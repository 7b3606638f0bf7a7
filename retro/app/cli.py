"""The command `retro`, with all its commands in the order in which help shows them."""

from __future__ import annotations

import gc
import sys
import traceback
import warnings
from importlib import import_module

import typer

from retro.app import completion, streams
from retro.app.commands.arguments import app, remark
from retro.app.errors import guarded
from retro.system.exit_codes import FAULT
from retro.system.messages import one_line

_MODULES = "solving asking playing analysing reporting plotting exporting trusting serving making"
for _module in _MODULES.split():
    import_module(f"retro.app.commands.{_module}")

__all__ = ["app", "main"]

COLLECTING = 50_000, 20, 50
"""Compiling makes many small objects that stay: looking for garbage among them all the time takes a tenth of it."""


def main() -> None:
    """The command `retro`; `retrograde` has looked before whether the package is whole."""
    gc.set_threshold(*COLLECTING)
    warnings.showwarning = _show_warning
    try:
        guarded(streams.prepare)()
        completion.join_words()
        app(prog_name="retro")
    except typer.Exit as ended:
        sys.exit(ended.exit_code)
    except Exception:
        traceback.print_exc()
        sys.exit(FAULT)


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """As a line, without the place in the program."""
    remark(f"warning: {one_line(str(message))}")
