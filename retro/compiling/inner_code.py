"""What compiled code alone calls is linked into the code of whoever calls it, and no machine code is made of it before.

numba makes machine code of each function that it compiles, though those that call it have its code once more, to be
optimised together with theirs. That takes a twentieth of the time of compiling. Worse, the linker takes the first of a
name: where a function is not inlined, the code that would run is the one made first, which knows nothing of who calls.

Nor are functions of kernels optimised in full before they are linked: numba's first pass of two is enough until then,
and compiling takes a tenth less. Those of games are: else compiling would take less, but solving longer.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _Unloaded:
    """In place of the engine that runs code, which this code does not get to."""

    def set_env(self, name: str, environment: Any) -> None:
        """Only calls of Python would look at it."""


class Linked(JITCodeLibrary):
    """Code that is there to be linked into other code; it cannot be run."""

    @property
    def codegen(self) -> Any:
        return _Unloaded()

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # as numba says that there is none

    def serialize_using_object_code(self) -> Any:
        return self.serialize_using_bitcode()  # type: ignore[no-untyped-call]


class _Prepared(Linked):
    """The same, still to be optimised by who calls it."""

    def _optimize_final_module(self) -> None:
        codegen: Any = self._codegen
        known = {"loop_vectorize": codegen._loopvect, "slp_vectorize": False, "opt": codegen._opt_level}
        passes, builder = codegen._module_pass_manager(**known, cost="cheap")  # the first of the two that numba runs
        passes.run(self._final_module, builder)


class Frozen(Compiler):
    """How functions that Python calls are compiled: a ``pipeline_class`` of numba's ``njit``.

    Tables become part of the code whatever their size. numba leaves one above 1,000,000 bytes where it lies in memory,
    and then cannot cache the code.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)  # type: ignore[no-untyped-call]
        target = self.state.targetctx
        freezing = target.subtarget(allow_dynamic_globals=False)
        self.state.targetctx = target.subtarget(make_constant_array=freezing.make_constant_array)


class OfGame(Frozen):
    """The same for functions of games that compiled code alone calls."""

    made = Linked

    def __init__(self, typing: Any, target: Any, library: Any, *more: Any) -> None:
        super().__init__(typing, target, library or self.made(target.codegen(), "inner"), *more)  # type: ignore[no-untyped-call]


class OfKernel(OfGame):
    """The same for those of kernels."""

    made = _Prepared


@contextmanager
def linked(codegen: Any) -> Iterator[None]:
    """What numba reads from disk meanwhile is `Linked`."""
    codegen._library_class = Linked
    try:
        yield
    finally:
        del codegen._library_class
