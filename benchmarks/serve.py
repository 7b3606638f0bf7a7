"""The response time of `retro serve` with many visitors at once, its processor time, and its memory.

    python benchmarks/serve.py lgame
    python benchmarks/serve.py ostle --set men=3 --set left=2 --set pieces=6
    python benchmarks/serve.py lgame --clients 1 --pause 0          what an answer costs

The visitors come one after the other within ten seconds. Each has a connection of his own, opens the page, and then
does one thing after the other, with a pause after each request: he plays a game against a level and has it reviewed,
solves a puzzle, opens the tree of moves from a random position, or reads the statistics. The requests are those of the
page. Limits for 200 visitors: 99 of 100 answers within 100 ms, 300 MB for the server and its processes. Visitors and
server share the machine's cores.
"""

from __future__ import annotations

import asyncio
import gc
import gzip
import json as jsons
import os
import random
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

import numpy as np
import typer
from common import AsJson, Data, Row, Settings, figure, machine_figures, report

from retro.app.errors import guarded
from retro.query import api
from retro.storage.location import data_directory
from retro.system.settings import settings as as_dictionary

API = "/api/v1"
MAX_PLIES = 24
"""Plies of a game, at most."""
REVIEWED, BRANCHES = 0.7, 3
"""The share of games that are reviewed; moves that are tried from a position."""
ACCEPTS = "Accept-Encoding: gzip, deflate, br\r\n"
"""A header that browsers send."""
SHOWN = {"replies": 0, "picture": 1, "flip": 0, "mover": 1}
Answer = dict[str, Any]


