"""`retro verify`: compute records again from the records that their moves lead to, all of them or a sample."""

from __future__ import annotations

import sys
import time
from typing import Annotated, Any

import typer

from retro.app import grade_draws, layout, wrong_records
from retro.app.arguments import Memory, SampleSeed, option, sample_and_seed
from retro.app.console import duration
from retro.app.shell import Shell, command
from retro.system.exit_codes import WRONG
from retro.verify import verify as verification
from retro.verify import verify_sample

MAX_SAMPLED_POSITIONS = 10**9


@command()
def verify(
    shell: Shell,
    sample: Annotated[
        int | None, option("N", "Verify only N random positions: a quick answer.", min=1, max=MAX_SAMPLED_POSITIONS)
    ] = None,
    seed: SampleSeed = None,
    limit: Annotated[int, option("N", "Show at most N wrong records.", min=0)] = 10,
    memory: Memory = None,
) -> None:
    """Verify a database: compute every record again from the records that its moves lead to; exit code 1 if wrong."""
    drawn = sample_and_seed(sample, seed)
    began = time.perf_counter()
    answer = _whole(shell, limit, memory) if drawn is None else _sample(shell, *drawn, limit)
    answer = {**shell.header, **answer, "seconds": round(time.perf_counter() - began, 3)}
    shell.answer(answer, lambda: (_show_whole if drawn is None else _show_sample)(answer))
    if not answer["sound"]:
        raise typer.Exit(WRONG)


def _whole(shell: Shell, limit: int, memory: str | None) -> dict[str, Any]:
    table, about = shell.load(memory, verification.memory_bytes)
    result = verification.verify(table, about, limit, shell.threads, shell.display)
    wrong_grades = grade_draws.wrong(table, shell.path, shell.threads, shell.display)
    return {
        "sound": result.sound and not wrong_grades,
        "wrong_grades": wrong_grades,
        "records": result.records,
        "positions": result.positions,
        "edges": result.edges,
        "numbers": result.numbers,
        "wrong_records": result.wrong,
        "faults": [wrong_records.as_json(table.rules, each) for each in result.faults],
        "wrong_numbers": [wrong_records.difference(table.rules, each) for each in result.differences],
        "same_edges": result.same_edges,
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
    }
    if answer["wrong_grades"] is not None:
        facts["wrong grades"] = "wrong_grades"
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
    sys.stdout.write(f"{game} is {'verified' if answer['sound'] else 'WRONG'}\n")


def _sample(shell: Shell, count: int, seed: int, limit: int) -> dict[str, Any]:
    with shell.open() as tablebase:
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
