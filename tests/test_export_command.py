"""The command `retro export`, and the page about it."""

import json
import re
import sys
from pathlib import Path

import pytest
from commanding import ask
from doc_examples import run_examples
from exporting import NAMES, content, row_of, rows_of
from pyarrow import parquet
from scanned_game import BOARD, meets
from tutorial import steps

from retro.app.commands import export as writing
from retro.app.exporting import columns as formats
from retro.puzzles.conditions import Conditions

PAGE = Path(__file__).parent.parent / "docs" / "reference" / "export.md"


@pytest.fixture
def stored(stored, monkeypatch, tmp_path):
    """The game, where files are written into an empty directory."""
    monkeypatch.chdir(tmp_path)
    return stored


def test_the_command(stored, tmp_path):
    conditions = Conditions(value="win", forbidden="yes", max_dtm=5, unique=True)
    options = ("--value", "win", "--forbidden", "yes", "--max-dtm", "5", "--unique")
    output = json.loads(ask("export", "ostle", *BOARD, *options, "--format", "csv", "--json"))
    out = tmp_path / "ostle-size-3-men-2-left-0-pieces-4.csv"
    expected = [row_of(state, False) for state in stored.states if meets(state, conditions)]
    assert rows_of(out, stored.rules, False) == expected
    wanted = {"value": "win", "forbidden": "yes", "max_dtm": 5, "unique": True}
    assert output == {
        "game": "ostle",
        "options": stored.rules.options,
        "conditions": wanted,
        "sample": None,
        "seed": None,
        "format": "csv",
        "out": out.name,
        "rows": len(expected),
        "states": len(expected),
        "bytes": out.stat().st_size,
    }
    output = ask("export", "ostle", *BOARD, *options, "--format", "csv", "--keys", "--limit", "7", "--force")
    assert re.match(r"rows +7\nstates +7\nfile +" + re.escape(out.name) + r" \(\d+ bytes\)\n", output)
    assert len(rows_of(out, stored.rules, True)) == 7


def test_a_sample_says_its_seed(stored, tmp_path):
    """With all else that the rows depend on, the file says it in its metadata."""
    conditions = ("--value", "win", "--tier", "a1 *", "--only", "hole", "--max-dtm", "9")
    wanted = ("export", "ostle", *BOARD, *conditions, "--format", "parquet", "--sample", "5")
    output = json.loads(ask(*wanted, "--json"))
    out, seed = tmp_path / output["out"], output["seed"]
    about = json.loads(parquet.read_schema(out).metadata[b"retro"])
    assert about["conditions"] == {"value": "win", "tiers": ["a1 *"], "only": ["hole"], "max_dtm": 9}
    assert about["digest"] == stored.rules.digest and about["options"] == stored.rules.options
    assert (about["sample"], about["seed"], about["keys"], output["rows"]) == (5, seed, False, 5)
    first = content(out)
    again = ask(*wanted, "--seed", str(seed), "--force")
    assert content(out) == first and re.match(rf"seed +{seed}\nrows +5\n", again)


@pytest.mark.parametrize(
    ("arguments", "code", "reason"),
    [
        (("--format", "csv", "--only", "blunders"), 2, "have no tag 'blunders'"),
        (("--format", "parquet", "--within", "3"), 5, "retro reach ostle"),
        (("--format", "parquet", "--set", "rule8=exact"), 5, "retro solve ostle"),
        (("--format", "csv", "--out", "there/some.csv"), 2, "there is no directory there"),
        (("--format", "csv", "--out", "file"), 2, "file is there already; --force writes over it"),
        (("--format", "csv", "--out", "folder", "--force"), 2, "nothing that may be written over"),
        (("--format", "csv", "--out", "x" * 300), 2, "File name too long"),
        (("--format", "csv", "--seed", "3"), 2, "--seed is for --sample"),
        (("--format", "csv", "--sample", "3", "--limit", "3"), 2, "exclude each other"),
    ],
)
def test_a_refusal_is_one_line_and_leaves_nothing(stored, tmp_path, arguments, code, reason):
    (tmp_path / "file").write_text("mine")
    (tmp_path / "folder").mkdir()
    assert reason in ask("export", "ostle", *BOARD, *arguments, code=code)
    assert {each.name for each in tmp_path.iterdir()} == {"file", "folder"}
    assert (tmp_path / "file").read_text() == "mine"


def test_without_the_package_one_line_says_what_to_install(stored, monkeypatch, tmp_path):
    monkeypatch.delattr("retro.app.exporting.as_parquet", raising=False)
    monkeypatch.delitem(sys.modules, "retro.app.exporting.as_parquet", raising=False)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    output = ask("export", "ostle", *BOARD, "--format", "parquet", code=2)
    assert output == 'error: parquet needs pyarrow: pip install "retrograde[export]"'
    assert list(tmp_path.iterdir()) == []


def test_conditions_are_the_same_options_in_both_commands():
    helps = [ask(name, "--help") for name in ("puzzles", "export")]
    puzzles, exports = (set(re.findall(r"^  (--[a-z-]+)", each, re.MULTILINE)) for each in helps)
    assert puzzles - exports == {"--count-only"}
    own = {"--format", "--out", "--force", "--keys", "--optimal", "--squares", "--sample", "--seed"}
    assert exports - puzzles == own


@pytest.mark.compiled
def test_the_commands_of_the_page_work(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RETRO_DATA", str(tmp_path / "data"))
    consoles = re.findall(r"^```console\n.*?^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    (tmp_path / "consoles.md").write_text("\n".join(consoles))
    commands = list(steps(tmp_path / "consoles.md"))
    assert [command.line for command in commands] == ["retro solve lgame", "retro export lgame --format parquet"]
    for command in commands:
        printed = ask(*command.line.split()[1:])
        assert command.matches(printed), printed
    assert run_examples(PAGE.read_text(encoding="utf-8")) >= 8


def test_the_page_has_every_column_and_every_field(small_game):
    rows = set(re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert set(NAMES) <= rows
    about = writing.about(small_game("british_square").about, Conditions(), None, False)
    text = PAGE.read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in about)
    assert f"{formats.BATCH_ROWS:,} rows" in text
