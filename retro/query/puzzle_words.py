"""The words with which puzzles are described in each language: classes with the same attributes.

Texts with braces are for `str.format`.
"""

from __future__ import annotations

from retro.game import turns
from retro.game.values import Value
from retro.play.states import State


class English:
    """English words. The class of another language derives from it and overrides what differs."""

    code = "en"
    to_move, solutions, key, comma = "to move", "Solutions", "key", ", "
    position, duals, none = "position", "duals", "none"
    grade, grades = "grade", {"easy": "easy", "medium": "medium", "hard": "hard"}
    tries, refuted = "tries", "other single refutations"
    keys = {"same": ", the same key", "other": ", another key", "several": ", several keys", None: ""}  # noqa: RUF012
    anything, anything_else = "anything: the game ends at once", "anything else: the game ends at once"
    title, of = "{}: puzzles", "{0:,} of {1:,} states"
    shifted, way, more = "if shifted: {}", "{} to {}", "... and {:,} more"
    either, and_others = " or ", " ..."

    def stipulation(self, state: State) -> str:
        """The player to move and his goal."""
        rules, value = state.rules, state.value()
        whose = f"for {rules.text.player(0)}" if rules.kind.of_first else "for the player to move"
        goal = f"lose no points ({value} {whose})" if isinstance(value.value, int) else str(value)
        goal = goal if value.value != "draw" else "hold the draw"
        name = self._mover(state)
        move = rules.move_text(state.key, state.forbidden)
        forbidden = f"; {move} is forbidden" if move else ""
        return f"{name[:1].upper()}{name[1:]} to move and {goal}{forbidden}"

    def value(self, value: Value) -> str:
        return str(value)

    def _mover(self, state: State) -> str:
        rules = state.rules
        return rules.text.player(turns.player(rules, state.key), self.code)


class Japanese(English):
    """In the words of Japanese composers: 紛れ is a try, 余詰 a dual, 初手 the key."""

    code = "ja"
    to_move, solutions, key, comma = "手番", "解答", "初手", "、"
    position, duals, none = "局面", "余詰", "なし"
    grade, grades = "難しさ", {"easy": "やさしい", "medium": "ふつう", "hard": "難しい"}
    tries, refuted = "紛れ", "ほかに受けが一つだけの手"
    keys = {"same": "、初手は同じ", "other": "、初手は別", "several": "、初手は複数", None: ""}  # noqa: RUF012
    anything, anything_else = "どう応じてもすぐに終局", "ほかはすぐに終局"
    title, of = "{} 問題集", "{1:,}局面のうち{0:,}局面"
    shifted, way, more = "駒をずらすと{}", "{}から{}へ", "ほか{:,}手"
    either, and_others = "または", "など"

    def stipulation(self, state: State) -> str:
        rules, value = state.rules, state.value()
        whose = rules.text.player(0, self.code) if rules.kind.of_first else "手番"
        goal = f"得点を減らさない({whose}から見て{value})" if isinstance(value.value, int) else self.value(value)
        goal = goal if value.value != "draw" else "引き分けに持ち込む"
        move = rules.move_text(state.key, state.forbidden)
        forbidden = f"({move}は禁じ手)" if move else ""
        return f"{self._mover(state)}番、{goal}{forbidden}"

    def value(self, value: Value) -> str:
        words = {"win": "勝ち", "loss": "負け", "draw": "引き分け"}
        if isinstance(value.value, int):
            return str(value)
        if value.endless:
            return f"千日手で{words[value.value]}"
        return words[value.value] if value.dtm is None else f"{value.dtm}手で{words[value.value]}"


ENGLISH = English()
LANGUAGES = {each.code: each for each in (ENGLISH, Japanese())}
