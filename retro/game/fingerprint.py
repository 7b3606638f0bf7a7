"""Digests of rules: of a function and of all that it reads, which is functions, classes, instances, tables and numbers.

What a function reads (`retro.game.reads`) is part of its digest, and so is what that reads. Code counts as
`retro.game.syntax` describes it, a value by its content. A value without content, such as a lock, has no digest:
`Unreadable` names it. Of libraries only names count: callers that store results add their versions.

Databases and checkpoints are stored under such digests, which are the same for all versions of Python. The names of
machine code have digests in which code counts by its bytecode.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from enum import Enum, EnumMeta
from fractions import Fraction
from functools import cache, cached_property, partial
from pathlib import Path, PurePath
from threading import RLock
from types import (
    BuiltinFunctionType,
    FunctionType,
    GetSetDescriptorType,
    MappingProxyType,
    MemberDescriptorType,
    MethodType,
    ModuleType,
)
from typing import Any

import numpy as np
import xxhash

from retro.game.reads import is_library, reads
from retro.game.syntax import code_text, source, steps_text, tree_text
from retro.system.errors import GameError

WRAPPERS = frozenset({"no_cpython_wrapper", "no_cfunc_wrapper"})
"""Options of numba that decide how code outside can call a function."""

KNOWN = "retro_digest"
"""An attribute of functions that are made for compiling: a text with the digest of all that they read."""

Digest = str

_NUMBERS = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis))
_BY_TEXT = (Fraction, Decimal, PurePath, range, slice)
_WHOLE = slice(None)
_CONTENTS: dict[type, Callable[[Any], Any]] = {
    np.ndarray: np.asarray,
    int: int.__int__,
    float: float.__float__,
    str: lambda value: str.__getitem__(value, _WHOLE),
    bytes: lambda value: bytes.__getitem__(value, _WHOLE),
    tuple: lambda value: tuple.__getitem__(value, _WHOLE),
    list: lambda value: list.__getitem__(value, _WHOLE),
    dict: lambda value: dict(dict.items(value)),
    set: lambda value: set(set.__iter__(value)),
    frozenset: lambda value: frozenset(frozenset.__iter__(value)),
}
"""Types from which classes are derived, and the content that an instance of such a class has besides its attributes."""
_ABOUT = frozenset(
    "__abstractmethods__ __annotate__ __annotate_func__ __annotations__ __annotations_cache__ __classdictcell__ "
    "__dict__ __doc__ __firstlineno__ __match_args__ __module__ __orig_bases__ __parameters__ __qualname__ __slots__ "
    "__static_attributes__ __type_params__ __weakref__ _abc_impl".split()
)
"""Attributes of a class that only describe it, and differ between versions of Python."""
_MADE = frozenset(
    "__delattr__ __eq__ __ge__ __getnewargs__ __getstate__ __gt__ __hash__ __init__ __le__ __lt__ __new__ __replace__ "
    "__repr__ __setattr__ __setstate__ _asdict _make _replace".split()
)
"""Functions that `dataclass` and `NamedTuple` write from the fields of a class."""
_MEMBERS = frozenset({"__objclass__", "_name_", "_sort_order_", "_value_"})
"""Attributes of each member of an enumeration."""


class Unreadable(GameError):
    """A value has no digest; the text names it and the function that reads it."""


class Fingerprints:
    """Digests of values, 128 bits in hexadecimal.

    ``read`` has those of all values but functions that were read, by names such as "STEPS, read by moves".
    ``described`` returns the text by which the code of a function counts.
    """

    def __init__(self, described: Callable[[FunctionType], str] = code_text) -> None:
        self._described = described
        self.read: dict[str, Digest] = {}
        self._seen: dict[int, tuple[int, Any]] = {}
        self._lock = RLock()

    def of(self, value: Any, name: str = "a value") -> Digest:
        """Returns the digest of a value and of all that it reads; raises Unreadable, with its name, if it has none."""
        with self._lock:
            return self._alone(value, name)

    def _alone(self, value: Any, name: str) -> Digest:
        """The digest of a value that does not depend on what was read before."""
        before, self._seen = self._seen, {}
        try:
            return self._of(value, name)
        finally:
            self._seen = before

    def _of(self, value: Any, name: str) -> Digest:
        kind = type(value)
        if kind in _NUMBERS:
            return _digest(kind.__name__, ascii(value))
        if kind is tuple and all(type(each) is int for each in value):
            return _digest("integers", ascii(value))
        if isinstance(value, np.generic) or kind is np.ndarray:
            array = np.asarray(value)
            listed = self._of(array.tolist(), name) if array.dtype.hasobject else ""
            return _digest("array", *_layout(array.dtype), str(array.shape), listed or array.tobytes())
        if isinstance(value, np.dtype):
            return _digest(*_layout(value))
        if kind in _BY_TEXT or isinstance(value, PurePath):
            return _digest(kind.__name__, ascii(str(value)))
        return self._reaching(value, name)

    def _reaching(self, value: Any, name: str) -> Digest:
        """The digest of what may be read more than once, and may reach itself: later references are numbers."""
        function = value if isinstance(value, FunctionType) else _function_in(value)
        if KNOWN in getattr(function, "__dict__", {}):
            return _digest("compiled", vars(function)[KNOWN])
        if id(value) in self._seen:
            return _digest("seen", str(self._seen[id(value)][0]))
        if type(value) is not tuple:  # equal tuples may be the same one, or not
            self._seen[id(value)] = len(self._seen), value  # which is not freed meanwhile
        return _digest(*self._parts(value, name))

    def _parts(self, value: Any, name: str) -> Iterator[str]:
        kind = type(value)
        yield kind.__qualname__
        function = _function_in(value)
        if isinstance(value, FunctionType):
            yield from [_name(value)] if is_library(value) else self._function(value)
        elif isinstance(value, type):
            yield from [_name(value)] if is_library(value) else self._class(value, name)
        elif isinstance(value, ModuleType):
            yield value.__name__.rpartition(".")[2]
            if not is_library(value):
                yield from self._attributes(vars(value), name, lambda each: each.startswith("__"))
        elif kind in (tuple, list):
            yield from (self._of(each, name) for each in value)
        elif kind in (set, frozenset):
            yield from sorted(self._alone(each, name) for each in value)
        elif kind in (dict, MappingProxyType):  # rules may depend on the order of its keys
            yield from (self._of(each, name) for each in value.items())
        elif function is not None:
            options = getattr(value, "targetoptions", {})
            yield from (f"{option}={options[option]}" for option in sorted(options.keys() - WRAPPERS))
            yield self._of(function, name)
        elif isinstance(value, MethodType | BuiltinFunctionType):
            yield value.__name__
            yield self._of(value.__self__, name)
            yield self._of(getattr(value, "__func__", None), name)
        elif isinstance(value, partial):
            yield self._of((value.func, value.args, value.keywords), name)
        elif isinstance(value, property):
            yield self._of((value.fget, value.fset), name)
        elif isinstance(value, Enum):
            yield from self._member(value, name)
            yield self._of(kind, name)
        elif "numpy.ma" in sys.modules and isinstance(value, np.ma.MaskedArray):  # its import takes 10 ms
            yield from (self._of(each, name) for each in (value.data, np.ma.getmaskarray(value)))
        elif is_library(kind) and not isinstance(value, np.ndarray):
            yield from self._library_value(value, name)
        else:
            yield self._of(kind, name)
            content = next((content for base, content in _CONTENTS.items() if isinstance(value, base)), None)
            yield self._of(content(value), name) if content else ""
            yield from self._attributes(_own(value), name)

    def _function(self, function: FunctionType) -> Iterator[str]:
        yield self._described(function)
        defaults = (("default",), (function.__defaults__, function.__kwdefaults__))
        for chain, value in [defaults, *reads(function)]:
            name = f"{'.'.join(chain)}, read by {function.__name__}"
            digest = self._of(value, name)
            if not isinstance(value, FunctionType):
                self.read[name] = digest
            yield from (name, digest)

    def _class(self, value: type, name: str) -> Iterator[str]:
        yield value.__qualname__
        yield from (self._of(base, name) for base in (*value.__bases__, type(value)))
        inside = dict(vars(value))
        fields = inside.get("__dataclass_fields__", {})
        if isinstance(value, EnumMeta):
            members: list[Enum] = list(value.__members__.values())
            yield from (part for member in members for part in self._member(member, name))
            inside = {each: found for each, found in inside.items() if _is_own(found)}
        for each, field in fields.items():
            yield f"{each} {field.init} {field.compare} {field.kw_only} {field._field_type}"
            yield self._of((field.default, field.default_factory), name)
        yield from getattr(value, "_fields", ())
        made = fields or hasattr(value, "_fields")
        yield from self._attributes(inside, name, lambda each: _is_about(each, inside[each], bool(made)))

    def _member(self, member: Enum, name: str) -> Iterator[str]:
        """The parts of a member of an enumeration without those of its class."""
        yield str(member.name)
        yield self._of(member.value, name)
        yield from self._attributes(vars(member), name, _MEMBERS.__contains__)

    def _library_value(self, value: Any, name: str) -> Iterator[str]:
        """The parts of an instance of a library's class: its text, or what would be pickled."""
        kind = type(value)
        if kind.__module__.partition(".")[0] in ("numba", "llvmlite") and " at 0x" not in repr(value):
            yield f"{_name(kind)} {value!r}"
            return
        try:
            reduced = value.__reduce_ex__(4)
        except Exception:
            what = f"{name}, is of the type {_name(kind)}, of which no digest can be made"
            raise Unreadable(f"{what}: rules read numbers, texts, tuples, arrays and functions") from None
        if isinstance(reduced, str):
            yield f"{_name(kind)} {reduced}"
        else:
            made, arguments, state, items, pairs = (*reduced, None, None, None)[:5]
            yield self._of((made, arguments, state, list(items or ()), list(pairs or ())), name)

    def _attributes(
        self, values: Mapping[str, Any], name: str, unseen: Callable[[str], bool] = lambda name: False
    ) -> Iterator[str]:
        for each in sorted(values):
            if not unseen(each):
                yield from (each, self._of(values[each], f"{each} in {name}"))


