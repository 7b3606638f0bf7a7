"""The pages on databases are correct: the reader on the page reads them, and examples print what the page shows."""

import re
import shutil
from dataclasses import fields

import numpy as np
import pytest
from commanding import ask, in_plain_python
from doc_examples import run_examples
from page_reader import READER, REFERENCE
from random_files import random_solution
from random_files import store as store_given

import retro
from retro.game import NONE
from retro.game.values import Value
from retro.query.api import Tablebase
from retro.query.results import MoveValue
from retro.storage.checked_json import NAMES
from retro.storage.distances import Reach
from retro.storage.manifest import Manifest
from retro.storage.run import Run
from retro.storage.solution import Statistics

pytestmark = pytest.mark.compiled

DATABASE, PYTHON = ((REFERENCE / name).read_text(encoding="utf-8") for name in ("database.md", "python.md"))
GAMES = {"lgame": {}, "british_square": {"size": 3}, "ostle": {"size": 3}}


@pytest.fixture(scope="module")
def solved(small_game, tmp_path_factory):
    """The directory with the databases of the games."""
    data, ostle = tmp_path_factory.mktemp("data"), ("ostle", "--set", "size=3")
    for path in (small_game(name).tablebase.database.path for name in ("lgame", "british_square")):
        shutil.copytree(path, data / path.name)
    with in_plain_python():
        ask("solve", *ostle, "--backend", "reference", "--data", data)
        ask("reach", *ostle, "--data", data)
    return data


@pytest.fixture(params=GAMES)
def both(request, solved):
    """A game's database opened by retro and by the page's reader."""
    with retro.open(request.param, solved, **GAMES[request.param]) as table:
        yield table, READER.Database(table.database.path)


def test_the_page_shows_this_reader_and_it_uses_nothing_of_retro():
    assert "```{literalinclude} reader.py" in DATABASE
    imports = re.findall(r"^(?:import|from) (\w+)", (REFERENCE / "reader.py").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(imports) == {"hashlib", "json", "struct", "pathlib", "numpy", "zstandard"}


def test_the_reader_agrees_with_retro_in_every_state(both):
    table, reader = both
    rules, states = table.rules, 0
    reader.check()
    assert reader.manifest["statistics"]["slots"] == rules.slots
    for index in range(rules.slots):
        key = rules.unrank(index)
        if key < 0:
            assert reader.number(index) == -(2**31)
            continue
        assert reader.find(key, rules.tier(key)) == index if reader.keys else rules.rank(key)[0] == index
        value, plies = reader.value(index)
        if rules.scores == "first" and not rules.first_to_move(key):
            value = -value
        assert (value, plies) == table.probe(key)
        code = table.database.record(index)[2]
        if code != NONE:
            assert reader.value(index, code) == table.probe(key, code)
            states += 1
    assert bool(states) == rules.repetition


@pytest.mark.parametrize(("codes", "values"), [(80, 200), (624, 400)])
def test_the_reader_reads_several_frames_of_records_and_keys(tmp_path, codes, values):
    solution = random_solution(150_000, codes, values)
    keys = np.unique(np.random.default_rng(1).integers(0, 1 << 62, 150_000))
    about = store_given(tmp_path / "walk", solution, keys, codes=codes)
    assert about.value_bytes == (1 if values < 256 else 2) and about.block * 2 < len(keys)
    reader = READER.Database(tmp_path / "walk")
    reader.check()
    for expected, *result in zip(solution.records, *map(reader.block, range(len(reader.frames))), strict=True):
        assert np.array_equal(np.concatenate(result), expected)
    best, second, only_move = solution.records
    last = int(np.flatnonzero((only_move != NONE) & (best != second))[-1])
    assert reader.number(last, int(only_move[last])) == second[last]
    assert reader.number(last) == best[last] == reader.number(last, int(only_move[last]) + 1)
    for index in (0, 1, 65_535, 65_536, 131_071, 131_072, len(keys) - 1):
        assert reader.find(int(keys[index])) == index
        assert reader.find(int(keys[index]) + 1) == -1
    assert reader.find(int(keys[0]) - 1) == -1


def test_every_field_of_the_manifest_has_an_entry(both):
    rows = set(re.findall(r"`(\w+)`", "\n".join(re.findall(r"^\| (`[^|]*) \|", DATABASE, re.MULTILINE))))
    names = {field.name for field in (*fields(Manifest), *fields(Statistics), *fields(Reach), *fields(Run))}
    assert {NAMES.get(name, name) for name in names} | {"format", "checksum"} <= rows
    manifest = both[1].manifest
    named = {NAMES.get(field.name, field.name) for field in fields(Manifest)}
    assert set(manifest) == named | {"format", "checksum"}
    assert manifest["values"][0] == -(2**31)


def test_examples_in_python_print_what_the_page_shows(solved, monkeypatch):
    monkeypatch.setenv("RETRO_DATA", str(solved))
    assert run_examples(PYTHON) > 10


def test_everything_in_python_has_an_entry():
    headings = set(re.findall(r"^#+ (.+)$", PYTHON, re.MULTILINE))
    methods = {name for name in vars(Tablebase) if not name.startswith("_")}
    assert {"retro.open", "Tablebase", "Value", "MoveValue", "rules", "database"} | methods <= headings
    rows = set(re.findall(r"^\| `(\w+)` \|", PYTHON, re.MULTILINE))
    assert set(Value._fields) | {field.name for field in fields(MoveValue)} <= rows
