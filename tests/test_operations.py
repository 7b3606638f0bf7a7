"""The quick ones of the trials in surroundings that fail; `tests/soak/operations.py` makes all."""

import random

import pytest
from trials import Skipped, Workplace
from trials.all import TRIALS


@pytest.mark.parametrize("trial", [pytest.param(each, id=each.name) for each in TRIALS.values() if each.quick])
def test_trial(trial, tmp_path, known):
    """Its docstring says what must hold."""
    try:
        trial.run(
            Workplace(tmp_path / "trial", random.Random(1), lambda: known("lgame").tablebase.database.path.parent)
        )
    except Skipped as reason:
        pytest.skip(str(reason))
