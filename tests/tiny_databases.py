"""A small game, solved and searched, whose files a test may damage, and functions that edit its JSON files."""

from __future__ import annotations

import json
import shutil

import commanding
import pytest

from retro.storage import checked_json


def edit(file, /, **changes):
    """Changes fields of a JSON file, and gives it the right checksum."""
    fields = json.loads(file.read_text())
    del fields["checksum"]
    file.write_text(checked_json.dumps(fields | changes))


def edit_statistics(file, /, **changes):
    edit(file, statistics=json.loads(file.read_text())["statistics"] | changes)


SEARCHED = ("british_square", "--set", "size=3")


@pytest.fixture(scope="session")
def searched_files(tmp_path_factory):
    """The directory of SEARCHED, an enumerated game, solved and searched from its start by kernels in plain Python."""
    data = tmp_path_factory.mktemp("searched")
    with commanding.in_plain_python():
        for job in ("solve", "reach"):
            commanding.ask(job, *SEARCHED, "--data", data)
    return data


@pytest.fixture
def copied(searched_files, tmp_path):
    """A copy of that directory, which a test may damage."""
    return shutil.copytree(searched_files, tmp_path / "data")
