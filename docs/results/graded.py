"""Writes the page docs/results/graded.md: games from drawn positions by players who choose among graded draws.

    retro solve ostle --set size=4 --set men=4 --set left=2 --draws graded
    retro solve nine_mens_morris --set men=4 --set phase=moving --draws graded
    python docs/results/graded.py > docs/results/graded.md

Nine men's morris is in examples/. The players of the page never give anything away and win as soon as they can, but
choose differently among drawing moves. They move first, from random drawn positions in which moves of different grades
hold the draw. Images of a position count as one.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from random import Random

from luring import MAX_CACHED_STATES, MAX_GAME_PLIES, CachedModel, FalliblePlayer, wins
from result_page import ResultPage, print_games

import retro
from retro.play.luring import TrapPlayer
from retro.play.players import PerfectPlayer, Player
from retro.play.states import Choice, State, States
from retro.query.api import Tablebase
from retro.statistics.trial_games import share

GAMES: tuple[tuple[str, dict[str, int | str]], ...] = (
    ("ostle", {"size": 4, "men": 4, "left": 2}),
    ("nine_mens_morris", {"men": 4, "phase": "moving"}),
)
SKILLS = (5, 10, 20)
MAX_MOVES = 50
"""Players set traps in games with at most so many moves in a position."""

ABOUT = (
    "Players who never give anything away hold a draw by any move that holds it. The tables list the shares of games",
    "won, with 95 % intervals (Wilson), by such players who choose differently among these moves. They move first,",
    "from different random drawn positions in which moves of different [grades](../reference/draws.md) hold it. After",
    f"{MAX_GAME_PLIES} plies a game is drawn.",
    "",
    "- *any drawing move*: all with equal chances.",
    "- *best grade*: the player `perfect` of `retro play` where draws are graded.",
    "- *trap*: the player `trap`, who takes the probabilities of replies from the model that the opponent follows.",
    "- *trap, best grade*: the same, but only among the moves with the best grade.",
    "",
    "Those who set traps do not play nine men's morris here, because each of their moves takes seconds.",
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


PLAYERS: dict[str, Callable[[Random, int], Player]] = {
    "any drawing move": lambda source, skill: AnyDraw(source),
    "best grade": lambda source, skill: PerfectPlayer(source),
    "trap": lambda source, skill: TrapPlayer(source, CachedModel(skill)),
    "trap, best grade": lambda source, skill: GradedTrap(source, CachedModel(skill)),
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


def write_games(made: ResultPage, table: Tablebase, number: int, seed: int) -> None:
    """Plays all games of one variant and appends their results."""
    states = States(table.rules, table.database.record, MAX_CACHED_STATES, table.grades)
    begins, drawn = choosing(states, Random(seed), number)
    rows = []
    for name, make in PLAYERS.items():
        if name.startswith("trap") and table.rules.max_moves > MAX_MOVES:
            continue
        row, begun = [name], time.monotonic()
        for skill in SKILLS:
            source = Random(f"{seed} {name} {skill}")
            us, them = make(source, skill), FalliblePlayer(source, CachedModel(skill))
            won = share(sum(wins((us, them), states.folded(each)) for each in begins), number)
            row.append(f"{won.value:.1%} ({100 * won.low:.1f} to {100 * won.high:.1f})")
        rows.append(row)
        print(table.rules.game.name, *row, f"{time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
    made.text(f"{number:,} games each. Of {drawn:,} random drawn positions, {number:,} have moves of different grades.")
    made.table(("chooses", *(f"against skill {skill}>" for skill in SKILLS)), rows)


def page(data: str | None, number: int, seed: int) -> ResultPage:
    """Returns the page."""
    made = ResultPage()
    made.text("# Graded draws")
    command = " ".join(["python docs/results/graded.py", *sys.argv[1:]])
    made.text(*ABOUT)
    made.text("Made by", "", f"    {command} > docs/results/graded.md")
    for name, options in GAMES:
        with retro.open(name, data, **options) as table:
            settings = "".join(f" --set {key}={value}" for key, value in options.items())
            title = f"{table.rules.game.title}, {options['men']} men a side"
            made.text(f"## {title}", "", f"`retro solve {name}{settings} --draws graded`")
            write_games(made, table, number, seed)
    return made


if __name__ == "__main__":
    sys.exit(print_games("graded", 100, page))
