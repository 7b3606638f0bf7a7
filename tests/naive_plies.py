"""Retrograde analysis over dictionaries, for naive twins of games in which players take turns."""


def values_of(after, values):
    """Returns the value of all positions: plies to a win + 1, minus plies to a loss - 1, or 0 for a draw.

    ``after`` has the positions after each move of a position, ``values`` the positions whose values are known.
    """
    values, plies = dict(values), 0
    while any(abs(value) > plies for value in values.values()):
        plies += 1
        for position, following in after.items():
            if position not in values and any(values.get(each) == -plies for each in following):
                values[position] = plies + 1
            elif position not in values and following and all(0 < values.get(each, 0) <= plies for each in following):
                values[position] = -plies - 1
    return {position: values.get(position, 0) for position in after}
