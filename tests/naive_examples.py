"""Naive solvers of games in `examples/`, from their rules alone: they share no code with the plugins.

Each returns the values of positions by their texts: points, or as `naive_plies.values_of`.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement, product

from naive_plies import values_of

# Draughts: one piece a side. A piece is its letter, K or M, and its square (file from 0, rank from 1).

DARK = {
    number: (file, 8 - row)
    for row, file in product(range(8), repeat=2)
    for number in [4 * row + file // 2 + 1]
    if (file + row) % 2
}
"""The squares by their numbers."""


def draughts():
    """The values of all positions. A capture wins."""
    up, down = ((-1, 1), (1, 1)), ((-1, -1), (1, -1))

    def after(one, other, white):
        """The positions after all moves of a side: White's piece, Black's, who moves; None if one captures."""
        (piece, (file, rank)), (_, target) = (one, other) if white else (other, one)
        ends = []
        for right, above in up + down if piece == "K" else up if white else down:
            end, behind = (file + right, rank + above), (file + 2 * right, rank + 2 * above)
            if end == target and behind in DARK.values():
                return None
            if end != target and end in DARK.values():
                moved = ("K" if end[1] == (8 if white else 1) else piece, end)
                ends.append((moved, other, False) if white else (one, moved, True))
        return ends

    def text(one, other, white):
        """The position as retro writes it; Black to move sees the board from the other side."""
        numbers = {square: number if white else 33 - number for number, square in DARK.items()}
        sides = (f"{piece.strip('M')}{numbers[square]}" for piece, square in ((one, other) if white else (other, one)))
        return "W:W{}:B{}".format(*sides)

    pieces = list(product("KM", DARK.values()))
    positions = [
        (one, other, white)
        for one, other, white in product(pieces, pieces, (True, False))
        if one[1] != other[1] and one != ("M", (one[1][0], 8)) and other != ("M", (other[1][0], 1))
    ]
    following = {position: after(*position) for position in positions}
    known = {position: 2 for position, listed in following.items() if listed is None}
    values = values_of({position: listed or [] for position, listed in following.items()}, known)
    return {text(*position): value for position, value in values.items()}


def sim(points):
    """The values of all positions of Sim; a key has the lines of the mover, and above them those of the opponent."""
    lines = list(combinations(range(points), 2))
    triangles = [{lines.index(side) for side in combinations(corners, 2)} for corners in combinations(range(points), 3)]
    closing = [
        [sum(1 << other for other in each - {number}) for each in triangles if number in each]
        for number in range(len(lines))
    ]
    values = {}

    def results(mine, theirs):
        for number in range(len(lines)):
            if not (mine | theirs) >> number & 1:
                if any(mine & pair == pair for pair in closing[number]):
                    yield -2
                else:
                    result = value(theirs, mine | 1 << number)
                    yield -result + 1 if result < 0 else -result - 1 if result > 0 else 0

    @cache
    def value(mine, theirs):
        best = max(results(mine, theirs), key=lambda result: ((result > 0) - (result < 0), -result), default=0)
        values[mine | theirs << len(lines)] = best
        return best

    value(0, 0)
    return values


def kalah(pits, stones):
    """The points of all positions, which do not depend on the stones in the stores."""
    values = {}

    @cache
    def margin(mine, theirs, lead):
        """The mover's stones minus the opponent's at the end of best play; pits are in the order of sowing."""
        if not any(mine) or not any(theirs):
            return lead + sum(mine) - sum(theirs)
        results = []
        for pit in range(pits):
            if mine[pit]:
                board = [*mine, 0, *theirs]
                hand, board[pit], at = board[pit], 0, pit
                while hand:
                    at = (at + 1) % len(board)
                    board[at] += 1
                    hand -= 1
                if at < pits and board[at] == 1:
                    board[pits] += board[at] + board[-1 - at]
                    board[at] = board[-1 - at] = 0
                own, other, more = tuple(board[:pits]), tuple(board[pits + 1 :]), board[pits]
                results.append(margin(own, other, lead + more) if at == pits else -margin(other, own, -lead - more))
        value = max(results) - lead
        assert values.setdefault(" / ".join(" ".join(map(str, side)) for side in (mine, theirs)), value) == value
        return max(results)

    margin((stones,) * pits, (stones,) * pits, 0)
    return values


def awari_moves(board):
    """By pit, the board after the move from the view of the other player, and the captured stones."""
    every = {}
    for pit in range(6):
        after, at, captured = list(board), pit, 0
        after[pit] = 0
        for _ in range(board[pit]):
            at = (at + 1) % 12
            at = (at + 1) % 12 if at == pit else at
            after[at] += 1
        while at > 5 and after[at] in (2, 3):
            captured += after[at]
            after[at] = 0
            at -= 1
        if board[pit]:
            every[pit] = (*after[6:], *after[:6]), captured
    giving = {pit: each for pit, each in every.items() if any(each[0][:6])}
    return giving or every


def awari(stones):
    """The points of all boards with at most so many stones: what a player can force in finite time, or nothing."""

    def boards(count):
        return [tuple(map(pits.count, range(12))) for pits in combinations_with_replacement(range(12), count)]

    values = {}
    for count in range(stones + 1):
        every = {board: awari_moves(board) for board in boards(count)}
        values |= dict.fromkeys(every, 0)
        for threshold in range(1, count + 1):
            forced, before = set(), None  # boards whose mover, or other player, forces so many points in finite time
            while forced != before:
                before = set(forced)
                for board, moves in every.items():
                    if not moves:
                        forced.add((board, -1))
                    for who, chosen in ((1, any), (-1, all)) if moves else ():
                        if chosen(
                            who * (captured - values[to]) >= threshold if captured else (to, -who) in before
                            for to, captured in moves.values()
                        ):
                            forced.add((board, who))
            values |= {board: who * threshold for board, who in forced}
    return {" ".join(map(str, board)): points for board, points in values.items()}


# Reversi on 4 x 4 with colours and passes. A board is a set of ((column, row from the top), colour).

BLACK, WHITE = "b", "w"
OTHER = {BLACK: WHITE, WHITE: BLACK}
START = frozenset({((1, 2), BLACK), ((2, 1), BLACK), ((1, 1), WHITE), ((2, 2), WHITE)})


@cache
def reversi_after(board, colour):
    """The boards after each move of a colour, by the square of the new disc."""
    discs, result = dict(board), {}
    for column, row in set(product(range(4), repeat=2)) - {*discs}:
        turned = []
        for x, y in product((-1, 0, 1), repeat=2):
            line, place = [], (column + x, row + y)
            while discs.get(place) == OTHER[colour]:
                line.append(place)
                place = place[0] + x, place[1] + y
            turned += line if discs.get(place) == colour else []
        if turned:
            result[column, row] = frozenset((discs | dict.fromkeys([*turned, (column, row)], colour)).items())
    return result


@cache
def reversi_played(board, colour, passed=False):
    """The score of a colour that is to move, and the games from there that it wins, draws and loses."""
    moves = reversi_after(board, colour)
    if not moves and passed:
        score = sum(1 if each == colour else -1 for _, each in board)
        return score, score > 0, score == 0, score < 0
    results = [reversi_played(each, OTHER[colour]) for each in moves.values()]
    results = results or [reversi_played(board, OTHER[colour], True)]
    best = max(-score for score, *_ in results)
    return best, *(sum(each[index] for each in results) for index in (3, 2, 1))


def reversi():
    """The points of all positions in which the mover can move, or neither player."""
    values, waiting = {}, [(START, BLACK)]
    for board, colour in waiting:
        marks = {colour: "x", OTHER[colour]: "o"}
        discs, moves = dict(board), reversi_after(board, colour)
        text = "/".join("".join(marks.get(discs.get((x, y)), ".") for x in range(4)) for y in range(4))
        passes = not moves and reversi_after(board, OTHER[colour])
        if text not in values:
            values[text] = None if passes else reversi_played(board, colour)[0]
            waiting += [(board, OTHER[colour])] if passes else [(each, OTHER[colour]) for each in moves.values()]
    return {text: value for text, value in values.items() if value is not None}
