"""Plain functions in which every result of + - * // << >> ** is looked at: what leaves signed 64 bits is undefined
once compiled.

The compiler may assume that no result overflows and no shift goes by a negative number or by 64 and more; what it makes
of one that does may agree with plain Python for years and in every position that was tried. So it is not enough to
compare results. The source of a function is compiled by Python once more, with a call in the place of each operator,
and so are those of the functions that it calls.
"""

from __future__ import annotations
import __future__

import ast
import copy
import operator
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from retro.conformance.subject import whole
from retro.game import bits

LEAST, END = -(1 << 63), 1 << 63
WIDTH = 64

_OPERATORS: dict[str, tuple[str, Callable[[Any, Any], Any]]] = {
    "Add": ("+", operator.add),
    "Sub": ("-", operator.sub),
    "Mult": ("*", operator.mul),
    "FloorDiv": ("//", operator.floordiv),
    "LShift": ("<<", operator.lshift),
    "RShift": (">>", operator.rshift),
    "Pow": ("**", operator.pow),
}
"""By their names in `ast`: how they are written, and what they do."""
_OF_CONSTANTS = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
_BINARY, _NEGATIVE = "_retro_binary", "_retro_negative"


class Overflow(Exception):
    """A result that compiled code does not have; function, line and operands in one line."""


def watched(function: Callable[..., Any], known: dict[Any, Any]) -> Callable[..., Any]:
    """The same function, and those that it calls, but `Overflow` is raised where compiled code would be undefined.

    ``known`` remembers them. Functions without source stay as they are, and so do those of `retro.game.bits`.
    """
    if function in known:
        return known[function]  # type: ignore[no-any-return]
    if not isinstance(function, FunctionType) or function.__module__ == bits.__name__ or hasattr(function, "compiled"):
        return function
    namespace = dict(function.__globals__)
    made = _rewritten(function, namespace)
    known[function] = made
    for name in function.__code__.co_names:
        value = namespace.get(name)
        if isinstance(value, FunctionType):
            namespace[name] = watched(value, known)
    return made


def _rewritten(function: FunctionType, namespace: dict[str, Any]) -> Callable[..., Any]:
    code = function.__code__
    found = {} if code.co_freevars else _definitions(code.co_filename)
    definition = copy.deepcopy(found.get((code.co_name, code.co_firstlineno)))
    if definition is None:
        return function
    defined = ast.fix_missing_locations(_Rewriting().visit(definition))
    scope: dict[str, Any] = {}
    if isinstance(defined, ast.Lambda):
        scope[code.co_name] = eval(compile(ast.Expression(defined), code.co_filename, "eval"), namespace)
    else:
        module = ast.Module([defined], [])
        flags = __future__.annotations.compiler_flag  # annotations may name what only type checkers see
        exec(compile(module, code.co_filename, "exec", flags, dont_inherit=True), namespace, scope)
    made: FunctionType = scope[code.co_name]
    made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    namespace[_BINARY], namespace[_NEGATIVE] = _binary_in(code), _negative_in(code)
    return made


def _definitions(path: str) -> dict[tuple[str, int], ast.FunctionDef | ast.Lambda]:
    """Functions of a source file by name and first line; none if there is no such file."""
    try:
        return _parsed(Path(path).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return {}


@cache
def _parsed(source: bytes) -> dict[tuple[str, int], ast.FunctionDef | ast.Lambda]:
    found: dict[tuple[str, int], ast.FunctionDef | ast.Lambda] = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and not node.decorator_list:
            found[node.name, node.lineno] = node
        elif isinstance(node, ast.Lambda):
            found["<lambda>", node.lineno] = node
    return found


class _Rewriting(ast.NodeTransformer):
    """Puts a call in the place of each operator: ``a + b`` becomes ``_BINARY("Add", a, b, line)``."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        if all(isinstance(each, _OF_CONSTANTS) for each in ast.walk(node)):
            return node  # Python computes it before anything is compiled
        self.generic_visit(node)
        name = type(node.op).__name__
        return _called(_BINARY, node, [ast.Constant(name), node.left, node.right]) if name in _OPERATORS else node

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
        return _called(_NEGATIVE, node, [node.operand])


def _called(name: str, node: ast.expr, arguments: list[ast.expr]) -> ast.expr:
    call = ast.Call(ast.Name(name, ast.Load()), [*arguments, ast.Constant(node.lineno)], [])
    return ast.copy_location(call, node)


def _binary_in(code: CodeType) -> Callable[[str, Any, Any, int], Any]:
    """What stands for an operator between two numbers in a function."""

    def binary(name: str, left: Any, right: Any, line: int) -> Any:
        symbol, apply = _OPERATORS[name]
        one = left if type(left) is int else whole(left)
        other = right if type(right) is int else whole(right)
        if one is None or other is None or (symbol == "//" and other == 0) or (symbol == "**" and other < 0):
            return apply(left, right)  # a float, a division by zero: for other rules to tell
        if symbol in ("<<", ">>") and not 0 <= other < WIDTH:
            by = "a negative number" if other < 0 else f"{WIDTH} bits or more"
            raise Overflow(_told(code, line, f"{_short(one)} {symbol} {_short(other)} shifts by {by}"))
        vast = symbol == "**" and other >= WIDTH and abs(one) > 1  # not computed: it may take for ever
        exact = END if vast else apply(one, other)
        if not LEAST <= exact < END:
            raise Overflow(_told(code, line, f"{_short(one)} {symbol} {_short(other)} leaves signed 64 bits"))
        return apply(left, right)

    return binary


def _negative_in(code: CodeType) -> Callable[[Any, int], Any]:
    """What stands for a minus sign before a number in a function."""

    def negative(value: Any, line: int) -> Any:
        if whole(value) == LEAST:
            raise Overflow(_told(code, line, f"-({LEAST}) leaves signed 64 bits"))
        return -value

    return negative


def _told(code: CodeType, line: int, what: str) -> str:
    return f"{code.co_name} ({Path(code.co_filename).name}, line {line}): {what}, which is undefined once compiled"


def _short(number: int) -> str:
    text = str(number) if -END < number < END else hex(number)
    return text if len(text) <= 40 else f"{text[:37]}..."
