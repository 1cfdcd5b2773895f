"""A storm: processes of one installation are killed at random moments, and what is left is looked at.

Registers are a stand-in of made-up companies that changes between two states; meanwhile a client asks for the
VAT status of companies, looks at some and exports. In the end all must be as if nobody had been killed.
"""

from __future__ import annotations

import gzip
import os
import random
import shutil
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import psutil
from sqlalchemy import select

from soupis.ingest import integrity
from soupis.ingest.publish.verification import verify
from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.search import indexer
from soupis.store.engine import reading
from soupis.store.lookup_queue import LookupQueue
from soupis.store.tables import filing, lookup, proceeding, refresh_queue, vat_answer, vat_queue
from soupis.synthetic import generate
from soupis.synthetic import standin as synthetic_standin
from soupis.worker import vat_source
from soupis.worker.schedule import USUAL
from tests import standin
from tests.support.commands import Command, start
from tests.support.installation import PERSON_SECRET, issue_key, open_installation
from tests.support.registry import Registry
from tests.support.server import free_port
from tests.support.waiting import eventually, wait_until
from tests.worker.workshop import Workshop, codelists, facts

# The command line at any hour; however small the files are, several processes read and publish them.
COMMAND = """
from soupis.cli import main
from soupis.ingest.merge import public_register, statistical
from soupis.ingest.publish import publish
from soupis.worker import vat_source
vat_source.maintenance_left = lambda now: 0.0
public_register.BATCH_BYTES, statistical._SIDE_BY_SIDE_BYTES, publish._PARALLEL = 100_000, 0, 100
main()
"""
_PATIENCE = 120.0
_BATCH = 10  # companies that the client asks for at once
_VISITED = 30
_LONGEST = 10.0  # seconds of work after which everything is killed


@dataclass(frozen=True)
class Kind:
    """What is killed: a command from its start on, or a process that such a command has started."""

    name: str
    arguments: tuple[str, ...]
    child: bool = False  # one of the processes that it starts
    stands_alone: bool = False  # needs the server to be stopped


SERVE = Kind("serve", ("serve", "--workers", "2"))
BACKUP = Kind("backup", ("backup", "{copy}"))
WORKER = Kind("worker", ("worker",))
SYNC_ALL = Kind("sync all", ("sync", "all"))
SYNC_REGISTER_CHILD = Kind(
    "a reading process of sync public-register", ("sync", "public-register", "--force"), child=True
)
KINDS = (
    SERVE,
    Kind("a server process of serve", SERVE.arguments, child=True),
    WORKER,
    Kind("a reading process of worker", WORKER.arguments, child=True),
    Kind("follow", ("follow", "--every", "0.1")),
    SYNC_ALL,
    Kind("sync res", ("sync", "res")),
    Kind("a reading process of sync res", ("sync", "res", "--force"), child=True),
    Kind("sync public-register", ("sync", "public-register")),
    SYNC_REGISTER_CHILD,
    Kind("sync ares", ("sync", "ares")),
    Kind("sync vat", ("sync", "vat")),
    Kind("sync isir", ("sync", "isir")),
    Kind("sync documents", ("sync", "documents")),
    Kind("sync codelists", ("sync", "codelists", "--force")),
    Kind("index rebuild", ("index", "rebuild")),
    Kind("republishing", ("index", "rebuild", "--documents")),
    Kind("a building process of republishing", ("index", "rebuild", "--documents"), child=True),
    Kind("migrate", ("migrate",)),
    Kind("check", ("check", "--all")),
    BACKUP,
    Kind("restore", ("restore", "{copy}", "--replace"), stands_alone=True),
)


class Registers:
    """The stand-in's data in two states: the same companies under slightly different names and functions."""

    def __init__(self, directory: Path, companies: int, seed: int) -> None:
        generate(directory / "files", companies, seed)
        self.directory = synthetic_standin.write(directory / "files", companies, seed)
        codelists(self.directory)
        served = [*(self.directory / "res").iterdir(), *(self.directory / "public_register").iterdir()]
        self._states: tuple[dict[Path, bytes], dict[Path, bytes]] = (
            {path: path.read_bytes() for path in served},
            {path: _altered(path) for path in served},
        )

    def show(self, number: int) -> None:
        """Change to a state, file by file, each in one step."""
        for path, content in self._states[number].items():
            if path.read_bytes() != content:
                draft = path.with_name(f".{path.name}")
                draft.write_bytes(content)
                draft.replace(path)


