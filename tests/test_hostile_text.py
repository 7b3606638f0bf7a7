"""Hostile positions, moves and keys: each is read as what it is, or refused in one plain line."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest
from hostile_words import NASTY, hostile
from hypothesis import given
from hypothesis import strategies as st
from walking_game.plugin import retro_game as walking_game
from walking_game.stored import solved as solved_walk

from retro.game import NONE, ONGOING, loading, notation, plugins
from retro.game import text as texts
from retro.game.rules import IndexedRules, Rules
from retro.indexing.enumerated import Positions, bind, canonical_of
from retro.query import api
from retro.system.errors import GameError

pytestmark = pytest.mark.compiled

GAMES = {
    "ostle": ("ostle", {}),
    "small ostle": ("ostle", {"size": "3"}),
    "lgame": ("lgame", {}),
    "british_square": ("british_square", {}),
    "small british_square": ("british_square", {"size": "3", "centre": "forbidden"}),
    "walking": ("", {"seed": "30"}),
}


def of(name) -> Rules:
    plugin, options = GAMES[name]
    game = plugins.load(plugin) if plugin else walking_game()
    return loading.load(game, game.choose(options))


@pytest.fixture(scope="module", params=GAMES)
def rules(request):
    return of(request.param)


@pytest.fixture(scope="module", params=[name for name in GAMES if name != "british_square"])
def indexed(request):
    """The same games with an index; plain Python enumerates positions where the game has none."""
    rules = of(request.param)
    if isinstance(rules, IndexedRules):
        return rules
    canonical = canonical_of(rules)
    keys = [canonical(rules.initial)[0]]
    reached = set(keys)
    for key in keys:
        after = {canonical(move.successor)[0] for move in rules.moves(key) if move.outcome == ONGOING}
        keys += after - reached
        reached |= after
    return bind(rules, Positions.of(np.array(sorted(reached), np.int64)))


def plain(error) -> str:
    """Returns the message of an error, after checking that it is one short line that cannot command a terminal."""
    message = str(error)
    assert message and message.isprintable() and len(message) < 250, ascii(message)
    return message


@st.composite
def spoilt(draw, sound):
    """Draws text that is nearly right."""
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(sound)))
        end = draw(st.integers(start, min(len(sound), start + 2)))
        sound = sound[:start] + draw(st.one_of(st.sampled_from(NASTY), hostile)) + sound[end:]
    return sound


def assert_parsed(parse, written, back):
    try:
        result = parse(written)
    except ValueError as error:
        plain(error)
    else:
        assert back(result), (written, result)


@given(st.data())
def test_a_position_is_one_or_is_refused(indexed, data):
    rules = indexed
    text, start = rules.text, rules.text.format(rules.initial)
    written = data.draw(st.one_of(hostile, spoilt(start), spoilt(text.draw(rules.initial))))
    assert_parsed(text.parse, written, lambda key: 0 <= key < 1 << 63 and text.parse(text.format(key)) == key)
    try:
        notation.position_key(rules, written)
    except GameError as error:
        assert plain(error).startswith(f"no position of {rules.game.name}: ")


@given(st.data())
def test_a_move_is_one_or_is_refused(rules, data):
    text, key = rules.text, rules.initial
    move = text.format_move(key, rules.moves(key)[0].code)
    written = data.draw(st.one_of(hostile, spoilt(move)))
    assert_parsed(
        lambda written: text.parse_move(key, written),
        written,
        lambda code: text.parse_move(key, text.format_move(key, code)) == code,
    )
    try:
        notation.move_code(rules, key, written)
    except GameError as error:
        assert plain(error).startswith("no move of ")


whole = st.one_of(
    st.integers(),
    st.integers(0, 1 << 63),
    st.integers(0, 63).map(lambda bit: 1 << bit),
    st.sampled_from([-1, -(2**63), 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**65, 10**400, -(10**5000)]),
)
others = st.one_of(
    st.floats(), st.none(), st.booleans(), st.binary(), st.lists(st.integers()), st.complex_numbers(), st.tuples()
)


@given(whole, st.data())
def test_a_number_is_a_key_or_is_refused(indexed, number, data):
    near = data.draw(st.sampled_from([number, indexed.initial ^ number if abs(number) < 1 << 63 else number]))
    try:
        assert notation.position_key(indexed, near) == near
    except GameError as error:
        plain(error)
    else:
        assert indexed.text.parse(indexed.text.format(near)) == near
    try:
        code = notation.move_code(indexed, indexed.initial, number)
    except GameError as error:
        plain(error)
    else:
        assert code in [move.code for move in indexed.moves(indexed.initial)]


@given(others)
def test_what_is_no_number_is_refused(indexed, strange):
    for ask in (notation.position_key, lambda rules, given: notation.move_code(rules, rules.initial, given)):
        with pytest.raises(GameError) as refused:
            ask(indexed, strange)
        plain(refused.value)


@pytest.mark.parametrize("kind", [np.int64, np.uint64, np.int32, np.uint8])
def test_numbers_of_numpy_are_numbers(indexed, kind):
    """They come out of tables, and become int: arithmetic on them would overflow."""
    rules = indexed
    key, code = rules.initial, rules.moves(rules.initial)[0].code
    if key <= np.iinfo(kind).max:
        result = notation.position_key(rules, kind(key))
        assert (result, type(result)) == (key, int)
    if code <= np.iinfo(kind).max:
        result = notation.move_code(rules, key, kind(code))
        assert (result, type(result)) == (code, int)
    for strange in (np.float64(1), np.bool_(True), np.array([1, 2]), kind(np.iinfo(kind).max)):
        with pytest.raises(GameError):
            notation.position_key(rules, strange)


# Plugins that raise other errors than ValueError, or return other numbers than keys


class Careless(Exception):
    """An error that is not a ValueError."""


@pytest.mark.parametrize("raised", [Careless("bad\n\x1b[31m"), IndexError(), RecursionError(), StopIteration()])
def test_a_plugin_that_raises_another_error_is_named(raised):
    rules = of("walking")

    def careless(*arguments):
        raise raised

    rules = _with(rules, parse=careless, parse_move=careless)
    with pytest.raises(GameError, match=r"^plugin walking: parse raised ") as error:
        notation.position_key(rules, "n0")
    assert "\n" not in str(error.value)
    with pytest.raises(GameError, match=r"^plugin walking: parse_move raised "):
        notation.move_code(rules, 0, "e1")


@pytest.mark.parametrize("key", [-1, 2**63, 2**200])
def test_a_key_that_is_out_of_range_is_refused(key):
    with pytest.raises(GameError, match="is not the key of one"):
        notation.position_key(_with(of("walking"), parse=lambda text: key), "n0")


def _with(rules, **functions):
    from dataclasses import replace

    return replace(rules, text=rules.text._replace(**functions))


# Tablebases


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    rules, path = solved_walk(tmp_path_factory.mktemp("data"), 30)
    with api.open_at(path, rules) as opened:
        yield opened


@given(st.one_of(hostile, whole, others), st.one_of(st.none(), st.just(NONE), hostile, whole, others))
def test_every_method_of_a_tablebase_answers_or_refuses(table, position, forbidden):
    for method in (table.probe, table.moves, table.line):
        try:
            method(position, forbidden)
        except GameError as error:
            plain(error)
    assert table.get(position, forbidden) is None or table.probe(position, forbidden)
    try:
        table.forbidden_after(position, "n0")
    except GameError as error:
        plain(error)


@given(st.one_of(hostile, whole, st.floats(), st.none(), st.booleans()))
def test_options_from_python_are_refused(choice):
    with pytest.raises(GameError) as refused:
        api.open("ostle", size=choice)
    plain(refused.value)


# Ten megabytes

LONG = r"""
import json, resource, sys, time
from retro.query import api; from retro.game import loading, notation, plugins
from retro.game import text as texts
from retro.app.commands import new
from retro.system import messages
from retro.storage.location import data_directory

