"""The imports of the product against the map of rooms with which docs/design.md begins."""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1]
MAP = re.findall(r"^\| `retro/(\w+)/` \|", (ROOT / "docs" / "design.md").read_text(encoding="utf-8"), re.MULTILINE)


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


def test_the_package_has_only_the_rooms_of_the_map():
    assert sorted(MAP) == sorted(path.parent.name for path in (ROOT / "retro").glob("*/__init__.py"))
    assert [path.name for path in (ROOT / "retro").glob("*.py")] == ["__init__.py"]


def test_no_module_imports_a_later_room():
    pairs = ((module, other) for module, others in imports().items() if module != "retro" for other in others)
    assert not [(one, other) for one, other in pairs if MAP.index(room_of(one)) < MAP.index(room_of(other))]


def test_no_imports_go_in_a_circle():
    TopologicalSorter(imports()).prepare()  # CycleError names the modules
