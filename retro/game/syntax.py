"""The code of a function as text: what it does, without how it is written down.

The text is that of the syntax tree, without comments, docstrings, annotations and places in the file. It is the same
for all versions of Python, for which tokens, `ast.dump` and bytecode differ. Code that is not in its file, because the
file was edited after the import or because there is none, is described by its bytecode.
"""

from __future__ import annotations

import ast
import dis
import inspect
import linecache
from collections.abc import Iterator
from functools import lru_cache
from importlib.util import decode_source, find_spec
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any
from weakref import WeakKeyDictionary

from retro.system.errors import GameError

Node = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Place = tuple[str, int]
"""Name and first line of a function."""

_UNSEEN = frozenset({"annotation", "ctx", "kind", "returns", "type_comment", "type_params"})
"""Fields of syntax trees that do not change what code does."""


_VARIABLE = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS


def code_text(function: FunctionType) -> str:
    """Returns the text of a function's code, functions inside it included."""
    code = function.__code__
    if code not in _texts:
        _texts[code] = _code_text(code, _module_text(function))
    return _texts[code]


_texts: WeakKeyDictionary[CodeType, str] = WeakKeyDictionary()


def _code_text(code: CodeType, source: str) -> str:
    nodes, codes = _functions(source, code.co_filename)
    place, compiled = (code.co_name, code.co_firstlineno), bytecode(code)
    if compiled not in map(bytecode, codes.get(place, ())):
        return compiled
    found = nodes.get(place, [])
    if len(found) > 1:  # several in one line
        begins = _begin(code)
        found = [node for node in found if isinstance(node, ast.Lambda) and _place(node.body) == begins]
    return tree_text(found[0]) if len(found) == 1 else compiled


def steps_text(function: FunctionType) -> str:
    """Returns a text of the code of a function for this version of Python, without its docstring."""
    code = function.__code__
    if code.co_consts[:1] == (function.__doc__,):
        code = code.replace(co_consts=(None, *code.co_consts[1:]))
    calls = [(each.co_posonlyargcount, each.co_argcount, each.co_kwonlyargcount) for each in nested(code)]
    return f"{bytecode(code)} {calls} {code.co_flags & _VARIABLE}"


def tree_text(node: Any) -> str:
    """Returns the text of a syntax tree, or of a value in it."""
    if isinstance(node, ast.AST):
        fields = ((name, getattr(node, name, None)) for name in sorted(node._fields) if name not in _UNSEEN)
        written = (f"{name}={tree_text(value)}" for name, value in fields if value is not None and value != [])
        return f"{type(node).__name__}({' '.join(written)})"
    if isinstance(node, list):
        return f"[{' '.join(tree_text(each) for each in node if not _is_remark(each))}]"
    return f"{type(node).__name__}:{node!a}"


def bytecode(code: CodeType) -> str:
    """Returns a text of the bytecode of a function, which differs between versions of Python."""
    names = code.co_name, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return f"{names!a} {code.co_code.hex()} {' '.join(map(_constant, code.co_consts))}"


def names_in(code: CodeType) -> list[str]:
    """Returns the names of globals and attributes in code and its inner functions, sorted."""
    return sorted({name for each in nested(code) for name in each.co_names})


def nested(code: CodeType) -> Iterator[CodeType]:
    """Yields code and the code of its inner functions."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested(constant)


def source(module: str) -> str:
    """Returns the source of a module, which is not imported; raises GameError if it has no source file."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise GameError(f"module {module} has no source file")
    return read(Path(spec.origin))


def read(path: Path, subject: str = "") -> str:
    """Returns the text of a source file; raises GameError, which begins with ``subject``, if it cannot be read."""
    try:
        return decode_source(path.read_bytes())
    except (SyntaxError, UnicodeDecodeError) as error:
        why = " ".join(str(error).split())
        raise GameError(f"{subject}{path.name} cannot be read: {why}; sources are UTF-8") from error


def _is_remark(node: Any) -> bool:
    """Returns whether a statement is a docstring or another constant that is not used."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _constant(value: Any) -> str:
    if isinstance(value, CodeType):
        return f"({bytecode(value)})"
    if isinstance(value, tuple):
        return f"({' '.join(map(_constant, value))})"
    if isinstance(value, frozenset):  # its order differs from process to process
        return f"{{{' '.join(sorted(map(_constant, value)))}}}"
    return f"{type(value).__name__}:{value!a}"


def _module_text(function: FunctionType) -> str:
    """Returns the source of the module of a function, empty if there is none."""
    path = function.__code__.co_filename
    try:
        return decode_source(Path(path).read_bytes())
    except (OSError, SyntaxError, ValueError):  # in an archive, in a notebook, or nowhere
        return "".join(linecache.getlines(path, function.__globals__))


@lru_cache(maxsize=64)
def _functions(text: str, path: str) -> tuple[dict[Place, list[Node]], dict[Place, list[CodeType]]]:
    """Returns the syntax trees and the code of the functions of a module, by their places."""
    nodes: dict[Place, list[Node]] = {}
    codes: dict[Place, list[CodeType]] = {}
    try:
        tree, code = ast.parse(text), compile(text, path, "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return nodes, codes
    for node in ast.walk(tree):
        if isinstance(node, Node):
            decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
            line = min([node.lineno, *(each.lineno for each in decorators)])
            nodes.setdefault((getattr(node, "name", "<lambda>"), line), []).append(node)
    for each in nested(code):
        codes.setdefault((each.co_name, each.co_firstlineno), []).append(each)
    return nodes, codes


def _place(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _begin(code: CodeType) -> tuple[int | None, int | None] | None:
    """Returns line and column of the expression that a lambda returns; None if the code does not have them."""
    places = (step.positions for step in dis.get_instructions(code))
    known = [(each.lineno, each.col_offset) for each in places if each and each.end_col_offset]
    return min(known, default=None)
