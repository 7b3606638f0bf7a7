"""The rule `values`: a fast backend and the reference backend, which shares no code with it, find the same.

On the whole game if it is small; else on the small variant that the plugin names; else on all that can be reached from
some position near the end of a game, if that is little enough. What is too large for all of that is compared by
`retro solve` and `retro verify`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from retro.conformance.report import Failed, Skipped
from retro.conformance.sample import LONGEST_END
from retro.conformance.subject import Subject
from retro.game import NONE, ONGOING, GameError, OptionError
from retro.indexing.discovery import enumerate_positions
from retro.loading import hashed, load
from retro.progress import Silent
from retro.rules import DEFAULTS, IndexedRules, Rules
from retro.solving import plans, solve
from retro.solving.solution import Solution, Statistics, TooLong
from retro.solving.tiers import NotLower
from retro.values import Value

MOST_POSITIONS = 20_000
"""That are compared, images counted one by one: the reference takes some seconds for them."""
FEWEST_SAMPLED, MOST_SAMPLED, ENOUGH = 10, 2_000, 500
"""Positions of a closed sample; the search for a larger one ends once there are enough."""

ENOUGH_MEMORY = 1 << 40
"""Bytes; so little is solved that memory does not matter."""

COUNTED = ("states", "final", "positions", "checkmates", "forbidding", "unentered", "stored")
"""Fields of the statistics in which backends must agree."""


def check(subject: Subject) -> None:
    """Solve twice and compare every record."""
    try:
        rules, words = _variant(subject)
        subject.progress.phase("solving", 1, None)
        backend, found = _solved(rules)
        subject.progress.phase("solving again, by the reference", 1, None)
        expected = solve(_quicker(subject, rules), "reference", 1, Silent())
    except GameError as error:
        raise Failed(str(error)) from error
    subject.checked = expected.statistics.stored
    subject.remark = f"{words}: {backend} backend and reference agree"
    told = Subject(rules, subject.seconds, subject.progress)
    _same_records(told, words, backend, found, expected)
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


def _variant(subject: Subject) -> tuple[IndexedRules, str]:
    """What is solved, and in words which part of the game that is."""
    rules = subject.rules
    if _small(subject):
        return _indexed(rules), "all positions"
    if rules.game.small:
        options = _small_options(rules)
        variant = load(rules.game, options)
        changed = " ".join(f"{name}={value}" for name, value in options.items() if value != rules.options[name])
        if not _small(Subject(variant, subject.seconds, subject.progress)):
            most = f"{MOST_POSITIONS:,} positions, images counted one by one"
            which = f"the variant that the plugin calls small{f', {changed},' if changed else ''}"
            why = f"{which} has more than {most}"
            raise Skipped(f"{why}; {_elsewhere(rules)}")
        return _indexed(variant), f"all positions with {changed}"
    root, size = _closed_sample(subject)
    return _from(rules, root), f"the {size:,} positions that {subject.place(root)} leads to"


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


def _closed_sample(subject: Subject) -> tuple[int, int]:
    """A position from which only some hundreds or thousands can be reached, and how many."""
    root, most = NONE, 0
    for key in subject.each(_latest(subject)):
        size = _reached(subject, key, MOST_SAMPLED)
        if size > most:
            root, most = key, size
        if most >= ENOUGH:
            break
    if most < FEWEST_SAMPLED:
        raise Skipped(
            f"all positions lead to too many others, or too few; {_elsewhere(subject.rules)}, "
            "or name a small variant of the game (Game.small)"
        )
    return root, most


def _latest(subject: Subject) -> list[int]:
    """The sample, but the last positions of random games first: the fewest others can be reached from these."""
    late = [end[-place] for place in range(1, LONGEST_END + 1) for end in subject.ends if place <= len(end)]
    return list(dict.fromkeys([*late, *subject.sample]))


def _elsewhere(rules: Rules) -> str:
    return f"all values are examined by {rules.command('solve')} and then {rules.command('verify')}"


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


def _from(rules: Rules, root: int) -> IndexedRules:
    """The game that starts in another position; enumerated, and without unmoves, which would lead out of it."""
    rules = rules.without_index() if isinstance(rules, IndexedRules) else rules
    functions = rules.functions | {"unmoves": DEFAULTS["unmoves"]}
    digest = hashed([rules.digest, "without index and unmoves"])
    changed = replace(rules, digest=digest, functions=functions, initial=root, max_unmoves=0)
    return enumerate_positions(changed, 1, Silent(), MOST_SAMPLED)


def _quicker(subject: Subject, rules: IndexedRules) -> IndexedRules:
    """The rules for the reference: with compiled functions where these are known to do the same."""
    if rules.module is not subject.rules.module:
        return rules
    names = ("moves", "image", "image_code", "undo", "no_moves", "first_to_move")
    compiled: dict[str, Callable[..., object]] = {
        name: subject.functions[name] for name in names if name in subject.functions
    }
    return replace(rules, functions=rules.functions | compiled)


def _same_records(subject: Subject, words: str, backend: str, found: Solution, expected: Solution) -> None:
    slots = subject.indexed.slots
    one, other = found.planes(0, slots), expected.planes(0, slots)
    differing = np.flatnonzero(np.any([a != b for a, b in zip(one, other, strict=True)], axis=0))
    if len(differing):
        index = int(differing[0])
        key = subject.indexed.unrank(index)
        told = [_record(subject, key, [int(plane[index]) for plane in planes]) for planes in (one, other)]
        many = f"in {len(differing):,} of {slots:,} positions values differ"
        raise Failed(
            f"{subject.place(key)}: {told[0]} by the {backend} backend, {told[1]} by the reference; {many} ({words})"
        )


def _record(subject: Subject, key: int, record: list[int]) -> str:
    best, second = (Value.of(value, subject.rules.scores) for value in record[:2])
    slot = record[2]
    return str(best) if slot == NONE else f"{best} ({second} without move {subject.rules.text.format_move(key, slot)})"


def _same_counts(words: str, backend: str, found: Statistics, expected: Statistics) -> None:
    for name in COUNTED:
        one, other = getattr(found, name), getattr(expected, name)
        if one != other:
            raise Failed(f"{name}: {one} by the {backend} backend, {other} by the reference ({words})"[:400])
