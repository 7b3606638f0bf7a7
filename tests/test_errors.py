"""Exceptions of the package: their text and the remedy that is added to it."""

import pickle

import pytest

from retro.storage import Damaged, Unreadable, naming


def test_the_remedy_follows_the_text():
    with pytest.raises(Damaged) as caught, naming("retro solve x"):
        raise Damaged("the file is damaged")
    assert str(caught.value) == "the file is damaged (retro solve x)"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_an_unreadable_file_has_another_remedy():
    with pytest.raises(Unreadable) as caught, naming("retro solve x"):
        raise Unreadable("the disk fails")
    assert str(caught.value) == "the disk fails"
