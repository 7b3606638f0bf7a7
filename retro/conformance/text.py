"""The rules about what people read: `text`, `scene`, `turns`, `tags` and `published`.

text       what the plugin writes, it reads; what it cannot read, it refuses with one clear line
scene      every position has a scene of its own, every move but one has steps, and final scenes can be drawn, and the
           figures of the rules for people
turns      scene, `first_to_move` and moves agree on the player to move
tags       tags of moves are those of the game, the same compiled and plain, and the same for all images of a move
published  published.toml is valid, and the positions, moves and sections that it names exist; `retro reproduce`
           compares its numbers
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from inspect import unwrap
from typing import Any

from retro.compiling.added import Added
from retro.conformance.declarations import check_tables
from retro.conformance.overflow import Overflow, watched
from retro.conformance.report import Failed, Skipped, TimeOver
from retro.conformance.subject import Subject, shown, whole
from retro.game import NONE, how_to_play, notation, staging
from retro.game import tags as game_tags
from retro.game import turns as game_turns
from retro.game.rules import IndexedRules, Move
from retro.game.scene import as_json
from retro.game.tags import Tags
from retro.game.text import on_squares
from retro.system.errors import GameError, described
from retro.verify.published import ENTRY_KINDS, FILE_NAME, NOTHING_FORBIDDEN, Published, load

JUNK = (
    "",
    " ",
    "-1",
    "?",
    "x" * 5_000,
    "9" * 400,
    "\0\n\r\t",
    "\u2028é漢🎲",
    "a1-b2/c3",
    "nan",
    "1e9",
    "--help",
    "[]{}",
)
"""Texts that are hardly a position or a move, though a game may read some as one."""
LONGEST_ERROR = 1_000
LONGEST_RAISED = 200
"""Characters that a message shows of what a function raised."""


def text(subject: Subject) -> None:
    """Write and read the positions and moves of the sample; then read junk."""
    words = subject.rules.text
    by_text: dict[str, int] = {}
    squares = None
    with suppress(TimeOver):
        for key in subject.each(subject.sample, 0.75):
            if words.squares is not None:
                squares = _squares(subject, key, squares)
            line = _write(subject, "format", words.format, key)  # first, because draw may be the same function
            own = unwrap(words.format)(key)
            if line != own:
                read_as = notation.reserved(subject.rules, key, own)
                what = f"format returned {own[:80]!r}, which commands read as {read_as}; they write"
                raise subject.failed(key, f"{what} the position {key}")
            drawing = _write(subject, "draw", words.draw, key, lines=True)
            if by_text.setdefault(line, key) != key:
                raise subject.failed(key, f"format gives position {by_text[line]} the same text {line[:80]!r}")
            back = _read(subject, "parse", words.parse, line)
            if back != key:
                raise subject.failed(key, f"parse(format(key)) is {back}, not {key}")
            back = _read_junk(subject, "parse", words.parse, drawing)
            if back not in (None, key):
                raise subject.failed(key, f"parse(draw(key)) is {back}, neither {key} nor a ValueError")
            _check_swapped(subject, key)
            _check_moves(subject, key)
    subject.limit(1.0)
    for key in subject.sample[:3]:
        for junk in subject.within([*JUNK, words.format(key)[:-1], words.format(key) + "#"], "texts to refuse"):
            _read_junk(subject, "parse", words.parse, junk)
            _read_junk(subject, "parse_move", words.parse_move, junk, key)


def _check_swapped(subject: Subject, key: int) -> None:
    """The position as the other player sees it can be written, and swapping it again gives the position."""
    words = subject.rules.text
    other = _read(subject, "swapped", words.swapped, key)
    back = None if whole(other) is None else _read(subject, "swapped", words.swapped, other)
    if back != key:
        raise subject.failed(key, f"swapped(key) is {shown(other)}, and swapped again {shown(back)}, not {key}")
    _write(subject, "draw", words.draw, other, lines=True)
    _write(subject, "format", words.format, other)
    if words.swapped_move is not None:
        for move in subject.moves(key):
            _write(subject, "swapped_move", words.swapped_move, key, move.code)


def _squares(subject: Subject, key: int, expected: tuple[str, ...] | None) -> tuple[str, ...]:
    """Returns the names of squares, which are the same for all positions."""
    try:
        names = tuple(on_squares(subject.rules.text, key))
    except ValueError as error:
        raise subject.failed(key, str(error)) from error
    if expected not in (None, names):
        raise subject.failed(key, "squares names other squares than elsewhere, or in another order")
    return names


def _check_moves(subject: Subject, key: int) -> None:
    words = subject.rules.text
    by_text: dict[str, int] = {}
    for move in subject.within(subject.moves(key)):
        line = _write(subject, "format_move", words.format_move, key, move.code)
        if line in by_text:
            what = f"format_move gives the move of code {by_text[line]} the same text {line[:80]!r}"
            raise subject.failed(key, what, move.code)
        by_text[line] = move.code
        if subject.rules.repetition and move.goes_on:
            forbidden = subject.rules.undo(key, move.code, move.successor)
            if forbidden != NONE:
                _write(subject, "why_forbidden", words.why_forbidden, move.successor, forbidden)
        back = _read(subject, "parse_move", words.parse_move, key, line)
        if back != move.code:
            raise subject.failed(key, f"parse_move(key, {line[:80]!r}) is {back}, not {move.code}", move.code)


def _write(subject: Subject, name: str, write: Callable[..., Any], key: int, *code: int, lines: bool = False) -> str:
    """Returns the text that a function writes: not empty, and one line unless several ``lines`` are allowed."""
    subject.check_time()
    try:
        text = write(key, *code)
    except Exception as error:
        raise subject.failed(key, f"{name} raised {described(error)[:LONGEST_RAISED]}", *code) from error
    if not isinstance(text, str) or not text:
        raise subject.failed(key, f"{name} returned {shown(text)}, not a text", *code)
    if not lines and (len(text.splitlines()) > 1 or not text.isprintable()):
        raise subject.failed(key, f"{name} returned {shown(text)}, which is not one printable line", *code)
    return text


def _read(subject: Subject, name: str, read: Callable[..., Any], *arguments: Any) -> Any:
    """Returns what a function reads from a text that the game has written."""
    subject.check_time()
    try:
        return read(*arguments)
    except Exception as error:
        given = ", ".join(repr(each)[:80] for each in arguments)
        what = f"{name}({given}) raised {described(error)[:LONGEST_RAISED]}"
        raise Failed(f"{what}, but the text was written by the game") from error


def _read_junk(subject: Subject, name: str, read: Callable[..., Any], junk: str, *key: int) -> int | None:
    """Returns the number that a function reads from junk, None if it refuses it with a ValueError of one line."""
    subject.check_time()
    call = f"{name}({', '.join([*map(str, key), ascii(junk)[:60]])})"
    try:
        number = read(*key, junk)
    except ValueError as error:
        text = str(error)
        if not text.strip() or len(text.splitlines()) > 1 or len(text) > LONGEST_ERROR:
            raise Failed(f"{call}: the ValueError says {ascii(text)[:80]}, not one clear line") from error
        return None
    except Exception as error:
        raise Failed(f"{call} raised {described(error)[:LONGEST_RAISED]}, not a ValueError") from error
    if whole(number) is None:
        raise Failed(f"{call} returned {shown(number)}, neither a number nor a ValueError")
    return whole(number)


def scene(subject: Subject) -> str:
    """Test the scenes of the sample, and of each the steps of its moves; one move of a position may have none."""
    words = subject.rules.text
    if words.scene is None:
        raise Skipped("scene is not defined")
    by_scene: dict[str, int] = {}
    with suppress(TimeOver):
        for key in subject.each(subject.sample, 0.75):
            scene = staging.staged(subject.rules, key)
            other = by_scene.setdefault(json.dumps(as_json(scene)), key)
            if other != key:
                raise subject.failed(key, f"scene gives position {other} the same scene")
            without_steps = []
            for move in subject.within(subject.moves(key)):
                if not staging.steps(subject.rules, scene, key, move.code):
                    without_steps.append(move.code)
                if not move.goes_on:
                    staging.final_scene(subject.rules, key, move.code)
            if len(without_steps) > 1:
                what = f"the move of code {without_steps[0]} has no steps either; define shown"
                raise subject.failed(key, what, without_steps[1])
    subject.limit(1.0)
    _draw_rules(subject)
    return "moves are the points that format_move names" if words.shown is None else ""


def _draw_rules(subject: Subject) -> None:
    """Draws the figures of the rules for people; GameError, with the file, if one cannot be drawn."""
    rules = subject.rules
    if rules.options != rules.game.choose({}):
        return
    for language in how_to_play.languages(rules.game):
        for block in subject.within(list(how_to_play.blocks(rules.game, language)), "blocks of the rules"):
            try:
                if block.position:
                    how_to_play.figure(rules, block)
            except GameError as error:
                raise GameError(f"rules.{language}.md: {error}") from error


def turns(subject: Subject) -> None:
    """Tests that the first player is to move at the first start, and then the positions of the sample.

    Where scores are for the first player, the `turn` of the scene must agree with `first_to_move`. Other values change
    sides with every move but those with AGAIN, so the `turn` of each successor must be that of the other player, or the
    same.
    """
    rules = subject.rules
    first = rules.kind.of_first
    if not first and rules.text.scene is None:
        raise Skipped("neither first_to_move nor scene says whose turn it is")
    if rules.initial >= 0 and game_turns.stated(rules, rules.initial) == 1:
        stated = "first_to_move is False" if first else "scene has the turn 2"
        raise subject.failed(rules.initial, f"{stated} at the start; the first player makes the first move")
    for key in subject.each(subject.sample):
        turn = _turn(subject, key)
        if first:
            first_to_move = bool(subject.number("first_to_move", key))
            if turn and (turn == 1) != first_to_move:
                raise subject.failed(key, f"scene has the turn {turn}, but first_to_move is {first_to_move}")
            continue
        for move in subject.within(subject.ongoing(key)):
            after = _turn(subject, move.successor)
            if after != (turn if move.again else (0, 2, 1)[turn]):
                what = f"scene has the turn {turn} before the move and {after} after it"
                why = "its outcome has AGAIN" if move.again else "values change sides with a move without AGAIN"
                raise subject.failed(key, f"{what}, but {why}", move.code)


def _turn(subject: Subject, key: int) -> int:
    """Returns the turn that the plugin's scene states, 0 if none; turns that `first_to_move` adds do not count."""
    scene = staging.turnless_scene(subject.rules, key)
    return 0 if scene is None else scene.turn


