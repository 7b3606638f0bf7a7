"""`retro replay`: what each move of a recorded game gave away."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from retro.app import layout
from retro.app.arguments import AsJson, Data
from retro.app.shell import Shell
from retro.play.review import Reviewed
from retro.query import game_review, played_game
from retro.query.game_review import Review, blunders
from retro.query.played_game import PlayedGame


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game that `retro play --record` wrote.")],
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Show what each move of a recorded game gave away, if the game is solved."""
    game = played_game.read(file)
    shell = Shell(game.game, [f"{name}={value}" for name, value in game.options.items()], None, data, json)
    with shell.open() as table:
        review = game_review.review(game, table.rules, table.database.record)
        shell.answer(game_review.as_json(game, review), lambda: _show(game, review))


def _show(game: PlayedGame, review: Review) -> None:
    begins = game.position if game.forbidden is None else f"{game.position}, {game.forbidden} is forbidden"
    players = zip(review.names, (game.first, game.second), strict=True)
    facts = [("begins", begins), *players, ("result", review.result)]
    for player, name in enumerate(review.names):
        count = sum(each.player == player for each in review.moves)
        facts.append(("blunders", f"{name}: {blunders(review.moves, player)} in {count} moves"))
    layout.facts(facts)
    layout.table(
        ("ply>", "player", "move", "", "before", "after", "keeping>", "best", "gave away"),
        [_row(ply, review.names[each.player], each) for ply, each in enumerate(review.moves, 1)],
    )


def _row(ply: int, name: str, move: Reviewed) -> tuple[str, ...]:
    best = "" if move.choice.order == move.best.order else move.state.text(move.best)
    lost = "a point" if move.points == 1 else f"{move.points} points" if move.points else ""
    if move.plies:
        lost = "a ply" if move.plies == 1 else f"{move.plies} plies"
    elif move.blunder and not move.points:
        lost = f"the {'win' if move.before.value == 'win' else 'draw'}"
    keeping = f"{move.keeping} of {move.legal}"
    sign, values = "??" if move.blunder else "", (str(move.before), str(move.after))
    return str(ply), name, move.state.text(move.choice), sign, *values, keeping, best, lost
