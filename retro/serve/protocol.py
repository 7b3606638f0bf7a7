"""HTTP/1.1 by uvicorn's httptools protocol, with bounds on what one connection, and all of them, hold in memory.

uvicorn parses all that arrives: a client that pipelines requests and reads no answer fills the memory with parsed
requests, a head without an end fills it with bytes, and an answer that is not read stays in the write buffer for ever.
`Bounded` reads into a fixed buffer and parses one request at a time: the next one only when the answer before it has
been sent. Times limit how long a head may take to arrive and an answer to be read. uvicorn's own limits do not replace
this: with `limit_concurrency` it refuses every request as soon as so many connections are open, even if they are idle,
and no limit bounds the bytes that were read or wait to be sent.
"""

from __future__ import annotations

import re
import resource
from asyncio import BufferedProtocol, TimerHandle, Transport
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from retro.system.errors import ResourceError

MAX_READ = 16 << 10
"""Bytes of a connection that are read and not parsed yet."""
MAX_HEAD = 16 << 10
"""Bytes of the head of a request."""
MAX_HEADERS = 100
HEAD_SECONDS = 10
"""Time for a head to arrive, from its first byte on, or from when the connection was made."""
MAX_UNSENT = 32 << 20
"""Bytes of answers that wait to be read by their clients, over all connections."""
UNSENT_SECONDS = 60
"""Time for a client to read an answer."""
MAX_CONNECTIONS = 1000
BACKLOG = 128
"""Connections that are accepted at a time."""
OTHER_FILES = 128
"""Files that the process may have open besides: databases, libraries, the terminal."""
MIN_FILES = 16
"""Files that a server opens before and for the first connection."""
BLANK_LINE = re.compile(rb"\n\r?\n")
"""Ends a head, and a body in chunks."""


def max_connections() -> int:
    """The most connections at once, after raising the process's limit of open files as far as needed and allowed.

    ResourceError if fewer than MIN_FILES may be open.
    """
    needed = MAX_CONNECTIONS + BACKLOG + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return MAX_CONNECTIONS
    limit = needed if hard == resource.RLIM_INFINITY else min(hard, needed)
    if limit < MIN_FILES:
        raise ResourceError(f"a server needs {MIN_FILES} open files, and may open {limit} (ulimit -n)")
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
    return max(1, limit - BACKLOG - OTHER_FILES)


class Reading(FlowControl):
    """uvicorn's flow control, except that bytes in the buffer are parsed before more are read."""

    def __init__(self, transport: Transport, parse: Callable[[], object]) -> None:
        super().__init__(transport)
        self._parse = parse

    def resume_reading(self) -> None:
        """Parse the bytes in the buffer; `Bounded` then reads on."""
        self.read_paused = False
        self._parse()


