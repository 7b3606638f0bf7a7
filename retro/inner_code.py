"""Functions that only compiled code calls are optimised in full where they are called, and not before that as well.

numba optimises each function that it compiles, hands its code to whoever calls it, and optimises it there once more,
inlined. Where nobody else calls it, its first passes are enough until then: that saves a quarter of the time of
compiling, and the code that comes of it is as fast. With none at all it is not.
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
