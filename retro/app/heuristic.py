"""What `retro heuristic` says: in how many positions a heuristic loses points, how many, and where."""

from __future__ import annotations

from typing import Any

from retro.app import layout
from retro.game.rules import Rules
from retro.game.values import Value
from retro.query.lists import some
from retro.statistics.heuristic import Example, Losses

_WITHOUT_SCORES = "a win is 1 point, a draw 0, a loss -1; how long it takes does not count"


def as_json(rules: Rules, name: str, losses: Losses) -> dict[str, Any]:
    """The answer as one object."""
    return {
        "game": rules.game.name,
        "options": rules.options,
        "heuristic": name,
        "positions": losses.positions,
        "with_a_move": losses.moving,
        "with_a_choice": losses.choosing,
        "losing": {
            "some": Losses.losing(losses.worst),
            "all": Losses.losing(losses.best),
            "first": Losses.losing(losses.first),
        },
        "most_points": max(losses.worst, default=0),
        "points": "points of the score" if rules.scores else _WITHOUT_SCORES,
        "histogram": [dict(zip(("points", "some", "all", "first"), row, strict=True)) for row in _histogram(losses)],
        "examples": [_example(rules, each) for each in losses.examples],
    }


def write(rules: Rules, name: str, losses: Losses) -> None:
    """The same for people."""
    answer = as_json(rules, name, losses)
    layout.facts(
        [
            ("heuristic", f"{name} of {rules.game.name}: plays a move with the highest rating"),
            ("positions", f"{losses.positions:,}, each once up to symmetry"),
            ("  with a move", f"{losses.moving:,}"),
            ("  with a choice", f"{losses.choosing:,}"),
            ("some such move loses", _share(answer["losing"]["some"], losses)),
            ("every one loses", _share(answer["losing"]["all"], losses)),
            ("the first by code loses", _share(answer["losing"]["first"], losses)),
            ("most points lost", str(answer["most_points"])),
            ("points", answer["points"]),
        ]
    )
    layout.table(
        ("points lost>", "by the worst>", "by the best>", "by the first>"),
        [[f"{number:,}" for number in row] for row in _histogram(losses)],
    )
    layout.table(
        ("position", "plays", "value>", "lost>", "best value>", "best moves~"),
        [
            (
                each["position"],
                each["move"],
                str(Value.of(example.values[0], rules.scores)),
                str(each["lost"]),
                str(Value.of(example.values[1], rules.scores)),
                some(each["best"]),
            )
            for each, example in zip(answer["examples"], losses.examples, strict=True)
        ],
        left=answer["losing"]["some"] - len(losses.examples),
        of="positions",
    )


def _histogram(losses: Losses) -> list[tuple[int, ...]]:
    """Points lost; in how many positions the worst, the best and the first of the moves played lose so many."""
    rows = losses.worst, losses.best, losses.first
    return [(lost, *(row.get(lost, 0) for row in rows)) for lost in sorted(set().union(*rows))]


def _example(rules: Rules, example: Example) -> dict[str, Any]:
    text, key = rules.text, example.key
    played, best = (Value.of(value, rules.scores) for value in example.values)
    return {
        "position": str(text.format(key)),
        "lost": example.lost,
        "move": str(text.format_move(key, example.played)),
        **played._asdict(),
        "best": [str(text.format_move(key, code)) for code in example.best],
        "best_value": best.value,
        "best_dtm": best.dtm,
    }


def _share(count: int, losses: Losses) -> str:
    return f"{count:,} ({count / max(1, losses.moving):.1%} of those with a move)"
