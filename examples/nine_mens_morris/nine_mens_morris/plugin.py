"""Registers nine men's morris as a plugin: its options, and which of them go together."""

from __future__ import annotations

from retro.game import Game, Option, OptionError
from retro.game.plugins import hookimpl

NOTES = (
    "A position is the men of the player to move, those of the opponent and the number of men in hand, up to 16 "
    "symmetries: eight of the square, and the exchange of the outer and the inner ring.",
    "Positions are all arrangements with these numbers of men, also those that no game comes to.",
    "Repetition is a draw.",
)


def complete(given: dict[str, int | str]) -> dict[str, int | str]:
    """The options given; OptionError if they cannot go together."""
    men, fewer = int(given.get("men", 9)), int(given.get("fewer", 9))
    if fewer < men and given.get("phase", "whole") == "whole":
        raise OptionError(f"fewer={fewer} needs --set phase=moving: in the whole game both players have {men} men")
    return given


@hookimpl
def retro_game() -> Game:
    """Nine men's morris."""
    return Game(
        name="nine_mens_morris",
        title="Nine men's morris",
        package="nine_mens_morris",
        options=(
            Option("men", 9, tuple(range(3, 10)), "men of a player"),
            Option("fewer", 9, tuple(range(3, 10)), "most men of the player who has fewer, in the moving phase"),
            Option("phase", "whole", ("whole", "moving"), "the game from the empty board, or the moving phase alone"),
        ),
        complete=complete,
        notes=NOTES,
    )