def _altered(path: Path) -> bytes:
    packed = path.suffix == ".gz"
    text = gzip.decompress(path.read_bytes()) if packed else path.read_bytes()
    text = text.replace(b"s.r.o.", b"s. r. o.").replace(b"<funkce>jednatel<", b"<funkce>jednatelka<")
    text = text.replace(b",80143,62", b",80143,63")
    return gzip.compress(text) if packed else text


class Client:
    """Asks for the VAT status of more and more companies, each until it is answered; looks, and exports."""

    def __init__(self, url: str, key: str, asked: list[str], visited: list[str]) -> None:
        self.statuses: Counter[int] = Counter()
        self.unasked = [asked[start : start + _BATCH] for start in range(0, len(asked), _BATCH)]
        self.visited: list[str] = []
        self.share = 0.0  # of the batches that may be asked by now
        self._all, self._visits = len(self.unasked), visited
        self._url, self._headers = url, {"Authorization": f"Bearer {key}"}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._ask, daemon=True)
        self._thread.start()

    def visit(self) -> None:
        """Look at companies from now on."""
        self.visited = self._visits

    def close(self) -> None:
        """Have everything asked, then end."""
        self.share = 1.0
        wait_until(lambda: not self.unasked, _PATIENCE)
        self._ended.set()
        self._thread.join()

    def _ask(self) -> None:
        turn = 0
        with httpx.Client(base_url=self._url, headers=self._headers, timeout=10.0) as http:
            while not self._ended.wait(0.1):
                turn += 1
                with suppress(httpx.TransportError):
                    if self.unasked and 1 - len(self.unasked) / self._all < self.share:
                        answer = http.post("/api/v1/firmy/dph", json={"ico": self.unasked[0]})
                        self.statuses[answer.status_code] += 1
                        if answer.status_code == 200:
                            self.unasked.pop(0)
                    elif turn % 10 == 0:
                        answer = http.get("/api/v1/vyhledavani/export", params={"forma": "112", "pocet": 100})
                        self.statuses[answer.status_code] += 1
                    elif self.visited:
                        answer = http.get(f"/api/v1/firma/{self.visited[turn % len(self.visited)]}")
                        self.statuses[answer.status_code] += 1


