"""Golden words: what retro said about small games of every class, position by position and route by route.

`tests/data/README.md` says which version said it. ``python tests/golden.py`` writes all files of `FOLDER` anew with the
code that is installed. They contain words as users read them: no slot, no packed value, nothing of the form of a file.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from commanding import ask
from example_plugins import EXAMPLES
from feature_games import FeatureGame, completed
from installing import forget, install, metadata, register
from page_reader import READER
from runs import rules_of

from retro.game.values import OUTCOMES

FOLDER = Path(__file__).parent / "data" / "golden"
GAMES: dict[str, dict[str, str | int]] = {
    # win, loss or draw
    "branching": {"height": 30, "endings": 1},
    "pawns": {},
    "pairs": {},
    "floors": {},
    "chain": {"length": 400},
    "lgame": {},
    "springs": {"length": 12},
    # with a repetition rule
    "ostle": {"size": 3, "men": 2, "left": 0},
    "ostle_exact": {"size": 3, "men": 2, "left": 0, "rule8": "exact"},
    "maze": {},
    "corridor": {},
    # with play without end
    "hare_and_hounds": {},
    "endless_win": {},
    "endless_loss": {},
    "endless_draw": {},
    # with scores
    "british_square": {"size": 3},
    "dots_and_boxes": {"wide": 2, "high": 2},
    "awari": {"stones": 4},
    "gains": {},
    "first": {},
}
"""Options of the games, by the names of their files."""
SERVED = ("pawns", "ostle", "british_square", "first", "awari", "hare_and_hounds", "endless_win", "springs")
"""Games whose answers over HTTP are compared."""
PACKAGES = ("branching", "pawns", "pairs", "floors", "chain", "springs")
"""Games of packages in this directory."""
GRAPHS = {
    "endless_win": ("endless no_moves rank", 18, 1),
    "endless_loss": ("endless no_moves rank", 14, -1),
    "endless_draw": ("endless no_moves image AGAIN", 11, 1),
    "gains": ("mover endless gains tier AGAIN rank sides", 3, 1),
    "first": ("first endless gains tier starts", 4, 1),
}
"""Features and seeds of games that are random graphs, and the sign of what play without end is worth."""
POSITIONS = 200
"""Positions of a graph; twice as many where its positions have sides."""
STEPS = """
from retro.game import LOSS, ONGOING, WIN

CODES, REPETITION = 4, True

def moves(key, out):
    n = 0
    for code in range(CODES):
        x, y = key % WIDE + (1, 0, -1, 0)[code], key // WIDE + (0, 1, 0, -1)[code]
        place = WIDE * y + x
        if 0 <= x < WIDE and 0 <= y < HIGH and place * place % 11 not in WALLS:
            out[n, 0], out[n, 1] = place, code
            out[n, 2] = WIN if place % WON == WON - 1 else LOSS if place % LOST == LOST - 1 else ONGOING
            n += 1
    return n

def undo(key, code, successor):
    return code ^ 2
"""
"""Both players step with one token, and not straight back: a repetition rule without `unmoves`."""
BOARDS = {
    "maze": "INITIAL, WIDE, HIGH, WALLS, WON, LOST = 0, 20, 20, (4,), 37, 29",
    "corridor": "INITIAL, WIDE, HIGH, WALLS, WON, LOST = 140, 300, 1, (), 300, 1000",
}


@contextmanager
def installed(site: Path) -> Iterator[None]:
    """All games are installed, by way of an empty directory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(site))
        for name in PACKAGES:
            register(site, name, {name: f"{name}_game.plugin"})
        for name in EXAMPLES.keys() & GAMES.keys():
            metadata(EXAMPLES[name], site)
            patch.syspath_prepend(str(EXAMPLES[name]))
        for name, (features, seed, sign) in GRAPHS.items():
            graph = FeatureGame(completed(features.split()), seed, POSITIONS)
            graph.worth = [sign * each for each in graph.worth]
            install(site, name, graph.source)
        for name, board in BOARDS.items():
            install(site, name, board + STEPS)
        yield
    forget(site)


def recorded(file: str) -> list[str]:
    """The lines of a file of FOLDER."""
    return (FOLDER / file).read_text(encoding="utf-8").splitlines()


