"""The OpenAPI document of the server, from its table of routes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, get_type_hints

from retro import __version__
from retro.serve.requests import Parameter
from retro.serve.routes import ROOT, ROUTES, SECONDS, Route
from retro.serve.schemas import Schemas

ERRORS = {
    400: "The request is malformed: an unknown parameter, a number out of range, a body that is no JSON.",
    403: "A page of another site sent the request.",
    404: "There is no such path, game or position.",
    408: "The body did not arrive in time.",
    409: "The game is not solved with these options, or older rules solved it; `command` solves it.",
    413: "The body is too large.",
    414: "The address is too long.",
    421: "The Host of the request is a name that is not the server's.",
    422: "It is no position, move or option of the game.",
    500: "A database is damaged, or the server failed.",
    503: "There is no memory, the answer takes too long, or too many requests wait; then Retry-After has the seconds "
    "after which to try again.",
}

DESCRIPTION = (
    "Queries to solved games. A state is a position and the move that is forbidden in it, if any. Values are those of "
    "the player to move, but points are the first player's where `scores` is `first`. An example, which follows best "
    "play in a variant: /api/v1/games/ostle/line?position=start&set=pieces=8"
)


@dataclass(frozen=True)
class ErrorAnswer:
    """The body of an answer that is not 200."""

    error: str
    command: Annotated[str, "With 409: the command that solves the game."] = ""
    older: Annotated[bool, "With 409: whether older rules solved it, so that it has to be solved again."] = False


def document() -> dict[str, Any]:
    """The document, ready for JSON."""
    schemas = Schemas()
    schemas.of(ErrorAnswer)
    return {
        "openapi": "3.1.0",
        "info": {"title": "retro", "version": __version__, "description": DESCRIPTION},
        "servers": [{"url": "/"}],
        "paths": {ROOT + each.path: {each.method.lower(): _operation(each, schemas)} for each in ROUTES},
        "components": {"schemas": schemas.components},
    }


def _operation(route: Route, schemas: Schemas) -> dict[str, Any]:
    returned = get_type_hints(route.answer, include_extras=True)["return"]
    schema = schemas.of(returned if route.kind == "application/json" else str)
    summary = (route.answer.__doc__ or "").strip().partition("\n")[0]
    parameters = [_parameter(each) for each in route.parameters]
    if "{game}" in route.path:
        parameters.insert(0, {"name": "game", "in": "path", "required": True, "schema": {"type": "string"}})
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": summary,
        "description": f"At most {route.bound}, in at most {SECONDS[route.work]:g} seconds.",
        "parameters": parameters,
        "responses": {
            "200": {"description": summary, "content": {route.kind: {"schema": schema}}},
            **{str(status): _error(text, schemas) for status, text in ERRORS.items()},
        },
    }
    if route.body:
        content = {"application/json": {"schema": schemas.of(route.body)}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _parameter(parameter: Parameter) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if parameter.kind is int:
        schema = {"type": "integer", "minimum": parameter.low, "maximum": parameter.high}
    elif parameter.choices:
        schema["enum"] = list(parameter.choices)
    if parameter.repeatable:
        schema = {"type": "array", "items": schema}
    return {"name": parameter.name, "in": "query", "description": parameter.help, "schema": schema}


def _error(text: str, schemas: Schemas) -> dict[str, Any]:
    return {"description": text, "content": {"application/json": {"schema": schemas.of(ErrorAnswer)}}}
