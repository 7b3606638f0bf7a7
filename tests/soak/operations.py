"""Commands in surroundings that fail: streams, caches, users, disks, limits, locks, signals, clocks, names.

    python tests/soak/operations.py [--only NAME]... [--seed N] [--list]

Prints a line for each trial: ok, skipped and why, or FAILED and what; exit code 1 if one failed. Trials are in
`tests/trials`. Some need root (other users, small file systems, control groups); all take 20 minutes.
"""

from __future__ import annotations

import argparse
import inspect
import random
import secrets
import subprocess
import sys
import tempfile
import time
import traceback
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from trials import Skipped, Trial, Workplace
from trials.all import TRIALS


def attempt(trial: Trial, workplace: Workplace) -> tuple[str, str]:
    """The outcome of a trial, and what is to be said of it."""
    try:
        trial.run(workplace)
    except Skipped as reason:
        return "skipped", str(reason)
    except AssertionError as error:
        return "FAILED", " ".join(str(error).split()) or "see above"
    except Exception as error:
        traceback.print_exc()
        return "FAILED", f"{type(error).__name__}: {error}"
    return "ok", ""


def main() -> None:
    parser = argparse.ArgumentParser(description="Try commands in surroundings that fail.")
    parser.add_argument("--only", metavar="NAME", action="append", choices=TRIALS, help="a trial; may be repeated")
    parser.add_argument("--seed", metavar="N", type=int, default=secrets.randbits(32), help="of the random numbers")
    parser.add_argument("--list", action="store_true", help="name the trials, and what must hold, and end")
    given = parser.parse_args()
    chosen = [TRIALS[name] for name in given.only or TRIALS]
    if given.list:
        for each in chosen:
            print(f"{each.name:<40}  {' '.join((inspect.getdoc(each.run) or '').split())}")
        return
    print(f"seed {given.seed}", flush=True)
    failed = 0
    with tempfile.TemporaryDirectory(prefix="operations-") as folder:
        Path(folder).chmod(0o755)  # other users come in, too

        @cache
        def solved() -> Path:
            data = Path(folder, "solved")
            line = [sys.executable, "-c", "import retrograde; retrograde.main()", "solve", "lgame", "--data", str(data)]
            subprocess.run(line, check=True, capture_output=True)
            return data

        for each in chosen:
            began = time.monotonic()
            workplace = Workplace(Path(folder, each.name), random.Random(f"{given.seed} {each.name}"), solved)
            outcome, said = attempt(each, workplace)
            failed += outcome == "FAILED"
            print(
                f"{outcome:<7}  {each.name}{f': {said}' if said else ''} ({time.monotonic() - began:.1f} s)", flush=True
            )
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
