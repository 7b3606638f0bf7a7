"""What others say, in words to go on with: somebody's word that is not known, an exception of a stranger's code."""

from __future__ import annotations

from collections.abc import Iterable

_LONGEST = 80
"""Letters that are compared: more than any name has, and soon done."""


def meant(given: str, known: Iterable[str]) -> str:
    """`` (did you mean 'size'?)``, to be put behind ``given``; empty if none of the ``known`` words is like it."""
    from difflib import get_close_matches

    found = get_close_matches(given[:_LONGEST].lower(), list(known), 1)
    return f" (did you mean {found[0]!r}?)" if found else ""


def told(error: BaseException) -> str:
    """What a stranger's code raised, in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")
