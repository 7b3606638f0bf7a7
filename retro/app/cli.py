"""The command `retro`: the application with its list of commands, and the entry point."""

from __future__ import annotations

import sys
import traceback
import warnings
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from retro import __version__
from retro.app import commands, completion, garbage, streams
from retro.app.console import remark
from retro.app.errors import guarded, usage_in_one_line
from retro.system.exit_codes import FAULT
from retro.system.messages import one_line
from retro.system.sizes import PRODUCTION, Sizes

__all__ = ["app", "main"]


class _Listed(TyperCommand):
    """A command as the list of commands shows it. Its module is not imported."""

    def get_short_help_str(self, limit: int = 45) -> str:
        self.help = commands.help_text(str(self.name))
        return super().get_short_help_str(limit)


class Commands(TyperGroup):
    """The commands of `retro`. The module of a command is imported when that command is resolved."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = {name: _Listed(name) for name in commands.COMMANDS}

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Returns the name of the command, the command with its options, and the other arguments."""
        name, listed, rest = super().resolve_command(ctx, args)
        if name is None or listed is None:
            return name, listed, rest
        single = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
        single.command(name)(commands.function(name))
        return name, typer.main.get_command(single), rest

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """Reads the options of the program, which stand before the command."""
        with usage_in_one_line():
            return guarded(super().make_context)(*arguments, **options)

    def invoke(self, *arguments: Any, **options: Any) -> Any:
        """Reads the options of the command and runs it."""
        with usage_in_one_line():
            return guarded(super().invoke)(*arguments, **options)


app = typer.Typer(
    cls=Commands,
    help="Strongly solve two-player games by retrograde analysis, and query the solutions.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"retro {__version__}")
        raise typer.Exit


@app.callback()
def program(
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_show_version, help="Show name and version and exit.")
    ] = False,
) -> None:
    """Declares the options of the program, which belong to no command."""


def main(sizes: Sizes = PRODUCTION) -> None:
    """Runs the command line of this process. `retrograde` has checked that the installed package is complete."""
    garbage.collect_rarely()
    warnings.showwarning = _show_warning
    try:
        guarded(streams.prepare)()
        completion.join_words()
        app(prog_name="retro", obj=sizes)
    except typer.Exit as ended:
        sys.exit(ended.exit_code)
    except Exception:
        traceback.print_exc()
        sys.exit(FAULT)


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Prints a warning as one line, without its position in the source."""
    remark(f"warning: {one_line(str(message))}")
