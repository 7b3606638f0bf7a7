"""HTTP as `uvicorn` speaks it by means of httptools, which is fast, with heads of requests that end.

Its parser takes a head as long as it comes. Whoever sends one without an end would fill the memory.
"""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MOST_HEAD = 64 << 10
"""Bytes of a head; a packet may be as large."""
MOST_HEADERS = 100


class Bounded(HttpToolsProtocol):
    """Refuses a request whose head is too large, and closes the connection."""

    _in_head = True
    _head = 0

    def data_received(self, data: bytes) -> None:
        """Of `asyncio.Protocol`."""
        self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > MOST_HEAD:
            self._refuse()

    def on_message_begin(self) -> None:
        """Of the parser, as the others are."""
        self._in_head, self._head = True, 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Those after a body in chunks count as well."""
        if len(self.headers) >= MOST_HEADERS:
            self._refuse()
        else:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """The head is whole."""
        self._in_head = False
        if not self.transport.is_closing():
            super().on_headers_complete()

    def _refuse(self) -> None:
        if not self.transport.is_closing():
            self.send_400_response("the head of the request is too large")
