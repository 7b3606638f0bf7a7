"""Every state of a small solved game, looked up one by one through `retro.query.api`, to compare scans with."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from commanding import ask, in_plain_python
from walking_game.naive import NaiveSolution
from walking_game.plugin import retro_game as walking_game
from walking_game.stored import store

from retro.game import NONE, ONGOING, WIN, Game, plugins, tags
from retro.game.loading import load as load_rules
from retro.game.rules import IndexedRules, Move
from retro.lookup.table import RecordTable, load
from retro.puzzles.conditions import Conditions
from retro.query import api
from retro.storage.location import database_path
from retro.system.progress import Silent

GAMES = {
    "ostle": {"size": "3", "men": "2", "left": "0"},
    "ostle exact": {"size": "3", "men": "2", "left": "0", "rule8": "exact"},
    "ostle on 4x4": {"size": "4", "men": "3", "left": "1", "pieces": "5"},
    "walking": {"seed": "54"},
    "lgame": {},
    "british_square": {"size": "3"},
    "dots_and_boxes": {"wide": "2", "high": "2"},
}
"""Games for scans, by a name that begins with the game's."""
SMALL = {"ostle", "ostle exact", "british_square", "dots_and_boxes"}
"""Those that are solved in plain Python, also for tests that are marked `compiled`."""
BOARD = tuple(word for key, value in GAMES["ostle"].items() for word in ("--set", f"{key}={value}"))
"""The options of one of them on the command line."""


@dataclass(frozen=True)
class ScannedMove:
    """A move that may be played in a state: its outcome for the player who makes it, and its tags."""

    move: Move
    outcome: str
    tags: frozenset[str]


class Scanned:
    """A solved game with its table and, from single look-ups, everything about its states."""

    def __init__(self, tablebase: api.Tablebase) -> None:
        self.tablebase = tablebase
        self.about = tablebase.database.manifest
        self.table: RecordTable = load(
            load_rules(tablebase.rules.game, tablebase.rules.options), tablebase.database, Silent()
        )
        self.rules = self.table.rules
        self.tags = tags.load(self.rules)

    @cached_property
    def states(self) -> list[ScannedState]:
        """All states that the database counts, by slot and forbidden move."""
        rules = self.rules
        entering = self._entering() if rules.repetition else {}
        listed = []
        for slot in range(rules.slots):
            key = rules.unrank(slot)
            if key < 0 or (rules.repetition and any(move.outcome == WIN for move in rules.moves(key))):
                continue
            fixing = [g for g in range(rules.group) if rules.image(key, g) == key]
            codes = {
                code if code == NONE else min(rules.image_code(code, g) for g in fixing)
                for code in (entering[key] if rules.repetition else (NONE,))
            }
            listed += [ScannedState(self, slot, key, code) for code in sorted(codes)]
        return listed

    def weight(self, key: int) -> int:
        """Returns the weight of the states of a position."""
        if self.rules.counted == "classes":
            return 1
        return (2 if self.rules.counted == "sides" else 1) * len(
            {self.rules.image(key, g) for g in range(self.rules.group)}
        )

    def tier(self, state: ScannedState) -> str:
        """Returns the name of the section of a state."""
        if self.rules.sections:
            return next(name for name, start, stop in self.rules.sections if start <= state.slot < stop)
        return f"tier {self.rules.tier(state.key)}"

    def outcome(self, key: int, value: str | int) -> str:
        """Returns the outcome for the player to move of a value as `retro query` shows it."""
        if isinstance(value, str):
            return value
        gain = -value if self.rules.scores == "first" and not self.rules.first_to_move(key) else value
        return "win" if gain > 0 else "loss" if gain < 0 else "draw"

    def _entering(self) -> dict[int, set[int]]:
        """The moves that are forbidden after the moves into a position, by key."""
        rules, result = self.rules, defaultdict[int, set[int]](set)
        for key in {rules.image(key, g) for key in keys_of(rules) for g in range(rules.group)}:
            for move in rules.moves(key):
                if move.outcome == ONGOING:
                    result[move.successor].add(rules.undo(key, move.code, move.successor))
        return result


