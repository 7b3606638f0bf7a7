"""Modules that moved: the new names exist, the old ones do not."""

from importlib.util import find_spec

import pytest

from retro.system.moved_modules import MOVED, moved


@pytest.mark.parametrize("name", MOVED)
def test_the_new_name_is_a_module_and_the_old_one_is_not(name):
    assert find_spec(MOVED[name])
    assert not find_spec(name)


def test_only_imports_of_moved_modules_have_a_new_name():
    for error in (
        ImportError("libpng16.so: no such file"),
        ModuleNotFoundError("nowhere", name="nowhere"),
        ValueError(),
    ):
        assert moved(error) == ""
