"""Why a function of a game does not compile, in plain words: what numba says, translated.

numba's messages are pages that name its own types and functions ("No implementation of function lshift"). One line of
them says what is wrong; `gist` finds it, and tells it in the words of the contract where it is a known one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from retro.game.rules import TRIPLES
from retro.system.errors import GameError, ResourceError

ALLOWED = "compiled code knows integers, booleans, tuples of integers and numpy arrays"
DIVIDE = "integers divide with //, never with /"
NOTHING = "some path ends without return, or a name is None"
ONE_TYPE = "a tuple that is indexed must have entries of one type, and rows of one length"


class Uncompilable(GameError):
    """Nothing can be compiled in this environment; the text says why."""


_SYMBOLS = dict(
    each.split(":")
    for each in "add:+ sub:- mul:* truediv:/ floordiv:// mod:% pow:** neg:- lshift:<< rshift:>> and_:& or_:| and:& "
    "or:| xor:^ invert:~ not_:not lt:< le:<= gt:> ge:>= eq:== ne:!= contains:in".split()
)
"""Operators by their names in numba's messages; those that assign have an ``i`` before the name."""
_ADVICE = (
    ("a float", DIVIDE),
    ("None", NOTHING),
    ("a text", ALLOWED),
    ("a tuple of mixed types", ONE_TYPE),
    ("a list", ALLOWED),
    ("a set", ALLOWED),
    ("a dict", ALLOWED),
    ("a Python object", ALLOWED),
)
"""What to do where a value of a kind stands in the way; the first that is there counts."""
_OPCODES = {
    "STORE_GLOBAL": "a function must not change a global",
    "DELETE_GLOBAL": "a function must not change a global",
    "IMPORT_NAME": "import stands inside of a function; import at the top of the module",
    "LOAD_BUILD_CLASS": "a class inside of a function cannot be compiled",
    "GET_AWAITABLE": "async and await cannot be compiled",
}
_CLASSES = {"NoneType": "None", "str": "a text", "ABCMeta": "a class", "type": "a class", "module": "a module"}


def _kind(numba_type: str) -> str:
    """A type of numba in words."""
    name = numba_type.strip()
    if "generator" in name:
        return "a generator"
    if name.startswith(("Literal[str]", "unicode_type", "[unichr", "bytes")):
        return "a text"
    if name.startswith(("Literal[bool]", "bool")):
        return "a boolean"
    if name.startswith(("Literal[int]", "int", "uint")):
        return "an integer"
    if name.startswith(("float", "complex")):
        return "a float"
    if name.startswith(("OptionalType", "Optional", "?", "none", "NoneType", "omitted(None")):
        return "an integer or None" if "int" in name else "None"
    if name.startswith("UniTuple"):
        return "a tuple"
    if name.startswith("Tuple"):
        inner = {_kind(part) for part in _parts(name[name.find("(") + 1 : -1])}
        return "a tuple" if inner <= {"an integer", "a boolean"} else "a tuple of mixed types"
    if "array(" in name:
        return "an array of Python objects" if "pyobject" in name else "an array"
    for word, told in (("list", "a list"), ("set", "a set"), ("dict", "a dict"), ("Dict", "a dict")):
        if name.startswith((word, f"reflected {word}")):
            return told
    if "pyobject" in name:
        return "a Python object"
    return "a module" if name.startswith("Module(") else name


def _parts(arguments: str) -> list[str]:
    """Types between commas that stand outside of all brackets."""
    parts, depth = [""], 0
    for character in arguments:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part for part in parts if part.strip()]


def _unimplemented(name: str, arguments: str) -> str:
    """Of a function of Python for which numba has nothing to offer."""
    kinds = [_kind(part) for part in _parts(arguments)]
    if name == "exception_match":
        return "try and except cannot be compiled; look before it happens"
    if name in ("getitem", "static_getitem"):
        what = f"{kinds[0]} cannot be indexed"
        if kinds[0] == "an array":
            what += f" by {' and '.join(kinds[1:])}"
        elif kinds[0] == "a tuple" and kinds[1:] == ["an integer"]:
            what += f"; {ONE_TYPE}"
    elif name in ("setitem", "static_setitem"):
        what = f"{' at '.join(kinds[:0:-1])} cannot be written into {kinds[0]}"
    elif name.removeprefix("i") in _SYMBOLS or name in _SYMBOLS:
        symbol = _SYMBOLS.get(name) or _SYMBOLS[name.removeprefix("i")] + "="
        what = f"{symbol} does not go with {' and '.join(kinds)}"
    else:
        what = f"{name}({', '.join(kinds)}) cannot be compiled"
    advice = next((advice for kind, advice in _ADVICE if any(kind in each for each in kinds)), "")
    return f"{what}; {advice}" if advice else what


def _unbound(parameters: str, why: str) -> str:
    return f"a function with parameters {parameters} is called with others: {why}"


def _of_class(name: str, known: str) -> str:
    shown = _CLASSES.get(known.rpartition(".")[2], f"of the type {known.rpartition('.')[2]}")
    return f"{name} is {shown}; {ALLOWED}"


