"""What a shell offers after the Tab key where typer does not know it: games, their options and heuristics.

It never fails: where nothing can be said, nothing is offered. Names come from plugins, and no rules are imported.
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
    """Neither what a plugin says nor what it raises may come between a person and the line that is being written."""

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
    """Names of the installed games."""
    from retro.game import plugins

    return plugins.names()


@_quiet
def settings(context: typer.Context) -> list[str]:
    """KEY=VALUE for the options that the game has and the line does not; values alone after a KEY= without one."""
    given = dict(setting.split("=", 1) for setting in context.params.get("settings") or () if "=" in setting)
    choices = {option.name: list(map(str, option.choices)) for option in _game(context).options}
    for key, value in given.items():
        if not value:
            return choices[key]
    return [f"{key}={value}" for key, values in choices.items() if key not in given for value in values]


@_quiet
def heuristics(context: typer.Context) -> list[str]:
    """Names of the game's heuristics."""
    return list(_game(context).heuristics)


@_quiet
def players(context: typer.Context) -> list[str]:
    """Names of the players that come with the program."""
    from retro.query import named_players

    return list(named_players.NAMES_OF_PLAYERS)


def _game(context: typer.Context) -> Game:
    from retro.game import plugins

    # behind an option that wants its value, words are not told apart yet
    words = [context.params.get("game"), *context.args]
    return plugins.load(next(word for word in words if word))


def join_words() -> None:
    """For bash ``size=4`` is three words, of which it replaces the last; for typer ``--set`` has one word behind it.

    So words are put together, and where the last one is ``size=4`` they become ``--set size= --set 4``: `settings`
    understands that, and offers what is to stand for the 4.
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