SIZE = 10_000_000
PIECES = ["0", " ", "\n", "\0", "x", "*", "-", "9", "a1", "a1 ", "* ", "* to move ", "player ", "player * to ",
          "turn ", "turn 1 ", "0-", "\u0661", "\uff11", "\U0001f600", "\u202e", "\ud800", "\x1b[31m", "seed=", "\u00a0"]

def memory():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

games = [loading.load(game, game.choose({})) for game in map(plugins.load, ("ostle", "lgame", "british_square"))]
plain = texts.of("plain", type("module", (), {"draw": str}), lambda key: list(range(200)))
calls = {}
for rules in games:
    name = rules.game.name
    calls[f"{name} position"] = lambda given, rules=rules: notation.position_key(rules, given)
    calls[f"{name} move"] = lambda given, rules=rules: notation.move_code(rules, rules.initial, given)
    calls[f"{name} option"] = lambda given, rules=rules: rules.game.choose({given: "1"})
    options = rules.options or ["no"]
    calls[f"{name} choice"] = lambda given, game=rules.game, options=options: game.choose(dict.fromkeys(options, given))
calls["key"] = plain.parse
calls["code"] = lambda given: plain.parse_move(1, given)
calls["game"] = plugins.load
calls["plugin"] = new._check
calls["line"] = lambda given: (_ for _ in ()).throw(ValueError(messages.one_line(given)))
calls["data directory"] = lambda given: data_directory(given) and (_ for _ in ()).throw(ValueError("a directory"))
results = []
before = memory()
for piece in PIECES:
    given = piece * (SIZE // len(piece))
    for name, call in calls.items():
        began = time.process_time()
        try:
            call(given)
            outcome = "taken"
        except Exception as error:
            outcome = f"{type(error).__name__}: {error}"
        results.append((name, piece, time.process_time() - began, outcome[:3000]))
print(json.dumps([memory() - before, results]))
"""


@pytest.fixture(scope="module")
def long_texts():
    done = subprocess.run([sys.executable, "-c", LONG], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_ten_megabytes_are_refused_at_once(long_texts):
    for name, piece, seconds, message in long_texts[1]:
        assert message.startswith(("NoSuchState: ", "GameError: ", "OptionError: ", "ValueError: ")), (
            name,
            piece,
            message,
        )
        assert seconds < 1, (name, piece, seconds)
        assert "\n" not in message and len(message) < 2100, (name, piece)
        assert name == "line" or message.isprintable(), (name, piece)


def test_ten_megabytes_take_little_more_than_themselves(long_texts):
    assert long_texts[0] < 200 << 20


def test_text_of_a_game_without_text_of_its_own():
    """Such a game writes positions as keys, and moves as codes."""
    written = texts.of("plain", type("module", (), {"draw": str}), lambda key: list(range(20)))
    assert written.parse(" 12 ") == 12 and written.parse_move(1, " 7\n") == 7
    for wrong in ("", "-1", "\uff11\uff12", "²", "1e3", "0x10", "1_000", str(2**63), "9" * 5000, "1\x00", "\u0661"):
        with pytest.raises(ValueError) as refused:
            written.parse(wrong)
        plain(refused.value)
        with pytest.raises(ValueError) as refused:
            written.parse_move(1, wrong)
        plain(refused.value)