@dataclass(frozen=True)
class ScannedState:
    """A state with its value, its moves and its tags."""

    game: Scanned
    slot: int
    key: int
    forbidden: int

    @property
    def code(self) -> int | None:
        """The forbidden move as `retro.query.api` takes it."""
        return None if self.forbidden == NONE else self.forbidden

    @cached_property
    def value(self) -> tuple[str, int | None, int | None]:
        """Outcome for the player to move, DTM, points."""
        state_value = self.game.tablebase.probe(self.key, self.code)
        outcome = self.game.outcome(self.key, state_value.value)
        return (outcome, None, state_value.value) if self.game.rules.scores else (outcome, state_value.dtm, None)

    @property
    def order(self) -> int:
        """Returns the number by which samples are sorted."""
        outcome, dtm, points = self.value
        if points is not None:
            return abs(points) if outcome == "win" else -abs(points)
        return dtm or 0

    @cached_property
    def choices(self) -> list[ScannedMove]:
        """The moves that may be played."""
        game, listed = self.game, []
        for move in game.rules.moves(self.key):
            if move.code != self.forbidden:
                bits = game.tags.function(self.key, move.code, move.successor, move.outcome)
                outcome = game.rules.kind.outcome(game.table.move_value(self.key, move))
                listed.append(ScannedMove(move, outcome, frozenset(game.tags.of(bits))))
        return listed

    @property
    def winning(self) -> list[ScannedMove]:
        """The moves that win."""
        return [choice for choice in self.choices if choice.outcome == "win"]

    @cached_property
    def unique_line(self) -> bool:
        """Whether one move wins at every move of the winner in best play."""
        if len(self.winning) != 1:
            return False
        rules, tablebase = self.game.rules, self.game.tablebase
        state, ours = self, True
        for played in tablebase.line(self.key, self.code):
            if ours and len(state.winning) != 1:
                return False
            if played.after is None:
                break
            key = rules.text.parse(played.after)
            undo = rules.undo(state.key, played.code, key) if rules.repetition else NONE
            state, ours = ScannedState(self.game, -1, key, undo), ours == played.again
        return True


def keys_of(rules: IndexedRules, slots: Iterable[int] | None = None) -> Iterator[int]:
    """Yields the keys of the positions in these slots, by default in all, in the order of the slots."""
    return (key for key in map(rules.unrank, range(rules.slots) if slots is None else slots) if key >= 0)


def meets(state: ScannedState, conditions: Conditions) -> bool:
    """Returns whether a state meets the conditions by their definitions, without sections and distances."""
    outcome, dtm, points = state.value
    if conditions.value and outcome != conditions.value:
        return False
    if (conditions.only or conditions.none or conditions.unique or conditions.unique_line) and outcome != "win":
        return False
    for number, low, high in (
        (dtm, conditions.min_dtm, conditions.max_dtm),
        (points, conditions.min_score, conditions.max_score),
    ):
        if (low is not None and (number is None or number < low)) or (
            high is not None and (number is None or number > high)
        ):
            return False
    if (conditions.forbidden == "yes") == (state.code is None) and conditions.forbidden != "any":
        return False
    if any(not set(conditions.only) <= move.tags or set(conditions.none) & move.tags for move in state.winning):
        return False
    for tag in conditions.loses:
        having = [move for move in state.choices if tag in move.tags]
        if not having or any(move.outcome != "loss" for move in having):
            return False
    return (not conditions.unique or len(state.winning) == 1) and (not conditions.unique_line or state.unique_line)


def counted(states: list[ScannedState]) -> Counter[tuple[str, int | None, int | None]]:
    """States by value, in the game's own counting."""
    result: Counter[tuple[str, int | None, int | None]] = Counter()
    for state in states:
        result[state.value] += state.game.weight(state.key)
    return result


def game_of(name: str) -> Game:
    """The game of a name in GAMES."""
    plain = name.split()[0]
    return walking_game() if plain == "walking" else plugins.load(plain)


@contextmanager
def scanned(name: str, data: Path) -> Iterator[Scanned]:
    """A game of GAMES, solved in the directory ``data``."""
    game = game_of(name)
    rules = load_rules(game, game.choose(GAMES[name]))
    path = database_path(data, game, rules.options)
    if game.name == "walking":
        store(path, rules, NaiveSolution(rules))
    else:
        settings = [word for key, value in GAMES[name].items() for word in ("--set", f"{key}={value}")]
        with in_plain_python() if name in SMALL else nullcontext():
            ask("solve", game.name, "--data", data, *settings)
    with api.open_at(path, rules) as tablebase:
        yield Scanned(tablebase)
