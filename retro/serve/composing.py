"""Puzzles are composed in a process of its own, of the lowest priority, for one database after the other.

The process prints a line of JSON for each kind of puzzles when it has all of them. It ends when its input ends: with
the server, however that ends.
"""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
import threading
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TextIO

from retro.game import loading, plugins
from retro.query import api
from retro.query.puzzle_answers import puzzle_answer
from retro.serve import puzzle_search
from retro.serve.open_databases import OpenDatabases
from retro.serve.puzzle_collections import Collection, Identity, identity
from retro.storage.location import database_path
from retro.storage.manifest import Manifest
from retro.system.messages import exit_code, message, one_line
from retro.system.settings import settings

LOWEST_PRIORITY = 19
COMMAND = (sys.executable, "-c", "from retro.serve import composing; composing.main()")
_log = logging.getLogger(__name__)


class Composer:
    """A thread that fills the collections of all databases of a server, those that are requested first.

    A context manager. ``command`` begins the process; the database is named after it, as `main` reads it.
    """

    def __init__(self, databases: OpenDatabases, command: Sequence[str] = COMMAND) -> None:
        self._databases, self._collections, self._command = databases, databases.collections, command
        self._waiting: OrderedDict[Identity, Manifest] = OrderedDict()
        self._changed = threading.Condition()
        self._closed = False
        self._process: subprocess.Popen[bytes] | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._collections.want = self._want

    def __enter__(self) -> Composer:
        """Begin to compose."""
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        """End the process and the thread."""
        with self._changed:
            self._closed = True
            if self._process is not None:
                self._process.kill()
            self._changed.notify()
        self._thread.join()

    def _want(self, about: Manifest) -> None:
        with self._changed:
            self._waiting[identity(about)] = about
            self._waiting.move_to_end(identity(about), last=False)
            self._changed.notify()

    def _run(self) -> None:
        for name in self._databases.names:
            for solved in self._databases.solved(name):
                with self._changed:
                    if self._closed:
                        return
                    self._waiting.setdefault(identity(solved), solved)
        while (about := self._next()) is not None:
            collection = self._collections.at(about)
            if not collection.complete:
                self._compose(about, collection)
                collection.complete = True

    def _next(self) -> Manifest | None:
        """The next database; None if the server ends."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closed)
            return None if self._closed else self._waiting.popitem(last=False)[1]

    def _compose(self, about: Manifest, collection: Collection) -> None:
        options = [f"{name}={value}" for name, value in about.options.items()]
        with self._changed:
            if self._closed:
                return
            try:
                self._process = subprocess.Popen(
                    [*self._command, str(self._databases.data), about.game, *options],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    process_group=0,  # Ctrl-C ends the server, which ends this process
                    env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONSAFEPATH": "1"},
                )
            except OSError as error:
                _log.warning("%s: no puzzles are composed: %s", about.game, message(error))
                return
        readable = True
        with self._process as process:
            assert process.stdout is not None
            try:
                for line in process.stdout:
                    kind, puzzles = json.loads(line)
                    collection.add(kind, puzzles)
            except ValueError:  # the process ended within a line
                readable = False
                process.kill()
            process.wait()  # before its input is closed
        if (process.returncode or not readable) and not self._closed:
            _log.warning("%s: not all puzzles are composed: exit code %d", about.game, process.returncode)


def main() -> None:
    """The process: composes the puzzles of a database, which is named by directory, game and options."""
    threading.Thread(target=_end_with_input, daemon=True).start()
    _yield_to_others()
    data, name, *options = sys.argv[1:]
    answers = _own_output()
    try:
        game = plugins.load(name)
        chosen = game.choose(settings(options))
        with closing(api.open_at(database_path(Path(data), game, chosen), loading.load(game, chosen))) as table:
            for kind, puzzles in puzzle_search.composed(table):
                print(json.dumps([kind, [puzzle_answer(each) for each in puzzles]]), file=answers, flush=True)
    except Exception as error:
        if exit_code(error) is None:
            raise
        sys.exit(f"{name}: no puzzles are composed: {one_line(message(error))}")


def _yield_to_others() -> None:
    """Gives this process the lowest priority; Linux runs a woken thread of the server in its place at once."""
    os.nice(LOWEST_PRIORITY)
    if hasattr(os, "SCHED_IDLE"):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _end_with_input() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)


def _own_output() -> TextIO:
    """Returns the output of this process; what a plugin prints goes to the errors."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return output
