"""The place of a row, with a copy of a small game that is solved and searched; tiny files of several frames."""

import shutil

import pytest
from harness import NAME, Place, give
from tiny import FRAME

from retro.storage import distances, keys, writer


@pytest.fixture
def place(searched, tmp_path, monkeypatch):
    """A place with the database, and files of the user in it."""
    folder = tmp_path / "place"
    shutil.copytree(searched, folder / "data")
    give(folder / "data" / NAME)
    return Place(folder, searched, monkeypatch)


@pytest.fixture(scope="module")
def short_frames():
    """Lets files that are written and read have frames of FRAME records: there are several in a tiny file."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (writer, keys, distances):
            patch.setattr(module, "BLOCK_SLOTS", FRAME)
        yield