class Requests:
    """Answers of all visitors: seconds by kind of request, errors by status, and bytes."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.errors: dict[int, int] = defaultdict(int)
        self.bytes = 0


class Visitor:
    """One visitor of the page of a game, by a ``number`` that decides what he does."""

    def __init__(
        self, port: int, path: str, given: list[tuple[str, str]], pause: float, comes: float, number: int
    ) -> None:
        self._port, self._path, self._given, self._pause, self._comes = port, path, given, pause, comes
        self._chance = random.Random(number)
        self._requests = Requests()

    async def visit(self, requests: Requests, until: float) -> None:
        """Does one thing after the other, until that time of `time.monotonic`."""
        self._requests = requests
        await asyncio.sleep(self._comes)
        await self._connect()
        for file in ("/", "/page/page.js", "/page/page.css", "/page/board.css", f"{API}/games"):
            await self._send("page", "GET", file)
        while time.monotonic() < until:
            (deed,) = self._chance.choices((self._play, self._solve, self._explore, self._study), (5, 3, 3, 1))
            await deed(until)
        self._writer.close()

    async def _play(self, until: float) -> None:
        level = f"level{self._chance.randrange(1, 8)}"
        moves: list[str] = []
        state = await self._get("position", **SHOWN)
        while state["moves"] and len(moves) < MAX_PLIES and time.monotonic() < until:
            legal = [each for each in state["moves"] if not each["forbidden"]]
            made = legal[min(int(self._chance.expovariate(0.5)), len(legal) - 1)]
            moves.append(made["move"])
            if made["after"] is None:
                await self._get("final", position=state["position"], forbid=state["forbidden"], last=made["move"])
                break
            before = state
            state = await self._get("position", **self._of(before), move=made["move"], **SHOWN)
            reply = await self._post("reply", {"moves": moves, "player": level})
            if reply["move"] is None or reply["ending"] or not state["moves"]:
                break
            moves.append(reply["move"])
            answer = next(each for each in state["moves"] if each["move"] == reply["move"])
            if answer["after"] is None:
                break
            state = await self._get("position", **self._of(state), move=reply["move"], **SHOWN)
        if self._chance.random() < REVIEWED:
            await self._post("replay", {"moves": moves})
            await self._post("review", {"moves": moves})

    async def _solve(self, until: float) -> None:
        listed = await self._get("puzzles", seed=20_261_126)
        for each in self._chance.sample(listed["puzzles"], min(2, len(listed["puzzles"]))):
            puzzle = await self._get("puzzle", position=each["position"])
            state = await self._get("position", **self._of(puzzle), **SHOWN)
            for move in puzzle["line"][:3]:
                if next((each["after"] for each in state["moves"] if each["move"] == move), None) is None:
                    break
                state = await self._get("position", **self._of(state), move=move, **SHOWN)
            if time.monotonic() > until:
                break

    async def _explore(self, until: float) -> None:
        state = await self._get("random", replies=0, seed=self._chance.randrange(1 << 20))
        state = await self._get("position", **self._of(state), **SHOWN)
        goes_on = [each["move"] for each in state["moves"] if each["after"] is not None and not each["forbidden"]]
        for move in self._chance.sample(goes_on, min(BRANCHES, len(goes_on))):
            await self._get("position", **self._of(state), move=move, replies=0)  # a node of the tree of moves
        await self._get("position", **self._of(state))  # with the replies that hold
        await self._get("line", **self._of(state))
        await self._get("setup", position=state["position"])

    async def _study(self, until: float) -> None:
        for what in ("statistics", "longest", "citation", "rules", "board.svg"):
            await self._get(what)
        await self._send("docs", "GET", f"{API}/docs")

    @staticmethod
    def _of(state: Answer) -> Answer:
        return {"position": state["position"], "forbid": state["forbidden"]}

    async def _get(self, what: str, **parameters: Any) -> Answer:
        query = urlencode([*self._given, *((name, each) for name, each in parameters.items() if each is not None)])
        return await self._send(what, "GET", f"{API}/games/{self._path}/{what}?{query}")

    async def _post(self, what: str, body: Answer) -> Answer:
        return await self._send(what, "POST", f"{API}/games/{self._path}/{what}?{urlencode(self._given)}", body)

    async def _send(self, what: str, method: str, path: str, body: Answer | None = None) -> Answer:
        """The answer, which has no moves and puzzles if it is an error."""
        data = b"" if body is None else jsons.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(data)}\r\n{ACCEPTS}\r\n"
        before = time.perf_counter()
        try:
            answered, content = await self._exchange(head.encode() + data)
        except (asyncio.IncompleteReadError, ConnectionError):  # the server has closed a connection that was idle
            await self._connect()
            answered, content = await self._exchange(head.encode() + data)
        self._requests.seconds[what].append(time.perf_counter() - before)
        self._requests.bytes += len(answered) + len(content)
        if b"content-encoding: gzip" in answered.lower():
            content = gzip.decompress(content)
        await asyncio.sleep(self._chance.expovariate(1 / self._pause) if self._pause and what != "page" else 0)
        status = int(answered.split(b" ", 2)[1])
        if status != 200:
            self._requests.errors[status] += 1
            return defaultdict(list, position="start", forbidden=None, move=None)
        return jsons.loads(content) if b"application/json" in answered else {}

    async def _connect(self) -> None:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)

    async def _exchange(self, request: bytes) -> tuple[bytes, bytes]:
        """Head and body of the answer."""
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
        return head, await self._reader.readexactly(length)


class Processes:
    """The processor time and the memory of a process and its children, which may come and go."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._ticks: dict[int, int] = {}
        self.peak = 0.0

    async def watch(self) -> None:
        """Looks every half second, until cancelled."""
        while True:
            self.look()
            await asyncio.sleep(0.5)

    def look(self) -> None:
        """Note the present memory and time."""
        page, total = os.sysconf("SC_PAGE_SIZE"), 0
        for pid, fields in self._stats():
            self._ticks[pid] = int(fields[11]) + int(fields[12])
            total += int(fields[21]) * page
        self.peak = max(self.peak, total / 1e6)

    def seconds(self, children: bool) -> float:
        """Processor seconds so far, of the process or of its children."""
        ticks = sum(ticks for pid, ticks in self._ticks.items() if (pid != self._pid) == children)
        return ticks / os.sysconf("SC_CLK_TCK")

    def _stats(self) -> Iterable[tuple[int, list[str]]]:
        """Process number and fields of `/proc/PID/stat` from the state on, of the process and its children."""
        for path in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                fields = path.read_text(encoding="ascii", errors="replace").rpartition(") ")[2].split()
                if self._pid in (int(path.parent.name), int(fields[1])):
                    yield int(path.parent.name), fields


