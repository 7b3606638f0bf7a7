"""The pages on the contract are complete, their example is a sound game, and the messages that they quote are right."""

import dataclasses
import inspect
import re
from pathlib import Path

import pytest
from installing import forget, register

from retro import conformance, game
from retro.game import Game, Option, plugins
from retro.game.functions import FUNCTIONS
from retro.game.loading import load
from retro.game.rules import IndexedRules
from retro.game.text import Text
from retro.indexing.discovery import Limits, enumerate_positions
from retro.solving import solve
from retro.system.errors import GameError
from retro.system.progress import Silent
from retro.verify import published

REFERENCE = Path(__file__).parent.parent / "docs" / "reference"
PAGE = "".join(
    (REFERENCE / f"{page}.md").read_text(encoding="utf-8") for page in ("contract", "names", "files", "messages")
)
BLOCKS = re.findall(r"```(?:python|toml)\n# (\w+\.\w+)\n(.*?)```", PAGE, re.DOTALL)
FILES = {name: "\n\n".join(text for file, text in BLOCKS if file == name) for name in dict(BLOCKS)}
SMALLEST = FILES["rules.py"][: FILES["rules.py"].index("def tier")]
TEXT = FILES["text.py"]
DRAWN = TEXT[: TEXT.index("def format")]
SIGNATURES = dict(re.findall(r"^    (\w+)\(([^)]*)\)", game.__doc__, re.MULTILINE))


