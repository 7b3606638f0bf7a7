"""Open databases that many threads, children of a fork or many opens use, and that change while they are read."""

import os
import random
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from retro.query.api import open_at
from retro.storage import DatabaseError

pytestmark = pytest.mark.compiled


@pytest.fixture
def lgame(small_game, tmp_path):
    """A copy of the database of the L-game, open."""
    solved = small_game("lgame").tablebase
    with open_at(shutil.copytree(solved.database.path, tmp_path / "lgame"), solved.rules) as table:
        yield table


@pytest.fixture
def expected(small_game):
    """The values of some positions, in an order that jumps from frame to frame."""
    table, reached = small_game("lgame").tablebase, ["start"]
    for each in reached[:40]:
        reached += [move.after for move in table.moves(each) if move.after and move.after not in reached][:7]
    return {each: table.probe(each) for each in random.Random(1).sample(reached, len(reached))}


def test_children_of_a_fork_find_the_values_that_their_parent_finds(lgame, expected):
    children = []
    for _ in range(4):
        child = os.fork()
        if not child:
            os._exit({each: lgame.probe(each) for each in expected} != expected)
        children.append(child)
    assert {each: lgame.probe(each) for each in expected} == expected
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 4


def test_32_threads_that_share_a_table_find_the_values_that_one_thread_finds(lgame, expected):
    def read(seed):
        return [each for each in random.Random(seed).choices([*expected], k=50) if lgame.probe(each) != expected[each]]

    with ThreadPoolExecutor(32) as threads:
        assert [each for wrong in threads.map(read, range(32)) for each in wrong] == []


def test_many_opens_need_few_file_descriptors(lgame):
    """Every other table is closed, the rest are garbage."""
    before = len(os.listdir("/dev/fd"))
    for number in range(100):
        table = open_at(lgame.database.path, lgame.rules)
        assert table.probe("start").value == "draw"
        if number % 2:
            table.close()
    assert len(os.listdir("/dev/fd")) < before + 10


@pytest.mark.parametrize("change", ["replaced", "deleted", "cut off"])
def test_readers_of_a_database_that_changes_get_right_values_or_an_error(lgame, expected, change):
    path, right = lgame.database.path, 0
    if change == "cut off":
        os.truncate(path / "values.zst", (path / "values.zst").stat().st_size // 3)
    else:
        path.rename(path.with_name("old"))
        shutil.copytree(path.with_name("old"), path) if change == "replaced" else None
        shutil.rmtree(path.with_name("old"))
    for each, value in expected.items():
        with suppress(DatabaseError):
            assert lgame.probe(each) == value
            right += 1
    assert (right == len(expected)) == (change != "cut off")
