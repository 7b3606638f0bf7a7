"""The small game of most rows, solved and searched, and a copy of it for each."""

import shutil

import pytest
from harness import NAME, Place, give


@pytest.fixture
def place(searched, tmp_path, monkeypatch):
    """A place with the database, and files of the user in it."""
    folder = tmp_path / "place"
    shutil.copytree(searched, folder / "data")
    give(folder / "data" / NAME)
    return Place(folder, searched, monkeypatch)
