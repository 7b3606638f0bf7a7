"""What answers look like, for the OpenAPI document: JSON schemas by the name of the operation.

Every field that there may be is named. What a scene is, and marks of a puzzle, other pages tell.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from retro.game.values import OUTCOMES
from retro.play.course import NAMES
from retro.puzzles.compose import THEMES

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
MAYBE_TEXT: Schema = {"type": ["string", "null"]}
COUNT: Schema = {"type": "integer", "minimum": 0}
MAYBE_COUNT: Schema = {"type": ["integer", "null"], "minimum": 0}
YES: Schema = {"type": "boolean"}
NUMBER: Schema = {"type": "number"}
OPEN: Schema = {"type": "object"}


def fields(known: Schema | None = None, /, **more: Schema) -> Schema:
    """An object with all of these fields and no others."""
    named = {**(known or {}), **more}
    return {"type": "object", "required": list(named), "additionalProperties": False, "properties": named}


def partly(optional: Iterable[str], known: Schema, /, **more: Schema) -> Schema:
    """The same, some of which may be absent."""
    whole = fields(known, **more)
    return whole | {"required": [name for name in whole["required"] if name not in optional]}


def many(each: Schema) -> Schema:
    """An array."""
    return {"type": "array", "items": each}


def maybe(schema: Schema) -> Schema:
    """Or null."""
    return {"oneOf": [{"type": "null"}, schema]}


def by_name(each: Schema) -> Schema:
    """An object with any fields."""
    return {"type": "object", "additionalProperties": each}


def ref(name: str) -> Schema:
    """One of `COMPONENTS`."""
    return {"$ref": f"#/components/schemas/{name}"}


WORTH: Schema = {
    "value": {"oneOf": [{"enum": list(OUTCOMES)}, {"type": "integer"}], "description": "Or points."},
    "dtm": {**MAYBE_COUNT, "description": "Plies to the end of the game; null for draws and points."},
}
OPTIONS: Schema = {**by_name({"type": ["string", "integer"]}), "description": "By name."}
SUMMARY: Schema = {
    "game": TEXT,
    "options": OPTIONS,
    "positions": COUNT,
    "states": COUNT,
    "values": fields(win=COUNT, loss=COUNT, draw=COUNT),
    "start": maybe(ref("Value")),
    "longest_dtm": MAYBE_COUNT,
}
MOVE: Schema = {
    "move": TEXT,
    **WORTH,
    "forbidden": YES,
    "replies": {**maybe(fields(legal=COUNT, holding=COUNT)), "description": "How many of them hold what he has."},
    "after": {**MAYBE_TEXT, "description": "Seen by the next player; null if the game is over."},
    "steps": many(fields(kind=TEXT, at=many(TEXT))),
}
POSITION: Schema = {
    "game": TEXT,
    "options": OPTIONS,
    "key": {**TEXT, "description": "In digits."},
    "position": TEXT,
    **WORTH,
    "forbidden": MAYBE_TEXT,
    "why_forbidden": {**MAYBE_TEXT, "description": "As the rest of a sentence."},
    "from_start": {**MAYBE_COUNT, "description": "Plies from the start."},
    "moves": many(ref("Move")),
    "unforbidden": {**ref("Value"), "description": "If nothing were forbidden."},
    "scene": {"type": ["object", "null"]},
    "turn": {"enum": [0, 1, 2], "description": "The player to move; 0 if the position does not say whose turn it is."},
    "picture": {**MAYBE_TEXT, "description": "The board as SVG."},
    "last_picture": {**MAYBE_TEXT, "description": "The last move of the request as SVG, to be laid over the board."},
    "scores": {"enum": ["", "mover", "first"], "description": "Whose the points are, if values are points."},
    "drawn": TEXT,
    "link": TEXT,
}
VARIATION: Schema = {
    "defences": many(TEXT),
    "answers": many(TEXT),
    "value": {"type": ["string", "integer", "null"]},
    "dtm": MAYBE_COUNT,
    "then": many(ref("Variation")),
}
COMPONENTS: Schema = {
    "Value": fields(WORTH),
    "Summary": fields(SUMMARY),
    "Move": partly(("picture",), MOVE, picture=TEXT),
    "Variation": fields(VARIATION),
    "Older": fields(
        options=OPTIONS,
        why=TEXT,
        command={**MAYBE_TEXT, "description": "Solves the game again; null if that cannot be done."},
    ),
    "Listed": fields(
        game=TEXT,
        title=TEXT,
        options=many(fields(name=TEXT, default={}, choices=many({}), help=TEXT)),
        notes=many(TEXT),
        words=by_name(by_name(TEXT)),
        small={**MAYBE_TEXT, "description": "The command that solves a small variant."},
        problem={**MAYBE_TEXT, "description": "What is wrong with the plugin."},
        solved=many(ref("Summary")),
        older={**many(ref("Older")), "description": "Databases that cannot be opened: older rules made them."},
    ),
}
_LONG = many(fields(WORTH, position=TEXT))
_ROWS = many(fields(WORTH, states=COUNT))
_PLAYER: Schema = {"enum": list(NAMES)}
ANSWERS: Schema = {
    "games": fields(version=TEXT, games=many(ref("Listed"))),
    "game": ref("Listed"),
    "position": fields(POSITION),
    "random": fields(POSITION, seed=COUNT),
    "example": fields(POSITION),
    "final": fields(
        WORTH,
        position={**TEXT, "description": "The one in which the last move was made."},
        last=TEXT,
        scene={"type": ["object", "null"], "description": "Null if the plugin does not say what the board looks like."},
        picture=MAYBE_TEXT,
        last_picture=MAYBE_TEXT,
    ),
    "setup": partly(
        ("position", *WORTH),
        WORTH,
        problem={**MAYBE_TEXT, "description": "Why it is no position."},
        scores=TEXT,
        text=TEXT,
        cells={**maybe(by_name(COUNT)), "description": "Where in the text each point is."},
        palette=many(fields(letter=TEXT, glyph=TEXT, player=COUNT, label=TEXT)),
        points=by_name(many(NUMBER)),
        turn=COUNT,
        picture=MAYBE_TEXT,
        position=TEXT,
    ),
    "line": fields(
        WORTH,
        game=TEXT,
        options=OPTIONS,
        position=TEXT,
        forbidden=MAYBE_TEXT,
        begins=TEXT,
        plies=COUNT,
        moves=many(fields(WORTH, move=TEXT, after=MAYBE_TEXT)),
    ),
    "puzzle": fields(
        WORTH,
        seed=COUNT,
        theme={"enum": list(THEMES)},
        position=TEXT,
        forbidden=MAYBE_TEXT,
        stipulation=TEXT,
        moves=COUNT,
        key=TEXT,
        plies=COUNT,
        states=COUNT,
        duals=COUNT,
        score=NUMBER,
        marks=OPEN,
        line=many(TEXT),
        solution=many(ref("Variation")),
        tries=many(fields(move=TEXT, refutation=TEXT, tempting=YES)),
        shifted=many(fields({**WORTH, "from": TEXT}, to=TEXT, key=MAYBE_TEXT)),
    ),
    "statistics": fields(
        SUMMARY, checkmates=COUNT, forbidding=COUNT, unentered=COUNT, histogram=_ROWS, final=_ROWS, notes=many(TEXT)
    ),
    "longest": fields(parts=many(fields(name=TEXT, shown=TEXT, win=_LONG, loss=_LONG))),
    "citation": fields(
        game=TEXT,
        title=TEXT,
        options=OPTIONS,
        digest=TEXT,
        files=by_name(TEXT),
        version=TEXT,
        date=TEXT,
        backend=TEXT,
        solve=TEXT,
        verify=TEXT,
        notes=many(TEXT),
    ),
    "probe": fields(values=many({"oneOf": [ref("Value"), ref("Error")]})),
    "reply": fields(
        move=MAYBE_TEXT,
        ending=maybe(
            fields(winner=MAYBE_COUNT, name=TEXT, score={"type": ["integer", "null"]}, kind=TEXT, why=TEXT),
        ),
    ),
    "review": fields(
        game=TEXT,
        options=OPTIONS,
        position=TEXT,
        forbidden=MAYBE_TEXT,
        first=TEXT,
        second=TEXT,
        result=MAYBE_TEXT,
        blunders=by_name(COUNT),
        moves=many(
            fields(
                player=_PLAYER,
                move=TEXT,
                before=ref("Value"),
                after=ref("Value"),
                best=TEXT,
                keeping=COUNT,
                legal=COUNT,
                blunder=YES,
                points=COUNT,
                plies=COUNT,
            )
        ),
    ),
}
"""By the name of the operation."""
