"""Does luring pay? Games against players who make mistakes, from draws that nobody can win against perfect play.

    retro solve lgame
    retro solve ostle --set size=4
    python docs/results/luring.py > docs/results/luring.md

Four players who never give anything away, and win as soon as they can, differ in which of several drawing moves they
make. They play from the start and from random drawn positions, where they move first. Images of a position are one.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random

from result_page import Page

import retro
from retro.play.luring import REPLIES, TrapPlayer
from retro.play.models import Softmax
from retro.play.players import FalliblePlayer, PerfectPlayer, Player
from retro.play.states import Choice, State, States
from retro.query.api import Tablebase
from retro.system.errors import RetroError
from retro.system.messages import exit_code, one_line

GAMES: dict[str, dict[str, int | str]] = {"lgame": {}, "ostle": {"size": 4}}
SKILLS = (5, 10, 15, 20)
SUPPOSED = 10
"""The skill that a luring player supposes who does not know his opponent."""
PLIES = 100
"""Of a game at most; then it is a draw."""
KEPT = 20_000
"""States that are kept: all of either game."""
SURE = 1.959964
"""Standard deviations on either side of 95 % of a normal distribution."""
WORDS = {
    "any": "any drawing move",
    "longest": "longest DTM",
    "fewest": "fewest holding replies",
    "luring": "luring",
    "supposing": f"luring, skill {SUPPOSED} supposed",
}

ABOUT = (
    "Nobody wins a draw against somebody who makes no mistake. Against others some draws are better than others. Here",
    "are shares of games won, with 95 % intervals (Wilson), by players who never give anything away and win as soon as",
    "they can, but choose among moves that hold a draw in different ways. They move first, from the start or from",
    "random drawn positions, all of them different and without a forbidden move. After",
    f"{PLIES} plies a game is drawn.",
    "",
    "- *any drawing move*: all are equally likely.",
    "- *longest DTM*: a move to which some reply loses as slowly as possible, a mistake that is hard to see.",
    "- *fewest holding replies*: a move to which the fewest replies hold the draw.",
    f"- *luring*: the player `trap` of `retro play`, without a limit to the positions he looks at. He looks {REPLIES}",
    "  replies ahead, each as likely as a model says; the model is the opponent's own.",
    f"- *luring, skill {SUPPOSED} supposed*: the same, but he takes every opponent for one of that skill.",
    "",
    "Opponents are the player `fallible`, who follows [the same model](../reference/play.md#mistakes): in a move that",
    "ends the game in *d* plies he sees 2<sup>-*d*/8</sup>, for or against him, and he makes it with a probability",
    "proportional to exp(*skill* · what he sees).",
)
"""What the page tells."""

Made = Callable[[Random, int], Player]


class _Rated(PerfectPlayer, ABC):
    """Rates a move by the replies to it."""

    def __init__(self, source: Random) -> None:
        super().__init__(source)
        self._known: dict[State, float] = {}

    def ratings(self, state: State, good: Sequence[Choice]) -> list[float]:
        return [self._rating(state.folded_after(choice)) for choice in good]

    def _rating(self, after: State | None) -> float:
        if after is None or not after.choices:
            return 0.0
        if after not in self._known:
            self._known[after] = self.of_replies(after)
        return self._known[after]

    @abstractmethod
    def of_replies(self, after: State) -> float:
        """Of a state in which the other player is to move."""


class Longest(_Rated):
    """Makes the move after which a reply loses that takes longest to lose: the mistake that is hardest to see."""

    def of_replies(self, after: State) -> float:
        return max((-order[1] for order in (reply.order for reply in after.choices) if order[0] == 2), default=0)


class Fewest(_Rated):
    """Makes the move to which the fewest replies hold the draw."""

    def of_replies(self, after: State) -> float:
        return -len(after.keeping)


class Remembered:
    """A model that is asked once for each state."""

    def __init__(self, skill: float) -> None:
        self._model = Softmax(skill)
        self._known: dict[State, list[float]] = {}

    def chances(self, state: State) -> list[float]:
        if state not in self._known:
            self._known[state] = self._model.chances(state)
        return self._known[state]


PLAYERS: dict[str, Made] = {
    "any": lambda source, skill: PerfectPlayer(source),
    "longest": lambda source, skill: Longest(source),
    "fewest": lambda source, skill: Fewest(source),
    "luring": lambda source, skill: TrapPlayer(source, Remembered(skill), max_states=math.inf),
    "supposing": lambda source, skill: TrapPlayer(source, Remembered(SUPPOSED), max_states=math.inf),
}


def wilson(won: int, games: int) -> tuple[float, float]:
    """The interval of 95 % for a share (Wilson 1927)."""
    share, z = won / games, SURE * SURE / games
    middle, half = share + z / 2, SURE * math.sqrt(share * (1 - share) / games + z / games / 4)
    return (middle - half) / (1 + z), (middle + half) / (1 + z)


def wins(players: tuple[Player, Player], begin: State) -> bool:
    """Whether the first of two players, who moves first, wins a game."""
    state, ours = begin, True
    for _ in range(PLIES):
        choice = players[not ours].choose(state)
        after = state.folded_after(choice)
        if after is None:
            return (choice.order[0] == 0) == ours and choice.order[0] != 1
        if not after.choices:
            return (after.value().value == "loss") == ours and after.value().value != "draw"
        state, ours = after, not ours
    return False


def drawn(states: States, source: Random, number: int) -> list[State]:
    """Drawn positions, any as likely as another, none twice; nothing is forbidden in them."""
    assert states.solved is not None
    rules, records = states.solved
    slots = list(range(rules.slots))
    source.shuffle(slots)
    found: list[State] = []
    for slot in slots:
        key = rules.unrank(slot)
        if len(found) < number and key >= 0 and records(slot)[0] <= 1:
            found.append(states.folded(states.at(key)))
    return found


def tell(made: Page, table: Tablebase, number: int, seed: int) -> None:
    """The games of one game."""
    states = States(table.rules, table.database.record, KEPT)
    start = states.folded(states.at(table.rules.initial))
    begins = {"the start": [start] * number, "drawn positions": drawn(states, Random(seed), number)}
    rows: dict[str, list[list[str]]] = {words: [] for words in begins}
    begin = time.monotonic()
    for name, make in PLAYERS.items():
        for found in rows.values():
            found.append([WORDS[name]])
        for skill in SKILLS:
            source = Random(f"{seed} {name} {skill}")
            us, them = make(source, skill), FalliblePlayer(source, Remembered(skill))
            for words, chosen in begins.items():
                won = sum(wins((us, them), each) for each in chosen)
                low, high = wilson(won, len(chosen))
                rows[words][-1].append(f"{won / len(chosen):.1%} ({100 * low:.1f} to {100 * high:.1f})")
                print(table.rules.game.name, words, name, skill, rows[words][-1][-1], file=sys.stderr, flush=True)
    for words, chosen in begins.items():
        made.text(f"### From {words}", "", f"{len(chosen):,} games each.")
        made.table(("chooses", *(f"against skill {skill}>" for skill in SKILLS)), rows[words])
    print(f"{table.rules.game.name}: {time.monotonic() - begin:.0f} s", file=sys.stderr)


def page(data: str | None, number: int, seed: int) -> Page:
    """The whole page."""
    made = Page()
    made.text("# Luring")
    command = " ".join(["python docs/results/luring.py", *sys.argv[1:]])
    made.text(*ABOUT)
    made.text("Made by", "", f"    {command} > docs/results/luring.md")
    for name, options in GAMES.items():
        with retro.open(name, data, **options) as table:
            settings = "".join(f" --set {key}={value}" for key, value in options.items())
            made.text(f"## {table.rules.game.title}", "", f"`retro solve {name}{settings}`")
            tell(made, table, number, seed)
    return made


def main() -> int:
    """The page on stdout; the exit code."""
    parser = argparse.ArgumentParser(description="Make docs/results/luring.md from databases of the games.")
    parser.add_argument("--data", metavar="DIR", help="where databases lie; by default the user's data directory")
    parser.add_argument("--games", metavar="N", type=int, default=1000, help="games of each pair of players")
    parser.add_argument("--seed", metavar="N", type=int, default=1)
    given = parser.parse_args()
    try:
        made = page(given.data, given.games, given.seed)
    except (RetroError, OSError) as error:
        print(f"error: {one_line(str(error))}", file=sys.stderr)
        return exit_code(error) or 2
    print("\n".join(made.lines).rstrip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
