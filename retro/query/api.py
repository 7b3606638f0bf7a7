"""A solved game in Python: the value of any state and of each of its moves, best play, shortest games from the start.

    with retro.open("ostle") as table:
        table.probe("22222-00000-00300-00000-11111")
        table.moves("22222-00000-00300-00000-11111", forbidden="a1U")

A *state* is a position and the move that is forbidden in it, if any. Values are those of the side to move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from retro.drawing.svg import Drawing, svg
from retro.game import NONE, loading, notation, plugins, staging
from retro.game.move_values import without_moves
from retro.game.recent import MAX_RESULTS, RecentRules
from retro.game.rules import OUTCOME_PLY_BITS, IndexedRules, Rules
from retro.game.text import START
from retro.game.values import ReadRecord, Record, Value, has_plies
from retro.play.states import Choice, State, States, best_play
from retro.query import batch
from retro.query.batch import Values
from retro.query.results import MoveValue, Query
from retro.storage import Damaged, NotSolved, naming
from retro.storage.database import Database
from retro.storage.distances import DistanceFile
from retro.storage.location import data_directory, database_path
from retro.storage.solution import Planes
from retro.storage.unfinished import UnfinishedDatabase
from retro.system.errors import GameError, NoSuchState
from retro.system.files import Closing

if TYPE_CHECKING:
    from retro.reach.path import EdgesInto, Game

MAX_LINE_PLIES = 1 << OUTCOME_PLY_BITS
"""More plies than any value in a record has."""


def open(name: str, data: Path | str | None = None, *, unfinished: bool = False, **options: int | str) -> Tablebase:
    """The database of the game called ``name``; ``options`` are those that differ from their defaults.

    ``data`` is the directory of the databases; without it, the environment's ``RETRO_DATA``, or else the system's
    directory for user data. GameError for an unknown game or option, NotSolved if there is no database. ``unfinished``
    is as for `open_at`.
    """
    rules = _rules(name, options)
    return open_at(database_path(data_directory(data), rules.game, rules.options), rules, unfinished)


def _rules(name: str, options: Mapping[str, int | str]) -> Rules:
    game = plugins.load(name)
    texts = {option: notation.shown(each) if isinstance(each, int) else str(each) for option, each in options.items()}
    return loading.load(game, game.choose(texts))


def open_at(path: Path, chosen: Rules, unfinished: bool = False) -> Tablebase:
    """The database of the rules ``chosen`` in the directory ``path``; errors name the command that makes one.

    With ``unfinished``, if there is none, that of the tiers which a run has finished so far: looking up a position of
    another tier raises NotSolved. The game must have an index of its own.
    """
    with naming(chosen.command("solve")):
        try:
            return Tablebase(chosen, Database(path, chosen.digest))
        except NotSolved:
            if not unfinished or not isinstance(chosen, IndexedRules):
                raise
            return Tablebase(chosen, UnfinishedDatabase(path, chosen))


def _reopened(name: str, options: Mapping[str, int | str], path: Path, unfinished: bool) -> Tablebase:
    """A copy, perhaps in another process, of the database of a game; errors as of `open`."""
    return open_at(path, _rules(name, options), unfinished)


class Tablebase(Closing):
    """A solved game. A context manager; safe to share between threads.

    A position is given as its text, its key or ``start`` (``start2``, ... for further starts), a forbidden move as its
    text or its code. Copied or pickled, it is opened again, with files and caches of its own. Methods that read the
    database raise Damaged if files are not what was written, Unreadable if the system cannot read them, and Closed
    after `close`.
    """

    def __init__(self, rules: Rules, database: Database) -> None:
        """Damaged if the records do not belong to the rules: compiled code reads them without checks of bounds."""
        self.rules = own = RecentRules.of(database.indexed(rules))
        self.database, about = database, database.manifest
        self._path = database.path.absolute()  # the working directory may change
        declared = about.game, about.statistics.slots, about.codes, about.repetition, about.kind
        if declared != (own.game.name, own.slots, own.codes, own.repetition, own.kind):
            raise Damaged(f"{database.path} is damaged: its manifest is not of these rules; solve the game again")
        self._of_first = about.older and own.scores == "first"
        self._recent = lru_cache(MAX_RESULTS)(self._for_mover if self._of_first else database.record)
        self._read_by(self._recent)
        self._read_state = lru_cache(MAX_RESULTS)(partial(notation.read_state, self.rules))
        self._distances: DistanceFile | None = None
        self._edges: tuple[IndexedRules, EdgesInto] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """The arguments that open it again. Raises Closed after `close`."""
        self.database.check_open()
        rules, unfinished = self.rules, isinstance(self.database, UnfinishedDatabase)
        return _reopened, (rules.game.name, dict(rules.options), self._path, unfinished)

    def _read_by(self, record: ReadRecord) -> None:
        self.record = record
        """Returns best, second and only move of a slot, as `Database.record` does; recent ones are cached."""
        self._states = States(self.rules, record)

    def _for_mover(self, slot: int) -> Record:
        """Returns a record, whose values are those of the first player in an older database, for the player to move."""
        best, second, only_move = self.database.record(slot)
        key = self.rules.unrank(slot)
        return self.rules.counted_value(key, best), self.rules.counted_value(key, second), only_move

    def _records(self, slots: NDArray[np.int64]) -> Planes:
        """Returns best, second and only move of slots, as arrays."""
        if not self._of_first:
            return self.database.records(slots)
        best, second, only_move = np.array([self.record(slot) for slot in slots.tolist()]).reshape(-1, 3).T
        return best, second, only_move

    def watched(self, step: Callable[[], None]) -> Tablebase:
        """The same database; ``step`` is called before each record is read, and may raise an exception to end a query.

        It shares files and caches with this one, and is not to be closed.
        """

        def record(slot: int) -> Record:
            step()
            return self.record(slot)

        watched = Tablebase.__new__(Tablebase)
        vars(watched).update(vars(self), _reach=self._reach)  # which keeps the file that it opens
        watched._read_by(record)
        return watched

    @property
    def unfinished(self) -> str:
        """How many tiers are finished, in words, while the game is being solved; empty if it is solved."""
        return self.database.progress if isinstance(self.database, UnfinishedDatabase) else ""

    @property
    def start(self) -> str:
        """The position in which the game starts, as text. GameError if these options have none."""
        return str(self.rules.text.format(self._key(START)))

    def play(
        self, moves: str | Iterable[str | int], position: str | int = START, forbidden: str | int | None = None
    ) -> tuple[str, str | None]:
        """The position after some moves from another, and the move that is forbidden there, None if there is none.

        Moves in one text are separated by spaces. GameError if one of them is not legal, or ends the game.
        """
        listed = moves.split() if isinstance(moves, str) else moves
        key, code, _ = notation.play(self.rules, *self._state(position, forbidden), listed)
        return str(self.rules.text.format(key)), self.rules.move_text(key, code)

    def probe(self, position: str | int, forbidden: str | int | None = None) -> Value:
        """The value of a state. GameError if it is no position of the game, or no move of the position."""
        key, code = self._state(position, forbidden)
        return self.rules.words(key, self._value(key, code))

    def get(
        self, position: str | int, forbidden: str | int | None = None, default: Value | None = None
    ) -> Value | None:
        """Like `probe`, but returns ``default`` if it is no position of the game, or no move of the position."""
        try:
            return self.probe(position, forbidden)
        except NoSuchState:
            return default

    def probe_many(self, keys: ArrayLike, forbidden: ArrayLike = NONE, *, strict: bool = True) -> Values:
        """Values of many states at once: arrays of the shape of ``keys``.

        ``forbidden`` are codes of moves, `retro.game.NONE` where nothing is forbidden; a single number is for all
        states. Raises GameError with the first one that is no state of the game; unless ``strict``, such a state has no
        value instead.
        """
        self.database.check_open()
        positions, codes = batch.integers(keys, "keys"), batch.integers(forbidden, "codes of forbidden moves")
        try:
            flat = positions.ravel(), np.broadcast_to(codes, positions.shape).ravel()
        except ValueError as error:
            shapes = f"forbidden moves of the shape {codes.shape} do not fit keys of the shape {positions.shape}"
            raise GameError(shapes) from error
        found, exist = batch.found_values(self.rules, self._records, *flat, self._value)
        if strict and not exist.all():
            key, code = (int(each[np.argmin(exist)]) for each in flat)
            notation.read_state(self.rules, key, code)  # raises the error of a single query
        return Values.of(found.reshape(positions.shape), exist.reshape(positions.shape), self.rules.kind)

    def moves(
        self, position: str | int, forbidden: str | int | None = None, *, replies: bool = False
    ) -> list[MoveValue]:
        """All moves, best first (quick wins, slow wins, draws, slow losses, quick losses; or by points).

        Equally good moves are ordered by their codes in the canonical position, so images of a position have images of
        the same line. With ``replies``, the replies to each move are looked up and counted.
        """
        key, code = self._state(position, forbidden)
        state = self._states.at(key)
        return [self._shown(state, choice, code, replies) for choice in self._ordered(state)]

    def query(self, position: str | int = START, forbidden: str | int | None = None) -> Query:
        """Returns a state with its value, all its moves and their replies; a notebook shows it with its board."""
        key, code = self._state(position, forbidden)
        text = self.rules.text
        return Query(
            str(text.format(key)),
            self.rules.move_text(key, code),
            self.rules.words(key, self._value(key, code)),
            self.moves(key, forbidden, replies=True),
            str(text.draw(key)),
            staging.scene(self.rules, key),
        )

    def draw(
        self, position: str | int = START, move: str | int | None = None, *, mover: int = 1, flipped: bool = False
    ) -> Drawing:
        """The board as SVG, with a ``move`` if given; a notebook shows it. ``mover``, ``flipped``: see `drawing.svg`.

        GameError if the plugin has no scenes.
        """
        if mover not in (1, 2):
            raise GameError(f"players are 1 and 2, not {notation.shown(mover)}")
        key = self._key(position)
        board = staging.staged(self.rules, key)
        steps = () if move is None else staging.steps(self.rules, board, key, notation.move_code(self.rules, key, move))
        return svg(board, steps, mover=mover, flipped=flipped, title=str(self.rules.text.format(key)))

    def line(
        self, position: str | int, forbidden: str | int | None = None, max_plies: int = MAX_LINE_PLIES
    ) -> list[MoveValue]:
        """Best play of both sides to the end of the game: as many moves as the state's DTM, or ``max_plies`` of them.

        Of equally good moves, the line has the first of `moves`. The line of play without end is empty, as it has no
        end, and so is that of a draw. Where values are scores, the line ends with the game, or with the move that leads
        to a state of the line once more.
        """
        played: list[MoveValue] = []
        seen: set[tuple[int, int]] = set()
        key, code = self._state(position, forbidden)
        self._ranked(key)
        for state, best in best_play(self._states.at(key, code), lambda state: self._ordered(state)[0]):
            at, value = (state.key, state.forbidden), self._value(state.key, state.forbidden)
            if at in seen if self.rules.scores else not has_plies(value, self.rules.kind.bits):
                break
            if len(played) >= max_plies < MAX_LINE_PLIES:
                break
            if best.value != value or len(played) >= MAX_LINE_PLIES:
                raise Damaged(f"{self.database.path} contradicts itself; solve the game again")
            seen.add(at)
            played.append(self._shown(state, best, state.forbidden))
        return played

    def forbidden_after(self, previous: str | int, position: str | int) -> str | None:
        """The move forbidden in ``position`` when the position one ply ago was ``previous``; None if there is none.

        ``previous`` is seen by the player who moved there, ``position`` by the player to move now. GameError if no move
        leads from one to the other.
        """
        key = self._key(position)
        return self.rules.move_text(key, notation.forbidden_after(self.rules, self._key(previous), key))

    def distance(self, position: str | int, forbidden: str | int | None = None) -> int | None:
        """Returns the plies from the start to a state; None if no game reaches it.

        Without ``forbidden``, it is the nearest state of the position, with any move or none forbidden; with
        `retro.game.NONE`, it is the state in which nothing is forbidden. NotSolved if ``retro reach`` was not run;
        GameError as from `from_start`.
        """
        if forbidden is None:
            return self._reach().distance(self._ranked(self._key(position))[0])
        _, _, game = self._game(position, forbidden)
        return None if game is None else len(game)

    def from_start(self, position: str | int, forbidden: str | int | None = None) -> list[MoveValue]:
        """A shortest game from the nearest start to a state, every move of it legal; ``forbidden`` as for `distance`.

        It ends in the position or, if that is nearer or the position itself cannot be reached, in an image of it.
        GameError if no game reaches the state, or if the game is too large to be searched without ``unmoves``;
        NotSolved if ``retro reach`` was not run.
        """
        return self.game_to(position, forbidden)[1]

    def game_to(self, position: str | int, forbidden: str | int | None = None) -> tuple[str, list[MoveValue]]:
        """The start in which a shortest game to a state begins, as text, and the game; see `from_start`."""
        key, code, game = self._game(position, forbidden)
        if game is None:
            condition = "" if forbidden is None else f" with {self.rules.move_text(key, code) or 'nothing'} forbidden"
            raise GameError(f"no game reaches {self.rules.text.format(key)}{condition}")
        slot = self._ranked(key)[0]
        begin = game[0][0] if game else next(start for start in self.rules.starts if self.rules.rank(start)[0] == slot)
        made = ((self._states.at(before), move) for before, move in game)
        shown = [self._shown(state, state.choice(move), NONE) for state, move in made]
        return str(self.rules.text.format(begin)), shown

    def close(self) -> None:
        """Close the files; every later query raises Closed."""
        self._recent.cache_clear()
        self.database.close()
        if self._distances is not None:
            self._distances.close()

    def _key(self, position: str | int) -> int:
        self.database.check_open()
        return notation.position_key(self.rules, position)

    def _state(self, position: str | int, forbidden: str | int | None) -> tuple[int, int]:
        self.database.check_open()
        if isinstance(position, str | int) and isinstance(forbidden, str | int | None):
            return self._read_state(position, forbidden)
        return notation.read_state(self.rules, position, forbidden)  # which may be of numpy, or refused

    def _ranked(self, key: int) -> tuple[int, int]:
        """The slot of a position's class, and the group element whose image is canonical."""
        index, g, _ = self.rules.rank(key)
        if not 0 <= index < self.database.slots:
            raise NoSuchState(f"no position of {self.rules.game.name}: {self.rules.text.format(key)}")
        return index, g

    def _reach(self) -> DistanceFile:
        """The distances from the start; NotSolved if ``retro reach`` was not run."""
        if self._distances is None:
            with naming(self.rules.command("reach")):
                self._distances = DistanceFile(self._path, self.database.slots, self.database.manifest.digest)
        return self._distances

    def _game(self, position: str | int, forbidden: str | int | None) -> tuple[int, int, Game | None]:
        """Key and forbidden code of a state, and a shortest game from the start to it; None if there is none."""
        from retro.reach import path

        key = self._key(position)
        code = path.ANY if forbidden is None else NONE
        if forbidden not in (None, NONE):
            code = notation.move_code(self.rules, key, forbidden)
        distances = self._reach()
        self._ranked(key)
        if self._edges is None:
            rules = self.rules if self.rules.unmoves_lists_all else self.database.indexed(self.rules, in_memory=True)
            self._edges = rules, path.edges_into(rules)
        return key, code, path.shortest(*self._edges, distances.distance, key, code)

    def _value(self, key: int, forbidden: int) -> int:
        """The value of a state, whether or not a game can reach it.

        The second value of a record holds if its only move is forbidden. If the record has no only move and some move
        is forbidden, the value is computed from those of the other moves.
        """
        index, g = self._ranked(key)
        best, second, only_move = self.record(index)
        image = self.rules.image_code(forbidden, g)
        if forbidden == NONE or only_move not in (NONE, image):
            return best
        if image == only_move:
            return second
        state = self._states.at(key, forbidden)
        return state.best_choice.value if state.choices else without_moves(self.rules, key)

    def _ordered(self, state: State) -> list[Choice]:
        """Returns the moves of a state, best first; equally good ones by their codes in the canonical position."""
        _, g = self._ranked(state.key)
        return sorted(state.choices, key=lambda each: (-each.value, self.rules.image_code(each.move.code, g)))

    def _shown(self, state: State, choice: Choice, forbidden: int, replies: bool = False) -> MoveValue:
        move, text = choice.move, self.rules.text
        return MoveValue(
            str(text.format_move(state.key, move.code)),
            move.code,
            *self.rules.words(state.key, choice.value),
            move.code == forbidden,
            str(text.format(move.successor)) if move.goes_on else None,
            move.again,
            move.gained,
            state.replies(choice) if replies else None,
        )
