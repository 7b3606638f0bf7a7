"""Makes each mistake of `tests/engine_mistakes.toml` in a copy of the engine, and names a test that fails.

    python scripts/engine_mistakes.py                  # all mistakes, two at a time
    python scripts/engine_mistakes.py NAME ...         # those whose names contain one of these texts
    python scripts/engine_mistakes.py --all NAME ...   # with all tests, where those that are listed find nothing
    python scripts/engine_mistakes.py --tree ../old    # in another checkout, with its tests

A test finds a mistake if it fails with it and passes without it. The exit code is 1 if a mistake is not found, and 2 if
one cannot be made, because its text does not occur exactly once. Compiled code is stored in the user's cache as usual;
RETRO_CACHE names another directory.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
MISTAKES = ROOT / "tests" / "engine_mistakes.toml"
EVERYTHING = "tests"
SECONDS, SECONDS_OF_EVERYTHING = 900, 4 * 3600
"""Time for a file of tests, and for all: some mistakes make loops endless."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+\.py(?:::.+?)?)(?: - .*)?$", re.MULTILINE)
Mistake = dict[str, Any]


class Unusable(Exception):
    """A mistake that cannot be made, or tests that cannot be run; the text is one line."""


def copied(tree: Path, copy: Path) -> None:
    """Copies the files of a checkout that git knows, as they are now."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=tree, capture_output=True, check=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (tree / name).exists():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(tree / name, copy / name)


def make(mistake: Mistake, copy: Path) -> None:
    """Makes a mistake in a copy; raises Unusable unless its text occurs exactly once."""
    file = copy / mistake["file"]
    text = file.read_text() if file.exists() else ""
    count = text.count(mistake["old"])
    if count != 1 or mistake["old"] == mistake["new"]:
        raise Unusable(f"{mistake['name']}: the text to be replaced occurs {count} times in {mistake['file']}")
    file.write_text(text.replace(mistake["old"], mistake["new"]))


def run(copy: Path, seconds: int, *command: str) -> tuple[int, str]:
    """Runs python in a copy, from which `retro` is imported; returns its exit code and output."""
    environment = os.environ | {"PYTHONPATH": str(copy)}
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(
            [sys.executable, *command], cwd=copy, env=environment, stdout=output, stderr=output, start_new_session=True
        )
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            code = -signal.SIGKILL
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        output.seek(0)
        return code, output.read()


def failing(copy: Path, tests: str) -> tuple[str, str]:
    """Returns the first test that fails, or all of ``tests`` if their process is killed, and a remark; "" if none does.

    Raises Unusable if the tests cannot be run.
    """
    seconds = SECONDS_OF_EVERYTHING if tests == EVERYTHING else SECONDS
    code, output = run(copy, seconds, "-m", "pytest", "-x", "-q", "-n0", "-p", "no:cacheprovider", tests)
    failed = FAILED.search(output)
    if code < 0:
        return tests, f", which ends by signal {-code}"
    if code not in (0, 1) or (code == 1 and not failed):
        raise Unusable(f"{tests} cannot be run: {(output.strip().splitlines() or [str(code)])[-1]}")
    return (failed[1], "") if failed and code else ("", "")


def found(mistake: Mistake, tree: Path, everything: bool) -> str:
    """Returns the test that finds a mistake, "" if none does."""
    with tempfile.TemporaryDirectory(prefix="mistake-") as folder:
        wrong, right = Path(folder, "wrong"), Path(folder, "right")
        copied(tree, wrong)
        copied(tree, right)
        make(mistake, wrong)
        code, output = run(wrong, 60, "-c", "import retro; print(retro.__file__)")
        if code == 0 and not output.startswith(str(wrong)):
            raise Unusable(f"retro is imported from {output.strip()}")
        for tests in [*mistake["tests"], *([EVERYTHING] if everything else [])]:
            test, remark = failing(wrong, tests)
            if test and (failing(right, test)[0] or not failing(wrong, test)[0]):
                raise Unusable(f"{test} fails only sometimes, or without the mistake, too")
            if test:
                return f"{test}{remark}"
        return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="texts that are in the names of mistakes; by default all are made")
    parser.add_argument("--all", action="store_true", help="run all tests where those that are listed find nothing")
    parser.add_argument("--tree", type=Path, default=ROOT, help="a checkout of the engine and its tests")
    parser.add_argument("--jobs", type=int, default=2, help="mistakes at a time")
    given = parser.parse_args()
    mistakes = tomllib.loads(MISTAKES.read_text())["mistake"]
    chosen = [each for each in mistakes if not given.names or any(name in each["name"] for name in given.names)]
    if not chosen:
        parser.error(f"no mistake has a name with {' or '.join(given.names)}")

    def result(mistake: Mistake) -> int:
        begun, code = time.monotonic(), 0
        try:
            test = found(mistake, given.tree.resolve(), given.all)
            code, words = (0, f"found by {test}") if test else (1, "NOT FOUND")
        except Unusable as error:
            code, words = 2, f"ERROR: {error}"
        print(f"{mistake['name']}: {words} ({time.monotonic() - begun:.0f} s)", flush=True)
        return code

    with ThreadPoolExecutor(given.jobs) as pool:
        return max(pool.map(result, chosen))


if __name__ == "__main__":
    sys.exit(main())
