"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

# Compilation makes single examples slow; a failing example must be found again.
settings.register_profile("retro", deadline=None, derandomize=True)
settings.load_profile("retro")


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty directory in which this test's databases lie."""
    place = tmp_path / "data"
    monkeypatch.setenv("RETRO_DATA", str(place))
    return place
