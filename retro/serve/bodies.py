"""The bodies of requests, with limits on the size and time of each and on the bytes of all of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import Request

from retro.serve import guard
from retro.serve.pool import ServerBusy

BODY_SECONDS = 10
"""Time for a body to arrive."""
MAX_BODIES = 32 << 20
"""Bytes of all bodies whose requests are not answered yet."""


class BodyRefused(Exception):
    """A body that is not accepted: the status of HTTP, and the reason in a line."""

    def __init__(self, status: int, line: str) -> None:
        super().__init__(line)
        self.status = status


class Bodies:
    """Counts the bytes of bodies that are in memory; for one event loop."""

    def __init__(self, most: int = MAX_BODIES) -> None:
        """``most``: bytes of all bodies together."""
        self._bytes, self._most = 0, most

    @asynccontextmanager
    async def read(self, request: Request) -> AsyncIterator[bytearray]:
        """The body of a request, counted until the end of the context.

        BodyRefused if it is too large, whatever its header says, or too slow; ServerBusy if all bodies together are too
        large; Starlette's ClientDisconnect.
        """
        data = bytearray()
        try:
            await self._fill(data, request)
            yield data
        finally:
            self._bytes -= len(data)

    async def _fill(self, data: bytearray, request: Request) -> None:
        try:
            async with asyncio.timeout(BODY_SECONDS):
                async for piece in request.stream():
                    data += piece
                    self._bytes += len(piece)
                    if len(data) > guard.MAX_BODY:
                        raise BodyRefused(413, guard.TOO_LARGE)
                    if self._bytes > self._most:
                        raise ServerBusy("the server reads as many bodies as it can; try again in a moment")
        except TimeoutError:
            raise BodyRefused(408, f"the body did not arrive within {BODY_SECONDS} seconds") from None
