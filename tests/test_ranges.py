"""Cutting ranges, and putting small tasks together."""

from hypothesis import given
from hypothesis import strategies as st

from retro.system.ranges import grouped


@given(st.lists(st.tuples(st.integers(), st.integers(0, 9))), st.integers(1, 30))
def test_groups_are_neighbours_and_no_larger_than_necessary(items, least):
    groups = grouped(items, [size for _, size in items], least)
    assert [item for group in groups for item in group] == items
    for group in groups:
        assert group and sum(size for _, size in group[:-1]) < least
    for group in groups[:-1]:
        assert sum(size for _, size in group) >= least
