"""Files that cannot be read: damage, errors of the system and closed databases are never answered by "no position"."""

import errno
import os
import sys

import numpy as np
import pytest
from commanding import ask
from disks import Disk
from starlette.testclient import TestClient
from tiny_databases import SEARCHED

import retro
from retro.app.plotting import check_matplotlib
from retro.serve.app import make
from retro.serve.open_databases import OpenDatabases
from retro.storage import Closed, Damaged, Unreadable
from retro.system.errors import GameError, NoSuchState, ResourceError, RetroError

pytestmark = pytest.mark.compiled

NAME = "british_square,size=3"
LAST = "102-000-201 turn 5"
LARGE = ("keys.zst", "values.zst", "distances.zst")
CODES = {
    errno.EIO: 7,
    errno.ESTALE: 7,
    errno.EACCES: 2,
    errno.EPERM: 2,
    errno.EMFILE: 4,
    errno.ENFILE: 4,
    errno.ENOMEM: 4,
}
"""Exit codes, from the table in docs/reference/command-line.md."""


def ways(key):
    """Returns, by name, functions that read something of the position ``key`` from a table."""
    return {
        "probe": lambda table: table.probe(key),
        "probe digits": lambda table: table.probe(str(key)),
        "probe text": lambda table: table.probe(LAST),
        "get": lambda table: table.get(key),
        "get text": lambda table: table.get(LAST, default=None),
        "probe_many": lambda table: table.probe_many([key]),
        "probe_many, not strict": lambda table: table.probe_many([key], strict=False),
        "moves": lambda table: table.moves(key),
        "query": lambda table: table.query(key),
        "line": lambda table: table.line(key),
        "play": lambda table: table.play("a1", key),
        "draw": lambda table: table.draw(key),
        "forbidden_after": lambda table: table.forbidden_after(key, key),
        "distance": lambda table: table.distance(key),
        "from_start": lambda table: table.from_start(key),
    }


WAYS = tuple(ways(0))
NO_RECORD = ("play", "draw", "forbidden_after", "distance", "from_start")
"""Those that read no record."""


@pytest.fixture
def key(searched):
    with retro.open("british_square", searched, size=3) as table:
        last = table.rules.text.parse(LAST)
        assert table.get(last) is not None and table.get(last + 1) is None
        return last


def unreadable(root, name, error):
    """Returns a disk on which opening and reading files of this name fails."""
    return Disk(root, 0, error, ("open", "read"), name=name)


def flip(path):
    """Change a bit in the middle of the first frame."""
    data = bytearray(path.read_bytes())
    data[20] ^= 4
    path.write_bytes(data)


@pytest.mark.parametrize("way", WAYS)
def test_damaged_keys_are_damage_and_not_a_missing_position(copied, key, way):
    flip(copied / NAME / "keys.zst")
    with retro.open("british_square", copied, size=3) as table, pytest.raises(Damaged, match=r"keys\.zst is damaged"):
        ways(key)[way](table)


@pytest.mark.parametrize("way", [way for way in WAYS if way not in NO_RECORD])
def test_damaged_values_are_damage_and_not_a_missing_position(copied, key, way):
    flip(copied / NAME / "values.zst")
    with retro.open("british_square", copied, size=3) as table, pytest.raises(Damaged, match=r"values\.zst is damaged"):
        ways(key)[way](table)


def test_commands_and_http_report_damaged_keys(copied, key):
    flip(copied / NAME / "keys.zst")
    for position in (key, LAST):
        assert "keys.zst is damaged" in ask("query", *SEARCHED, position, "--data", copied, code=3)
    with TestClient(make(OpenDatabases(copied), "127.0.0.1"), base_url="http://127.0.0.1:8000") as client:
        address, options = "/api/v1/games/british_square", {"set": "size=3"}
        answers = [
            client.get(f"{address}/position", params={"position": str(key), **options}),
            client.get(f"{address}/position", params={"position": LAST, **options}),
            client.post(f"{address}/probe", params=options, json={"positions": [str(key)]}),
            client.get(f"{address}/setup", params={"position": LAST, **options}),
        ]
    for answer in answers:
        assert answer.status_code == 500 and "keys.zst is damaged" in answer.json()["error"], answer.text


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("number", [errno.EIO, errno.ESTALE])
def test_an_error_of_the_system_is_raised_as_unreadable(searched, key, way, number, monkeypatch):
    with retro.open("british_square", searched, size=3) as table:
        disk = unreadable(searched, "keys.zst", number)
        with (
            disk.interposed(monkeypatch),
            pytest.raises(Unreadable, match=rf"keys\.zst: {os.strerror(number)}") as raised,
        ):
            ways(key)[way](table)
        assert raised.value.__cause__.errno == number and "solve the game again" not in str(raised.value)
        if way != "draw":
            try:
                ways(key)[way](table)  # once the disk works again, so does the table
            except GameError as error:
                assert way in ("play", "forbidden_after"), error


