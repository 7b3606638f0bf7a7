"""Puzzles, compared with a twin that knows only the values of single states and nothing of how puzzles are rated."""

from __future__ import annotations

import json
import re
from collections import Counter
from dataclasses import replace
from functools import cache
from xml.etree import ElementTree

import pytest
from commanding import ask
from random_graphs import Graph
from scanned_game import BOARD, Scanned
from small_games import lgame_rules

from retro.app.puzzle_entries import PuzzleEntry, entries
from retro.app.puzzle_entries import sheet as puzzle_sheet
from retro.drawing.svg import svg
from retro.game import AGAIN, DRAW, LOSS, NONE, ONGOING, WIN, staging
from retro.game.scene import Scene, grid
from retro.play.states import States
from retro.puzzles.compose import WEIGHTS, Brief, candidates, compose, different, weights
from retro.puzzles.conditions import Conditions
from retro.puzzles.proof_tree import goal, prove, solution
from retro.puzzles.shifted import shifts
from retro.query.puzzle_answers import puzzle_answer
from retro.query.puzzle_words import LANGUAGES
from retro.solving import reference
from retro.system.errors import GameError
from retro.system.progress import Silent

OUTCOMES = ("loss", "draw", "win")


class PuzzleTwin:
    """Values of states and moves by single look-ups, as numbers for the player to move: the more the better."""

    def __init__(self, game: Scanned) -> None:
        self.game, self.rules = game, game.rules

    def value(self, key, code):
        """The value of a state for the player to move, and its DTM."""
        value = self.game.tablebase.probe(key, None if code == NONE else code)
        return self.own(key, value.value), value.dtm

    def own(self, key, value):
        """An outcome or a score as a number for the player to move."""
        if isinstance(value, str):
            return OUTCOMES.index(value) - 1
        return -value if self.rules.scores == "first" and not self.rules.first_to_move(key) else value

    def choices(self, key, code):
        """Codes of legal moves with their value to the mover, and the state that follows (None: the game is over)."""
        listed = {}
        for each in self.game.tablebase.moves(key, None if code == NONE else code):
            if not each.forbidden:
                after = None if each.after is None else self.rules.text.parse(each.after)
                state = None if after is None else (after, self.rules.undo(key, each.code, after))
                listed[each.code] = self.own(key, each.value), state
        return listed

    def duals(self, key, code, wanted, moves):
        """States of the solver within ``moves`` of his moves, and those of them where several moves reach ``wanted``.

        Every path is followed; states that are images of each other are counted once.
        """
        states, duals = set(), set()
        pending = [(key, code, moves)]
        met = set()
        while pending:
            key, code, left = pending.pop()
            if left == 0 or (key, code, left) in met:
                continue
            met.add((key, code, left))
            reaching = {move: after for move, (value, after) in self.choices(key, code).items() if value >= wanted}
            index, g, _ = self.rules.rank(key)
            state = index, code if code == NONE else self.rules.image_code(code, g)
            states.add(state)
            if len(reaching) > 1:
                duals.add(state)
                continue
            ((_, after),) = reaching.items()
            for _, following in ({} if after is None else self.choices(*after)).values():
                if following is not None and self.choices(*following):
                    value, plies = self.value(*following)
                    if value == wanted and plies != 1:
                        pending.append((*following, left - 1))
        return states, duals


CASES = [
    ("ostle", "win", 99),
    ("ostle", "draw", 5),
    pytest.param("lgame", "draw", 3, marks=[pytest.mark.compiled, pytest.mark.soak]),
    ("british_square", "points", 9),
]


@cache
def puzzles_of(game, theme, length, length_weight=2):
    weighted = weights([f"length={length_weight}"])
    wanted = Brief(theme, 1_000, length, candidates=25, weights=weighted)
    return compose(game.table, Conditions(), wanted, 1, Silent()).puzzles


