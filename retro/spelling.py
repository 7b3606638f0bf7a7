"""What somebody may have meant by a word that is not known."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 80
"""Letters that are compared: more than any name has, and soon done."""


def meant(given: str, known: Iterable[str]) -> str:
    """`` (did you mean 'size'?)``, to be put behind ``given``; empty if none of the ``known`` words is like it."""
    from difflib import get_close_matches

    found = get_close_matches(given[:_LONGEST].lower(), list(known), 1)
    return f" (did you mean {found[0]!r}?)" if found else ""
