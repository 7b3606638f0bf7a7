"""What a solver has to find: his moves against all defences, in plain Python over single look-ups.

The *goal* is what a state is worth to the *solver*, the player to move: a win, a draw, or so many points. A move
reaches the goal if it is worth as much or more to him. A *dual* is a state of the solver in which several moves reach
it. Two kinds of states are not looked at, for nothing is left to be found there: those that are worth more than the
goal, a gift, and those in which a win is the goal and there at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from retro.game.values import Value
from retro.play.states import Choice, Order, State

Goal = Order | int
WIN_AT_ONCE: Order = (0, 1)
_WON = 0


@dataclass(frozen=True)
class Proof:
    """What `prove` finds. States are counted up to symmetry, each once.

    plies   from the key to the solver's last move: of a win all, else as far as each of his moves is the only one
    states  in which the solver has to find a move
    duals   in how many of them several moves reach the goal
    """

    plies: int
    states: int
    duals: int


@dataclass(frozen=True)
class Variation:
    """Defences with the same answer.

    defences  as text; none where the solver moves again
    answers   all moves that reach the goal, the best first; none if the defence ends the game or is a gift
    value     of the state after the defences, for the solver; None if the game is over
    then      what follows the first answer, after the first of the defences
    """

    defences: tuple[str, ...]
    answers: tuple[str, ...]
    value: Value | None
    then: tuple[Variation, ...]


@dataclass(frozen=True)
class Try:
    """A first move that fails, but to one reply only; ``tempting``: it looks as good as the key."""

    choice: Choice
    refutation: Choice
    tempting: bool = False


def goal(state: State) -> Goal:
    """What a state is worth to the player to move; it must have moves."""
    return state.outcome(state.best)


def reaching(state: State, wanted: Goal) -> list[Choice]:
    """The moves that reach the goal, the best first."""
    return sorted((each for each in state.choices if _reaches(state, each, wanted)), key=lambda each: each.order)


def left_to_find(state: State | None, wanted: Goal) -> bool:
    """Whether the solver has to find a move in a state; None is the end of the game."""
    if state is None or not state.choices:
        return False
    return goal(state) == wanted and not (wanted == _WON and state.best == WIN_AT_ONCE)


def prove(root: State, longest: int, most: int) -> Proof | None:
    """Look at all defences: the solver answers each with the best move that reaches his goal.

    A win is followed to its end. Anything else, ply by ply, until a ply has a dual, for ``longest`` plies at most. None
    if a win takes more than ``most`` states, or if the first move has a dual.
    """
    states, wanted = root.states, goal(root)
    level = [(states.folded(root), True)]  # with whether the solver is to move
    seen, found, duals, plies, last = {_place(level[0][0])}, 0, 0, 0, 0
    while level and (wanted == _WON or plies < longest):
        own = [state for state, solving in level if solving]
        doubtful = sum(len(reaching(state, wanted)) > 1 for state in own)
        if doubtful and (wanted != _WON or not plies):
            break
        found, duals, plies = found + len(own), duals + doubtful, plies + 1
        last = plies if own else last
        new, following = set(), {}
        for state, solving in level:
            for choice in reaching(state, wanted)[:1] if solving else state.choices:
                after = state.folded_after(choice)
                turn = solving == state.again(choice)
                if after is None or (turn and (not left_to_find(after, wanted) or _place(after) in seen)):
                    continue
                following[_place(after), turn] = after, turn
                if turn:
                    new.add(_place(after))
            if len(seen) + len(new) > most:
                break
        if len(seen) + len(new) > most:
            if wanted == _WON:
                return None
            break
        seen |= new
        level = list(following.values())
    if not last:
        return None
    return Proof(root.best[1] if wanted == _WON else last, found, duals)


def solution(state: State, key: Choice, wanted: Goal, plies: int) -> tuple[Variation, ...]:
    """All defences to a move of the solver, who has so many ``plies`` to play with it.

    Of a win the defences that last longest are followed further, of anything else those that are no gift.
    """
    after = state.after(key)
    if after is None or plies <= 1 or not after.choices:
        return ()
    groups: dict[tuple[tuple[str, ...], Value | None], list[_Defence]] = {}
    for defence in [((), after)] if state.again(key) else _defences(after, (), set()):
        found = defence[1]
        value = None if found is None else found.value()
        groups.setdefault((_answers(found, wanted), value), []).append(defence)
    firsts = [defences[0] for defences in groups.values()]
    longest = max((first.best[1] for _, first in firsts if first is not None and first.choices), default=0)
    variations = []
    for ((answers, value), defences), (made, first) in zip(groups.items(), firsts, strict=True):
        then: tuple[Variation, ...] = ()
        if first is not None and left_to_find(first, wanted) and (wanted != _WON or first.best[1] == longest):
            then = solution(first, reaching(first, wanted)[0], wanted, plies - 1 - len(made))
        variations.append(Variation(tuple(" ".join(each) for each, _ in defences if each), answers, value, then))
    return tuple(variations)


_Defence = tuple[tuple[str, ...], State | None]
"""The moves of a defence, as text, and the state in which the solver is to move then; None if the game is over."""


def _defences(state: State, made: tuple[str, ...], seen: set[tuple[int, int]]) -> Iterator[_Defence]:
    """All that a defender may play until the solver is to move; states that he passes through count once."""
    for choice in sorted(state.choices, key=lambda each: each.order):
        after, moves = state.after(choice), (*made, *texts(state, [choice]))
        if after is None or not state.again(choice):
            yield moves, after
        elif not after.choices:
            yield moves, None
        elif _place(after) not in seen:
            seen.add(_place(after))
            yield from _defences(after, moves, seen)


def _answers(state: State | None, wanted: Goal) -> tuple[str, ...]:
    """What the solver may play in a state after a defence; if he can win at once, how."""
    if state is None or not state.choices or goal(state) != wanted:
        return ()
    answers = reaching(state, wanted)
    at_once = [each for each in answers if wanted == _WON and each.order == WIN_AT_ONCE]
    return tuple(texts(state, at_once or answers))


def main_line(state: State, plies: int) -> list[tuple[State, Choice]]:
    """The longest defence, or the first of the best ones, and the solver's moves: states with the moves made there."""
    line: list[tuple[State, Choice]] = []
    here: State | None = state
    while here is not None and here.choices and len(line) < plies:
        choice = min(here.choices, key=lambda each: each.order)
        line.append((here, choice))
        here = here.after(choice)
    return line


def tries(root: State, wanted: Goal) -> list[Try]:
    """First moves that do not reach the goal because of exactly one reply, where there are others."""
    against = _against(wanted)
    found = []
    for choice in root.choices:
        after = None if _reaches(root, choice, wanted) else root.after(choice)
        if after is not None and not root.again(choice) and len(after.choices) > 1:
            refuting = [reply for reply in after.choices if after.outcome(reply.order) < against]  # type: ignore[operator]
            if len(refuting) == 1:
                found.append(Try(choice, refuting[0]))
    return found


def texts(state: State, choices: list[Choice]) -> list[str]:
    """Moves as the game writes them."""
    return [str(state.states.rules.text.format_move(state.key, each.move.code)) for each in choices]


def _reaches(state: State, choice: Choice, wanted: Goal) -> bool:
    return state.outcome(choice.order) <= wanted  # type: ignore[operator]


def _against(wanted: Goal) -> Goal:
    """What the opponent has if the solver has what is wanted."""
    return 2 - wanted if isinstance(wanted, int) else (0, -wanted[1])


def _place(state: State) -> tuple[int, int]:
    return state.key, state.forbidden
