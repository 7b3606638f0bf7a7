"""The exceptions of this package. The text of each is one clear line: object, reason, remedy."""

from __future__ import annotations

from retro.system.exit_codes import BUSY, DAMAGED, FAILED, NOT_SOLVED, OUT_OF_RESOURCES, WRONG


class RetroError(Exception):
    """A failure that a user can act on. The base of all exceptions of this package.

    exit_code  exit code of a command that ends with this error. None: the code of ``__cause__``; BAD_USAGE if there is
               no cause
    remedy     a command that helps, set by code that knows one; it follows the text in brackets; "" for none
    """

    exit_code: int | None = None
    remedy: str = ""

    def __str__(self) -> str:
        text = super().__str__()
        return f"{text} ({self.remedy})" if self.remedy else text


class GameError(RetroError):
    """A plugin or a request is wrong."""


class NoSuchState(GameError):
    """A text or number that names no position of the game, or no move of the position."""


class OptionError(GameError):
    """An option that does not exist, or a value that it cannot have."""


class ResourceError(RetroError):
    """Not enough memory, disk or another limited resource; the text has the missing amount."""

    exit_code = OUT_OF_RESOURCES


class SystemFailed(RetroError):
    """A disk, the network or another machine does not work."""

    exit_code = FAILED


class WentWrong(RetroError):
    """The results of a run cannot be trusted: sums that must agree do not."""

    exit_code = WRONG


class DatabaseError(RetroError):
    """Files of a database cannot be used, written or locked; the text has the file, the reason and the remedy."""


class Damaged(DatabaseError):
    """Files on disk are not what was written, or are missing."""

    exit_code = DAMAGED


class Unreadable(DatabaseError):
    """The system could not read a file, so its content is unknown; ``__cause__`` is the system's error."""


class Closed(DatabaseError):
    """A database that was closed before the call."""


class Unusable(DatabaseError):
    """No database was made by these rules and options in a format that this version reads."""

    exit_code = NOT_SOLVED


class NotSolved(Unusable):
    """There is no database of these options yet."""


class Busy(DatabaseError):
    """Another process is at work on the same files."""

    exit_code = BUSY


def described(error: BaseException) -> str:
    """Returns an exception of foreign code in one line: type and text."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}".removesuffix(": ")
