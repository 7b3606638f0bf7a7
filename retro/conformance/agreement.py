"""The rule `values`: a fast backend and the reference backend, which shares no code with it, agree on all values.

They solve the whole game if it is small, else the small variant that the plugin names, else a subset of the positions,
in which a move to any other position loses or scores nothing. `retro verify` checks every record.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from retro.conformance.report import Failed, Skipped
from retro.conformance.subject import Subject
from retro.game import LOSS, NONE, ONGOING, score
from retro.game.loading import hashed, load
from retro.game.rules import DEFAULTS, IndexedRules, Rules
from retro.game.values import Value
from retro.indexing.binding import bound
from retro.indexing.discovery import enumerate_positions
from retro.indexing.enumerated import Positions, bind
from retro.solving import plans, solve
from retro.solving.tiers import NotLower
from retro.storage.solution import Solution, Statistics, TooLong
from retro.system.errors import GameError, OptionError, WentWrong
from retro.system.progress import Silent

MOST_POSITIONS = 20_000
"""That are compared, images counted one by one: the reference takes some seconds for them."""
FEWEST_OF_PART, MOST_OF_PART = 10, 2_000
"""Positions of a part: the fewest up to symmetry, and the most with images counted one by one."""
SEEDS = 20
"""A part grows from one position for each so many that it will have."""

ENOUGH_MEMORY = 1 << 40
"""Bytes; so little is solved that memory does not matter."""

COUNTED = ("states", "final", "positions", "checkmates", "forbidding", "unentered", "stored")
"""Fields of the statistics in which backends must agree."""


def check(subject: Subject) -> None:
    """Solve twice and compare every record."""
    try:
        rules, plain, words = _variant(subject)
        subject.progress.phase("solving", 1, None)
        backend, found = _solved(rules)
        subject.progress.phase("solving again, by the reference", 1, None)
        expected = solve(plain, "reference", 1, Silent())
    except (GameError, WentWrong) as error:  # a mistake may make a solver's sums disagree
        raise Failed(str(error)) from error
    subject.checked = expected.statistics.stored
    subject.remark = f"{words}: {backend} backend and reference agree"
    solved = Subject(rules, subject.seconds, subject.progress)
    _same_records(solved, words, backend, found, expected)
    _same_counts(words, backend, found.statistics, expected.statistics)


def _solved(rules: IndexedRules) -> tuple[str, Solution]:
    """The backend that `retro solve` ends with, and what it finds."""
    backend = plans(rules, "auto", 1, ENOUGH_MEMORY)[0].backend
    try:
        return backend, solve(rules, backend, 1, Silent())
    except NotLower:
        if rules.acyclic is False:
            raise
        return _solved(replace(rules, acyclic=False))  # a move may keep the tier
    except TooLong as error:
        if not error.other:
            raise
        return error.other, solve(rules, error.other, 1, Silent())


def _variant(subject: Subject) -> tuple[IndexedRules, IndexedRules, str]:
    """What is solved, the same for the reference, and in words which part of the game that is."""
    rules = subject.rules
    if _small(subject):
        indexed = _indexed(rules)
        return indexed, _quicker(subject, indexed), "all positions"
    if rules.game.small:
        options = _small_options(rules)
        variant = load(rules.game, options)
        if _small(Subject(variant, subject.seconds, subject.progress)):
            changed = " ".join(f"{name}={value}" for name, value in options.items() if value != rules.options[name])
            indexed = _indexed(variant)
            return indexed, indexed, f"all positions with {changed}"
    return _part(subject)


def _small(subject: Subject) -> bool:
    if isinstance(subject.rules, IndexedRules):
        return subject.rules.slots * subject.rules.group <= MOST_POSITIONS
    return _reached(subject, subject.rules.initial, MOST_POSITIONS) > 0


def _indexed(rules: Rules) -> IndexedRules:
    return rules if isinstance(rules, IndexedRules) else enumerate_positions(rules, 1, Silent(), MOST_POSITIONS)


def _small_options(rules: Rules) -> dict[str, int | str]:
    """Options of the small variant, together with those chosen here if they go together."""
    game, small = rules.game, dict(rules.game.small)
    defaults = {option.name: option.default for option in game.options}
    chosen = {name: str(value) for name, value in rules.options.items() if value != defaults[name]}
    try:
        return game.choose(chosen | small)
    except OptionError:
        return game.choose(small)


def _part(subject: Subject) -> tuple[IndexedRules, IndexedRules, str]:
    """`_variant` of a game that is not small: some of its positions, rare kinds among them, with their index.

    Edges between them are those of the game, so that `unmoves` and `undo` still fit.
    """
    keys, rules = np.array(sorted(_some(subject)), np.int64), subject.rules
    if not len(keys):
        raise Skipped("no position of the game is known")
    plain = rules.without_index() if isinstance(rules, IndexedRules) else rules
    digest = hashed([rules.digest, "part"])
    part = bind(replace(plain, digest=digest, initial=int(keys[0])), Positions.of(keys), (("all", 0, len(keys)),))
    leaving, words = (score(0), "scores 0") if rules.scores else (LOSS, "loses")
    tables = {"_every": rules.functions["moves"], "_place": part.functions["rank"], "LEAVING": leaving}
    (moves,) = bound((_moves,), tables)
    functions = part.functions | {"moves": moves, "urgent": DEFAULTS["urgent"]}
    part = replace(part, functions=functions)
    plain = _quicker(subject, part)
    plain.functions["moves"] = _moves_within(subject, keys.tolist(), leaving)
    return part, plain, f"{len(keys):,} positions, where a move to any other {words}"


def _moves_within(subject: Subject, keys: list[int], leaving: int) -> Callable[[int, NDArray[np.int64]], int]:
    """`moves` of a part for the reference."""
    every, group = subject.functions["moves"], range(1, subject.rules.group)
    held = {*keys, *(subject.key("image", key, g) for key in keys for g in group)}

    def moves(key: int, out: NDArray[np.int64]) -> int:
        count: int = every(key, out)
        for row in out[:count]:
            if row[2] == ONGOING and int(row[0]) not in held:
                row[2] = leaving
        return count

    return moves


def _some(subject: Subject) -> set[int]:
    """Canonical positions: the first of the sample, which are of rare kinds, and those that are few moves away."""
    most = max(FEWEST_OF_PART, MOST_OF_PART // subject.rules.group)
    found: set[int] = set()
    waiting = deque(subject.sample[: 1 + most // SEEDS])
    while waiting and len(found) < most:
        key = subject.canonical(waiting.popleft())
        if key not in found:
            found.add(key)
            waiting += [move.successor for move in subject.moves(key) if move.outcome == ONGOING]
    return found


# Stand-ins: `_part` binds those of a game under these names.
LEAVING = LOSS
_every: Callable[..., int] = len
_place: Callable[[int], tuple[int, int, bool]] = divmod  # type: ignore[assignment]


def _moves(key: int, out: Any) -> int:
    """`moves` of a part for compiled code."""
    count = _every(key, out)
    for i in range(count):
        if out[i, 2] == ONGOING and _place(int(out[i, 0]))[0] < 0:
            out[i, 2] = LEAVING
    return count


def _reached(subject: Subject, root: int, most: int) -> int:
    """How many positions can be reached from one; 0 if they are more than ``most``."""
    found = {root}
    queue = [root]
    for key in queue:
        for move in subject.moves(key):
            if move.outcome == ONGOING and move.successor not in found:
                found.add(move.successor)
                queue.append(move.successor)
        if len(found) > most:
            return 0
    return len(found)


def _quicker(subject: Subject, rules: IndexedRules) -> IndexedRules:
    """The rules for the reference: with compiled functions where these are known to do the same."""
    names = ("moves", "image", "image_code", "undo", "no_moves", "first_to_move")
    compiled = {name: subject.functions[name] for name in names if name in subject.functions}
    return replace(rules, functions=rules.functions | compiled)


def _same_records(subject: Subject, words: str, backend: str, found: Solution, expected: Solution) -> None:
    slots = subject.indexed.slots
    one, other = found.planes(0, slots), expected.planes(0, slots)
    differing = np.flatnonzero(np.any([a != b for a, b in zip(one, other, strict=True)], axis=0))
    if len(differing):
        index = int(differing[0])
        key = subject.indexed.unrank(index)
        records = [_record(subject, key, [int(plane[index]) for plane in planes]) for planes in (one, other)]
        count = f"in {len(differing):,} of {slots:,} positions values differ"
        both = f"{records[0]} by the {backend} backend, {records[1]} by the reference"
        raise Failed(f"{subject.place(key)}: {both}; {count} ({words})")


def _record(subject: Subject, key: int, record: list[int]) -> str:
    best, second = (Value.of(value, subject.rules.scores) for value in record[:2])
    only_move = record[2]
    if only_move == NONE:
        return str(best)
    return f"{best} ({second} without move {subject.rules.text.format_move(key, only_move)})"


def _same_counts(words: str, backend: str, found: Statistics, expected: Statistics) -> None:
    for name in COUNTED:
        one, other = getattr(found, name), getattr(expected, name)
        if one != other:
            raise Failed(f"{name}: {one} by the {backend} backend, {other} by the reference ({words})"[:400])