@pytest.mark.parametrize("number", CODES, ids=errno.errorcode.get)
@pytest.mark.parametrize("name", ["manifest.json", "run.json", "reach.json", *LARGE])
def test_errors_of_the_system_have_their_exit_codes(searched, name, number, monkeypatch):
    with unreadable(searched, name, number).interposed(monkeypatch):
        line = ask("query", *SEARCHED, LAST, "--data", searched, code=CODES[number])
    assert name in line and os.strerror(number) in line
    assert "damaged" not in line and "solve" not in line
    assert (number == errno.EMFILE) == ("ulimit -n" in line)


@pytest.mark.parametrize("name", ["manifest.json", "values.zst"])
def test_check_file_calls_no_file_damaged_that_cannot_be_read(searched, name, monkeypatch):
    with unreadable(searched, name, errno.EIO).interposed(monkeypatch):
        line = ask("check-file", *SEARCHED, "--data", searched, code=7)
    assert f"{name}: Input/output error" in line and "damaged" not in line


def test_a_checkpoint_that_cannot_be_read_is_not_called_damaged(copied, monkeypatch):
    checkpoint = copied / f".{NAME}.positions.checkpoint"
    checkpoint.write_bytes(b"1")
    with unreadable(copied, checkpoint.name, errno.EIO).interposed(monkeypatch):
        line = ask("solve", *SEARCHED, "--data", copied, code=7)
    assert "Input/output error" in line and "--restart" not in line
    assert checkpoint.read_bytes() == b"1"


def test_no_memory_for_keys_is_not_a_missing_position(searched, key, monkeypatch):
    def none(*arguments):
        raise MemoryError

    with retro.open("british_square", searched, size=3) as table:
        with monkeypatch.context() as patch:
            patch.setattr("retro.storage.keys.decode", none)
            with pytest.raises(ResourceError, match=r"out of memory while .*keys\.zst was read"):
                table.get(key)
        assert table.get(key) is not None


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("read", [False, True], ids=["unread", "in the caches"])
def test_every_method_of_a_closed_table_raises_closed(searched, key, way, read):
    table = retro.open("british_square", searched, size=3)
    if read and way not in ("play", "draw", "forbidden_after"):
        ways(key)[way](table)
    distances = table._reach()
    table.close()
    with pytest.raises(Closed, match="was closed"):
        ways(key)[way](table)
    for read_again in (
        lambda: table.start,
        lambda: table.probe_many([]),
        lambda: table.database.record(0),
        lambda: table.database.records(np.zeros(0, np.int64)),
        lambda: table.database.planes(0, 1),
        lambda: table.database.keys.find(-1),
        lambda: table.database.keys.word_at(0),
        lambda: distances.distance(0),
    ):
        with pytest.raises(Closed):
            read_again()
    table.close()


def test_closing_while_another_thread_reads_is_no_damage(searched, key, monkeypatch):
    """The system may give the number of the closed file to another one before it is read."""
    table, real = retro.open("british_square", searched, size=3), os.pread
    other = os.open(os.devnull, os.O_RDONLY)

    def pread(descriptor, size, offset):
        table.close()
        return real(other, size, offset)

    monkeypatch.setattr(os, "pread", pread)
    with pytest.raises(Closed):
        table.probe(key)
    os.close(other)


def test_only_a_missing_state_is_missing(searched):
    """Each of these errors is caught where no state is looked for, and by its own name."""
    with retro.open("british_square", searched, size=3) as table:
        for position in ("", "nonsense", -1, 2**63, "9" * 30):
            assert table.get(position) is None
            with pytest.raises(NoSuchState):
                table.probe(position)
        assert table.get("start", "z9") is None
    for error in (Damaged, Unreadable, Closed, ResourceError):
        assert issubclass(error, RetroError) and not issubclass(error, GameError)


# Writing


@pytest.mark.parametrize("job", ["solve", "reach"])
@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.EIO])
def test_an_unwritable_directory_is_not_called_unsolved(copied, job, number, monkeypatch):
    with Disk(copied, 0, number).interposed(monkeypatch):
        line = ask(job, *SEARCHED, "--data", copied, code=7 if number == errno.EIO else 2)
    assert "cannot write in" in line and os.strerror(number) in line


# Packages


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "import _no_module_of_the_system",
            "cannot be imported: ModuleNotFoundError: No module named '_no_mod",
        ),
        ("raise ImportError('libpng16.so.16: cannot open')", "cannot be imported: ImportError: libpng16.so.16: cannot"),
    ],
)
def test_a_broken_package_is_not_called_missing(tmp_path, monkeypatch, source, message):
    (tmp_path / "matplotlib").mkdir()
    (tmp_path / "matplotlib" / "__init__.py").write_text(source)
    monkeypatch.delitem(sys.modules, "matplotlib", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(GameError, match="plotting needs matplotlib, which is") as raised:
        check_matplotlib()
    assert message in str(raised.value) and "pip install" not in str(raised.value)
