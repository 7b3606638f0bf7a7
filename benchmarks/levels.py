"""The strength of the eight levels of opponents in a solved game, measured by self-play.

    python benchmarks/levels.py lgame
    python benchmarks/levels.py ostle --set men=3

Each level plays games against itself. A blunder is a move after which the outcome, or the points, are worse; a piece is
given away if a move loses one although another move is at least as good. Then each level plays the one below, half of
the games as the first player. A game is drawn after 80 plies.
"""

from __future__ import annotations

from random import Random
from typing import Annotated, Any

import typer
from common import AsJson, Data, Row, Settings, report, say

from retro.game import NONE
from retro.game.rules import Move
from retro.play import material
from retro.play.course import Course, Made
from retro.play.levels import LEVELS, LevelPlayer
from retro.play.states import States
from retro.query import api
from retro.query.api import Tablebase
from retro.statistics.trial_games import share

MAX_GAME_PLIES = 80


def played(table: Tablebase, states: States, first: LevelPlayer, second: LevelPlayer) -> Course:
    """Returns a game from the start."""
    course = Course(states, table.rules.initial, NONE, MAX_GAME_PLIES)
    while course.ending is None:
        course.make((first, second)[course.player].choose(course.state))
    return course


def gives_away(made: Made) -> bool:
    """Whether a move loses a piece although another one is at least as good."""
    state, choice, _ = made
    before = material.lead(state.rules, state.key)

    def loses(move: Move) -> bool:
        return material.gain(state.rules, state.key, move, before) < 0

    return loses(choice.move) and not all(loses(each.move) for each in state.choices if each.value >= choice.value)


def points(course: Course, player: int) -> float:
    """Returns 1 for a game that the player won, 0.5 for a draw, 0 for a loss."""
    assert course.ending is not None
    return 0.5 if course.ending.winner is None else float(course.ending.winner == player)


def row(table: Tablebase, level: int, games: int) -> Row:
    """Returns the figures of a level."""
    states, source = States(table.rules, table.database.record), Random(level)
    player = LevelPlayer(source, level)
    alone = [played(table, states, player, player) for _ in range(games)]
    made = [each for course in alone for each in course.made]
    blunders = sum(each.choice not in each.state.keeping for each in made)
    rate = share(blunders, len(made))
    horizon, overlooked = LEVELS[level - 1]
    below: float | None = None
    if level > 1:
        pair = player, LevelPlayer(source, level - 1)
        won = sum(
            points(played(table, states, *pair), 0) + points(played(table, states, *pair[::-1]), 1)
            for _ in range(games)
        )
        below = 50 * won / games
    return {
        "level": level,
        "horizon": horizon or "the end",
        "overlooks": f"{overlooked:.0%}",
        "moves": len(made),
        "blunders per 100": f"{100 * rate.value:.1f} ({100 * rate.low:.1f} to {100 * rate.high:.1f})",
        "pieces given away": sum(map(gives_away, made)),
        "% against the level below": below,
    }


def main(
    game: Annotated[str, typer.Argument(help="A solved game.")],
    settings: Settings = None,
    data: Data = None,
    games: Annotated[int, typer.Option(min=1, metavar="N", help="Games against itself.")] = 50,
    json: AsJson = False,
) -> None:
    """Print the strength of the eight levels of opponents."""
    options: dict[str, Any] = dict(each.split("=", 1) for each in settings or [])
    rows = []
    with api.open(game, data, **options) as table:
        for level in range(1, len(LEVELS) + 1):
            rows.append(row(table, level, games))
            say(f"level {level}")
    report({f"{game} {' '.join(settings or [])}".strip(): rows}, json)


if __name__ == "__main__":
    typer.run(main)
