"""Types that JSON answers share.

An answer is a TypedDict, from which `retro.serve.schemas` derives its JSON schema. In ``Annotated``, a text describes
a field, `SchemaFields` are added to its schema, and a class has the fields of a value of type ``dict[str, Any]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, TypedDict, get_origin, get_type_hints

from retro.game.values import OUTCOMES, Value


class SchemaFields:
    """Fields of a JSON schema, in ``Annotated``."""

    def __init__(self, **fields: Any) -> None:
        self.fields = fields


Count = Annotated[int, SchemaFields(minimum=0)]
Options = Annotated[dict[str, str | int], "By name."]
_PLIES = (
    "Plies to the end of the game; null for draws, points, and wins without end. Where the game has play without end: "
    "of a draw by rule, too, and of points until what remains is worth as much as play without end."
)
_OUTCOME_OR_POINTS = SchemaFields(oneOf=[{"enum": list(OUTCOMES)}, {"type": "integer"}])


class ValueAnswer(TypedDict):
    """The value of a state or a move."""

    value: Annotated[str | int, _OUTCOME_OR_POINTS, "An outcome, or points."]
    dtm: Annotated[Count | None, _PLIES]


def value_answer(value: Value) -> ValueAnswer:
    return {"value": value.value, "dtm": value.dtm}


def has_types(kind: type, fields: Mapping[str, Any]) -> bool:
    """Whether all ``fields`` are fields of the class ``kind`` and their JSON has its types, elements aside."""
    hints = _type_hints(kind)
    return all(name in hints and isinstance(value, _json_type(hints[name])) for name, value in fields.items())


_type_hints = cache(get_type_hints)


def _json_type(hint: Any) -> Any:
    """Returns the type of the JSON of a field, without the types of its elements."""
    plain: Any = hint if isinstance(hint, UnionType) else get_origin(hint) or hint
    return list if plain is tuple else int | float if plain is float else plain
