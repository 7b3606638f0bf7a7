"""Databases of the walking game, without a backend."""

from retro.storage import manifest, writer
from retro.storage.run import Run


def store(path, rules, solution):
    """Write ``solution`` as the database of ``rules``."""
    about = manifest.Manifest(
        game=rules.game.name,
        title=rules.game.title,
        options=rules.options,
        digest=rules.digest,
        codes=rules.codes,
        repetition=rules.repetition,
        scores=rules.scores,
        statistics=solution.statistics,
        start=None,
        notes=(),
    )
    run = Run.now("naive", 1, 0.0, {})
    with writer.alone(path):
        writer.write(path, solution, about, lambda: run, 1, lambda slots: None)
