"""Instances of modules: functions read the values that an instance is given, and the module stays as it is."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from types import ModuleType

import pytest
from installing import forget, write_package

from retro.game.instances import instance, instance_of
from retro.system.errors import GameError

COUNTING = """
from counters.library import UNIT
STEP, UNITS = 1, 7
step_of = abs

def added(number):
    return number + STEP * factor(step_of(number))

def factor(number):
    return UNIT

DOUBLE = 2 * STEP
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory) -> Iterator[str]:
    site = tmp_path_factory.mktemp("site")
    write_package(site, "counters", counting=COUNTING, library="UNIT = 10\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(site)
        yield "counters.counting"
    forget(site)


def test_functions_read_given_values_whatever_the_module_defines(module):
    made = instance(module, {"STEP": 3, "factor": lambda number: number + 1})
    assert (made.added(5), made.STEP, made.DOUBLE, made.UNITS) == (5 + 3 * 6, 3, 6, 7)
    assert instance(module, {"step_of": lambda number: 0, "UNIT": 4}).added(5) == 5 + 4
    plain = __import__(module, fromlist=["counting"])
    assert (plain.added(5), plain.STEP, instance(module, {}).added(5)) == (15, 1, 15)
    assert made.added.__code__.co_filename == plain.__file__ and made.added.__module__ == module


def test_an_instance_imports_what_it_is_answered(module):
    library = ModuleType("library")
    library.UNIT = 100
    assert instance(module, {}, {"counters.library": library}.get).added(1) == 101
    with pytest.raises(ImportError, match="cannot import name 'UNIT'"):
        instance(module, {}, {"counters.library": ModuleType("empty")}.get)
    assert instance(module, {}).added(1) == 11


def test_the_instance_of_a_function_is_always_the_same_and_freed_with_it(module):
    owner = eval("lambda number: number")
    made = instance_of(owner, module, {"STEP": 2, "step_of": owner})
    assert instance_of(owner, module, {"STEP": 2, "step_of": owner}) is made
    assert instance_of(owner, module, {"STEP": 3, "step_of": owner}).STEP == 3
    freed = weakref.ref(owner)
    del owner, made
    gc.collect()
    assert freed() is None


def test_a_module_without_source_is_named():
    with pytest.raises(GameError, match="module builtins has no source file"):
        instance("builtins", {})
