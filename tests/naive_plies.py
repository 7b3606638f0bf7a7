"""Retrograde analysis over dictionaries, for naive twins of games in which players take turns."""

from collections import defaultdict


def values_of(after, known=()):
    """Returns the value of all positions: plies to a win + 1, minus plies to a loss - 1, or 0 for a draw.

    ``after`` has the positions after each move of a position, and None for moves that come to a draw; ``known`` has the
    values of positions in which the game ends at once or in one ply. Others without moves are lost.
    """
    before, left = defaultdict(list), {}
    for position, following in after.items():
        left[position] = len(following)
        for each in following:
            before[each].append(position)
    values = {position: -1 for position, following in after.items() if not following} | dict(known)
    waiting = sorted(values, key=lambda position: abs(values[position]))
    for position in waiting:
        lost, plies = values[position] < 0, abs(values[position])
        for each in before[position]:
            left[each] -= 1
            if each not in values and (lost or left[each] == 0):
                values[each] = plies + 1 if lost else -plies - 1
                waiting.append(each)
    return {position: values.get(position, 0) for position in after}
