"""retro: strong solutions of two-player perfect-information games by retrograde analysis.

``retro.open("ostle")`` opens a solved game for questions; see `retro.query.api`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from retro.query.api import open as open

__version__ = "0.1.0"

try:
    for _module in ("fcntl", "resource"):
        import_module(_module)
except ModuleNotFoundError as error:  # else every later import would fail in a place of its own
    _lacking = f"this system has no {error.name} (Windows: install it in WSL)"
    raise ImportError(f"retro runs on Linux and macOS; {_lacking}") from None


def __getattr__(name: str) -> Any:
    """`open` is imported when it is first used, so that ``import retro`` stays light."""
    if name == "open":
        from retro.query import api

        return api.open
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
