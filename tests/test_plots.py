"""Plots: their numbers equal those of single look-ups, and the same numbers give the same files."""

import errno
import json
import re
import sys
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import commanding
import matplotlib
import numpy as np
import ostle as results
import pytest
import result_page
from commanding import ask
from matplotlib.image import imread
from runs import rules_of
from scanned_game import GAMES, scanned

from retro.app import plotting
from retro.app.plotting import figures, series
from retro.statistics import outcomes as counting
from retro.system.errors import GameError, ResourceError
from retro.system.progress import Silent

pytestmark = pytest.mark.compiled

ROOT = Path(__file__).parent.parent
SMALL = [name for name in GAMES if not name.startswith("ostle ")]
ORDER = ("win", "draw", "loss")


@pytest.fixture(scope="module", params=SMALL)
def game(request, small_game):
    return small_game(request.param)


@pytest.fixture(scope="module")
def lgame(small_game):
    return small_game("lgame")


def run(*words):
    return commanding.run("plot", *words)


def command(game, *words):
    """`retro plot` with the options and the database of a game."""
    return run(game.rules.game.name, *settings(game), *words)


def test_outcomes_are_those_of_all_positions_looked_up_one_by_one(game):
    rules, probe = game.rules, game.tablebase.probe
    expected = Counter()
    for slot in range(rules.slots):
        key = rules.unrank(slot)
        if key < 0:
            continue
        value = probe(key).value
        sign = value if isinstance(value, str) else "win" if value > 0 else "loss" if value < 0 else "draw"
        weight = len({rules.image(key, g) for g in range(rules.group)}) if rules.counted == "sides" else 1
        declared = [name for name, start, stop in rules.sections if start <= slot < stop]
        expected[declared[0] if declared else f"tier {rules.tier(key)}", sign] += weight
    sections = counting.count(game.tablebase.rules, game.tablebase.database, 2, Silent())
    assert {
        (each.name, sign): count for each in sections for sign, count in zip(ORDER, each.counts, strict=True) if count
    } == (dict(expected))
    assert {each.name: each.positions for each in sections} == game.about.statistics.sections


