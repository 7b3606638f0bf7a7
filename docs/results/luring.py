"""Writes the page docs/results/luring.md: games from drawn positions against players who make mistakes.

    retro solve lgame
    retro solve ostle --set size=4
    python docs/results/luring.py > docs/results/luring.md

The players of the page never give anything away and win as soon as they can, but choose differently among drawing
moves. They move first, from the start and from random drawn positions. Images of a position count as one.
"""

from __future__ import annotations

import math
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from random import Random

from result_page import ResultPage, print_games

import retro
from retro.play.luring import REPLIES, TrapPlayer
from retro.play.models import Model, Softmax
from retro.play.players import PerfectPlayer, Player
from retro.play.states import Choice, State, States
from retro.query.api import Tablebase
from retro.statistics.trial_games import share

GAMES: dict[str, dict[str, int | str]] = {"lgame": {}, "ostle": {"size": 4}}
OPPONENT_SKILLS = (5, 10, 15, 20)
ASSUMED = 10
"""The skill that a luring player assumes if he does not know his opponent's."""
MAX_GAME_PLIES = 100
"""Maximal length of a game; after that it is a draw."""
MAX_CACHED_STATES = 20_000
"""More than the states of each game."""
PLAYER_NAMES = {
    "any": "any drawing move",
    "longest": "longest DTM",
    "fewest": "fewest holding replies",
    "luring": "luring",
    "assuming": f"luring, skill {ASSUMED} assumed",
}

ABOUT = (
    "A draw cannot be won against perfect play, but against fallible players some drawing moves win more often than",
    "others. The tables list the shares of games won, with 95 % intervals (Wilson), by players who never give anything",
    "away and win as soon as they can, but choose differently among moves that hold the draw. They move first, from",
    "the start or from different random drawn positions without a forbidden move. After",
    f"{MAX_GAME_PLIES} plies a game is drawn.",
    "",
    "- *any drawing move*: all with equal chances.",
    "- *longest DTM*: the move after which a losing reply loses as slowly as possible, which makes it hard to see.",
    "- *fewest holding replies*: the move after which the fewest replies hold the draw.",
    f"- *luring*: the player `trap` of `retro play`, without a limit of positions. He looks {REPLIES} replies ahead,",
    "  and takes the probabilities of replies from the model that the opponent follows.",
    f"- *luring, skill {ASSUMED} assumed*: the same, but with skill {ASSUMED} in the model for every opponent.",
    "",
    "The opponent is a player who follows [this model](../reference/play.md#traps) of mistakes.",
)
"""The introduction of the page."""

MakePlayer = Callable[[Random, int], Player]


class _Rated(PerfectPlayer, ABC):
    """A player who rates drawing moves by the replies to them."""

    def __init__(self, source: Random) -> None:
        super().__init__(source)
        self._cached: dict[State, float] = {}

    def ratings(self, state: State, good: Sequence[Choice]) -> list[float]:
        return [self._rating(state.folded_after(choice)) for choice in good]

    def _rating(self, after: State | None) -> float:
        if after is None or not after.choices:
            return 0.0
        if after not in self._cached:
            self._cached[after] = self.of_replies(after)
        return self._cached[after]

    @abstractmethod
    def of_replies(self, after: State) -> float:
        """Returns the rating of a state in which the opponent is to move."""


class Longest(_Rated):
    """Makes the move after which a losing reply loses most slowly, which is hardest to recognize."""

    def of_replies(self, after: State) -> float:
        kind = after.rules.kind
        lost = (reply.value for reply in after.choices if kind.result(reply.value) < 0)
        return max((kind.dtm(value) or 0 for value in lost), default=0)


class Fewest(_Rated):
    """Makes the move to which the fewest replies hold the draw."""

    def of_replies(self, after: State) -> float:
        return -len(after.keeping)


