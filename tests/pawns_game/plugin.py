"""Registers hexapawn as a plugin."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    turn = Option("turn", "right", ("right", "stuck", "none"), "what the scene says of it")
    begins = Option("begins", "white", ("white", "black"), "who moves first")
    return Game("pawns", "Hexapawn", "pawns_game", (turn, begins))
