"""Machine instructions that numba does not offer, for 64-bit integers and shared arrays.

In compiled code they replace plain functions of `retro.game.bits` and `retro.compiling.instructions` (`SUBSTITUTES`).
pext and pdep are x86 BMI2 instructions; if numba makes code for a processor without them, or ``RETRO_PORTABLE`` is set,
the plain loops are compiled instead.
"""

# mypy: ignore-errors
from __future__ import annotations

import os

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from retro.compiling import instructions, shared_words
from retro.game import bits

_TRIPLE, _, _FEATURES = cpu_target.target_context.codegen().magic_tuple()
"""The processor that numba makes code for; NUMBA_CPU_NAME and NUMBA_CPU_FEATURES may choose one with fewer features."""
PORTABLE = bool(os.environ.get("RETRO_PORTABLE")) or not (
    _TRIPLE.startswith("x86_64") and "+bmi2" in _FEATURES.split(",")
)

_BIT = ir.IntType(1)
_WORD = ir.IntType(64)


def _calling(name, *constants):
    """Returns the code generator that calls the machine instruction ``name``."""

    def codegen(context, builder, signature, args):
        operands = [*args, *constants]
        kind = ir.FunctionType(_WORD, [operand.type for operand in operands])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, name), operands)

    return codegen


@intrinsic
def _popcount(typing_context, word):
    return types.int64(types.int64), _calling("llvm.ctpop.i64")


@intrinsic
def lowest(typing_context, word):
    """Returns the number of the lowest set bit."""
    return types.int64(types.int64), _calling("llvm.cttz.i64", ir.Constant(_BIT, 1))


@intrinsic
def _pext(typing_context, word, mask):
    return types.int64(types.int64, types.int64), _calling("llvm.x86.bmi.pext.64")


@intrinsic
def _pdep(typing_context, word, mask):
    return types.int64(types.int64, types.int64), _calling("llvm.x86.bmi.pdep.64")


@intrinsic
def low_product(typing_context, one, other):
    """Returns the lowest 63 bits of a product. numba promises LLVM that * stays in 64 bits: wrong in a hash."""

    def codegen(context, builder, signature, args):
        return builder.and_(builder.mul(*args), ir.Constant(_WORD, 2**63 - 1))

    return types.int64(types.int64, types.int64), codegen


def _element(context, builder, array_type, array, index):
    struct = context.make_array(array_type)(context, builder, array)
    return cgutils.get_item_pointer(context, builder, array_type, struct, [index], wraparound=False)


@intrinsic
def prefetch(typing_context, array, index):
    """Requests the cache line of ``array[index]``, to be written soon."""

    def codegen(context, builder, signature, args):
        pointer = _element(context, builder, signature.args[0], *args)
        byte = ir.IntType(8).as_pointer()
        flag = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [byte, flag, flag, flag])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        write, near, data = (ir.Constant(flag, x) for x in (1, 3, 1))
        builder.call(function, [builder.bitcast(pointer, byte), write, near, data])
        return context.get_dummy_value()

    return types.void(array, types.int64), codegen


def _atomic(operation):
    """Returns the code generator of an atomic operation on ``array[index]``; its result is the old entry."""

    def codegen(context, builder, signature, args):
        kind, _, given_type = signature.args
        array, index, given = args
        number = context.cast(builder, given, given_type, kind.dtype)
        return builder.atomic_rmw(operation, _element(context, builder, kind, array, index), number, "monotonic")

    return codegen


@intrinsic
def fetch_and_add(typing_context, array, index, more):
    """Adds ``more`` to ``array[index]`` and returns the old entry."""
    return array.dtype(array, types.int64, more), _atomic("add")


@intrinsic
def atomic_or(typing_context, array, index, bits):
    """Sets ``bits`` in ``array[index]`` and returns the old entry."""
    return array.dtype(array, types.int64, bits), _atomic("or")


SUBSTITUTES = {
    bits.popcount: _popcount,
    bits.lowest: lowest,
    bits.low_product: low_product,
    instructions.prefetch: prefetch,
    instructions.fetch_and_add: fetch_and_add,
    instructions.atomic_or: atomic_or,
    instructions.note: shared_words.note,
}
"""The machine instruction for each plain function."""
if not PORTABLE:
    SUBSTITUTES |= {bits.pext: _pext, bits.pdep: _pdep}
