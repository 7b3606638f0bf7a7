"""Shortest games from the start: they are legal by the rules and by naive twins, and no other is shorter."""

from __future__ import annotations

from dataclasses import replace

import naive_ostle
import pytest
from british_square_solved import solved as british_square
from small_games import ostle_rules, without_unmoves
from state_distances import (
    BOARDS,
    CASES,
    classes,
    images,
    lookup,
    named,
    nodes,
    search,
    searched,
    start_of,
    walk_rules,
    walks,
)

from retro.game import NONE, ONGOING
from retro.game.rules import Rules
from retro.reach import path
from retro.system.errors import GameError

WALKS = range(60)
WHOLE = BOARDS[:3]
"""Boards on which games to every third state are searched; on the others to every seventh. And on all of them games to
all states that no legal game reaches."""


def assert_game(rules: Rules, game, key: int, wanted: int) -> None:
    """Every move is legal, and the last leads to the state of the query or an image of it."""
    at, forbidden = rules.initial, NONE
    for position, move in game:
        assert position == at and move in rules.moves(at) and move.outcome == ONGOING and move.code != forbidden
        at, forbidden = move.successor, rules.undo(at, move.code, move.successor)
    ends = images(rules, (at, forbidden))
    assert (key, wanted) in ends if wanted != path.ANY else key in [end for end, _ in ends]


@pytest.mark.parametrize("board", CASES, ids=str)
def test_a_shortest_game_of_ostle_is_legal_and_no_other_is_shorter(board):
    _, _, left, rule8 = board
    rules, legal = ostle_rules(*board), named(board, obeyed=True)
    parse, format_move = rules.text.parse, rules.text.format_move
    into, far = path.edges_into(rules), lookup(searched(board).distances)
    never, farther = 0, 0
    names = list(named(board, obeyed=False).items())
    chosen = names[:: 3 if board in WHOLE else 7] + [each for each in names if each[0] not in legal]
    for name, (nearest, state) in dict(chosen).items():
        key = parse(naive_ostle.text(state[0]))
        wanted = NONE if state[1] is None else rules.text.parse_move(key, state[1])
        game = path.shortest(rules, into, far, key, wanted)
        if name not in legal:
            assert game is None
            never += 1
            continue
        assert len(game) == legal[name][0] >= nearest
        farther += len(game) > nearest
        at = start_of(rules)
        for position, move in game:
            word = format_move(position, move.code)
            assert position == parse(naive_ostle.text(at[0])) and word in naive_ostle.legal(at)
            assert naive_ostle.outcome(at[0], word, left) == "ongoing"
            at = naive_ostle.successor(at, word, rule8)
        assert naive_ostle.normal(at, rule8) == name
    assert farther and never == sum(name not in legal for name, _ in names)
    assert never or board not in WHOLE


def test_an_exact_position_is_preferred_to_its_images():
    rules, into = ostle_rules(*BOARDS[0]), path.edges_into(ostle_rules(*BOARDS[0]))
    far = lookup(searched(BOARDS[0]).distances)
    for move in rules.moves(rules.initial):
        if move.outcome == ONGOING:
            game = path.shortest(rules, into, far, move.successor)
            assert [(position, played.successor) for position, played in game] == [(rules.initial, move.successor)]


def test_every_state_of_random_walks_has_its_shortest_game():
    never = farther = 0
    for seed in WALKS:
        rules = walk_rules(seed)
        plies = walks(rules, obeyed=True)
        levels_by_class, far = classes(rules, plies), lookup(nodes(rules, plies))
        into = path.edges_into(rules)
        for key in range(rules.module.NODES):
            levels = [level for (node, _), level in levels_by_class.items() if node == key]
            for wanted in (path.ANY, NONE, *(move.code for move in rules.moves(key))):
                expected = min(levels, default=None) if wanted == path.ANY else levels_by_class.get((key, wanted))
                game = path.shortest(rules, into, far, key, wanted)
                assert (None if game is None else len(game)) == expected
                never += game is None
                if game is not None:
                    assert_game(rules, game, key, wanted)
                    farther += len(game) > min(levels)
    assert never > 100 and farther > 100


@pytest.mark.parametrize("stripped", [without_unmoves(walk_rules(54)), without_unmoves(ostle_rules(*BOARDS[0]))])
def test_games_without_unmoves_have_the_same_paths(stripped):
    full = walk_rules(54) if stripped.game.name == "walking" else ostle_rules(*BOARDS[0])
    far, sources = lookup(search(full).distances), (path.edges_into(full), path.edges_into(stripped))
    seen = 0
    for index in range(0, full.slots, 60 if full.slots > 8 else 1):
        key = full.unrank(index)
        for wanted in () if key < 0 else (path.ANY, NONE, *(move.code for move in full.moves(key))):
            expected, game = (path.shortest(full, into, far, key, wanted) for into in sources)
            assert (game is None) == (expected is None)
            if game is not None:
                assert len(game) == len(expected)
                assert_game(full, game, key, wanted)
                seen += 1
    assert seen > 20


def test_paths_of_enumerated_games_without_codes_for_images():
    plain = british_square(3).rules
    rules = replace(plain, functions=plain.functions | {"image_code": lambda code, g: code})
    far, into = lookup(search(plain).distances), path.edges_into(plain)
    for index in range(rules.slots):
        key = rules.unrank(index)
        game = path.shortest(plain, into, far, key)
        assert_game(rules, game, key, path.ANY)
        assert len(game) == far(index)
        assert path.shortest(plain, into, far, key, NONE) is not None
        assert path.shortest(plain, into, far, key, 0) is None


def test_too_large_a_game_is_not_transposed_for_one_query():
    large = replace(without_unmoves(walk_rules(54)), slots=path.MAX_TRANSPOSED_SLOTS + 1)
    with pytest.raises(GameError, match=r"walking has 16,777,217 positions, and its rules.py defines no unmoves"):
        path.edges_into(large)
    assert path.edges_into(walk_rules(54))
