"""The plugins in `examples/`, registered as ``pip install --editable`` does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from installing import forget, metadata

FOLDER = Path(__file__).parents[1] / "examples"
EXAMPLES = {path.parent.name: path.parent for path in sorted(FOLDER.glob("*/pyproject.toml"))}
"""The project of each example, by name."""


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """All examples are installed; returns an empty directory for databases, which commands use by default."""
    site, data = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RETRO_DATA", str(data))
        for project in EXAMPLES.values():
            metadata(project, site)
            patch.syspath_prepend(str(project))
        patch.syspath_prepend(str(site))
        yield data
        for project in EXAMPLES.values():
            forget(project)
