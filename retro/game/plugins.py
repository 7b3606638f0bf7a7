"""Finds games. Names come from the metadata of installed packages; a plugin is imported only when it is loaded.

A game's package names its plugin module in the entry-point group ``retro.games``::

    [project.entry-points."retro.games"]
    mygame = "mygame.plugin"

and the module returns the game from one hook::

    from retro.game import Game
    from retro.game.plugins import hookimpl

    @hookimpl
    def retro_game() -> Game:
        return Game(name="mygame", title="My game", package="mygame")

The bundled games are registered in the same way. A plugin that cannot be used does not hide the others: its `Listing`
has a reason instead of a game.
"""

from __future__ import annotations

import re
import sys
from contextlib import redirect_stdout
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

import pluggy

from retro.game import Game
from retro.system.errors import GameError, described
from retro.system.suggestions import suggestion

GROUP = "retro.games"

hookspec = pluggy.HookspecMarker("retro")
hookimpl = pluggy.HookimplMarker("retro")

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


class PluginError(GameError):
    """A plugin that cannot be used; the text names it and the reason."""


class _Hooks:
    @hookspec
    def retro_game(self) -> Game:  # type: ignore[empty-body]
        """Returns the game of this plugin."""


@dataclass(frozen=True)
class Listing:
    """An installed plugin: its game, or None and the reason why it cannot be used."""

    name: str
    game: Game | None
    reason: str


def names() -> list[str]:
    """Names of all installed games, sorted; no plugin is imported."""
    return sorted(_offers())


def load(name: str) -> Game:
    """The game ``name``; only its plugin is imported.

    GameError if no entry point has the name, PluginError if the plugin cannot be used.
    """
    offers = _offers()
    if name not in offers:
        installed = ", ".join(sorted(offers)) or "none"
        raise GameError(f"unknown game {name[:40]!r}{suggestion(name, offers)}; installed games: {installed}")
    return _load(name, offers[name])


def listing() -> list[Listing]:
    """All installed plugins, sorted by name; each is imported."""
    return [_listed(name, points) for name, points in sorted(_offers().items())]


def _offers() -> dict[str, list[EntryPoint]]:
    """Entry points by name; a package that is on the path twice counts once."""
    offers: dict[str, dict[str, EntryPoint]] = {}
    for point in entry_points(group=GROUP):
        offers.setdefault(point.name, {})[point.value] = point
    return {name: list(points.values()) for name, points in offers.items()}


def _listed(name: str, points: list[EntryPoint]) -> Listing:
    try:
        return Listing(name, _load(name, points), "")
    except PluginError as error:
        return Listing(name, None, str(error))


def _load(name: str, points: list[EntryPoint]) -> Game:
    if not _NAME.fullmatch(name):
        raise PluginError(f"plugin {name[:40]!r}: a game's name is lower-case letters, digits, - and _")
    if len(points) > 1:
        offered = " and ".join(point.value for point in points)
        raise PluginError(f"plugin {name}: offered twice, by {offered}")
    manager = pluggy.PluginManager("retro")
    manager.add_hookspecs(_Hooks)
    try:
        with redirect_stdout(sys.stderr):  # what a plugin prints does not belong to a command's output
            manager.register(points[0].load(), name)
            games: list[Game] = manager.hook.retro_game()
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # foreign code may raise anything
        raise PluginError(f"plugin {name}: {described(error)}") from error
    if not games:
        raise PluginError(f"plugin {name}: {points[0].value} has no hook retro_game")
    game = games[0]
    if not isinstance(game, Game):
        raise PluginError(f"plugin {name}: retro_game returned {type(game).__name__}, not a Game")
    if game.name != name:
        raise PluginError(f"plugin {name}: its game calls itself {game.name!r}")
    return game
