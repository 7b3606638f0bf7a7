"""The word that a user may have meant, for errors about a name that does not exist."""

from __future__ import annotations

from collections.abc import Iterable

_MAX_COMPARED = 80
"""Letters that are compared: more than any name has; comparing a long text would take long."""


def suggestion(given: str, words: Iterable[str]) -> str:
    """Returns the end of a message, such as `` (did you mean 'size'?)``; empty if no word resembles ``given``."""
    from difflib import get_close_matches

    similar = get_close_matches(given[:_MAX_COMPARED].lower(), list(words), 1)
    return f" (did you mean {similar[0]!r}?)" if similar else ""
