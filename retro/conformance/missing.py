"""Functions that a plugin could define, and what each would save in this game."""

from __future__ import annotations

from retro.conformance.report import Failed, Missing
from retro.conformance.subject import Subject
from retro.game import ONGOING, WIN
from retro.solving import transposed

KEY_BYTES = ADDRESS_BYTES = 8
MEASURED = 500
"""Positions of the sample from which averages are taken."""


def missing(subject: Subject) -> list[Missing]:
    """What is not there, the most rewarding first."""
    known, words = subject.functions, vars(subject.text_module)
    edges, into_wins = _averages(subject)
    found = []
    if "rank" not in known:
        saves = f"{KEY_BYTES} bytes a position for the keys, and a search for each of its {edges:.1f} moves that go on"
        found.append(Missing("rank, unrank", f"{saves}; all positions are then known without enumerating them"))
    if "unmoves" not in known and not subject.falling:
        size = transposed.edge_bytes(subject.rules)
        memory = f"about {edges * size + ADDRESS_BYTES:.0f} bytes a position ({edges:.1f} edges of {size} bytes)"
        found.append(Missing("unmoves", f"{memory} of memory for transposed edges, or sweeps again and again"))
    if subject.rules.group == 1:
        found.append(Missing("image, GROUP", "positions that are images of each other: up to GROUP times fewer"))
    if "tier" not in known and not subject.cycles:
        found.append(Missing("tier", "everything but one pass over the positions, if every move lowers a number"))
    elif "tier" not in known and "rank" not in known:
        found.append(Missing("tier", "comparing new positions with those of other tiers, if no move raises a number"))
    if "wins" not in known and not subject.rules.scores and into_wins:
        found.append(
            Missing("wins", f"walking the {into_wins:.0%} of edges into positions in which the mover wins at once")
        )
    if "format" not in words:
        found.append(Missing("format, parse", "writing positions as their keys in digits"))
    if "draw" not in words:
        found.append(Missing("draw", "a picture of the position in answers"))
    if "format_move" not in words:
        found.append(Missing("format_move", "writing moves as their codes in digits"))
    elif "parse_move" not in words:
        found.append(Missing("parse_move", "writing all moves of a position to read one"))
    if "scene" not in words:
        found.append(Missing("scene", "pictures of its board, with pieces rather than letters, or at all"))
    return found


def _averages(subject: Subject) -> tuple[float, float]:
    """Edges a position, and the share of them that lead to positions in which the mover wins at once."""
    positions = edges = into_wins = 0
    try:
        for key in subject.sample[:MEASURED]:
            positions += 1
            for move in subject.moves(key):
                if move.outcome == ONGOING:
                    edges += 1
                    into_wins += any(reply.outcome == WIN for reply in subject.moves(move.successor))
    except Failed:  # a rule reports it
        pass
    return edges / max(1, positions), into_wins / max(1, edges)
