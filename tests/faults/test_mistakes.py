"""Small mistakes in a plugin, each in a process of its own: none ends in a signal, a traceback or a wrong database."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from broken_games import SOUND

from retro.game import NONE

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


PROGRAM = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from importlib import import_module
from retro.app import self_check as self_check
from retro.system.messages import exit_code, one_line
from retro.app.commands.solve import Job
from retro.game import RetroError
from retro.game.loading import load
from retro.system.progress import Silent
from retro.storage.database import Database
from retro.lookup import table as tables
from retro.reach.reach import search
from retro.verify.verify import verify
from retro.query.api import Tablebase
package, where, path = sys.argv[2:5]
self_check.check = lambda rules, progress: None
if where == "everywhere":
    self_check.examine = lambda *given: 1.0
try:
    rules = load(import_module(package + ".plugin").retro_game(), {"fuel": 3})
    Job(Path(path), 2, Silent(), lambda line: None, rules=rules, backend="queue").solve()
    search(rules, 2, Silent())
    with Tablebase(rules, Database(Path(path), rules.digest)) as tablebase:
        table = tables.load(rules, tablebase.database, Silent())
        result = verify(table, tablebase.database.manifest, 1, 2, Silent())
    if result.wrong or result.differences:
        print("WRONG" if where == "once" else "wrong, as verify says")
    else:
        print("right" if result.sound else "right, but unmoves is not, as verify says")
except RetroError as error:
    print("error:", one_line(str(error)))
"""


MISTAKES = mistakes_by_name()


@pytest.mark.soak
@pytest.mark.parametrize("name", MISTAKES)
@pytest.mark.parametrize("where", ["everywhere", "once"])
def test_a_mistake_gives_an_error_or_a_database_that_is_right_or_found_wrong(tmp_path_factory, tmp_path, name, where):
    """The corridor is solved with the mistake everywhere, or in one position.

    The plugin is not checked before. All positions are searched from the start, and the database is verified. Records
    with a mistake in one position are verified before they are written, too, so every one must be right.
    """
    copytree(SOUND, tmp_path / "mistaken", ignore=ignore_patterns("__pycache__"))
    rules = tmp_path / "mistaken" / "rules.py"
    rules.write_text(with_mistake(rules.read_text(), MISTAKES[name], where == "once"))
    environment = os.environ | {"RETRO_CACHE": str(tmp_path_factory.getbasetemp() / "cache")}
    environment["PYTHONPATH"] = str(Path(__file__).parent)
    command = [sys.executable, "-c", PROGRAM, tmp_path, "mistaken", where, tmp_path / "database"]
    result = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert result.returncode == 0 and not result.stdout.startswith("WRONG"), result