class Bounded(HttpToolsProtocol, BufferedProtocol):
    """A connection whose requests are parsed one at a time, and which is closed when it is too slow or sends too much.

    When there are more than ``limit`` connections, the one that has been idle for longest is closed.
    """

    limit = MAX_CONNECTIONS
    _in_head = True
    _head = 0  # bytes parsed since the end of the previous request
    _start = _stop = 0  # of the bytes in the buffer that are not parsed yet
    _since = 0.0  # when the connection became idle
    _timer: TimerHandle | None = None  # for the head
    _dropped = False
    _unsent_since = 0.0
    _unsent_timer: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """A new connection; this method and the next five are those of `asyncio.BufferedProtocol`."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # so writing is paused whenever anything is unsent
        self.flow = Reading(transport, lambda: self.loop.call_soon(self._parse))
        self._buffer = bytearray(MAX_READ)
        self._wait()
        if len(self.connections) > self.limit:
            others = [each for each in self._connections() if not each._dropped]
            if len(others) > self.limit:
                idle = [each for each in others if each._idle and each is not self]
                min(idle, key=lambda each: each._since, default=self)._drop()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop timers and forget requests that were read ahead."""
        self._cancel_timer()
        self._all_sent()
        super().connection_lost(exc)
        self.pipeline.clear()
        self._buffer = bytearray()
        self._start = self._stop = 0

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where the next bytes go: behind those that are not parsed yet."""
        return memoryview(self._buffer)[self._stop :]

    def buffer_updated(self, nbytes: int) -> None:
        self._stop += nbytes
        self._parse()

    def pause_writing(self) -> None:
        """The client does not read, so bytes of an answer are unsent; too many of them close connections."""
        super().pause_writing()
        self._unsent_since = self.loop.time()
        self._unsent_timer = self.loop.call_later(UNSENT_SECONDS, self._drop)
        stalled = [each for each in self._connections() if each.flow.write_paused]
        unsent = sum(each.transport.get_write_buffer_size() for each in stalled)
        for each in sorted(stalled, key=lambda each: each._unsent_since):
            if unsent <= MAX_UNSENT:
                break
            unsent -= each.transport.get_write_buffer_size()
            each._drop()

    def resume_writing(self) -> None:
        """Parse the next request, now that all bytes of the answer are sent."""
        self._all_sent()
        super().resume_writing()
        self.flow.resume_reading()

    def _parse(self) -> None:
        """Parse the bytes that were read up to the end of one request, and read on unless the buffer is full.

        asyncio notices that a client disconnects only while it reads. A piece ends with a blank line: at most the end
        of a body and the head that follows are parsed together.
        """
        while self._start < self._stop and self._ready:
            end = BLANK_LINE.search(self._buffer, self._start, self._stop)
            piece = bytes(self._buffer[self._start : end.end() if end else self._stop])
            self._start += len(piece)
            self._head += len(piece)
            self.data_received(piece)
            if self._in_head and self._head > MAX_HEAD:
                self._refuse("the head of the request is too large")
        waiting = self._stop - self._start
        self._buffer[:waiting] = self._buffer[self._start : self._stop]
        self._start, self._stop = 0, waiting
        if waiting == len(self._buffer):
            self.flow.pause_reading()
        elif not self.flow.read_paused:
            self.transport.resume_reading()
        if self._idle and self._timer is None and not self.transport.is_closing():
            self._wait()

    @property
    def _ready(self) -> bool:
        """Whether more bytes may be parsed: the previous request is answered, or needs them."""
        cycle: Any = self.cycle
        if self.flow.read_paused or self.flow.write_paused or self.pipeline or self.transport.is_closing():
            return False
        return cycle is None or cycle.response_complete or cycle.more_body

    def _unsupported_upgrade_warning(self) -> None:
        """Log nothing, so that a client cannot fill the log, where uvicorn advises to install a library."""

    def on_message_begin(self) -> None:
        """A head begins; this method and the next four are callbacks of the parser."""
        self._in_head = True
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Trailers after a body in chunks count as well."""
        if len(self.headers) >= MAX_HEADERS:
            self._refuse("the head of the request is too large")
        else:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Refuse a head that is too large."""
        self._in_head = False
        self._cancel_timer()
        if self._head > MAX_HEAD:
            self._refuse("the head of the request is too large")
        if not self.transport.is_closing():
            super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Count the bytes of the next head, which may begin in the same piece."""
        self._head = 0
        if not self.transport.is_closing():
            super().on_message_complete()

    def on_response_complete(self) -> None:
        """Note the time since which the connection is idle, as the whole answer was written."""
        self._since = self.loop.time()
        super().on_response_complete()

    @property
    def _idle(self) -> bool:
        """Whether no request waits for its answer."""
        cycle: Any = self.cycle
        return self._in_head or cycle is None or cycle.response_complete

    def _connections(self) -> list[Bounded]:
        return [each for each in self.connections if isinstance(each, Bounded)]

    def _wait(self) -> None:
        self._since = self.loop.time()
        self._timer = self.loop.call_later(HEAD_SECONDS, self._refuse, "the head of the request did not arrive")

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _all_sent(self) -> None:
        if self._unsent_timer is not None:
            self._unsent_timer.cancel()
            self._unsent_timer = None

    def _refuse(self, why: str) -> None:
        self._cancel_timer()
        if not self.transport.is_closing():
            self.send_400_response(why)

    def _drop(self) -> None:
        self._dropped = True
        self.transport.abort()
