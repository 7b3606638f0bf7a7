"""Registers the track as a plugin."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    return Game("track", "Track", "track_game", (Option("length", 400, tuple(range(1, 2_001)), "steps to the end"),))
