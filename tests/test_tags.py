"""Tags of moves of the games, compared with plain definitions."""

import naive_ostle as naive
import pytest
from scanned_game import game_of

from retro.game import tags
from retro.game.loading import load
from retro.system.errors import GameError

LEFT = {"size": "3", "men": "3", "left": "1"}


def test_tags_of_ostle_are_what_happens_on_the_board():
    game = game_of("ostle")
    rules = load(game, game.choose(LEFT))
    tags_of_game = tags.load(rules)
    assert tags_of_game.names == ("captures", "sacrifices", "hole")
    seen = set()
    for slot in range(0, rules.slots, 3):
        key = rules.unrank(slot)
        if key < 0:
            continue
        board = naive.board(rules.text.format(key))
        for move in rules.moves(key):
            text = rules.text.format_move(key, move.code)
            after = naive.swap(naive.apply(board, text))
            lost = {name: after.count(men) < board.count(men) for name, men in (("captures", "2"), ("sacrifices", "1"))}
            happened = lost | {"hole": after.index("3") != board.index("3")}
            expected = {name for name, present in happened.items() if present}
            bits = tags_of_game.function(key, move.code, move.successor, move.outcome)
            assert set(tags_of_game.of(bits)) == expected, (rules.text.format(key), text)
            seen.add((move.outcome, bits))
    assert {bits for outcome, bits in seen if outcome} == {1, 2}
    assert {bits for outcome, bits in seen if not outcome} == {0, 1, 2, 4}


def test_tags_of_the_lgame_name_moves_of_neutral_pieces():
    game = game_of("lgame")
    rules = load(game, {})
    tags_of_game = tags.load(rules)
    for slot in range(0, rules.slots, 501):
        key = rules.unrank(slot)
        for move in rules.moves(key):
            moved = "," in rules.text.format_move(key, move.code)
            assert tags_of_game.of(tags_of_game.function(key, *_rest(move))) == (("neutral",) if moved else ())


def test_tags_of_british_square():
    game = game_of("british_square")
    rules = load(game, game.choose({"size": "3"}))
    tags_of_game = tags.load(rules)

    def shown(key):
        text = rules.text.format_move
        return {
            text(key, move.code): tags_of_game.of(tags_of_game.function(key, *_rest(move))) for move in rules.moves(key)
        }

    parsed = shown(rules.text.parse("000-000-102 turn 3"))
    assert parsed["a2"] == ("joins",)
    assert parsed["a3"] == ()
    keys, seen = [rules.initial], set()
    for key in keys:
        seen |= {(text == "pass", names) for text, names in shown(key).items()}
        keys += [move.successor for move in rules.moves(key) if move.successor not in keys]
    assert seen == {(True, ("passes",)), (False, ()), (False, ("joins",))}


def _rest(move):
    return move.code, move.successor, move.outcome


def test_a_game_without_tags_has_none():
    rules = load(game_of("walking"), {"seed": 0})
    tags_of_game = tags.load(rules)
    assert tags_of_game.names == ()
    assert tags_of_game.function(0, 0, 1, 0) == 0
    with pytest.raises(GameError, match="moves of walking have no tag 'hole'; its tags: none"):
        tags.mask(rules, tags_of_game, ("hole",))
