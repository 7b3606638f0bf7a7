"""The page that `retro report --html` writes: verdict, table and plots. It needs no other file."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from retro.app import plotting, report_rows
from retro.app.plotting import series
from retro.app.verdict import Aspect
from retro.statistics.report import GameReport
from retro.system import atomic
from retro.system.messages import plain

if TYPE_CHECKING:
    from retro.app.plotting import Plots

PAGE_STYLE = """
@page { size: A4; margin: 14mm 15mm }
:root { color-scheme: light dark }
body { font: 15px/1.45 system-ui, sans-serif; color: #111; background: #fff; max-width: 46rem; margin: 2rem auto;
  padding: 0 1rem }
h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin-top: 2rem; break-after: avoid }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; min-width: 60% }
td, th { padding: .15rem .5rem; border-bottom: 1px solid #ddd; text-align: right; vertical-align: top }
td:first-child, th:first-child { text-align: left; padding-left: 0 } tbody th { padding-top: .8rem }
.verdict td { text-align: left } .verdict td:nth-child(2) { font-weight: 600; white-space: nowrap }
tbody, img { break-inside: avoid } img { display: block; width: 100%; margin: .5rem 0 }
.notes { color: #444; font-size: .9rem }
@media print { body { margin: 0; padding: 0; max-width: none; font-size: 10pt } img { width: 140mm; margin: 3mm auto } }
@media screen and (prefers-color-scheme: dark) { body { color: #ddd; background: #16181b } .notes { color: #aaa }
  td, th { border-color: #3a3f45 } img { background: #fff; border-radius: 6px } }
"""


def write(out: Path, force: bool, reports: Sequence[GameReport], plots: Sequence[Plots]) -> None:
    """Writes the page of variants with the ``plots`` of each, completely or not at all; errors as `atomic.output`."""
    text = page(reports, plots)
    with atomic.output(out, force) as temporary:
        temporary.write_text(text, encoding="utf-8")


def page(reports: Sequence[GameReport], plots: Sequence[Plots]) -> str:
    """Returns the text of the page, in HTML."""
    title = series.title(reports[0].rules) if len(reports) == 1 else reports[0].rules.game.title
    head = f'<meta charset="utf-8"><title>{_text(title)}</title><style>{PAGE_STYLE}</style>'
    blocks = [f"<h1>{_text(title)}</h1>"]
    for report, aspects in zip(reports, report_rows.verdicts(reports), strict=True):
        blocks += [f"<h2>{_text(series.title(report.rules))}</h2>" if len(reports) > 1 else "", _verdict(aspects)]
    blocks += ["<h2>Numbers</h2>", _table(reports), "<h2>Plots</h2>"]
    for figures in (_common(title, reports), *plots):
        blocks += [_picture(name, plotting.as_svg(figure)) for name, figure in figures.items()]
    blocks.append("".join(f'<p class="notes">{_text(note)}</p>' for note in report_rows.notes(reports)))
    body = "\n".join(block for block in blocks if block)
    return f'<!DOCTYPE html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def _verdict(aspects: Sequence[Aspect]) -> str:
    rows = "".join(
        f"<tr><td>{_text(name)}</td><td>{_text(word)}</td><td>{_text(why)}</td></tr>" for name, word, why in aspects
    )
    return f'<table class="verdict">{rows}</table>'


def _table(reports: Sequence[GameReport]) -> str:
    heads = report_rows.names(reports) if len(reports) > 1 else []
    rows = [f"<thead><tr><th></th>{''.join(f'<th>{_text(head)}</th>' for head in heads)}</tr></thead>"] if heads else []
    for section, listed in groupby(report_rows.rows(reports), key=lambda row: row[0]):
        rows.append(f'<tbody><tr><th colspan="{1 + len(reports)}">{_text(section)}</th></tr>')
        rows += [
            f"<tr><td>{_text(name)}</td>{''.join(f'<td>{_text(cell)}</td>' for cell in cells)}</tr>"
            for _, name, cells in listed
        ]
        rows.append("</tbody>")
    return f"<table>{''.join(rows)}</table>"


def _common(title: str, reports: Sequence[GameReport]) -> Plots:
    """Returns the plots that show all variants in one figure."""
    from retro.app.plotting import figures

    counted = report_rows.counted(reports)
    positions = {name: census.by_moves for name, census in zip(report_rows.names(reports), counted, strict=True)}
    curves = dict(_curves(reports))
    sample = f"a sample of {reports[0].games[0].games:,}, those that ended" if curves else ""
    with figures.styled():
        drawn = {
            "choices": figures.choices(title, report_rows.POSITIONS_COUNTED[report_rows.reached(reports)], positions)
        }
        if curves:
            drawn["decisions"] = figures.decisions(title, sample, curves)
    return drawn


def _curves(reports: Sequence[GameReport]) -> Iterator[tuple[str, list[float]]]:
    """Returns names and curves of decided games: every skill of one game, the highest skill of several variants."""
    for report, variant in zip(reports, report_rows.names(reports), strict=True):
        for played in report.games if len(reports) == 1 else report.games[-1:]:
            if played.ends:
                name = f"skill {played.skill:g}"
                yield name if len(reports) == 1 else f"{variant}, {name}", played.ends.curve


def _picture(name: str, svg: bytes) -> str:
    """Returns a picture as a data URL, so that names inside one picture cannot clash with those of another."""
    return f'<img alt="{_text(name)}" src="data:image/svg+xml;base64,{b64encode(svg).decode()}">'


def _text(text: str) -> str:
    return escape(plain(text))
