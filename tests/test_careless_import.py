"""Errors while a plugin is imported: one line that names the plugin; its own output goes to standard error."""

import json

import commanding
import pytest
from installing import DRAWN, PLUGIN, register

SOUND = PLUGIN.format(name="careless", title="Careless", more="")
RULES = """
from retro.game import ONGOING
INITIAL = 5
def moves(key, out):
    if key:
        out[0, 0], out[0, 1], out[0, 2] = key - 1, 0, ONGOING
    return 1 if key else 0
"""
INDEX = "SLOTS, rank, unrank = 5, abs, abs\n"
OWN = "class Stop(BaseException): pass\nraise Stop('now')\n"
LATIN = "# Z\xfcge\n".encode("latin-1")


@pytest.fixture
def run(site, data):
    """Installs a sound plugin with changed files (None removes one); returns the result of a command."""

    def ran(*arguments, package="careless", entry="careless.plugin", **files):
        register(site, "careless", {"careless": entry})
        (site / "careless").mkdir()
        plugin = SOUND.replace('package="careless"', f"package={package!r}")
        for name, source in {"__init__": "", "plugin": plugin, "rules": RULES, "text": DRAWN, **files}.items():
            if source is not None:
                data = source if isinstance(source, bytes) else source.encode()
                (site / "careless" / f"{name}.py").write_bytes(data)
        return commanding.run("check", "careless", *arguments)

    return ran


BROKEN = {
    "no such package": ({"package": "nowhere"}, "package 'nowhere' cannot be found"),
    "no such parent": ({"package": "nowhere.at.all"}, "package 'nowhere.at.all' cannot be found"),
    "no name": ({"package": None}, "package None cannot be found"),
    "a module": ({"package": "careless.rules"}, "careless.rules is no package that holds rules.py and text.py"),
    "no such attribute": ({"entry": "careless.plugin:nothing"}, "AttributeError"),
    "plugin stops": ({"plugin": OWN}, "Stop: now"),
    "package stops": ({"__init__": OWN}, "Stop: now"),
    "rules stop": ({"rules": OWN}, "rules.py cannot be imported: Stop: now"),
    "rules recurse": ({"rules": "def f(): f()\nf()"}, "rules.py cannot be imported: RecursionError"),
    "null byte": ({"rules": "INITIAL = 1\0"}, "rules.py cannot be imported: SyntaxError"),
    "latin-1": ({"rules": LATIN + RULES.encode()}, "rules.py cannot be read: invalid or missing encoding"),
    "latin-1 in text": ({"text": b"draw = '\xfc'.format\n"}, "text.py cannot be read: invalid or missing encoding"),
    "no such encoding": ({"rules": b"# coding: none\n"}, "rules.py cannot be read: unknown encoding"),
    "forgets itself": ({"rules": "import sys\ndel sys.modules[__name__]"}, "rules.py cannot be imported: KeyError"),
    "no rules": ({"rules": None}, "package careless has no rules.py"),
    "no text": ({"text": None}, "package careless has no text.py"),
    "text stops": ({"text": OWN}, "text.py cannot be imported: Stop: now"),
    "text is no function": ({"text": "draw = 5"}, "draw in text.py is no function"),
    "no such module": ({"rules": "from retro.bits import pext"}, "ModuleNotFoundError: No module named 'retro.bits'"),
    "no such name": ({"text": "from retro import scene"}, "ImportError: cannot import name 'scene' from 'retro'"),
    "no sections": ({"rules": RULES + "SECTIONS = 5\n" + INDEX}, "SECTIONS in rules.py is 5, not a tuple"),
    "options": ({"plugin": SOUND[:-2] + ", complete=lambda given: 1 // 0)"}, "complete raised ZeroDivisionError"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_the_error_is_one_line(run, name):
    files, message = BROKEN[name]
    code, output, errors = run(**files)
    assert (code, output) == (2, "")
    assert errors.startswith("error: plugin careless: ") and message in errors and errors.count("\n") == 1


def test_tags_that_raise_fail_their_rule(run, plain_checks):
    code, output, _ = run("--seconds", "0.1", tags=OWN)
    assert code == 1
    assert "FAILED   plugin careless: tags.py cannot be imported: Stop: now" in output


def test_output_of_a_plugin_goes_to_standard_error(run, plain_checks):
    loud = "print('hello')\n"
    code, output, errors = run("--json", "--seconds", "0.1", plugin=loud + SOUND, rules=loud + RULES)
    assert code == 0 and json.loads(output)["game"] == "careless" and errors.startswith("hello\nhello\n")


def test_sources_may_declare_their_encoding(run, plain_checks):
    code, _, errors = run("--seconds", "0.1", rules=b"# coding: latin-1\n" + LATIN + RULES.encode())
    assert code == 0, errors
