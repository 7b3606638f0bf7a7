"""Registers kalah with retro."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """Kalah with up to four pits on each side and up to three stones in each."""
    return Game(
        name="kalah",
        title="Kalah",
        package="kalah",
        options=(
            Option("pits", 4, (1, 2, 3, 4), "pits on each side"),
            Option("stones", 3, (1, 2, 3), "stones in each pit at the start"),
        ),
        notes=("A value is the stones that the player to move still gets, minus those that the opponent still gets.",),
        small={"pits": "3", "stones": "2"},
    )
