"""The imports of the product, the loop and the interface of engines against what the pages about the design say."""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from inspect import signature
from pathlib import Path

from retro.solving.engine import Engine

ROOT = Path(__file__).parents[1]
DESIGN = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
HOUSE, LOOP = (text.splitlines() for text in re.findall(r"^```text\n(.*?)```", DESIGN, re.MULTILINE | re.DOTALL)[:2])
FLOORS = {room: -floor for floor, line in enumerate(HOUSE) for room in line.split()}


def module_of(path):
    names = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(names[:-1] if names[-1] == "__init__" else names)


MODULES = {module_of(path): path for path in sorted((ROOT / "retro").rglob("*.py"))}


def imported(path):
    """Yields the names of the modules of retro that a module imports, at its top or in a function."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names if each.name in MODULES)
        elif isinstance(node, ast.ImportFrom) and node.module in MODULES:
            names = {f"{node.module}.{each.name}" for each in node.names}
            yield from (name if name in MODULES else node.module for name in names)


@cache
def imports():
    """The modules of retro that each module imports, without itself and the package."""
    return {module: set(imported(path)) - {module, "retro"} for module, path in MODULES.items()}


def room_of(module):
    return module.split(".")[1]


def test_the_house_and_the_list_have_all_rooms_and_no_others():
    rooms = sorted(path.parent.name for path in (ROOT / "retro").glob("*/__init__.py"))
    assert sorted(FLOORS) == sorted(re.findall(r"^\| `retro/(\w+)/` \|", DESIGN, re.MULTILINE)) == rooms
    assert [path.name for path in (ROOT / "retro").glob("*.py")] == ["__init__.py"]


def test_rooms_import_only_rooms_on_lower_floors():
    pairs = {(room_of(one), room_of(other)) for one, others in imports().items() if one != "retro" for other in others}
    assert not [(one, other) for one, other in pairs if one != other and FLOORS[one] <= FLOORS[other]]


def test_no_imports_go_in_a_circle():
    TopologicalSorter(imports()).prepare()  # CycleError names the modules


def test_the_loop_has_the_steps_of_the_page_and_fits_on_a_page():
    source = (ROOT / "retro" / "solving" / "loop.py").read_text(encoding="utf-8")
    functions = [each for each in ast.parse(source).body if isinstance(each, ast.FunctionDef)]
    assert sorted(line.split()[0] for line in LOOP) == sorted(each.name for each in functions)
    assert sum(each.end_lineno - each.lineno + 1 for each in functions) <= 120


def test_the_page_about_engines_names_all_that_an_engine_has():
    page = (ROOT / "docs" / "engines.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \| ", page.partition("## The interface")[2], re.MULTILINE)
    named = {name: arguments for row in rows for name, arguments in re.findall(r"`(\w+)(\(.*?\))?`", row)}
    own = {name for name in (*vars(Engine), *Engine.__annotations__) if not name.startswith("_")}
    assert set(named) == own
    for name, arguments in named.items():
        if arguments:
            assert re.findall(r"\w+", arguments) == list(signature(getattr(Engine, name)).parameters)[1:]
