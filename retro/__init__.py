"""retro: strong solutions of two-player perfect-information games by retrograde analysis.

``retro.open("ostle")`` opens a solved game for questions; see `retro.api`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from retro.api import open as open

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """`open` is imported when it is first used, so that ``import retro`` stays light."""
    if name == "open":
        from retro import api

        return api.open
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