def tags(subject: Subject) -> str:
    """Test the tags of every move of the sample and of its images."""
    declared = game_tags.load(subject.rules)
    if not declared.names:
        raise Skipped("moves of the game have no tags")
    added = Added.of_tags(declared)
    problem = added.problem()
    if problem:
        raise Failed(f"tags in tags.py {problem}")
    check_tables([declared.function])
    compiled = added.compiled()
    plain = replace(declared, function=watched(declared.function, {}))
    all_bits = 0
    with suppress(TimeOver):
        for key in subject.each(subject.sample):
            for move in subject.within(subject.moves(key)):
                bits = _tag_bits(subject, plain, key, move)
                all_bits |= bits
                compiled_bits = int(compiled(key, move.code, move.successor, move.outcome))
                if compiled_bits != bits:
                    what = f"tags are {compiled_bits} compiled and {bits} as plain Python"
                    raise subject.failed(key, what, move.code)
                for g in subject.elements():
                    _check_image_tags(subject, plain, key, move, bits, g)
    absent = [name for name in declared.names if name not in declared.of(all_bits)]
    return f"no move of the sample has the tag {' or '.join(absent)}" if absent else ""


def _tag_bits(subject: Subject, tags: Tags, key: int, move: Move) -> int:
    """Returns the bits that the plugin's function returns for a move."""
    subject.check_time()
    try:
        value: Any = tags.function(key, move.code, move.successor, move.outcome)
    except Overflow as error:
        raise subject.failed(key, f"in {error}", move.code) from error
    except Exception as error:  # a plugin may raise anything
        what = f"tags of plugin {subject.rules.game.name} raised {described(error)}"
        raise subject.failed(key, what, move.code) from error
    bits = whole(value)
    if bits is None:
        raise subject.failed(key, f"tags returned {shown(value)}, not a whole number", move.code)
    if not 0 <= bits < 1 << len(tags.names):
        raise subject.failed(key, f"tags returned {bits}, but TAGS has {len(tags.names)}", move.code)
    return bits


