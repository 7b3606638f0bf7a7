"""`retro serve`: a web server for solved games."""

from __future__ import annotations

import socket
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from retro.app import completion, garbage
from retro.app.arguments import Data, flag, option
from retro.system.errors import GameError
from retro.system.extras import importing

if TYPE_CHECKING:
    import uvicorn
    from starlette.types import ASGIApp

SWITCH_SECONDS = 0.0005
"""After this time a thread that computes lets another one run: with Python's 5 ms, each of seven threads that compute
may delay the one that reads and sends by as much."""
BACKLOG = 128
"""Connections that wait to be accepted."""
MAX_CONNECTIONS = 1000
"""Beyond so many, further requests are refused (503)."""
MAX_HEAD = 16 << 10
"""Bytes of the head of a request."""
IDLE_SECONDS = 10
"""After this time without a request, a connection that was answered is closed."""
END_SECONDS = 2
"""Requests that are being answered when the server is ended may take so long."""


def serve(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="GAME...", help="Games to serve; by default all.", autocompletion=completion.games),
    ] = None,
    host: Annotated[
        str, option("NAME", "Address to listen at; by default only this machine can connect.")
    ] = "127.0.0.1",
    name: Annotated[
        str | None,
        option("NAME", "Name by which clients address the server, if it is not that of --host: that of a proxy."),
    ] = None,
    port: Annotated[int, option("N", "Port to listen at; 0 takes a free one.", min=0, max=65535)] = 8000,
    browser: Annotated[bool, flag("--open", "Open the page in a browser.")] = False,
    data: Data = None,
) -> None:
    """Show solved games on a web page, and answer queries over HTTP in JSON, until interrupted."""
    with importing("serving", "web", "starlette", "uvicorn"):
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    from retro.serve.app import make
    from retro.serve.composing import Composer
    from retro.serve.open_databases import OpenDatabases
    from retro.storage.location import data_directory

    databases = OpenDatabases(data_directory(data), games or [])
    with listening_at(host, port) as listening:
        shown = f"[{host}]" if ":" in host else host
        running = server(make(databases, name or host))
        address = f"http://{shown}:{listening.getsockname()[1]}/"
        typer.echo(address)
        if browser:
            typer.launch(address)
        garbage.collect_in_steps()
        sys.setswitchinterval(SWITCH_SECONDS)
        try:
            with Composer(databases):
                running.run([listening])
        except KeyboardInterrupt:  # the usual end of the command
            pass
        finally:
            databases.close()


def listening_at(host: str, port: int) -> socket.socket:
    """Returns a socket that listens at an address; raises GameError if none can.

    TCP_NODELAY sends each piece of an answer at once: otherwise the second piece of every answer after the first waits
    40 ms for the acknowledgement of the first piece. asyncio sets this option only for its own sockets.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listening = socket.create_server((host, port), family=family, backlog=BACKLOG)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return listening
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise GameError(
            f"cannot listen at {host[:80]!a}, port {port}: {why}; --port 0 takes one that is free"
        ) from error


def server(application: ASGIApp, connections: int = MAX_CONNECTIONS, idle: int = IDLE_SECONDS) -> uvicorn.Server:
    """Returns a server of an application, not yet running; ``connections`` at most, closed after ``idle`` seconds."""
    import uvicorn

    config = uvicorn.Config(
        application,
        http="h11",  # it reads on only when the request before is answered; httptools parses all that arrives
        ws="none",
        lifespan="off",
        log_level="error",  # clients cannot fill the log with what they send
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        limit_concurrency=connections,
        h11_max_incomplete_event_size=MAX_HEAD,
        timeout_keep_alive=idle,
        timeout_graceful_shutdown=END_SECONDS,
    )
    return uvicorn.Server(config)
