"""The type of a `retro.compiling.tables.Table` in compiled code, and of its rows: a pointer to constant numbers.

Rows follow one another in memory. As with numba's tuples, every index is compared with the length, also in modules that
set ``BOUNDS_CHECKED = False``.
"""

# mypy: ignore-errors
from __future__ import annotations

import operator

import numpy as np
from llvmlite import ir
from numba import from_dtype, types
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl, lower_constant
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, models, overload, register_model, typeof_impl
from xxhash import xxh3_128_hexdigest

from retro.compiling.tables import Table, numbers_of


class _Type(types.IterableType):
    """The type of a table or of a row: the type of its numbers, and their count in each dimension."""

    def __init__(self, dtype, shape):
        self.dtype, self.shape = dtype, shape
        self.element = dtype if len(shape) == 1 else _Type(dtype, shape[1:])
        super().__init__(f"table({dtype}, {shape})")

    @property
    def iterator_type(self):
        return _Iterator(self)


class _Iterator(types.SimpleIteratorType):
    def __init__(self, table):
        self.table = table
        super().__init__(f"iterator({table})", table.element)


register_model(_Type)(models.PointerModel)


@register_model(_Iterator)
class _IteratorModel(models.StructModel):
    def __init__(self, manager, iterator):
        members = [("index", types.EphemeralPointer(types.intp)), ("table", iterator.table)]
        super().__init__(manager, iterator, members)


@typeof_impl.register(Table)
def _type_of(table, context):
    numbers = numbers_of(table)
    return _Type(from_dtype(numbers.dtype), numbers.shape)


@lower_constant(_Type)
def _constant(context, builder, kind, table):
    numbers = numbers_of(table)
    data = bytearray(numbers.tobytes())
    value = ir.Constant(ir.ArrayType(ir.IntType(8), len(data)), data)
    memory = context.insert_unique_const(builder.module, f"table.{xxh3_128_hexdigest(data)}", value)
    memory.align, memory.unnamed_addr = 8, True
    return builder.bitcast(memory, context.get_value_type(kind))


def _element(context, builder, kind, table, index):
    """Returns the number or the row at a valid index."""
    if len(kind.shape) == 1:
        return context.unpack_value(builder, kind.dtype, builder.gep(table, [index]))
    size = context.get_constant(types.intp, int(np.prod(kind.shape[1:])))
    return builder.gep(table, [builder.mul(index, size)])


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, arguments, named):
        table, index = arguments
        if isinstance(table, _Type) and isinstance(index, types.Integer | types.Boolean):
            return signature(table.element, table, types.intp)
        return None


@lower_builtin(operator.getitem, _Type, types.intp)
def _get_item(context, builder, signature, arguments):
    kind, (table, given) = signature.args[0], arguments
    count = context.get_constant(types.intp, kind.shape[0])
    zero = context.get_constant(types.intp, 0)
    index = builder.select(builder.icmp_signed("<", given, zero), builder.add(given, count), given)
    with cgutils.if_unlikely(builder, builder.icmp_unsigned(">=", index, count)):
        context.call_conv.return_user_exc(builder, IndexError, ("tuple index out of range",))
    return _element(context, builder, kind, table, index)


@lower_builtin("getiter", _Type)
def _iterator(context, builder, signature, arguments):
    (kind,), (table,) = signature.args, arguments
    iterator = context.make_helper(builder, kind.iterator_type)
    iterator.index = cgutils.alloca_once_value(builder, context.get_constant(types.intp, 0))
    iterator.table = table
    return iterator._getvalue()


@lower_builtin("iternext", _Iterator)
@iternext_impl(RefType.BORROWED)
def _next(context, builder, signature, arguments, result):
    (kind,), (value,) = signature.args, arguments
    iterator = context.make_helper(builder, kind, value=value)
    index = builder.load(iterator.index)
    more = builder.icmp_signed("<", index, context.get_constant(types.intp, kind.table.shape[0]))
    result.set_valid(more)
    with builder.if_then(more):
        result.yield_(_element(context, builder, kind.table, iterator.table, index))
        builder.store(builder.add(index, context.get_constant(types.intp, 1)), iterator.index)


@overload(len)
def _length(table):
    if isinstance(table, _Type):
        count = table.shape[0]
        return lambda table: count
    return None


@overload(bool)
def _truth(table):
    return (lambda table: True) if isinstance(table, _Type) else None


@overload(sum)
def _sum(table):
    if not isinstance(table, _Type) or len(table.shape) > 1:
        return None

    def total(table):
        result = 0
        for each in table:
            result += each
        return result

    return total


@overload(operator.contains)
def _contains(table, item):
    if not isinstance(table, _Type):
        return None

    def contains(table, item):
        for each in table:
            if each == item:
                return True
        return False

    return contains


@overload(operator.eq)
def _equal(one, other):
    kinds = one, other
    if not any(isinstance(kind, _Type) for kind in kinds):
        return None
    if not all(isinstance(kind, _Type | types.UniTuple) for kind in kinds):
        return None
    if len({kind.shape[0] if isinstance(kind, _Type) else kind.count for kind in kinds}) > 1:
        return lambda one, other: False

    def equal(one, other):
        for i in range(len(one)):
            if one[i] != other[i]:
                return False
        return True

    return equal


@overload(operator.ne)
def _different(one, other):
    if isinstance(one, _Type) or isinstance(other, _Type):
        return lambda one, other: not one == other
    return None
