"""JSON schemas of answers and bodies, derived from the types in the code that makes and reads them.

`retro.query.json_types` explains what ``Annotated`` means in these types.
"""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, NotRequired, Union, get_args, get_origin, get_type_hints

from retro.query.json_types import SchemaFields

Schema = dict[str, Any]

_SIMPLE: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    Any: {},
}


class Schemas:
    """Makes schemas; `components` has those of classes with fields, by name, to which others refer."""

    def __init__(self) -> None:
        self.components: dict[str, Schema] = {}

    def of(self, kind: Any) -> Schema:
        """The schema of a type: a simple one, a container or union of others, or a class with fields."""
        origin, arguments = get_origin(kind), get_args(kind)
        if origin is None and kind in _SIMPLE:
            return _SIMPLE[kind]
        if origin is NotRequired:
            return self.of(arguments[0])
        if origin is Annotated:
            return self._annotated(*arguments)
        if origin in (UnionType, Union):
            return self._union([each for each in arguments if each is not NoneType], NoneType in arguments)
        if origin in (list, tuple):
            return {"type": "array", "items": self.of(arguments[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        name = kind.__name__.removesuffix("Answer").removesuffix("Body")
        if name not in self.components:
            self.components[name] = {}  # the fields may refer to it
            self.components[name] = self._object(kind)
        return {"$ref": f"#/components/schemas/{name}"}

    def _annotated(self, kind: Any, *remarks: Any) -> Schema:
        replaced = next((each for each in remarks if isinstance(each, type)), None)
        schema = self.of(kind if replaced is None else replaced | None if NoneType in get_args(kind) else replaced)
        for each in remarks:
            if isinstance(each, str):
                schema = {**schema, "description": each}
            elif isinstance(each, SchemaFields):
                whole = "enum" in each.fields or "oneOf" in each.fields
                schema = {**({} if whole else schema), **each.fields}
        return schema

    def _union(self, kinds: list[Any], null: bool) -> Schema:
        schemas = [self.of(each) for each in kinds]
        types = [each.get("type") for each in schemas]
        if all(isinstance(each, str) for each in types):
            whole = {key: value for each in schemas for key, value in each.items()}
            return {**whole, "type": [*types, *(["null"] if null else [])]}
        return {"oneOf": [*([{"type": "null"}] if null else []), *schemas]}

    def _object(self, kind: type) -> Schema:
        hints = get_type_hints(kind, include_extras=True)
        optional = {name for name, hint in hints.items() if get_origin(hint) is NotRequired}
        if is_dataclass(kind):
            optional |= {each.name for each in fields(kind) if each.default is not MISSING}
        properties = {name: self.of(hint) for name, hint in hints.items()}
        required = [name for name in hints if name not in optional]
        return {"type": "object", "required": required, "additionalProperties": False, "properties": properties}
