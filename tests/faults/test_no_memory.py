"""Memory that is missing while a command runs: it is checked before each step that would end the process."""

import re
import resource
import threading

import pytest
from harness import check_result, forked
from numba import int64, njit

from retro.system import limits, machine
from retro.system.messages import exit_code

COMPILED = "env -u RETRO_PLAIN retro"


@pytest.mark.compiled
def test_available_memory_is_checked_before_each_compilation():
    def limited():
        """Returns what is raised with so much memory left, before code is compiled, and before a thread."""
        whole, said = 8 << 30, []
        resource.setrlimit(resource.RLIMIT_AS, (whole, whole))
        limits._limited.cache_clear()  # this process has been without limits
        limits.begin()
        limits.before_compiling()
        inner = njit(lambda x: x + 1)
        outer = njit(lambda x: inner(x))
        for left, work in (
            *((mib << 20, lambda: outer.compile((int64,))) for mib in (100, 20, 160)),
            (1 << 20, lambda: [threading.stack_size(1 << 28), threading.Thread(target=print).start()]),
        ):
            resource.setrlimit(resource.RLIMIT_AS, (whole - machine.allowances()["ulimit -v"] + left, whole))
            try:
                work()
                said.append("")
            except Exception as error:
                said.append(f"{exit_code(error)} {error}")
            finally:
                resource.setrlimit(resource.RLIMIT_AS, (whole, whole))
        return said

    code, (compiling, loading, done, thread) = forked(limited)
    assert re.match(r"4 .*missing for compiling \(134,217,728 needed, ", compiling)
    assert re.match(r"4 .*missing for compiled code from the cache, compiling \(184,549,376 needed, ", loading)
    assert (code, done, thread) == (0, "", "4 can't start new thread")


def test_without_limits_no_memory_is_checked(reported):
    reported(allowances={})
    assert not limits._limited.__wrapped__()
    limits.begin()
    for need in (limits.LIBRARIES, limits.COMPILER, limits.COMPILING):
        limits.check(need)


GROUP = """
G=$(ls -d /sys/fs/cgroup/memory /sys/fs/cgroup 2>/dev/null | head -1)/retro_test_$$
mkdir $G 2>/dev/null && for limit in $G/memory.limit_in_bytes $G/memory.max; do
    [ -e $limit ] && echo {bytes} >$limit || continue
    (echo $BASHPID >$G/cgroup.procs && exec {command})
    code=$?
done
rmdir $G 2>/dev/null
exit ${{code:-77}}
"""


@pytest.mark.soak
@pytest.mark.parametrize("mib", [100, 130, 150, 160, 170, 190, 210, 240, 300])
def test_a_command_in_a_small_control_group_ends_with_4_and_one_line(shell, mib):
    """Without the check the system would kill the process. 300 MiB are enough."""
    result = shell.run(GROUP.format(bytes=mib << 20, command=f"{COMPILED} solve lgame"))
    if result.code == 77:
        pytest.skip("no control group of its own")
    if result.code or mib < 300:
        need = r" for compiling \(134,217,728 needed, " if mib == 160 else ""
        check_result(result, 4, f"bytes of memory are missing{need}")
