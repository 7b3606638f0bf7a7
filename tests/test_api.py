"""Queries of databases in Python: every answer about small random games equals the one by definition."""

import copy
import multiprocessing
import pickle
import random
import shutil
from concurrent.futures import ProcessPoolExecutor
from xml.etree import ElementTree

import numpy as np
import pytest
from installing import register
from walking_game.naive import NaiveSolution, move_value, state_values
from walking_game.plugin import retro_game
from walking_game.stored import solved as solved_walk
from walking_game.stored import store

import retro
from retro.game import NONE, ONGOING
from retro.game.loading import load
from retro.query import api
from retro.query.api import Value
from retro.query.batch import NO_VALUE
from retro.storage import Closed, DatabaseError, NotSolved
from retro.system.errors import GameError

SEEDS = (*range(20), 29, 54)


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """A table and the true value of every state, for many random games."""
    walks = [solved_walk(tmp_path_factory.mktemp("walks"), seed) for seed in SEEDS]
    return [(api.open_at(path, rules), state_values(rules)) for rules, path in walks]


def name(code):
    return None if code == NONE else f"e{code}"


def order(value):
    """Returns the place of a value among those of moves, as the documentation says: the best first."""
    dtm = value.dtm or 0
    return "win draw loss".split().index(value.value), dtm if value.value == "win" else -dtm


def test_every_state_has_its_value_by_code_text_and_previous_position(tables):
    won_by_one_move = 0
    for table, values in tables:
        for (key, code), expected in values.items():
            assert table.probe(f"n{key}", name(code)) == expected
            assert table.get(key, name(code)) == expected
            won_by_one_move += expected[0] == "win" and table.database.record(table.rules.rank(key)[0])[2] == code
    assert won_by_one_move > 0


def test_probe_many_equals_single_probes(tables):
    """In any order and shape, also for states that no game has."""
    for table, values in tables:
        states = [(key, code) for key, code in values if table.get(key, name(code)) is not None]
        states += [(key, move.code) for key in {key for key, _ in states} for move in table.rules.moves(key)]
        random.Random(len(states)).shuffle(states)
        keys, codes = np.array(states, np.int64).T
        batch = table.probe_many(keys, codes)
        assert batch.known.all()
        for at, (key, code) in enumerate(states):
            assert in_words(batch, at) == table.probe(key, name(code))
        square = table.probe_many(np.tile(keys, (2, 1)), strict=False)
        assert square.value.shape == (2, len(keys)) and (square.value[0] == square.value[1]).all()


def in_words(found, at):
    dtm = int(found.dtm[at])
    return Value({1: "win", 0: "draw", -1: "loss"}[int(found.value[at])], None if dtm < 0 else dtm)


