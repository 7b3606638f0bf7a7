"""Hostile positions, moves and keys: each is read as what it is, or refused in one plain line."""

import resource
import time
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from harness import forked
from hostile_words import NASTY, hostile
from hypothesis import given
from hypothesis import strategies as st
from runs import rules_of
from walking_game.plugin import retro_game as walking
from walking_game.stored import solved as solved_walk

from retro.app.commands import new
from retro.game import NONE, loading, notation, plugins
from retro.game import text as texts
from retro.game.rules import IndexedRules
from retro.indexing import discovery
from retro.query import api
from retro.storage.location import data_directory
from retro.system import messages
from retro.system.errors import GameError
from retro.system.progress import Silent

GAMES = {
    "ostle": lambda: rules_of("ostle"),
    "small ostle": lambda: rules_of("ostle", size=3),
    "lgame": lambda: rules_of("lgame"),
    "british_square": lambda: rules_of("british_square"),
    "small british_square": lambda: rules_of("british_square", size=3, centre="forbidden"),
    "walking": lambda: rules_of(walking(), seed=30),
}


@pytest.fixture(scope="module", params=GAMES)
def rules(request):
    return GAMES[request.param]()


@pytest.fixture(scope="module", params=[name for name in GAMES if name != "british_square"])
def indexed(request):
    """The same games with an index."""
    rules = GAMES[request.param]()
    if isinstance(rules, IndexedRules):
        return rules
    return discovery.enumerate_positions(rules, 1, Silent(), discovery.Limits(1 << 20))


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    rules, path = solved_walk(tmp_path_factory.mktemp("data"), 30)
    with api.open_at(path, rules) as opened:
        yield opened


def answered(ask, *given, error=GameError, message=""):
    """Returns the answer in a tuple, which is empty if it is refused in a short line that commands no terminal."""
    try:
        return (ask(*given),)
    except error as refused:
        line = str(refused)
        assert line.startswith(message) and line and line.isprintable() and len(line) < 250, ascii(line)
        return ()