@pytest.mark.parametrize(("name", "theme", "length"), CASES)
def test_only_moves_and_tries_are_those_of_all_defences(small_game, name, theme, length):
    """A try fails to one reply, and no other move does."""
    game = small_game(name)
    twin, puzzles, tries = PuzzleTwin(game), puzzles_of(game, theme, length), 0
    for puzzle in puzzles[::3]:
        state, proof = (puzzle.state.key, puzzle.state.forbidden), puzzle.proof
        wanted, plies = twin.value(*state)
        choices, expected = twin.choices(*state), {}
        assert len(choices) > 1
        assert [code for code, (value, _) in choices.items() if value >= wanted] == [puzzle.key.move.code]
        assert proof.plies == (plies if theme == "win" else proof.plies) <= length
        states, duals = twin.duals(*state, wanted, (proof.plies + 1) // 2)
        assert bool(duals) == bool(proof.duals) == (puzzle.marks["dual_free"] != 1)
        assert duals or len(states) == proof.states
        for code, (value, after) in choices.items():
            replies = {} if after is None else twin.choices(*after)
            refuting = [reply for reply, (gained, _) in replies.items() if -gained < wanted]
            if value < wanted and len(replies) > 1 and len(refuting) == 1:
                expected[code] = refuting[0]
        assert {each.choice.move.code: each.refutation.move.code for each in puzzle.tries} == expected
        tries += len(expected)
    assert puzzles and (tries or name != "british_square")


@pytest.mark.parametrize(("name", "theme", "length"), CASES)
def test_no_two_of_a_page_are_alike(small_game, name, theme, length):
    """Neither positions nor positions after the key nor lines are images of each other."""
    game = small_game(name)
    rules, puzzles = game.rules, puzzles_of(game, theme, length)
    for keys in (
        [each.state.key for each in puzzles],
        [each.key.move.successor for each in puzzles if each.key.move.goes_on],
    ):
        assert len({rules.rank(key)[0] for key in keys}) == len(keys)
    lines = {}
    for puzzle in puzzles if rules.defines("image_code") else ():
        for g in range(rules.group):
            moves = tuple(rules.image_code(choice.move.code, g) for _, choice in puzzle.line)
            assert lines.setdefault(moves, puzzle) is puzzle
    state = puzzles[0].state
    turned = replace(puzzles[0], state=state.states.at(rules.image(state.key, 1), NONE))
    assert different([puzzles[0], turned], 2) == [puzzles[0]]
    assert different([puzzles[0], *puzzles], 1_000) == list(puzzles)


@pytest.mark.parametrize(("name", "theme", "length"), CASES)
def test_puzzles_in_json_have_the_values_and_moves_of_single_lookups(small_game, name, theme, length):
    game = small_game(name)
    table = game.tablebase
    for puzzle in puzzles_of(game, theme, length):
        shown = puzzle_answer(puzzle)
        state = shown["position"], shown["forbidden"]
        assert (shown["value"], shown["dtm"]) == table.probe(*state)
        assert shown["moves"] == sum(not each.forbidden for each in table.moves(*state))
        shifted = {(origin, goal): state.key for origin, goal, state in shifts(puzzle.state)}
        assert [(each["from"], each["to"]) for each in shown["shifted"]] == list(shifted)
        for each in shown["shifted"]:
            assert (each["value"], each["dtm"]) == table.probe(shifted[each["from"], each["to"]])


def test_values_in_solutions_are_those_of_the_records(monkeypatch):
    """Random graphs with moves again, and with draws by rule: positions without moves have plies, too."""
    monkeypatch.setenv("RETRO_PLAIN", "1")
    base = replace(lgame_rules(), text=lgame_rules().text._replace(format_move=lambda key, code: f"m{code}"))
    seen = Counter()
    for seed in range(30):
        graph = Graph.random(seed, 24, 0.15, ongoing=(ONGOING, AGAIN), outcomes=(WIN, DRAW, LOSS)).sided()
        rules = graph.rules(
            [0] * len(graph.moves), base, moves_again=True, endless=lambda key: LOSS if key & 1 else WIN
        )
        planes = [plane.tolist() for plane in reference.solve(rules, Silent()).planes(0, rules.slots)]
        states = States(rules, list(zip(*planes, strict=True)).__getitem__)
        for state in map(states.at, range(len(graph.moves))):
            if len(state.choices) < 2 or len(state.keeping) != 1 or goal(state) == -1 or state.keeping[0].move.again:
                continue
            variations = solution(state, state.keeping[0], goal(state), 9)
            for variation, defence in ((each, defence) for each in variations for defence in each.defences):
                here = state.after(state.keeping[0])
                for move in defence.split():
                    choice = next(each for each in here.choices if here.text(each) == move)
                    solving, here = not choice.move.again, here.after(choice)
                if here is None:
                    assert variation.value is None
                    continue
                value, plies = rules.kind.words(planes[0][rules.rank(here.key)[0]])
                value = value if solving else OUTCOMES[2 - OUTCOMES.index(value)]
                assert (variation.value, variation.dtm) == (value, plies)
                seen[plies == 0, solving] += 1
    assert seen[True, True] and seen[True, False]


def test_a_better_puzzle_comes_first_and_seeds_repeat(small_game):
    game = small_game("ostle")
    puzzles = puzzles_of(game, "win", 7)
    assert [each.score for each in puzzles] == sorted((each.score for each in puzzles), reverse=True)
    again = puzzles_of.__wrapped__(game, "win", 7)
    assert [each.state.key for each in again] == [each.state.key for each in puzzles]
    long = puzzles_of(game, "win", 7, length_weight=1000)
    assert long[0].proof.plies == max(each.proof.plies for each in puzzles)


def test_a_win_that_takes_too_many_states_is_no_puzzle(small_game):
    game = small_game("ostle")
    state = max(puzzles_of(game, "win", 99), key=lambda each: each.proof.states).state
    assert goal(state) == 1
    whole = prove(state, 99, 1_000)
    assert whole is not None and prove(state, 99, whole.states - 1) is None


def test_unsuitable_requests_are_refused(small_game):
    rules, scores = small_game("ostle").rules, small_game("british_square").rules
    for each, conditions, theme in (
        (rules, Conditions(), "points"),
        (scores, Conditions(), "draw"),
        (rules, Conditions(value="draw"), "win"),
        (rules, Conditions(unique=True), "draw"),
    ):
        with pytest.raises(GameError, match="theme"):
            candidates(each, conditions, Brief(theme))
    for wrong, message in (("quite=1", "no weight"), *((f"quiet={each}", "from 0") for each in ("x", "nan", "-1"))):
        with pytest.raises(GameError, match=message):
            weights([wrong])
    with pytest.raises(GameError, match="more than 0"):
        weights([f"{name}=0" for name in WEIGHTS])


def test_the_command(stored):
    *puzzles, summary = map(json.loads, ask("compose", "ostle", *BOARD, "--json", "--number", "3").splitlines())
    assert len(puzzles) == summary["puzzles"] == 3 and summary["judged"] >= 3
    for puzzle in puzzles:
        value = stored.tablebase.probe(puzzle["position"], puzzle["forbidden"])
        line = stored.tablebase.line(puzzle["position"], puzzle["forbidden"])
        assert value == (puzzle["value"], puzzle["dtm"]) and f"win in {value.dtm}" in puzzle["stipulation"]
        assert line[0].move == puzzle["line"][0] == puzzle["key"] and len(line) == len(puzzle["line"])
        hard = (puzzle["plies"] + 1) / 2 + 2 * puzzle["marks"]["quiet"] + 1.5 * puzzle["marks"]["tries"]
        assert puzzle["grade"] == ("easy" if hard < 3.3 else "medium" if hard < 5.5 else "hard")
        assert ("quiet" in puzzle["tags"]) == (puzzle["marks"]["quiet"] >= 0.5) and puzzle["theme"] == "win"
    text = ask("compose", "ostle", *BOARD, "--number", "3")
    assert all(puzzle["stipulation"] in text and puzzle["position"] in text for puzzle in puzzles)
    assert text.count("\n● Blue\n") == 3 and "#" in text
    assert re.findall(r"grade +(\w+)", text) == [puzzle["grade"] for puzzle in puzzles]
    assert "theme points" in ask("compose", "ostle", *BOARD, "--theme", "points", code=2)


def test_sheets_have_diagrams_in_front_and_solutions_behind(stored, tmp_path):
    sheet, diagrams = tmp_path / "sheet.html", tmp_path / "diagrams"
    out = ("--sheet", str(sheet), "--svg", str(diagrams), "--language", "ja")
    arguments = ("compose", "ostle", *BOARD, "--json", "--number", "2", "--length", "3", *out)
    *puzzles, _ = map(json.loads, ask(*arguments).splitlines())
    text = sheet.read_text(encoding="utf-8")
    front, behind = text.split("<h1>解答</h1>")
    assert text.startswith('<!DOCTYPE html>\n<html lang="ja">')
    for number, puzzle in enumerate(puzzles, 1):
        drawing = (diagrams / f"{number}.svg").read_text(encoding="utf-8")
        assert ElementTree.fromstring(drawing).tag.endswith("svg") and drawing in front
        assert f"{number}. 青番、{puzzle['dtm']}手で勝ち" in front
        assert puzzle["key"] not in front and puzzle["key"] in behind
    assert len(list(diagrams.iterdir())) == len(puzzles) == 2
    assert "sheet.html" in ask(*arguments, code=2)
    assert ask(*arguments, "--force") and sheet.read_text(encoding="utf-8") == text
    (diagrams / "mine.svg").touch()
    assert "mine.svg" in ask(*arguments, "--force", code=2)


def test_a_sheet_of_a_game_without_a_scene_has_positions_as_text(stored, tmp_path, monkeypatch):
    monkeypatch.setattr(staging, "turnless_scene", lambda rules, key: None)
    sheet, diagrams = tmp_path / "sheet.html", tmp_path / "diagrams"
    arguments = ("compose", "ostle", *BOARD, "--json", "--length", "3")
    puzzle, _ = map(json.loads, ask(*arguments, "--number", "1", "--sheet", sheet).splitlines())
    rules = stored.rules
    drawn = f"<pre>\n{rules.text.draw(rules.text.parse(puzzle['position']))}\n</pre>"
    assert sheet.read_text(encoding="utf-8").count(drawn) == 2
    line = ask(*arguments, "--sheet", sheet, "--force", "--svg", diagrams, code=2)
    assert "ostle cannot be drawn: its text.py defines no scene" in line and not diagrams.exists()


@pytest.mark.parametrize(("name", "theme", "length"), CASES)
def test_a_japanese_sheet_is_in_japanese(small_game, name, theme, length):
    """All words but moves, points and positions are Japanese; the content is that of the English text."""
    words, english = LANGUAGES["ja"], LANGUAGES["en"]
    puzzles = puzzles_of(small_game(name), theme, length)[:4]
    for each, other in zip(entries(puzzles, words), entries(puzzles, english), strict=True):
        lines = [each.name, *(line for _, line in each.tree), *(line for pair in each.facts[1:] for line in pair)]
        words = re.sub(r"(?:[a-e][1-5])+(?:[UDLR]|,[a-d][1-4]-[a-d][1-4])?|pass", "", "".join(lines))
        assert not re.search("[A-Za-z]", words)
        assert re.findall(r"[a-e][1-5]|[0-9]+", each.name) == re.findall(r"[a-e][1-5]|[0-9]+", other.name)
        assert [depth for depth, _ in each.tree] == [depth for depth, _ in other.tree]
        assert each.facts[0][1] == other.facts[0][1] and len(each.facts) == len(other.facts)
        assert "手番" in each.diagram and "to move" not in each.diagram


def test_a_sheet_is_well_formed_with_any_text():
    """Texts of a game that look like markup are text, and every line of a long solution is there."""
    drawing = svg(Scene(grid(2, 2)))
    tree = [(0, "key a1"), *((ply % 9, f"b{ply} <c1>") for ply in range(150))]
    listed = [PuzzleEntry("1. <b> &", "hard", drawing, drawing, tree, [("tries", "d1 & e1")])]
    for words in LANGUAGES.values():
        text = puzzle_sheet("<i>", listed, words).removeprefix("<!DOCTYPE html>\n")
        text = text.replace('<meta charset="utf-8">', "").replace("<br>", "")
        shown = "".join(ElementTree.fromstring(text).itertext())
        assert all(f"b{ply} <c1>" in shown for ply in range(150))
        assert all(part in shown for part in ("<i>", "1. <b> &", "d1 & e1", words.solutions))


def test_a_line_is_drawn_with_fixed_colours(stored, tmp_path):
    """The player to move is player 1 in Ostle's keys; a draw has no moves, and its position is drawn alone."""
    table = stored.tablebase
    won = next(each for each in stored.states if each.value[:2] == ("win", 5) and each.code is None)
    line, out = table.line(won.key), tmp_path / "line"
    for more, played in (((), 0), (("--moves", line[0].move), 1)):
        ask("line", "ostle", *BOARD, stored.rules.text.format(won.key), *more, "--svg", str(out), "--force")
        positions = [won.key, *(each.after for each in line)]
        for ply, each in enumerate(line[played:], 1):
            drawn = table.draw(positions[ply - 1 + played], each.move, mover=1 + (ply - 1 + played) % 2)
            assert (out / f"{ply}.svg").read_text(encoding="utf-8") == drawn
        assert len(list(out.iterdir())) == len(line) - played
    assert "--force" in ask("line", "ostle", *BOARD, stored.rules.text.format(won.key), "--svg", out, code=2)
    drawn = next(each for each in stored.states if each.value[0] == "draw" and each.code is None)
    ask("line", "ostle", *BOARD, stored.rules.text.format(drawn.key), "--svg", str(tmp_path / "draw"))
    assert [each.read_text(encoding="utf-8") for each in (tmp_path / "draw").iterdir()] == [table.draw(drawn.key)]


def test_no_sheet_is_written_without_puzzles(stored, tmp_path):
    sheet = tmp_path / "sheet.html"
    assert "no puzzle" in ask("compose", "ostle", *BOARD, "--length", "1", "--sheet", str(sheet), code=2)
    assert list(tmp_path.glob("sheet*")) == []
