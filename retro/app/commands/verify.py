"""`retro verify`: compute records again from the records that their moves lead to, all of them or a sample."""

from __future__ import annotations

import math
import os
import sys
import time
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from typing import Annotated, Any

import typer

from retro.app import interruption, layout, wrong_records
from retro.app.arguments import CheckpointOptions, Memory, SampleSeed, option, sample_and_seed
from retro.app.console import duration, remark
from retro.app.shell import Shell, command
from retro.storage import content
from retro.storage.checkpoint import CheckpointFile
from retro.storage.database import Database
from retro.storage.location import checkpoint_path, lock_path
from retro.storage.manifest import VALUES_FILE
from retro.system.checkpointing import NO_CHECKPOINT, Checkpoint
from retro.system.errors import GameError
from retro.system.exit_codes import WRONG
from retro.system.locks import exclusive_lock
from retro.system.messages import plain
from retro.system.progress import Stopwatch
from retro.verify import verify as verification
from retro.verify import verify_sample

MAX_SAMPLED_POSITIONS = 10**9
JOB = "verify"
"""In the names of the checkpoint and of the lock."""


@command()
def verify(
    shell: Shell,
    sample: Annotated[
        int | None, option("N", "Verify only N random positions: a quick answer.", min=1, max=MAX_SAMPLED_POSITIONS)
    ] = None,
    seed: SampleSeed = None,
    limit: Annotated[int, option("N", "Show at most N wrong records.", min=0)] = 10,
    same_as: Annotated[Path | None, option("DIR", "Only compare the content with that of the database in DIR.")] = None,
    memory: Memory = None,
    *,
    saving: CheckpointOptions,
) -> None:
    """Verify a database: compute every record again from the records that its moves lead to; exit code 1 if wrong.

    The same command resumes an interrupted verification, unless it is of a sample.
    """
    drawn = sample_and_seed(sample, seed)
    if drawn and saving.restart:
        raise GameError("--restart is for a verification of all records; a sample has no checkpoint")
    if drawn and same_as:
        raise GameError("--same-as compares all records; it does not go together with --sample")
    began = time.perf_counter()
    if same_as:
        answer, show = _comparison(shell, same_as), _show_comparison
    elif drawn:
        answer, show = _sample(shell, *drawn, limit), _show_sample
    else:
        answer, show = _whole(shell, limit, memory, saving), _show_whole
    seconds = answer.pop("earlier", 0.0) + time.perf_counter() - began
    answer = {**shell.header, **answer, "seconds": round(seconds, 3)}
    shell.answer(answer, lambda: show(answer))
    if not answer["sound"]:
        raise typer.Exit(WRONG)


def _whole(shell: Shell, limit: int, memory: str | None, saving: CheckpointOptions) -> dict[str, Any]:
    """Returns the answer, and ``earlier``: seconds of interrupted processes after they had read the records.

    Nothing is saved if the directory of the databases cannot be written to.
    """
    table, about = shell.load(memory, verification.memory_bytes)
    shell.display.close()
    watch, path = Stopwatch(shell.display), checkpoint_path(shell.path, JOB)
    identity = interruption.identity(JOB, table.rules, "", about.files[VALUES_FILE].table_sha256)
    with ExitStack() as opened:
        checkpointed: AbstractContextManager[Checkpoint] = nullcontext(NO_CHECKPOINT)
        if os.access(path.parent, os.W_OK):
            opened.enter_context(
                exclusive_lock(lock_path(shell.path, JOB), f"another process is verifying {shell.path}")
            )
            checkpointed = interruption.checkpointed(path, identity, shell.threads, watch, saving, remark)
        with checkpointed as checkpoint:
            earlier = checkpoint.seconds if isinstance(checkpoint, CheckpointFile) else 0.0
            bounded = verification.Bounded(math.inf, shell.sizes.scan_slots)
            result = verification.verify(table, about, limit, shell.threads, watch, bounded, checkpoint)
            with Database(shell.path) as database:
                found = content.whole(content.pieces_of(database, shell.threads, watch))
        if isinstance(checkpoint, CheckpointFile):
            checkpoint.discard()
    return {
        "sound": result.sound and found == about.content,
        "records": result.records,
        "positions": result.positions,
        "edges": result.edges,
        "numbers": result.numbers,
        "wrong_records": result.wrong,
        "faults": [wrong_records.as_json(table.rules, each) for each in result.faults],
        "wrong_numbers": [wrong_records.difference(table.rules, each) for each in result.differences],
        "same_edges": result.same_edges,
        "content": found,
        "same_content": found == about.content,
        "earlier": earlier,
    }