def arguments(name: str, data: Path) -> list[str]:
    """What commands take: a game, its options, and the directory of its database."""
    settings = [word for option, value in GAMES[name].items() for word in ("--set", f"{option}={value}")]
    return [game_of(name), *settings, "--data", str(data)]


def game_of(name: str) -> str:
    """The game that a name of GAMES stands for."""
    return name.removesuffix("_exact")


def solve(name: str, data: Path, backend: str = "auto") -> Path:
    """Solves a game in a directory without databases; returns the path of its database."""
    ask("solve", *arguments(name, data), "--backend", backend)
    return next(data.glob("[!.]*/manifest.json")).parent


# Words

RUN = ("content", "solved", "by", "on", "database")
"""Lines of `retro stats` about the files and the run."""


def words(name: str, path: Path) -> list[str]:
    """The statistics of a database as printed, and a line for each position, in the order of their texts.

    A line has the position, its value and plies; if a single move is best and may be forbidden, also that move, and the
    value and plies of the state in which it is.
    """
    rules, reader, lines = rules_of(game_of(name), **GAMES[name]), READER.Database(path), []
    reader.check()
    for number in range(len(reader.frames)):
        best, second, only_move = reader.block(number)
        first = number * reader.manifest["block"]
        keys = reader.key_block(number) if reader.keys else map(rules.unrank, range(first, first + len(best)))
        for key, value, other, code in zip(map(int, keys), best, second, map(int, only_move), strict=True):
            if key >= 0:
                if rules.scores == "first" and not rules.first_to_move(key):
                    value = -value
                fields = [rules.text.format(key), *reader.words(value)]
                if code >= 0:
                    fields += [rules.text.format_move(key, code), *reader.words(other)]
                lines.append(",".join("" if each is None else str(each) for each in fields))
    printed = ask("stats", *arguments(name, path.parent)).splitlines()
    return [line.rstrip() for line in printed if line.partition(" ")[0] not in RUN] + sorted(lines)


# Answers of the server

LEFT_OUT = {"version", "date", "backend", "digest", "content", "files", "words"}
"""Fields of answers that follow from the files, the run, the sources of the rules, or translations alone."""
DRAWN = {"scene", "picture", "last_picture", "points", "steps", "blocks"}
"""Fields of drawings and of texts for people, of which digests are compared."""
Exchange = list[Any]
"""Path, parameters and body of a request; status and content of the answer."""
Ask = Callable[..., Exchange]


@contextmanager
def served(name: str, path: Path) -> Iterator[Ask]:
    """A function that sends a request to a server of a solved game, whose puzzles are composed, and checks schemas."""
    from connections import check_schema
    from starlette.testclient import TestClient

    from retro.query.puzzle_answers import puzzle_answer
    from retro.serve.app import make
    from retro.serve.open_databases import OpenDatabases
    from retro.serve.puzzle_search import composed
    from retro.serve.routes import ROOT

    databases = OpenDatabases(path.parent, [game_of(name)])
    client = TestClient(make(databases, "127.0.0.1"), base_url="http://127.0.0.1")
    client.event_hooks = {"response": [check_schema]}
    options = {option: str(value) for option, value in GAMES[name].items()}
    with databases.open(game_of(name), options) as table:
        collection = databases.collections.of(table)
        for kind, puzzles in composed(table):
            collection.add(kind, list(map(puzzle_answer, puzzles)))
        collection.complete = True

    def exchange(path: str, parameters: Mapping[str, Any], body: Any = None) -> Exchange:
        address, method = ROOT + path.format(game=game_of(name)), "GET" if body is None else "POST"
        chosen = {"set": [f"{option}={value}" for option, value in options.items()]} if path.count("/") > 2 else {}
        answer = client.request(method, address, params={**parameters, **chosen}, json=body)
        is_json = answer.headers["content-type"] == "application/json"
        content = _lasting(answer.json()) if is_json else _digest(answer.text)
        return [path, parameters, body, answer.status_code, content]

    yield exchange
    databases.close()