def test_frames_that_several_sections_share_are_divided(game, monkeypatch):
    """As in a large game, whose sections begin anywhere in the frames that are read together."""
    whole = counting.count(game.tablebase.rules, game.tablebase.database, 1, Silent())
    database = game.tablebase.database
    monkeypatch.setattr(database, "manifest", replace(database.manifest, block=7))
    requested = []
    monkeypatch.setattr(database, "fields", lambda number: requested.append(number) or _frame_of_7(game, number))
    assert counting.count(game.tablebase.rules, database, 2, Silent()) == whole
    frames = range(-(-database.slots // 7))
    assert sorted(set(requested)) == list(frames) and len(requested) <= len(frames) + 1  # one to compile


def _frame_of_7(game, number):
    """Returns the indices of best values one by one, since the manifest is patched to name a wrong frame size."""
    slots = range(7 * number, min(7 * number + 7, game.tablebase.database.slots))
    indices = [game.about.values.index(game.table.record(slot)[0]) for slot in slots]
    return (np.array(indices, np.uint8),)


def test_sections_have_the_labels_of_the_game(game):
    sections = counting.count(game.tablebase.rules, game.tablebase.database, 1, Silent())
    shown = counting.merged(game.rules, sections)
    if game.rules.game.name != "ostle":
        assert shown == [each._replace(name=game.rules.text.section(each.name)) for each in sections]
        return
    expected = Counter()
    for slot in range(game.rules.slots):
        key = game.rules.unrank(slot)
        if key >= 0:
            text = game.rules.text.format(key)
            name = f"mover {text.count('1')}, opponent {text.count('2')}"
            expected[name, game.tablebase.probe(key).value] += 1
    assert {
        (each.name, sign): count for each in shown for sign, count in zip(ORDER, each.counts, strict=True) if count
    } == (dict(expected))


@pytest.mark.parametrize(
    ("section", "message"),
    [
        (lambda name: name[99], "section('all') raised IndexError: string index out of range"),
        (lambda name: "", "section('all') returned '', which is not one printable line"),
        (lambda name: 5, "section('all') returned 5, which is not one printable line"),
    ],
)
def test_a_wrong_name_of_a_section_is_the_plugins_fault(lgame, section, message):
    rules = replace(lgame.rules, text=lgame.rules.text._replace(section=section))
    with pytest.raises(GameError) as caught:
        counting.merged(rules, [counting.Outcomes("all", 1, 2, 3)])
    assert str(caught.value) == f"plugin lgame: {message}"


def settings(game):
    """Returns the options of a game and the directory of its database for the command line."""
    words = [word for key, value in game.rules.options.items() for word in ("--set", f"{key}={value}")]
    return [*words, "--data", str(game.tablebase.database.path.parent)]


def states(game):
    """States by value and DTM, as `retro stats` has them; of a game that is not installed, looked up one by one."""
    if game.rules.game.name == "walking":
        return Counter(state.value[:2] for state in game.states)
    answer = json.loads(ask("stats", game.rules.game.name, *settings(game), "--json"))
    counts = Counter()
    for row in answer["histogram"]:
        counts[row["value"], row["dtm"]] += row["states"]
    return counts


def bars(axes):
    """Heights of the bars that were drawn, by position on the axis."""
    return {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in axes.patches if bar.get_height()}


def test_bars_are_states_by_dtm_or_score(game):
    (figure,) = plotting.draw(game.tablebase, ["scores" if game.rules.scores else "dtm"], 1, Silent()).values()
    counts = states(game)
    if game.rules.scores:
        (axes,) = figure.axes
        expected = Counter()
        for (points, _), count in counts.items():
            expected[points] += count
        assert bars(axes) == expected
        return
    for axes, outcome in zip(figure.axes, ("win", "loss"), strict=True):
        assert bars(axes) == {dtm: count for (value, dtm), count in counts.items() if value == outcome}
        of_outcome = sum(count for (value, _), count in counts.items() if value == outcome)
        assert f" {of_outcome:,} of {sum(counts.values()):,} states" in axes.get_title("left")
    drawn = sum(count for (value, _), count in counts.items() if value == "draw")
    assert f"drawn: {drawn:,} of " in figure.get_suptitle()


def test_bars_are_states_by_distance_from_the_start(tmp_path):
    with scanned("lgame", tmp_path) as game:
        searched = json.loads(ask("reach", "lgame", "--data", tmp_path, "--json"))
        figure = plotting.draw(game.tablebase, ["distance"], 1, Silent())["distance"]
        expected = {row["distance"]: row["states"] for row in searched["histogram"]}
        assert bars(figure.axes[0]) == expected
        result = command(game, "--out", tmp_path, "--format", "png")
        assert result.output.splitlines()[1] == str(tmp_path / "lgame-distance.png")


def test_lines_are_shares_of_states_that_end_soon_enough(game):
    if game.rules.scores:
        assert "decided" not in plotting.names(game.tablebase)
        return
    shown = series.decided(game.about)
    counts = states(game)
    total = sum(counts.values())
    for index, plies in enumerate(shown.plies):
        for outcome, shares in (("win", shown.won), ("loss", shown.lost)):
            ended = sum(count for (value, dtm), count in counts.items() if value == outcome and dtm <= plies)
            assert shares[index] == pytest.approx(float(Fraction(ended, total)))
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


def test_files_are_named_printed_and_reproducible(lgame, tmp_path):
    names = [f"lgame-{name}.{kind}" for name in ("dtm", "outcomes", "decided") for kind in ("svg", "png")]
    first, second = tmp_path / "new" / "one", tmp_path / "two"
    result = command(lgame, "--out", first)
    assert result.code == 0
    assert result.output.splitlines() == [str(first / name) for name in names]
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red", "svg.hashsalt": "x", "savefig.dpi": 10}):
        again = command(lgame, "--out", second, "--json", "--threads", 1)
    assert json.loads(again.output)["files"] == [
        {"plot": re.split("[-.]", name)[1], "format": name[-3:], "path": str(second / name)} for name in names
    ]
    assert sorted(path.name for path in first.iterdir()) == sorted(names)
    for name in names:
        assert (first / name).read_bytes() == (second / name).read_bytes()


def test_svg_is_xml_without_text_or_date_and_png_is_for_paper(lgame, tmp_path):
    command(lgame, "--out", tmp_path)
    for path in tmp_path.glob("*.svg"):
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        tags = {element.tag.rpartition("}")[2] for element in root.iter()}
        assert "path" in tags and not tags & {"text", "date", "image"}
        width, height = (float(root.get(side).removesuffix("pt")) / 72 for side in ("width", "height"))
        assert (width, height) == pytest.approx((6.3, 3.6))
    for path in tmp_path.glob("*.png"):
        assert imread(path).shape[:2] == (720, 1260)


def test_only_selected_plots_are_drawn(lgame, tmp_path):
    result = command(lgame, "--out", tmp_path, "--only", "decided", "--only", "dtm", "--format", "svg")
    assert result.output.splitlines() == [str(tmp_path / f"lgame-{name}.svg") for name in ("dtm", "decided")]
    assert len(list(tmp_path.iterdir())) == 2
    assert result.errors == ""


def test_without_distances_one_line_names_the_command(lgame, tmp_path):
    result = command(lgame, "--out", tmp_path, "--format", "svg")
    (line,) = [line for line in result.errors.splitlines() if "distances" in line]
    assert line.startswith("no plot of distances: not searched yet") and line.endswith("(retro reach lgame)")
    refused = command(lgame, "--out", tmp_path / "none", "--only", "distance")
    assert refused.code == 5
    assert refused.errors.startswith("error: not searched yet") and refused.errors.count("\n") == 1
    assert not (tmp_path / "none").exists()


def test_plots_of_dtm_and_of_scores_exclude_each_other(tmp_path, lgame):
    result = command(lgame, "--only", "scores", "--out", tmp_path)
    assert result.code == 2
    assert result.errors == "error: there is no plot scores of lgame; its plots: dtm, distance, outcomes, decided\n"
    with scanned("british_square", tmp_path) as game:
        result = command(game, "--only", "dtm")
        assert result.code == 2
        assert result.errors.endswith("british_square; its plots: scores, distance, outcomes\n")
        assert command(game, "--out", tmp_path).output.count("\n") == 4


def test_a_full_disk_leaves_no_directory(tmp_path):
    def savefig(*args, **options):
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "there").mkdir()
    for folder in (tmp_path / "one" / "two", tmp_path / "there" / "three", tmp_path / "there"):
        with pytest.raises(ResourceError, match="disk is full"):
            plotting.write({"dtm": SimpleNamespace(savefig=savefig)}, "lgame", folder, ["svg"])
    assert [each.name for each in tmp_path.rglob("*")] == ["there"]


def test_without_matplotlib_one_line_says_what_to_install(lgame, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = command(lgame, "--out", tmp_path / "none")
    assert result.code == 2
    assert result.errors == 'error: plotting needs matplotlib: pip install "retrograde[plot]"\n'
    assert not (tmp_path / "none").exists()


def test_a_file_that_cannot_be_written_leaves_nothing_behind(lgame, tmp_path, monkeypatch):
    (tmp_path / "lgame-dtm.svg").mkdir()
    result = command(lgame, "--out", tmp_path, "--only", "dtm", "--format", "svg")
    assert result.code == 2
    assert result.errors.startswith("error: ") and result.errors.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["lgame-dtm.svg"]


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


@pytest.mark.parametrize(("options", "whole_game"), [({}, True), ({"pieces": "8"}, False)])
def test_the_page_of_results_shows_plots_of_the_whole_game_if_there_are_any(tmp_path, monkeypatch, options, whole_game):
    table = SimpleNamespace(rules=rules_of("ostle", **options))
    monkeypatch.setattr(results, "PLOTS", tmp_path / "plots")
    made = result_page.ResultPage()
    results._show_plot(made, table, "dtm", "States by DTM")
    assert made.lines == []
    (tmp_path / "plots").mkdir()
    (tmp_path / "plots" / "ostle-dtm.svg").write_text("<svg/>")
    results._show_plot(made, table, "dtm", "States by DTM")
    assert made.lines == (["![States by DTM](plots/ostle-dtm.svg)", ""] if whole_game else [])
