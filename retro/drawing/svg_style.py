"""Colours of drawings: rules of style for classes that begin with ``retro-``, light and dark."""

from __future__ import annotations

_LIGHT = {
    "ground": "fill:#fdfcf9",
    "cell": "fill:#f3ead8;stroke:#c8b891;stroke-width:1.5",
    "line": "stroke:#8d7f60;stroke-width:3;stroke-linecap:round",
    "knot": "fill:#8d7f60",
    "text": "fill:#4b463c;font-family:sans-serif;font-size:15px;text-anchor:middle",
    "left": "text-anchor:start",
    "label": "font-family:sans-serif;font-weight:bold;text-anchor:middle",
    "white": "fill:#fff",
    "black": "fill:#2b1b00",
    "p1": "fill:#1f5a96;stroke:#0f3358;stroke-width:2",
    "p2": "fill:#f5b53d;stroke:#7d4e00;stroke-width:2",
    "p0": "fill:#8e9297;stroke:#4b4f54;stroke-width:2",
    "ring": "fill:none;stroke-width:4.5",
    "edge": "fill:none;stroke-width:3;stroke-linecap:round",
    "plain": "stroke:none",
    "cross": "fill:none;stroke-width:8;stroke-linecap:round",
    "blue": "stroke:#1f5a96",
    "amber": "stroke:#c97f00",
    "grey": "stroke:#6d7176",
    "hole": "fill:#17150f;stroke:#8d7f60;stroke-width:4",
    "step": "fill:none;stroke:#c2204b;stroke-width:6;stroke-linecap:round;stroke-linejoin:round",
    "halo": "fill:none;stroke:#fdfcf9;stroke-width:11;stroke-linecap:round;stroke-linejoin:round",
    "head": "fill:#c2204b;stroke:#fdfcf9;stroke-width:2.5;stroke-linejoin:round",
    "set": "fill:#c2204b;fill-opacity:.28;stroke:none",
    "dashed": "stroke-dasharray:1 9",
}
_DARK = {
    "ground": "fill:#16181b",
    "cell": "fill:#2c3036;stroke:#50565e",
    "line": "stroke:#868d96",
    "knot": "fill:#868d96",
    "text": "fill:#c9cdd2",
    "p1": "fill:#4d9be6;stroke:#bcdcfb",
    "p2": "fill:#f5b53d;stroke:#5e3b00",
    "blue": "stroke:#4d9be6",
    "amber": "stroke:#f5b53d",
    "hole": "fill:#000;stroke:#868d96",
    "step": "stroke:#ff5f86",
    "halo": "stroke:#16181b",
    "head": "fill:#ff5f86;stroke:#16181b",
    "set": "fill:#ff5f86",
    **{name: _LIGHT[name] for name in ("plain", "ring", "edge")},  # again, as they come after the rules of players
}


def _rules(styles: dict[str, str], within: str = "") -> str:
    return "".join(f"{within}.retro-{name}{{{style}}}" for name, style in styles.items())


FILE = f"{_rules(_LIGHT)}@media screen and (prefers-color-scheme:dark){{{_rules(_DARK)}}}"
"""The style of a file: light, or dark where the viewer prefers it."""
PAGE = _rules(_LIGHT) + _rules(_DARK, ':root[data-theme="dark"] ')
"""The style of a page, dark where its ``data-theme`` is."""
