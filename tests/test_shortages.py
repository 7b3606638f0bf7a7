"""Each shortage names once how much is missing, and that much is then enough."""

from __future__ import annotations

import re
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from itertools import product
from shutil import copytree

import pytest
from commanding import ask, run
from installing import python_path
from random_files import random_solution, store
from scanned_game import BOARD
from workplace import check_exit

from retro.app import requirements
from retro.app.requirements import Requirements
from retro.storage import manifest
from retro.system import limits, machine
from retro.system.errors import ResourceError

MISSING = re.compile(r"([\d,]+) bytes of memory are missing")
MIB = 1 << 20


def python(code: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Runs plain Python in a process of its own, which may set limits."""
    words = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(words, env=python_path(), capture_output=True, text=True)


def missing(text: str) -> int:
    """Returns the bytes that an error says are missing."""
    found = MISSING.findall(text)
    assert len(found) == 1, text
    return int(found[0].replace(",", ""))


COMMANDS = ["solve", "reach", "verify", "puzzles", "export --format csv --force --out {0}/file"]
STORES = ["solve --store packed", "solve --store files"]
GAMES = ["ostle " + " ".join(BOARD), "british_square --set size=3"]
"""One with an index of its own, and one whose positions are enumerated."""
LARGER = [
    pytest.param("solve", "lgame", marks=pytest.mark.compiled),
    *(pytest.param(line, "lgame", marks=[pytest.mark.compiled, pytest.mark.soak]) for line in COMMANDS[1:] + STORES),
]


@pytest.mark.parametrize(("line", "game"), [*product(COMMANDS, GAMES), *product(STORES, GAMES[:1]), *LARGER])
@pytest.mark.parametrize("share", [*(pytest.param(each, marks=pytest.mark.soak) for each in (0, 0.5)), 0.99])
def test_who_follows_the_advice_once_is_not_refused_again(small_game, tmp_path, line, game, share):
    """From limits that are any part of what is needed."""
    name, *more = line.format(tmp_path).split()
    if name != "solve":  # `reach` writes into the database
        copytree(small_game(game.split()[0]).tablebase.database.path.parent, tmp_path, dirs_exist_ok=True)
    command = [name, *game.split(), *more, "--data", tmp_path, "--memory"]
    needed = missing(ask(*command, "1B", code=4)) + 1
    given = int(share * needed)
    result = run(*command, f"{given}B")
    if result.code == 4:
        result = run(*command, f"{given + missing(result.errors)}B")
    assert result.code == 0, result.errors


@pytest.mark.soak
@pytest.mark.parametrize("game", ["lgame", "british_square", "ostle --set size=3"])
@pytest.mark.parametrize("mib", [1, 100, 200, 250])
def test_processes_with_an_empty_and_a_full_cache_need_no_more_than_the_first_names(workplace, game, mib):
    """Each process compiles, or loads, other kernels before it plans."""
    variables, limit = {"RETRO_CACHE": str(workplace.folder / "cache")}, mib << 20
    first = workplace.run(f"retro solve {game} --memory {limit}B", variables=variables)
    if check_exit(first, 0, 4).code:
        limit += missing(first.errors)
    for _ in range(2):
        check_exit(workplace.run(f"retro solve {game} --memory {limit}B", variables=variables))


NUMBERS = {"memory_bytes": 1000, "database_bytes": 500, "memory_available_bytes": 2000, "disk_free_bytes": 600}
NUMBERS |= {"checkpoint_bytes": 0, "checkpoints_bytes": 0, "scratch_free_bytes": None, "seconds": 1.0}
NEEDS = Requirements(backend="queue", why="", **NUMBERS)


@pytest.mark.parametrize(
    ("plain", "files", "chosen", "short"),
    [
        ({}, {"memory_bytes": 100, "scratch_bytes": 900}, 0, []),
        ({"memory_bytes": 3000}, {"memory_bytes": 100, "scratch_bytes": 50}, 1, []),
        # what lacks the least: the other one asks for more disk
        ({"database_bytes": 601}, {"database_bytes": 601, "scratch_bytes": 900}, 0, ["1 bytes of disk"]),
        ({"memory_bytes": 3000}, {"memory_bytes": 2500}, 1, ["550 bytes of memory"]),
    ],
)
def test_the_store_that_lacks_the_least_is_named(plain, files, chosen, short):
    choices = [replace(NEEDS, again_bytes=50, **each) for each in (plain, files)]
    best = requirements.best(choices)
    assert best is choices[chosen]
    assert len(best.short) == len(short) and all(map(str.startswith, best.short, short))


@pytest.mark.parametrize("kind", ["ulimit -v", "ulimit -d", machine.GROUP])
@pytest.mark.parametrize("left", range(0, 560, 20))
def test_a_limit_of_the_process_has_to_be_raised_once(reported, kind, left):
    """Each step takes what was measured, and leaves the rest to the next one."""
    field = {"ulimit -v": "addresses", "ulimit -d": "data", machine.GROUP: "charged"}[kind]
    allowed, refusals = left * MIB, 0
    while True:
        used = 0
        try:
            for step in (limits.LIBRARIES, limits.COMPILER, limits.LOADING, limits.COMPILING):
                reported(allowances={kind: allowed - used})
                limits.check(step)
                used += getattr(step, field) if step in (limits.LIBRARIES, limits.COMPILER) else 0
            break
        except ResourceError as error:
            allowed, refusals = allowed + missing(str(error)), refusals + 1
    assert refusals <= 1


@pytest.mark.parametrize("files", [7, *(pytest.param(files, marks=pytest.mark.soak) for files in (4, 5, 6, 8, 10, 16))])
def test_a_limit_of_open_files_has_to_be_raised_once(tmp_path, files):
    limit = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({0}, {0}))"
    code = f"{limit}; from retro.app import cli, self_check; self_check.check = lambda *given: None; cli.main()"
    arguments = ["solve", *GAMES[0].split(), "--store", "files", "--data", tmp_path]
    done = python(code.format(files), *arguments)
    if done.returncode:
        assert done.returncode == 4, done.stderr
        [enough] = re.findall(r"\(ulimit -n allows \d+; (\d+) are enough\)", done.stderr)
        done = python(code.format(enough), *arguments)
    assert done.returncode == 0, done.stderr


def test_opening_a_database_takes_no_more_memory_than_its_files(tmp_path):
    """Not as much as a file of JSON may have."""
    store(tmp_path / "walk", random_solution(100))
    tracemalloc.start()
    try:
        manifest.read(tmp_path / "walk")
        assert tracemalloc.get_traced_memory()[1] < MIB
    finally:
        tracemalloc.stop()
