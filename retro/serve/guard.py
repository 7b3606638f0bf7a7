"""Which requests are answered at all: hosts and origins that are this server's, and sizes that are not too large.

A page elsewhere may have its own name lead to this machine (DNS rebinding): the browser then takes this server for that
page's. It says the name that it believes in, though, and only names can lead astray: addresses in numbers are served.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

MOST_QUERY = 8 << 10
MOST_BODY = 256 << 10
"""Bytes of an address after its ``?``, and of a body."""
HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""Of every answer. A drawing brings its own style."""


def refused(headers: Iterable[tuple[bytes, bytes]], query: bytes, named: str) -> tuple[int, str] | None:
    """The status and the line with which a request is refused, None if it is not; ``named`` is who the server is."""
    said: dict[str, list[str]] = {}
    for name, value in headers:
        said.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    hosts, origins = said.get("host", []), said.get("origin", [])
    if len(hosts) != 1 or len(origins) > 1:
        return 400, "a request has one Host, and one Origin at most"
    (host,) = hosts
    if not ours(host, named):
        return 421, f"this server is not called {host[:80]!a}; ask for it by its address, or see --host"
    if origins and not same(origins[0], host):
        return 403, f"pages of {origins[0][:80]!a} may not ask this server"
    if len(query) > MOST_QUERY:
        return 414, f"the address is too long: at most {MOST_QUERY:,} bytes after the ?"
    length = said.get("content-length", ["0"])[0]
    if not (length.isascii() and length.isdecimal()):
        return 400, "Content-Length is no number"
    if len(length) > 12 or int(length) > MOST_BODY:
        return 413, too_large()
    return None


def too_large() -> str:
    """What is said of a body that is."""
    return f"the body is too large: at most {MOST_BODY:,} bytes"


def ours(host: str, named: str) -> bool:
    """Whether a Host is this server: an address in numbers, this machine, or what ``--host`` says."""
    name = _hostname(f"//{host}")
    if name is None or "@" in host or "/" in host:
        return False
    if name in ("localhost", named.lower()):
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def same(origin: str, host: str) -> bool:
    """Whether an Origin is the page's own server."""
    scheme, _, place = origin.partition("://")
    return scheme in ("http", "https") and place.lower() == host.lower()


def _hostname(address: str) -> str | None:
    try:
        parts = urlsplit(address)
        _ = parts.port
        return parts.hostname
    except ValueError:
        return None
