"""Databases that older rules solved are not called solved: not by `retro games` and not by the server."""

import json
import shutil

import pytest
from commanding import ask
from connections import OSTLE, SET, get
from starlette.testclient import TestClient
from tiny_databases import edit

from retro.game import plugins
from retro.query import databases
from retro.serve import open_databases
from retro.serve.app import make


@pytest.fixture
def data(stored, tmp_path, monkeypatch):
    """A directory with a current database, one of other rules, one of another format and one of other options."""
    directory = tmp_path / "data"
    source = stored.tablebase.database.path
    names = (source.name, "ostle,size=3", "ostle,size=4", "ostle,colour=red", "ostle,size=5")
    for name in names:
        shutil.copytree(source, directory / name)
    options = stored.about.options
    edit(directory / names[1] / "manifest.json", digest="0" * 64)
    edit(directory / names[2] / "manifest.json", format=2)
    edit(directory / names[3] / "manifest.json", options={**options, "colour": "red"})
    (directory / names[4] / "manifest.json").write_text("{")  # damaged
    monkeypatch.setenv("RETRO_DATA", str(directory))
    return directory


def test_the_command_and_the_server_list_them_apart(data, stored):
    listing = databases.find(data, plugins.load("ostle"))
    assert listing.solved == [stored.about]
    listed = [(each.options.get("size"), each.why, each.command) for each in listing.older]
    assert listed == [
        (3, databases.GONE, None),
        (3, databases.OLDER, stored.rules.command("solve")),
        (4, databases.OLDER, "retro solve ostle --set size=4 --set men=2 --set left=1 --set pieces=4"),
    ]
    answer = {each["game"]: each for each in json.loads(ask("games", "--json"))["games"]}
    shown = ask("games")
    assert shown.count(stored.rules.command("solve")) == 1 and "solved by older rules" in shown
    client = TestClient(make(open_databases.OpenDatabases(data), "127.0.0.1"), base_url="http://127.0.0.1")
    served = get(client, OSTLE)
    for each in (answer["ostle"], served):
        assert [solved["options"] for solved in each["solved"]] == [stored.about.options]
        assert [(older["why"], older["command"]) for older in each["older"]] == [row[1:] for row in listed]
    assert answer["lgame"]["solved"] == answer["lgame"]["older"] == []
    assert get(client, f"{OSTLE}/position", *SET)["position"]
    edit(data / stored.tablebase.database.path.name / "manifest.json", digest="0" * 64)
    refused = get(client, f"{OSTLE}/statistics", *SET, status=409)
    assert "was solved by other rules" in refused["error"]
    assert (refused["older"], refused["command"]) == (True, stored.rules.command("solve"))
    assert get(client, OSTLE)["solved"] == []
