"""Memory that is missing while a command runs: it is checked before each step that would end the process."""

import re
import resource
import threading

import pytest
from harness import forked
from numba import int64, njit

from retro.system import limits, machine
from retro.system.messages import exit_code


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
