"""Functions of a plugin besides its rules that kernels call: tags of moves, heuristics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from retro.compiling.compile import jit
from retro.compiling.compile_errors import gist
from retro.game.tags import Tags


class Added(NamedTuple):
    """A function of a plugin besides its rules, from integers to an integer, that kernels call.

    name        its name in the contract (`retro.compiling.contract`)
    called      its name in error messages
    parameters  their number
    """

    name: str
    called: str
    function: Callable[..., int]
    parameters: int

    @classmethod
    def of_tags(cls, tags: Tags) -> Added:
        """The function `tags` of a game."""
        return cls("tags", "tags", tags.function, 4)

    def compiled(self) -> Any:
        """Returns the compiled function; raises what numba raises if it does not compile."""
        from numba import int64

        dispatcher = jit(self.function, {})
        dispatcher.compile((int64,) * self.parameters)
        return dispatcher

    def problem(self) -> str:
        """Returns why compiled code cannot call it, in words; empty if it can."""
        from numba import types

        try:
            returned = self.compiled().nopython_signatures[0].return_type
        except Exception as error:  # numba raises errors of any class
            return f"cannot be compiled: {gist(error)}"
        return "" if isinstance(returned, types.Integer | types.Boolean) else f"returns {returned}, not a whole number"
