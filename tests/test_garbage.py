"""Garbage collection of a server, in a process that has few other objects."""

import gc
import multiprocessing
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest

from retro.app import garbage


class Cycle:
    def __init__(self):
        self.itself = self


def begin():
    """Runs after this module has been imported."""
    garbage.collect_in_steps()


@pytest.fixture(scope="module")
def in_steps() -> Iterator[Callable[[Callable[[], None]], None]]:
    """Calls a function in a process that collects in steps."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), begin) as pool:
        yield lambda function: pool.submit(function).result(60)


def make_cycles():
    """Cycles in use at a collection are freed when many have been left out; memory stays within a share of its use.

    As in requests that are answered while the collector runs.
    """
    left_out, freed = gc.get_freeze_count(), []
    for _ in range(60):
        cycles = [Cycle() for _ in range(left_out // 40)]
        freed.append(weakref.ref(cycles[0]))
        gc.collect()
        del cycles
        assert gc.get_freeze_count() < 1.4 * left_out
    assert sum(each() is None for each in freed) > 40


def collect_twice():
    """A collection does not visit what survived the last one."""
    cycle = Cycle()
    freed = weakref.ref(cycle)
    gc.collect()
    del cycle
    gc.collect()
    assert freed() is not None


def collect_young():
    """A cycle that dies young is freed at once."""
    freed = weakref.ref(Cycle())
    gc.collect()
    assert freed() is None


@pytest.mark.parametrize("function", [make_cycles, collect_twice, collect_young])
def test_garbage_is_collected_in_steps(in_steps, function):
    in_steps(function)