def _differing(kinds: list[str]) -> str:
    """Types of one thing that is not always the same."""
    words = list(dict.fromkeys(map(_kind, kinds)))
    if len(words) == 1:
        words = [f"{words[0]} of another length" if place else words[0] for place in range(len(kinds))]
    return f"sometimes {', sometimes '.join(words)}"


def _not_one(one: str, other: str, name: str) -> str:
    return f"{'a value' if name.startswith('$') else name} is {_differing([one, other])}"


_TRANSLATIONS: tuple[tuple[str, Callable[..., str]], ...] = (
    (r"returning of array passed into|NRT required", lambda: "an array is made in a module of BOUNDS_CHECKED = False"),
    (r"No implementation of function .*?>>> ([\w.]+)\((.*?)\)\s*\n", _unimplemented),
    (r"reflected (list|set|dict).*?assigned to variable '(\w+)' in globals", lambda k, n: f"{n} is a {k}; {ALLOWED}"),
    (r"Untyped global name '(\w+)': Int value is too large", lambda n: f"the number {n} has more than 64 bits"),
    (r"Int value is too large: (\d+)", lambda n: f"the number {n} has more than 64 bits"),
    (r"Untyped global name '(\w+)':\s*Cannot determine Numba type of <class '([\w.]+)'>", _of_class),
    (r"NameError: name '(\w+)' is not defined", lambda n: f"the name {n} is not defined"),
    (r"have imprecise type: (?:reflected )?(list|set|dict)", lambda k: f"a {k} is used; {ALLOWED}"),
    (r"have imprecise type: pyobject", lambda: f"a table of Python objects is read; {ALLOWED}"),
    (r"Cannot bind '.*?' to signature '(\(.*?\))' due to \"TypeError: (.*?)\"", _unbound),
    (r"Cannot unify (.*?) and (.*?) for '([$\w]+)", _not_one),
    (
        r"Can't unify return type from the following types: (.*?)\n",
        lambda kinds: f"what is returned is {_differing(_parts(kinds))}",
    ),
    (r"Unknown attribute '(\w+)' of type (.*?)\n", lambda n, t: f"{_kind(t)} has no {n} in compiled code"),
    (r"Unsupported context manager", lambda: "with cannot be compiled"),
    (r"due to with|inside with block", lambda: "with cannot be compiled"),
    (r"use of yield in a closure", lambda: "a generator (... for ... in ...) cannot be compiled; write a loop"),
    (r"unsupported opcode \((\w+)\)", lambda o: _OPCODES.get(o, f"Python's {o} cannot be compiled")),
    (r"wrong tuple length .*?expected (\d+), got (\d+)", lambda n, m: f"{m} values are unpacked into {n} names"),
    (r"failed to unpack (.*?)\n", lambda t: f"{_kind(t)} is unpacked into several names"),
    (r"in f-strings", lambda: f"a text is made; {ALLOWED}"),
    (r"Illegal IR, del found", lambda: "del cannot be compiled"),
)
"""What numba says, the first that fits, and what it means; groups of the pattern are arguments."""

_NOISE = ("Failed in nopython mode", "During:", "File ", "<source elided>", "^", "Overload ", "- ", "There are ")
_RAISED_FROM = re.compile(r"\.? ?Raised from .*$")
_PLACE = re.compile(r'File "([^"]*)", line (\d+)')
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
"""What numba puts around words where colorama is installed."""
_LONGEST = 200


def gist(error: BaseException) -> str:
    """Why something does not compile: in words, or else the one line of numba's pages that says it; and where.

    An error that says nothing of what is compiled is raised again.
    """
    if isinstance(error, Uncompilable | ResourceError | MemoryError):
        raise error
    said = f"{_COLOUR.sub('', str(error))}\n"
    matches = ((re.search(pattern, said, re.DOTALL), words) for pattern, words in _TRANSLATIONS)
    telling = next((words(*found.groups()) for found, words in matches if found), "") or _line(said)
    telling = telling or type(error).__name__
    places = _PLACE.findall(said) or _location(error)
    where = f" ({places[0][0].rpartition('/')[2]}, line {places[0][1]})" if places else ""
    return f"{telling.rstrip('.:')[:_LONGEST]}{where}"


def _location(error: BaseException) -> list[tuple[str, str]]:
    location = getattr(error, "loc", None)
    return [(str(location.filename), str(location.line))] if location is not None else []


def _line(said: str) -> str:
    lines = [_RAISED_FROM.sub("", line.strip()) for line in said.splitlines()]
    return next((line for line in lines if line and not line.startswith(_NOISE)), "")


def unfit(name: str, returned: Any) -> str:
    """What is wrong with the type (of numba) that a function of the contract returns, in words; empty if nothing is."""
    from numba import types

    whole = (types.Integer, types.Boolean)
    if name in TRIPLES:
        parts = getattr(returned, "types", ())
        if len(parts) == 3 and all(isinstance(each, whole) for each in parts):
            return ""
        return f"returns {_kind(str(returned))}, not {TRIPLES[name]}"
    if isinstance(returned, whole):
        return ""
    kind = _kind(str(returned))
    return f"returns {kind}, not a whole number{f'; {NOTHING}' if 'None' in kind else ''}"
