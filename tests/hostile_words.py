"""Text that must not pass as a position, a move or an option, nor command a terminal."""

from hypothesis import strategies as st

NASTY = (
    *"\0\a\b\t\n\v\f\r\x1b\x7f\x85\x9b\xa0\xad\u200b\u200f\u2028\u2029\u202e\u2066\ufeff\ud800\udcff\ufffe\U000e0001",
    *"\uff11\u0663\u0966\xb2\u2163\u2460\uff41\uff21\u0430\u0196\uff0a\uff03\xb7\u2026\uff0d\uff0f\u0130\u017f\u212a",
    *("\x1b[2J", "\x1b]0;title\x07", "\r\n", "turn 1", "turn 0", "turn 99999999999999999999", "turn -1", "turn \uff11"),
    *("pass", "* to move", "# to move", "player", "a1", "A1U", "e5R", "c4-d1", "%s%n", "{0}", "[red]", "../..", "-1"),
    *("0", "1", "2", "3", "*", "#", "x", ".", "-", "/", " "),
)
"""Control characters, digits of other scripts, look-alikes, and words that are nearly right."""
hostile = st.lists(st.one_of(st.sampled_from(NASTY), st.characters(), st.text(max_size=3)), max_size=40).map("".join)