def test_a_frame_is_decoded_once_for_many_lookups(small_game, monkeypatch):
    table, decoded = small_game("ostle").tablebase, []
    # decoding again gives the same values: only the number of calls shows it
    frame = table.database._decoder.planes
    monkeypatch.setattr(
        table.database._decoder, "planes", lambda *read, **rows: decoded.append(1) or frame(*read, **rows)
    )
    table.probe_many([state.key for state in small_game("ostle").states])
    assert len(decoded) == -(-table.database.slots // table.database.manifest.block)


def test_no_such_state_raises_or_is_marked(small_game):
    table = small_game("ostle").tablebase
    start = table.rules.initial
    batch = table.probe_many([start, -5, 1 << 62, start], [NONE, NONE, NONE, 999], strict=False)
    assert batch.known.tolist() == [True, False, False, False]
    assert batch.value[1:].tolist() == [NO_VALUE] * 3 and batch.dtm[1:].tolist() == [-1] * 3
    assert table.probe_many([]).value.shape == (0,)
    for keys, codes, message in (
        ([start, 1 << 62], NONE, f"{1 << 62} is not the key of one"),
        ([start], 999, "no move of .*: 999"),
        ([0.5], NONE, "whole numbers, not of float64"),
        ([True], NONE, "whole numbers, not of bool"),
        ([1 << 70], NONE, "whole numbers, not of object"),
        ([[start], [start, start]], NONE, "whole numbers"),
        ([start, start], [1, 2, 3], "do not fit"),
    ):
        with pytest.raises(GameError, match=message):
            table.probe_many(keys, codes)


def test_the_values_of_moves(tables):
    for table, values in tables:
        for key, code in values:
            moves = table.moves(f"n{key}", name(code))
            legal = {move.code: move for move in table.rules.moves(key)}
            assert [each.forbidden for each in moves] == [each.code == code for each in moves]
            assert sorted(moves, key=order) == moves and sorted(each.code for each in moves) == sorted(legal)
            for each in moves:
                move = legal[each.code]
                assert (each.value, each.dtm) == move_value(table.rules, values, key, move)
                assert each.after == (f"n{move.successor}" if move.outcome == ONGOING else None)


def test_a_line_of_best_play_has_as_many_plies_as_the_dtm(tables):
    longest = 0
    for table, values in tables:
        for (key, code), (outcome, plies) in values.items():
            line = table.line(f"n{key}", name(code))
            if outcome == "draw":
                assert line == []
                continue
            assert len(line) == plies
            longest = max(longest, len(line))
            state = f"n{key}", name(code)
            for each in line:
                assert each.move != state[1] and not each.forbidden
                state = table.play([each.move], *state) if each.after else None
            assert state is None or all(move.forbidden for move in table.moves(*state))
    assert longest > 5


def test_the_previous_position_says_what_is_forbidden(tables):
    some = 0
    for table, _ in tables:
        for key in range(table.rules.module.NODES):
            reached = {move.successor for move in table.rules.moves(key) if move.outcome == ONGOING}
            for move in table.rules.moves(key):
                if move.outcome == ONGOING:
                    expected = name(table.rules.undo(key, move.code, move.successor))
                    assert table.forbidden_after(f"n{key}", move.successor) == expected
                    assert table.play([name(move.code)], key) == (f"n{move.successor}", expected)
                    some += expected is not None
            for other in set(range(table.rules.module.NODES)) - reached:
                with pytest.raises(GameError, match=f"no move leads from n{key} to n{other}"):
                    table.forbidden_after(key, other)
    assert some > 0


def test_a_game_that_is_not_drawn_is_shown_as_text(tables):
    table, _ = tables[0]
    answer = table.query("n3", name(next(move.code for move in table.rules.moves(3))))
    assert answer.moves == table.moves("n3", answer.forbidden, replies=True)
    shown = ElementTree.fromstring(answer._repr_html_())
    drawn = "".join(shown.itertext())
    assert "[...x............]" in drawn and f"{answer.value}, {answer.forbidden} forbidden" in drawn
    assert len(list(shown.iter("tr"))) == 1 + len(answer.moves)
    with pytest.raises(GameError, match="walking cannot be drawn"):
        table.draw("n3")
    with pytest.raises(GameError, match="players are 1 and 2, not 3"):
        table.draw("n3", mover=3)


@pytest.mark.parametrize("state", [("n16",), (16,), (1 << 63,), ("n0", "e10"), ("n0", "up"), ("n0", "")])
def test_a_state_that_is_none_is_refused_or_has_a_default(tables, state):
    table, _ = tables[0]
    with pytest.raises(GameError, match="no position of walking" if len(state) == 1 else "no move of n0"):
        table.probe(*state)
    assert table.get(*state) is None and table.get(*state, default="none") == "none"


def test_open_finds_the_database_by_its_options(site, data):
    register(site, "walking", {"walking": "walking_game.plugin"})
    solved_walk(data, 7)
    with retro.open("walking", seed=7) as table:
        assert table.rules.options == {"seed": 7}
    with retro.open("walking", data, seed="7") as table:
        assert table.probe("n0").value in ("win", "loss", "draw")
    with pytest.raises(NotSolved, match=r"\(retro solve walking --set seed=8\)"):
        retro.open("walking", seed=8)
    with pytest.raises(GameError, match="option seed of walking cannot be 'x'"):
        retro.open("walking", seed="x")
    with pytest.raises(GameError, match="no option 'size'"):
        retro.open("walking", size=3)


@pytest.mark.parametrize("made", [copy.copy, copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_is_a_database_of_its_own(small_game, monkeypatch, made):
    """It is found from another working directory, too, and is open when the original is closed."""
    path = small_game("ostle").tablebase.database.path
    monkeypatch.chdir(path.parent)
    with retro.open("ostle", ".", size=3, men=2, left=0) as table:
        expected = table.moves("start")
        monkeypatch.chdir("/")
        copied = made(table)
    with pytest.raises(Closed):
        table.moves("start")
    with copied:
        assert copied.moves("start") == expected and copied.rules.options == table.rules.options
    for closed in (table, copied):
        with pytest.raises(Closed):
            made(closed)


def test_a_copy_of_what_is_not_there_any_more_is_one_clear_error(small_game, tmp_path):
    shutil.copytree(small_game("ostle").tablebase.database.path, tmp_path / "data")
    rules = small_game("ostle").rules
    with api.open_at(tmp_path / "data", rules) as table:
        packed = pickle.dumps(table)
        for part in (table.database, table.database._frames):
            for made in (copy.copy, copy.deepcopy, pickle.dumps):
                with pytest.raises(TypeError, match="has open files, so it cannot be copied or pickled: open it again"):
                    made(part)
    shutil.rmtree(tmp_path / "data")
    with pytest.raises(NotSolved, match=r"not solved yet: .*retro solve ostle"):
        pickle.loads(packed)


@pytest.mark.parametrize("method", ["fork", "spawn", pytest.param("forkserver", marks=pytest.mark.soak)])
def test_processes_share_a_database(small_game, method):
    """The method of an open database is called in two other processes, which a fork gives open files."""
    table = small_game("ostle").tablebase
    positions = [str(table.rules.text.format(state.key)) for state in small_game("ostle").states[::40]]
    expected = [table.probe(each) for each in positions]
    with ProcessPoolExecutor(2, multiprocessing.get_context(method)) as processes:
        assert list(processes.map(table.probe, positions, chunksize=10)) == expected
    assert [table.probe(each) for each in positions] == expected


def test_a_line_in_a_contradictory_database_ends(tmp_path):
    """The database says of each decided position that it takes one ply more than it does."""
    rules = load(retro_game(), {"seed": 6})
    solution = NaiveSolution(rules)
    solution.records = [(best - (best > 0) + (best < 0), *others) for best, *others in solution.records]
    store(tmp_path / "walk", rules, solution)
    with api.open_at(tmp_path / "walk", rules) as table:
        (changed, *_) = [key for key in range(8) if (table.probe(key).dtm or 0) > 1]
        with pytest.raises(DatabaseError, match="contradicts itself"):
            table.line(changed)
