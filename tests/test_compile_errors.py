"""Compile errors: numba's message for a small mistake becomes plain words with the line."""

import pytest

from retro.compiling.compile import compiled_function
from retro.compiling.compile_errors import gist, unfit

pytestmark = pytest.mark.compiled

HEAD = """
import numpy as np
from fractions import Fraction
TABLE, OBJECTS, LIST = np.arange(9), np.array([None, 1]), [1, 2]
MIXED, HUGE, OBJECT = (1, "a"), 1 << 70, object()
def add(a, b):
    return a + b
def nothing(a):
    pass
def tier(key):
"""
MISTAKES = {
    "return key / 2 << 1": "<< does not go with a float and an integer; integers divide with //, never with /",
    "return TABLE[key / 2]": "an array cannot be indexed by a float; integers divide with //",
    "return nothing(key) + 1": "+ does not go with None and an integer; some path ends without return",
    "return 'x' + key": "+ does not go with a text and an integer; compiled code knows integers, booleans, tuples",
    "return int('12')": "int(a text) cannot be compiled; compiled code knows integers",
    "return MIXED[key]": "a tuple of mixed types cannot be indexed; a tuple that is indexed must have",
    "return key[0]": "an integer cannot be indexed",
    "return LIST[key]": "LIST is a list; compiled code knows",
    "return len([])": "a list is used; compiled code knows",
    "return OBJECTS[key]": "a table of Python objects is read; compiled code knows",
    "return int(Fraction(key))": "Fraction is a class; compiled code knows",
    "return OBJECT.x": "OBJECT is of the type object; compiled code knows",
    "return HUGE & key": "the number HUGE has more than 64 bits",
    "return seven + key": "the name seven is not defined",
    "return add(key)": "a function with parameters (a, b) is called with others: missing a required argument: 'b'",
    "return key.bit_count()": "an integer has no bit_count in compiled code",
    "a, b = key": "an integer is unpacked into several names",
    "a, b, c = divmod(key, 3)": "2 values are unpacked into 3 names",
    "return sum(x for x in range(key))": "a generator (... for ... in ...) cannot be compiled; write a loop",
    "import math": "import stands inside of a function",
    "global LIST; LIST = key": "a function must not change a global",
    "with OBJECT: return 1": "with cannot be compiled",
    "try: return TABLE[key]\n    except IndexError: return 0": "try and except cannot be compiled",
    "x = 1 if key else (1, 2)\n    return x": "a value is sometimes an integer, sometimes a tuple",
    "if key: return 1, 2\n    return 1": "what is returned is sometimes an integer, sometimes a tuple",
    "if key: return 1, 0, True\n    return 1, 0": "sometimes a tuple, sometimes a tuple of another length",
}
UNFIT = {
    "if key: return 1": "returns an integer or None, not a whole number; some path ends without return",
    "pass": "returns None, not a whole number; some path ends without return",
    "yield key": "returns a generator, not a whole number",
    "return str(key)": "returns a text, not a whole number",
    "return key / 2": "returns a float, not a whole number",
    "return key, 1": "returns a tuple, not a whole number",
    "return key > 3": "",
}


def compiled(body, folder, head=""):
    """The function with this body in a file rules.py, compiled."""
    path = folder / "rules.py"
    path.write_text(f"{head}{HEAD}    {body}\n")
    namespace = {"__name__": "rules"}
    exec(compile(path.read_bytes(), str(path), "exec"), namespace)
    return compiled_function("tier", namespace["tier"])


@pytest.mark.parametrize("body", MISTAKES)
def test_mistakes_are_explained_in_plain_words(body, tmp_path):
    with pytest.raises(Exception) as caught:
        compiled(body, tmp_path)
    message = gist(caught.value)
    assert MISTAKES[body] in message
    assert "\n" not in message
    if not body.startswith(("import", "global")):  # numba does not say where
        assert "(rules.py, line " in message


@pytest.mark.parametrize("made", ["np.empty(4, np.int64)", "np.zeros(4, np.int64)", "TABLE + key"])
def test_arrays_allocated_in_unchecked_modules_are_refused(made, tmp_path):
    body = f"return ({made})[key & 3]"
    assert compiled(body, tmp_path)
    with pytest.raises(Exception) as caught:
        compiled(body, tmp_path, "BOUNDS_CHECKED = False\n")
    assert gist(caught.value).startswith("an array is made in a module of BOUNDS_CHECKED = False")


@pytest.mark.parametrize("body", UNFIT)
def test_a_returned_value_must_be_a_whole_number(body, tmp_path):
    result = unfit("tier", compiled(body, tmp_path).nopython_signatures[0].return_type)
    assert result.startswith(UNFIT[body]) and bool(result) == bool(UNFIT[body])


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("return key, 0, False", ""),
        ("return key, 0", "returns a tuple, not"),
        ("return key", "returns an integer, not"),
    ],
)
def test_a_rank_is_three_numbers(tmp_path, body, message):
    found = unfit("rank", compiled(body, tmp_path).nopython_signatures[0].return_type)
    assert (found == message and not message) or found == f"{message} (index, g, fixed)"


def test_an_unknown_message_stays_as_numba_wrote_it_without_colours():
    assert gist(RuntimeError("Failed in nopython mode\nSomething new.")) == "Something new"
    assert gist(RuntimeError("\x1b[1mSomething new.\x1b[0m")) == "Something new"
    message = "\x1b[1mUntyped global name 'X': Int value is too large\x1b[0m\n\x1b[1mFile \"rules.py\", line 3\x1b[0m"
    assert gist(RuntimeError(message)) == "the number X has more than 64 bits (rules.py, line 3)"
