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
    _cell(name)

    @intrinsic
    def word(typing_context: Any, i: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.load(_at(builder, name, args[0]))

        return types.int64(types.int64), codegen

    return word


class Notes:
    """Notes of faults by thread: compiled code takes one at most, until Python takes it back.

    The words are the number of notes ever taken, and a row for each note: the thread, or 0 if the row is free, and
    three numbers.
    """

    NAME, ROWS, COLUMNS = "retro_notes", 256, 4

    def __init__(self) -> None:
        self._words = (ctypes.c_int64 * (1 + self.ROWS * self.COLUMNS))()
        llvm.add_symbol(self.NAME, ctypes.addressof(self._words))
        llvm.add_symbol("pthread_self", ctypes.cast(ctypes.CDLL(None).pthread_self, ctypes.c_void_p).value)
        self._returned, self._lock = 0, Lock()

    def any(self) -> bool:
        """Returns whether a thread has a note."""
        return self._words[0] != self._returned

    def take_back(self) -> tuple[int, int, int] | None:
        """Returns the note of this thread, which is free for the next; returns None if it has none."""
        for row in range(1, len(self._words), self.COLUMNS):
            if self._words[row] == get_ident():
                which, argument, given = self._words[row + 1 : row + self.COLUMNS]
                self._words[row] = 0
                with self._lock:
                    self._returned += 1
                return which, argument, given
        return None


NOTES = Notes()


def note_taker() -> Any:
    """Returns a function for compiled code that notes three numbers, unless the thread has a note."""

    @intrinsic
    def note(typing_context: Any, one: Any, two: Any, three: Any) -> Any:
        def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            builder.call(_noting(builder.module), args)
            return context.get_dummy_value()

        return types.void(types.int64, types.int64, types.int64), codegen

    return note


def _noting(module: Any) -> Any:
    """Returns the function that takes a note. It is not inlined: a call that is never made costs its caller nothing.

    It goes through the rows until it has claimed a free one, or has found that of its thread.
    """
    called = f"{Notes.NAME}_take"
    if called in module.globals:
        return module.globals[called]
    words = ir.GlobalVariable(module, ir.ArrayType(_WORD, 1 + Notes.ROWS * Notes.COLUMNS), Notes.NAME)
    words.linkage = "external"
    own = ir.Function(module, ir.FunctionType(_WORD, []), "pthread_self")
    function = ir.Function(module, ir.FunctionType(ir.VoidType(), [_WORD] * 3), called)
    function.linkage = "linkonce_odr"
    function.attributes.add("cold")
    function.attributes.add("noinline")
    entry, search, taken, claimed, ended = (function.append_basic_block() for _ in range(5))
    builder = ir.IRBuilder(entry)
    thread = builder.call(own, [])
    builder.branch(search)
    builder.position_at_end(search)
    row = builder.phi(_WORD)
    first = builder.add(builder.mul(row, _WORD(Notes.COLUMNS)), _WORD(1))
    place = builder.gep(words, [_WORD(0), first])
    result = builder.cmpxchg(place, _WORD(0), thread, "acq_rel", "monotonic")
    builder.cbranch(builder.extract_value(result, 1), claimed, taken)
    builder.position_at_end(taken)
    row.add_incoming(_WORD(0), entry)
    row.add_incoming(builder.urem(builder.add(row, _WORD(1)), _WORD(Notes.ROWS)), taken)
    builder.cbranch(builder.icmp_unsigned("==", builder.extract_value(result, 0), thread), ended, search)
    builder.position_at_end(claimed)
    for column, number in enumerate(function.args, 1):
        builder.store(number, builder.gep(place, [_WORD(column)]))
    builder.atomic_rmw("add", builder.gep(words, [_WORD(0), _WORD(0)]), _WORD(1), "release")
    builder.branch(ended)
    builder.position_at_end(ended)
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