class FalliblePlayer:
    """A player who makes mistakes with the probabilities of a model."""

    def __init__(self, source: Random, model: Model) -> None:
        self._source, self._model = source, model

    def choose(self, state: State) -> Choice:
        [choice] = self._source.choices(state.choices, self._model.chances(state))
        return choice


class CachedModel:
    """A model of mistakes that computes the probabilities of each state once."""

    def __init__(self, skill: float) -> None:
        self._model = Softmax(skill)
        self._cached: dict[State, list[float]] = {}

    def chances(self, state: State) -> list[float]:
        if state not in self._cached:
            self._cached[state] = self._model.chances(state)
        return self._cached[state]


PLAYERS: dict[str, MakePlayer] = {
    "any": lambda source, skill: PerfectPlayer(source),
    "longest": lambda source, skill: Longest(source),
    "fewest": lambda source, skill: Fewest(source),
    "luring": lambda source, skill: TrapPlayer(source, CachedModel(skill), max_states=math.inf),
    "assuming": lambda source, skill: TrapPlayer(source, CachedModel(ASSUMED), max_states=math.inf),
}


def wins(players: tuple[Player, Player], begin: State) -> bool:
    """Plays a game; returns whether the first player, who moves first, wins."""
    state, ours = begin, True
    for _ in range(MAX_GAME_PLIES):
        choice = players[not ours].choose(state)
        after = state.folded_after(choice)
        if after is None:
            return state.rules.kind.result(choice.value) == (1 if ours else -1)
        if not after.choices:
            return (after.value().value == "loss") == ours and after.value().value != "draw"
        state, ours = after, not ours
    return False


def drawn(states: States, source: Random, number: int) -> list[State]:
    """Returns different drawn positions without a forbidden move, each with the same chance."""
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


def write_games(made: ResultPage, table: Tablebase, number: int, seed: int) -> None:
    """Plays all games of one variant and appends their results."""
    states = States(table.rules, table.database.record, MAX_CACHED_STATES)
    start = states.folded(states.at(table.rules.initial))
    begins = {"the start": [start] * number, "drawn positions": drawn(states, Random(seed), number)}
    rows: dict[str, list[list[str]]] = {words: [] for words in begins}
    begin = time.monotonic()
    for name, make in PLAYERS.items():
        for found in rows.values():
            found.append([PLAYER_NAMES[name]])
        for skill in OPPONENT_SKILLS:
            source = Random(f"{seed} {name} {skill}")
            us, them = make(source, skill), FalliblePlayer(source, CachedModel(skill))
            for words, chosen in begins.items():
                won = share(sum(wins((us, them), each) for each in chosen), len(chosen))
                rows[words][-1].append(f"{won.value:.1%} ({100 * won.low:.1f} to {100 * won.high:.1f})")
                print(table.rules.game.name, words, name, skill, rows[words][-1][-1], file=sys.stderr, flush=True)
    for words, chosen in begins.items():
        made.text(f"### From {words}", "", f"{len(chosen):,} games each.")
        made.table(("chooses", *(f"against skill {skill}>" for skill in OPPONENT_SKILLS)), rows[words])
    print(f"{table.rules.game.name}: {time.monotonic() - begin:.0f} s", file=sys.stderr)


def page(data: str | None, number: int, seed: int) -> ResultPage:
    """Returns the page."""
    made = ResultPage()
    made.text("# Luring")
    command = " ".join(["python docs/results/luring.py", *sys.argv[1:]])
    made.text(*ABOUT)
    made.text("Made by", "", f"    {command} > docs/results/luring.md")
    for name, options in GAMES.items():
        with retro.open(name, data, **options) as table:
            settings = "".join(f" --set {key}={value}" for key, value in options.items())
            made.text(f"## {table.rules.game.title}", "", f"`retro solve {name}{settings}`")
            write_games(made, table, number, seed)
    return made


if __name__ == "__main__":
    sys.exit(print_games("luring", 1000, page))
