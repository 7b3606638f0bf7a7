"""How long it takes until work begins: with nothing compiled yet, and with everything in the cache.

    python benchmarks/startup.py

Whole processes, measured from outside: interpreter, imports, compiling or loading kernels, and for the L-game solving
and writing it as well. *Cold* is the first run after an installation: an empty cache of kernels; Python's own
byte code is there, as pip leaves it. *Warm* is the best of three runs after that. Limits: `retro solve lgame` 20 s cold
and 2 s warm, Ostle's kernels 3 s warm.
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
from retro.game import GameError

HERE = str(Path(__file__).parent)

SOLVE_LGAME = "import sys; sys.argv = ['retro', 'solve', 'lgame']; from retro.app.cli import main; main()"
WARM_OSTLE = f"import sys; sys.path.insert(0, {HERE!r}); from common import choose, warm; warm(choose(None, None)[0])"
GAMES = "import sys; sys.argv = ['retro', 'games']; from retro.app.cli import main; main()"

RUNS = (
    ("retro games", GAMES, None, None),
    ("retro solve lgame", SOLVE_LGAME, 20.0, 2.0),
    ("Ostle's kernels", WARM_OSTLE, None, 3.0),
)
"""Name, program, limits in seconds when cold and when warm."""


def seconds(program: str, cache: Path) -> float:
    """Wall time of a process that runs ``program``."""
    environment = os.environ | {"RETRO_CACHE": str(cache / "kernels"), "RETRO_DATA": str(cache / "data")}
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True)
    took = time.perf_counter() - began
    if done.returncode:
        raise GameError(f"a measured process failed: {done.stderr.strip() or 'it says nothing'}")
    return took


@guarded
def main(json: AsJson = False) -> None:
    """Measure cold and warm starts."""
    rows: list[Row] = []
    for name, program, cold_limit, warm_limit in RUNS:
        with tempfile.TemporaryDirectory() as directory:
            cold = seconds(program, Path(directory))
            warm = min(seconds(program, Path(directory)) for _ in range(3))
        rows.append({"start": name, "cold s": cold, "limit s": cold_limit, "warm s": warm, "limit, warm s": warm_limit})
    report({"machine": machine_figures(), "starts": rows}, json)


if __name__ == "__main__":
    typer.run(main)
