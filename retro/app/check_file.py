"""What `retro check-file` says: one line for each file of a database."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from retro.app import layout, output
from retro.game.rules import Rules
from retro.storage.checksums import Checked
from retro.system.messages import one_line, plain


def as_json(rules: Rules, path: Path, found: Sequence[Checked], seconds: float) -> dict[str, Any]:
    """The answer of `retro check-file`."""
    return {
        "game": rules.game.name,
        "options": rules.options,
        "path": str(path),
        "sound": not any(each.problem for each in found),
        "files": [
            {"name": each.path.name, "bytes": each.bytes, "sound": not each.problem, "problem": each.problem}
            for each in found
        ],
        "seconds": round(seconds, 3),
    }


def write(path: Path, found: Sequence[Checked], seconds: float) -> None:
    """The same for people."""
    width = max(len(f"{each.bytes:,}") for each in found)
    layout.facts((each.path.name, f"{each.bytes:>{width},} bytes  {_state(each)}") for each in found)
    read = sum(each.bytes for each in found)
    rate = f", {output.gigabytes(int(read / seconds))} a second" if seconds > 0 else ""
    damaged = sum(bool(each.problem) for each in found)
    verdict = f"{damaged} of {len(found)} files damaged" if damaged else "all files are as they were written"
    sys.stdout.write(f"{plain(str(path))}: {verdict} ({output.gigabytes(read)} in {seconds:.1f} s{rate})\n")


def _state(checked: Checked) -> str:
    return one_line(f"DAMAGED: {checked.problem}") if checked.problem else "as written"