@st.composite
def spoilt(draw, sound):
    """Draws text that is nearly right."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(sound)))
        end = draw(st.integers(start, min(len(sound), start + 2)))
        sound = sound[:start] + draw(st.one_of(st.sampled_from(NASTY), hostile)) + sound[end:]
    return sound


@given(st.data())
def test_a_position_is_one_or_is_refused(indexed, data):
    rules, text = indexed, indexed.text
    start, drawn = text.format(rules.initial), text.draw(rules.initial)
    written = data.draw(st.one_of(hostile, spoilt(start), spoilt(drawn)))
    for key in answered(text.parse, written, error=ValueError):
        assert 0 <= key < 1 << 63 and text.parse(text.format(key)) == key
    answered(notation.position_key, rules, written, message=f"no position of {rules.game.name}: ")


@given(st.data())
def test_a_move_is_one_or_is_refused(rules, data):
    text, key = rules.text, rules.initial
    written = data.draw(st.one_of(hostile, spoilt(text.format_move(key, rules.moves(key)[0].code))))
    for code in answered(text.parse_move, key, written, error=ValueError):
        assert text.parse_move(key, text.format_move(key, code)) == code
    answered(notation.move_code, rules, key, written, message="no move of ")


whole = st.one_of(
    st.integers(),
    st.integers(0, 1 << 63),
    st.integers(0, 63).map(lambda bit: 1 << bit),
    st.sampled_from([-1, -(2**63), 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**65, 10**400, -(10**5000)]),
)
others = st.one_of(
    st.floats(), st.none(), st.booleans(), st.binary(), st.lists(st.integers()), st.complex_numbers(), st.tuples()
)


@given(whole, others, st.booleans())
def test_a_number_is_a_key_or_is_refused(indexed, number, other, near):
    start = indexed.initial
    number ^= start if near and abs(number) < 1 << 63 else 0
    for key in answered(notation.position_key, indexed, number):
        assert key == number == indexed.text.parse(indexed.text.format(key))
    for code in answered(notation.move_code, indexed, start, number):
        assert code in [move.code for move in indexed.moves(start)]
    assert not answered(notation.position_key, indexed, other) and not answered(
        notation.move_code, indexed, start, other
    )


@pytest.mark.parametrize("kind", [np.int64, np.uint64, np.int32, np.uint8])
def test_numbers_of_numpy_are_numbers(indexed, kind):
    """They come out of tables, and become int: arithmetic on them would overflow."""
    key, code = indexed.initial, indexed.moves(indexed.initial)[0].code
    for number, ask in ((key, notation.position_key), (code, lambda rules, code: notation.move_code(rules, key, code))):
        if number <= np.iinfo(kind).max:
            result = ask(indexed, kind(number))
            assert (result, type(result)) == (number, int)
    for strange in (np.float64(1), np.bool_(True), np.array([1, 2]), kind(np.iinfo(kind).max)):
        assert not answered(notation.position_key, indexed, strange)


@given(st.one_of(hostile, whole, others), st.one_of(st.none(), st.just(NONE), hostile, whole, others))
def test_every_method_of_a_tablebase_answers_or_refuses(table, position, forbidden):
    for method in (table.probe, table.moves, table.line):
        answered(method, position, forbidden)
    assert table.get(position, forbidden) is None or table.probe(position, forbidden)
    answered(table.forbidden_after, position, "n0")


@given(st.one_of(hostile, whole, st.floats(), st.none(), st.booleans()))
def test_options_from_python_are_refused(choice):
    assert not answered(lambda: api.open("ostle", size=choice))


# Plugins that raise other errors than ValueError, or return other numbers than keys


class Careless(Exception):
    """An error that is not a ValueError."""


@pytest.mark.parametrize("raised", [Careless("bad\nline"), IndexError(), RecursionError(), StopIteration()])
def test_a_plugin_that_raises_another_error_is_named(raised):
    def careless(*arguments):
        raise raised

    rules = GAMES["walking"]()
    rules = replace(rules, text=rules.text._replace(parse=careless, parse_move=careless))
    assert not answered(notation.position_key, rules, "n0", message="plugin walking: parse raised ")
    assert not answered(notation.move_code, rules, 0, "e1", message="plugin walking: parse_move raised ")


@pytest.mark.parametrize("key", [-1, 2**63, 2**200])
def test_a_key_that_is_out_of_range_is_refused(key):
    rules = GAMES["walking"]()
    with pytest.raises(GameError, match="is not the key of one"):
        notation.position_key(replace(rules, text=rules.text._replace(parse=lambda text: key)), "n0")


def plain_text(codes):
    """Returns the text of a game without text of its own, which writes positions as keys, and moves as codes."""
    return texts.of("plain", SimpleNamespace(draw=str), lambda key: list(range(codes)))


def test_text_of_a_game_without_text_of_its_own():
    text = plain_text(20)
    assert text.parse(" 12 ") == 12 and text.parse_move(1, " 7\n") == 7
    for wrong in ("", "-1", "\uff11\uff12", "²", "1e3", "0x10", "1_000", str(2**63), "9" * 5000, "1\x00", "\u0661"):
        assert not answered(text.parse, wrong, error=ValueError)
        assert not answered(text.parse_move, 1, wrong, error=ValueError)


# Ten megabytes

SIZE = 10_000_000
PIECES = (
    *("0", " ", "\n", "\0", "x", "*", "-", "9", "a1", "a1 ", "* ", "* to move ", "player ", "player * to ", "turn "),
    *("turn 1 ", "0-", "\u0661", "\uff11", "\U0001f600", "\u202e", "\ud800", "\x1b[31m", "seed=", "\u00a0"),
)


def readers():
    """Returns functions that refuse text, by what they read."""
    calls = {
        "key": plain_text(200).parse,
        "code": lambda given: plain_text(200).parse_move(1, given),
        "game": plugins.load,
        "plugin": new._check,
        "data directory": data_directory,
    }
    for game in map(plugins.load, ("ostle", "lgame", "british_square")):
        rules = loading.load(game, game.choose({}))
        calls[f"{game.name} position"] = lambda given, rules=rules: notation.position_key(rules, given)
        calls[f"{game.name} move"] = lambda given, rules=rules: notation.move_code(rules, rules.initial, given)
        calls[f"{game.name} option"] = lambda given, game=game: game.choose({given: "1"})
        names = rules.options or ["no"]
        calls[f"{game.name} choice"] = lambda given, game=game, names=names: game.choose(dict.fromkeys(names, given))
    return calls


@pytest.mark.parametrize("piece", ["turn ", *(pytest.param(each, marks=pytest.mark.soak) for each in PIECES)])
def test_ten_megabytes_are_refused_at_once_and_take_little_more_than_themselves(piece):
    def refused():
        def memory():
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

        calls, given, before, results = readers(), piece * (SIZE // len(piece)), memory(), []
        for name, call in calls.items():
            began = time.process_time()
            try:
                message = f"{call(given)}"
            except (GameError, ValueError) as error:
                message = str(error)
            results.append((name, time.process_time() - began, message[:3000]))
        return memory() - before, results

    code, (taken, results) = forked(refused)
    assert code == 0 and taken < 200 << 20
    for name, seconds, message in results:
        assert seconds < 1 and message.isprintable() and len(message) < 2100, name
    assert messages.one_line(piece * SIZE).isprintable()
