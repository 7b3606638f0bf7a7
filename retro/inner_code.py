"""What kernels alone call is optimised in full where it is called, and not before that as well.

numba optimises each function that it compiles, hands its code to whoever calls it, and optimises it there once more,
inlined. Where nobody else calls it, the first of its two passes is enough until then. So compiling takes a tenth less.
Functions of games are left to numba: their time would be saved as well, but solving would take longer.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class _Prepared(JITCodeLibrary):
    """Code that is still to be optimised by who calls it."""

    def _optimize_final_module(self) -> None:
        codegen: Any = self._codegen
        known = {"loop_vectorize": codegen._loopvect, "slp_vectorize": False, "opt": codegen._opt_level}
        passes, builder = codegen._module_pass_manager(**known, cost="cheap")  # the first of the two that numba runs
        passes.run(self._final_module, builder)


class Inner(Compiler):
    """How such functions are compiled: a ``pipeline_class`` of numba's ``njit``."""

    def __init__(self, typing: Any, target: Any, library: Any, *more: Any) -> None:
        super().__init__(typing, target, library or _library(target), *more)  # type: ignore[no-untyped-call]


def _library(target: Any) -> Any:
    library: Any = _Prepared(target.codegen(), "inner")  # type: ignore[no-untyped-call]
    library.enable_object_caching()
    return library
