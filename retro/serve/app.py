"""The application: handlers only read and send; answers are computed in pools of threads, of each kind of work one."""

from __future__ import annotations

import json
from asyncio import CancelledError
from collections.abc import Awaitable, Callable, Mapping
from contextlib import nullcontext
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route as Served
from starlette.types import ASGIApp, Receive, Scope, Send

from retro import __version__
from retro.serve import guard, openapi, page
from retro.serve import requests as asking
from retro.serve.answer_cache import Answer, Kept, Question
from retro.serve.bodies import Bodies, Refused
from retro.serve.open_databases import Shelf
from retro.serve.pool import RETRY_AFTER, Busy, Pool, Stopped
from retro.serve.requests import Asked, BadRequest, Unknown
from retro.serve.routes import LOOKUP, ROOT, ROUTES, SCAN, SEARCH, Route
from retro.storage import DatabaseError, NotSolved
from retro.system.errors import GameError
from retro.system.exit_codes import BAD_USAGE, BUSY, NO_ROOM, NOT_SOLVED
from retro.system.messages import exit_code, message, one_line

Handler = Callable[[Request], Awaitable[Response]]

POOLS = {LOOKUP: (4, 500, 60.0), SEARCH: (2, 16, 20.0), SCAN: (1, 8, 20.0)}
"""Threads, requests that wait for one at most, and seconds that they wait, for each kind of work. Threads share the
interpreter, so more compute nothing sooner, and each holds memory of its own."""


def make(shelf: Shelf, named: str) -> ASGIApp:
    """The application; ``named`` is the host that it is served at."""
    document, kept, bodies = openapi.document(), Kept(), Bodies()
    pools = {kind: Pool(*limits) for kind, limits in POOLS.items()}
    about = {"name": "retro", "version": __version__, "openapi": f"{ROOT}/openapi.json"}
    routes = [
        Served("/", _page),
        Served("/page/{name}", _page),
        Served(ROOT, _fixed(about)),
        Served(f"{ROOT}/openapi.json", _fixed(document)),
        *(
            Served(ROOT + each.path, _handler(shelf, kept, bodies, pools[each.work], each), methods=[each.method])
            for each in ROUTES
        ),
    ]
    app = Starlette(routes=routes, exception_handlers={HTTPException: _http, Exception: _failed})
    return Guarded(app, kept, named)


class Guarded:
    """The application behind `guard`, every answer of which has its headers; what was answered lately is at once."""

    def __init__(self, app: ASGIApp, kept: Kept, named: str) -> None:
        self._app, self._kept, self._named = app, kept, named

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                told = {name for name, _ in message["headers"]}
                headers = [(name.lower().encode(), value.encode()) for name, value in guard.HEADERS.items()]
                more = [(name, value) for name, value in headers if name not in told]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        refused = guard.refused(scope["headers"], scope["query_string"], self._named)
        known = self._kept.find(_question(scope)) if refused is None and scope["method"] == "GET" else None
        if refused is not None:
            await _error(*refused)(scope, receive, sending)
        elif known is not None:
            await _told(known)(scope, receive, sending)
        else:
            await self._app(scope, receive, sending)


def status(error: Exception) -> int:
    """Of HTTP, for what ends a command with an exit code."""
    if isinstance(error, BadRequest):
        return 400
    if isinstance(error, Unknown):
        return 404
    code = exit_code(error)
    if code == BAD_USAGE:  # of the request, or of a file that the server may not read
        return 422 if isinstance(error, GameError) else 500
    return {NOT_SOLVED: 409, NO_ROOM: 503, BUSY: 503}.get(code or 0, 500)


def _fixed(answer: dict[str, Any]) -> Handler:
    body = json.dumps(answer).encode()

    async def handle(request: Request) -> Response:
        return Response(body, media_type="application/json")

    return handle


async def _page(request: Request) -> Response:
    found = page.files().get(request.path_params.get("name", page.INDEX))
    if found is None:
        raise HTTPException(404)
    return Response(found.data, media_type=found.kind, headers=page.HEADERS)


def _question(scope: Scope) -> Question:
    return scope["path"], scope["query_string"]


def _told(answer: Answer) -> Response:
    return Response(answer.body, media_type=answer.kind)


def _handler(shelf: Shelf, kept: Kept, bodies: Bodies, pool: Pool, route: Route) -> Handler:
    async def handle(request: Request) -> Response:
        try:
            async with bodies.read(request) if route.body else nullcontext(b"") as data:
                found = await pool.run(request.receive, partial(_answer, shelf, route, request, data))
        except (ClientDisconnect, Stopped):
            return Response(status_code=400)  # which is not sent
        except CancelledError:  # by uvicorn, some seconds after the server was asked to end
            return _error(503, "the server has been ended")
        except Refused as error:
            return _error(error.status, str(error))
        except Busy as error:
            return _error(503, str(error), {"Retry-After": str(RETRY_AFTER)})
        if isinstance(found, Answer):
            kept.keep(_question(request.scope), found)
            return _told(found)
        return found

    return handle


def _answer(
    shelf: Shelf, route: Route, request: Request, data: bytes | bytearray, proceed: Callable[[], None]
) -> Response | Answer:
    """An `Answer`, if it can be kept; Stopped as of ``proceed``."""
    try:
        given = asking.read(route.parameters, request.query_params.multi_items())
        body = asking.body(data) if route.body else None
        asked = Asked(request.path_params.get("game", ""), given, body, proceed)
        # before it is opened: what is solved anew meanwhile is taken for older than it is, and asked again
        stamp = shelf.stamp(asked.game, asked.settings) if route.lasting(given) else None
        found = route.answer(shelf, asked)
    except DatabaseError as error:
        if status(error) != 409:
            return _refused(error)
        command = shelf.command(asked.game, asked.settings)
        return _error(409, str(error), command=command, older=not isinstance(error, NotSolved))
    except Exception as error:
        if exit_code(error) is None:
            raise
        return _refused(error)
    text = found if isinstance(found, str) else json.dumps(found)
    return Response(text, media_type=route.kind) if stamp is None else Answer(text.encode(), route.kind, stamp)


def _refused(error: Exception) -> Response:
    return _error(status(error), message(error))


def _error(status: int, line: str, headers: Mapping[str, str] | None = None, **more: str | bool) -> Response:
    return JSONResponse({"error": one_line(line), **more}, status, headers)


async def _http(request: Request, error: Exception) -> Response:
    """What Starlette itself refuses: paths and methods that there are not."""
    assert isinstance(error, HTTPException)
    told = {404: f"there is nothing at {request.url.path[:200]}", 405: f"not to be asked by {request.method[:20]}"}
    answer = _error(error.status_code, told.get(error.status_code, error.detail))
    answer.headers.update(error.headers or {})
    return answer


async def _failed(request: Request, error: Exception) -> Response:
    """A failure of ours: the server's own log has the traceback."""
    return _error(500, "the server failed; its log says where")
