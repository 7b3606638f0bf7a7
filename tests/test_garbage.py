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
    left_out, freed = gc.get_freeze_count(), []
    for _ in range(60):
        cycles = [Cycle() for _ in range(left_out // 40)]
        freed.append(weakref.ref(cycles[0]))
        gc.collect()
        del cycles
        assert gc.get_freeze_count() < 1.4 * left_out
    assert sum(each() is None for each in freed) > 40


def collect_twice():
    cycle = Cycle()
    freed = weakref.ref(cycle)
    gc.collect()
    del cycle
    gc.collect()
    assert freed() is not None


def collect_young():
    freed = weakref.ref(Cycle())
    gc.collect()
    assert freed() is None


def test_cycles_in_use_at_a_collection_are_freed_when_many_have_been_left_out(in_steps):
    """As in requests that are answered while the collector runs: memory stays within a share of what is in use."""
    in_steps(make_cycles)


def test_a_collection_does_not_visit_what_survived_the_last_one(in_steps):
    in_steps(collect_twice)


def test_a_cycle_that_dies_young_is_freed_at_once(in_steps):
    in_steps(collect_young)
