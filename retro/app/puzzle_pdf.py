"""Puzzles as a PDF, by reportlab: diagrams are vector graphics, and no font file is needed.

Latin letters are set in a font that every PDF reader has. Other characters, mostly Japanese, are set in
HeiseiKakuGo-W5, one of the standard fonts for Asian languages: the file names it, and the reader supplies its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from io import BytesIO
from itertools import groupby
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.platypus import CondPageBreak, HRFlowable, KeepTogether, PageBreak, Paragraph, SimpleDocTemplate, Table
from svglib.fonts import register_font
from svglib.svglib import svg2rlg

from retro.app.puzzle_entries import PuzzleEntry
from retro.drawing.svg import Drawing
from retro.query.puzzle_words import English
from retro.system.messages import plain

WIDE = "HeiseiKakuGo-W5"
"""The font for characters that `LATIN` lacks."""
LATIN = {False: "Helvetica", True: "Helvetica-Bold"}
"""The fonts for Latin letters, by whether they are bold."""
PAGE_MARGIN, GAP = 15, 10
"""Millimetres around a page, and between its columns."""
PADDING = 6
"""Points that reportlab adds to each margin."""
MAX_HEIGHT, MAX_SMALL = 66, (38, 46)
"""Height of a diagram in front, and width and height of one behind, at most, in millimetres."""
MAX_BESIDE, MAX_UNDIVIDED = 14, 40
"""Paragraphs of a solution beside its diagram, and of a solution that is not divided between pages."""


def document(title: str, listed: Sequence[PuzzleEntry], words: English) -> bytes:
    """Returns the bytes of the file: diagrams in front, solutions behind. The same puzzles give the same bytes."""
    pdfmetrics.registerFont(UnicodeCIDFont(WIDE))
    for bold, weight in ((False, "normal"), (True, "bold")):
        register_font("sans-serif", weight=weight, rlgFontName=LATIN[bold])
    file, margin = BytesIO(), PAGE_MARGIN * mm - PADDING
    made = SimpleDocTemplate(
        file,
        pagesize=A4,
        **dict.fromkeys(("leftMargin", "rightMargin", "topMargin", "bottomMargin"), margin),
        title=title,
        creator="retro",
        lang=words.code,
        invariant=1,
    )
    paper = _Paper(words, made.width - 2 * PADDING)
    story = [paper.text(title, 17, bold=True, after=8), paper.front(listed), PageBreak()]
    story += [paper.text(words.solutions, 17, bold=True, after=8)]
    for each in listed:
        story += paper.solution(each)
    made.build(story, onFirstPage=_numbered, onLaterPages=_numbered)
    return file.getvalue()


class _Paper:
    """The contents of the pages as flowables of reportlab. ``width`` is in points."""

    def __init__(self, words: English, width: float) -> None:
        self.words, self.width = words, width

    def text(
        self, text: str, size: float, *, bold: bool = False, indent: float = 0, after: float = 0, centred: bool = False
    ) -> Any:
        """Returns a paragraph with the space ``after`` it, in points. Unless bold, its later lines are indented."""
        style = ParagraphStyle(
            "text",
            fontName=LATIN[bold],
            fontSize=size,
            leading=size * 1.35,
            leftIndent=indent + (0 if bold else size),
            firstLineIndent=0 if bold else -size,
            alignment=1 if centred else 0,
            spaceAfter=after,
            wordWrap="CJK" if self.words.code == "ja" else None,
        )
        return Paragraph(_marked(text), style)

    def front(self, listed: Sequence[PuzzleEntry]) -> Any:
        """Returns the diagrams, two in a row."""
        column = (self.width - GAP * mm) / 2
        cells = [
            [
                _fitted(each.diagram, column, MAX_HEIGHT * mm),
                self.text(each.name, 10.5, bold=True, centred=True),
                self.text(each.grade, 9, centred=True),
            ]
            for each in listed
        ]
        cells += [[]] * (len(cells) % 2)
        rows = [[left, "", right] for left, right in zip(cells[::2], cells[1::2], strict=True)]
        return _plain_table(Table(rows, colWidths=[column, GAP * mm, column]), below=5 * mm, align=["CENTER"] * 3)

    def solution(self, each: PuzzleEntry) -> list[Any]:
        """Returns a solution; its first paragraphs stand beside the diagram."""
        width, height = (limit * mm for limit in MAX_SMALL)
        picture = _fitted(each.answered, width, height)
        name = self.text(each.name, 11.5, bold=True, after=3)
        (_, key), *tree = each.tree
        lines = [self.text(key, 9.5, bold=True), *(self.text(line, 9, indent=10 * depth) for depth, line in tree)]
        lines[-1].style.spaceAfter = 4
        facts = [self.text(f"{fact}: {what}", 8.5) for fact, what in each.facts]
        rule = HRFlowable(width="100%", thickness=0.5, color="#999999", spaceBefore=8, spaceAfter=6)
        paragraphs = [*lines, *facts]
        columns = [self.width - width - GAP, width + GAP]
        beside = Table([[[name, *paragraphs[:MAX_BESIDE]], picture]], colWidths=columns, splitInRow=1)
        whole = [rule, _plain_table(beside, below=0, align=["LEFT", "RIGHT"]), *paragraphs[MAX_BESIDE:]]
        return [KeepTogether(whole)] if len(paragraphs) <= MAX_UNDIVIDED else [CondPageBreak(2 * height), *whole]


def _plain_table(table: Any, below: float, align: Sequence[str]) -> Any:
    table.setStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            *((f"{side}PADDING", (0, 0), (-1, -1), 0) for side in ("LEFT", "RIGHT", "TOP")),
            ("BOTTOMPADDING", (0, 0), (-1, -1), below),
            *(("ALIGN", (column, 0), (column, -1), side) for column, side in enumerate(align)),
        ]
    )
    return table


def _fitted(drawing: Drawing, width: float, height: float) -> Any:
    """Returns a diagram, scaled to ``width`` or ``height``."""
    picture: Any = svg2rlg(BytesIO(drawing.encode()))
    for string in _strings(picture):
        if not _latin(string.text):
            string.fontName = WIDE
    scale = min(width / picture.width, height / picture.height)
    picture.scale(scale, scale)
    picture.width, picture.height = picture.width * scale, picture.height * scale
    picture.hAlign = "CENTER"
    return picture


def _strings(shape: Any) -> Iterator[Any]:
    if hasattr(shape, "text"):
        yield shape
    for each in getattr(shape, "contents", ()):
        yield from _strings(each)


def _marked(text: str) -> str:
    """Markup of a text, in which every character has a font that contains it."""
    runs = []
    for latin, characters in groupby(plain(text), _latin):
        run = escape("".join(characters))
        runs.append(run if latin else f'<font name="{WIDE}">{run}</font>')
    return "".join(runs)


def _latin(text: str) -> bool:
    try:
        text.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


def _numbered(canvas: Any, document: Any) -> None:
    """Writes the number of a page below it."""
    canvas.setFont(LATIN[False], 9)
    canvas.drawCentredString(document.pagesize[0] / 2, document.bottomMargin / 2, str(canvas.getPageNumber()))
