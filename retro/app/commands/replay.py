"""`retro replay`: what each move of a recorded game gave away."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from retro.app import layout, output
from retro.app.arguments import AsJson, Data
from retro.app.shell import Shell
from retro.play.course import PLAYERS_IN_JSON
from retro.query import game_review, played_game
from retro.query.game_review import ReviewAnswer


def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A game that `retro play --record` wrote.")],
    data: Data = None,
    json: AsJson = False,
) -> None:
    """Show what each move of a recorded game gave away, if the game is solved."""
    game = played_game.read(file)
    options = [f"{name}={value}" for name, value in game.options.items()]
    shell = Shell(game.game, context, options, None, data, json)
    with shell.open() as table:
        answer = game_review.review(game, table.rules, table.record)
        text = table.rules.text
        names = {each: text.player(player) if text.players else each for player, each in enumerate(PLAYERS_IN_JSON)}
        shell.answer(answer, lambda: _show(answer, names))


def _show(answer: ReviewAnswer, names: Mapping[str, str]) -> None:
    forbidden, moves = answer["forbidden"], answer["moves"]
    facts = [("begins", answer["position"] + (f", {forbidden} is forbidden" if forbidden else ""))]
    facts += [(names["first"], answer["first"]), (names["second"], answer["second"]), ("result", answer["result"])]
    for player, name in names.items():
        count = sum(each["player"] == player for each in moves)
        facts.append(("blunders", f"{name}: {answer['blunders'][player]} in {count} moves"))
    layout.facts(facts)
    columns: dict[str, layout.Cell] = {
        "ply>": "ply",
        "player": lambda row: names[row["player"]],
        "move": "move",
        "": lambda row: "??" if row["blunder"] else "",
        "before": lambda row: output.value(row["before"]),
        "after": lambda row: output.value(row["after"]),
        "keeping>": lambda row: f"{row['keeping']} of {row['legal']}",
        "best": lambda row: "" if row["before"] == row["after"] else row["best"],
        "gave away": _lost,
    }
    layout.records([{"ply": str(ply), **each} for ply, each in enumerate(moves, 1)], columns)


def _lost(row: Mapping[str, Any]) -> str:
    if row["points"]:
        return "a point" if row["points"] == 1 else f"{row['points']} points"
    if row["plies"]:
        return "a ply" if row["plies"] == 1 else f"{row['plies']} plies"
    return f"the {'win' if row['before']['value'] == 'win' else 'draw'}" if row["blunder"] else ""
