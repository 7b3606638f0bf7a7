"""Bodies of answers that are sent more than once: compressed by gzip, and sent so to clients that accept it.

An answer with pictures takes a tenth of its bytes, in memory and on the way.
"""

from __future__ import annotations

import gzip
from typing import NamedTuple

QUICKLY, THOROUGHLY = 1, 9
"""Levels of compression, for answers that are computed and for files."""


class Compressed(NamedTuple):
    """A body, compressed, and its media type."""

    packed: bytes
    kind: str

    @classmethod
    def of(cls, body: bytes, kind: str, level: int = QUICKLY) -> Compressed:
        return cls(gzip.compress(body, level, mtime=0), kind)

    @property
    def plain(self) -> bytes:
        return gzip.decompress(self.packed)


def accepted(encodings: str) -> bool:
    """Whether a header Accept-Encoding accepts gzip."""
    for each in encodings.lower().split(","):
        name, _, quality = each.replace(" ", "").partition(";q=")
        if name == "gzip":
            return quality.strip("0.") != "" or not quality
    return False
