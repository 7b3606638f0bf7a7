"""Plots: their numbers equal those of single look-ups, and the same numbers give the same files."""

import json
import re
import shutil
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import commanding
import matplotlib
import pytest
from commanding import ask
from matplotlib.image import imread
from planted_errors import DatabaseContent
from runs import rules_of
from scanned_game import BOARD, keys_of
from scanned_game import counted as states_by_value

from retro.app import plotting
from retro.app.plotting import figures, series
from retro.query import api
from retro.statistics import outcomes as counting
from retro.storage import block
from retro.storage.database import Database
from retro.system.errors import GameError
from retro.system.progress import Silent

ROOT = Path(__file__).parent.parent
LGAME = pytest.param("lgame", marks=pytest.mark.compiled)
ORDER = ("win", "draw", "loss")


@pytest.fixture(scope="module", params=["ostle", "walking", "british_square", LGAME])
def game(request, small_game):
    return small_game(request.param)


@pytest.fixture(scope="module", params=[LGAME])
def lgame(small_game, request):
    return small_game(request.param)


def command(game, *words):
    """`retro plot` with the options and the database of a game."""
    return commanding.run("plot", game.rules.game.name, *settings(game), *words)


def counted(sections):
    """Positions by name of the section and outcome."""
    outcomes = ((each.name, *pair) for each in sections for pair in zip(ORDER, each.counts, strict=True))
    return {(name, outcome): count for name, outcome, count in outcomes if count}


def one_by_one(game, name_of):
    """The same by look-ups, of sections with the names that the function gives to keys."""
    rules, expected = game.rules, Counter()
    for key in keys_of(rules):
        value = game.tablebase.probe(key).value
        outcome = value if isinstance(value, str) else ORDER[1 - (value > 0) + (value < 0)]
        weight = len({rules.image(key, g) for g in range(rules.group)}) if rules.counted == "sides" else 1
        expected[name_of(key), outcome] += weight
    return expected


