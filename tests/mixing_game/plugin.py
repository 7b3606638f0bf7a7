from retro.game import Game, Option
from retro.game.plugins import hookimpl


@hookimpl
def retro_game():
    sizes = Option("size", 3000, (3000, 22_000_000), "numbers, of which four fifths or so are positions")
    return Game("mixing", "Mixing", "mixing_game", (sizes,))
