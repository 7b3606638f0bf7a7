"""The solution of a puzzle: the solver's moves against all defences, in plain Python with single look-ups.

The *goal* is the value of a state for the *solver*, the player to move: a win, a draw, or a number of points. A move
reaches the goal if its value is at least as good. What moves gain is no longer to be reached after them. A *dual* is a
state of the solver in which several moves reach the goal. Two kinds of states are skipped, because the solver has
nothing to find there: those with a value better than the goal (a gift), and those in which the goal is a win and a move
wins at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from retro.game.values import OUTCOMES, Value
from retro.play.states import Choice, State

Goal = int
"""Points; where values are not scores, 1 for a win, 0 for a draw, -1 for a loss."""


@dataclass(frozen=True)
class Proof:
    """The result of `prove`. States are counted up to symmetry, each once.

    plies   from the key to the solver's last move: for a win all plies, else as long as each of his moves is the only
            one that reaches the goal
    states  number of states in which the solver has to find a move
    duals   number of these in which several moves reach the goal
    """

    plies: int
    states: int
    duals: int


@dataclass(frozen=True)
class Variation:
    """Defences with the same answer.

    defences  as text; empty where the solver moves again
    answers   all moves that reach the goal, the best first; empty if the defence ends the game or is a gift
    value     of the position after the defences, for the solver, as `retro.game.values.Value` has it with ``dtm``; None
              if a move ended the game
    then      the variations after the first answer to the first defence
    """

    defences: list[str]
    answers: list[str]
    value: str | int | None
    dtm: int | None
    then: list[Variation]


@dataclass(frozen=True)
class Try:
    """A first move that a single reply, in the state ``after`` it, refutes; ``tempting``: it looks like the key."""

    choice: Choice
    after: State
    refutation: Choice
    tempting: bool = False


def goal(state: State) -> Goal:
    """Returns the goal of the player to move: the outcome of his best move. The state must have moves."""
    return state.rules.kind.result(state.best)


def _is_win(state: State, target: Goal) -> bool:
    """Whether a goal is a win; no number of points is one."""
    return not state.rules.scores and target > 0


def _wins_at_once(state: State, value: int) -> bool:
    return state.rules.kind.wins(value) and state.rules.kind.dtm(value) == 1


def reaching(state: State, target: Goal) -> list[Choice]:
    """Returns the moves that reach the goal, the best first."""
    reaching_it = (each for each in state.choices if _reaches(state, each, target))
    return sorted(reaching_it, key=lambda each: -each.value)


def remaining(target: Goal, choice: Choice, solving: bool) -> Goal:
    """Returns the goal of the solver after a move that goes on, which he makes (``solving``) or the opponent."""
    return target - choice.move.gained if solving else target + choice.move.gained


def left_to_find(state: State | None, target: Goal) -> bool:
    """Whether the solver has to find a move in a state; None stands for the end of the game."""
    if state is None or not state.choices:
        return False
    return goal(state) == target and not _wins_at_once(state, state.best)


def prove(root: State, max_plies: int, max_states: int) -> Proof | None:
    """Follow all defences; the solver answers each with the best move that reaches the goal.

    A win is followed to its end. Any other goal is followed ply by ply until a ply has a dual, for at most
    ``max_plies``. Returns None if a win takes more than ``max_states`` states, or if the first move has a dual.
    """
    states, aim = root.states, goal(root)
    win = _is_win(root, aim)
    level = [(states.folded(root), True, aim)]  # with whether the solver is to move, and his goal
    seen, n_states, duals, plies, last = {_identity(level[0][0])}, 0, 0, 0, 0
    while level and (win or plies < max_plies):
        own = [(state, target) for state, solving, target in level if solving]
        doubtful = sum(len(reaching(state, target)) > 1 for state, target in own)
        if doubtful and (not win or not plies):
            break
        n_states, duals, plies = n_states + len(own), duals + doubtful, plies + 1
        last = plies if own else last
        new, following = set(), {}
        for state, solving, target in level:
            for choice in reaching(state, target)[:1] if solving else state.choices:
                after, left = state.folded_after(choice), remaining(target, choice, solving)
                turn = solving == choice.move.again
                if after is None or (turn and (not left_to_find(after, left) or _identity(after) in seen)):
                    continue
                following[_identity(after), turn, left] = after, turn, left
                if turn:
                    new.add(_identity(after))
            if len(seen) + len(new) > max_states:
                break
        if len(seen) + len(new) > max_states:
            if win:
                return None
            break
        seen |= new
        level = list(following.values())
    if not last:
        return None
    return Proof(root.rules.kind.dtm(root.best) or last, n_states, duals)


def solution(state: State, key: Choice, target: Goal, plies: int) -> list[Variation]:
    """Returns all defences to a move of the solver; the solution has ``plies`` from this move on.

    For a win, the defences that last longest are followed further; for another goal, those that are no gift.
    """
    after = state.after(key)
    if after is None or plies <= 1 or not after.choices:
        return []
    groups: dict[tuple[tuple[str, ...], Value | None], list[_Defence]] = {}
    target = remaining(target, key, solving=True)
    for defence in [((), after, target, after.value())] if key.move.again else _defences(after, target, (), set()):
        _, state_after, left, value = defence
        groups.setdefault((_answers(state_after, left), value), []).append(defence)
    firsts = [defences[0] for defences in groups.values()]
    longest = max((_plies(first) for _, first, *_ in firsts if first is not None and first.choices), default=0)
    variations = []
    for ((answers, value), defences), (made, first, left, _) in zip(groups.items(), firsts, strict=True):
        then = list[Variation]()
        if first is not None and left_to_find(first, left) and (not _is_win(first, left) or _plies(first) == longest):
            then = solution(first, reaching(first, left)[0], left, plies - 1 - len(made))
        shown = [" ".join(each) for each, *_ in defences if each]
        variations.append(Variation(shown, list(answers), value and value.value, value and value.dtm, then))
    return variations


_Defence = tuple[tuple[str, ...], State | None, Goal, Value | None]
"""The moves of a defence, as text; the state in which the solver is to move then, None if the game is over; his goal
there; the value of the position after the defence, for the solver, None if a move ended the game."""


def _defences(
    state: State, target: Goal, made: tuple[str, ...], seen: set[tuple[int, int, Goal]]
) -> Iterator[_Defence]:
    """Yields the move sequences of the defender until the solver is to move; states in between are visited once."""
    for choice in sorted(state.choices, key=lambda each: -each.value):
        after, moves = state.after(choice), (*made, state.text(choice))
        left = remaining(target, choice, solving=False)
        if after is None or not choice.move.again:
            yield moves, after, left, None if after is None else after.value()
        elif not after.choices:
            yield moves, None, left, _for_opponent(after)
        elif (*_identity(after), left) not in seen:
            seen.add((*_identity(after), left))
            yield from _defences(after, left, moves, seen)


def _for_opponent(state: State) -> Value:
    """Returns the value of a state for the player who is not to move, or for the first if scores are for him."""
    value = state.value()
    if isinstance(value.value, int):
        return value if state.rules.kind.of_first else Value(-value.value, value.dtm)
    return Value(OUTCOMES[::-1][OUTCOMES.index(value.value)], value.dtm)


def _answers(state: State | None, target: Goal) -> tuple[str, ...]:
    """Returns the solver's answers to a defence, as text; if he can win at once, only those moves."""
    if state is None or not state.choices or goal(state) != target:
        return ()
    answers = reaching(state, target)
    at_once = [each for each in answers if _wins_at_once(state, each.value)]
    return tuple(map(state.text, at_once or answers))


def tries(root: State, target: Goal) -> list[Try]:
    """Returns the moves of ``root`` that exactly one of several replies refutes."""
    result = []
    for choice in root.choices:
        after = None if _reaches(root, choice, target) else root.after(choice)
        if after is not None and not choice.move.again and len(after.choices) > 1:
            against = -remaining(target, choice, solving=True)
            refuting = [reply for reply in after.choices if after.rules.kind.result(reply.value) > against]
            if len(refuting) == 1:
                result.append(Try(choice, after, refuting[0]))
    return result


def _reaches(state: State, choice: Choice, target: Goal) -> bool:
    return state.rules.kind.result(choice.value) >= target


def _plies(state: State) -> int:
    """Returns the plies to the end of the game; 0 if the best move neither wins nor loses."""
    return state.rules.kind.dtm(state.best) or 0


def _identity(state: State) -> tuple[int, int]:
    return state.key, state.forbidden
