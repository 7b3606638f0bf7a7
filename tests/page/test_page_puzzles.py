"""Puzzles on the page: the moves that solve them, messages about others, and the tally."""

from datetime import UTC, datetime, timedelta

import pytest
from browsing import OSTLE, PLACES, pick, puzzle_at

DAY = datetime(2026, 1, 1, 12, tzinfo=UTC)


def legal(table, state):
    return [move for move in table.moves(*state) if not move.forbidden]


def slower_wins(table, state):
    best, *others = legal(table, state)
    return [move for move in others if move.value == best.value == "win" and move.dtm > best.dtm]


def best_defence(table, state, move):
    """Returns the state after a move and the best reply."""
    after = table.play([move.move], *state)
    return table.play([legal(table, after)[0].move], *after)


def last_choice(table, puzzle):
    """Returns the state before the solver's last move."""
    state = puzzle["position"], puzzle["forbidden"]
    for _ in range(puzzle["dtm"] // 2):
        state = best_defence(table, state, legal(table, state)[0])
    return state


@pytest.fixture(scope="module")
def of_day(address, chromium):
    """Returns the puzzle of a day in Ostle, as the server composes it."""
    context = chromium.new_context()
    query = f"{address}api/v1/games/ostle/puzzle?theme=win&length=7&{OSTLE}&seed="
    yield lambda day: context.request.get(f"{query}{day:%Y%m%d}").json()
    context.close()


@pytest.fixture(scope="module")
def today(of_day, tables):
    """Returns a day whose puzzle takes several moves, where the last one can be replaced by a slower win."""
    table = tables["ostle"]
    for day in (DAY + timedelta(days=number) for number in range(100)):
        puzzle = of_day(day)
        if puzzle["dtm"] > 2 and slower_wins(table, last_choice(table, puzzle)):
            return day
    raise AssertionError("there is no such puzzle")


def solve(page, table, state, plies):
    """Plays the best moves against the defence of the page; returns the solver's last state."""
    for ply in range(0, plies, 2):
        page.locator(".ply", has_text=f"{ply} / {ply}").wait_for()
        best = legal(table, state)[0]
        pick(page, table, state[0], best.move)
        if ply + 2 < plies:
            page.locator(".ply", has_text=f"{ply + 2} / {ply + 2}").wait_for()
            state = best_defence(table, state, best)


def test_a_win_that_takes_longer_is_no_solution(visit, tables, of_day, today):
    table, puzzle = tables["ostle"], of_day(today)
    visiting = visit()
    visiting.page.clock.set_fixed_time(today)
    page = visiting.go(f"#/ostle/puzzles?{OSTLE}")
    page.get_by_text(f"Blue to play and win in {(puzzle['dtm'] + 1) // 2}.").wait_for()
    state, last = (puzzle["position"], puzzle["forbidden"]), puzzle["dtm"] - 1
    for ply in range(0, last, 2):
        page.locator(".ply", has_text=f"{ply} / {ply}").wait_for()
        best = legal(table, state)[0]
        pick(page, table, state[0], best.move)
        state = best_defence(table, state, best)
    page.locator(".ply", has_text=f"{last} / {last}").wait_for()
    slow = slower_wins(table, state)[0]
    pick(page, table, state[0], slow.move)
    page.get_by_role("alert").filter(
        has_text=f"{slow.move} also wins, but takes {(slow.dtm + 1) // 2} moves"
    ).wait_for()
    assert page.get_by_text("Solved!").count() == 0
    page.get_by_role("button", name="Try again").click()
    page.locator(".ply", has_text=f"{last} / {last}").wait_for()
    pick(page, table, state[0], legal(table, state)[0].move)
    page.get_by_text("Solved!").wait_for()
    page.get_by_text("1 solved, 0 failed.").wait_for()


def test_the_puzzle_of_a_day_counts_once(visit, tables, of_day, today):
    visiting = visit()
    page = visiting.page
    for day, tally in ((today, 1), (today, 1), (today + timedelta(days=1), 2)):
        puzzle = of_day(day)
        page.clock.set_fixed_time(day)
        page.goto("about:blank")
        visiting.go(f"#/ostle/puzzles?{OSTLE}")
        page.get_by_text(f"Blue to play and win in {(puzzle['dtm'] + 1) // 2}.").wait_for()
        solve(page, tables["ostle"], (puzzle["position"], puzzle["forbidden"]), puzzle["dtm"])
        page.get_by_text("Solved!").wait_for()
        page.get_by_text(f"{tally} solved, 0 failed. Today's puzzle is included").wait_for()


def test_a_points_puzzle_goes_on_while_a_single_move_is_best(visit, tables):
    table = tables["british_square"]
    visiting = visit()
    page, puzzle = visiting.page, puzzle_at(visiting, f"#/british_square/puzzles?{PLACES['british_square']}")
    moves = (puzzle["plies"] + 1) // 2
    task = "Only one move keeps the points" if moves == 1 else f"Lose no points for {moves} moves"
    page.locator(".stipulation", has_text=f"{task} (Blue has ").wait_for()
    solve(page, table, (puzzle["position"], puzzle["forbidden"]), puzzle["plies"])
    page.get_by_text("Solved!").wait_for()


def test_a_refutation_names_the_winner(visit, tables):
    table = tables["ostle"]
    visiting = visit()
    page, puzzle = visiting.page, puzzle_at(visiting, f"#/ostle/puzzles?{OSTLE}")
    state = puzzle["position"], puzzle["forbidden"]
    bad = next(move for move in legal(table, state) if move.value == "loss" and move.after)
    pick(page, table, puzzle["position"], bad.move)
    reply = legal(table, table.play([bad.move], *state))[0]
    page.locator(
        ".wrong", has_text=f"{bad.move} fails to {reply.move}: Amber wins in {(reply.dtm + 1) // 2} move"
    ).wait_for()
