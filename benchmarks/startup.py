"""Small jobs as whole processes: with nothing compiled yet, and with everything in the cache.

    python benchmarks/startup.py

Measured from outside: interpreter, imports, compiling or loading kernels, and where a game is solved, solving it and
writing the database. *Cold* is the first run after an installation: an empty cache of kernels; Python's own byte code
is there, as pip leaves it. *Warm* is the best of three runs after that, its memory the most that one of them held.
Limits: `retro solve lgame` 20 s cold and 2 s warm, Ostle's kernels 3 s warm, British Square 4 s and 300 MB warm.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import typer
from common import AsJson, Row, machine_figures, report

from retro.app.errors import guarded
from retro.system.errors import GameError

HERE = str(Path(__file__).parent)

SOLVE = "import sys; sys.argv = ['retro', 'solve', {!r}]; from retro.app.cli import main; main()"
WARM_OSTLE = f"import sys; sys.path.insert(0, {HERE!r}); from common import choose, warm; warm(choose(None, None)[0])"
GAMES = "import sys; sys.argv = ['retro', 'games']; from retro.app.cli import main; main()"

RUNS = (
    ("retro games", GAMES, None, None),
    ("retro solve lgame", SOLVE.format("lgame"), 20.0, 2.0),
    ("retro solve british_square", SOLVE.format("british_square"), None, 4.0),
    ("Ostle's kernels", WARM_OSTLE, None, 3.0),
)
"""Name, program, limits in seconds when cold and when warm."""


def measured(program: str, cache: Path) -> tuple[float, float]:
    """Wall time in seconds and peak memory in millions of bytes of a process that runs ``program``."""
    environment = os.environ | {"RETRO_CACHE": str(cache / "kernels"), "RETRO_DATA": str(cache / "data")}
    began = time.perf_counter()
    with (cache / "output").open("w") as output:
        process = subprocess.Popen([sys.executable, "-c", program], env=environment, stdout=output, stderr=output)
    _, status, usage = os.wait4(process.pid, 0)
    took = time.perf_counter() - began
    if status:
        said = (cache / "output").read_text(encoding="utf-8").strip()
        raise GameError(f"a measured process failed: {said[-200:] or 'it says nothing'}")
    return took, usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024) / 1e6


@guarded
def main(json: AsJson = False) -> None:
    """Measure cold and warm starts."""
    rows: list[Row] = []
    for name, program, cold_limit, warm_limit in RUNS:
        with tempfile.TemporaryDirectory() as directory:
            cold, _ = measured(program, Path(directory))
            warm = [measured(program, Path(directory)) for _ in range(3)]
        rows.append(
            {
                "process": name,
                "cold s": cold,
                "limit s": cold_limit,
                "warm s": min(took for took, _ in warm),
                "limit, warm s": warm_limit,
                "warm MB": max(memory for _, memory in warm),
            }
        )
    report({"machine": machine_figures(), "processes": rows}, json)


if __name__ == "__main__":
    typer.run(main)
