"""The detail of a random company, with key and quota: ours, the bare servers, and others on the same rows."""

from __future__ import annotations

import importlib.util
import json
import secrets
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import loads
import psutil
from commands import run, soupis
from results import Figure, share
from servers import PORT, Rate, granian, load, read_through, running
from world import World, made

from soupis.store.documents import Documents

_COLUMNS = (
    "ICO INTEGER PRIMARY KEY,OKRESLAU,DDATVZN,DDATZAN,ZPZAN,DDATPAKT,FORMA,ROSFORMA,KATPO,NACE,NACE2025,"
    "ICZUJ,FIRMA,CISS2010,KODADM,TEXTADR,PSC,OBEC_TEXT,COBCE_TEXT,ULICE_TEXT,TYPCDOM,CDOM,COR,DATPLAT,PRIZNAK"
)


class Server(NamedTuple):
    """A server under comparison: how it starts, and what is asked of it."""

    name: str
    command: list[str]
    path: tuple[str, str]
    settings: dict[str, str] = {}
    key: str | None = None
    ours: bool = False
    data: Path | None = None
    asks: Callable[[], psutil.Process] | None = None


def measure(world: World) -> list[Figure]:
    """Ask all servers by turns, in as many rounds as wanted."""
    if world.data.exists():
        soupis("migrate", "--data", str(world.data))  # else a server makes documents anew while it is asked
    else:
        made(world.data, lambda data: loads.sync("res", data, *world.sources))
    servers = _servers(world)
    rates: dict[str, list[Rate]] = {server.name: [] for server in servers}
    for number in range(world.rounds):
        for server in servers:
            if server.data:
                read_through(server.data)
            with running(server.command, **server.settings) as process:
                seed = number * 7919 + 1
                asked = [server.asks()] if server.asks else []
                rate = load([process, *asked], world.icos, seed, world.seconds, server.path, server.key)
            rates[server.name].append(rate)
    limit = rates["bare ASGI server"]
    [ours] = [rates[server.name] for server in servers if server.ours]
    figures = []
    for server in servers:
        measured = rates[server.name]
        processor = statistics.median(rate.processor for rate in measured)
        note = f"{processor:,.0f} µs of processor"
        if measured is not limit:
            note = f"{share(_answers(measured), _answers(limit))} of the bare server; {note}"
        if server.data and not server.ours:
            times = [a / b for a, b in zip(_answers(ours), _answers(measured), strict=True)]
            note = f"Soupis {statistics.median(times):.1f} ×; {note}"
        figures.append(
            Figure(
                "Details of random companies", server.name, "a second", _answers(measured),
                note, "reads", server.ours,
                {"microseconds of processor": processor},
            )
        )  # fmt: skip
        if server.ours:
            memory = [rate.memory / 1e6 for rate in measured]
            figures.append(Figure("Needs of a server", "memory of one serving process", "MB", memory))
    return figures


def _answers(rates: list[Rate]) -> list[float]:
    return [rate.answers for rate in rates]


def _servers(world: World) -> list[Server]:
    body = {"BENCH_BODY": str(_usual_size(world))}
    serve = [sys.executable, "-m", "soupis", "serve", "--data", str(world.data)]
    serve += ["--port", str(PORT), "--workers", "1"]
    servers = [
        Server("bare ASGI server", granian("bench.country.bare:asgi"), ("/", ""), body),
        Server("bare RSGI server", granian("bench.country.bare:rsgi", "rsgi"), ("/", ""), body),
        Server("Soupis, key and quota", serve, ("/api/v1/firma/", ""), {}, _key(world), True, world.data),
    ]
    peers: list[tuple[tuple[str, ...], Callable[[World], Server | None]]] = [
        (("fastapi", "asyncpg"), _fastapi),
        (("datasette",), _datasette),
    ]
    for packages, server_of in peers:
        missing = [name for name in packages if importlib.util.find_spec(name) is None]
        for name in missing:
            world.leave_out(name)
        if not missing and (server := server_of(world)) is not None:
            servers.append(server)
    return servers


def _usual_size(world: World) -> int:
    """Return the bytes of a usual detail, headers that the bare server does not send included."""
    with Documents(world.data / "registry.sqlite") as documents:
        icos = world.icos.read_bytes()[: 8 * 1_000]
        details = [documents.company(int(icos[place : place + 8])) for place in range(0, len(icos), 8)]
    sizes = sorted(len(detail.body) for detail in details if detail)
    return sizes[len(sizes) // 2] + 400


def _key(world: World) -> str:
    email = f"bench-{secrets.token_hex(8)}@example.cz"  # the data outlives a run
    soupis("account", "create", email, "--tariff", "enterprise", "--data", str(world.data))
    issue = ["key", "issue", email, "--name", "bench", "--json", "--data", str(world.data)]
    told = subprocess.run([sys.executable, "-m", "soupis", *issue], check=True, capture_output=True).stdout
    return str(json.loads(told)["key"])


def _fastapi(world: World) -> Server | None:
    address = world.postgresql()
    if address is None:
        return None
    import fastapi_service

    loads.copy(world)
    fastapi_service.fill(address)
    settings = {"BENCH_POSTGRESQL": address}
    command = granian("bench.country.fastapi_service:app")
    files = world.directory / "postgresql"
    return Server(
        "FastAPI, PostgreSQL", command, ("/company/", ""), settings, fastapi_service.KEY,
        data=files, asks=world.postmaster,
    )  # fmt: skip


def _datasette(world: World) -> Server:
    rows_of_register(world)
    command = [sys.executable, "-m", "datasette", "serve", "--immutable", str(world.rows)]
    command += ["--host", "127.0.0.1", "--port", str(PORT)]
    return Server("Datasette", command, ("/rows/company/", ".json?_shape=objects"), data=world.rows)


def rows_of_register(world: World) -> None:
    """Put the rows of the statistical register into an SQLite file, each under its ID."""
    file = world.files / "res_data.csv"
    text = f"CREATE TABLE company ({_COLUMNS});\n.mode csv\n.import --skip 1 '{file}' company\n"
    made(world.rows, lambda path: run(["sqlite3", str(path)], text=text))
