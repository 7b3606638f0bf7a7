"""Garbage collection of a server."""

import gc
import weakref

import pytest

from retro.app import garbage


class Cycle:
    def __init__(self):
        self.itself = self


@pytest.fixture
def in_steps():
    callbacks, thresholds = list(gc.callbacks), gc.get_threshold()
    yield garbage.collect_in_steps()
    gc.callbacks[:] = callbacks
    gc.set_threshold(*thresholds)
    gc.unfreeze()


@pytest.mark.usefixtures("in_steps")
def test_cycles_in_use_at_a_collection_are_freed_when_many_have_been_left_out():
    """As in requests that are answered while the collector runs: memory stays within a share of what is in use."""
    left_out, freed = gc.get_freeze_count(), []
    for _ in range(60):
        cycles = [Cycle() for _ in range(left_out // 40)]
        freed.append(weakref.ref(cycles[0]))
        gc.collect()
        del cycles
        assert gc.get_freeze_count() < 1.4 * left_out
    assert sum(each() is None for each in freed) > 40


@pytest.mark.usefixtures("in_steps")
def test_a_collection_does_not_visit_what_survived_the_last_one():
    cycle = Cycle()
    freed = weakref.ref(cycle)
    gc.collect()
    del cycle
    gc.collect()
    assert freed() is not None


@pytest.mark.usefixtures("in_steps")
def test_a_cycle_that_dies_young_is_freed_at_once():
    freed = weakref.ref(Cycle())
    gc.collect()
    assert freed() is None
