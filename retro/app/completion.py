"""Completion in the shell for what typer does not know: names of games, their options and their heuristics.

On an error nothing is offered. Names come from plugins; no rules are imported.
"""

from __future__ import annotations

import functools
import io
import os
from collections.abc import Callable
from contextlib import redirect_stderr
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from retro.game import Game

Offer = Callable[[typer.Context], list[str]]


def _quiet(offer: Offer) -> Offer:
    """``offer`` without the output and the exceptions of plugins, which would end up in the line being typed."""

    @functools.wraps(offer)
    def offered(context: typer.Context) -> list[str]:
        try:
            with redirect_stderr(io.StringIO()):
                return offer(context)
        except Exception:
            return []

    return offered


@_quiet
def games(context: typer.Context) -> list[str]:
    """Returns names of the installed games."""
    from retro.game import plugins

    return plugins.names()


@_quiet
def settings(context: typer.Context) -> list[str]:
    """KEY=VALUE for each option of the game that is not on the line yet; the values alone after ``KEY=``."""
    given = dict(setting.split("=", 1) for setting in context.params.get("options") or () if "=" in setting)
    choices = {option.name: list(map(str, option.choices)) for option in _game(context).options}
    for key, value in given.items():
        if not value:
            return choices[key]
    return [f"{key}={value}" for key, values in choices.items() if key not in given for value in values]


@_quiet
def heuristics(context: typer.Context) -> list[str]:
    """Returns names of the game's heuristics."""
    return list(_game(context).heuristics)


@_quiet
def players(context: typer.Context) -> list[str]:
    """Returns names of the built-in players."""
    from retro.query import named_players

    return list(named_players.NAMES_OF_PLAYERS)


def _game(context: typer.Context) -> Game:
    from retro.game import plugins

    # after an option that lacks its value, typer has not yet sorted the words into arguments
    words = [context.params.get("game"), *context.args]
    return plugins.load(next(word for word in words if word))


def join_words() -> None:
    """Rewrites the words that bash passes in environment variables into those that typer expects.

    For bash ``size=4`` is three words, of which completion replaces the last; typer expects one word after ``--set``.
    So the words are joined, and a last word ``size=4`` becomes ``--set size= --set 4``: `settings` then offers values
    in place of the 4.
    """
    if os.environ.get("_RETRO_COMPLETE") != "complete_bash":
        return
    words = os.environ["COMP_WORDS"].split("\n")[: int(os.environ["COMP_CWORD"]) + 1]
    line = "\n".join(words).replace("\n=\n", "=").replace("\n--set=", "\n--set\n")
    if words[-1] == "=":
        line = line.removesuffix("\n=") + "="
    before, _, last = line.rpartition("\n")
    key, equals, value = last.partition("=")
    if equals and before.endswith("\n--set"):
        line = f"{before}\n{key}=\n--set\n{value}"
    os.environ |= {"COMP_WORDS": line, "COMP_CWORD": str(line.count("\n"))}
