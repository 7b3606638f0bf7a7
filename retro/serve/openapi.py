"""The OpenAPI document of the server, from its table of routes."""

from __future__ import annotations

from typing import Any

from retro import __version__
from retro.serve.play import PLAYERS
from retro.serve.requests import MOST_BATCH, Parameter
from retro.serve.routes import ROOT, ROUTES, Route
from retro.serve.schemas import ANSWERS, COMPONENTS

ERRORS = {
    400: "The request cannot be understood: an unknown parameter, a number out of range, a body that is no JSON.",
    403: "A page of somebody else asks.",
    404: "There is no such path, game or position.",
    408: "The body did not come in time.",
    409: "The game is not solved with these options, or older rules solved it; `command` solves it.",
    413: "The body is too large.",
    414: "The address is too long.",
    421: "The server is called by a name that is not its own.",
    422: "It is no position, move or option of the game.",
    500: "A database is damaged, or the server failed.",
    503: "There is no memory, or the server has too much to do; then Retry-After says when to try again, in seconds.",
}
_STATE = {
    "oneOf": [
        {"type": "string", "description": "A position, seen by the player to move; its key, or start."},
        {"type": "integer", "minimum": 0, "description": "Its key."},
        {
            "type": "object",
            "required": ["position"],
            "additionalProperties": False,
            "properties": {"position": {"type": ["string", "integer"]}, "forbid": {"type": ["string", "null"]}},
        },
    ]
}
_BATCH = {
    "type": "object",
    "required": ["positions"],
    "additionalProperties": False,
    "properties": {"positions": {"type": "array", "maxItems": MOST_BATCH, "items": _STATE}},
}
_GAME = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "position": {"type": ["string", "integer"], "description": "Where it began; by default the start."},
        "forbid": {"type": ["string", "null"], "description": "The move that was forbidden there."},
        "moves": {"type": "array", "maxItems": MOST_BATCH, "items": {"type": "string"}},
        "player": {"enum": list(PLAYERS), "description": "Who is asked for the next move; by default perfect."},
        "skill": {"type": "number", "description": "Of a fallible player, also of the one whom trap expects."},
        "seed": {"type": ["integer", "null"], "description": "For the same random choices again."},
        "mover": {"enum": [1, 2], "description": "Who began, where the position does not say whose turn it is."},
    },
}
_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {"type": "string"},
        "command": {"type": "string", "description": "With 409: the command that solves the game."},
        "older": {"type": "boolean", "description": "With 409: whether older rules solved it, so it has to be again."},
    },
}


def document() -> dict[str, Any]:
    """The document, as JSON has it."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "retro", "version": __version__, "description": "Questions to solved games."},
        "servers": [{"url": "/"}],
        "paths": {ROOT + each.path: {each.method.lower(): _operation(each)} for each in ROUTES},
        "components": {"schemas": {"Error": _ERROR, "Batch": _BATCH, "Game": _GAME, **COMPONENTS}},
    }


def _operation(route: Route) -> dict[str, Any]:
    kind = ANSWERS[route.name] if route.kind == "application/json" else {"type": "string"}
    told: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "parameters": [_parameter(each) for each in route.parameters],
        "responses": {
            "200": {"description": route.summary, "content": {route.kind: {"schema": kind}}},
            **{str(status): _error(words) for status, words in ERRORS.items()},
        },
    }
    if "{game}" in route.path:
        game = {"name": "game", "in": "path", "required": True, "schema": {"type": "string"}}
        told["parameters"].insert(0, game)
    if route.body:
        schema = {"schema": {"$ref": f"#/components/schemas/{route.body}"}}
        told["requestBody"] = {"required": True, "content": {"application/json": schema}}
    return told


def _parameter(known: Parameter) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    if known.kind is int:
        schema = {"type": "integer", "minimum": known.least, "maximum": known.most}
    elif known.choices:
        schema["enum"] = list(known.choices)
    if known.many:
        schema = {"type": "array", "items": schema}
    return {"name": known.name, "in": "query", "description": known.help, "schema": schema}


def _error(words: str) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Error"}
    return {"description": words, "content": {"application/json": {"schema": schema}}}
