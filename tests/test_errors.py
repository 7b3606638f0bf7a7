"""Exceptions of the package: their text and the remedy that is added to it."""

import pickle

import pytest

from retro.storage import Damaged, naming


def test_the_remedy_follows_the_text():
    with pytest.raises(Damaged) as caught, naming("retro solve x"):
        raise Damaged("the file is damaged")
    assert str(caught.value) == "the file is damaged (retro solve x)"
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
