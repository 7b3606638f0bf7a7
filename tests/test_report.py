"""`retro report`: every number equals its definition by single look-ups, and the odds of a small game."""

import json
import re
import shutil
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from commanding import ask
from installing import install
from runs import rules_of
from scanned_game import BOARD, GAMES, keys_of
from subtraction_game import RULES

from retro.app import report_rows as showing
from retro.game import NONE, SLACK
from retro.lookup.latest_ranks import LatestRanks
from retro.lookup.scan import Scan
from retro.statistics import census as counting
from retro.statistics import report, report_kernels, trial_games
from retro.storage.distances import UNREACHED
from retro.system.progress import Silent

SOAKED_WALK = pytest.param("walking", marks=pytest.mark.soak)
SOAKED_LGAME = pytest.param("lgame", marks=[pytest.mark.soak, pytest.mark.compiled])
SIGNS = {"win": 1, "draw": 0, "loss": -1}


@pytest.fixture(scope="module", params=["ostle", "british_square", "dots_and_boxes", SOAKED_WALK, SOAKED_LGAME])
def game(request, small_game, examples):
    return small_game(request.param)


def scan_of(game, threads=2):
    return Scan(game.rules, report_kernels, threads, Silent())


def liked(game, key, value, dtm):
    """The rank of a value for the player to move, and its points."""
    if isinstance(value, int):
        mine = -value if game.rules.scores == "first" and not game.rules.first_to_move(key) else value
        return (mine, 0), mine
    return (SIGNS[value], -SIGNS[value] * (dtm or 0)), SIGNS[value]


def sign(number):
    return (number > 0) - (number < 0)


def expected(game, slots):
    """Positions by value, and what the census counts, by kind, outcome and number of moves."""
    by_value, counts = Counter(), Counter()
    for key in keys_of(game.rules, slots):
        weight = len({game.rules.image(key, g) for g in range(game.rules.group)}) if game.rules.players > 1 else 1
        value = game.tablebase.probe(key)
        gains = [liked(game, key, move.value, move.dtm)[1] for move in game.tablebase.moves(key)]
        row, count = 1 - sign(liked(game, key, *value)[1]), len(gains)
        best = max(gains, default=0)
        keeping = gains.count(best)
        by_value[value] += weight
        for kind, result in {
            "positions": 1,
            "single": keeping == 1 < count,
            "free": keeping == count > 1,
            "wrong": count - keeping,
            "turning": sum(sign(each) != sign(best) for each in gains),
            "lost": sum(best - each for each in gains),
        }.items():
            if result:
                counts[kind, row, count] += weight * result
    return by_value, counts


def summary(game, census):
    by_value = Counter()
    for value, positions in census.by_value.items():
        by_value[game.rules.kind.words(value)] += positions
    counts = {
        (kind, row, moves): int(table[row, moves])
        for kind, table in census.tables.items()
        for row, moves in np.argwhere(table).tolist()
    }
    return by_value, counts


