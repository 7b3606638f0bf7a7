"""Functions that only compiled code calls: their code is linked into that of their callers, without machine code of
their own.

numba makes machine code of each function that it compiles, although its callers contain its code, to be optimised
together with theirs. That takes a twentieth of the time of compiling. Worse, the linker takes the first of a name:
where a function is not inlined, the code that runs is the one made first, which was optimised without its callers.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _Unloaded:
    """In place of the engine that runs code, which never gets this code."""

    def set_env(self, name: str, environment: Any) -> None:
        """Does nothing: only calls from Python read the environment."""


class Linked(JITCodeLibrary):
    """Code that is linked into other code and cannot be run itself."""

    @property
    def codegen(self) -> Any:
        return _Unloaded()

    def _optimize_final_module(self) -> None:
        """Runs only the passes that inline and simplify: all others follow when the code is optimised with its callers,
        and running them twice takes a twelfth of the time of compiling."""
        codegen: Any = self._codegen
        passes, builder = codegen._module_pass_manager(
            loop_vectorize=False, slp_vectorize=False, opt=codegen._opt_level, cost="cheap"
        )
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # numba returns 0 where there is none

    def serialize_using_object_code(self) -> Any:
        return self.serialize_using_bitcode()  # type: ignore[no-untyped-call]


class Frozen(Compiler):
    """The ``pipeline_class`` of numba's ``njit`` for functions that Python calls.

    Arrays become part of the code whatever their size. numba refers to one above 1,000,000 bytes by its address, and
    then cannot cache the code.
    """

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)  # type: ignore[no-untyped-call]
        target = self.state.targetctx
        freezing = target.subtarget(allow_dynamic_globals=False)
        self.state.targetctx = target.subtarget(make_constant_array=freezing.make_constant_array)


class Inner(Frozen):
    """The same for functions that only compiled code calls."""

    def __init__(self, typing: Any, target: Any, library: Any, *more: Any) -> None:
        super().__init__(typing, target, library or Linked(target.codegen(), "inner"), *more)  # type: ignore[no-untyped-call]


@contextmanager
def linked(codegen: Any) -> Iterator[None]:
    """A context in which numba makes `Linked` code of what it reads from disk."""
    codegen._library_class = Linked
    try:
        yield
    finally:
        del codegen._library_class
