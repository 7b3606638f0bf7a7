"""Forged databases: whatever sizes and numbers they claim, reading them takes little time and memory and ends in words.

Every case is read in a process that may take 200 MiB more than it has; see `forged` for what the cases are.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import forged
import numpy as np
import pytest
from corrupting import RUN
from test_corruption import run, walk  # noqa: F401

from retro.storage import distances, manifest
from retro.storage.distances import Reach


@pytest.fixture(scope="module")
def attempts(tmp_path_factory):
    place = tmp_path_factory.mktemp("forged")
    code = [sys.executable, str(Path(forged.__file__)), str(place)]
    done = subprocess.run(code, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("case", forged.CASES)
def test_it_is_refused_in_one_line_with_little_memory(attempts, case):
    (kind, told, seconds), (checked, said, _) = attempts[case]
    if case in forged.RUN_CASES:  # the file is optional: it is read as if it were missing
        assert (kind, told) == ("", "")
    else:
        assert kind in ("Damaged", "DatabaseError"), told
        assert told.isprintable() and len(told) < 500
        assert any(name in told for name in ("values.zst", "keys.zst", "distances.zst", ".json"))
    assert seconds < 5
    assert checked in ("", "Damaged", "DatabaseError"), said
    assert said.isprintable() and len(said) < 500


# A forged database of a game that is there


def forge(walk, name="manifest.json", **changes):  # noqa: F811
    forged.edit(walk / name, **changes)


@pytest.mark.parametrize(
    "change",
    [
        lambda path: forged.statistics(path / "manifest.json", slots=7),
        lambda path: forged.edit(path / "manifest.json", codes=200),
        lambda path: forged.edit(path / "manifest.json", scores="mover"),
        lambda path: forged.edit(path / "manifest.json", game="lgame"),
    ],
)
@pytest.mark.parametrize("command", [("query", "walking", "n0"), ("stats", "walking"), ("puzzles", "walking")])
def test_a_manifest_of_other_rules_never_comes_to_compiled_code(walk, change, command):  # noqa: F811
    """Kernels do not look whether they read beyond an array's end."""
    change(walk)
    code, output, errors = run(*command)
    assert (code, output) == (3, "")
    assert errors.startswith("error: ") and errors.count("\n") == 1 and "is damaged" in errors


def test_words_of_a_manifest_cannot_command_a_terminal(walk):  # noqa: F811
    """Nor break the lines, nor be what no terminal can show."""
    strange = "\x1b[2J\x9b2J\r\n\u202e\ud800 [red]"
    forge(walk, title=strange, notes=[strange])
    forge(walk, "run.json", engine=strange, backend=strange, date=strange, machine={"processor": strange})
    for command in ("stats", "info"):
        code, output, errors = run(command, "walking")
        assert (code, errors) == (0, "")
        assert all(line.isprintable() for line in output.splitlines())
        assert "\\x1b[2J" in output
    assert json.loads(run("stats", "walking", "--json")[1])["notes"] == [strange]
    forged.statistics(walk / "manifest.json", tiers={strange: 8})
    code, output, errors = run("stats", "walking")
    assert (code, output) == (3, "") and errors.removesuffix("\n").isprintable()


def test_scores_of_no_states_are_shown(walk):  # noqa: F811
    from retro.app import output

    about = manifest.read(walk)
    about = replace(about, scores="first", statistics=replace(about.statistics, states={}))
    assert ("scores", "none") in output.solution_facts(about, RUN, walk)


def test_distances_that_contradict_each_other_end(walk):  # noqa: F811
    """A way from the start is looked for by distances; if these are wrong, the search must end nevertheless."""
    about = distances.read(walk, manifest.read(walk).digest)
    for far in ([0] * 8, [5] * 8, [255] * 8, list(range(8))):
        found = Reach(about.digest, (1, 7), 8, None)
        plane = np.array(far, np.uint8)
        distances.write(
            walk, plane, lambda file, found=found: replace(found, file=file), lambda: RUN, 1, lambda n: None
        )
        for node in range(8):
            code, _, errors = run("line", "walking", f"n{node}", "--from-start")
            assert code in (0, 2) and (code == 0 or errors.count("\n") == 1)
