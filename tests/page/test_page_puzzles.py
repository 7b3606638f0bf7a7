"""Puzzles on the page: the moves that solve them, messages about others, and the tally."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from urllib.parse import unquote

import pytest
from browsing import OSTLE, PHONE, PLACES, TOUCHED, legal, pick, ply, puzzle_at, top_and_bottom
from workplace import awaited

pytestmark = pytest.mark.compiled

DAY = datetime(2026, 1, 1, 12, tzinfo=UTC)


def slower_wins(table, state):
    best, *others = legal(table, *state)
    return [move for move in others if move.value == best.value == "win" and move.dtm > best.dtm]


def best_defence(table, state, move):
    """Returns the state after a move and the best reply."""
    after = table.play([move.move], *state)
    return table.play([legal(table, *after)[0].move], *after)


def last_choice(table, puzzle):
    """Returns the state before the solver's last move."""
    state = puzzle["position"], None
    for _ in range(puzzle["plies"] // 2):
        state = best_defence(table, state, legal(table, *state)[0])
    return state


@pytest.fixture(scope="module")
def listed(address, chromium):
    """Returns the puzzles of a day in Ostle, as the server lists them."""
    context = chromium.new_context()

    def listed(day, kind="short"):
        query = f"{address}api/v1/games/ostle/puzzles?kind={kind}&{OSTLE}&seed={day:%Y%m%d}"
        awaited(lambda: context.request.get(query).json()["ready"])
        return context.request.get(query).json()["puzzles"]

    yield listed
    context.close()


@pytest.fixture(scope="module")
def slow(listed, tables):
    """Returns a puzzle of several moves, the last of which can be replaced by a slower win."""
    table = tables["ostle"]
    for day in (DAY + timedelta(days=number) for number in range(100)):
        for puzzle in listed(day) + listed(day, "middle"):
            if slower_wins(table, last_choice(table, puzzle)):
                return puzzle
    raise AssertionError("there is no such puzzle")


def solve(page, table, state, plies):
    """Plays the best moves against the defence of the page."""
    for number in range(0, plies, 2):
        ply(page, f"{number} / {number}")
        best = legal(table, *state)[0]
        pick(page, table, state[0], best.move)
        if number + 2 < plies:
            ply(page, f"{number + 2} / {number + 2}")
            state = best_defence(table, state, best)


def test_a_win_that_takes_longer_is_no_solution(visit, table, slow):
    page = visit().go(f"#/ostle/puzzles?{OSTLE}&puzzle={slow['position']}")
    page.locator(".stipulation").wait_for()
    state, last = last_choice(table, slow), slow["plies"] - 1
    solve(page, table, (slow["position"], None), last)
    ply(page, f"{last} / {last}")
    slower = slower_wins(table, state)[0]
    pick(page, table, state[0], slower.move)
    words = f"{slower.move} also wins, but takes {(slower.dtm + 1) // 2} moves"
    page.get_by_role("alert").filter(has_text=words).wait_for()
    assert page.get_by_text("Solved!").count() == 0
    page.get_by_role("button", name="Try again").click()
    ply(page, f"{last} / {last}")
    pick(page, table, state[0], legal(table, *state)[0].move)
    page.get_by_text("Solved!").wait_for()
    page.get_by_text("1 solved, 0 failed. In a row: 1, best 1.").wait_for()


def test_the_puzzle_of_a_day_counts_once(visit, tables, listed):
    visiting = visit()
    page = visiting.page
    for day, tally in ((DAY, 1), (DAY, 1), (DAY + timedelta(days=1), 2)):
        puzzle = listed(day)[0]
        page.clock.set_fixed_time(day)
        page.goto("about:blank")
        visiting.go(f"#/ostle/puzzles?{OSTLE}")
        page.locator(".stipulation").wait_for()
        assert f"puzzle={puzzle['position']}" in page.url
        solve(page, tables["ostle"], (puzzle["position"], None), puzzle["plies"])
        page.get_by_text("Solved!").wait_for()
        page.get_by_text(f"{tally} solved, 0 failed. In a row: {tally}, best {tally}. Today's puzzle is").wait_for()


def test_a_hint_names_the_piece_and_the_puzzle_does_not_count(visit, table, slow):
    page = visit().go(f"#/ostle/puzzles?{OSTLE}&puzzle={slow['position']}")
    page.get_by_role("button", name="Hint").click()
    best = table.moves(slow["position"])[0]
    page.get_by_text(f"Look at {best.move[:2]}.").wait_for()
    assert page.locator(".spot.hinted").get_attribute("data-spot") == best.move[:2]
    solve(page, table, (slow["position"], None), slow["plies"])
    page.get_by_text("Solved, with a hint").wait_for()
    page.get_by_text("0 solved, 0 failed. In a row: 0, best 0.").wait_for()


def test_only_kinds_of_which_there_are_puzzles_are_offered(visit, listed):
    visiting = visit()
    visiting.page.clock.set_fixed_time(DAY)
    page = visiting.go(f"#/ostle/puzzles?{OSTLE}")
    puzzles = [each for kind in ("short", "middle", "draw", "long") for each in listed(DAY, kind)]
    page.locator(".opponent .dots").wait_for(state="detached")
    grades = Counter(each["grade"].title() for each in puzzles)
    offered = page.get_by_label("Grade").locator("option").all_inner_texts()
    assert offered == ["any", *(f"{name} ({grades[name]})" for name in ("Easy", "Medium", "Hard") if grades[name])]
    for grade in (each.lower() for each in grades):
        page.get_by_label("Grade").select_option(grade)
        before = page.url
        page.get_by_role("button", name="Next puzzle").click()
        page.wait_for_url(lambda url, before=before: url != before)
        shown = unquote(page.url.split("puzzle=")[1].split("&")[0])
        assert shown in {each["position"] for each in puzzles if each["grade"] == grade}


def test_a_points_puzzle_goes_on_while_a_single_move_is_best(visit, tables):
    table = tables["british_square"]
    visiting = visit()
    page, puzzle = visiting.page, puzzle_at(visiting, f"#/british_square/puzzles?{PLACES['british_square']}")
    moves = (puzzle["plies"] + 1) // 2
    task = "Only one move keeps the points" if moves == 1 else f"Lose no points for {moves} moves"
    page.locator(".stipulation", has_text=f"{task} (Blue: ").wait_for()
    solve(page, table, (puzzle["position"], puzzle["forbidden"]), puzzle["plies"])
    page.get_by_text("Solved!").wait_for()


def test_a_puzzle_is_failed_refuted_and_solved(visit, table):
    """The refutation names the winner; on a phone it is above the board, as the buttons are."""
    visiting = visit(**TOUCHED)
    page, puzzle = visiting.page, puzzle_at(visiting, f"#/ostle/puzzles?{OSTLE}")
    state = puzzle["position"], puzzle["forbidden"]
    moves = legal(table, *state)
    assert [move.move for move in moves if move.value == "win"] == [puzzle["key"]]
    bad = next(move for move in moves if move.value == "loss" and move.after)
    reply = legal(table, *table.play([bad.move], *state))[0]
    pick(page, table, state[0], bad.move)
    words = f"{bad.move} fails to {reply.move}: Amber wins in {(reply.dtm + 1) // 2} move"
    page.locator(".wrong", has_text=words).wait_for()
    again = page.get_by_role("button", name="Try again")
    again.wait_for()
    board = top_and_bottom(page, ".board")
    for shown in (".wrong", "main button.first"):
        assert 0 <= top_and_bottom(page, shown)[0] and top_and_bottom(page, shown)[1] <= board[0]
    assert board[1] <= PHONE["height"]
    again.click()
    solve(page, table, state, puzzle["plies"])
    page.get_by_text("The puzzle will come back once more").wait_for()
    page.get_by_text("1 will come back.").wait_for()
    page.locator(".line b", has_text=puzzle["key"]).wait_for()
