"""The page of a busy server; requests that are cancelled when a view is left."""

import pytest
from browsing import OSTLE, Visit
from connections import OSTLE as PATH
from connections import answers, connected, endless, request

pytestmark = pytest.mark.compiled


@pytest.fixture
def data(small_game):
    return small_game("ostle").tablebase.database.path.parent


def test_leaving_a_view_cancels_its_work_and_a_busy_server_is_reported(chromium, data):
    with endless(data, search=(1, 0, 60.0), scan=(1, 0, 60.0)) as (address, work):
        visit = Visit(chromium, address)
        page = visit.go(f"#/ostle/explore?{OSTLE}")
        # addresses as the page writes them: others are written again, and their requests are repeated
        options = f"{OSTLE}&set=pieces%3D4"
        views = [f"#/ostle/puzzles?{options}&puzzle=start", f"#/ostle/statistics?{options}"]
        for number, view in enumerate(views, 1):
            page.evaluate(f"location.hash = '{view}'")
            work.wait("began", number)
            page.get_by_role("link", name="Explore").click()
            work.wait("stopped", number)
        with connected(address, request(f"{PATH}/puzzle")), connected(address, request(f"{PATH}/longest")):
            work.wait("began", 4)
            page.evaluate(f"location.hash = '{views[0]}'")
            page.get_by_role("alert").filter(has_text="The server is busy. too many requests wait already").wait_for()
            page.get_by_role("link", name="Statistics").click()
            page.get_by_role("alert").filter(has_text="too many requests wait already").wait_for()
            with connected(address, request(f"{PATH}/position")) as talking:
                assert [status for status, _ in answers(talking, 1)] == [200]
        assert len(visit.complaints) == 2 and all("503" in each for each in visit.complaints)  # the browser's own
        visit.complaints.clear()
        visit.close()
