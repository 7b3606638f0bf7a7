"""Checks of a plugin with 720 symmetries: they end in time, test several positions, and report mistakes."""

import random
import time
from itertools import combinations_with_replacement

import numpy as np
import pytest
import runs
from heaps_game.plugin import retro_game as heaps

from retro.conformance import quick, symmetry
from retro.conformance.report import Failed, TimeOver
from retro.conformance.subject import Subject
from retro.indexing.enumerated import Positions, bind
from retro.system.progress import Silent

ORDER = 720


def rules_of(wrong=0):
    return runs.rules_of(heaps(), heaps=6, wrong=wrong)


def subject_of(wrong=0, keys=300, clock=time.monotonic):
    """A game whose functions run as plain Python, with a sample of positions."""
    subject = Subject(rules_of(wrong), 600.0, Silent(), clock)
    subject.sample = random.Random(1).sample(range(4**6), keys)
    return subject


def test_compositions_stop_when_their_time_is_over():
    """All pairs would be 518,400 compositions, of 138 keys each."""
    calls = []
    subject = subject_of(clock=lambda: len(calls))  # of 600 calls
    key = subject.key
    subject.key = lambda *arguments: calls.append(1) or key(*arguments)
    with pytest.raises(TimeOver):
        symmetry.check_group(subject, 0.5)
    assert 300 <= len(calls) <= 302
    assert subject.unfinished == ["time over after 2 of 720 elements"]


def test_a_large_group_is_closed_by_compositions_with_five_generators():
    composed, group = [], symmetry._Group(subject_of(keys=40))
    compose = group.composed
    group.composed = lambda *arguments: composed.append(1) or compose(*arguments)
    group.generate(group.few)
    assert 5 * ORDER == len(composed)  # five transpositions generate all orders of six heaps


@pytest.mark.parametrize("wrong", [1, 3])
def test_an_element_that_is_wrong_is_found(wrong):
    """One that acts like another, and one that is wrong for a few positions."""
    with pytest.raises(Failed, match="not a group"):
        symmetry.check_group(subject_of(wrong=wrong, keys=40), 1.0)


def test_every_element_is_drawn_within_90_samples():
    subject = subject_of()
    turns = [subject.elements() for _ in range(ORDER)]
    assert all(len(set(elements)) == len(elements) < 20 for elements in turns)
    assert {g for elements in turns[:90] for g in elements} == set(range(1, ORDER))


def test_a_code_that_is_wrong_under_one_element_is_found():
    subject = subject_of(wrong=2)
    with pytest.raises(Failed, match=r"whose image under element 718 is .* the image has no such move"):
        for key in subject.sample[:90]:
            for g in subject.elements():
                symmetry._check_image(subject, key, g)


@pytest.mark.compiled
def test_the_quick_check_tests_positions():
    """In five times its time, so that a busy machine does not decide how many."""
    results = {result.rule: result for result in quick(rules_of(), Silent(), 15.0).results}
    assert results["symmetry"].status == "passed" and results["symmetry"].checked >= 5


@pytest.mark.compiled
def test_ranks_of_enumerated_positions_are_those_of_the_smallest_image():
    """Python computes them by compiled code."""
    rules = rules_of()
    smallest = [
        sum(counters << 2 * heap for heap, counters in enumerate(reversed(heaps)))
        for heaps in combinations_with_replacement(range(4), 6)
    ]
    indexed = bind(rules, Positions.of(np.array(sorted(smallest))))
    for key in random.Random(2).sample(range(4**6), 60):
        images = [rules.image(key, g) for g in range(ORDER)]
        slot, g, fixed = indexed.rank(key)
        assert indexed.unrank(slot) == min(images) == images[g]
        assert fixed == (images.count(key) > 1)
