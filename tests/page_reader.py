"""The reader on the page about databases, as a module."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

REFERENCE = Path(__file__).parent.parent / "docs" / "reference"


def page_reader() -> ModuleType:
    """Returns the module that the page shows."""
    spec = importlib.util.spec_from_file_location("page_reader_module", REFERENCE / "reader.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


READER = page_reader()
