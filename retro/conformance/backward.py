"""Rules about moves taken back: `unmoves` lists every edge once and nothing that the index does not hold; `undo` names
the move that takes a move back.
"""

from __future__ import annotations

from collections import Counter

from retro.conformance.report import Failed, Skipped
from retro.conformance.subject import Subject, Unmove
from retro.game import NONE, ONGOING
from retro.game.rules import Move


def unmoves(subject: Subject) -> None:
    """Every move of the sample is among the unmoves of its successor, once; every unmove leads back."""
    if "unmoves" not in subject.functions:
        raise Skipped("unmoves is not defined")
    for key in subject.each(subject.sample):
        _back(subject, key)
        for move in _ongoing(subject, key):
            listed = [each.code for each in subject.unmoves(move.successor) if each.predecessor == key]
            times = listed.count(move.code)
            if times != 1:
                found = "does not list it" if times == 0 else f"lists it {times} times"
                known = f"; codes it lists for this predecessor: {sorted(listed)}" if listed and not times else ""
                after = subject.place(move.successor)
                raise Failed(f"{subject.place(key, move.code)}: unmoves of its successor, {after}, {found}{known}")


def _back(subject: Subject, key: int) -> None:
    """Every unmove of a position is a move of its predecessor, and forbids what `undo` says that the move forbids."""
    found = subject.unmoves(key)
    edges = Counter((each.predecessor, each.code) for each in found)
    for each in found:
        problem = _problem(subject, key, each)
        times = edges[each.predecessor, each.code]
        if problem or times > 1:
            where = f"{subject.place(key)}: unmoves lists predecessor {each.predecessor} with code {each.code}"
            raise Failed(f"{where}, {problem or f'{times} times'}")


def _problem(subject: Subject, key: int, unmove: Unmove) -> str:
    """What is wrong with an unmove of ``key``, in words; empty if nothing is."""
    predecessor, code, forbidden = unmove
    if "rank" in subject.functions:  # enumerated games look predecessors up, and leave out what is not there
        try:
            subject.held(predecessor)
        except Failed as failure:
            return f"which the index does not hold ({failure})"
    move = next((move for move in subject.moves(predecessor) if move.code == code), None)
    if move is None:
        return f"but moves of {subject.place(predecessor)} gives no such code"
    if move.outcome != ONGOING:
        return f"but that move ends the game (outcome {move.outcome})"
    if move.successor != key:
        return f"but that move leads to {subject.place(move.successor)}"
    expected = subject.number("undo", predecessor, code, key) if subject.rules.repetition else NONE
    if forbidden != expected:
        why = "as undo says" if subject.rules.repetition else "without REPETITION"
        return f"and says that it forbids {forbidden}, but it forbids {expected}, {why}"
    return ""


def undo(subject: Subject) -> None:
    """What a move forbids leads back to the position before, or to an image of it; `restorable` agrees."""
    if not subject.rules.repetition:
        raise Skipped("the game has no repetition rule")
    for key in subject.each(subject.sample):
        for move in _ongoing(subject, key):
            forbidden = subject.number("undo", key, move.code, move.successor)
            if forbidden != NONE:
                _leads_back(subject, key, move, forbidden)


def _leads_back(subject: Subject, key: int, move: Move, forbidden: int) -> None:
    problem = ""
    back = next((each for each in subject.moves(move.successor) if each.code == forbidden), None)
    if back is None:
        problem = "is no move"
    elif back.outcome != ONGOING:
        problem = "ends the game"
    elif back.successor != key and subject.canonical(back.successor) != subject.canonical(key):
        problem = f"leads to {subject.place(back.successor)}, not back"
    elif "restorable" in subject.functions and not subject.number("restorable", move.successor, forbidden):
        problem = "cannot be forbidden, as restorable says"
    if problem:
        after = subject.place(move.successor)
        raise Failed(
            f"{subject.place(key, move.code)}: undo is {forbidden}, which in its successor, {after}, {problem}"
        )


def _ongoing(subject: Subject, key: int) -> list[Move]:
    return [move for move in subject.moves(key) if move.outcome == ONGOING]
