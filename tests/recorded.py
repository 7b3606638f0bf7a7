"""File operations of a piece of code, recorded as it runs, and what a disk would hold if it stopped after any of them.

Only the calls that the standard library makes for the code under test are known; whatever else writes is an error.
"""

import os
import shutil
from contextlib import contextmanager
from pathlib import Path

WRITING = os.O_WRONLY | os.O_RDWR


class Recorder:
    """Operations below ``root``, in order, as tuples of a name and relative paths."""

    def __init__(self, root):
        self.root, self.operations = Path(root), []
        self._open = {}

    def relative(self, path, folder=None):
        """``path`` below the root, None if it lies elsewhere."""
        path = os.fspath(path)
        whole = Path(self._open[folder] if folder in self._open else "/") / path if folder is not None else Path(path)
        try:
            return str(whole.relative_to(self.root)) if whole.is_absolute() else None
        except ValueError:
            return None

    @contextmanager
    def recording(self, monkeypatch):
        """While the code runs."""
        real = {name: getattr(os, name) for name in _HANDLERS}
        with monkeypatch.context() as patch:
            for name, handler in _HANDLERS.items():
                patch.setattr(os, name, _patched(self, real[name], handler))
            yield

    def note(self, *operation):
        """Keep an operation, if it is one below the root."""
        if all(each is not None for each in operation):
            self.operations.append(operation)


def _patched(recorder, real, handler):
    def call(*arguments, **options):
        result = real(*arguments, **options)
        handler(recorder, result, *arguments, **options)
        return result

    return call


def _opened(recorder, descriptor, path, flags, mode=0o777, *, dir_fd=None):
    there = recorder.relative(path, dir_fd)
    nameless = flags & getattr(os, "O_TMPFILE", 0) == getattr(os, "O_TMPFILE", -1)
    if there is not None and not nameless:
        recorder._open[descriptor] = str(recorder.root / there)
        if flags & os.O_CREAT:
            recorder.note("create", there)
        else:
            assert not flags & WRITING, path


def _written(recorder, count, descriptor, data):
    if descriptor in recorder._open:
        there = str(Path(recorder._open[descriptor]).relative_to(recorder.root))
        if not there.endswith(".lock"):  # it names this process, which has not ended where the code runs again
            recorder.note("write", there, bytes(data[:count]))


def _synced(recorder, _, descriptor):
    if descriptor in recorder._open:
        recorder.note("sync", str(Path(recorder._open[descriptor]).relative_to(recorder.root)))


def _closed(recorder, _, descriptor):
    recorder._open.pop(descriptor, None)


def _moved(recorder, _, source, target):
    recorder.note("rename", recorder.relative(source), recorder.relative(target))


def _removed(recorder, _, path, *, dir_fd=None):
    recorder.note("unlink", recorder.relative(path, dir_fd))


def _unmade(recorder, _, path, *, dir_fd=None):
    recorder.note("rmdir", recorder.relative(path, dir_fd))


def _made(recorder, _, path, mode=0o777):
    recorder.note("mkdir", recorder.relative(path))


_HANDLERS = {
    "open": _opened,
    "write": _written,
    "fsync": _synced,
    "close": _closed,
    "rename": _moved,
    "replace": _moved,
    "unlink": _removed,
    "remove": _removed,
    "rmdir": _unmade,
    "mkdir": _made,
}


def replay(before, operations, root, lose_what_was_not_synced):
    """Make ``root`` what a disk would hold: a copy of ``before``, then the operations.

    Of files that were not synced afterwards a careless disk has the name but nothing of what was written.
    """
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(before, root, symlinks=True)
    synced = {}
    for number, (kind, path, *_) in enumerate(operations):
        if kind == "sync":
            synced[path] = number
    for number, (kind, path, *more) in enumerate(operations):
        place = root / path
        if kind == "create":
            place.open("ab").close()
        elif kind == "write":
            lost = lose_what_was_not_synced and synced.get(path, -1) < number
            with place.open("ab") as file:
                file.write(b"" if lost else more[0])
        elif kind == "rename":
            os.replace(place, root / more[0])
        elif kind == "unlink":
            place.unlink()
        elif kind == "rmdir":
            place.rmdir()
        elif kind == "mkdir":
            place.mkdir()
