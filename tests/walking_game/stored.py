"""Databases of the walking game, without a backend."""

from retro.storage import manifest, writer


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
        engine="0",
        python="3",
        numba="0",
        machine={},
        backend="naive",
        threads=1,
        date="2025-01-01T00:00:00+00:00",
        seconds=0,
        phases={},
        peak_rss_bytes=0,
    )
    writer.write(path, solution, about, 1, lambda slots: None)
