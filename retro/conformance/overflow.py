"""Copies of plain functions that raise `Overflow` where a result of + - * // << >> ** leaves signed 64 bits.

In compiled code such a result is undefined: the compiler may assume that no result overflows and that no shift goes by
a negative number or by 64 or more. Compiled code may nevertheless agree with plain Python in every position that was
tried, so it is not enough to compare results. A copy is made from the source of a function, with a call instead of each
operator; the functions that it calls are copied, too.
"""

from __future__ import annotations
import __future__

import ast
import copy
import operator
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from retro.conformance.subject import whole
from retro.game import bits

INT64_MIN, INT64_END = -(1 << 63), 1 << 63
INT_BITS = 64

_OPERATORS: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "Add": ("+", operator.add),
    "Sub": ("-", operator.sub),
    "Mult": ("*", operator.mul),
    "FloorDiv": ("//", operator.floordiv),
    "LShift": ("<<", operator.lshift),
    "RShift": (">>", operator.rshift),
    "Pow": ("**", operator.pow),
}
"""By name in `ast`: the symbol and the function of each operator."""
_OF_CONSTANTS = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
_BINARY, _NEGATIVE = "_retro_binary", "_retro_negative"
"""Names under which copies find `_binary` and `_negative`."""


class Overflow(Exception):
    """A result that is undefined in compiled code. The text names function, line and operands, in one line."""


def watched(function: Callable[..., Any], copies: dict[Any, Any]) -> Callable[..., Any]:
    """Returns a copy of a function that raises `Overflow` where compiled code would be undefined.

    ``copies`` caches the copies by function. Functions without source are not copied, nor are those of
    `retro.game.bits`.
    """
    if function in copies:
        return copies[function]  # type: ignore[no-any-return]
    if not isinstance(function, FunctionType) or function.__module__ == bits.__name__:
        return function
    namespace = dict(function.__globals__)
    copied = _rewritten(function, namespace)
    copies[function] = copied
    for name in function.__code__.co_names:
        value = namespace.get(name)
        if isinstance(value, FunctionType):
            namespace[name] = watched(value, copies)
    return copied


def _rewritten(function: FunctionType, namespace: dict[str, Any]) -> Callable[..., Any]:
    """Returns the copy, whose globals are ``namespace``; the function itself if its source is not available."""
    code = function.__code__
    definitions = {} if code.co_freevars else _definitions(code.co_filename)
    definition = copy.deepcopy(definitions.get((code.co_name, code.co_firstlineno)))
    if definition is None:
        return function
    where = f"{code.co_name} ({Path(code.co_filename).name}, line "
    rewritten = ast.fix_missing_locations(_Rewriting(where).visit(definition))
    scope: dict[str, Any] = {}
    if isinstance(rewritten, ast.Lambda):
        scope[code.co_name] = eval(compile(ast.Expression(rewritten), code.co_filename, "eval"), namespace)
    else:
        module = ast.Module([rewritten], [])
        flags = __future__.annotations.compiler_flag  # annotations may name what only type checkers import
        exec(compile(module, code.co_filename, "exec", flags, dont_inherit=True), namespace, scope)
    copied: FunctionType = scope[code.co_name]
    copied.__defaults__, copied.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    namespace[_BINARY], namespace[_NEGATIVE] = _binary, _negative
    return copied


def _definitions(path: str) -> dict[tuple[str, int], ast.FunctionDef | ast.Lambda]:
    """Returns the functions of a source file by name and first line; none if it cannot be read or parsed."""
    try:
        return _parsed(Path(path).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return {}


@cache
def _parsed(source: bytes) -> dict[tuple[str, int], ast.FunctionDef | ast.Lambda]:
    functions: dict[tuple[str, int], ast.FunctionDef | ast.Lambda] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            functions[node.name, node.lineno] = node
        elif isinstance(node, ast.Lambda):
            functions["<lambda>", node.lineno] = node
    return functions


class _Rewriting(ast.NodeTransformer):
    """Replaces each operator by a call: ``a + b`` becomes ``_BINARY("Add", a, b, "function (file, line 5)")``."""

    def __init__(self, where: str) -> None:
        self._where = where

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        if all(isinstance(each, _OF_CONSTANTS) for each in ast.walk(node)):
            return node  # Python computes it at once
        self.generic_visit(node)
        name = type(node.op).__name__
        return self._call(_BINARY, node, ast.Constant(name), node.left, node.right) if name in _OPERATORS else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if type(node.op).__name__ not in _OPERATORS:
            return self.generic_visit(node)
        target = copy.deepcopy(node.target)
        target.ctx = ast.Load()
        value = ast.copy_location(ast.BinOp(target, node.op, node.value), node)
        return self.generic_visit(ast.copy_location(ast.Assign([node.target], value), node))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.USub) or isinstance(node.operand, ast.Constant):
            return node
        return self._call(_NEGATIVE, node, node.operand)

    def _call(self, name: str, node: ast.expr, *arguments: ast.expr) -> ast.expr:
        where = ast.Constant(f"{self._where}{node.lineno})")
        return ast.copy_location(ast.Call(ast.Name(name, ast.Load()), [*arguments, where], []), node)


def _binary(name: str, left: Any, right: Any, where: str) -> Any:
    """Returns the result of an operator between two numbers, or raises `Overflow`."""
    symbol, apply = _OPERATORS[name]
    one = left if type(left) is int else whole(left)
    other = right if type(right) is int else whole(right)
    if one is None or other is None or (symbol == "//" and other == 0) or (symbol == "**" and other < 0):
        return apply(left, right)  # other rules report floats and divisions by zero
    if symbol in ("<<", ">>") and not 0 <= other < INT_BITS:
        by = "a negative number" if other < 0 else f"{INT_BITS} bits or more"
        raise _overflow(where, f"{_short(one)} {symbol} {_short(other)} shifts by {by}")
    huge = symbol == "**" and other >= INT_BITS and abs(one) > 1  # not computed: it may take hours
    exact = INT64_END if huge else apply(one, other)
    if not INT64_MIN <= exact < INT64_END:
        raise _overflow(where, f"{_short(one)} {symbol} {_short(other)} leaves signed 64 bits")
    return apply(left, right)


def _negative(value: Any, where: str) -> Any:
    """Returns minus a number, or raises `Overflow`."""
    if whole(value) == INT64_MIN:
        raise _overflow(where, f"-({INT64_MIN}) leaves signed 64 bits")
    return -value


def _overflow(where: str, what: str) -> Overflow:
    return Overflow(f"{where}: {what}, which is undefined once compiled")


def _short(number: int) -> str:
    text = str(number) if -INT64_END < number < INT64_END else hex(number)
    return text if len(text) <= 40 else f"{text[:37]}..."
