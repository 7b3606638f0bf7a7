"""Small British Square, solved: the board that a query draws, and replies that lose no points."""

from xml.etree import ElementTree

import commanding
import naive_british_square as naive
import pytest

import retro

SMALL = ("british_square", "--set", "size=3")
START = "000-000-000 turn 1"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The data directory with the solved board of three by three squares."""
    data = tmp_path_factory.mktemp("data")
    assert run(data, "solve", *SMALL)[0] == 0
    return data


def run(data, *arguments):
    return commanding.run(*arguments, "--data", data)


def test_a_query_draws_the_board(folder, tmp_path):
    """The drawing replaces a file and has fixed colours; a notebook shows it with its moves."""
    file = tmp_path / "board.svg"
    picture = ("query", *SMALL, "--svg", str(file))
    with retro.open("british_square", folder, size=3) as table:
        for more, wanted in (
            ((), table.draw()),
            (("--show", "a1", "--flip"), table.draw("start", "a1", flipped=True)),
            (("--moves", "a1"), table.draw("000-000-100 turn 2")),
        ):
            code, output, errors = run(folder, *picture, *more)
            assert (code, errors) == (0, "") and file.read_text() == wanted == wanted._repr_svg_()
            assert output == run(folder, "query", *SMALL, *more[: 2 * (more[:1] == ("--moves",))])[1]
        ElementTree.fromstring(wanted)
        shown = ElementTree.fromstring(table.query()._repr_html_())
    result = [each.text for each in shown.iter() if each.text]
    assert {"+1", START, "a1", "1 of 6", "to move"} <= set(result)
    file.write_text("as it was")
    for more, printed in (
        (("--show", "b2"), "the first player may not begin on b2"),
        (("--svg", str(tmp_path / "nowhere" / "board.svg")), "there is no directory"),
    ):
        code, output, errors = run(folder, *picture, *more)
        assert (code, output) == (2, "") and printed in errors and len(errors.splitlines()) == 1
    code, _, errors = run(folder, "query", *SMALL, "--flip")
    assert code == 2 and "--svg FILE" in errors
    assert file.read_text() == "as it was" and [each.name for each in tmp_path.iterdir()] == ["board.svg"]


def test_replies_that_lose_no_points(folder):
    with retro.open("british_square", folder, size=3) as table:
        few = 0
        for position in naive.reachable(3):
            for move in table.moves(naive.text(position), replies=True):
                after = naive.play(position, move.move)
                value_of = [naive.value(naive.play(after, reply)) for reply in naive.moves(after)]
                assert move.replies == ((value_of.count(naive.value(after)), len(value_of)) if value_of else None)
                few += value_of.count(naive.value(after)) < len(value_of)
        assert few
