"""`retro check-file`: compare the files of a database with their checksums."""

from __future__ import annotations

import sys
import time

import typer

from retro.app import layout
from retro.app.output import byte_count
from retro.app.shell import Shell, command
from retro.storage import checksums, naming
from retro.system.exit_codes import DAMAGED
from retro.system.messages import one_line, plain


@command()
def check_file(shell: Shell) -> None:
    """Check by checksums that the files of a database are as they were written; exit code 3 if one is damaged."""
    began = time.perf_counter()
    with naming(shell.rules.command("solve")):
        files = checksums.check(shell.path, shell.rules.digest, shell.threads, shell.display)
    seconds = time.perf_counter() - began
    damaged = sum(bool(each.problem) for each in files)
    answer = {
        **shell.header,
        "path": str(shell.path),
        "sound": not damaged,
        "files": [
            {"name": each.path.name, "bytes": each.bytes, "sound": not each.problem, "problem": each.problem}
            for each in files
        ],
        "seconds": round(seconds, 3),
    }

    def show() -> None:
        width = max(len(f"{each.bytes:,}") for each in files)
        states = [one_line(f"DAMAGED: {each.problem}") if each.problem else "as written" for each in files]
        layout.facts(
            (each.path.name, f"{each.bytes:>{width},} bytes  {state}")
            for each, state in zip(files, states, strict=True)
        )
        read = sum(each.bytes for each in files)
        rate = f", {byte_count(int(read / seconds))} a second" if seconds > 0 else ""
        verdict = f"{damaged} of {len(files)} files damaged" if damaged else "all files are as they were written"
        sys.stdout.write(f"{plain(str(shell.path))}: {verdict} ({byte_count(read)} in {seconds:.1f} s{rate})\n")

    shell.answer(answer, show)
    if damaged:
        raise typer.Exit(DAMAGED)
