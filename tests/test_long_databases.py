"""Databases of games with long wins, and every command and answer that shows such a win.

The chain of 70,000 steps has as many values as need four bytes in a record, and some above 65,535.
"""

import json

import installing
import numpy as np
import pytest
from chain_game.plugin import retro_game as chain
from commanding import ask
from connections import get
from page_reader import READER
from runs import loss_in, win_in
from starlette.testclient import TestClient

from retro.game.loading import load
from retro.lookup import table as tables
from retro.query.api import open_at
from retro.serve import open_databases
from retro.serve.app import make
from retro.storage.database import Database
from retro.system.progress import Silent
from retro.system.sizes import TINY
from retro.verify import verify

LENGTHS = [253, 254, 255, 256, 1000, pytest.param(32_000, marks=pytest.mark.soak), 70_000]
LONG = 70_000


def rules_of(length):
    return load(chain(), {"length": length})


def value_of(length):
    return win_in(length) if length % 2 else loss_in(length)


def setting(length):
    return () if length == 254 else ("--set", f"length={length}")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Returns the directory of databases of chains, which commands find as an installed game."""
    site = tmp_path_factory.mktemp("site")
    installing.register(site, "chain", {"chain": "chain_game.plugin"})
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site))
        yield tmp_path_factory.mktemp("data")


def path_of(data, length):
    """Returns the path of a database, after solving the game if that was not done before."""
    path = data / ("chain" if length == 254 else f"chain,length={length}")
    if not path.exists():
        ask("solve", "chain", *setting(length), "--data", data, "--backend", "queue" if length < 2000 else "reference")
    return path


def answer(data, command, *arguments, length=LONG):
    assert path_of(data, length).exists()
    return json.loads(ask(command, "chain", *arguments, *setting(length), "--data", data, "--json"))


@pytest.mark.parametrize("length", LENGTHS)
def test_a_database_has_every_value(data, length):
    every = [value_of(place) for place in range(length + 1)]
    with open_at(path_of(data, length), rules_of(length)) as table:
        database, about = table.database, table.database.manifest
        best, second, _ = database.planes(0, length + 1)
        assert best.tolist() == every and np.array_equal(best, second)
        assert about.value_bytes == (1 if length < 254 else 2 if length < 65_534 else 4)  # with that of no position
        assert about.start == value_of(length) and about.longest_dtm == length
        assert database.record(length)[0] == value_of(length)
        assert database.records(np.array([length, 1]))[0].tolist() == [value_of(length), win_in(1)]
        read = READER.Database(database.path)
        assert [read.value(place) for place in (1, length)] == [("win", 1), ("win" if length % 2 else "loss", length)]
        assert length == LONG or [each.dtm for each in table.line(length)] == list(range(length, 0, -1))
        assert table.probe_many(list(range(length + 1))).dtm.tolist() == list(range(length + 1))


LITTLE = tables.PROCESS_BYTES + 30_000
COMPILED = pytest.mark.compiled


@pytest.mark.parametrize("memory", [LITTLE, pytest.param(None, marks=pytest.mark.soak)], ids=["in pages", "in memory"])
@pytest.mark.parametrize("length", [256, pytest.param(LONG, marks=COMPILED)])
def test_long_wins_are_proved(data, length, memory):
    with Database(path_of(data, length)) as database:
        table = tables.load(rules_of(length), database, Silent(), memory=memory, sizes=TINY)
        assert (table.pages is not None) == (memory is not None and length > 256)
        result = verify.verify(table, database.manifest, 1, 1, Silent())
        assert result.sound and result.complete and result.numbers > length
        wrong = tables.RecordTable(table.rules, table.fields, table.values[::-1].copy())
        if table.pages is None:
            assert verify.verify(wrong, database.manifest, 1, 1, Silent()).wrong


PAGES = ("--memory", f"{tables.PROCESS_BYTES + 2_000}B")


@pytest.mark.parametrize("memory", [(), PAGES], ids=["in memory", "in pages"])
def test_distances_above_254_plies_are_read(data, memory):
    path, length = path_of(data, 1000), 1000
    about = answer(data, "reach", length=length)
    assert (about["deepest"], about["states"], about["unreached"]) == (length, length + 1, 0)
    reader = READER.Database(path)
    with open_at(path, rules_of(length)) as table:
        for place in (0, 1, 745, 746, length):
            assert table.distance(place) == reader.distance(place) == length - place
    for within in (0, 254, 255, 999, 5000):
        words = "--within", within, "--count-only", *memory, *setting(length), "--data", data, "--json"
        found = ask("puzzles", "chain", *words, sizes=TINY)
        assert json.loads(found)["states"] == min(within, length) + 1


def test_commands_and_answers_name_a_win_of_70_000_plies(data, tmp_path):
    line = answer(data, "line", LONG)
    assert (line["plies"], line["value"], line["dtm"]) == (LONG, "loss", LONG)
    game = {"format": "retro game 1", "game": "chain", "options": {"length": LONG}, "position": str(LONG), "mover": 1}
    game |= {"forbidden": None, "first": "human", "second": "trap", "skill": 5.0, "seed": 1, "result": None}
    (tmp_path / "game.json").write_text(json.dumps(game | {"moves": [each["move"] for each in line["moves"][:999]]}))
    review = json.loads(ask("replay", tmp_path / "game.json", "--data", data, "--json"))
    assert review["moves"][0]["before"] == {"value": "loss", "dtm": LONG} and len(review["moves"]) == 999
    assert review["blunders"] == {"first": 0, "second": 0}
    assert answer(data, "stats")["longest_dtm"] == LONG
    lines = ask("puzzles", "chain", "--min-dtm", LONG - 1, *setting(LONG), "--data", data, "--json").splitlines()
    assert sorted(each["dtm"] for each in json.loads(lines[-1])["histogram"]) == [LONG - 1, LONG]


def test_the_server_answers_with_a_win_of_70_000_plies(data):
    assert path_of(data, LONG).exists()
    databases = open_databases.OpenDatabases(data, ["chain"])
    client = TestClient(make(databases, "127.0.0.1"), base_url="http://127.0.0.1:8000")
    game = "/api/v1/games/chain"
    given = [("set", f"length={LONG}"), ("position", str(LONG))]
    state = get(client, f"{game}/position", *given)
    assert (state["value"], state["dtm"]) == ("loss", LONG)
    line = get(client, f"{game}/line", *given)
    assert (line["dtm"], line["plies"], line["moves"][-1]["dtm"]) == (LONG, 1000, LONG - 999)
    databases.close()


def test_plots_of_70_000_values_take_seconds(data, tmp_path):
    pytest.importorskip("matplotlib")
    assert path_of(data, LONG).exists()
    ask("plot", "chain", *setting(LONG), "--data", data, "--out", tmp_path, "--format", "svg")
    drawn = {path.name for path in tmp_path.iterdir()}
    assert drawn == {f"chain-{name}.svg" for name in ("dtm", "outcomes", "decided")}
