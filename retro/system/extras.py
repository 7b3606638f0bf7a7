"""Imports of optional packages, the extras of `pyproject.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from retro.system.errors import GameError


@contextmanager
def importing(user: str, extra: str, *packages: str) -> Iterator[None]:
    """A block that imports ``packages``; ``user`` names what needs them, for the error message.

    Raises GameError: with the command that installs ``extra`` if a package is not installed; with the reason if it is
    installed and cannot be imported, for example because Python was built without one of its modules.
    """
    try:
        yield
    except ImportError as error:
        names = f"{', '.join(packages[:-1])} and {packages[-1]}" if packages[1:] else packages[0]
        if isinstance(error, ModuleNotFoundError) and error.name in packages:
            raise GameError(f'{user} needs {names}: pip install "retrograde[{extra}]"') from error
        reason = f"{type(error).__name__}: {error}"
        raise GameError(f"{user} needs {names}, which is installed and cannot be imported: {reason}") from error
