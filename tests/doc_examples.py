"""Examples in Python on the pages of the documentation."""

from __future__ import annotations

import doctest
import re
from typing import Any


def run_examples(page: str, names: dict[str, Any] | None = None) -> int:
    """Runs the examples of a page, which define ``names``; returns how many there are.

    Fails if one prints something else than the page shows.
    """
    lines, failures = "".join(re.findall(r"```pycon\n(.*?)```", page, re.DOTALL)), list[str]()
    test = doctest.DocTestParser().get_doctest(lines, {}, "page", "page", 0)
    test.globs = {} if names is None else names
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=failures.append, clear_globs=False)
    assert not results.failed, "".join(failures)
    return results.attempted
