"""Threads that compute answers: a fixed number of them, a limit on the requests that wait, and an end for those whose
client has disconnected."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import monotonic
from typing import Any, TypeVar

from retro.system.errors import ResourceError

Result = TypeVar("Result")
Receive = Callable[[], Awaitable[Any]]
Proceed = Callable[[], None]


class ServerBusy(ResourceError):
    """The server has reached a limit; the client may repeat the request after `RETRY_AFTER` seconds."""


class TakesLong(ResourceError):
    """An answer takes longer than a server may compute it."""


class Stopped(Exception):
    """The client of a request has disconnected, so the answer is not needed any more."""


RETRY_AFTER = 5
"""Seconds."""


class Pool:
    """A number of threads, and requests that wait for one: at most ``max_waiting``, for ``patience`` seconds each.

    An answer is computed for at most ``seconds``.
    """

    def __init__(self, threads: int, max_waiting: int, patience: float, seconds: float) -> None:
        self._executor = ThreadPoolExecutor(threads)
        self._free = asyncio.Semaphore(threads)
        self._waiting, self._max_waiting, self._patience = 0, max_waiting, patience
        self._seconds = seconds

    async def run(
        self, receive: Receive, compute: Callable[[Proceed], Result], computed: Callable[[], Result | None]
    ) -> Result:
        """Calls ``compute(proceed)`` in a thread. Returns its result.

        A request that has waited for a thread returns ``computed()`` instead, unless that is None: another request may
        have computed the same meanwhile.

        ``compute`` calls ``proceed()`` at every step. That raises Stopped once ``receive``, of ASGI, has reported that
        the client is disconnected, and TakesLong when the time is up. Raises ServerBusy if too many requests wait, or
        this one has waited too long; Stopped if the client disconnects. The thread becomes free when the next step of
        ``compute`` begins.
        """
        gone = Event()

        def timed() -> Result:
            end = monotonic() + self._seconds

            def proceed() -> None:
                if gone.is_set():
                    raise Stopped
                if monotonic() > end:
                    raise TakesLong(f"the answer takes more than {self._seconds:g} seconds; the commands have no limit")

            return compute(proceed)

        computing = asyncio.ensure_future(self._result(timed, computed))
        disconnected = asyncio.ensure_future(_disconnected(receive))
        try:
            await asyncio.wait((computing, disconnected), return_when=asyncio.FIRST_COMPLETED)
            if not computing.done():
                raise Stopped
            return computing.result()
        finally:
            gone.set()
            computing.cancel()
            disconnected.cancel()

    async def _result(self, compute: Callable[[], Result], computed: Callable[[], Result | None]) -> Result:
        if self._free.locked():
            await self._wait()
            result = computed()
            if result is not None:
                self._free.release()
                return result
        else:
            await self._free.acquire()
        computing = asyncio.get_running_loop().run_in_executor(self._executor, compute)
        computing.add_done_callback(self._release)  # also when this request is cancelled meanwhile
        return await asyncio.shield(computing)

    def _release(self, computing: asyncio.Future[Any]) -> None:
        self._free.release()
        if not computing.cancelled():
            computing.exception()  # else asyncio logs it if the request was cancelled

    async def _wait(self) -> None:
        if self._waiting >= self._max_waiting:
            raise ServerBusy("too many requests wait already; try again in a moment")
        self._waiting += 1
        try:
            async with asyncio.timeout(self._patience):  # unlike wait_for, it never loses a cancellation (Python 3.11)
                await self._free.acquire()
        except TimeoutError:
            raise ServerBusy("other requests take long; try again in a moment") from None
        finally:
            self._waiting -= 1


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
