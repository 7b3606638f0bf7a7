"""Words of memory that compiled code reads by name: addresses and lengths of arrays, and notes of faults.

An index of enumerated positions is too large to be a constant of machine code, and as an argument it would have to be
passed through every call. So compiled code reads the array's current address from a few words in memory, which the
linker knows by name: code that one process compiled and cached runs in the next, where the words lie elsewhere.
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
"""Words of each name: address and length of up to four arrays."""

_WORD = ir.IntType(64)


class _Cell:
    """The words of a name, the arrays that they point to, and the owners whose compiled code may read them."""

    def __init__(self, name: str) -> None:
        self.words = (ctypes.c_int64 * WORDS)()
        self.arrays: tuple[NDArray[Any], ...] = ()
        self.owners: WeakSet[Any] = WeakSet()
        llvm.add_symbol(name, ctypes.addressof(self.words))

    def hold(self, arrays: tuple[NDArray[Any], ...]) -> None:
        self.arrays = arrays  # holds them as long as compiled code may read them
        for number, array in enumerate(arrays):
            self.words[2 * number], self.words[2 * number + 1] = array.ctypes.data, len(array)


_cells: dict[str, _Cell] = {}
_placing = Lock()


def words(name: str) -> Any:
    """Returns the words of a name, an array of ctypes."""
    if name not in _cells:
        _cells[name] = _Cell(name)
    return _cells[name].words


def place(base: str, owner: Any, *arrays: NDArray[Any]) -> str:
    """Makes ``arrays`` readable by compiled code as long as ``owner`` lives; returns the name, ``base`` and a number.

    Owners of equal arrays share a name. A name whose owners no longer exist is used again, so the name is nearly always
    the same in every process.
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


def _at(builder: Any, name: str, index: Any) -> Any:
    """Returns the address of one of the words of a name."""
    words = builder.module.globals.get(name)
    if words is None:
        words = ir.GlobalVariable(builder.module, ir.ArrayType(_WORD, WORDS), name)
        words.linkage = "external"
    return builder.gep(words, [ir.IntType(32)(0), index])


def reader(name: str) -> Any:
    """Returns a function for compiled code: i -> word i of ``name``, an array's address (even i) or length (odd i)."""
    words(name)

    @intrinsic
    def word(typing_context: Any, i: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.load(_at(builder, name, args[0]))

        return types.int64(types.int64), codegen

    return word


def note_taker(name: str) -> Any:
    """Returns a function for compiled code that writes three numbers into words 1 to 3 of ``name``, once.

    From then on word 0 is not 0; word 4 is not 0 once all three are written.
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
    """Returns the function that takes a note. It is not inlined: a call that is never made costs its caller nothing."""
    called = f"{name}_note"
    if called in module.globals:
        return module.globals[called]
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [_WORD] * 3), called)
    function.linkage = "linkonce_odr"
    function.attributes.add("cold")
    function.attributes.add("noinline")
    builder = ir.IRBuilder(function.append_basic_block())
    addresses = [_at(builder, name, ir.IntType(32)(i)) for i in range(5)]
    old = builder.cmpxchg(addresses[0], _WORD(0), _WORD(1), "acq_rel", "monotonic")
    with builder.if_then(builder.extract_value(old, 1)):
        for address, number in zip(addresses[1:], [*function.args, _WORD(1)], strict=True):
            builder.store(number, address)
    builder.ret_void()
    return function


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
