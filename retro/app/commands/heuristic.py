"""`retro heuristic`: positions in which a heuristic of a plugin loses points, counted by points, with examples."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from retro.app import completion, layout
from retro.app.arguments import MAX_SAMPLES, Memory, option
from retro.app.shell import Shell, command
from retro.game.rules import Rules
from retro.game.values import Value
from retro.statistics import heuristic as testing
from retro.statistics.heuristic import Example, Losses

_WITHOUT_SCORES = "a win is 1 point, a draw 0, a loss -1; how long it takes does not count"


@command()
def heuristic(
    shell: Shell,
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="A heuristic of the game's plugin.", autocompletion=completion.heuristics),
    ],
    limit: Annotated[int, option("N", "Show at most N examples.", min=0, max=MAX_SAMPLES)] = 10,
    memory: Memory = None,
) -> None:
    """Count the positions of a solved game in which a heuristic loses points, with examples."""
    tested = testing.find(shell.rules, name)
    table, _ = shell.load(memory)
    losses = testing.measure(table, tested, shell.threads, limit, shell.display)
    answer = {**shell.header, **_as_json(table.rules, name, losses)}
    shell.answer(answer, lambda: _show(answer))


def _as_json(rules: Rules, name: str, losses: Losses) -> dict[str, Any]:
    counts = {"some": losses.worst, "all": losses.best, "first": losses.first}
    return {
        "heuristic": name,
        "positions": losses.positions,
        "with_a_move": losses.moving,
        "with_a_choice": losses.choosing,
        "losing": {which: Losses.losing(count) for which, count in counts.items()},
        "most_points": max(losses.worst, default=0),
        "points": "points of the score" if rules.scores else _WITHOUT_SCORES,
        "histogram": [
            {"points": lost, **{which: count.get(lost, 0) for which, count in counts.items()}}
            for lost in sorted(set().union(*counts.values()))
        ],
        "examples": [_example(rules, each) for each in losses.examples],
    }


def _example(rules: Rules, example: Example) -> dict[str, Any]:
    text, key = rules.text, example.key
    played, best = (rules.words(example.key, value) for value in example.values)
    return {
        "position": str(text.format(key)),
        "lost": example.lost,
        "move": str(text.format_move(key, example.played)),
        **played._asdict(),
        "best": [str(text.format_move(key, code)) for code in example.best],
        "best_value": best.value,
        "best_dtm": best.dtm,
    }


def _show(answer: dict[str, Any]) -> None:
    losing, moving = answer["losing"], answer["with_a_move"]
    shares = {
        which: f"{count:,} ({count / max(1, moving):.1%} of those with a move)" for which, count in losing.items()
    }
    layout.facts(
        [
            ("heuristic", f"{answer['heuristic']} of {answer['game']}: plays a move with the highest rating"),
            ("positions", f"{answer['positions']:,}, each once up to symmetry"),
            ("  with a move", f"{moving:,}"),
            ("  with a choice", f"{answer['with_a_choice']:,}"),
            ("some such move loses", shares["some"]),
            ("every one loses", shares["all"]),
            ("the first by code loses", shares["first"]),
            ("most points lost", str(answer["most_points"])),
            ("points", answer["points"]),
        ]
    )
    layout.records(
        answer["histogram"],
        {"points lost>": "points", "by the worst>": "some", "by the best>": "all", "by the first>": "first"},
    )
    layout.records(
        answer["examples"],
        {
            "position": "position",
            "plays": "move",
            "value>": lambda row: str(Value(row["value"], row["dtm"])),
            "lost>": "lost",
            "best value>": lambda row: str(Value(row["best_value"], row["best_dtm"])),
            "best moves~": "best",
        },
        left=losing["some"] - len(answer["examples"]),
        of="positions",
    )
