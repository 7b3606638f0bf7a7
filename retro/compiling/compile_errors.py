"""Translates numba's errors: why a function of a game does not compile, in the words of the contract.

numba's messages are pages that name its own types and functions ("No implementation of function lshift"). One line of
them says what is wrong. `gist` finds that line and translates it, if it is a known one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from retro.system.errors import GameError, ResourceError

ALLOWED = "compiled code knows integers, booleans, tuples of integers and numpy arrays"
DIVIDE = "integers divide with //, never with /"
NOTHING = "some path ends without return, or a name is None"
ONE_TYPE = "a tuple that is indexed must have entries of one type, and rows of one length"


class Uncompilable(GameError):
    """Nothing can be compiled in this environment; the message says why."""


_SYMBOLS = dict(
    each.split(":")
    for each in "add:+ sub:- mul:* truediv:/ floordiv:// mod:% pow:** neg:- lshift:<< rshift:>> and_:& or_:| and:& "
    "or:| xor:^ invert:~ not_:not lt:< le:<= gt:> ge:>= eq:== ne:!= contains:in".split()
)
"""Operators by their names in numba's messages, which put an ``i`` before the name of one that assigns."""
_ADVICE = {"a float": DIVIDE, "None": NOTHING, "a tuple of mixed types": ONE_TYPE} | dict.fromkeys(
    ("a text", "a list", "a set", "a dict", "a Python object"), ALLOWED
)
"""Advice by the kind of value that does not compile; the first kind that occurs counts."""
_OPCODES = {
    "STORE_GLOBAL": "a function must not change a global",
    "DELETE_GLOBAL": "a function must not change a global",
    "IMPORT_NAME": "import stands inside of a function; import at the top of the module",
    "LOAD_BUILD_CLASS": "a class inside of a function cannot be compiled",
    "GET_AWAITABLE": "async and await cannot be compiled",
}
_CLASSES = {"NoneType": "None", "str": "a text", "ABCMeta": "a class", "type": "a class", "module": "a module"}


_KINDS = (
    (r".*generator", "a generator"),
    (r"Literal\[str]|unicode_type|\[unichr|bytes", "a text"),
    (r"Literal\[bool]|bool", "a boolean"),
    (r"Literal\[int]|u?int", "an integer"),
    (r"float|complex", "a float"),
    (r"(Optional|\?|none|NoneType|omitted\(None).*int", "an integer or None"),
    (r"Optional|\?|none|NoneType|omitted\(None", "None"),
    (r"UniTuple", "a tuple"),
    (r".*array\(.*pyobject", "an array of Python objects"),
    (r".*array\(", "an array"),
    (r"(reflected )?list", "a list"),
    (r"(reflected )?set", "a set"),
    (r"(reflected )?[dD]ict", "a dict"),
    (r".*pyobject", "a Python object"),
    (r"Module\(", "a module"),
)
"""Types of numba, by the beginning of their names, in words. The first match counts."""


def _kind(numba_type: str) -> str:
    """Returns a type of numba in words."""
    name = numba_type.strip()
    if name.startswith("Tuple"):
        inner = {_kind(each) for each in _split(name[name.find("(") + 1 : -1])}
        return "a tuple" if inner <= {"an integer", "a boolean"} else "a tuple of mixed types"
    return next((kind for pattern, kind in _KINDS if re.match(pattern, name)), name)


def _split(arguments: str) -> list[str]:
    """Returns the types between the commas outside of all brackets."""
    types, depth = [""], 0
    for character in arguments:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            types.append("")
        else:
            types[-1] += character
    return [each for each in types if each.strip()]


def _unimplemented(name: str, arguments: str) -> str:
    """Returns the message for a function or operator that numba does not have for these types."""
    kinds = [_kind(each) for each in _split(arguments)]
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
    advice = next((advice for kind, advice in _ADVICE.items() if any(kind in each for each in kinds)), "")
    return f"{what}; {advice}" if advice else what


