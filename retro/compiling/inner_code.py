"""Contexts in which numba compiles: arrays are constants, and functions that only compiled code calls are linked into
their callers, without machine code of their own.

numba makes machine code of each function that it compiles, although its callers contain its code, to be optimised
together with theirs. That takes a twentieth of the time of compiling. Worse, the linker takes the first of a name:
where a function is not inlined, the code that runs is the one made first, which was optimised without its callers.
"""

from __future__ import annotations

from copy import copy
from functools import cache
from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


class Linked(JITCodeLibrary):
    """Code that is linked into other code and cannot be run itself."""

    def _optimize_final_module(self) -> None:
        """Runs only the passes that inline and simplify: all others follow when the code is optimised with its callers,
        and running them twice takes a twelfth of the time of compiling."""
        few: Any = {"opt": 0, "loop_vectorize": False, "slp_vectorize": False, "cost": "cheap"}
        passes, builder = self.codegen._module_pass_manager(**few)
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0  # numba returns 0 where there is none

    def serialize_using_object_code(self) -> Any:
        return self.serialize_using_bitcode()  # type: ignore[no-untyped-call]


@cache
def context_of(target: Any, inside: bool) -> Any:
    """Returns numba's ``target`` with other ways to make constants and, for the ``inside`` of compiled code, to link.

    Arrays become part of the code whatever their size. numba refers to one above 1,000,000 bytes by its address, and
    then cannot cache the code.
    """
    changed = {"make_constant_array": target.subtarget(allow_dynamic_globals=False).make_constant_array}
    if inside:
        codegen = copy(target.codegen())
        codegen._library_class = Linked
        codegen.set_env = lambda name, environment: None  # only calls from Python read the environment
        changed["codegen"] = lambda: codegen
    return target.subtarget(**changed)


def compiler(inside: bool) -> Any:
    """Returns the ``pipeline_class`` of numba's ``njit``, for the ``inside`` of compiled code or calls from Python."""

    def made(typing: Any, target: Any, *more: Any) -> Any:
        return Compiler(typing, context_of(target, inside), *more)  # type: ignore[no-untyped-call]

    return made
