"""Commands of another user, who is not root: what he may not read or write is decided by the system itself."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from trials import Done, Skipped, Workplace

USER = 54321
"""A user of whom the system knows nothing, not even a home directory."""

_OPENED = """
set -e
{more}
mount -t tmpfs -o mode=755 tmpfs {inside}
for place in {places}; do mkdir -p "{inside}/$place"; mount --rbind "$place" "{inside}/$place"; done
for hidden in {hidden}; do mount -t tmpfs -o mode=755 tmpfs "$hidden"; done
for place in {places}; do mkdir -p "$place"; mount --rbind "{inside}/$place" "$place"; done
umount -l {inside}
exec setpriv --reuid={user} --regid={user} --clear-groups bash -o pipefail -c {line}
"""
"""In a mount namespace: directories that others may not search are empty ones, but for the places that are needed."""


def as_user(
    place: Workplace, line: str, more: str = ":", variables: Mapping[str, str | None] | None = None, home: bool = False
) -> Done:
    """Runs a line of bash as USER, after ``more`` as root; with a ``home`` directory of his own, or none."""
    if os.geteuid() or not shutil.which("unshare") or not shutil.which("setpriv"):
        raise Skipped("only root can be another user, with unshare and setpriv")
    tried = place.run(["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"])
    if tried.code:
        raise Skipped(f"mounting is not allowed here: {tried.errors.strip()}")
    known = {Path(each).resolve() for each in (sys.base_prefix, sys.prefix, *sys.path, place.folder) if each}
    needed = [each for each in known if each.exists() and not known & set(each.parents)]
    closed = {above: each for each in needed for above in reversed(each.parents) if not above.stat().st_mode & 0o001}
    places = [each for each in needed if any(above in each.parents for above in closed)]
    hidden = [each for each in closed if not any(above in each.parents for above in closed)]
    inside = place.folder / "opened"
    inside.mkdir(exist_ok=True)
    own = place.folder / "home"
    if home and not own.exists():
        own.mkdir()
        os.chown(own, USER, USER)
    words = {"inside": inside, "user": USER, "more": more, "line": shlex.quote(line)}
    shown = {
        name: " ".join(shlex.quote(str(each)) for each in paths)
        for name, paths in (("places", places), ("hidden", hidden))
    }
    own_variables = {"HOME": str(own) if home else None, "PYTHONDONTWRITEBYTECODE": "1", "USER": None, "LOGNAME": None}
    script = _OPENED.format(**words, **shown)
    return place.run(["unshare", "--mount", "bash", "-c", script], variables={**own_variables, **(variables or {})})
