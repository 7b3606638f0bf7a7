"""The rule `turns`: scene, `first_to_move` and moves do not contradict each other about whose turn it is."""

from __future__ import annotations

from retro.conformance.report import Failed, Skipped
from retro.conformance.subject import Subject
from retro.game import ONGOING, staging, turns
from retro.system.errors import GameError


def check(subject: Subject) -> None:
    """The start, then the sample: where both say whose turn it is, or where turns must alternate, each successor."""
    rules = subject.rules
    first = rules.scores == "first"
    if not first and rules.text.scene is None:
        raise Skipped("neither first_to_move nor scene says whose turn it is")
    try:
        if rules.initial >= 0 and turns.stated(rules, rules.initial) == 1:
            name = "first_to_move is False" if first else "scene has the turn 2"
            raise Failed(f"{subject.place(rules.initial)}: {name} at the start; the first player makes the first move")
        for key in subject.each(subject.sample):
            if first:
                _same(subject, key)
            else:
                _alternating(subject, key)
    except GameError as error:
        raise Failed(str(error)) from error


def _same(subject: Subject, key: int) -> None:
    turn = _turn(subject, key)
    first = bool(subject.number("first_to_move", key))
    if turn and (turn == 1) != first:
        raise Failed(f"{subject.place(key)}: scene has the turn {turn}, but first_to_move is {first}")


def _alternating(subject: Subject, key: int) -> None:
    turn = _turn(subject, key)
    for move in subject.moves(key):
        after = _turn(subject, move.successor) if move.outcome == ONGOING else 0
        if move.outcome == ONGOING and after != (0, 2, 1)[turn]:
            change = f"scene has the turn {turn} before the move and {after} after it"
            raise Failed(f"{subject.place(key, move.code)}: {change}, but values change sides with every move")


def _turn(subject: Subject, key: int) -> int:
    """What the scene says, without the turn that `first_to_move` gives it."""
    found = None if subject.rules.text.scene is None else staging.own(subject.rules, key)
    return 0 if found is None else found.turn
