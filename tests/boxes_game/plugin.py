"""Registers dots and boxes as a plugin."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    wide, high = (Option(name, 1, (1, 2), f"boxes in a {of}") for name, of in (("wide", "row"), ("high", "column")))
    turn = Option("turn", "right", ("right", "alternating", "none"), "what the scene says of it")
    return Game("boxes", "Dots and boxes", "boxes_game", (wide, high, turn))
