"""Small mistakes in a plugin, each in a process of its own: none may end in a signal, a traceback or a wrong database.

    python tests/soak/mistakes.py [NAME ...]

The game is `tests/broken_games/corridor`. Each mistake is made in one position and solved by the queue backend, and
everywhere and solved by sweeping, without being checked first. After that all positions are searched from the start and
the database is verified. Ends well: an error in one line, a database in which every record is right, and, where no
sample was looked at before it was written, one of which verifying says that it is wrong.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from shutil import copytree, ignore_patterns

TESTS = Path(__file__).parent.parent
sys.path.insert(0, str(TESTS))

from broken_games import SOUND  # noqa: E402

from retro.game import NONE  # noqa: E402

RARE = 16 * 2 + 1
"""The key of the position in which a rare mistake is made."""
NUMBERS = (-(1 << 62), -1, 20, 1 << 40)


def wrong() -> dict[str, str]:
    """By name, lines at the beginning of a function that give something wrong."""
    found = {}
    for number in NUMBERS:
        for name in ("moves", "unmoves"):
            found[f"{name} returns {number}"] = f"{name}: return {number}"
            for column, what in enumerate(("key", "code", "outcome" if name == "moves" else "undo")):
                row = [str(key) for key in ("key", 0, 0 if name == "moves" else NONE)]
                row[column] = str(number)
                line = f"out[0, 0], out[0, 1], out[0, 2] = {', '.join(row)}"
                found[f"{name} gives the {what} {number}"] = f"{name}: {line}; return 1"
        for name in ("no_moves", "tier", "undo", "image", "image_code", "unrank"):
            found[f"{name} returns {number}"] = f"{name}: return {number}"
        found[f"rank returns the slot {number}"] = f"rank: return {number}, 0, False"
        found[f"rank returns the element {number}"] = f"rank: return 0, {number}, False"
        found[f"urgent returns {number} rows"] = f"urgent: return {number}, 0, 0"
        found[f"urgent returns codes that make {number}"] = f"urgent: return 0, 1, {number}"
    found["moves writes far too many rows"] = "moves:\n    for i in range(100000): out[i, 0] = 7\n    return 1"
    found["unmoves writes far too many rows"] = "unmoves:\n    for i in range(100000): out[i, 0] = 7\n    return 1"
    found["wins is never true"] = "wins: return False"
    found["wins is always true"] = "wins: return True"
    return found


def rewritten(source: str, change: str, rare: bool) -> str:
    """The rules with a function that begins with something wrong."""
    name, _, lines = change.partition(":")
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
from retro.app import self_check as trust
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
package, backend, place = sys.argv[2:5]
trust.check = lambda rules, progress: None
if backend != "queue":  # of one backend what the sample says, of the others what verifying says
    trust.examine = lambda rules, solution, seconds, progress: None
try:
    rules = load(import_module(package + ".plugin").retro_game(), {"fuel": 3})
    Job(rules, Path(place), backend, 2, Silent(), lambda line: None).solve()
    search(rules, 2, Silent())
    with Tablebase(rules, Database(Path(place), rules.digest)) as tablebase:
        table = tables.load(rules, tablebase.database, Silent())
        found = verify(table, tablebase.database.manifest, 1, 2, Silent())
    if found.wrong or found.differences:
        print("WRONG" if backend == "queue" else "wrong, as verify says")
    else:
        print("right" if found.sound else "right, but unmoves is not, as verify says")
except RetroError as error:
    print("told:", one_line(str(error)))
"""


def main() -> None:
    wanted = sys.argv[1:]
    ended: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for number, (name, change) in enumerate(wrong().items()):
            if wanted and not any(each in name for each in wanted):
                continue
            for rare in (False, True):
                package, backend = f"broken_{number}_{int(rare)}", "queue" if rare else "sweep"
                copytree(SOUND, place / package, ignore=ignore_patterns("__pycache__"))
                rules = place / package / "rules.py"
                rules.write_text(rewritten(rules.read_text(), change, rare))
                command = [sys.executable, "-c", PROGRAM, folder, package, backend, str(place / "data" / package)]
                environment = os.environ | {"RETRO_CACHE": str(place / "cache"), "PYTHONPATH": str(TESTS)}
                done = subprocess.run(command, capture_output=True, text=True, env=environment)
                said = (done.stdout if done.returncode == 0 else done.stderr).strip().splitlines()[-1]
                kind = said.partition(":")[0] if done.returncode == 0 else f"exit {done.returncode}"
                ended[kind] += 1
                print(f"{name}{' once' if rare else ''}, {backend}: {said}", flush=True)
    print(dict(ended))
    sys.exit(any(kind.startswith("exit") or kind == "WRONG" for kind in ended))


if __name__ == "__main__":
    main()
