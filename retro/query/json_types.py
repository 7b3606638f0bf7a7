"""Types that JSON answers share.

An answer is a TypedDict, from which `retro.serve.schemas` derives its JSON schema. In ``Annotated``, a text describes
a field, `SchemaFields` are added to its schema, and a class has the fields of a value of type ``dict[str, Any]``.
"""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from retro.game.values import OUTCOMES, Value


class SchemaFields:
    """Fields of a JSON schema, in ``Annotated``."""

    def __init__(self, **fields: Any) -> None:
        self.fields = fields


Count = Annotated[int, SchemaFields(minimum=0)]
Options = Annotated[dict[str, str | int], "By name."]
_OUTCOME_OR_POINTS = SchemaFields(oneOf=[{"enum": list(OUTCOMES)}, {"type": "integer"}])


class ValueAnswer(TypedDict):
    """The value of a state or a move."""

    value: Annotated[str | int, _OUTCOME_OR_POINTS, "An outcome, or points."]
    dtm: Annotated[Count | None, "Plies to the end of the game; null for draws and points."]


def value_answer(value: Value) -> ValueAnswer:
    """A value as JSON."""
    return {"value": value.value, "dtm": value.dtm}
