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
    yield garbage.collect_in_steps()
    gc.callbacks.pop()
    gc.unfreeze()
    garbage.collect_rarely()


@pytest.mark.usefixtures("in_steps")
def test_a_cycle_that_survives_a_collection_is_freed_by_the_next_whole_one(monkeypatch):
    cycle = Cycle()
    freed = weakref.ref(cycle)
    gc.collect()
    del cycle
    gc.collect()
    assert freed() is not None
    monkeypatch.setattr(garbage, "WHOLE_SECONDS", 0)
    gc.collect()
    assert freed() is None


@pytest.mark.usefixtures("in_steps")
def test_a_cycle_that_dies_young_is_freed_at_once():
    freed = weakref.ref(Cycle())
    gc.collect()
    assert freed() is None
