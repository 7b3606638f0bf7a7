"""The search for states by condition: every count and sample equals that of single look-ups, state by state."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from fnmatch import fnmatchcase
from xml.etree import ElementTree

import numpy as np
import puzzles as page
import pytest
from commanding import ask
from hypothesis import given, settings
from hypothesis import strategies as st
from scanned_game import BOARD, Scanned, ScannedState, counted, keys_of, meets
from state_distances import classes, walks

from retro.app.commands import puzzles as showing
from retro.puzzles import unique_lines
from retro.puzzles.conditions import Conditions
from retro.puzzles.matching import Matching
from retro.puzzles.search import MatchingStates, find
from retro.reach import reach
from retro.system.errors import GameError
from retro.system.progress import Silent

ALL = 10**9


def compare(game: Scanned, conditions: Conditions, expected: list[ScannedState], distances=None) -> MatchingStates:
    table = replace(game.table, distances=distances)
    matches = find(table, conditions, ALL, 2, Silent())
    shown = by_value(game, matches)
    assert shown == counted(expected)
    assert matches.count == sum(shown.values())
    positions = {state.slot: state.key for state in expected}
    players = 2 if game.rules.counted == "sides" else 1
    assert matches.positions == sum(game.weight(key) // players for key in positions.values())
    in_order = sorted(expected, key=lambda state: (-state.order, state.slot, state.forbidden))
    assert [(each.key, each.forbidden) for each in matches.samples] == [(each.key, each.forbidden) for each in in_order]
    return matches


def by_value(game: Scanned, found: MatchingStates):
    """Returns numbers of matches by `ScannedState.value`; scores by sign of both players."""
    if game.rules.scores:
        return counted([_state(game, each) for each in found.samples])
    return {(*game.rules.kind.words(value), None): count for value, count in found.states.items()}


def _state(game, sample):
    return ScannedState(game, game.rules.rank(sample.key)[0], sample.key, sample.forbidden)


SOAK = [pytest.mark.soak, pytest.mark.compiled]
SOAKED = [pytest.param(name, marks=SOAK) for name in ("walking", "lgame", "ostle exact")]


@pytest.mark.parametrize("name", ["ostle", "british_square", *SOAKED])
def test_without_conditions_every_state_is_listed_or_the_first_ones(small_game, name):
    game = small_game(name)
    comparison = compare(game, Conditions(), game.states)
    assert comparison.states == {value: count for value, count in game.about.statistics.states.items() if count}
    for limit in (0, 1, 5):
        some = find(game.table, Conditions(), limit, 1, Silent())
        assert some == replace(comparison, samples=comparison.samples[:limit])


CONDITIONS = {
    "only sacrifices win": Conditions(value="win", only=("sacrifices",)),
    "captures lose": Conditions(value="draw", loses=("captures",), forbidden="no"),
    "one move wins with nothing forbidden": Conditions(unique=True, forbidden="no"),
    "a line of single moves": Conditions(unique_line=True),
    "sacrifices lose and captures do not win": Conditions(none=("captures",), loses=("sacrifices",)),
    "a sacrifice that nothing else replaces": Conditions(only=("sacrifices",), none=("hole",), min_dtm=3),
    "long losses": Conditions(value="loss", min_dtm=6, max_dtm=8),
    "draws": Conditions(value="draw"),
}


@pytest.mark.parametrize("name", ["ostle", SOAKED[2]])
@pytest.mark.parametrize("conditions", CONDITIONS.values(), ids=CONDITIONS)
def test_conditions_on_ostle(small_game, name, conditions):
    game = small_game(name)
    compare(game, conditions, [state for state in game.states if meets(state, conditions)])


@pytest.mark.parametrize("name", ["ostle", pytest.param("ostle on 4x4", marks=SOAK)])
def test_positions_with_unique_lines_are_found_backwards_as_by_following_all_lines(small_game, name):
    game = small_game(name)
    following = Matching(game.table, Conditions(unique_line=True), 1, Silent())
    rows = [piece for task in following.tasks() for piece in following.pieces(task, following.no_counts(), -1)]
    slots = unique_lines.positions(game.table, 2, Silent())
    assert np.unique(np.concatenate(rows)[:, 0]).tolist() == slots.tolist()
    longest = max(game.rules.kind.dtm(value) for value in np.concatenate(rows)[:, 2].tolist())
    assert longest > unique_lines.SHORT or name != "ostle on 4x4"


@pytest.mark.parametrize("name", ["ostle", pytest.param("ostle on 4x4", marks=SOAK)])
def test_images_of_a_position_have_images_of_one_line(small_game, name):
    game = small_game(name)
    rules = game.rules

    def slots(key):
        return [rules.rank(rules.text.parse(each.after))[0] for each in game.tablebase.line(key) if each.after]

    for key in keys_of(rules, np.random.default_rng(0).choice(rules.slots, 30).tolist()):
        assert all(slots(rules.image(key, g)) == slots(key) for g in range(1, rules.group))


@st.composite
def any_conditions(draw, tags):
    some = st.sets(st.sampled_from(tags), max_size=2).map(tuple) if tags else st.just(())
    conditions = Conditions(
        only=draw(some),
        none=draw(some),
        loses=draw(some),
        unique=draw(st.booleans()),
        unique_line=draw(st.booleans()),
        forbidden=draw(st.sampled_from(["any", "yes", "no"])),
    )
    values = ["", "win"] if conditions.about_wins else ["", "win", "draw", "loss"]
    return replace(conditions, value=draw(st.sampled_from(values)))


@pytest.mark.parametrize("name", ["ostle", "british_square", SOAKED[0]])
@settings(max_examples=10)
@given(data=st.data())
def test_any_conditions(small_game, name, data):
    game = small_game(name)
    conditions = data.draw(any_conditions(game.tags.names))
    compare(game, conditions, [state for state in game.states if meets(state, conditions)])


SCORED = (Conditions(min_score=2), Conditions(max_score=-1, value="win"), Conditions(unique=True, only=("joins",)))
COUNTED = (Conditions(unique=True), Conditions(loses=("neutral",)), Conditions(value="loss"))


@pytest.mark.parametrize(
    ("name", "conditions"),
    [
        *(("british_square", each) for each in SCORED),
        *(pytest.param("lgame", each, marks=SOAK) for each in COUNTED),
    ],
)
def test_conditions_on_games_without_forbidden_moves(small_game, name, conditions):
    """On scores; on positions that count with all their images and either player to move."""
    game = small_game(name)
    compare(game, conditions, [state for state in game.states if meets(state, conditions)])
    assert find(game.table, replace(conditions, forbidden="yes"), 5, 1, Silent()).count == 0


@pytest.mark.parametrize(
    ("name", "patterns"), [("ostle", ("* 2 2", "b2 *")), ("ostle", ("* 1 ?",)), ("british_square", ("tier [1-4]",))]
)
def test_sections_of_a_game(small_game, name, patterns):
    game = small_game(name)
    expected = [state for state in game.states if any(fnmatchcase(game.tier(state), each) for each in patterns)]
    assert expected
    compare(game, Conditions(tiers=patterns), expected)


@pytest.mark.parametrize("name", ["ostle", "british_square", SOAKED[0]])
@pytest.mark.parametrize("within", [0, 1, 4])
def test_states_near_the_start(small_game, name, within):
    game = small_game(name)
    distances = reach.search(game.rules, 1, Silent()).distances
    near = classes(game.rules, walks(game.rules, obeyed=False, within=within))
    expected = [state for state in game.states if (state.key, state.forbidden) in near]
    compare(game, Conditions(within=within), expected, distances)


@pytest.mark.parametrize("name", ["ostle", SOAKED[1]])
def test_a_position_is_found_from_its_solution(small_game, name):
    """The line of any state that has one is found again, in one of its images, and only where it is best play."""
    game = small_game(name)
    won = [state for state in game.states if state.value[0] == "win" and state.code is None]
    longest = max(state.value[1] for state in won)
    state = next(state for state in won if state.value[1] == min(longest, 7))
    line = tuple(move.move for move in game.tablebase.line(state.key))
    conditions = Conditions(value="win", max_dtm=len(line), forbidden="no", line=line)
    matches = find(game.table, conditions, ALL, 1, Silent())
    assert state.slot in {game.rules.rank(each.key)[0] for each in matches.samples}
    for each in matches.samples:
        key, forbidden = each.key, None
        for move in line:
            moves = [each for each in game.tablebase.moves(key, forbidden) if not each.forbidden]
            played = next(each for each in moves if each.move == move)
            assert (played.value, played.dtm) == (moves[0].value, moves[0].dtm)
            if played.after is not None:
                before, key = key, game.rules.text.parse(played.after)
                undo = game.rules.undo(before, played.code, key) if game.rules.repetition else -1
                forbidden = None if undo < 0 else undo
    shorter = replace(conditions, line=line[:3])
    assert find(game.table, shorter, 0, 1, Silent()).count >= matches.count > 0


@pytest.mark.parametrize(
    ("name", "conditions", "message"),
    [
        ("ostle", Conditions(only=("blunders",)), "ostle have no tag 'blunders'; its tags: captures, sacrifices, hole"),
        ("walking", Conditions(loses=("hole",)), "walking have no tag 'hole'; its tags: none"),
        ("ostle", Conditions(value="draw", unique=True), "the value cannot be a draw"),
        ("ostle", Conditions(min_score=1), "values of ostle are no scores"),
        ("british_square", Conditions(max_dtm=1), "values of british_square are scores: they have no DTM"),
        ("ostle", Conditions(tiers=("z*",)), "no section of ostle is called z*; its sections: a1 2 2, a2 2 2"),
    ],
)
def test_conditions_that_make_no_sense(small_game, name, conditions, message):
    game = small_game(name)
    with pytest.raises(GameError) as caught:
        find(game.table, conditions, 1, 1, Silent())
    assert message in str(caught.value)


def test_the_command_in_json_lines(stored):
    output = ask("puzzles", "ostle", *BOARD, "--only", "hole", "--forbidden", "no", "--limit", "2", "--json")
    first, second, summary = map(json.loads, output.splitlines())
    conditions = Conditions(only=("hole",), forbidden="no")
    matches = find(stored.table, conditions, 2, 1, Silent())
    assert (summary["states"], summary["positions"]) == (matches.count, matches.positions)
    assert summary["conditions"] == {"only": ["hole"], "forbidden": "no"}
    by_dtm = {stored.rules.kind.dtm(value): count for value, count in matches.states.items()}
    assert {each["dtm"]: each["states"] for each in summary["histogram"]} == by_dtm
    for shown, sample in zip((first, second), matches.samples, strict=True):
        state, text = _state(stored, sample), stored.rules.text
        winning = [text.format_move(state.key, choice.move.code) for choice in state.winning]
        value = {"position": text.format(state.key), "forbidden": None, "value": "win", "dtm": state.value[1]}
        assert shown == value | {"moves": len(state.choices), "winning": winning}


def test_the_command_for_people(stored):
    output = ask("puzzles", "ostle", *BOARD, "--unique", "--limit", "1")
    assert "states" in output and "winning moves" in output
    assert "winning moves" not in ask("puzzles", "ostle", *BOARD, "--unique", "--count-only")


@pytest.mark.compiled
@pytest.mark.parametrize(("limit", "left"), [(3, 464 - 3 * 16), (28, 16), (29, 0)])
def test_the_number_of_states_without_a_sample_is_printed(small_game, capsys, limit, left):
    """A sample stands for its images, too."""
    game, conditions = small_game("lgame"), Conditions(value="loss")
    showing.show(game.table, conditions, find(game.table, conditions, limit, 1, Silent()))
    output = capsys.readouterr().out
    assert f"\n  ... and {left} more states\n" in output if left else "more states" not in output


def test_a_line_on_the_command_line(stored):
    state = next(each for each in stored.states if each.value[:2] == ("win", 7) and each.code is None)
    line = ", ".join(move.move for move in stored.tablebase.line(state.key))
    output = ask("puzzles", "ostle", *BOARD, "--line", line, "--max-dtm", "7", "--forbidden", "no", "--json")
    assert stored.rules.text.format(state.key) in output


def test_states_near_the_start_on_the_command_line(small_game, tmp_path):
    game = small_game("ostle")
    shutil.copytree(game.tablebase.database.path.parent, tmp_path / "data")
    board = ("--data", str(tmp_path / "data"), *BOARD)
    ask("reach", "ostle", *board)
    output = ask("puzzles", "ostle", *board, "--within", "3", "--count-only", "--json")
    near = classes(game.rules, walks(game.rules, obeyed=False, within=3))
    expected = [state for state in game.states if (state.key, state.forbidden) in near]
    assert json.loads(output)["states"] == len(expected) > 0


def test_the_page_of_results(stored, capsys, tmp_path):
    """The published sets and the extremes of a small board; nothing is published of that."""
    assert page.main(["--threads", "1", "--diagrams", str(tmp_path / "diagrams"), *BOARD]) == 0
    shown = capsys.readouterr().out
    pictures = re.findall(r"!\[(\d+)\. (.*?)\]\((diagrams/\d+\.svg)\)", shown)
    assert pictures and len(list((tmp_path / "diagrams").iterdir())) == len(pictures)
    for number, stipulation, picture in pictures:
        root = ElementTree.parse(tmp_path / picture).getroot()
        assert root.find("{http://www.w3.org/2000/svg}title").text == stipulation
        assert shown.count(f"{number}. {stipulation}") == 3
        position = re.search(rf"\*\*{number}\. .*?- position: (\S+)", shown, re.DOTALL)[1]
        key = re.search(rf"\*\*{number}\. .*?```\nkey (\S+)", shown, re.DOTALL)[1]
        assert stored.tablebase.moves(position)[0].move == key
        assert stipulation.endswith(str(stored.tablebase.probe(position)))
    for question in page.QUESTIONS:
        matches = find(stored.table, question.conditions, 0, 1, Silent())
        assert f"| {question.says} | {matches.count:,} |  | `retro puzzles ostle {question.command}` |" in shown
    assert f"### Longest win: win in {stored.about.longest_dtm}, " in shown
    assert "The puzzle of the paper" not in shown
