"""Words of memory that compiled code reads by name: addresses and lengths of arrays, and notes of faults.

An index of enumerated positions is too large to be a constant of machine code, and as an argument it would have to be
passed through every call. So compiled code reads the array's current address from a few words in memory, which the
linker knows by name: code that one process compiled and cached runs in the next, where the words lie elsewhere.
"""

from __future__ import annotations

import ctypes
from functools import cache
from itertools import count
from threading import Lock, get_ident
from typing import Any
from weakref import WeakSet

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numpy.typing import NDArray

WORDS = 8
"""Words of each name: address and length of up to four arrays."""

_WORD = ir.IntType(64)


class _Cell:
    """The words of a name, the arrays that they point to, and the owners whose compiled code may read them."""

    def __init__(self, name: str) -> None:
        self.words = (ctypes.c_int64 * WORDS)()
        self.arrays: tuple[NDArray[Any], ...] = ()
        self.owners: WeakSet[Any] = WeakSet()
        llvm.add_symbol(name, ctypes.addressof(self.words))


_placing = Lock()


@cache
def _cell(name: str) -> _Cell:
    """Returns the words of a name, always the same."""
    return _Cell(name)


def place(base: str, owner: Any, *arrays: NDArray[Any]) -> str:
    """Makes ``arrays`` readable by compiled code as long as ``owner`` lives; returns the name, ``base`` and a number.

    Owners of equal arrays share a name. A name whose owners no longer exist is used again, so the name is nearly always
    the same in every process.
    """
    with _placing:
        for number in count():
            name = f"{base}_{number}"
            cell = _cell(name)
            if not len(cell.owners):
                cell.arrays = arrays  # which are not freed as long as compiled code may read them
                cell.words[: 2 * len(arrays)] = [word for each in arrays for word in (each.ctypes.data, len(each))]
            elif not all(map(np.array_equal, cell.arrays, arrays)):
                continue
            cell.owners.add(owner)
            return name
    raise AssertionError


def reader(name: str) -> Any:
    """Returns a function for compiled code: i -> word i of ``name``, an array's address (even i) or length (odd i)."""
    _cell(name)

    @intrinsic
    def word(typing_context: Any, i: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            words = builder.module.globals.get(name)
            if words is None:
                words = ir.GlobalVariable(builder.module, ir.ArrayType(_WORD, WORDS), name)
                words.linkage = "external"
            return builder.load(builder.gep(words, [ir.IntType(32)(0), args[0]]))

        return types.int64(types.int64), codegen

    return word


_notes: dict[int, tuple[int, ...]] = {}
"""Notes of faults by thread: compiled code takes one at most, until Python takes it back."""
_NOTE = "retro_note"
"""The name by which compiled code knows `_note`."""


@ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 3)  # type: ignore[untyped-decorator]
def _note(*given: int) -> None:
    """Notes three numbers, unless this thread has a note. A thread that calls it waits for the other threads of Python,
    which only happens where a function of a game is wrong."""
    _notes.setdefault(get_ident(), given)


llvm.add_symbol(_NOTE, ctypes.cast(_note, ctypes.c_void_p).value)


def taken_note() -> tuple[int, ...] | None:
    """Returns the note of this thread, which is free for the next; returns None if it has none."""
    return _notes.pop(get_ident(), None)


@intrinsic
def note(typing_context: Any, one: Any, two: Any, three: Any) -> Any:
    """Notes three numbers in compiled code, unless the thread has a note."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        kind = ir.FunctionType(ir.VoidType(), [_WORD] * 3)
        taker = cgutils.get_or_insert_function(builder.module, kind, _NOTE)  # type: ignore[no-untyped-call]
        taker.attributes.add("cold")  # a call that is never made costs its caller nothing
        builder.call(taker, args)
        return context.get_dummy_value()

    return types.void(types.int64, types.int64, types.int64), codegen


def pointer_to(dtype: np.dtype[Any]) -> Any:
    """Returns a function for compiled code: address -> pointer, for `numba.carray`."""
    from numba import from_dtype

    kind: Any = types.CPointer(from_dtype(dtype))  # type: ignore[no-untyped-call]

    @intrinsic
    def pointer(typing_context: Any, address: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.inttoptr(args[0], context.get_value_type(kind))

        return kind(types.int64), codegen

    return pointer
