"""The command that lets others ask: solved games over HTTP."""

from __future__ import annotations

import gc
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from retro.app import completion
from retro.app.commands.arguments import app
from retro.system.errors import GameError
from retro.system.extras import importing

if TYPE_CHECKING:
    import uvicorn
    from starlette.types import ASGIApp

USUAL = gc.get_threshold()
"""Python's own, as this module is imported before `retro.app.cli` sets others."""


@app.command()
def serve(
    games: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME...", help="Games that are served; by default all.", autocompletion=completion.games
        ),
    ] = None,
    host: Annotated[
        str, typer.Option(metavar="NAME", help="Where to listen; by default only this machine may ask.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="A port; 0 takes one that is free.")] = 8000,
    browser: Annotated[bool, typer.Option("--open", help="Open it in a browser.")] = False,
    data: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", envvar="RETRO_DATA", help="Where databases lie; by default the user's data directory."
        ),
    ] = None,
) -> None:
    """Show solved games on a page, and answer questions to them over HTTP, in JSON, until interrupted."""
    with importing("serving", "web", "starlette", "uvicorn", "httptools"):
        import httptools  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    from retro.serve.app import make
    from retro.serve.open_databases import OpenDatabases
    from retro.storage.location import data_directory

    shelf = OpenDatabases(data_directory(data), games or [])
    with listening_at(host, port) as listening:
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}/"
        typer.echo(address)
        if browser:
            typer.launch(address)
        collect_garbage_as_usual()
        try:
            server(make(shelf, host)).run([listening])
        except KeyboardInterrupt:  # that is how it ends
            pass
        finally:
            shelf.close()


def collect_garbage_as_usual() -> None:
    """Use Python's own thresholds again: those that suit compiling hardly ever collect the oldest generation.

    What has been imported by now stays, so it is left out of every collection.
    """
    gc.set_threshold(*USUAL)
    gc.collect()
    gc.freeze()


def listening_at(host: str, port: int) -> socket.socket:
    """GameError if nothing can listen there.

    Whoever connects is sent each part of an answer at once: otherwise the second part of every answer but the first
    waits 40 ms for the first one to be acknowledged, and asyncio sees to that only for sockets of its own.
    """
    from retro.serve.protocol import BACKLOG

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


def server(application: ASGIApp) -> uvicorn.Server:
    """A server of an application, not yet running."""
    import uvicorn

    from retro.serve.protocol import BACKLOG, Bounded, max_connections

    Bounded.limit = max_connections()
    config = uvicorn.Config(
        application,
        loop="asyncio",  # whatever else is installed: the limits of `Bounded` do not hold with uvloop
        http=Bounded,
        ws="none",
        lifespan="off",
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        backlog=BACKLOG,
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)
