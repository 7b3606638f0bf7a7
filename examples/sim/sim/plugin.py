"""Registers Sim with retro."""

from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game() -> Game:
    """Sim on four to six points; with five or fewer it may be drawn."""
    return Game(
        name="sim",
        title="Sim",
        package="sim",
        options=(Option("points", 6, (4, 5, 6), "points that the lines join"),),
        notes=("Positions that are equal up to the names of the points count once.",),
        small={"points": "4"},
    )