def _show_whole(answer: dict[str, Any]) -> None:
    facts: dict[str, layout.Cell] = {
        "records": "records",
        "positions": "positions",
        "moves between them": "edges",
        "numbers of the manifest": "numbers",
        "verified in": lambda row: duration(row["seconds"]),
        "wrong records": "wrong_records",
        "wrong numbers": lambda row: f"{len(row['wrong_numbers']):,}",
        "content": "content",
    }
    layout.fields(answer, facts)
    wrong_records.show(answer["faults"], answer["wrong_records"])
    columns: dict[str, layout.Cell] = {
        "number~": "number",
        "in the manifest>": lambda row: wrong_records.number(row["stored"]),
        "counted>": lambda row: wrong_records.number(row["counted"]),
    }
    layout.records(answer["wrong_numbers"], columns, "wrong numbers of the manifest")
    game = answer["game"]
    if not answer["same_edges"]:
        sys.stdout.write(f"taking moves back does not give the edges that moves make: see retro check {game}\n")
    if not answer["same_content"]:
        sys.stdout.write("the records do not have the content that the manifest has: retro solve writes it again\n")
    sys.stdout.write(f"{game} is {'verified' if answer['sound'] else 'WRONG'}\n")


def _comparison(shell: Shell, path: Path) -> dict[str, Any]:
    """Returns the answer, which has the contents of the database and of the one at ``path``."""
    with shell.open() as tablebase, Database(path) as other:
        found, expected = (
            content.whole(content.pieces_of(each, shell.threads, shell.display)) for each in (tablebase.database, other)
        )
    return {"sound": found == expected, "content": found, "other": str(path), "other_content": expected}


def _show_comparison(answer: dict[str, Any]) -> None:
    layout.facts([("content", answer["content"]), ("of the other", answer["other_content"])])
    same = "has the same content as" if answer["sound"] else "DIFFERS from"
    sys.stdout.write(f"{answer['game']} {same} {plain(answer['other'])}\n")


def _sample(shell: Shell, count: int, seed: int, limit: int) -> dict[str, Any]:
    with shell.open() as tablebase:
        tablebase.database.check_current()
        records = tablebase.database.record
        result = verify_sample.sample(tablebase.rules, records, count, seed, limit, shell.display)
    return {
        "sound": not result.wrong,
        "seed": result.seed,
        "positions": result.positions,
        "edges": result.edges,
        "wrong_records": result.wrong,
        "faults": [wrong_records.as_json(shell.rules, each) for each in result.faults],
        "confidence": verify_sample.CONFIDENCE,
        "wrong_at_most": result.share,
    }


def _show_sample(answer: dict[str, Any]) -> None:
    facts: dict[str, layout.Cell] = {
        "random positions": "positions",
        "moves looked at": "edges",
        "seed": lambda row: str(row["seed"]),
        "sampled in": lambda row: duration(row["seconds"]),
        "wrong records": "wrong_records",
    }
    layout.fields(answer, facts)
    wrong_records.show(answer["faults"], answer["wrong_records"])
    share = answer["wrong_at_most"]
    if share is None:
        sys.stdout.write(f"{answer['game']} is WRONG\n")
    else:
        wrong = f"if more than {share:.2g} of all records did not follow from their moves"
        sys.stdout.write(f"{wrong}, this would have been noticed with {answer['confidence']:.0%}\n")
