"""Open databases that many threads, children of a fork or many opens use, and that change under their readers."""

from __future__ import annotations

import os
import sys

from trials import Workplace, ended, refused, trial
from trials.users import as_user

COMMON = """
import os, random, sys, threading
import retro
from retro.storage import Damaged, DatabaseError
def positions(table, number):
    found = ["start"]
    for each in found:
        if len(found) >= number:
            break
        found += [move.after for move in table.moves(each) if move.after and move.after not in found][:7]
    return found[:number]
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
KEYS = """
import random
table = retro.open("british_square", size="3")
key, damaged, seen = table.rules.initial, 0, set()
for ask in (lambda: table.get(key), lambda: table.probe(key), lambda: table.probe_many([key], strict=False)):
    try:
        seen.add(str(ask()))
    except Damaged:
        damaged += 1
print(damaged, sorted(seen))
"""

WHERE = """
table = retro.open("british_square", size="3")
print(table.rules.text.format(table.rules.initial))
"""


@trial(quick=True)
def fork_after_probing(place: Workplace) -> None:
    """Children of a process that has looked values up find the same values, and so does the parent."""
    place.lgame()
    ended(place.python(COMMON + FORK))


@trial(quick=True)
def threads_on_one_table(place: Workplace) -> None:
    """32 threads that share a table find the values that one thread finds."""
    place.lgame()
    ended(place.python(COMMON + THREADS))


@trial()
def opens_with_few_descriptors(place: Workplace) -> None:
    """A database is opened 2,000 times, closed or forgotten, where 64 files may be open."""
    place.lgame()
    ended(place.run(["bash", "-c", 'ulimit -n 64; exec "$@"', "bash", *_python(COMMON + OPENS, "2000")]))


@trial(quick=True)
def open_database_changed(place: Workplace) -> None:
    """What reads a database that is replaced, cut off or deleted meanwhile gets right values, or an error."""
    path = place.lgame()
    for change in ("replaced", "deleted", "cut off"):
        reader = place.begin(_python(COMMON + CHANGED), stdin=-1)
        assert reader.stdout and reader.stdout.readline() == "open\n"
        if change == "replaced":
            ended(place.run("mv data/lgame data/old && cp -r data/old data/lgame && rm -r data/old"))
        elif change == "deleted":
            ended(place.run("cp -r data/lgame old && rm -r data/lgame && mv old data/lgame"))
        else:
            size = (path / "values.zst").stat().st_size
            os.truncate(path / "values.zst", place.random.randrange(size))
        output, errors = reader.communicate("\n")
        assert reader.returncode == 0 and "Traceback" not in errors, (change, errors[-500:])
        right, failed = map(int, output.split())
        assert right + failed == 100, (change, output)
        assert change == "cut off" or not failed, (change, output)
    refused(place.run("retro query lgame"), 3, "values.zst", "retro solve lgame")


@trial()
def keys_damaged(place: Workplace) -> None:
    """Keys that are damaged are said to be damaged, by every way to ask, and never that there is no such position."""
    ended(place.run("retro solve british_square --set size=3"))
    (file,) = place.data.glob("british_square*/keys.zst")
    whole = file.read_bytes()
    expected = place.python(COMMON + KEYS).output
    key = place.python(COMMON + WHERE).output.strip()
    noticed = 0
    for _ in range(10):
        bit = place.random.randrange(8 * len(whole))
        data = bytearray(whole)
        data[bit // 8] ^= 1 << bit % 8
        file.write_bytes(data)
        for line in (f"retro query british_square '{key}' --set size=3", "retro query british_square --set size=3"):
            noticed += ended(place.run(line), 0, 3).code == 3
        done = place.python(COMMON + KEYS)
        assert done.output in (expected, "3 []\n") or "Damaged" in done.errors, (done, expected)
    assert noticed > 10, noticed


@trial()
def database_of_another_user(place: Workplace) -> None:
    """Files that may not be read are not called damaged or missing: the line gives the reason and the file."""
    path = place.lgame()
    for name in ("values.zst", "manifest.json"):
        mode = (path / name).stat().st_mode
        (path / name).chmod(0o600)
        for command in ("query", "stats", "check-file", "verify --sample 10"):
            word, _, more = command.partition(" ")
            done = as_user(place, f"retro {word} lgame {more}", home=True)
            if done.code:
                line = refused(done, done.code, name)
                assert done.code not in (1, 3, 5) and "Permission denied" in line and "again" not in line, (
                    command,
                    line,
                )
            else:
                assert (word, name) == ("stats", "values.zst"), command
        (path / name).chmod(mode)


@trial()
def too_many_open_files(place: Workplace) -> None:
    """Where no more files may be open, the line says so; the database is not called damaged."""
    place.lgame()
    for most in (5, 6, 8, 12, 16, 24):
        done = place.run(f"ulimit -n {most}; retro query lgame")
        if done.code:
            assert done.code not in (1, 3, 5), (most, done)
            assert "damaged" not in refused(done, done.code, "Too many open files")
    ended(place.run("ulimit -n 64; retro query lgame"))


def _python(code: str, *arguments: str) -> list[str]:
    return [sys.executable, "-c", code, *arguments]
