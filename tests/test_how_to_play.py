"""The rules of games for people: the Markdown that a plugin brings, and the positions in it."""

from urllib.parse import parse_qs

import pytest
from runs import rules_of

from retro.game import how_to_play, notation, staging
from retro.game.how_to_play import Block, Span
from retro.game.plugins import load as plugin
from retro.system.errors import GameError

IN_TWO_LINES = Span(" in "), Span("two", "code"), Span(" lines.")


def test_markdown_is_read_as_blocks():
    text = """# A title

Some *words* and **more**
in `two` lines.

- one
- two
  goes on
1. first
![A [picture]](ignored)
![A picture.](12 "a1")
![Another.](<1 2>)

[here](?set=a=1) [x](https://example.org)
"""
    assert how_to_play.parsed(text) == [
        Block("heading", (Span("A title"),)),
        Block("paragraph", (Span("Some "), Span("words", "em"), Span(" and "), Span("more", "strong"), *IN_TWO_LINES)),
        Block("bullet", (Span("one"),)),
        Block("bullet", (Span("two goes on"),)),
        Block("number", (Span("first ![A [picture]](ignored)"),)),
        Block("figure", (Span("A picture."),), "12", "a1"),
        Block("figure", (Span("Another."),), "1 2"),
        Block("paragraph", (Span("here", "link", "?set=a=1"), Span(" "), Span("x", "link", "https://example.org"))),
    ]


@pytest.mark.parametrize("name", ["ostle", "lgame", "british_square"])
def test_the_rules_of_the_games_say_the_same_in_both_languages_and_can_be_drawn(name):
    rules = rules_of(name)
    game = rules.game
    assert how_to_play.languages(game) == ["en", "ja"]
    english, japanese = (how_to_play.blocks(game, language) for language in ("en", "ja"))
    same = [[(each.kind, each.position, each.move) for each in blocks] for blocks in (english, japanese)]
    assert same[0] == same[1]
    figures = [each for each in english if each.kind == "figure"]
    assert len(figures) > 1 and notation.position_key(rules, figures[0].position) == rules.initial
    for each in figures:
        key = notation.position_key(rules, each.position)
        if each.move:
            code = notation.move_code(rules, key, each.move)
            assert staging.steps(rules, staging.staged(rules, key), key, code)
    links = [span.target for each in (*english, *japanese) for span in each.spans if span.style == "link"]
    for link in links:
        game.choose(dict(each.split("=", 1) for each in parse_qs(link.removeprefix("?"))["set"]))


def test_what_a_plugin_does_not_bring_is_named():
    with pytest.raises(GameError, match="lgame has no rules in the language 'fr'; it has en, ja"):
        how_to_play.blocks(plugin("lgame"), "fr")
