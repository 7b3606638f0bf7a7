"""retro: strong solutions of two-player perfect-information games by retrograde analysis.

``retro.open("ostle")`` opens a solved game for questions; see `retro.query.api`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from retro.query.api import open as open

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """`open` is imported when it is first used, so that ``import retro`` stays light."""
    if name == "open":
        from retro.query import api

        return api.open
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
