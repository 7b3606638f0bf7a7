"""Memory of runs, compared with the predictions of `retro solve --dry-run`.

    python benchmarks/predict.py
    python benchmarks/predict.py "ostle pieces=8" "lgame backend=reference"

Each game is asked for and solved in processes of its own, twice: *cold*, with an empty cache of kernels, and *warm*.
The games of the tests, those of `simple_games.py` and of `examples/`, and the plugin that `retro new` writes are known,
too. Memory is what the run that solved says of itself (`peak_rss_bytes` in run.json); limit: no less is predicted, and
at most 15 % more.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Annotated

import simple_rules
import typer
from common import AsJson, Row, machine_figures, report
from one_game import write_package

from retro.app.commands.new import create
from retro.app.errors import guarded
from retro.system.errors import GameError

GAMES = (
    "lgame",
    "lgame backend=reference",
    "british_square size=4",
    "british_square",
    "ostle size=4",
    "ostle size=4 men=4 left=2",
    "ostle pieces=8",
    "wide thousands=20000",
    "stairs backend=reference",
    "stairs tokens=4",
    "noughts",
    "sliding",
    "steppers",
    "breakthrough",
    "heap",
    "awari stones=14",
    "nine_mens_morris men=4 phase=moving",
)
NEW = "heap"
"""Name of a plugin that `retro new` writes."""
REPOSITORY = Path(__file__).parent.parent
TESTS, EXAMPLES = REPOSITORY / "tests", REPOSITORY / "examples"
RETRO = "from retro.app.cli import main; main()"


def made_up(place: Path) -> list[Path]:
    """Writes and registers games that are not installed. Returns the directories to put on the path of modules.

    They are the games of the tests, those of `simple_rules.py`, those in `examples/`, and what `retro new heap` writes.
    """
    points = {each.name.removesuffix("_game"): f"{each.name}.plugin" for each in TESTS.glob("*_game")}
    examples = [each.parent for each in EXAMPLES.glob("*/*/plugin.py")]
    points |= {each.name: f"{each.name}.plugin" for each in examples}
    for name in simple_rules.GAMES:
        points[name] = f"{write_package(place, name, simple_rules.source(name)).name}.plugin"
    points[NEW] = f"{NEW}.plugin"
    metadata = place / "games-1.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: games\nVersion: 1\n", encoding="utf-8")
    entries = "".join(f"{name} = {module}\n" for name, module in points.items())
    (metadata / "entry_points.txt").write_text(f"[retro.games]\n{entries}", encoding="utf-8")
    return [place, create(NEW, place), TESTS, *(each.parent for each in examples)]


def answered(place: Path, games: list[Path], *arguments: str) -> dict[str, float]:
    """Returns the answer of a command in a process of its own."""
    path = os.pathsep.join(map(str, (*games, *filter(None, sys.path))))
    places = {"RETRO_CACHE": str(place / "kernels"), "RETRO_DATA": str(place / "data"), "PYTHONPATH": path}
    command = [sys.executable, "-c", RETRO, *arguments, "--json"]
    found = subprocess.run(command, env=os.environ | places, capture_output=True, text=True)
    if found.returncode:
        raise GameError(f"retro {' '.join(arguments)} failed: {found.stderr.strip()[-200:]}")
    answer: dict[str, float] = json.loads(found.stdout)
    return answer


def compared(chosen: str, games: list[Path]) -> list[Row]:
    """Returns the rows of a game, cold and warm."""
    name, *settings = chosen.split()
    words = (["--backend", each[8:]] if each.startswith("backend=") else ["--set", each] for each in settings)
    arguments = ["solve", name, "--threads", "1", *(word for pair in words for word in pair)]
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as asked, tempfile.TemporaryDirectory() as solved:
        for state, place in (("cold", asked), ("warm", solved)):
            predicted = answered(Path(place), games, *arguments, "--dry-run")
            taken = answered(Path(solved), games, *arguments)
            memory = predicted["memory_bytes"], taken["peak_rss_bytes"]
            rows.append(
                {
                    "game": chosen,
                    "kernels": state,
                    "by": predicted["backend"],
                    "predicted MiB": memory[0] / 2**20,
                    "taken MiB": memory[1] / 2**20,
                    "off by %": 100 * (memory[0] / memory[1] - 1),
                }
            )
    return rows


@guarded
def main(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME...", help='As in "ostle pieces=8 backend=queue".')
    ] = None,
    json: AsJson = False,
) -> None:
    """Compares predicted memory with that of runs."""
    with tempfile.TemporaryDirectory() as place:
        known = made_up(Path(place))
        rows = [row for chosen in games or GAMES for row in compared(chosen, known)]
    report({"machine": machine_figures(), "predictions": rows}, json)


if __name__ == "__main__":
    typer.run(main)
