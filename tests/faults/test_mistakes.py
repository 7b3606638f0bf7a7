"""Small mistakes in a plugin, each in a process of its own: none ends in a signal, a traceback or a wrong database."""

import os
import sys
from importlib import import_module
from shutil import copytree, ignore_patterns

import pytest
from broken_games import SOUND
from harness import forked

from retro.app.commands.solve import Job
from retro.game import NONE, RetroError
from retro.game.loading import load
from retro.lookup import table as tables
from retro.reach.reach import search
from retro.storage.database import Database
from retro.system.messages import one_line
from retro.system.progress import Silent
from retro.verify.verify import verify

pytestmark = pytest.mark.compiled

RARE = 16 * 2 + 1
"""The key of the position in which a rare mistake is made."""
NUMBERS = (-(1 << 62), -1, 20, 1 << 40)


def mistakes_by_name() -> dict[str, str]:
    """Returns, by name, a function and the lines that are put at its beginning."""
    mistakes = {}
    for number in NUMBERS:
        for name in ("moves", "unmoves"):
            mistakes[f"{name} returns {number}"] = f"{name}: return {number}"
            for column, what in enumerate(("key", "code", "outcome" if name == "moves" else "undo")):
                row = [str(key) for key in ("key", 0, 0 if name == "moves" else NONE)]
                row[column] = str(number)
                line = f"out[0, 0], out[0, 1], out[0, 2] = {', '.join(row)}"
                mistakes[f"{name} gives the {what} {number}"] = f"{name}: {line}; return 1"
        for name in ("no_moves", "tier", "undo", "image", "image_code", "unrank"):
            mistakes[f"{name} returns {number}"] = f"{name}: return {number}"
        mistakes[f"rank returns the slot {number}"] = f"rank: return {number}, 0, False"
        mistakes[f"rank returns the element {number}"] = f"rank: return 0, {number}, False"
    mistakes["moves writes far too many rows"] = "moves:\n    for i in range(100000): out[i, 0] = 7\n    return 1"
    mistakes["unmoves writes far too many rows"] = "unmoves:\n    for i in range(100000): out[i, 0] = 7\n    return 1"
    mistakes["wins is never true"] = "wins: return False"
    mistakes["wins is always true"] = "wins: return True"
    return mistakes


def with_mistake(source: str, mistake: str, rare: bool) -> str:
    """Returns the source of rules with a mistake, which a ``rare`` one makes in one position only."""
    name, _, lines = mistake.partition(":")
    start = source.index(f"def {name}(")
    body = source.index("\n", start) + 1
    first = source[start:body].partition("(")[2].partition(",")[0].partition(")")[0]
    value = {"unrank": 7, "image_code": 1}.get(name, RARE)
    lines = lines.strip("\n ") if lines.startswith("\n") else lines.strip()
    inside = lines.replace("\n    ", "\n        ")
    guard = f"    if {first} == {value}:\n        {inside}\n" if rare else f"    {lines}\n"
    return source[:body] + guard + source[body:]


def solved_wrong(folder, cache):
    """Solves, searches and verifies the mistaken game; returns whether its records are wrong, or a line of error."""
    os.environ["RETRO_CACHE"] = str(cache)
    sys.path.insert(0, str(folder))
    try:
        rules = load(import_module("mistaken.plugin").retro_game(), {"fuel": 3})
        Job(folder / "database", 2, Silent(), lambda line: None, rules=rules, backend="queue").solve()
        search(rules, 2, Silent())
        with Database(folder / "database", rules.digest) as database:
            result = verify(tables.load(rules, database, Silent()), database.manifest, 1, 2, Silent())
        return bool(result.wrong or result.differences)
    except RetroError as error:
        return one_line(str(error))


MISTAKES = mistakes_by_name()


@pytest.mark.soak
@pytest.mark.parametrize("name", MISTAKES)
@pytest.mark.parametrize("where", ["everywhere", "once"])
def test_a_mistake_gives_an_error_or_a_database_that_is_right_or_found_wrong(
    tmp_path_factory, tmp_path, request, name, where
):
    """The corridor is solved with the mistake everywhere, or in one position.

    The plugin is not checked before. All positions are searched from the start, and the database is verified. Records
    with a mistake in one position are verified before they are written, too, so every one must be right.
    """
    copytree(SOUND, tmp_path / "mistaken", ignore=ignore_patterns("__pycache__"))
    rules = tmp_path / "mistaken" / "rules.py"
    rules.write_text(with_mistake(rules.read_text(), MISTAKES[name], where == "once"))
    if where == "once":
        request.getfixturevalue("self_examination")
    code, wrong = forked(lambda: solved_wrong(tmp_path, tmp_path_factory.getbasetemp() / "cache"))
    assert code == 0 and (wrong is False or isinstance(wrong, str) or (wrong is True and where == "everywhere")), wrong