def test_the_census_equals_single_lookups(game):
    (census,) = counting.count(game.table, scan_of(game), LatestRanks(game.rules))
    by_value, counts = expected(game, range(game.rules.slots))
    assert summary(game, census) == (by_value, counts)
    by_moves = Counter()
    for (kind, _, moves), count in counts.items():
        by_moves[moves] += count * (kind == "positions")
    listed = sorted(moves for moves in by_moves.elements() if moves)
    found = {each["moves"]: each["positions"] for each in census.moves.histogram}
    assert found == +by_moves and census.moves.most == listed[-1]
    assert (census.moves.mean, census.moves.median) == (pytest.approx(np.mean(listed)), listed[(len(listed) - 1) // 2])


def test_unreachable_positions_are_left_out(small_game):
    game = small_game("ostle")
    distances = np.full(game.rules.slots, UNREACHED, np.uint8)
    near = list(range(3, game.rules.slots, 5))
    distances[near] = 7
    table = replace(game.table, distances=distances)
    everything, reached = counting.count(table, scan_of(game), LatestRanks(game.rules))
    assert summary(game, reached) == expected(game, near)
    assert summary(game, everything) == expected(game, range(game.rules.slots))


def replayed(game, chance, skill):
    """A game by single look-ups: outcomes for the first player after each ply, and counts of mistakes."""
    rules, tablebase = game.rules, game.tablebase
    out = np.empty((rules.max_moves + SLACK, 3), np.int64)
    key, forbidden, side, lead, erred = rules.initial, NONE, 1, 0, False
    seen, mistakes, answered, hidden = [], 0, 0, 0
    for first, second in [*chance, (None, None)]:
        shown = {move.code: move for move in tablebase.moves(key)}
        values = {code: liked(game, key, move.value, move.dtm) for code, move in shown.items()}
        order = out[: rules.functions["moves"](key, out)].tolist()
        moves = [move for move in order if move[1] != forbidden]
        value = tablebase.probe(key, None if forbidden == NONE else forbidden)
        seen.append(sign(lead + side * liked(game, key, *value)[1]))
        gains = [values[move[1]][1] for move in moves]
        if erred and moves:
            answered += 1
            hidden += len(moves) > 1 and gains.count(max(gains)) == 1
        if not moves or first is None:
            return seen, not moves, mistakes, answered, hidden
        best = max(values[move[1]] for move in moves)
        among = [move for move in moves if first >= skill or values[move[1]] == best]
        successor, code, _ = among[int(second * len(among))]
        mistake, move = values[code][1] != max(gains), shown[code]
        mistakes += mistake
        erred = mistake and not move.again  # only the other player refutes a mistake
        if move.after is None:
            seen.append(sign(lead + side * values[code][1]))
            return seen, True, mistakes, answered, hidden
        lead += side * move.gained
        _, g, _ = rules.rank(successor)
        after = rules.image(successor, g)
        if rules.repetition:
            forbidden = rules.undo(rules.image(key, g), rules.image_code(code, g), after)
        key, side = after, side if move.again else -side


@pytest.mark.parametrize("skill", [0.0, 0.8])
def test_games_equal_those_of_single_lookups(game, skill):
    count = 40
    ranks = LatestRanks(game.rules)
    trial = trial_games.play(game.table, scan_of(game), ranks, count, 5, skill)
    with ranks.table() as latest:
        stored = [row for row in latest.tolist() if row[0] >= 0]
    assert all(game.rules.rank(key)[:2] == (slot, g) for key, slot, g in stored)
    assert bool(stored) == game.rules.enumerated
    chances = np.random.default_rng((5, 0)).random((count, trial_games.MAX_TRIAL_PLIES, 2))
    games = [replayed(game, chance, skill) for chance in chances]
    results = Counter(seen[-1] if ended else 0 for seen, ended, *_ in games)
    assert [each.value for each in (trial.first_wins, trial.drawn, trial.second_wins)] == [
        results[outcome] / count for outcome in (1, 0, -1)
    ]
    assert trial.broken_off.value == sum(not ended for _, ended, *_ in games) / count
    changes = [sum(a != b for a, b in pairwise(seen)) for seen, *_ in games]
    assert trial.changes.value == pytest.approx(np.mean(changes))
    assert trial.mistakes.value == pytest.approx(np.mean([mistakes for _, _, mistakes, _, _ in games]))
    answered, hidden = sum(each[3] for each in games), sum(each[4] for each in games)
    assert (trial.single_refutation.value if answered else trial.single_refutation) == (
        pytest.approx(hidden / answered) if answered else None
    )
    over = [seen for seen, ended, *_ in games if ended]
    assert (trial.plies is None) == (not over)
    if trial.plies:
        decided = [next(ply for ply in range(len(seen)) if len(set(seen[ply:])) == 1) for seen in over]
        lengths = [len(seen) - 1 for seen in over]
        assert trial.plies.value == pytest.approx(np.mean(lengths))
        assert trial.decided_after.value == sorted(decided)[(len(over) - 1) // 2]
        parts = [ply / max(1, length) for ply, length in zip(decided, lengths, strict=True)]
        assert trial.decided_part.value == pytest.approx(np.mean(parts))
        known = [sum(each <= ply for each in decided) / len(over) for ply in range(max(decided) + 1)]
        assert trial.decided_by_ply == pytest.approx(known)


def test_games_do_not_depend_on_threads_but_on_the_seed(small_game):
    game, games = small_game("ostle"), trial_games.GAMES_PER_TASK + 7
    one, two, other = (
        trial_games.play(game.table, scan_of(game, threads), LatestRanks(game.rules), games, seed, 0.5)
        for threads, seed in ((1, 3), (3, 3), (1, 4))
    )
    assert one == two and replace(other, seed=3) != one


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        *((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)),
        *((0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718)),
    ],
)
def test_intervals_of_shares_are_wilsons(count, total, low, high):
    """The examples of Newcombe, Statistics in Medicine 17, 857-872 (1998), table I, method 3."""
    share = trial_games.share(count, total)
    assert (share.low, share.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_intervals_hold_what_was_drawn_from_in_19_of_20_samples():
    draw = np.random.default_rng(1)
    held = Counter()
    for _ in range(400):
        numbers = draw.geometric(0.2, 200)  # mean 5, median 4
        for name, interval, right in (
            ("mean", trial_games.mean(numbers), 5),
            ("median", trial_games.median(numbers), 4),
            ("ratio", trial_games.ratio(numbers * draw.integers(0, 2, 200), numbers), 0.5),
        ):
            held[name] += interval.low <= right <= interval.high
    assert all(count >= 0.92 * 400 for count in held.values()), held


@pytest.fixture
def stones(site, data):
    """Nine stones, of which one to three are taken at a time; who takes the last wins. It is installed and solved."""
    install(site, "stones", RULES)
    ask("solve", "stones")


def test_a_game_with_known_odds(stones):
    answer = json.loads(ask("report", "stones", "--json", "--games", "2000"))
    assert answer["start"] == {"value": "win", "dtm": 5}
    assert [move["value"] for move in answer["first_moves"]["moves"]] == ["win", "loss", "loss"]
    assert answer["first_moves"]["keeping"] == 1 and answer["longest_dtm"] == 5
    everything = answer["positions"]
    assert answer["reached"] == everything and everything["positions"] == 9
    # 4 and 8 stones are lost; with one stone there is one move, with 5, 6, 7 and 9 one of three wins
    assert everything["outcomes"] == {"win": 7 / 9, "draw": 0, "loss": 2 / 9}
    assert everything["moves"]["histogram"] == [{"moves": m, "positions": p} for m, p in ((1, 1), (2, 1), (3, 7))]
    assert (everything["one_legal_move"], everything["all_keep_the_value"]) == (1 / 9, 2 / 9)
    assert everything["one_keeps_the_value"] == 6 / 9
    wrong = (0 + 1 / 2 + 5 * 2 / 3) / 9
    assert everything["random_move"]["gives_value_away"] == pytest.approx(wrong)
    random, careful = answer["games"]
    assert (random["skill"], careful["skill"]) == (0, 0.9)
    assert random["first_wins"]["value"] + random["second_wins"]["value"] == 1
    assert careful["first_wins"]["low"] > random["first_wins"]["high"]
    perfect = json.loads(ask("report", "stones", "--json", "--games", "50", "--skill", "1"))["games"][1]
    assert perfect["first_wins"]["value"] == 1 and perfect["mistakes"]["value"] == 0
    assert perfect["single_refutation"] is None and perfect["decided_by_ply"] == [1]


def test_statistics_without_meaning_are_left_out(stones, small_game):
    shown = ask("report", "stones", "--games", "100")
    assert "  result     first wins: in 5 plies with best play; 1 of 3 first moves keeps the win\n" in shown
    assert "  draws      none: no position is drawn\n" in shown
    assert "drawn  " not in shown and "points" not in shown and "symmetry" not in shown
    assert "retro reach" not in shown  # a game comes to all positions that were enumerated
    assert "skill" not in ask("report", "stones", "--games", "0")
    data = small_game("british_square").tablebase.database.path.parent
    options = ("--data", data, "--set", "size=3", "--games", "200")
    shown, answer = ask("report", "british_square", *options), ask("report", "british_square", *options, "--json")
    assert "loses points, on average" in shown and "longest win" not in shown
    assert json.loads(answer)["longest_dtm"] is json.loads(answer)["positions"]["mean_dtm"] is None


@pytest.fixture
def variants(small_game, tmp_path):
    """The command that reports on both readings of Ostle's rule 8 on a small board."""
    for name in ("ostle", "ostle exact"):
        path = small_game(name).tablebase.database.path
        shutil.copytree(path, tmp_path / path.name)
    return ("report", "ostle", *BOARD, "--data", str(tmp_path), "--games", "10", "--against", "rule8=exact")


def test_variants_stand_side_by_side(variants):
    both = json.loads(ask(*variants, "--json"))
    assert both["game"] == "ostle"
    assert [each["options"]["rule8"] for each in both["variants"]] == ["paper", "exact"]
    alone = json.loads(ask(*variants[:-2], "--set", "rule8=exact", "--json"))
    assert both["variants"][1] == alone
    shown = ask(*variants)
    assert re.search(r"^ +rule8=paper +rule8=exact *$", shown, re.MULTILINE)
    positions = [each["positions"]["positions"] for each in both["variants"]]
    assert re.search(rf"^ +positions +{positions[0]:,} +{positions[1]:,} *$", shown, re.MULTILINE)


def test_reached_positions_count_if_all_variants_have_distances(variants):
    assert "all positions count, also those" in ask(*variants)
    ask("reach", *variants[1:8], "--data", variants[variants.index("--data") + 1])
    reached = json.loads(ask(*variants, "--json"))["variants"]
    assert reached[0]["reached"]["positions"] <= reached[0]["positions"]["positions"]
    assert reached[1]["reached"] is None
    assert "all positions count, also those" in ask(*variants)
    assert "all positions count, also those" not in ask(*variants[:-2])


@pytest.mark.parametrize(
    ("against", "code", "message"),
    [
        ("exact", 2, "--against takes KEY=VALUE, not 'exact'"),
        ("rule8=none", 2, "option rule8 of ostle cannot be 'none'"),
        ("rule8=exact,men=3", 5, "retro solve ostle --set size=3 --set men=3"),
    ],
)
def test_impossible_variants_are_named(variants, against, code, message):
    assert message in ask(*variants[:-1], against, code=code)


def test_options_that_differ_name_the_variants():
    rules = [rules_of("ostle", **GAMES[name]) for name in ("ostle on 4x4", "ostle")]
    reports = [report.GameReport(each, None, None, None, None, None, []) for each in rules]
    assert showing.names(reports) == ["size=4 men=3 left=1 pieces=5", "size=3 men=2 left=0 pieces=4"]
    assert showing.names(reports[:1]) == ["ostle"]


@pytest.mark.compiled
@pytest.mark.parametrize(("skill", "word"), [(0.9, "late"), (0.999, "undecided"), (1, "undecided")])
def test_games_that_are_broken_off_are_not_called_decided(small_game, skill, word):
    """The L-game is drawn: the better both play, the fewer of its games end, and only those are ever decided."""
    data = small_game("lgame").tablebase.database.path.parent
    command = ("report", "lgame", "--data", data, "--games", "400", "--skill", skill)
    shown, (*_, played) = ask(*command), json.loads(ask(*command, "--json"))["games"]
    broken_off = played["broken_off"]["value"]
    assert (broken_off > 0.5) == (word == "undecided")
    tension = re.search(r"^  tension +(\w+): (.*)$", shown, re.MULTILINE)
    assert tension[1] == word
    that_end = " that end" * (broken_off > 0)
    undecided = f"{broken_off:.1%} of games at skill {skill:g} are not over after 200 plies"
    decided = f"half of the games at skill {skill:g}{that_end} are decided "
    assert tension[2].startswith(undecided if word == "undecided" else decided)
    assert ("are decided" in tension[2]) == (broken_off < 1)
