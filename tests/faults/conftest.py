"""The place of a row, with a copy of a small game that is solved and searched; tiny files of several frames."""

import shutil
from functools import cache

import pytest
from commanding import ask
from harness import NAME, Place, give
from tiny import FRAME
from tiny_databases import SEARCHED
from workplace import Workplace

from retro.storage import block, content


@pytest.fixture(scope="session")
def solved(searched_files, tmp_path_factory):
    """Returns the path of the database of a game, solved and searched; the first request makes it."""

    @cache
    def made(game):
        if game == SEARCHED:
            return searched_files / NAME
        data = tmp_path_factory.mktemp("solved")
        for job in ("solve", "reach"):
            ask(job, *game, "--data", data)
        return next(path for path in data.iterdir() if path.is_dir())

    return made


@pytest.fixture
def place(solved, request, tmp_path, monkeypatch):
    """A place with the database of a game, the small one without a parameter, and files of the user in it."""
    game = getattr(request, "param", SEARCHED)
    place = Place(tmp_path / "place", game, solved(game), monkeypatch)
    shutil.copytree(place.solved, place.path)
    give(place.path)
    return place


@pytest.fixture
def short_frames(monkeypatch):
    """Lets files that a test writes and reads have frames of FRAME records: there are several in a tiny file.

    For one test at a time: what the next ones share would otherwise be made with such frames.
    """
    for name in ("BLOCK_SLOTS", "SHORT_BLOCK_SLOTS"):
        monkeypatch.setattr(block, name, FRAME)
    monkeypatch.setattr(content, "PIECE_SLOTS", FRAME)


@pytest.fixture
def shell(place):
    """Runs lines of bash in the directory of the place, with an empty cache."""
    shell = Workplace(place.folder)
    shell.environment["RETRO_CACHE"] = str(place.folder / "cache")
    return shell
