"""Rules that read one number, in every way in which Python code can read a value: their digest depends on it.

`KINDS` has, by name, the text of a module ``library/values.py``, in which NUMBER stands for the number, and the
expression by which rules read it. `write` makes a plugin of one of them.
"""

from __future__ import annotations

from pathlib import Path

_IMPORT = "import library.values\nfrom library import values\nfrom library.values import *\n"
RULES = """
CODES = 8
INITIAL = 21
MAX_MOVES = 7
def moves(key, out):
    n = 0
    for taken in range(1, READING + 1):
        if taken <= key:
            out[n, 0], out[n, 1], out[n, 2] = key - taken, taken, 0
            n += 1
    return n
"""

_OF_ENUM = "from enum import *\nclass Most({}):\n    LEAST = 1\n    TAKEN = {}\n"
_CLASS = "class Most:\n    TAKEN = NUMBER\n"
_DATA = "from dataclasses import dataclass, field\n@dataclass{}\nclass Most:\n    taken: int{}\nMOST = Most({})\n"
_WRAPPED = """
import math
from functools import wraps
def limited(number):
    def decorate(function):
        @wraps({})
        def wrapper(key):
            return function(number)
        return wrapper
    return decorate
@limited(NUMBER)
def most(key):
    return key
"""

KINDS: dict[str, tuple[str, str]] = {
    "a number": ("MOST = NUMBER", "MOST"),
    "an attribute of a module": ("MOST = NUMBER", "values.MOST"),
    "a name that a module computes": (
        "def __getattr__(name):\n    if name == 'MOST':\n        return NUMBER\n    raise AttributeError(name)",
        "library.values.MOST",
    ),
    "a module as a value": ("MOST = NUMBER", "(lambda module: module.MOST)(values)"),
    "getattr of a module": ("MOST = NUMBER", "getattr(values, 'MOST')"),
    "an import in a function": ("MOST = NUMBER\ndef most():\n    import library.values\n    return 1", "most()"),
    "a numpy number": ("import numpy as np\nMOST = np.uint8(NUMBER)", "MOST"),
    "a fraction": ("from fractions import Fraction\nMOST = Fraction(NUMBER, 7)", "int(7 * MOST)"),
    "a text": ("MOST = NUMBER * 'x'", "len(MOST)"),
    "a tuple": ("MOST = (1, (2, NUMBER))", "MOST[1][1]"),
    "a set": ("MOST = {NUMBER, 'a', 'b'}", "max(filter(lambda each: each != 'a' and each != 'b', MOST))"),
    "the order of a dictionary": ("MOST = dict.fromkeys([NUMBER, 7 - NUMBER])", "next(iter(MOST))"),
    "a view of a dictionary": ("from types import *\nMOST = MappingProxyType({0: NUMBER})", "MOST[0]"),
    "a dictionary with an order": ("from collections import *\nMOST = OrderedDict(a=NUMBER)", "MOST['a']"),
    "a deque": ("from collections import deque\nMOST = deque([NUMBER])", "MOST[0]"),
    "an array": ("import numpy as np\nMOST = np.array([1, NUMBER], np.int8)", "MOST[1]"),
    "an array by columns": ("import numpy as np\nMOST = np.array([[0, NUMBER], [2, 3]]).T", "MOST[1, 0]"),
    "an array of objects": ("import numpy as np\nMOST = np.array([[NUMBER], None], object)", "MOST[0][0]"),
    "the fields of an array": (
        "import numpy as np\nNAMES = ('ab', 'ba')[NUMBER - 3]\n"
        "MOST = np.array([(4, 3)], [(name, 'i4') for name in NAMES])",
        "MOST[0]['a']",
    ),
    "an enumeration": (_OF_ENUM.format("Enum", "NUMBER"), "Most.TAKEN.value"),
    "an enumeration of integers": (_OF_ENUM.format("IntEnum", "NUMBER"), "Most.TAKEN"),
    "flags": (_OF_ENUM.format("Flag", "1 << NUMBER - 2"), "Most.TAKEN.value"),
    "an enumeration with a method": (
        "from enum import Enum\nclass Most(Enum):\n    TAKEN = 1\n    def most(self):\n        return NUMBER",
        "Most.TAKEN.most()",
    ),
    "an enumeration with attributes": (
        "from enum import Enum\nclass Most(Enum):\n    TAKEN = 1, NUMBER\n    def __init__(self, one, most):\n"
        "        self.most = most",
        "Most.TAKEN.most",
    ),
    "an attribute of a class": (_CLASS, "Most.TAKEN"),
    "an attribute of a base": (_CLASS + "class More(Most):\n    pass", "More.TAKEN"),
    "an attribute of a metaclass": (
        "class Meta(type):\n    TAKEN = NUMBER\nclass Most(metaclass=Meta):\n    pass",
        "Most.TAKEN",
    ),
    "a method": ("class Most:\n    def most(self):\n        return NUMBER", "Most().most()"),
    "a static method": ("class Most:\n    @staticmethod\n    def most():\n        return NUMBER", "Most.most()"),
    "a class method": ("class Most:\n    @classmethod\n    def most(cls):\n        return NUMBER", "Most.most()"),
    "a property": (
        "class Most:\n    @property\n    def most(self):\n        return NUMBER\nMOST = Most()",
        "MOST.most",
    ),
    "a cached property": (
        "from functools import *\nclass Most:\n    @cached_property\n    def most(self):\n        return NUMBER\n"
        "MOST = Most()",
        "MOST.most",
    ),
    "an attribute of an instance": (
        "class Most:\n    def __init__(self):\n        self.taken = NUMBER\nMOST = Most()",
        "MOST.taken",
    ),
    "one of many instances that know each other": (
        "class Most:\n    pass\nEACH = [Most() for _ in range(40)]\nfor each in EACH:\n    each.others = EACH\n"
        "    each.taken = 1\nEACH[7].taken = NUMBER",
        "EACH[0].others[7].taken",
    ),
    "a slot of an instance": (
        "class Most:\n    __slots__ = ('taken',)\nMOST = Most()\nMOST.taken = NUMBER",
        "MOST.taken",
    ),
    "an instance that is called": (
        "class Most:\n    taken = NUMBER\n    def __call__(self):\n        return self.taken\nmost = Most()",
        "most()",
    ),
    "a bound method": (
        "class Most:\n    def __init__(self):\n        self.taken = NUMBER\n    def most(self):\n"
        "        return self.taken\nmost = Most().most",
        "most()",
    ),
    "a subclass of a list": ("class Most(list):\n    pass\nMOST = Most([NUMBER])", "MOST[0]"),
    "a subclass of a number": ("class Most(int):\n    pass\nMOST = Most(NUMBER)", "MOST"),
    "a subclass of an array": (
        "import numpy as np\nclass Most(np.ndarray):\n    pass\nMOST = np.array([NUMBER]).view(Most)",
        "MOST[0]",
    ),
    "a data class": (_DATA.format("", "", "NUMBER"), "MOST.taken"),
    "a frozen data class": (_DATA.format("(frozen=True)", "", "NUMBER"), "MOST.taken"),
    "a data class with slots": (_DATA.format("(slots=True)", "", "NUMBER"), "MOST.taken"),
    "a default of a data class": (_DATA.format("", " = NUMBER", ""), "Most().taken"),
    "a factory of a data class": (_DATA.format("", " = field(default_factory=lambda: NUMBER)", ""), "Most().taken"),
    "a default of a named tuple": (
        "from typing import NamedTuple\nclass Most(NamedTuple):\n    taken: int = NUMBER",
        "Most().taken",
    ),
    "an older named tuple": ("from collections import *\nMOST = namedtuple('Most', 'a b')(1, NUMBER)", "MOST.b"),
    "a name space": ("from types import *\nMOST = SimpleNamespace(taken=NUMBER)", "MOST.taken"),
    "a function": ("def most():\n    return NUMBER", "most()"),
    "a function that a function calls": ("def inner():\n    return NUMBER\ndef most():\n    return inner()", "most()"),
    "an attribute of a function": ("def most():\n    return 1\nmost.taken = NUMBER", "most.taken"),
    "a default": ("def most(taken=NUMBER):\n    return taken", "most()"),
    "a default by name": ("def most(*, taken=NUMBER):\n    return taken", "most()"),
    "a closure": ("def make(number):\n    return lambda: number\nmost = make(NUMBER)", "most()"),
    "a class in a closure": (
        "def make():\n    class Most:\n        TAKEN = NUMBER\n    return lambda: Most.TAKEN\nmost = make()",
        "most()",
    ),
    "one of two lambdas in a line": ("most = (lambda: 3 + 0, lambda: 4 + 0)[NUMBER - 3]", "most()"),
    "a decorated function": (_WRAPPED.format("function"), "most(key)"),
    "a function with the name of another": (_WRAPPED.format("math.gcd"), "most(key)"),
    "a function with a memory": ("from functools import *\n@lru_cache\ndef most():\n    return NUMBER", "most()"),
    "a partial function": ("from functools import *\nmost = partial(max, NUMBER)", "most(1)"),
    "a compiled function": ("import numba\n@numba.njit\ndef most():\n    return NUMBER", "most()"),
    "an option of a compiled function": (
        "import numba\n@numba.njit(fastmath=NUMBER == 3)\ndef most():\n    return 3",
        "most()",
    ),
    "a function without a file": (
        "scope = {}\nexec('def most():\\n    return NUMBER', scope)\nmost = scope['most']",
        "most()",
    ),
}

