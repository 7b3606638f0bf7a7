"""Writes the page docs/results/graded.md: games from drawn positions by players who choose among graded draws.

    retro solve ostle --set men=3 --set left=1 --draws graded
    retro solve nine_mens_morris --set men=5 --set phase=moving --draws graded
    python docs/results/graded.py > docs/results/graded.md

Nine men's morris is in examples/. The players of the page never give anything away and win as soon as they can, but
choose differently among drawing moves. They move first, from random drawn positions in which moves of different grades
hold the draw. Images of a position count as one.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import NamedTuple

from luring import MAX_CACHED_STATES, MAX_GAME_PLIES, CachedModel, FalliblePlayer, wins
from result_page import ResultPage, print_games

import retro
from retro.play.luring import TrapPlayer
from retro.play.players import PerfectPlayer, Player
from retro.play.states import Choice, State, States
from retro.statistics.trial_games import share

Options = dict[str, int | str]


class Variant(NamedTuple):
    """A game, and who plays it.

    skills    of the opponents: such that they neither lose nor draw nearly all games
    searched  states that a player who sets traps examines for a move, unless a depth of one reply takes more
    """

    game: str
    options: Options
    skills: tuple[int, ...]
    searched: int


VARIANTS = (
    Variant("ostle", {"men": 3, "left": 1}, (20, 40, 80), 60),
    Variant("nine_mens_morris", {"men": 5, "phase": "moving"}, (5, 10, 20), 20),
)

ABOUT = (
    "Players who never give anything away hold a draw by any move that holds it. The tables list the shares of games",
    "won, with 95 % intervals (Wilson), by such players who choose differently among these moves. They move first,",
    "from different random drawn positions in which moves of different [grades](../reference/draws.md) hold it. After",
    f"{MAX_GAME_PLIES} plies a game is drawn. All players of a game begin in the same positions.",
    "",
    "- *any drawing move*: all with equal chances.",
    "- *best grade*: the player `perfect` of `retro play` where draws are graded.",
    "- *trap*: the player `trap`, who takes the probabilities of replies from the model that the opponent follows.",
    "- *trap, best grade*: the same, but only among the moves with the best grade.",
    "",
    "The opponent is a player who follows [this model](../reference/play.md#traps) of mistakes.",
)


class AnyDraw(PerfectPlayer):
    """Makes any of the best moves, whatever their grades."""

    def ratings(self, state: State, good: Sequence[Choice]) -> Sequence[float]:
        return [0.0] * len(good)


class GradedTrap(TrapPlayer):
    """Sets traps with moves of the best grade."""

    def good(self, state: State) -> Sequence[Choice]:
        good = super().good(state)
        best = min(map(state.graded_order, good))
        return [choice for choice in good if state.graded_order(choice) == best]


PLAYERS: dict[str, Callable[[Random, int, int], Player]] = {
    "any drawing move": lambda source, skill, searched: AnyDraw(source),
    "best grade": lambda source, skill, searched: PerfectPlayer(source),
    "trap": lambda source, skill, searched: TrapPlayer(source, CachedModel(skill), max_states=searched),
    "trap, best grade": lambda source, skill, searched: GradedTrap(source, CachedModel(skill), max_states=searched),
}


def choosing(states: States, source: Random, number: int) -> tuple[list[State], int]:
    """Returns drawn positions in which moves of different grades hold the draw, and how many were drawn for them."""
    assert states.solved is not None
    rules, records = states.solved
    found: list[State] = []
    drawn = 0
    seen = set[int]()
    while len(found) < number:
        slot = source.randrange(rules.slots)
        key = rules.unrank(slot)
        if key < 0 or slot in seen or records(slot)[0] > 1:
            continue
        seen.add(slot)
        drawn += 1
        state = states.at(key)
        grades = {grade.grade for grade in map(state.grade, state.choices) if grade is not None}
        if len(grades) > 1:
            found.append(state)
    return found, drawn


def games_won(data: str | None, variant: Variant, player: str, skill: int, number: int, seed: int) -> int:
    """Plays games of one player against one opponent, and returns how many he wins. Runs in a process of its own."""
    begun = time.process_time()
    with retro.open(variant.game, data, **variant.options) as table:
        states = States(table.rules, table.database.record, MAX_CACHED_STATES, table.grades)
        source = Random(f"{seed} {player} {skill}")
        us, them = PLAYERS[player](source, skill, variant.searched), FalliblePlayer(source, CachedModel(skill))
        won = sum(wins((us, them), states.folded(each)) for each in choosing(states, Random(seed), number)[0])
    print(variant.game, player, skill, won, f"{time.process_time() - begun:.0f} s", file=sys.stderr, flush=True)
    return won


def write_games(made: ResultPage, data: str | None, variant: Variant, number: int, seed: int) -> None:
    """Plays all games of one variant, in all processors, and appends their results."""
    with retro.open(variant.game, data, **variant.options) as table:
        states = States(table.rules, table.database.record, MAX_CACHED_STATES, table.grades)
        drawn = choosing(states, Random(seed), number)[1]
        settings = "".join(f" --set {key}={value}" for key, value in variant.options.items())
        title = f"{table.rules.game.title}, {variant.options['men']} men a side"
        made.text(f"## {title}", "", f"`retro solve {variant.game}{settings} --draws graded`")
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        played = {
            (player, skill): pool.submit(games_won, data, variant, player, skill, number, seed)
            for player in PLAYERS
            for skill in variant.skills
        }
        rows = []
        for player in PLAYERS:
            shares = [share(played[player, skill].result(), number) for skill in variant.skills]
            rows.append([player, *(f"{won.value:.1%} ({100 * won.low:.1f} to {100 * won.high:.1f})" for won in shares)])
    made.text(
        f"{number:,} games each. Of {drawn:,} random drawn positions, {number:,} have moves of different grades. Those",
        f"who set traps examine {variant.searched} states for a move, or all replies to their moves if these are more.",
    )
    made.table(("chooses", *(f"against skill {skill}>" for skill in variant.skills)), rows)


def page(data: str | None, number: int, seed: int) -> ResultPage:
    """Returns the page."""
    made = ResultPage()
    made.text("# Graded draws")
    command = " ".join(["python docs/results/graded.py", *sys.argv[1:]])
    made.text(*ABOUT)
    made.text("Made by", "", f"    {command} > docs/results/graded.md")
    for variant in VARIANTS:
        write_games(made, data, variant, number, seed)
    return made


if __name__ == "__main__":
    sys.exit(print_games("graded", 300, page))
