"""Numbers of games: published ones, those by plain recursion, and numbers larger than a machine word."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from math import lcm, prod

import naive_british_square as naive
import pytest
from branching_game.plugin import retro_game as branching_game
from british_square_solved import ALLOWED
from commanding import ask
from feature_games import FeatureGame, completed
from installing import install, register
from runs import rules_of
from walking_game.plugin import retro_game as walking_game

from retro.game import DRAW, LOSS, ONGOING, WIN
from retro.game.rules import IndexedRules, Rules
from retro.indexing.discovery import Limits, enumerate_positions
from retro.indexing.tiers import tiers_of
from retro.lookup.table import check_memory
from retro.statistics.playouts import MODULUS_BITS, Playouts, _moduli, count
from retro.system.errors import GameError, ResourceError
from retro.system.progress import Silent
from retro_british_square.plugin import retro_game as british_square
from retro_lgame.plugin import retro_game as lgame


def games_of(game, **options: str) -> Playouts:
    return count(rules_of(game, **options), 2, Silent())


def recursive(rules: Rules) -> Playouts:
    """By plain recursion in whole numbers of any size, for games without scores."""

    @cache
    def won_lost_drawn(key: int) -> tuple[int, int, int]:
        ended = {WIN: (1, 0, 0), LOSS: (0, 1, 0), DRAW: (0, 0, 1)}
        counts = []
        for move in rules.moves(key):
            if move.outcome == ONGOING:
                won, lost, drawn = won_lost_drawn(move.successor)
                counts.append((lost, won, drawn))
            else:
                counts.append(ended[move.outcome])
        won, lost, drawn = map(sum, zip(*counts or [ended[LOSS]], strict=True))
        return won, lost, drawn

    return Playouts(*won_lost_drawn(rules.initial))


LARGE = pytest.param(4, {}, marks=[pytest.mark.soak, pytest.mark.compiled])


@pytest.mark.parametrize(("size", "options"), [(3, {}), (3, ALLOWED), LARGE])
def test_small_boards_agree_with_the_twin(size, options):
    expected = Playouts(*naive.playouts(naive.start(size, options != ALLOWED)))
    assert games_of(british_square(), size=str(size), **options) == expected


@pytest.mark.parametrize("height", [1, *range(60, 65), 123, 124, 250, 300])
def test_powers_of_two_are_exact(height):
    playouts = games_of(branching_game(), height=str(height), endings="0")
    assert playouts == (Playouts(2**height, 0, 0) if height % 2 else Playouts(0, 2**height, 0))


@pytest.mark.parametrize("height", [30, 119, 249])
def test_moves_that_end_the_game_count(height):
    rules = rules_of(branching_game(), height=height, endings=1)
    playouts = count(rules, 1, Silent())
    assert playouts == recursive(rules)
    assert min(playouts.first, playouts.second, playouts.draws) > 2 ** (height - 10)


def test_moduli_have_no_divisor_in_common():
    """With these, counts of 3,800 bits are exact: 254 plies of 32,767 moves."""
    moduli = [1 << MODULUS_BITS, *_moduli(63)]
    assert lcm(*moduli) == prod(moduli) > 32_767**254


def test_a_game_with_its_own_index():
    """Its positions are enumerated if slots are not in order of tiers."""
    rules = rules_of(branching_game(), height="70", endings="1")

    ordered = {"rank": lambda key: (70 - key, 0, False), "unrank": lambda index: 70 - index}
    mixed = {"rank": lambda key: (key * 30 % 71, 0, False), "unrank": lambda index: index * 45 % 71}
    for number, named in enumerate((ordered, mixed)):
        more = {"functions": rules.functions | named, "digest": f"{rules.digest} {number}"}
        indexed = IndexedRules(**vars(rules) | more, slots=71, sections=(("all", 0, 71),))
        assert [indexed.rank(indexed.unrank(slot))[0] for slot in range(71)] == list(range(71))
        assert (len(tiers_of(indexed)) > 1) == (number == 0)
        assert not indexed.enumerated and count(indexed, 1, Silent()) == recursive(rules)


def wide(rules: Rules) -> Rules:
    """Returns the same game with keys of 60 bits, in another order: keys and tiers take more than 63 bits together."""
    own, factor, bits = rules.functions, 0x9E3779B97F4A7C5, (1 << 60) - 1

    def widened(key):
        return key * factor & bits

    def narrow(key):
        return key * pow(factor, -1, bits + 1) & bits

    def moves(key, out):
        count = own["moves"](narrow(key), out)
        for i in range(count):
            out[i, 0] = widened(int(out[i, 0]))
        return count

    of_keys = {name: lambda key, name=name: own[name](narrow(key)) for name in ("no_moves", "tier", "first_to_move")}
    images = {"image": lambda key, g: widened(own["image"](narrow(key), g))}
    starts = tuple(map(widened, rules.starts))
    return replace(rules, functions=own | of_keys | images | {"moves": moves}, starts=starts, digest=f"{rules.digest}w")


@pytest.mark.parametrize("features", ["", "AGAIN gains starts", "first gains image", "mover image tier"])
def test_keys_and_tiers_may_have_more_bits_than_a_word(features, site):
    """Positions are then not in order of tiers, and `tier` is right."""
    if features:
        install(site, "features", FeatureGame(completed(features.split()), 3).source)
        rules = rules_of("features")
        expected = count(rules, 1, Silent())
    else:
        rules = rules_of(branching_game(), height=30, endings=1)
        expected = recursive(rules)
    indexed = enumerate_positions(wide(rules), 1, Silent(), Limits(100))
    assert indexed.tier(indexed.initial) > 0 and len(tiers_of(indexed)) == 1
    assert count(wide(rules), 1, Silent()) == count(indexed, 2, Silent()) == expected


def test_the_move_that_does_not_lower_the_tier_is_named():
    rules = rules_of(branching_game())

    functions = rules.functions | {"tier": lambda key: key // 2}
    changed = replace(rules, functions=functions, digest=rules.digest + "t")
    with pytest.raises(GameError, match=r"tier does not fall by the move 0, and its games cannot be counted .*1 steps"):
        count(changed, 1, Silent())


@pytest.mark.parametrize(
    ("game", "why"), [(walking_game(), "it has a repetition rule"), (lgame(), "its rules.py defines no tier")]
)
def test_games_with_cycles_are_refused(game, why):
    with pytest.raises(GameError, match=f"every move lowers the tier; {why}"):
        games_of(game)


def test_without_a_start_there_is_nothing_to_count():
    with pytest.raises(GameError, match="branching has no start"):
        count(replace(rules_of(branching_game()), starts=()), 1, Silent())


def test_missing_memory_is_reported():
    with pytest.raises(ResourceError, match=r"cannot analyse branching: .* bytes of memory are missing"):
        check_memory(rules_of(branching_game()), 1 << 60)


def test_the_command(site):
    register(site, "noughts", {"noughts": "noughts_game.plugin"})
    text, answer = ask("playouts", "noughts"), json.loads(ask("playouts", "noughts", "--json"))
    assert [line.split()[-1] for line in text.splitlines()] == ["255,168", "131,184", "77,904", "46,080"]
    counts = {"games": 255_168, "first": 131_184, "second": 77_904, "draws": 46_080}
    assert answer == {"game": "noughts", "options": {}, **counts}