def _check_image_tags(subject: Subject, tags: Tags, key: int, move: Move, bits: int, g: int) -> None:
    """The image of a move has the same tags; where codes have no images, some move to an image has them."""
    image = subject.key("image", key, g)
    if "image_code" in subject.functions:
        code = subject.number("image_code", move.code, g)
        moves = [other for other in subject.moves(image) if other.code == code]
    else:
        target = _target(subject, move)
        moves = [other for other in subject.moves(image) if _target(subject, other) == target]
    if bits not in {_tag_bits(subject, tags, image, other) for other in moves}:
        what = f"tags are {bits}, and others for the image of the move under element {g} (key {image})"
        raise subject.failed(key, what, move.code)


def _target(subject: Subject, move: Move) -> tuple[int, int]:
    """Returns the outcome of a move and the class of its successor."""
    return move.outcome, subject.canonical(move.successor) if move.goes_on else NONE


def published(subject: Subject) -> None:
    """Read all entries, and the names in those that hold for the options."""
    rules = subject.rules
    entries = load(rules.game)
    if not entries:
        raise Skipped("the plugin has no published results")
    for entry in subject.within(entries, "entries"):
        if entry.holds(rules.game, rules.options):
            try:
                _check_names(subject, entry)
            except GameError as error:
                raise GameError(f"{FILE_NAME}, {entry.title}: {error}") from error
        subject.checked += 1


def _check_names(subject: Subject, entry: Published) -> None:
    """Raises GameError for a position, move or section that the game does not have."""
    rules = subject.rules

    def key(position: str) -> int:
        subject.check_time()
        try:
            number = notation.start_number(rules, position)
            return rules.text.parse(position) if number is None else rules.starts[number]
        except ValueError as error:
            raise GameError(f"{position[:40]!r} is no position: {error}") from error

    if entry.what in ("values", "lines"):
        for position in entry.rows:
            key(position)
    if entry.position:
        root = key(entry.position)
        if ENTRY_KINDS[entry.what].holds == "value":
            for move in subject.within(list(entry.rows)):
                if move != NOTHING_FORBIDDEN:
                    notation.move_code(rules, root, move)
    if entry.what == "positions by part" and isinstance(rules, IndexedRules):
        sections = {name for name, _, _ in rules.sections}
        for name in entry.rows:
            if name not in sections:
                raise GameError(f"no section of the game is called {name[:40]!r}")
