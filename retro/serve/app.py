"""The application: handlers read requests and send answers; pools of threads compute them, by amount of work."""

from __future__ import annotations

import json
from asyncio import CancelledError, get_running_loop
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import nullcontext
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route as Served
from starlette.types import ASGIApp, Receive, Scope, Send

from retro import __version__
from retro.serve import guard, openapi, openapi_page, page, requests
from retro.serve.answer_cache import Address, AnswerCache, CachedAnswer
from retro.serve.bodies import MAX_BODIES, Bodies, BodyRefused
from retro.serve.compressed import THOROUGHLY, Compressed, accepted
from retro.serve.open_databases import OpenDatabases
from retro.serve.pool import RETRY_AFTER, Pool, Proceed, ServerBusy, Stopped
from retro.serve.requests import BadRequest, GameRequest, NotFound
from retro.serve.routes import LOOKUP, ROOT, ROUTES, SCAN, SEARCH, SECONDS, Route
from retro.storage import DatabaseError, NotSolved
from retro.system.errors import GameError
from retro.system.exit_codes import BAD_USAGE, BUSY, NOT_SOLVED, OUT_OF_RESOURCES
from retro.system.messages import exit_code, message, one_line

Handler = Callable[[Request], Awaitable[Response]]

POOLS = {LOOKUP: (2, 500, 60.0), SEARCH: (2, 16, 20.0), SCAN: (1, 8, 20.0)}
"""Threads, the most requests that wait for one, and the seconds for which they wait, by amount of work. The second
thread for look-ups answers while the first one waits for a disk; more compute nothing sooner, as they share the
interpreter, and take memory and time from each other."""


def make(
    databases: OpenDatabases,
    named: str,
    routes: Iterable[Route] = ROUTES,
    pools: Mapping[str, tuple[int, int, float]] = POOLS,
    seconds: Mapping[str, float] = SECONDS,
    most_bodies: int = MAX_BODIES,
) -> ASGIApp:
    """The application; ``named`` is the server's host name.

    ``pools`` are the limits of each amount of work, as of `POOLS`, ``seconds`` the time in which it is computed;
    ``most_bodies`` are the bytes of all bodies that are in memory.
    """
    document, cache, bodies = openapi.document(), AnswerCache(), Bodies(most_bodies)
    docs = openapi_page.page(document).encode()
    queues = {kind: Pool(*limits, seconds[kind]) for kind, limits in pools.items()}
    about = {"name": "retro", "version": __version__, "openapi": f"{ROOT}/openapi.json", "docs": f"{ROOT}/docs"}
    served = [
        Served("/", _page),
        Served("/page/{name}", _page),
        Served(ROOT, _fixed(_json(about))),
        Served(f"{ROOT}/openapi.json", _fixed(_json(document))),
        Served(f"{ROOT}/docs", _fixed(Compressed.of(docs, "text/html", THOROUGHLY), page.PAGE_HEADERS)),
        *(
            Served(ROOT + each.path, _handler(databases, cache, bodies, queues[each.work], each), methods=[each.method])
            for each in routes
        ),
    ]
    app = Starlette(routes=served, exception_handlers={HTTPException: _http, Exception: _failed})
    return _guarded(app, cache, named)


