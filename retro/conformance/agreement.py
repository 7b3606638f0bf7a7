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
from retro.conformance.subject import MAX_SOLVED, Subject
from retro.game import LOSS, NONE, goes_on, score
from retro.game.instances import instance
from retro.game.loading import hashed, load
from retro.game.rules import IndexedRules, Rules, Tier
from retro.indexing.discovery import Limits, enumerate_positions
from retro.indexing.enumerated import WORD_BITS, Positions, bind
from retro.solving import plans, solve
from retro.storage.solution import Solution
from retro.system.errors import GameError, OptionError, WentWrong
from retro.system.progress import Progress, Silent

COUNTED_SLOTS = 200
"""Slots from which the moves of all positions of an index are estimated."""
MOVE_SECONDS, SOLVING_SHARE = 1e-5, 0.3
"""Seconds that the reference takes for a move, and the share of the rule's seconds that it may take; choosing what to
solve may take the same share."""
MIN_SUBSET = 10
"""The fewest positions of a subset, up to symmetry."""
POSITIONS_PER_SEED = 20
"""A subset of n positions grows from n / POSITIONS_PER_SEED positions."""

ENOUGH_MEMORY = 1 << 40
"""Bytes of memory that plans may assume, because the games solved here take little."""

COMPARED_FIELDS = ("states", "final", "positions", "checkmates", "forbidding", "unentered", "stored")
"""Fields of the statistics in which backends must agree."""


def check(subject: Subject) -> str:
    """Solve twice and compare every record."""
    try:
        rules, for_reference, scope = _variant(subject)
        subject.progress.phase("solving, by the reference", 1, None)
        reference = solve(for_reference, "reference", 1, _Ending(subject))
        subject.progress.phase("solving again", 1, None)
        backend, solution = _solved(rules)
    except (GameError, WentWrong) as error:  # a mistake may make a solver's sums disagree
        raise Failed(str(error)) from error
    subject.checked = reference.statistics.stored
    difference = _difference(Subject(rules, subject.seconds, subject.progress), scope, backend, solution, reference)
    if difference:
        raise Failed(difference)
    return f"{scope}: {backend} backend and reference agree"


