"""A game whose positions are found and are too many for a search in order: solved, and every record verified.

    python tests/soak/large.py

Above 16,777,216 positions they are looked up in a hash table. Takes a minute or two and 2 GB of memory.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from mixing_game.plugin import retro_game

from retro.app.commands.solve import Job
from retro.app.console import Display
from retro.game.loading import load
from retro.indexing.enumerated import LARGE
from retro.lookup import table as tables
from retro.query.api import Tablebase
from retro.storage.database import Database
from retro.system import machine
from retro.verify.verify import verify


def main() -> None:
    rules, threads = load(retro_game(), {"size": 22_000_000}), machine.cores()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "mixing")
        about, run = Job(rules, path, "auto", threads, Display(), print).solve()
        print(f"{about.statistics.positions:,} positions solved in {run.seconds:.0f} s")
        assert about.statistics.positions > LARGE
        with Tablebase(rules, Database(path, rules.digest)) as tablebase:
            table = tables.load(rules, tablebase.database, Display(), threads)
            found = verify(table, about, 10, threads, Display())
    print(f"{found.records:,} records, {found.edges:,} edges: {'sound' if found.sound else found}")
    sys.exit(not found.sound)


if __name__ == "__main__":
    main()
