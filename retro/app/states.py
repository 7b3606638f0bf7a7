"""What `retro query` and `retro line` print for people: a state and its moves, or the moves of a line."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from retro.app import layout, output
from retro.drawing.svg import Drawing
from retro.game import turns
from retro.game.rules import Rules
from retro.game.text import Text
from retro.query.api import Tablebase
from retro.query.results import MoveValue
from retro.query.states import line_answer, why_forbidden
from retro.system import atomic


def write_query(
    table: Tablebase, key: int, forbidden: str | None, plies: int | None, moves: Sequence[MoveValue], keep_sides: bool
) -> None:
    """The same for people; positions after the moves as the player to move sees them, if he shall ``keep_sides``."""
    text = table.rules.text
    _draw(text, key)
    facts = [("position", str(text.format(key))), ("value", str(table.probe(key, forbidden)))]
    if forbidden is not None:
        facts.append(("forbidden", f"{forbidden}: {why_forbidden(table, key, forbidden)}"))
    if plies is not None:
        facts.append(("from the start", f"{plies} plies"))
    layout.facts(facts)
    _write_moves(table.rules, key, moves, played=False, keep_sides=keep_sides)


def write_line(
    table: Tablebase, key: int, forbidden: str | None, from_start: bool, moves: Sequence[MoveValue], keep_sides: bool
) -> None:
    """The same for people; all positions as who makes the first move sees them, if he shall ``keep_sides``."""
    text, answer = table.rules.text, line_answer(table, key, forbidden, from_start, moves)
    begins = table.rules.initial if from_start else key
    _draw(text, begins)
    told = [("begins", answer["begins"]), ("plies", str(answer["plies"]))]
    if from_start:
        asked, last = answer["position"], moves[-1].after if moves else answer["begins"]
        told.append(("ends", asked if last == asked else f"in an image of {asked}, turned or mirrored"))
    layout.facts([*told, ("value", str(table.probe(key, forbidden)))])
    _write_moves(table.rules, begins, moves, played=True, keep_sides=keep_sides)


def draw_line(table: Tablebase, key: int, player: int, moves: Sequence[MoveValue], out: Path, force: bool) -> None:
    """Write a directory of diagrams: each position from ``key`` on with its move, and the last one if the game goes on.

    The ``player``, 0 or 1, makes the first of the moves. Errors as `place.whole`, and GameError if the game cannot be
    drawn.
    """
    atomic.write_diagrams(out, force, _drawn(table, key, player, moves))


def _drawn(table: Tablebase, key: int, player: int, moves: Sequence[MoveValue]) -> Iterator[Drawing]:
    for each in moves:
        yield table.draw(key, each.code, mover=1 + player)
        if each.after is None:
            return
        key = int(table.rules.text.parse(each.after))
        player = turns.following(table.rules, key, player)
    yield table.draw(key, mover=1 + player)


def _draw(text: Text, key: int) -> None:
    sys.stdout.write(f"{str(text.draw(key)).rstrip()}\n\n")


def _write_moves(rules: Rules, key: int, moves: Sequence[MoveValue], played: bool, keep_sides: bool) -> None:
    """Print moves of the position ``key``, or moves ``played`` from there one after the other."""
    text, rows = rules.text, []
    first = player = turns.player(rules, key)
    for ply, each in enumerate(moves, 1):
        after = each.after
        if after is not None and keep_sides:
            successor = int(text.parse(after))
            player = turns.following(rules, successor, player if played else first)
            if player != first:
                after = str(text.format(text.swapped(successor)))
        rows.append(
            (
                str(ply) if played else "",
                each.move,
                output.word(each.value),
                "" if each.dtm is None else str(each.dtm),
                "forbidden" if each.forbidden else "",
                "" if each.replies is None else str(each.replies),
                after or "the game ends",
            )
        )
    layout.table(("ply>", "move", "value", "DTM>", "", "replies that hold>", "position after"), rows)
