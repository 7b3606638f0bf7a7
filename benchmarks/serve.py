"""The response time of `retro serve` with many clients at once, and the memory of the server.

    python benchmarks/serve.py --set pieces=8
    python benchmarks/serve.py --set pieces=8 --different 2000 --number 500         many questions: memory

Each client asks for one random position after the other, all of its moves and its picture, as the page does, and waits
for each answer before it asks again. Questions are *warm*: each was asked before. Limits for 200 clients: 99 of 100
answers within 100 ms, 300 MB for the server. Clients and server share the machine's cores.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Annotated
from urllib.parse import urlencode

import numpy as np
import typer
from common import AsJson, Data, Settings, choose, figure, machine_figures, report

from retro.app.errors import guarded
from retro.game.rules import IndexedRules
from retro.system.errors import GameError


async def asked(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str) -> bytes:
    """The body of an answer, on a connection that stays open; GameError if it is an error."""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n", 1)[0])
    body = await reader.readexactly(length)
    if b" 200 " not in head.split(b"\r\n", 1)[0]:
        raise GameError(body.decode()[:200])
    return body


async def client(port: int, paths: list[str], waited: list[float]) -> None:
    """One client, with a connection of his own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for path in paths:
        before = time.perf_counter()
        await asked(reader, writer, path)
        waited.append(time.perf_counter() - before)
    writer.close()


async def load(
    port: int, rules: IndexedRules, clients: int, questions: int, different: int
) -> tuple[list[float], float]:
    """Seconds that each answer took, and all of them; so many positions are asked for."""
    chance = random.Random(1)
    root, said = f"/api/v1/games/{rules.game.name}", [("set", each) for each in rules.changed]
    waited: list[float] = []
    paths = [f"{root}/random?{urlencode([*said, ('seed', number), ('picture', 1)])}" for number in range(different)]
    await client(port, paths, [])
    before = time.perf_counter()
    asking = [client(port, chance.choices(paths, k=questions), waited) for _ in range(clients)]
    await asyncio.gather(*asking)
    return waited, time.perf_counter() - before


@guarded
def main(
    settings: Settings = None,
    data: Data = None,
    clients: Annotated[int, typer.Option(min=1, metavar="N", help="At once.")] = 200,
    number: Annotated[int, typer.Option(min=1, metavar="N", help="Questions of each.")] = 20,
    different: Annotated[int, typer.Option(min=1, metavar="N", help="Positions that they ask for.")] = 100,
    json: AsJson = False,
) -> None:
    """Starts a server of Ostle, sends requests, and prints how long they took."""
    rules, path = choose(settings, data)
    command = [sys.executable, "-c", "import retrograde; retrograde.main()", "serve", rules.game.name]
    command += ["--port", "0", "--data", str(path.parent)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        port = int(server.stdout.readline().strip().rstrip("/").rpartition(":")[2])
        waited, seconds = asyncio.run(load(port, rules, clients, number, different))
        status = Path(f"/proc/{server.pid}/status").read_text(encoding="ascii")
    finally:
        server.terminate()
        server.wait()
    peak = int(status.partition("VmHWM:")[2].split()[0]) / 1e3
    half, most = np.percentile(waited, (50, 99)) * 1e3
    rows = [
        figure("clients", clients),
        figure("answers a second", len(waited) / seconds),
        figure("half of the answers within", float(half), "ms"),
        figure("99 of 100 within", float(most), "ms; limit 100 ms"),
        figure("peak memory of the server", peak, "MB; limit 300 MB"),
    ]
    report({"machine": machine_figures(), "load": rows}, json)


if __name__ == "__main__":
    typer.run(main)
