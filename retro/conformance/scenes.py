"""The rule `scene`: every position has a scene of its own, and every move but one steps that lead somewhere.

A move that ends the game leads to a final scene, if the plugin defines one.
"""

from __future__ import annotations

import json

from retro.conformance.report import Failed, Skipped
from retro.conformance.subject import Subject
from retro.game import ONGOING, staging
from retro.game.scene import Scene, as_json
from retro.system.errors import GameError


def check(subject: Subject) -> None:
    """Scenes of the sample, and of each the steps of its moves; one move of a position may have none."""
    words = subject.rules.text
    if words.scene is None:
        raise Skipped("scene is not defined")
    seen: dict[str, int] = {}
    try:
        for key in subject.each(subject.sample):
            scene = staging.staged(subject.rules, key)
            other = seen.setdefault(json.dumps(as_json(scene)), key)
            if other != key:
                raise Failed(f"{subject.place(key)}: scene gives position {other} the same scene")
            _moves(subject, scene, key)
    except GameError as error:
        raise Failed(str(error)) from error
    subject.remark = "moves are the points that format_move names" if words.shown is None else ""


def _moves(subject: Subject, scene: Scene, key: int) -> None:
    without = []
    for move in subject.moves(key):
        if not staging.steps(subject.rules, scene, key, move.code):
            without.append(move.code)
        if move.outcome != ONGOING:
            staging.final_scene(subject.rules, key, move.code)
    if len(without) > 1:
        reason = f"the move of code {without[0]} has no steps either; define shown"
        raise Failed(f"{subject.place(key, without[1])}: {reason}")
