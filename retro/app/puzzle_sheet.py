"""Puzzles as an HTML page for A4: diagrams in front, solutions behind."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from retro.app.puzzle_entries import PuzzleEntry
from retro.query.puzzle_words import English
from retro.system.messages import plain

SHEET_STYLE = """
@page { size: A4; margin: 14mm 15mm }
:root { color-scheme: light dark }
body { font: 11pt/1.4 Georgia, "Noto Serif CJK JP", "Hiragino Mincho ProN", serif; color: #000; background: #fff;
  max-width: 180mm; margin: 0 auto; padding: 4mm }
h1 { font-size: 17pt; margin: 0 0 5mm } h2 { font-size: 12pt; margin: 0 0 1mm; break-after: avoid }
.front { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm 10mm }
figure { margin: 0; break-inside: avoid; text-align: center }
figure svg { width: 100%; height: auto; max-height: 68mm }
.behind { break-before: page } section { margin-bottom: 5mm; padding-top: 3mm; border-top: .3mm solid #999;
  break-inside: avoid; display: flow-root }
section > svg { float: right; width: 40mm; height: auto; max-height: 50mm; margin-left: 5mm }
.key { font-weight: bold } .tree { font: 9pt/1.35 system-ui, "Noto Sans CJK JP", sans-serif; margin-bottom: 2mm }
.tree div { padding-left: 1em; text-indent: -1em }
dl { font: 9pt/1.35 system-ui, "Noto Sans CJK JP", sans-serif; margin: 0 }
dt { float: left; margin-right: .5em } dt::after { content: ":" } dd { margin: 0; color: #333; overflow-wrap: anywhere }
@media print { body { max-width: none; padding: 0 } }
@media screen { .behind { margin-top: 12mm } }
@media screen and (prefers-color-scheme: dark) { body { color: #ddd; background: #16181b } dd { color: #bbb } }
"""


def page(title: str, listed: Sequence[PuzzleEntry], words: English) -> str:
    """Returns the text of the page. It needs no other file."""
    front = [f"<figure>{each.diagram}<figcaption>{_text(each.name)}</figcaption></figure>" for each in listed]
    behind = [f"<section>{_solution(each)}</section>" for each in listed]
    head = f'<meta charset="utf-8"><title>{_text(title)}</title><style>{SHEET_STYLE}</style>'
    solutions = f'</div><div class="behind"><h1>{_text(words.solutions)}</h1>'
    lines = "\n".join([f'<h1>{_text(title)}</h1><div class="front">', *front, solutions, *behind, "</div>"])
    return f'<!DOCTYPE html>\n<html lang="{words.code}"><head>{head}</head>\n<body>\n{lines}\n</body></html>\n'


def _solution(each: PuzzleEntry) -> str:
    (_, key), *lines = each.tree
    tree = "".join(f'<div style="margin-left:{1.2 * depth:g}em">{_text(line)}</div>' for depth, line in lines)
    facts = "".join(f"<dt>{_text(name)}</dt><dd>{_text(fact)}</dd>" for name, fact in each.facts)
    lines_and_facts = f'<div class="tree"><div class="key">{_text(key)}</div>{tree}</div><dl>{facts}</dl>'
    return f"{each.answered}<h2>{_text(each.name)}</h2>{lines_and_facts}"


def _text(text: str) -> str:
    return escape(plain(text))
