"""The command `retro` begins here, outside the package, for another distribution may have put its files there.

Several on the package index have a package `retro` too: a web toolkit of that name, and emulators of old consoles.
Where one of them is installed beside this one they share a folder, and whichever came last wrote over the other's
files. Nothing of that folder is imported before it is known whose it is.
"""

from __future__ import annotations

import errno
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

BAD_USAGE, NO_ROOM, FAILED, INTERRUPTED = 2, 4, 7, 130
"""As in `retro.system.exit_codes`, which cannot be imported yet."""


def stranger() -> str:
    """What is wrong with the package `retro` and what to do, in one line; empty if it is this distribution's."""
    again = "install retrograde again (pip install --force-reinstall)"
    spec = find_spec("retro")
    if spec is None or spec.origin is None:
        return f"the package retro is not whole: {again}"
    folder = Path(spec.origin).parent
    for place in folder.parent.glob("*[Rr]etro-*.dist-info"):
        from importlib.metadata import Distribution  # takes longer than all the rest, and is hardly ever needed

        found = Distribution.at(place)
        if any(path.parts[:1] == (folder.name,) for path in found.files or ()):
            name = found.metadata["Name"]
            problem = f"{folder} holds files of another distribution, {name} {found.version}"
            return f"{problem}: pip uninstall {name}, then {again}"
    return ""


def main() -> None:
    """Entry point of the command `retro`."""
    with suppress(ModuleNotFoundError):  # on Windows, where the package refuses to be imported
        import resource

        if resource.getrlimit(resource.RLIMIT_FSIZE)[0] != resource.RLIM_INFINITY:
            sys.dont_write_bytecode = True  # Python before 3.12.8 leaves bytecode that is cut off, for all later runs
    wrong = stranger()
    if wrong:
        _end(BAD_USAGE, wrong)
    try:
        import retro  # noqa: F401
    except ImportError as error:
        _end(BAD_USAGE, str(error))
    try:
        from retro.app import cli

        cli.main()
    except KeyboardInterrupt:  # before a command is there to be interrupted
        sys.exit(INTERRUPTED)
    except OSError as error:  # while modules are imported
        used_up = error.errno in (errno.EMFILE, errno.ENFILE, errno.ENOMEM)
        _end(NO_ROOM if used_up else BAD_USAGE if isinstance(error, PermissionError) else FAILED, str(error))


def _end(code: int, wrong: str) -> NoReturn:
    if sys.stderr:  # it may be closed
        print(f"error: {wrong}", file=sys.stderr)
    sys.exit(code)
