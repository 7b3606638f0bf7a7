"""Open databases that many threads, children of a fork or many opens use, and that change while they are read."""

import os
import sys

import pytest
from workplace import check_exit, check_refused, soak_only

pytestmark = pytest.mark.compiled

COMMON = """
import os, random, sys, threading
import retro
from retro.storage import Damaged, DatabaseError
def positions(table, number):
    reached = ["start"]
    for each in reached:
        if len(reached) >= number:
            break
        reached += [move.after for move in table.moves(each) if move.after and move.after not in reached][:7]
    return reached[:number]
"""
FORK = """
table = retro.open("lgame")
some = positions(table, 60)
expected = [table.probe(each) for each in some]
children = []
for _ in range(4):
    child = os.fork()
    if not child:
        os._exit([table.probe(each) for each in some * 3] != expected * 3)
    children.append(child)
assert [table.probe(each) for each in some * 3] == expected * 3
assert all(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0 for child in children)
"""
THREADS = """
with retro.open("lgame") as table:
    some = positions(table, 100)
    expected = {each: table.probe(each) for each in some}
with retro.open("lgame") as table:
    wrong = []
    def read(seed):
        chance = random.Random(seed)
        try:
            wrong.extend(each for each in chance.choices(some, k=150) if table.probe(each) != expected[each])
        except BaseException as error:
            wrong.append(error)
    threads = [threading.Thread(target=read, args=(seed,)) for seed in range(32)]
    [each.start() for each in threads], [each.join() for each in threads]
assert not wrong, wrong[:3]
"""
OPENS = """
for number in range(int(sys.argv[1])):
    if number % 2:
        with retro.open("lgame") as table:
            assert table.probe("start").value == "draw"
    else:
        assert retro.open("lgame").probe("start").value == "draw"
"""
CHANGED = """
with retro.open("lgame") as table:
    some = positions(table, 100)
    expected = {each: table.probe(each) for each in some}
table = retro.open("lgame")
table.probe("start")
print("open", flush=True)
sys.stdin.readline()
right = failed = 0
for each in some:
    try:
        assert table.probe(each) == expected[each], each
        right += 1
    except DatabaseError as error:
        failed += 1
print(right, failed)
"""


def test_children_of_a_fork_find_the_values_that_their_parent_finds(workplace):
    workplace.lgame()
    check_exit(workplace.python(COMMON + FORK))


def test_32_threads_that_share_a_table_find_the_values_that_one_thread_finds(workplace):
    workplace.lgame()
    check_exit(workplace.python(COMMON + THREADS))


@soak_only
def test_2000_opens_need_few_file_descriptors(workplace):
    """Every other table is closed, the rest are garbage."""
    workplace.lgame()
    command = ["bash", "-c", 'ulimit -n 64; exec "$@"', "bash", sys.executable, "-c", COMMON + OPENS, "2000"]
    check_exit(workplace.run(command))


@pytest.mark.parametrize("change", ["replaced", "deleted", "cut off"])
def test_readers_of_a_database_that_changes_get_right_values_or_an_error(workplace, change):
    path = workplace.lgame()
    reader = workplace.begin([sys.executable, "-c", COMMON + CHANGED], stdin=-1)
    assert reader.stdout and reader.stdout.readline() == "open\n"
    if change == "replaced":
        check_exit(workplace.run("mv data/lgame data/old && cp -r data/old data/lgame && rm -r data/old"))
    elif change == "deleted":
        check_exit(workplace.run("cp -r data/lgame old && rm -r data/lgame && mv old data/lgame"))
    else:
        size = (path / "values.zst").stat().st_size
        os.truncate(path / "values.zst", workplace.random.randrange(size))
    output, errors = reader.communicate("\n")
    assert reader.returncode == 0 and "Traceback" not in errors, errors[-500:]
    right, failed = map(int, output.split())
    assert right + failed == 100 and (change == "cut off" or not failed), output
    if change == "cut off":
        check_refused(workplace.run("retro query lgame"), 3, "values.zst", "retro solve lgame")


@soak_only
def test_a_limit_of_open_files_is_named_and_the_database_is_not_called_damaged(workplace):
    workplace.lgame()
    for limit in (5, 6, 8, 12, 16, 24):
        result = workplace.run(f"ulimit -n {limit}; retro query lgame")
        if result.code:
            assert result.code not in (1, 3, 5), (limit, result)
            assert "damaged" not in check_refused(result, result.code, "Too many open files")
    check_exit(workplace.run("ulimit -n 64; retro query lgame"))
