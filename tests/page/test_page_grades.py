"""The page with a game whose draws are graded."""

import pytest
from browsing import server
from commanding import ask
from installing import register


@pytest.fixture(scope="module")
def address(chromium, tmp_path_factory):
    """`chromium` comes first: if it skips, nothing is solved. Kernels run in plain Python."""
    directory = tmp_path_factory.mktemp("grades")
    register(directory, "grades", {"harbour": "harbour_game.plugin"})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RETRO_PLAIN", "1")
        patch.syspath_prepend(str(directory))
        ask("solve", "harbour", "--draws", "graded", "--data", directory / "data")
        with server(directory / "data") as address:
            yield address


@pytest.mark.filterwarnings("ignore:overflow encountered")
def test_grades_of_draws_are_shown_best_first(visit):
    """The grades are those that were worked out by hand: west keeps the bay's 333, the others lose as much."""
    visiting = visit()
    page = visiting.page
    page.goto(f"{visiting.address}#/harbour/explore?position=bay0")
    page.locator(".headline .worth", has_text="Draw").wait_for()
    assert "grade +333" in page.locator(".headline .worth").inner_text()
    rows = page.locator(".moves > ol > li").all_inner_texts()
    assert rows[0].split()[1] == "west" and "grade +333" in rows[0]
    assert all("grade \N{MINUS SIGN}333" in row for row in rows[1:]) and len(rows) == 3
