from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game():
    options = (
        Option("floors", 7, (1, 7, 59_049), "floors of eight rooms"),
        Option("step", 1, (1, 5, 15_000, 30_000), "difference of the tiers of two floors"),
        Option("bits", 0, (0, 40), "unused bits of a key"),
    )
    return Game("floors", "Floors", "floors_game", options)