class Storm:
    """One installation, the stand-in that it asks, a server and its client; use it by `with`."""

    def __init__(self, directory: Path, companies: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.kills: Counter[str] = Counter()
        self.too_late: Counter[str] = Counter()
        self._registers = Registers(directory, companies, seed)
        self._stack = ExitStack()
        self.source = self._stack.enter_context(standin.start(self._registers.directory))
        self.where = _empty_installation(directory / "data")
        self.undisturbed = _empty_installation(directory / "undisturbed")
        self._directory = directory
        self._longest: dict[str, float] = {}
        icos = icos_of(self._registers.directory)
        self.asked = self.chance.sample(icos, min(len(icos), companies // 3))
        self._visited = icos[:_VISITED]
        self.port = free_port()
        begun = time.monotonic()
        assert self._start(Kind("migrate", ("migrate",))).wait(_PATIENCE) == 0
        self._start_seconds = time.monotonic() - begun  # of a command that finds nothing to do

    def __enter__(self) -> Storm:
        # Where the network of a test could be at work at midnight; the command line has its own line for it.
        self._maintenance, vat_source.maintenance_left = vat_source.maintenance_left, lambda now: 0.0
        self.server = self._start(SERVE)
        self.client = Client(
            f"http://127.0.0.1:{self.port}",
            issue_key(self.where, "storm@example.cz", "enterprise"),
            self.asked,
            self._visited,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self.client._ended.set()
        end(self.server)
        self._stack.close()
        vat_source.maintenance_left = self._maintenance

    def run(self, kills: int, kinds: tuple[Kind, ...] = KINDS, say: Callable[[str], None] = print) -> None:
        """Kill so many processes, of all kinds by turns in random order.

        A third of them in the first load, before anybody looks at companies.
        """
        number, turns = 0, list[Kind]()
        while (done := self.kills.total()) < kills:
            if done >= kills // 3 and not self.client.visited:
                self.client.visit()
            self.client.share = done / kills
            if not turns:
                turns = self.chance.sample(kinds, len(kinds))
            kind = turns.pop()
            self._registers.show(number := 1 - number)
            moment = self._kill(kind)
            (self.kills if moment is not None else self.too_late)[kind.name] += 1
            assert self.too_late.total() < 50 + 5 * kills, f"nothing is left to be killed: {self.too_late}"
            if moment is not None:
                say(f"{self.kills.total():4} {kind.name}: {moment:.2f} s after its start")
        self.client.close()
        self._stop_server()

    def finish(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Let both installations come to their end undisturbed; return what they hold."""
        self._registers.show(0)
        with Workshop(self.undisturbed, self.source) as shop:
            shop.context.queue.ask(map(int, self.asked))
            self._finish(shop)
            expected = contents(self.undisturbed)
        with Workshop(self.where, self.source) as shop:
            self._finish(shop)
            return contents(self.where), expected

    def _finish(self, shop: Workshop) -> None:
        shop.context.refresh_queue.ask(map(int, self._visited))
        shop.everything()

    def leftovers(self) -> list[str]:
        """Return what killed processes have left behind for good: processes, drafts, long logs."""
        self._back_up()
        shutil.rmtree(self._copy)
        eventually(lambda: not self._processes(), _PATIENCE)
        found = [path.name for path in self._directory.glob(".*.part")]
        found += [f"process {process.pid}: {process.cmdline()}" for process in self._processes()]
        logs = self.where.directory.glob("*.sqlite-wal")
        return found + [path.name for path in logs if path.stat().st_size > 70_000_000]

    def _back_up(self) -> None:
        assert self._start(BACKUP).wait(_PATIENCE) == 0, (self._directory / "backup.log").read_text()[-2000:]

    @property
    def _copy(self) -> Path:
        return self._directory / "copy"

    def _kill(self, kind: Kind) -> float | None:
        """Kill one process of a kind; return the seconds that it had, None when it was over before."""
        if kind.arguments == SERVE.arguments:
            return self._kill_server(kind)
        if kind.stands_alone:
            self._stop_server()
        if kind.name == "restore":
            self._back_up()
        started = time.monotonic()
        process = self._start(kind)
        try:
            victim = self._victim(process, kind)
            # The interpreter's own start is hardly worth killing; a child has its start behind it.
            begin = 0.0 if kind.child else self._start_seconds * 0.5
            longest = self._longest.get(kind.name, self._start_seconds)
            with suppress(subprocess.TimeoutExpired):
                process.wait(begin + self.chance.random() * longest)
            lived = time.monotonic() - started
            is_killed = victim is not None and kill(victim)
            # So moments are spread over the whole of the work, and few come after its end.
            self._longest[kind.name] = min(_LONGEST, longest * (1.3 if is_killed else 0.6))
            if kind.child and kind.arguments != WORKER.arguments:
                with suppress(subprocess.TimeoutExpired):
                    process.wait(_PATIENCE)  # it tells that a process of its own is gone, and ends
            return lived if is_killed else None
        finally:
            end(process)
            shutil.rmtree(self._copy, ignore_errors=True)
            for old in self._directory.glob("data.before-*"):
                shutil.rmtree(old)
            if kind.stands_alone:
                self.server = self._start(SERVE)

    def _victim(self, process: Command, kind: Kind) -> psutil.Process | None:
        """Return the process to be killed; that of a child is waited for."""
        if not kind.child:
            return psutil.Process(process.pid)
        children: list[psutil.Process] = []

        def has_children() -> bool:
            children[:] = workers_of(process)
            return bool(children) or process.poll() is not None

        wait = 10.0 if kind.arguments == WORKER.arguments else _PATIENCE
        eventually(has_children, wait)
        return self.chance.choice(children) if children else None

    def _kill_server(self, kind: Kind) -> float | None:
        wait_until(self._is_served, _PATIENCE)
        moment = self.chance.uniform(0.0, 1.0)
        time.sleep(moment)
        if kind.child:
            if not (workers := workers_of(self.server)) or not kill(self.chance.choice(workers)):
                return None
        else:
            workers = workers_of(self.server)
            kill(psutil.Process(self.server.pid))
            self.server.wait()
            psutil.wait_procs(workers, _PATIENCE)
            self.server = self._start(SERVE)
        wait_until(self._is_served, _PATIENCE)
        return moment

    def _is_served(self) -> bool:
        assert self.server.poll() is None, (self._directory / "serve.log").read_text()[-2000:]
        with suppress(httpx.TransportError):
            return httpx.get(f"http://127.0.0.1:{self.port}/api/health", timeout=5.0).status_code == 200
        return False

    def _stop_server(self) -> None:
        def is_stopped() -> bool:
            # Told again, because Python itself may sleep through a signal that comes as it goes to sleep.
            self.server.terminate()
            return self.server.poll() is not None

        wait_until(is_stopped, _PATIENCE)

    def _start(self, kind: Kind) -> Command:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SOUPIS_")}
        environment |= self.source.settings | {
            "SOUPIS_PERSON_KEY_SECRET": PERSON_SECRET,
            "SOUPIS_DATA_DIR": str(self.where.directory),
            "SOUPIS_PORT": str(self.port),
            "SOUPIS_CODELISTS_URL": self.source.origin,
            "SOUPIS_SYNC_SCHEDULE": ",".join(f"{name.replace('_', '-')}=1s" for name in USUAL),
        }
        arguments = [part.format(copy=self._copy) for part in kind.arguments]
        with (self._directory / f"{arguments[0]}.log").open("ab") as log:
            return start(arguments, log, environment, self._directory, program=COMMAND)

    def _processes(self) -> list[psutil.Process]:
        """Return all living processes of the installation."""
        return [
            process
            for process in psutil.process_iter(["cwd", "status"])
            if process.info["cwd"] == str(self._directory) and process.info["status"] != "zombie"
        ]


def contents(where: Installation) -> dict[str, Any]:
    """Return all that an installation holds, without moments and numbers, and what does not agree in it."""
    registry = Registry(where.engine, where.directory)
    found: dict[str, Any] = dict(registry.content())
    with reading(where.engine) as connection:
        for table in (lookup, vat_answer, proceeding, filing):
            columns = [column for column in table.columns if column.name not in ("retrieved", "answered")]
            found[table.name] = sorted(str(tuple(row)) for row in connection.execute(select(*columns)))
        problems = integrity.check(connection, no_progress)
        problems += indexer.check(connection, where.index_directory)
    found["problems"] = problems + verify(where.engine, no_progress, sample=None)
    for table in (vat_queue, refresh_queue):
        queue = LookupQueue(where.queue_url, table)
        found[table.name] = tuple(queue.counts())
        queue.close()
    return found


def differences(found: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """Return in what two installations differ, a line for each table."""
    lines = []
    for name, content in expected.items():
        if found[name] == content:
            continue
        if isinstance(content, list):
            more, less = set(found[name]) - set(content), set(content) - set(found[name])
            lines.append(f"{name}: {len(more)} more, {len(less)} less, such as {[*more, *less][:2]}")
        else:
            lines.append(f"{name}: {found[name]}, not {content}")
    return lines


def _empty_installation(directory: Path) -> Installation:
    where = open_installation(directory)
    where.prepare()
    where.engine.dispose()  # a restore puts another file in the place of the one that is open here
    return where


def icos_of(registers: Path) -> list[str]:
    return sorted(row[0] for row in facts(registers, "SELECT ico FROM ares"))


def workers_of(process: Command) -> list[psutil.Process]:
    """Return the processes that a process has started for its work."""
    with suppress(psutil.NoSuchProcess):
        children = psutil.Process(process.pid).children(recursive=True)
        return [child for child in children if "resource_tracker" not in " ".join(child.cmdline())]
    return []


def kill(process: psutil.Process) -> bool:
    """Kill a process; tell whether it was still at work."""
    with suppress(psutil.NoSuchProcess):
        was_alive = process.is_running() and process.status() != psutil.STATUS_ZOMBIE
        process.kill()
        return was_alive
    return False


def end(process: Command) -> None:
    if process.poll() is None:
        process.kill()
    process.wait()
