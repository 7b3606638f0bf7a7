"""The digest covers every value that rules read, in whatever module; databases and compiled code depend on it."""

import itertools
import json
from pathlib import Path

import pytest
from commanding import ask
from installing import forget, install, write_package
from read_values import KINDS, UNREADABLE, write
from runs import rules_of

from retro.compiling.compile import jit
from retro.conformance import processes
from retro.conformance.report import Failed
from retro.conformance.subject import Subject
from retro.game import Game, loading
from retro.system.errors import GameError
from retro.system.progress import Silent

RULES = """
from .deep.tables import STEPS
INITIAL = 30
def moves(key, out):
    n = 0
    for step in range(1, 4):
        if STEPS[step] and step <= key:
            out[n, 0], out[n, 1], out[n, 2] = key - step, step, 0
            n += 1
    return n
def tier(key):
    return key
"""
TABLES = """
from pathlib import Path
import numpy as np
STEPS = np.array(Path(__file__).with_name("steps.txt").read_text().split(), np.int64)
"""


def test_databases_of_other_rules_are_not_used(site, data):
    """The rules read a table in a sub-package, which is read from a file. Text does not count."""
    folder, value = install(site, "spread", RULES), {}
    write_package(folder, "deep", tables=TABLES)
    for steps in ("0 1 1 1 0 0", "0 1 0 1 0 0"):
        (folder / "deep" / "steps.txt").write_text(steps)
        forget(site)
        if value:
            ask("query", "spread", "30", code=5)  # solved by other rules
        ask("solve", "spread")
        (folder / "text.py").write_text(f"def draw(key):\n    return '{steps}'\n")
        forget(site)
        value[steps] = json.loads(ask("query", "spread", "30", "--json"))["dtm"]
    assert value == {"0 1 1 1 0 0": 15, "0 1 0 1 0 0": 16}  # two plies take four, and the last ones two


DIGESTS = Path(__file__).parent / "data" / "digests.json"
UNSEEN = {
    "an attribute of a function": [True, False, True],  # compiled functions have no attributes
    "an import in a function": [True, True, False],
    "an option of a compiled function": [True, True, False],
}
"""Kinds for which the name of compiled code, or the number of moves, does not depend on the number."""


@pytest.fixture
def read(tmp_path, monkeypatch):
    """Returns a function of a kind and a number: the digest of such rules, the name of their compiled code, and the
    number of moves."""
    folders = (tmp_path / f"folder {number}" for number in itertools.count())

    def loaded(kind, number, remark=""):
        folder = next(folders)
        write(folder, kind, number, remark)
        monkeypatch.syspath_prepend(folder)
        try:
            rules = loading.load(Game("reading", "Reads a number", "reading"), {})
            return rules.digest, jit(rules.functions["moves"], {}).py_func.__qualname__, len(rules.moves(21))
        finally:
            forget(folder)

    return loaded


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.compiled] * ("compiled" in kind)) for kind in KINDS]
)
def test_the_digest_covers_every_value_that_rules_read(read, kind):
    """Those of the database and of compiled code; a checkpoint has the digest of the database. Nothing else counts."""
    first, other = read(kind, 3), read(kind, 4)
    assert [one != two for one, two in zip(first, other, strict=True)] == UNSEEN.get(kind, [True] * 3)
    assert read(kind, 3, remark="Another remark.") == first  # and another folder
    if kind != "a function without a file":  # its bytecode counts
        assert first[0][:12] == json.loads(DIGESTS.read_text())[kind]  # for all versions of Python


@pytest.mark.parametrize("name", ["british_square", "lgame", "ostle"])
def test_digests_of_games_are_those_of_all_versions_of_python(name):
    """A change makes all databases of a game those of other rules: its users have to solve it again."""
    assert rules_of(name).digest[:12] == json.loads(DIGESTS.read_text())[name]


@pytest.mark.parametrize("made", UNREADABLE)
def test_values_without_a_digest_are_refused_by_their_names(read, made, monkeypatch):
    monkeypatch.setitem(KINDS, "without", (made, "3 if MOST else NUMBER"))
    with pytest.raises(GameError, match=r"^plugin reading: MOST, read by moves, is of the type .*, of which no digest"):
        read("without", 3)


NAMES = '{"north", "east", "south", "west", "up", "down"}'
UNSTEADY = {
    "a set in a module": f"from .steps import STEP\n#steps: STEP = tuple({NAMES})[0]",
    "a set sorted by a key": f"STEP = sorted({NAMES}, key=len)[:2]",
    "a hash": "STEP = hash('north') % 1000",
    "a random number": "import numpy as np\nSTEP = int(np.random.default_rng().integers(1 << 40))",
    "the time": "import time\nSTEP = time.time_ns()",
}
SOAK = {"a set": f"STEP = tuple({NAMES})[0]", "an address": "STEP = id(object()) // 16 % 1000003"}
STEADY = {
    "a sorted set": f"STEP = sorted({NAMES})[0]",
    "a number of elements": f"STEP = len({NAMES}) if 3 in {{3, 4}} else 0",
}


@pytest.mark.parametrize("kind", [*UNSTEADY, *STEADY, *(pytest.param(kind, marks=pytest.mark.soak) for kind in SOAK)])
def test_rules_that_differ_from_process_to_process_are_named(tmp_path, monkeypatch, kind):
    made, _, steps = {**UNSTEADY, **STEADY, **SOAK}[kind].partition("#steps: ")
    rules = f"{made}\nINITIAL, CODES = 3, 1\ndef moves(key, out):\n    return 0 if STEP else 1\n"
    write_package(tmp_path, "steps_game", rules=rules, steps=steps, text="def draw(key):\n    return str(key)\n")
    monkeypatch.syspath_prepend(tmp_path)
    try:
        subject = Subject(loading.load(Game("steps", "Steps", "steps_game"), {}), 10, Silent())
        with processes.started(subject.rules) as subject.others:
            if kind in STEADY:
                assert not subject.others and processes.check(subject)
                return
            with pytest.raises(Failed, match=r"^rules differ from process to process in STEP, read by moves: make it"):
                processes.check(subject)
    finally:
        forget(tmp_path)
