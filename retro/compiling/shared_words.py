"""Words that compiled code finds by name: neither arguments nor frozen into it.

An index of enumerated positions is too large to be a constant of machine code, and as an argument it would have to be
handed down through every call. So compiled code asks a few words in memory where the array is now. The words are known
to the linker under a name: code that one process compiled and cached works in the next, where they lie elsewhere.
"""

from __future__ import annotations

import ctypes
from itertools import count
from threading import Lock
from typing import Any
from weakref import WeakSet

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic
from numpy.typing import NDArray

WORDS = 8
"""Of each name: address and length of up to four arrays."""

_WORD = ir.IntType(64)


class _Cell:
    """The words of a name, and who may still ask for the arrays that they tell of."""

    def __init__(self, name: str) -> None:
        self.words = (ctypes.c_int64 * WORDS)()
        self.arrays: tuple[NDArray[Any], ...] = ()
        self.owners: WeakSet[Any] = WeakSet()
        llvm.add_symbol(name, ctypes.addressof(self.words))

    def hold(self, arrays: tuple[NDArray[Any], ...]) -> None:
        self.arrays = arrays  # as long as they may be asked for they must not go away
        for number, array in enumerate(arrays):
            self.words[2 * number], self.words[2 * number + 1] = array.ctypes.data, len(array)


_cells: dict[str, _Cell] = {}
_placing = Lock()


def words(name: str) -> Any:
    """The words of a name, as an array of ctypes."""
    if name not in _cells:
        _cells[name] = _Cell(name)
    return _cells[name].words


def place(base: str, owner: Any, *arrays: NDArray[Any]) -> str:
    """Let compiled code find ``arrays`` as long as ``owner`` lives; under which name: ``base`` and a number.

    Code that was made for another owner finds what it was made for, for as long as that one lives. Equal arrays share a
    name, and so do those of owners that have gone: nearly always the name is the same in every process.
    """
    with _placing:
        for number in count():
            name = f"{base}_{number}"
            words(name)
            cell = _cells[name]
            if not len(cell.owners):
                cell.hold(arrays)
            elif not all(map(np.array_equal, cell.arrays, arrays)):
                continue
            cell.owners.add(owner)
            return name
    raise AssertionError


def _at(builder: Any, name: str, place: Any) -> Any:
    """The address of one of the words of a name."""
    found = builder.module.globals.get(name)
    if found is None:
        found = ir.GlobalVariable(builder.module, ir.ArrayType(_WORD, WORDS), name)
        found.linkage = "external"
    return builder.gep(found, [ir.IntType(32)(0), place])


def reader(name: str) -> Any:
    """A function for compiled code: word ``i`` of ``name``, which is the address (even) or length (odd) of an array."""
    words(name)

    @intrinsic
    def word(typing_context: Any, i: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.load(_at(builder, name, args[0]))

        return types.int64(types.int64), codegen

    return word


def note_taker(name: str) -> Any:
    """A function for compiled code: write three numbers into words 1 to 3 of ``name``, unless that was done before.

    Word 0 is not 0 from then on, nor is word 4 once they are there.
    """
    words(name)

    @intrinsic
    def note(typing_context: Any, one: Any, two: Any, three: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            builder.call(_noting(builder.module, name), args)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.int64), codegen

    return note


def _noting(module: Any, name: str) -> Any:
    """The function that takes a note: a call that is never made costs the code around it nothing."""
    called = f"{name}_note"
    if called in module.globals:
        return module.globals[called]
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [_WORD] * 3), called)
    function.linkage = "linkonce_odr"
    function.attributes.add("cold")
    function.attributes.add("noinline")
    builder = ir.IRBuilder(function.append_basic_block())
    places = [_at(builder, name, ir.IntType(32)(i)) for i in range(5)]
    old = builder.cmpxchg(places[0], _WORD(0), _WORD(1), "acq_rel", "monotonic")
    with builder.if_then(builder.extract_value(old, 1)):
        for at, number in zip(places[1:], [*function.args, _WORD(1)], strict=True):
            builder.store(number, at)
    builder.ret_void()
    return function


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
