"""Modules that moved into rooms: the old names, which older plugins import, and the new ones."""

from __future__ import annotations

import re

ROOMS = {
    "game": "bits fingerprint loading notation plugins rules scene staging text turns values widening",
    "system": "extras files limits machine progress",
    "query": "api batch",
    "drawing": "svg svg_style",
}
MOVED = {f"retro.{name}": f"retro.{room}.{name}" for room, names in ROOMS.items() for name in names.split()}
MOVED["retro.checkpoint"] = "retro.system.checkpointing"
"""The present name of each module, by the old one."""
_NAME = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")


def moved(error: BaseException) -> str:
    """Returns the new name of the module that an import did not find, as a sentence; "" if it has not moved."""
    if not isinstance(error, ImportError):
        return ""
    match = _NAME.match(str(error))  # from retro import bits
    name = f"{match[2]}.{match[1]}" if match else str(error.name)
    return f"{name} is now {MOVED[name]}" if name in MOVED else ""