async def load(visitors: list[Visitor], pid: int, seconds: float) -> tuple[Requests, Processes, tuple[float, float]]:
    """The answers to all visitors, and the processor seconds of the server and its children in that time."""
    requests, processes = Requests(), Processes(pid)
    processes.look()
    before = processes.seconds(children=False), processes.seconds(children=True)
    gc.disable()  # collecting the visitors' garbage would count as response time
    watching = asyncio.ensure_future(processes.watch())
    until = time.monotonic() + seconds
    await asyncio.gather(*(each.visit(requests, until) for each in visitors))
    watching.cancel()
    processes.look()
    after = processes.seconds(children=False), processes.seconds(children=True)
    return requests, processes, (after[0] - before[0], after[1] - before[1])


def percentiles(seconds: list[float]) -> Row:
    """Number of answers, and milliseconds within which shares of them came."""
    parts = (np.percentile(seconds, (50, 95, 99, 100)) * 1e3).tolist()
    return {"answers": len(seconds), **dict(zip(("50 %", "95 %", "99 %", "all, ms"), parts, strict=True))}


@guarded
def main(
    game: Annotated[str, typer.Argument(help="A solved game.")] = "ostle",
    settings: Settings = None,
    data: Data = None,
    clients: Annotated[int, typer.Option(min=1, metavar="N", help="Visitors at once.")] = 200,
    pause: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="After each answer, on average.")] = 1.0,
    arrive: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="Until all visitors have come.")] = 10,
    seconds: Annotated[float, typer.Option(min=1, metavar="SECONDS", help="How long they stay, from the first.")] = 60,
    warm: Annotated[float, typer.Option(min=0, metavar="SECONDS", help="How long the server runs before.")] = 0,
    json: AsJson = False,
) -> None:
    """Starts a server, sends it visitors, and prints how long answers took."""
    options: dict[str, Any] = as_dictionary(settings or [])
    api.open(game, data, **options).close()  # an error if it is not solved
    command = [sys.executable, "-c", "import retrograde; retrograde.main()", "serve", game]
    command += ["--port", "0", "--data", str(data_directory(data))]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline().strip().rstrip("/").rpartition(":")[2])
        time.sleep(warm)
        given = [("set", each) for each in settings or []]
        visitors = [Visitor(port, game, given, pause, number / clients * arrive, number) for number in range(clients)]
        began = time.perf_counter()
        requests, processes, (own, others) = asyncio.run(load(visitors, server.pid, seconds))
        spent = time.perf_counter() - began
    finally:
        server.terminate()
        server.wait()
    waited = [each for some in requests.seconds.values() for each in some]
    whole = [
        figure("clients", clients),
        figure("answers a second", len(waited) / spent),
        figure("99 of 100 within", float(np.percentile(waited, 99)) * 1e3, "ms; limit 100 ms"),
        figure("errors", ", ".join(f"{number} of {status}" for status, number in requests.errors.items()) or 0),
        figure("processor time of an answer", own / len(waited) * 1e3, "ms"),
        figure("processor time of composing", others, "s"),
        figure("size of an answer", requests.bytes / len(waited) / 1e3, "kB"),
        figure("load of the machine", os.getloadavg()[0]),
        figure("peak memory of the server and its processes", processes.peak, "MB; limit 300 MB"),
    ]
    kinds: list[Row] = [{"request": kind, **percentiles(each)} for kind, each in sorted(requests.seconds.items())]
    kinds.append({"request": "all", **percentiles(waited)})
    report({"machine": machine_figures(), "load": whole, "requests": kinds}, json)


if __name__ == "__main__":
    typer.run(main)