def _lasting(answer: Any) -> Any:
    """What is compared of an answer."""
    if isinstance(answer, dict):
        kept = {name: value for name, value in answer.items() if name not in LEFT_OUT}
        return {name: _digest(value) if name in DRAWN else _lasting(value) for name, value in kept.items()}
    return list(map(_lasting, answer)) if isinstance(answer, list) else answer


def _digest(content: Any) -> str | None:
    return None if content is None else hashlib.sha256(_json(content).encode()).hexdigest()[:12]


def _json(content: Any) -> str:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


def conversation(exchange: Ask) -> list[Exchange]:
    """Sends requests to all routes, most of them made of what was answered before; returns the exchanges."""
    exchanges: list[Exchange] = []

    def get(name: str, body: Any = None, /, **parameters: Any) -> Any:
        exchanges.append(exchange(f"/games/{{game}}/{name}" if name else "/games/{game}", parameters, body))
        return exchanges[-1][-1]

    exchanges.append(exchange("/games", {}))
    for name in ("", "statistics", "longest", "rules", "citation", "setup"):
        get(name)
    get("example", min_dtm=2, max_dtm=3, replies=0)
    get("example", points=-2)
    states = []
    for conditions in (*({"value": value} for value in OUTCOMES), {"value": "win", "min_dtm": 3}):
        by_seed = ({**conditions, "seed": seed, "replies": 0} for seed in range(1, 20))
        several = (each for each in by_seed if len(exchange("/games/{game}/random", each)[-1].get("moves", ())) > 1)
        drawn = get("random", **next(several, conditions | {"seed": 1}))
        if "position" in drawn:
            state = {"position": drawn["position"]}
            states += [state, _of_state(get, state, _weak_game(exchange, state))]
    for each in get("puzzles", seed=1)["puzzles"][:3]:
        get("puzzle", position=each["position"])
    get("probe", {"positions": [*states, "start", "nonsense"]})
    return exchanges


def _of_state(get: Ask, state: Mapping[str, str], weak: list[str]) -> Mapping[str, str | None]:
    """Sends requests about a state, and about games from there: best play, and one with ``weak`` moves.

    Returns the state after the first of these, or the start if that ends the game.
    """
    moves = [each["move"] for each in get("line", **state)["moves"]]
    get("line", **state, plies=1)
    get("final", **state, move=moves[:-1], last=moves[-1] if moves else "")
    after = get("position", **state, move=weak[:1])
    get("position", **state, move=weak[:2], picture=1)
    get("board.svg", **state, flip=1)
    get("setup", position=state["position"], mover=2)
    for player in ("perfect", "trap", "random"):
        get("reply", {**state, "moves": weak[:2], "seed": 1, "player": player})
    for name in ("reply", "replay", "review"):
        get(name, {**state, "moves": moves, "seed": 1})
        get(name, {**state, "moves": weak, "seed": 1, "mover": 2})
    get("reply", {**state, "moves": weak, "seed": 1, "lead": 3, "plies": max(1, len(weak))})
    return {"position": after.get("position", "start"), "forbid": after.get("forbidden")}


def _weak_game(exchange: Ask, state: Mapping[str, str]) -> list[str]:
    """At most six moves from a state on, in turn the worst and the best, up to the end of the game."""
    made: list[str] = []
    while len(made) < 6:
        answer = exchange("/games/{game}/position", {**state, "move": made, "replies": 0})[-1]
        moves = [each for each in answer["moves"] if not each["forbidden"]]
        if not moves:
            break
        move = moves[0 if len(made) % 2 else -1]
        made.append(move["move"])
        if move["after"] is None:
            break
    return made


def record(folder: Path = FOLDER) -> None:
    """Writes the files of all games."""
    folder.mkdir(exist_ok=True)
    for name in GAMES:
        with tempfile.TemporaryDirectory() as site, installed(Path(site)):
            path = solve(name, Path(site) / "data")
            lines = {f"{name}.txt": words(name, path)}
            if name in SERVED:
                with served(name, path) as exchange:
                    lines[f"{name}.jsonl"] = [_json(each) for each in conversation(exchange)]
        for file, content in lines.items():
            (folder / file).write_text("\n".join(content) + "\n", encoding="utf-8")


if __name__ == "__main__":
    os.environ["RETRO_PLAIN"] = "1"
    record()