UNREADABLE = (
    "import threading\nMOST = threading.Lock()",
    "import threading\nMOST = [threading.Lock()]",
    "MOST = (number for number in (1, 2))",
    "MOST = open(__file__)",
    "import weakref\nclass Most:\n    pass\nOWNER = Most()\nMOST = weakref.ref(OWNER)",
    "import ctypes\nMOST = ctypes.CDLL(None).abs",
)
"""Texts of the module for values that have no content that a digest could cover."""


def write(folder: Path, kind: str, number: int, remark: str = "") -> None:
    """Writes a plugin ``reading`` and its package ``library`` into a folder; a ``remark`` changes no value."""
    values, reading = KINDS[kind]
    package, library = folder / "reading", folder / "library"
    for each in (package, library):
        each.mkdir(parents=True, exist_ok=True)
        (each / "__init__.py").write_text("")
    rules = _IMPORT + RULES.replace("READING", reading)
    documented = f"def moves(key, out):\n    '''{remark}'''\n    # {remark}\n\n" if remark else "def moves(key, out):\n"
    rules = rules.replace("def moves(key, out):\n", documented)
    (library / "values.py").write_text(f"# {remark}\n\n{values}\n".replace("NUMBER", str(number)))
    (package / "rules.py").write_text(f"'''{remark}'''\n{rules}")
    (package / "text.py").write_text("def draw(key):\n    return str(key)\n")