def section(heading):
    """Returns the text under a heading, up to the next one."""
    return re.split(r"^#+ ", PAGE.partition(f"# {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


@pytest.fixture
def heaps(site):
    """Writes the game of the page, with other files if given, and loads it."""

    def load_game(options=None, **files):
        forget(site)
        register(site, "heaps", {"heaps": "heaps.plugin"})
        (site / "heaps").mkdir(exist_ok=True)
        for name, text in {"__init__.py": "", **FILES, **{f"{name}.py": text for name, text in files.items()}}.items():
            (site / "heaps" / name).write_text(text)
        plugin = plugins.load("heaps")
        return load(plugin, plugin.choose(options or {}))

    return load_game


def test_every_declaration_has_an_entry():
    declared = game.__doc__.partition("rules.py: declarations")[2].partition("rules.py: functions")[0]
    names = re.findall(r"^    ([A-Z_]+)  ", declared, re.MULTILINE)
    assert len(names) == 11
    for name in [*names, "PLAYERS"]:
        assert section(name).strip(), name
    table = (REFERENCE / "contract.md").read_text(encoding="utf-8").partition("\n## What a game may add\n")[2]
    for name in {*names, *FUNCTIONS, *Text._fields[:-1]} - {"INITIAL", "moves", "draw"}:
        assert f"[{name}](names.md#{name.lower()})" in table, name


@pytest.mark.parametrize("name", [*FUNCTIONS, *Text._fields[:-1]])
def test_every_function_has_an_entry_with_its_arguments(name):
    assert re.match(rf"\n    {name}\({SIGNATURES[name]}\) -> \S", section(name))


@pytest.mark.parametrize("kind", [Game, Option])
def test_every_field_has_an_entry(kind):
    rows = re.findall(r"^\| `(\w+)` \|", section(kind.__name__), re.MULTILINE)
    assert rows == [field.name for field in dataclasses.fields(kind)]


def test_every_value_has_an_entry():
    names = set(re.findall(r"`(\w+)(?:\(\w+\))?`", section("Values")))
    functions = inspect.getmembers(game, inspect.isfunction)
    helpers = {name for name, each in functions if each.__module__ == game.__name__ and not name.startswith("_")}
    numbers = {name for name, value in vars(game).items() if name.isupper() and isinstance(value, int)}
    assert numbers - {"SCORE_ZERO", "ENDS", "GAIN_SHIFT"} <= names
    assert helpers <= names
    for name, number in re.findall(r"^\| `(\w+)` \| (-?\d+) \|", section("Values"), re.MULTILINE):
        assert getattr(game, name) == int(number)


def test_every_kind_and_field_of_published_toml_has_an_entry():
    page = PAGE.partition("\n## published.toml\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([^`]+)` \|", page, re.MULTILINE)
    assert rows == [*(each.name for each in dataclasses.fields(published.Published)), *published.ENTRY_KINDS]
    row = page.partition("| `numbers` | ")[2].partition("\n")[0]
    for name in published.MANIFEST_NUMBERS:
        assert f"`{name}`" in row or f"`{name.removeprefix('final positions ').removeprefix('states ')}`" in row


def test_published_toml_and_the_option_of_the_example_are_valid(heaps):
    assert [each.what for each in published.load(heaps().game)] == ["values", "numbers"]
    assert heaps({"heap": "3"}).initial == 9 * 3


@pytest.mark.parametrize("first", [pytest.param(True, marks=pytest.mark.compiled), False])
def test_the_example_is_a_sound_game(heaps, first):
    """All values are compared in plain Python; the first rules are about its functions, which are compiled."""
    report = conformance.check(heaps(), 10.0, Silent(), conformance.RULES[:-1] if first else conformance.RULES[-1:])
    assert {each.rule for each in report.results if each.status == "skipped"} <= {"undo", "no_moves", "endless"}
    assert [each for each in report.results if each.status == "failed"] == []
    assert report.missing.keys() <= {"parse_move"}


def test_the_three_required_files_are_sufficient(heaps):
    """They solve the game: the player to move has lost if the heaps are equal modulo four."""
    rules = enumerate_positions(heaps(rules=SMALLEST, text=DRAWN), 1, Silent(), Limits(100))
    best, _, _ = solve(rules, "reference", 1, Silent()).planes(0, rules.slots)
    assert rules.slots == 64 - 1
    for index in range(rules.slots):
        key = rules.unrank(index)
        assert rules.kind.outcome(int(best[index])) == ("loss" if key // 8 % 4 == key % 8 % 4 else "win")


WHOLE = FILES["rules.py"]
WINS = WHOLE[WHOLE.index("def wins") : WHOLE.index("GROUP = 2")]
LOADED = {
    "import": {"rules": WHOLE + "\nINITIAL = seven\n"},
    "no start": {"rules": WHOLE.replace("INITIAL", "START")},
    "no function": {"rules": WHOLE + "\nmoves = 5\n"},
    "range": {"rules": WHOLE + "\nCODES = 0\n"},
    "scores": {"rules": WHOLE + "\nSCORES = 'both'\n"},
    "half an index": {"rules": WHOLE.replace("def unrank", "def back")},
    "nothing to enumerate": {"rules": SMALLEST + "\nINITIAL = -1\n"},
    "repetition": {"rules": WHOLE + "\nREPETITION = True\n"},
    "both": {"rules": WHOLE + "\nREPETITION, SCORES = True, 'mover'\n"},
    "no text": {"text": ""},
    "half a text": {"text": TEXT.replace("def parse", "def read")},
    "names": {"text": TEXT + "\nPLAYERS = 'White'\n"},
    "no hook": {"plugin": FILES["plugin.py"].replace("@hookimpl", "")},
    "no game": {"plugin": FILES["plugin.py"].replace("return Game(", "return dict(")},
    "another name": {"plugin": FILES["plugin.py"].replace('name="heaps"', 'name="heap"')},
}


ADDED = "\nfound = moves\n\n\ndef moves(key, out):\n    n = found(key, out)\n"
CALLED = {
    "raises": ("moves", 63, ADDED + "    return n // 0\n"),
    "count": ("moves", 63, ADDED + "    return n + 1\n"),
    "code": ("moves", 63, ADDED + "    out[0, 1] = 9\n    return n\n"),
    "clash": ("moves", 63, ADDED + "    out[1, 1] = out[0, 1]\n    return n\n"),
    "key": ("moves", 63, ADDED + "    out[0, 0] = -1\n    return n\n"),
    "outcome": ("moves", 63, ADDED + "    out[0, 2] = 7\n    return n\n"),
    "no moves": ("no_moves", 0, "\ndef no_moves(key):\n    return 9\n"),
    "tier": ("tier", 63, "\ndef tier(key):\n    return -3\n"),
}


SCORED = """
from retro.game import score

SCORES = "mover"


def no_moves(key):
    return score(0)


"""
SOLVED = {
    "tier that rises": SMALLEST + "\ndef tier(key):\n    return 28 - counters(key, 0) - counters(key, 1)\n",
    "scores and a move that does not lower the tier": SMALLEST + SCORED + "def tier(key):\n    return 0\n",
    "slots that are not in order of tiers": WHOLE.replace(WINS, "") + SCORED,
}


def ask_for_another(heaps):
    heaps()
    plugins.load("heap")


def call(heaps, name, key, change):
    getattr(heaps(rules=WHOLE + change), name)(key)


def solve_it(heaps, source):
    rules = heaps(rules=source)
    indexed = rules if isinstance(rules, IndexedRules) else enumerate_positions(rules, 1, Silent(), Limits(100))
    solve(indexed, "queue", 1, Silent())


ERRORS = {
    "another game": (ask_for_another,),
    "another choice": (lambda heaps: heaps({"size": "4"}),),
    "another option": (lambda heaps: heaps({"heap": "4"}),),
    **{mistake: (lambda heaps, files: heaps(**files), files) for mistake, files in LOADED.items()},
    **{mistake: (call, *given) for mistake, given in CALLED.items()},
    **{mistake: (solve_it, source) for mistake, source in SOLVED.items()},
}


@pytest.mark.parametrize("mistake", ERRORS)
def test_the_page_quotes_the_error(heaps, mistake):
    function, *given = ERRORS[mistake]
    with pytest.raises(GameError) as caught:
        function(heaps, *given)
    message = str(caught.value).removeprefix("plugin heaps: ")
    assert f"`{message}`" in PAGE or f"`plugin heaps: {message}`" in PAGE, message


@pytest.mark.compiled
def test_the_error_for_a_function_that_cannot_be_compiled(heaps):
    rules = heaps(rules=SMALLEST + "\nfrom fractions import Fraction\n" + ADDED + "    return int(Fraction(n))\n")
    with pytest.raises(GameError) as caught:
        enumerate_positions(rules, 1, Silent(), Limits(100))
    start, _, reason = str(caught.value).partition("cannot be compiled: ")
    assert f"`{start.removeprefix('plugin heaps: ')}cannot be compiled: ...`" in PAGE
    assert reason and "\n" not in reason
