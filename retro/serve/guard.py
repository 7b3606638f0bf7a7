"""The checks of a request before it is answered: its host and origin are this server's, its sizes within limits.

A page elsewhere can make its own name resolve to this machine (DNS rebinding): the browser then treats this server as
that page's. The request still carries that name in Host, so hosts that are other names are refused; numeric addresses
cannot be rebound and are served.
"""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

MAX_QUERY = 8 << 10
"""Bytes of an address after its ``?``."""
MAX_BODY = 256 << 10
"""Bytes of a body."""
TOO_LARGE = f"the body is too large: at most {MAX_BODY:,} bytes"
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Headers of every answer. Inline styles are allowed because a drawing contains its own."""


def refused(headers: Callable[[str], list[str]], query: bytes, named: str) -> tuple[int, str] | None:
    """The status and the message that refuse a request, None if it is accepted; ``named`` is the server's host name.

    ``headers`` returns the values of all headers of a name.
    """
    hosts, origins = headers("host"), headers("origin")
    if len(hosts) != 1 or len(origins) > 1:
        return 400, "a request has one Host, and one Origin at most"
    (host,) = hosts
    if not ours(host, named):
        return 421, f"this server is not called {host[:80]!a}; use its address, or see --host"
    if origins and not same(origins[0], host):
        return 403, f"pages of {origins[0][:80]!a} may not use this server"
    if len(query) > MAX_QUERY:
        return 414, f"the address is too long: at most {MAX_QUERY:,} bytes after the ?"
    length = (headers("content-length") or ["0"])[0]
    if not (length.isascii() and length.isdecimal()):
        return 400, "Content-Length is no number"
    if len(length) > 12 or int(length) > MAX_BODY:
        return 413, TOO_LARGE
    return None


def ours(host: str, named: str) -> bool:
    """Whether a Host is this server: a numeric address, localhost, or the name that ``--host`` gives."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
        if parts.hostname not in ("localhost", named.lower()):
            ip_address(parts.hostname or "")
    except ValueError:  # the port is no number, or the name no address
        return False
    return "@" not in host and "/" not in host


def same(origin: str, host: str) -> bool:
    """Whether an Origin is that of a page that this server sent."""
    scheme, _, server = origin.partition("://")
    return scheme in ("http", "https") and server.lower() == host.lower()