FINGERPRINTS = Fingerprints()
"""Those of this process, by which databases and checkpoints are stored: the same for all versions of Python."""
OF_CODE = Fingerprints(steps_text)
"""Those by which machine code is stored, beside the version of Python: syntax trees take 70 times as long."""


@cache
def engine(modules: tuple[str, ...]) -> Digest:
    """Returns the digest of the code of modules of this package, without comments."""
    return _digest(*(tree_text(ast.parse(source(name))) for name in modules))


@cache
def installation() -> Digest:
    """Returns the digest of all modules of this package; machines that solve a game together must have the same."""
    root = Path(__file__).parents[1]
    files = {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*.py")}
    return _digest(*(part for item in sorted(files.items()) for part in item))


def _function_in(value: Any) -> FunctionType | None:
    """Returns the plain function in what a decorator of numba or of the standard library has made."""
    if isinstance(value, classmethod | staticmethod):
        return _function_in(value.__func__) or value.__func__  # type: ignore[return-value]
    if isinstance(value, cached_property):
        return value.func  # type: ignore[return-value]
    if not is_library(type(value)) or isinstance(value, FunctionType | ModuleType | type):
        return None
    found = (getattr(value, name, None) for name in ("py_func", "__wrapped__"))
    return next((each for each in found if isinstance(each, FunctionType)), None)


def _own(value: Any) -> dict[str, Any]:
    """Returns the attributes of an instance, those in slots included."""
    slots = {
        name: getattr(value, name)
        for kind in type(value).__mro__
        for name, each in vars(kind).items()
        if isinstance(each, MemberDescriptorType) and not is_library(kind) and hasattr(value, name)
    }
    return slots | getattr(value, "__dict__", {})


def _is_own(value: Any) -> bool:
    """Returns whether an attribute of an enumeration is a function, or contains one, that its author wrote."""
    function = value.fget if isinstance(value, property) else _function_in(value) or value
    return isinstance(function, FunctionType) and not is_library(function)


def _is_about(name: str, value: Any, made: bool) -> bool:
    """Returns whether an attribute of a class does not count; ``made`` if the class has fields for which it is made."""
    function = _function_in(value) or value
    generated = isinstance(function, FunctionType) and (
        function.__code__.co_filename.startswith("<") or is_library(function)
    )
    return (
        name in _ABOUT
        or name.startswith("__dataclass_")
        or isinstance(value, GetSetDescriptorType | MemberDescriptorType)
        or (made and ((name in _MADE and generated) or type(value).__name__ == "_tuplegetter"))
    )


def _layout(kind: np.dtype[Any]) -> tuple[str, str]:
    return kind.str, ascii(kind.descr) if kind.names else ""


def _name(value: Any) -> str:
    return f"{value.__module__}.{value.__qualname__}"


def _digest(*parts: str | bytes) -> Digest:
    digest = xxhash.xxh3_128()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()