def test_frames_that_several_sections_share_are_divided(game, tmp_path, monkeypatch):
    """In a large game sections begin anywhere in frames; here these have seven slots. Each is read once."""
    database, requested, fields = game.tablebase.database, [], Database.fields
    whole = counting.count(game.rules, database, 1, Silent())
    for name in ("BLOCK_SLOTS", "SHORT_BLOCK_SLOTS"):
        monkeypatch.setattr(block, name, 7)
    path = DatabaseContent.of(game.rules, database.path).store(tmp_path / "database")
    monkeypatch.setattr(Database, "fields", lambda self, number: requested.append(number) or fields(self, number))
    with Database(path, game.rules.digest) as opened:
        assert opened.block == 7 and counting.count(game.rules, opened, 2, Silent()) == whole
    frames = range(-(-database.slots // 7))
    assert sorted({*requested}) == [*frames] and len(requested) <= len(frames) + 1  # one to compile


def test_sections_have_the_labels_of_the_game(game):
    sections = counting.count(game.tablebase.rules, game.tablebase.database, 1, Silent())
    shown = counting.merged(game.rules, sections)
    if game.rules.game.name != "ostle":
        assert shown == [each._replace(name=game.rules.text.section(each.name)) for each in sections]
        return

    def label(key):
        text = game.rules.text.format(key)
        return f"mover {text.count('1')}, opponent {text.count('2')}"

    assert counted(shown) == one_by_one(game, label)


NO_LINE = "which is not one printable line"
WRONG_NAMES = [
    (lambda name: name[99], "raised IndexError: string index out of range"),
    (lambda name: "", f"returned '', {NO_LINE}"),
    (lambda name: 5, f"returned 5, {NO_LINE}"),
]


@pytest.mark.parametrize(("section", "message"), WRONG_NAMES)
def test_a_wrong_name_of_a_section_is_the_plugins_fault(section, message):
    rules = rules_of("lgame")
    with pytest.raises(GameError) as caught:
        wrong = replace(rules, text=rules.text._replace(section=section))
        counting.merged(wrong, [counting.Outcomes("all", 1, 2, 3)])
    assert str(caught.value) == f"plugin lgame: section('all') {message}"


def settings(game):
    """Returns the options of a game and the directory of its database for the command line."""
    words = [word for key, value in game.rules.options.items() for word in ("--set", f"{key}={value}")]
    return [*words, "--data", str(game.tablebase.database.path.parent)]


def bars(axes):
    """Heights of the bars that were drawn, by position on the axis."""
    return {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in axes.patches if bar.get_height()}


def test_bars_are_states_by_dtm_or_score(game):
    (figure,) = plotting.draw(game.tablebase, ["scores" if game.rules.scores else "dtm"], 1, Silent()).values()
    counts = states_by_value(game.states)
    if game.rules.scores:
        (axes,) = figure.axes
        expected = Counter()
        for (_, _, points), count in counts.items():
            expected[points] += count
        assert bars(axes) == expected
        return
    for axes, outcome in zip(figure.axes, ("win", "loss"), strict=True):
        assert bars(axes) == {dtm: count for (value, dtm, _), count in counts.items() if value == outcome}
        of_outcome = sum(count for (value, *_), count in counts.items() if value == outcome)
        assert f" {of_outcome:,} of {counts.total():,} states" in axes.get_title("left")
    assert f"drawn: {counts['draw', None, None]:,} of " in figure.get_suptitle()


def test_bars_are_states_by_distance_from_the_start(small_game, tmp_path):
    path = small_game("ostle").tablebase.database.path
    path, board = shutil.copytree(path, tmp_path / path.name), (*BOARD, "--data", tmp_path)
    searched = json.loads(ask("reach", "ostle", *board, "--json"))
    with api.open_at(path, small_game("ostle").rules) as table:
        figure = plotting.draw(table, ["distance"], 1, Silent())["distance"]
    assert bars(figure.axes[0]) == {row["distance"]: row["states"] for row in searched["histogram"]}
    output = ask("plot", "ostle", *board, "--out", tmp_path, "--only", "distance", "--format", "png")
    assert output == f"{tmp_path / 'ostle-distance.png'}\n"


def test_lines_are_shares_of_states_that_end_soon_enough(game):
    if game.rules.scores:
        assert "decided" not in plotting.names(game.tablebase)
        return
    shown = series.decided(game.about)
    counts = states_by_value(game.states)
    for index, plies in enumerate(shown.plies):
        for outcome, shares in (("win", shown.won), ("loss", shown.lost)):
            ended = sum(count for (value, dtm, _), count in counts.items() if value == outcome and dtm <= plies)
            assert shares[index] == pytest.approx(float(Fraction(ended, counts.total())))
    assert shown.plies[-1] == (game.about.longest_dtm or 1)
    assert shown.won[-1] + shown.lost[-1] + shown.drawn == pytest.approx(1)
    (axes,) = plotting.draw(game.tablebase, ["decided"], 1, Silent())["decided"].axes
    both, won, lost = (list(line.get_ydata())[:-1] for line in axes.lines)
    assert (won, lost) == (shown.won, shown.lost)
    assert both == [sum(pair) for pair in zip(won, lost, strict=True)]


@pytest.mark.parametrize("count", [1, 4, figures.MAX_LINES, figures.MAX_LINES + 1, 100])
def test_bars_of_outcomes_fill_their_width(count):
    sections = [counting.Outcomes(f"section {number}", number, 2, 3 * number) for number in range(count)]
    (axes,) = figures.outcomes("A game", sections, "", False).axes
    whole = [sum(column) for column in zip(*(section.counts for section in sections), strict=True)]
    few = count <= figures.MAX_LINES
    rows = [section.counts for section in sections if not few or count > 1] + [whole] * few
    drawn = [[bar.get_width() if few else bar.get_height() for bar in bars] for bars in axes.containers]
    assert drawn == [[pytest.approx(row[kind] / sum(row)) for row in rows] for kind in range(3)]


def test_files_are_named_printed_reproducible_and_for_paper(lgame, tmp_path):
    names = [f"lgame-{name}.{kind}" for name in ("dtm", "outcomes", "decided") for kind in ("svg", "png")]
    first, second = tmp_path / "new" / "one", tmp_path / "two"
    result = command(lgame, "--out", first)
    assert result.code == 0
    (line,) = (line for line in result.errors.splitlines() if "distances" in line)
    assert line.startswith("no plot of distances: not searched yet") and line.endswith("(retro reach lgame)")
    assert result.output.splitlines() == [str(first / name) for name in names]
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.hashsalt": "x", "savefig.dpi": 10}):
        again = command(lgame, "--out", second, "--json", "--threads", 1)
    assert json.loads(again.output)["files"] == [
        {"plot": re.split("[-.]", name)[1], "format": name[-3:], "path": str(second / name)} for name in names
    ]
    assert sorted(path.name for path in first.iterdir()) == sorted(names)
    for name in names:
        assert (first / name).read_bytes() == (second / name).read_bytes()
        if name.endswith("png"):
            assert imread(first / name).shape[:2] == (720, 1260)
            continue
        root = ElementTree.fromstring((first / name).read_text(encoding="utf-8"))
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert "path" in tags and not tags & {"text", "date", "image"}
        size = [float(root.get(side).removesuffix("pt")) / 72 for side in ("width", "height")]
        assert size == pytest.approx([6.3, 3.6])


@pytest.mark.parametrize(
    ("name", "plot", "code", "message"),
    [
        pytest.param("lgame", "distance", 5, "not searched yet", marks=pytest.mark.compiled),
        ("ostle", "scores", 2, "there is no plot scores of ostle; its plots: dtm, distance, outcomes, decided\n"),
        ("british_square", "dtm", 2, "there is no plot dtm of british_square; its plots: scores, distance, outcomes\n"),
    ],
)
def test_a_plot_that_is_not_possible_is_refused(small_game, tmp_path, name, plot, code, message):
    result = command(small_game(name), "--only", plot, "--out", tmp_path / "none")
    assert result.code == code and result.errors.startswith(f"error: {message}") and result.errors.count("\n") == 1
    assert not (tmp_path / "none").exists()


def test_without_matplotlib_one_line_says_what_to_install(lgame, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = command(lgame, "--out", tmp_path / "none")
    assert result.code == 2
    assert result.errors == 'error: plotting needs matplotlib: pip install "retrograde[plot]"\n'
    assert not (tmp_path / "none").exists()


def test_the_example_in_python_draws(lgame, tmp_path, monkeypatch):
    page = (ROOT / "docs" / "reference" / "plots.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    monkeypatch.setenv("RETRO_DATA", str(lgame.tablebase.database.path.parent))
    monkeypatch.chdir(tmp_path)
    exec(example, {})
    assert sorted(path.name for path in (tmp_path / "plots").iterdir()) == ["lgame-dtm.svg", "lgame-outcomes.svg"]


def test_the_page_names_every_plot():
    page = (ROOT / "docs" / "reference" / "plots.md").read_text(encoding="utf-8")
    assert tuple(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == plotting.PLOTS
