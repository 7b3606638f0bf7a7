"""HTTP as `uvicorn` speaks it by means of httptools, which is fast, with heads of requests and connections that end.

Its parser takes a head as long as it comes, in however many parts. Whoever sends one without an end would fill the
memory, and whoever sends none would keep a connection, of which a process has only so many.
"""

from __future__ import annotations

import resource
from asyncio import TimerHandle, Transport
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD = 64 << 10
"""Bytes of a head; a packet may be as large."""
MOST_HEADERS = 100
HEAD_SECONDS = 10
"""In which a head has come, from the first byte on, or from when the connection was made."""
MOST_CONNECTIONS = 1000
BACKLOG = 128
"""Connections that are accepted at a time."""
OTHER_FILES = 128
"""That the process may have open besides: databases, libraries, the terminal."""


def most_connections() -> int:
    """How many connections there may be at once, after asking the system for as many as are wanted."""
    wanted = MOST_CONNECTIONS + BACKLOG + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return MOST_CONNECTIONS
    most = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(1, most - BACKLOG - OTHER_FILES)


class Bounded(HttpToolsProtocol):
    """Refuses a request whose head is too large or too slow, and closes the connection.

    Where there are too many connections, the one goes that has been idle for longest.
    """

    most = MOST_CONNECTIONS
    _in_head = True
    _head = 0
    _since = 0.0
    _timer: TimerHandle | None = None
    _dropped = False

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Of `asyncio.Protocol`, as the next two are."""
        super().connection_made(transport)
        self._wait()
        if len(self.connections) > self.most:
            others = [each for each in self.connections if isinstance(each, Bounded) and not each._dropped]
            if len(others) > self.most:
                idle = [each for each in others if each._idle and each is not self]
                min(idle, key=lambda each: each._since, default=self)._drop()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some part of a request."""
        self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > MOST_HEAD:
            self._refuse("the head of the request is too large")
        elif self._idle and self._timer is None and not self.transport.is_closing():
            self._wait()

    def on_message_begin(self) -> None:
        """Of the parser, as the others are."""
        self._in_head, self._head = True, 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Those after a body in chunks count as well."""
        if len(self.headers) >= MOST_HEADERS:
            self._refuse("the head of the request is too large")
        else:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is whole."""
        self._in_head = False
        self._wait_no_more()
        if not self.transport.is_closing():
            super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Whoever asked was answered."""
        self._since = self.loop.time()
        super().on_response_complete()

    @property
    def _idle(self) -> bool:
        """Whether nobody is to be answered here."""
        cycle: Any = self.cycle
        return self._in_head or cycle is None or cycle.response_complete

    def _wait(self) -> None:
        self._since = self.loop.time()
        self._timer = self.loop.call_later(HEAD_SECONDS, self._refuse, "the head of the request did not come")

    def _wait_no_more(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _refuse(self, why: str) -> None:
        self._wait_no_more()
        if not self.transport.is_closing():
            self.send_400_response(why)

    def _drop(self) -> None:
        self._dropped = True
        self.transport.abort()
