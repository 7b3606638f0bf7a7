"""What `retro replay` prints for people."""

from __future__ import annotations

from retro.app import layout
from retro.play.review import Reviewed
from retro.query.game_review import Review, blunders
from retro.query.played_game import PlayedGame


def write(game: PlayedGame, found: Review) -> None:
    """The same for people."""
    begins = game.position if game.forbidden is None else f"{game.position}, {game.forbidden} is forbidden"
    told = [("begins", begins), *zip(found.names, (game.first, game.second), strict=True), ("result", found.result)]
    for player, name in enumerate(found.names):
        moves = sum(each.player == player for each in found.moves)
        told.append(("blunders", f"{name}: {blunders(found.moves, player)} in {moves} moves"))
    layout.facts(told)
    layout.table(
        ("ply>", "player", "move", "", "before", "after", "keeping>", "best", "gave away"),
        [_row(ply, found.names[each.player], each) for ply, each in enumerate(found.moves, 1)],
    )


def _row(ply: int, name: str, each: Reviewed) -> tuple[str, ...]:
    best = "" if each.choice.order == each.best.order else each.text(each.best)
    lost = "a point" if each.points == 1 else f"{each.points} points" if each.points else ""
    if each.plies:
        lost = "a ply" if each.plies == 1 else f"{each.plies} plies"
    elif each.blunder and not each.points:
        lost = f"the {'win' if each.before.value == 'win' else 'draw'}"
    kept = f"{each.keeping} of {each.legal}"
    sign, values = "??" if each.blunder else "", (str(each.before), str(each.after))
    return str(ply), name, each.text(each.choice), sign, *values, kept, best, lost
