"""The cache of compiled code: damaged files are compiled anew and never run, and no later run fails."""

from __future__ import annotations

import errno
import os
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from weakref import WeakKeyDictionary

import pytest
import xxhash
from numba import int64
from runs import rules_of

from retro.compiling import compile as compiling
from retro.compiling import kernel_cache, kernels
from retro.compiling.cache_directory import CacheWarning, UnusableCache
from retro.compiling.compile import jit
from retro.compiling.kernel_cache import floats
from retro.compiling.kernels import kernels_of
from retro.indexing import sorted_kernels, tiers_kernels
from retro.solving import queue

pytestmark = pytest.mark.compiled

PROGRAM = """
from retro.game import plugins
from retro.game.loading import load
from retro.compiling import kernels
from retro.indexing import tiers_kernels
rules = load(plugins.load("lgame"), {})
module = kernels.kernels_of(rules, tiers_kernels)
import numpy as np
rows = np.ones((2, 2), np.int64)
assert module.bounds(0, rules.slots, rows) == (1, rules.slots) and rows[0, 0] == 0
from retro.compiling.compile import COMPILED
(bounds,) = (each for each in kernels.machine_code_of(module) if each.py_func.__name__ == "bounds")
inner = {each for each in COMPILED.values() if hasattr(each, "overloads")}
libraries = [overload.library for each in inner for overload in each.overloads.values()]
run = {library.name for library in libraries if library._final_module in library._codegen._engine._ee._modules}
print(sum(bounds.stats.cache_misses.values()), len(libraries), len(run))
"""
"""Needs a kernel; prints how many had to be compiled, how many functions there are that compiled code alone calls, and
of how many of these there is machine code."""


@pytest.fixture(scope="module")
def cache(tmp_path_factory) -> Path:
    cache = tmp_path_factory.mktemp("cache")
    assert run(cache) == 1
    assert run(cache) == 0
    return cache


def counts(cache: Path, **variables: str) -> list[int]:
    """Returns the numbers printed by a process that needs a kernel (`PROGRAM`)."""
    environment = os.environ | {"RETRO_CACHE": str(cache)} | variables
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [int(number) for number in done.stdout.split()]


def run(cache: Path, **variables: str) -> int:
    """Returns the number of kernels that such a process compiled."""
    return counts(cache, **variables)[0]


def files(cache: Path, folder: str = "kernels") -> list[Path]:
    result = sorted((cache / folder).iterdir())
    assert result
    return result


def with_a_lost_class(data: bytes) -> bytes:
    """A file of a version of retro in which a class of its contents was in another module."""
    plain = b"cretro.system.ranges\nMoved\n."  # what pickle writes for a class, its oldest format
    return xxhash.xxh3_128_digest(plain) + plain


DAMAGES = {
    "moved": with_a_lost_class,
    "empty": lambda data: b"",
    "short": lambda data: data[: len(data) // 2],
    "garbage": lambda data: b"\x80\x04garbage" * 99,
    "flipped": lambda data: bytes([*data[:-50], data[-50] ^ 4, *data[-49:]]),
}


def test_machine_code_depends_on_the_kernel_alone(tmp_path):
    """Otherwise the linker would take a function's earlier machine code for the one optimised with the kernel."""
    for _ in range(2):
        missed, inner, run = counts(tmp_path)
        assert (missed, run) == (1, 0) and inner > 0
        shutil.rmtree(tmp_path / "kernels")  # of the kernel; functions come from disk then


@pytest.mark.parametrize("damage", ["flipped", pytest.param("moved", marks=pytest.mark.soak)])
def test_damaged_files_are_made_anew(cache, damage):
    for path in files(cache) + files(cache, "functions"):
        path.write_bytes(DAMAGES[damage](path.read_bytes()))
    assert run(cache) == 1
    assert run(cache) == 0


def test_no_damaged_file_and_no_flipped_bit_is_run(cache):
    (path,) = files(cache)
    whole, chance = path.read_bytes(), random.Random(7)
    for damage in DAMAGES.values():
        path.write_bytes(damage(whole))
        assert kernel_cache._read(path) is None
    for bit in (chance.randrange(8 * len(whole)) for _ in range(200)):
        data = bytearray(whole)
        data[bit // 8] ^= 1 << bit % 8
        path.write_bytes(data)
        assert kernel_cache._read(path) is None
    path.write_bytes(whole)


def test_code_with_another_optimisation_is_not_run(cache):
    other = {"NUMBA_OPT": "1"}
    assert run(cache, **other) == 1
    assert run(cache, **other) == run(cache) == 0


def sound(number):
    return number + 1


def other(number):
    return number + 2


def halved(number):
    return int(number / 2)


def calling(number):
    return halved(number) + 1


def calling_that(number):
    return calling(number) + 1


def test_code_with_floats_and_its_callers_are_not_cached(tmp_path, monkeypatch):
    monkeypatch.setenv("RETRO_CACHE", str(tmp_path))
    for function in (sound, calling_that):
        jit(function, {}).compile((int64,))
    assert [path.name.partition("_")[0] for path in files(tmp_path, "functions")] == ["sound"]
    again = jit(calling_that, {})
    again.compile((int64,))
    assert {function.__name__ for function, *_ in floats(again)} == {"halved"}


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS])
def test_code_that_the_cache_refuses_stays_in_memory(tmp_path, monkeypatch, number):
    """A single warning names the directory."""
    monkeypatch.setenv("RETRO_CACHE", str(tmp_path))

    def refuse(*_):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(kernel_cache, "_write", refuse)  # root may write everywhere
    with pytest.warns(CacheWarning) as caught:
        functions = [jit(function, {}) for function in (sound, other)]
        assert [function(4) for function in functions] == [5, 6]
    assert len(caught) == 1
    assert re.search(rf"saved in {tmp_path} \({os.strerror(number)}\) .*RETRO_CACHE", str(caught[0].message))


def test_unreadable_files_are_compiled_anew(tmp_path, monkeypatch):
    """A directory takes the place of the file, because root may read all files."""
    monkeypatch.setenv("RETRO_CACHE", str(tmp_path))
    jit(sound, {}).compile((int64,))
    for path in files(tmp_path, "functions"):
        path.unlink()
        path.mkdir()
    again = jit(sound, {})
    assert again(4) == 5 and sum(again.stats.cache_misses.values()) == 1


def test_a_cache_that_cannot_be_used_is_named(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    for cache in (tmp_path / "file", tmp_path / "file" / "below"):
        monkeypatch.setenv("RETRO_CACHE", str(cache))
        with pytest.raises(UnusableCache, match=rf"saved in {cache}: .*RETRO_CACHE"):
            jit(sound, {})(4)


def test_kernels_that_do_not_depend_on_the_game_are_shared():
    for module, shared in ((sorted_kernels, True), (tiers_kernels, False)):
        one, other = (kernels_of(rules, module).__name__ for rules in map(rules_of, ("lgame", "ostle")))
        assert (one == other) == shared


def test_kernels_are_the_same_after_python_has_called_the_functions(monkeypatch):
    """The check before a first solve calls them, and a second run does not."""
    rules, names = rules_of("lgame"), []
    for called in (False, True):
        monkeypatch.setattr(compiling, "COMPILED", WeakKeyDictionary())  # as in a new process
        kernels._compiled.cache_clear()
        for function in rules.functions.values() if called else ():
            jit(function, compiling.COMPILED)
        names.append(queue.kernels(rules).__name__)
    assert names[0] == names[1]
