"""The exceptions of this package. The text of each is one clear line: object, reason, remedy."""

from __future__ import annotations


class RetroError(Exception):
    """A failure that a person can act on. The base of all exceptions of this package."""


class GameError(RetroError):
    """A plugin or a request is wrong."""


class NoSuchState(GameError):
    """A text or number that names no position of the game, or no move of the position."""


class OptionError(GameError):
    """An option that does not exist, or a value that it cannot have."""


class ResourceError(RetroError):
    """Not enough memory, disk or another limited resource; the text says how much is missing."""


class SystemFailed(RetroError):
    """A disk, the network or another machine does not work."""


class WentWrong(RetroError):
    """The results of a run cannot be trusted: sums that must agree do not."""


def described(error: BaseException) -> str:
    """An exception that foreign code raised, in one line: its type and its text."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")