class _Ending(Progress):
    """Progress of a solution that ends, by TimeOver, when the time of the rule is over."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject

    def phase(self, name: str, total: int, level: int | None, results: str = "", of: int = 0) -> None:
        self._subject.check_time()

    def advance(self, done: int, decided: int) -> None:
        self._subject.check_time()


def _solved(rules: IndexedRules) -> tuple[str, Solution]:
    """Returns the backend with which `retro solve` ends, and its solution."""
    backend = plans(rules, "auto", 1, ENOUGH_MEMORY)[0].backend
    return backend, solve(rules, backend, 1, Silent())


def _variant(subject: Subject) -> tuple[IndexedRules, IndexedRules, str]:
    """Returns the rules to solve, the same rules for the reference, and in words which positions they have."""
    rules, most = subject.rules, int(SOLVING_SHARE * subject.seconds / MOVE_SECONDS)
    if _is_small(subject, most):
        indexed = _indexed(rules)
        return indexed, _for_reference(subject, indexed), "all positions"
    if rules.game.small:
        options = _small_options(rules)
        variant = load(rules.game, options)
        if _is_small(Subject(variant, subject.seconds, subject.progress, subject.clock), most):
            changed = " ".join(f"{name}={value}" for name, value in options.items() if value != rules.options[name])
            indexed = _indexed(variant)
            return indexed, indexed, f"all positions with {changed}"
    return _subset(subject, most)


def _is_small(subject: Subject, most: int) -> bool:
    """Whether the game has at most `Subject.max_solved` positions, counted as slots and images or by search, and
    ``most`` moves (by some slots, of an index). No if counting them takes long.
    """
    rules, moves = subject.rules, 0
    with subject.collecting(SOLVING_SHARE):
        if isinstance(rules, IndexedRules):
            if rules.slots * rules.group > subject.max_solved:
                return False
            step = 1 + rules.slots // COUNTED_SLOTS
            keys = (subject.number("unrank", index) for index in range(0, rules.slots, step))
            return sum(len(subject.moves(key)) for key in keys if key >= 0) * step * rules.group <= most
        queue = list(rules.starts)
        reached = set(queue)
        for key in queue:
            moves += len(subject.moves(key))
            new = {move.successor for move in subject.ongoing(key)} - reached
            reached |= new
            queue += new
            if len(reached) > subject.max_solved or moves > most:
                return False
        return True
    return False


def _indexed(rules: Rules) -> IndexedRules:
    if not isinstance(rules, IndexedRules):
        rules = enumerate_positions(rules, 1, Silent(), Limits(MAX_SOLVED))
    return replace(rules, plain=False)  # the backend is compiled


def _small_options(rules: Rules) -> dict[str, int | str]:
    """Returns the options of the small variant, and those that the user has chosen if they go together."""
    game, small = rules.game, dict(rules.game.small)
    defaults = {option.name: option.default for option in game.options}
    chosen = {name: str(value) for name, value in rules.options.items() if value != defaults[name]}
    try:
        return game.choose(chosen | small)
    except OptionError:
        return game.choose(small)


def _subset(subject: Subject, most: int) -> tuple[IndexedRules, IndexedRules, str]:
    """Returns what `_variant` returns, for some positions of a large game, rare kinds among them, and their index.

    Edges between these positions are those of the game, so that `unmoves` and `undo` are still right.
    """
    keys, rules = np.array(sorted(_some_positions(subject, most)), np.int64), subject.rules
    if not len(keys):
        raise Skipped("no position of the game is known")
    whole = rules.without_index() if isinstance(rules, IndexedRules) else rules
    digest = hashed([rules.digest, "part"])
    subset = bind(replace(whole, digest=digest, starts=(int(keys[0]),)), *_by_tier(rules, keys))
    leaving, words = (score(0), "scores 0") if rules.scores else (LOSS, "loses")

    def moves(game_moves: Callable[..., int], rank: Callable[[int], Any]) -> Callable[..., int]:
        names = {"_game_moves": game_moves, "_subset_rank": rank, "OUTCOME_OUTSIDE": leaving}
        return instance(__name__, names)._subset_moves  # type: ignore[no-any-return]

    own = moves(rules.functions["moves"], subset.functions["rank"])
    subset = replace(subset, functions=subset.functions | {"moves": own}, plain=False)
    for_reference = _for_reference(subject, subset)
    inside = {*keys.tolist(), *(subject.key("image", key, g) for key in keys.tolist() for g in range(1, rules.group))}
    for_reference.functions["moves"] = moves(subject.functions["moves"], lambda key: (-(key not in inside), 0, False))
    return subset, for_reference, f"{len(keys):,} positions, where a move to any other {words}"


def _by_tier(rules: Rules, keys: NDArray[np.int64]) -> tuple[Positions, tuple[Tier, ...]]:
    """Returns an index of sorted keys, in order of their tiers, and the tiers; one tier if words have too few bits."""
    key_bits = int(keys[-1]).bit_length()
    numbers = np.array([rules.tier(key) for key in keys.tolist()], np.int64)
    if int(numbers.max()).bit_length() + key_bits > WORD_BITS:
        return Positions.of(keys), (Tier(0, 0, len(keys)),)
    words = np.sort(numbers << key_bits | keys)
    each, first = np.unique(words >> key_bits, return_index=True)
    ends = [*first[1:].tolist(), len(keys)]
    return Positions.of(words, key_bits), tuple(map(Tier, each.tolist(), first.tolist(), ends))


def _some_positions(subject: Subject, most: int) -> set[int]:
    """Returns canonical positions: the first of the sample, which are of rare kinds, and those few moves away.

    They and their images have about ``most`` moves at most, if there is more than one.
    """
    size = max(MIN_SUBSET, subject.max_subset // subject.rules.group)
    keys: set[int] = set()
    waiting, moves = deque(subject.sample[: 1 + size // POSITIONS_PER_SEED]), 0
    with subject.collecting(SOLVING_SHARE):
        while waiting and len(keys) < size:
            key = subject.canonical(waiting.popleft())
            if key not in keys:
                moves += len(subject.moves(key)) * subject.rules.group
                if keys and moves > most:
                    break
                keys.add(key)
                waiting += [move.successor for move in subject.ongoing(key)]
    return keys


# Placeholders: `_subset` gives them the values of a game.
OUTCOME_OUTSIDE = LOSS
_game_moves: Callable[..., int] = len
_subset_rank: Callable[[int], tuple[int, int, bool]] = divmod  # type: ignore[assignment]


def _subset_moves(key: int, out: Any) -> int:
    """`moves` of a subset for compiled code."""
    count = _game_moves(key, out)
    for i in range(count):
        if goes_on(out[i, 2]) and _subset_rank(int(out[i, 0]))[0] < 0:
            out[i, 2] = OUTCOME_OUTSIDE
    return count


def _for_reference(subject: Subject, rules: IndexedRules) -> IndexedRules:
    """Returns the rules for the reference, with compiled functions, which the rule `compiled` has tested."""
    names = ("moves", "image", "image_code", "undo", "no_moves", "first_to_move")
    compiled = {name: subject.functions[name] for name in names if name in subject.functions}
    return replace(rules, functions=rules.functions | compiled)


def _difference(subject: Subject, scope: str, backend: str, solution: Solution, reference: Solution) -> str:
    """Returns the first difference of two solutions of ``subject`` in words, empty if there is none."""
    rules = subject.indexed
    planes = [each.planes(0, rules.slots) for each in (solution, reference)]
    differing = np.flatnonzero(np.any([one != other for one, other in zip(*planes, strict=True)], axis=0))
    if len(differing):
        index = int(differing[0])
        key = rules.unrank(index)
        by_backend, by_reference = (_record(rules, key, [int(plane[index]) for plane in each]) for each in planes)
        both = f"{by_backend} by the {backend} backend, {by_reference} by the reference"
        count = f"in {len(differing):,} of {rules.slots:,} positions values differ"
        return f"{subject.named(key)}: {both}; {count} ({scope})"
    for name in COMPARED_FIELDS:
        one, other = getattr(solution.statistics, name), getattr(reference.statistics, name)
        if one != other:
            return f"{name}: {one} by the {backend} backend, {other} by the reference ({scope})"[:400]
    return ""


def _record(rules: IndexedRules, key: int, record: list[int]) -> str:
    best, second = (rules.words(key, value) for value in record[:2])
    only_move = record[2]
    if only_move == NONE:
        return str(best)
    return f"{best} ({second} without move {rules.text.format_move(key, only_move)})"
