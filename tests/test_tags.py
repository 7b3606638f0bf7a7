"""Tags of moves of the games, compared with plain definitions."""

import naive_ostle as naive
import pytest
from runs import rules_of
from scanned_game import game_of, keys_of

from retro.game import tags
from retro.system.errors import GameError


def tagged(rules):
    """Returns the names of tags, and the function that returns those of a move."""
    found = tags.load(rules)
    return found.names, lambda key, move: found.of(found.function(key, move.code, move.successor, move.outcome))


def test_tags_of_ostle_are_what_happens_on_the_board():
    rules = rules_of("ostle", size=3, men=3, left=1)
    names, of = tagged(rules)
    assert names == ("captures", "sacrifices", "hole")
    seen = set()
    for key in keys_of(rules, range(0, rules.slots, 3)):
        board = naive.board(rules.text.format(key))
        for move in rules.moves(key):
            text = rules.text.format_move(key, move.code)
            after = naive.swap(naive.apply(board, text))
            lost = {name: after.count(men) < board.count(men) for name, men in (("captures", "2"), ("sacrifices", "1"))}
            happened = lost | {"hole": after.index("3") != board.index("3")}
            assert of(key, move) == tuple(name for name in names if happened[name]), (rules.text.format(key), text)
            seen.add((bool(move.outcome), of(key, move)))
    assert seen == {*((True, (each,)) for each in names[:2]), *((False, (each,)) for each in names), (False, ())}


def test_tags_of_the_lgame_name_moves_of_neutral_pieces():
    rules = rules_of("lgame")
    _, of = tagged(rules)
    for key in map(rules.unrank, range(0, rules.slots, 501)):
        for move in rules.moves(key):
            assert of(key, move) == (("neutral",) if "," in rules.text.format_move(key, move.code) else ())


def test_tags_of_british_square():
    rules = rules_of("british_square", size=3)
    _, of = tagged(rules)

    def shown(key):
        return {rules.text.format_move(key, move.code): of(key, move) for move in rules.moves(key)}

    parsed = shown(rules.text.parse("000-000-102 turn 3"))
    assert (parsed["a2"], parsed["a3"]) == (("joins",), ())
    keys, seen = [rules.initial], set()
    for key in keys:
        seen |= {(text == "pass", names) for text, names in shown(key).items()}
        keys += [move.successor for move in rules.moves(key) if move.successor not in keys]
    assert seen == {(True, ("passes",)), (False, ()), (False, ("joins",))}


def test_a_game_without_tags_has_none():
    rules = rules_of(game_of("walking"), seed=0)
    tags_of_game = tags.load(rules)
    assert tags_of_game.names == ()
    assert tags_of_game.function(0, 0, 1, 0) == 0
    with pytest.raises(GameError, match="moves of walking have no tag 'hole'; its tags: none"):
        tags.mask(rules, tags_of_game, ("hole",))
