"""Errors of the server are in the language of the page."""

import re

import pytest
from browsing import PLACES

pytestmark = pytest.mark.compiled

REFUSED = {
    "ostle": ["00", "999999999", "300000000", "333000112", "300111002", "302220001", "1" * 200, "300110022 mover=2x"],
    "lgame": ["x" * 300, "....", "####/####/xx../****", "#.../#.../##../****", "#.xx/#.x./##.*/.***"],
    "british_square": ["12", "000000009", "120000000", "222000000", "111000000 turn 2", "000010000 turn 2", "turn 0"],
}
"""Texts that are no positions."""


@pytest.mark.parametrize("name", ["ostle", *(pytest.param(name, marks=pytest.mark.soak) for name in [*REFUSED][1:])])
def test_errors_are_in_the_language_of_the_page(visit, name):
    """The message about each wrong text is Japanese: it has no two English words in a row."""
    visiting = visit(locale="ja-JP")
    page = visiting.go(f"#/{name}/explore?{PLACES[name]}")
    page.keyboard.press("s")
    dialog = page.get_by_role("dialog")
    dialog.locator(".verdict", has_text="✓").wait_for()
    for text in REFUSED[name]:
        with page.expect_response("**/setup?**") as answer:
            dialog.locator("#position").fill(text)
        problem = answer.value.json()["problem"]
        assert problem, text
        dialog.locator(".verdict .wrong").wait_for()
        page.wait_for_timeout(50)
        shown = dialog.locator(".verdict").inner_text()
        assert not re.search("[a-z]{2,} [a-z]{2,}", shown), (problem, shown)
        assert re.search("[ぁ-んァ-ン一-龥]", shown)