def _guarded(app: ASGIApp, cache: AnswerCache, named: str) -> ASGIApp:
    """The application behind `guard`, whose headers every answer gets; cached answers are sent at once."""

    async def guarded(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return

        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in guard.HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        refused = guard.refused(Headers(scope=scope).getlist, scope["query_string"], named)
        cached = cache.get(_address(scope)) if refused is None and scope["method"] == "GET" else None
        if refused is not None:
            await _error(*refused)(scope, receive, sending)
        elif cached is not None:
            await _sent(cached.content, scope)(scope, receive, sending)
        else:
            await app(scope, receive, sending)

    return guarded


def status(error: Exception) -> int:
    """The status of HTTP of an error that ends a command with an exit code."""
    if isinstance(error, BadRequest):
        return 400
    if isinstance(error, NotFound):
        return 404
    code = exit_code(error)
    if code == BAD_USAGE:  # the request is wrong, or the server may not read a file
        return 422 if isinstance(error, GameError) else 500
    return {NOT_SOLVED: 409, OUT_OF_RESOURCES: 503, BUSY: 503}.get(code or 0, 500)


def _json(answer: dict[str, Any]) -> Compressed:
    return Compressed.of(json.dumps(answer).encode(), "application/json", THOROUGHLY)


def _fixed(content: Compressed, headers: Mapping[str, str] | None = None) -> Handler:
    async def handle(request: Request) -> Response:
        return _sent(content, request.scope, headers)

    return handle


async def _page(request: Request) -> Response:
    file = page.files().get(request.path_params.get("name", page.INDEX_FILE))
    if file is None:
        raise HTTPException(404)
    return _sent(file, request.scope, page.PAGE_HEADERS)


def _address(scope: Scope) -> Address:
    return scope["path"], scope["query_string"]


def _sent(content: Compressed, scope: Scope, headers: Mapping[str, str] | None = None) -> Response:
    more = {"Vary": "Accept-Encoding", **(headers or {})}
    if accepted(Headers(scope=scope).get("accept-encoding", "")):
        return Response(content.packed, headers={**more, "Content-Encoding": "gzip"}, media_type=content.kind)
    return Response(content.plain, headers=more, media_type=content.kind)


def _handler(databases: OpenDatabases, cache: AnswerCache, bodies: Bodies, pool: Pool, route: Route) -> Handler:
    async def handle(request: Request) -> Response:
        loop, address = get_running_loop(), _address(request.scope)

        def compute(data: bytes | bytearray, proceed: Proceed) -> Response | CachedAnswer:
            answer = _answer(databases, route, request, data, proceed)
            if isinstance(answer, CachedAnswer):  # it is in the cache before the pool gives the thread to others
                loop.call_soon_threadsafe(cache.put, address, answer)
            return answer

        try:
            async with bodies.read(request) if route.body else nullcontext(b"") as data:
                answer = await pool.run(request.receive, partial(compute, data), partial(cache.get, address))
        except (ClientDisconnect, Stopped):
            return Response(status_code=400)  # the client has gone: it is not sent
        except CancelledError:  # by uvicorn, some seconds after the signal that ends the server
            return _error(503, "the server has been ended")
        except BodyRefused as error:
            return _error(error.status, str(error))
        except ServerBusy as error:
            return _error(503, str(error), {"Retry-After": str(RETRY_AFTER)})
        return _sent(answer.content, request.scope) if isinstance(answer, CachedAnswer) else answer

    return handle


def _answer(
    databases: OpenDatabases, route: Route, request: Request, data: bytes | bytearray, proceed: Proceed
) -> Response | CachedAnswer:
    """A `CachedAnswer` if the answer can be cached; Stopped as of ``proceed``."""
    try:
        values = requests.read(route.parameters, request.query_params.multi_items())
        body = requests.body(data) if route.body else None
        query = GameRequest(request.path_params.get("game", ""), values, body, proceed, databases.collections)
        # before the database is opened: if the game is solved meanwhile, the stamp is old and the answer not reused
        stamp = databases.stamp(query.game, query.settings) if route.is_cacheable(values) else None
        proceed()
        if route.of_database:
            with databases.open(query.game, query.settings) as table:
                answer = route.answer(table.watched(proceed), query)
        else:
            answer = route.answer(databases, query)
    except DatabaseError as error:
        if status(error) != 409:
            return _refused(error)
        command = databases.command(query.game, query.settings)
        return _error(409, str(error), command=command, older=not isinstance(error, NotSolved))
    except Exception as error:
        if exit_code(error) is None:
            raise
        return _refused(error)
    text = answer if isinstance(answer, str) else json.dumps(answer)
    if stamp is None:
        return Response(text, media_type=route.kind)
    return CachedAnswer(Compressed.of(text.encode(), route.kind), stamp)


def _refused(error: Exception) -> Response:
    return _error(status(error), message(error))


def _error(status: int, line: str, headers: Mapping[str, str] | None = None, **more: str | bool) -> Response:
    return JSONResponse({"error": one_line(line), **more}, status, headers)


async def _http(request: Request, error: Exception) -> Response:
    """The answer to a request that Starlette refuses: for an unknown path, or with another method."""
    assert isinstance(error, HTTPException)
    lines = {
        404: f"there is nothing at {request.url.path[:200]}",
        405: f"the method {request.method[:20]} is not allowed",
    }
    answer = _error(error.status_code, lines.get(error.status_code, error.detail))
    answer.headers.update(error.headers or {})
    return answer


async def _failed(request: Request, error: Exception) -> Response:
    """The answer after a fault of the program, whose traceback is in the server's log."""
    return _error(500, "the server failed; its log has the traceback")
