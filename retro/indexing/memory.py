"""Arrays that compiled code finds by name: neither arguments nor frozen into it.

An index of enumerated positions is too large to be a constant of machine code, and as an argument it would have to be
handed down through every call. So compiled code asks a few words in memory where the array is now. The words are known
to the linker under a name: code that one process compiled and cached works in the next, where they lie elsewhere.
"""

from __future__ import annotations

import ctypes
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

WORDS = 8
"""Address and length of up to four arrays."""

_WORD = ir.IntType(64)
_cells: dict[str, tuple[Any, tuple[NDArray[Any], ...]]] = {}


def _cell(name: str) -> Any:
    if name not in _cells:
        words = (ctypes.c_int64 * WORDS)()
        llvm.add_symbol(name, ctypes.addressof(words))
        _cells[name] = words, ()
    return _cells[name][0]


def place(name: str, *arrays: NDArray[Any]) -> None:
    """Let compiled code find ``arrays`` under ``name``, in place of those that it found there before."""
    words = _cell(name)
    _cells[name] = words, arrays  # as long as they may be asked for they must not go away
    for number, array in enumerate(arrays):
        words[2 * number], words[2 * number + 1] = array.ctypes.data, len(array)


def reader(name: str) -> Any:
    """A function for compiled code: word ``i`` of ``name``, which is the address (even) or length (odd) of an array."""
    _cell(name)

    @intrinsic
    def word(typing_context: Any, i: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            module = builder.module
            if name in module.globals:
                words = module.globals[name]
            else:
                words = ir.GlobalVariable(module, ir.ArrayType(_WORD, WORDS), name)
                words.linkage = "external"
            return builder.load(builder.gep(words, [ir.IntType(32)(0), args[0]]))

        return types.int64(types.int64), codegen

    return word


def pointer_to(dtype: np.dtype[Any]) -> Any:
    """A function for compiled code: the pointer at an address, for `numba.carray`."""
    from numba import from_dtype

    kind: Any = types.CPointer(from_dtype(dtype))  # type: ignore[no-untyped-call]

    @intrinsic
    def pointer(typing_context: Any, address: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(kind))

        return kind(types.int64), codegen

    return pointer


assert np.dtype(np.int64).itemsize == ctypes.sizeof(ctypes.c_int64)