def _unbound(parameters: str, why: str) -> str:
    return f"a function with parameters {parameters} is called with others: {why}"


def _of_class(name: str, qualified: str) -> str:
    short = qualified.rpartition(".")[2]
    shown = _CLASSES.get(short, f"of the type {short}")
    return f"{name} is {shown}; {ALLOWED}"


def _differing(kinds: list[str]) -> str:
    """Returns the types of a value whose type depends on the path, in words."""
    words = list(dict.fromkeys(map(_kind, kinds)))
    if len(words) == 1:
        words = [f"{words[0]} of another length" if i else words[0] for i in range(len(kinds))]
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
        lambda kinds: f"what is returned is {_differing(_split(kinds))}",
    ),
    (r"Unknown attribute '(\w+)' of type (.*?)\n", lambda n, t: f"{_kind(t)} has no {n} in compiled code"),
    (r"Unsupported context manager|due to with|inside with block", lambda: "with cannot be compiled"),
    (r"use of yield in a closure", lambda: "a generator (... for ... in ...) cannot be compiled; write a loop"),
    (r"unsupported opcode \((\w+)\)", lambda o: _OPCODES.get(o, f"Python's {o} cannot be compiled")),
    (r"wrong tuple length .*?expected (\d+), got (\d+)", lambda n, m: f"{m} values are unpacked into {n} names"),
    (r"failed to unpack (.*?)\n", lambda t: f"{_kind(t)} is unpacked into several names"),
    (r"in f-strings", lambda: f"a text is made; {ALLOWED}"),
    (r"Illegal IR, del found", lambda: "del cannot be compiled"),
)
"""Patterns of numba's messages, and functions that translate them from their groups. The first match counts."""

_NOISE = ("Failed in nopython mode", "During:", "File ", "<source elided>", "^", "Overload ", "- ", "There are ")
_RAISED_FROM = re.compile(r"\.? ?Raised from .*$")
_LINE = re.compile(r'File "([^"]*)", line (\d+)')
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
"""Codes that numba puts around words where colorama is installed."""
_LONGEST = 200


def gist(error: BaseException) -> str:
    """Returns why a function does not compile, translated or else the line of numba's message that says it, and where.

    Raises the error itself if it is not about the function.
    """
    if isinstance(error, Uncompilable | ResourceError | MemoryError):
        raise error
    text = f"{_COLOUR.sub('', str(error))}\n"
    matches = ((re.search(pattern, text, re.DOTALL), translate) for pattern, translate in _TRANSLATIONS)
    reason = next((translate(*match.groups()) for match, translate in matches if match), "") or _line(text)
    reason = reason or type(error).__name__
    location = getattr(error, "loc", None)
    lines = _LINE.findall(text) or ([(str(location.filename), location.line)] if location is not None else [])
    where = f" ({lines[0][0].rpartition('/')[2]}, line {lines[0][1]})" if lines else ""
    return f"{reason.rstrip('.:')[:_LONGEST]}{where}"


def _line(text: str) -> str:
    """Returns the first line of a message that is not noise; empty if there is none."""
    lines = [_RAISED_FROM.sub("", line.strip()) for line in text.splitlines()]
    return next((line for line in lines if line and not line.startswith(_NOISE)), "")


def unfit(name: str, returned: Any) -> str:
    """Returns what is wrong with numba's type of a contract function's result, in words; empty if it fits."""
    from numba import types

    whole = (types.Integer, types.Boolean)
    if name == "rank":
        types_returned = getattr(returned, "types", ())
        if len(types_returned) == 3 and all(isinstance(each, whole) for each in types_returned):
            return ""
        return f"returns {_kind(str(returned))}, not (index, g, fixed)"
    if isinstance(returned, whole):
        return ""
    kind = _kind(str(returned))
    return f"returns {kind}, not a whole number{f'; {NOTHING}' if 'None' in kind else ''}"
