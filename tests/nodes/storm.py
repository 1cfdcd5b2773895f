"""A storm over many machines: a primary with its standby, a worker, two nodes, a pool of connections between
these and their accounts, and a network that is cut.

Processes are killed at random moments while the worker synchronises from a stand-in of the registers and
callers ask both nodes. Every document that was ever committed is kept aside by the database itself, so an
answer that is none of them is a wrong one. Errors count only outside of the time in which something was
broken: from the kill until both nodes store what they count again.
"""

from __future__ import annotations

import os
import random
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

import httpx
import psutil
from sqlalchemy import text
from sqlalchemy.engine import make_url

from soupis.accounts.quota.quota import AWAY_UNITS, LEASE_RATE
from soupis.accounts.quota.tariffs import ANONYMOUS, BUSINESS, STANDARD
from soupis.accounts.quota.windows import window_at
from soupis.installation import Installation
from soupis.search import indexer
from soupis.settings import Settings
from soupis.store.change_log import newest
from soupis.store.engine import reading, writing
from soupis.store.packing import unpack
from soupis.worker import vat_source
from soupis.worker.schedule import USUAL
from tests import standin
from tests.nodes.conftest import follow
from tests.nodes.test_following import differences as differences_of_node
from tests.operation.storm import COMMAND, Registers, contents, differences, end, icos_of, kill, workers_of
from tests.support.callers import fresh_address
from tests.support.commands import Command, start
from tests.support.cut import Cuttable
from tests.support.databases import new_database
from tests.support.installation import PERSON_SECRET, issue_key, open_installation
from tests.support.pool import Pool
from tests.support.server import free_port
from tests.support.standby import Standby
from tests.support.waiting import PATIENCE, wait_until
from tests.worker.workshop import Workshop

KINDS = (
    "primary", "a primary that hangs", "standby", "pool", "worker", "a process of the worker", "network",
    "node", "server of a node", "follower of a node",
)  # fmt: skip
PROMOTION = "promotion"
_DATABASE = "soupis_storm"
_LONGEST_CALM, _LONGEST_CUT, _LONGEST_HANG = 3.0, 2.0, 4.0
# Whatever is counted twice or not at all when a process dies in the middle: a lease of each.
_LEASE = STANDARD.lease
# Who asks so often at once is answered from a lease; a VAT batch of 3 is the largest step otherwise.
_BURST = 3 * LEASE_RATE
_LARGEST_STEP = 3
# Of one account so many units are left: enough for leases (LEASE_RESERVE), and few enough to be used up.
_FEW = 1_500
# Each document as it was committed, each company that ever stood in the queue of VAT look-ups, each step by
# which units were counted.
_KEPT_ASIDE = """
CREATE TABLE committed (ico integer, detail bytea);
CREATE FUNCTION keep_document() RETURNS trigger LANGUAGE plpgsql AS
'BEGIN INSERT INTO committed VALUES (NEW.ico, NEW.detail); RETURN NULL; END';
CREATE TRIGGER keep_document AFTER INSERT OR UPDATE ON company_document
FOR EACH ROW EXECUTE FUNCTION keep_document();
CREATE TABLE queued (ico integer);
CREATE FUNCTION keep_queued() RETURNS trigger LANGUAGE plpgsql AS
'BEGIN INSERT INTO queued VALUES (NEW.ico); RETURN NULL; END';
CREATE TRIGGER keep_queued AFTER INSERT ON vat_queue FOR EACH ROW EXECUTE FUNCTION keep_queued();
CREATE TABLE counted (units integer);
CREATE FUNCTION keep_counted() RETURNS trigger LANGUAGE plpgsql AS
'BEGIN INSERT INTO counted VALUES (NEW.used - OLD.used); RETURN NULL; END';
CREATE TRIGGER keep_counted AFTER UPDATE ON quota_usage FOR EACH ROW EXECUTE FUNCTION keep_counted();
"""
_USE = """
INSERT INTO quota_usage (period, bucket, used)
SELECT :period, 'account:' || id, :used FROM account WHERE email = :email
"""
_USED = (
    "SELECT sum(used) FROM quota_usage JOIN account ON bucket = 'account:' || account.id WHERE email = :email"
)


class Answer(NamedTuple):
    """What a caller got: of which node and when, by the clock of this process; no status = no answer."""

    node: str
    asked: float
    came: float
    ico: str
    status: int | None
    body: bytes
    units: int


class Account(NamedTuple):
    """An account of the tariff standard, its key, and how many units were left to it in the beginning."""

    email: str
    key: str
    left: int


class Units(NamedTuple):
    """Units of an account: given by answers, asked for, and counted by the database."""

    given: int
    sent: int
    counted: int


@dataclass
class Broken:
    """What was broken, and from when until when."""

    what: str
    since: float
    until: float = float("inf")


class Node:
    """A data directory of a node and its server, with a follower beside it."""

    def __init__(self, name: str, where: Installation, start: Callable[..., Command]) -> None:
        self.name = name
        self.where = where
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._start = start
        self.start()

    def start(self) -> None:
        """Start the server and the follower."""
        data = ("--data", str(self.where.directory))
        self.process = self._start("serve", "--follow", "--port", str(self.port), *data, log=self.name)

    def followers(self) -> list[psutil.Process]:
        """Return the process that follows: the one that holds the lock of the documents open."""
        lock = str(self.where.documents_path / "lock")
        found = []
        for process in workers_of(self.process):
            with suppress(psutil.Error):
                if any(file.path == lock for file in process.open_files()):
                    found.append(process)
        return found

    def servers(self) -> list[psutil.Process]:
        """Return the processes that answer."""
        followers = {process.pid for process in self.followers()}
        return [process for process in workers_of(self.process) if process.pid not in followers]

    def restart(self) -> None:
        """Kill all of it and start it again."""
        processes = workers_of(self.process)
        kill(psutil.Process(self.process.pid))
        self.process.wait()
        psutil.wait_procs(processes, PATIENCE)  # they end without their parent
        self.start()


class Caller(threading.Thread):
    """Asks both nodes by turns until told to stop, `burst` times before each pause; keeps all that it got."""

    def __init__(
        self,
        nodes: list[Node],
        account: Account | None,
        icos: list[str],
        chance: random.Random,
        pause: float,
        burst: int = 1,
    ) -> None:
        super().__init__(daemon=True)
        self.account = account
        self.answers: list[Answer] = []
        self.queued: list[str] = []
        self._nodes, self._icos, self._chance, self._pause, self._burst = nodes, icos, chance, pause, burst
        self._headers = {"X-Forwarded-For": fresh_address()} | (
            {"Authorization": f"Bearer {account.key}"} if account else {}
        )
        self._bodies: dict[bytes, bytes] = {}  # each once, however often it was answered
        self._stop_asking = threading.Event()

    def run(self) -> None:
        """Ask for details, and with a key for VAT states too."""
        with ExitStack() as stack:
            sessions = [
                (
                    node,
                    stack.enter_context(httpx.Client(base_url=node.url, headers=self._headers, timeout=60)),
                )
                for node in self._nodes
            ]
            while not self._stop_asking.wait(self._pause):
                node, http = self._chance.choice(sessions)
                for _ in range(self._burst):
                    self._ask(node, http)

    def stop(self) -> None:
        """Ask no more."""
        self._stop_asking.set()
        if self.ident is not None:
            self.join(PATIENCE)

    def _ask(self, node: Node, http: httpx.Client) -> None:
        if self.account and self._chance.random() < 0.2:
            self._ask_vat(node, http)
        else:
            ico = self._chance.choice(self._icos)
            self._keep(node, ico, 1, lambda: http.get(f"/api/v1/firma/{ico}"))

    def _ask_vat(self, node: Node, http: httpx.Client) -> None:
        icos = self._chance.sample(self._icos, 3)
        answer = self._keep(node, "", 3, lambda: http.post("/api/v1/firmy/dph", json={"ico": icos}))
        if answer is not None and answer.status_code == 200:
            self.queued += answer.json()["data"]["neovereno"]

    def _keep(
        self, node: Node, ico: str, units: int, ask: Callable[[], httpx.Response]
    ) -> httpx.Response | None:
        asked = time.monotonic()
        try:
            answer = ask()
        except httpx.TransportError:
            self.answers.append(Answer(node.name, asked, time.monotonic(), ico, None, b"", units))
            return None
        body = self._bodies.setdefault(answer.content, answer.content) if ico else b""
        self.answers.append(Answer(node.name, asked, time.monotonic(), ico, answer.status_code, body, units))
        return answer


class NodeStorm:
    """Two nodes over a primary of their own, made beside the cluster at an address; use it by `with`."""

    def __init__(self, directory: Path, cluster: str, companies: int, seed: int) -> None:
        self.chance = random.Random(seed)
        self.done: Counter[str] = Counter()
        self.broken: list[Broken] = []
        self._directory = directory
        self._registers = Registers(directory, companies, seed)
        self._icos = icos_of(self._registers.directory)
        self._stack = ExitStack()
        self._source = self._stack.enter_context(standin.start(self._registers.directory))
        self._maintenance, vat_source.maintenance_left = vat_source.maintenance_left, lambda now: 0.0
        self.primary = self._stack.enter_context(Standby(cluster))
        self.primary.promote()
        url = new_database(self.primary.address("postgres"), _DATABASE)
        self.standby: Standby | None = self._stack.enter_context(Standby(url))
        self.primary.stop()
        self._start_primary()
        self._network = self._stack.enter_context(Cuttable(self._connect))
        address = make_url(url).set(
            drivername="postgresql", host="127.0.0.1", port=self._network.port, query={}
        )
        self._url = address.render_as_string(hide_password=False)
        self._pool = self._stack.enter_context(Pool(self._url))
        self._number = 0
        self.callers: list[Caller] = []
        self.nodes: list[Node] = []
        self._processes: list[Command] = []
        self._stack.callback(self._end_processes)

    def __enter__(self) -> NodeStorm:
        try:
            self._begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _begin(self) -> None:
        installations = [self._installation(name) for name in ("one", "two")]
        installations[0].prepare()
        with writing(installations[0].engine) as connection:
            connection.execute(text(_KEPT_ASIDE))
        self._key = issue_key(installations[0], "probe@example.cz", BUSINESS.name)
        self.nodes = [Node(where.directory.name, where, self._start) for where in installations]
        self._start_worker()
        wait_until(self.is_whole)
        self._begun = time.time()
        many, few = self._account("many@example.cz", STANDARD.limit), self._account("few@example.cz", _FEW)
        self.accounts = (many, few)
        self.callers = [
            Caller(self.nodes, account, self._icos, random.Random(self.chance.random()), pause, burst)
            for account, pause, burst in (
                (many, 0.005, 1), (many, 0.02, 1), (many, 3.0, _BURST), (few, 2.0, _BURST), (None, 0.2, 1),
            )
        ]  # fmt: skip
        for caller in self.callers:
            caller.start()

    def __exit__(self, *_: object) -> None:
        self._stack.close()
        vat_source.maintenance_left = self._maintenance

    def _end_processes(self) -> None:
        for caller in self.callers:
            caller.stop()
        for process in self._processes:
            end(process)
        for node in self.nodes:
            node.where.engine.dispose()

    def run(self, kills: int, kinds: tuple[str, ...] = KINDS, say: Callable[[str], None] = print) -> None:
        """Break so many things of all kinds by turns, in random order."""
        turns: list[str] = []
        for number in range(kills):
            turns = turns or self.chance.sample(kinds, len(kinds))
            self._number = 1 - self._number
            self._registers.show(self._number)
            time.sleep(self.chance.uniform(0.0, _LONGEST_CALM))
            seconds = self.strike(turns.pop())
            say(f"{number + 1:4} {self.broken[-1].what}: whole again after {seconds:.1f} s")

    def strike(self, kind: str) -> float:
        """Break a thing, repair it, and wait until both nodes count again; return the seconds it took."""
        broken = Broken(kind, time.monotonic())
        self.broken.append(broken)
        self._break(kind)
        wait_until(self.is_whole)
        if self._worker.poll() is not None:
            self._start_worker()  # it ends when the database is away at its start, and is started again
        broken.until = time.monotonic()
        self.done[kind] += 1
        return broken.until - broken.since

    def _break(self, kind: str) -> None:
        node = self.chance.choice(self.nodes)
        if kind == "primary":
            self.primary.kill()
            self._start_primary()
        elif kind == "standby" and (standby := self.standby):
            standby.kill()
            wait_until(partial(_succeeds, standby.start))
        elif kind == PROMOTION and (standby := self.standby):
            self.primary.kill()
            standby.promote()
            self.primary, self.standby = standby, None
        elif kind == "a primary that hangs":
            with self.primary.hanging():
                time.sleep(self.chance.uniform(0.0, _LONGEST_HANG))
        elif kind == "pool":
            self._pool.kill()
            self._pool.start()
        elif kind == "worker":
            end(self._worker)
            self._start_worker()
        elif kind == "a process of the worker":
            self._kill_one(lambda: workers_of(self._worker))
        elif kind == "node":
            node.restart()
        elif kind == "server of a node":
            self._kill_one(node.servers)
        elif kind == "follower of a node":
            self._kill_one(node.followers)
        elif kind == "network":
            self._network.cut()
            time.sleep(self.chance.uniform(0.0, _LONGEST_CUT))
            self._network.join()

    def _kill_one(self, processes: Callable[[], list[psutil.Process]]) -> None:
        def strikes() -> bool:
            self.broken[-1].since = time.monotonic()  # until then nothing was broken
            return any(kill(process) for process in processes()[:1])

        wait_until(strikes)

    def _start_primary(self) -> None:
        # Nothing is told as done that the standby does not have: then a promotion loses nothing.
        settings = "-c synchronous_standby_names=*" if self.standby else ""
        wait_until(lambda: _succeeds(lambda: self.primary.start(settings=settings)))

    def _connect(self) -> socket.socket:
        far = socket.socket(socket.AF_UNIX)
        far.connect(self.primary.socket)
        return far

    def is_whole(self) -> bool:
        """Return whether both nodes write to the accounts: a company is watched, and then no longer.

        To read there is not enough: where a standby is waited for, the primary answers whoever reads at once,
        and whoever writes only when the standby has found it again, which takes up to 5 s.
        """
        for node in self.nodes:
            assert node.process.poll() is None, self._log(node.name)
            for method in ("PUT", "DELETE"):
                try:
                    answer = httpx.request(
                        method,
                        f"{node.url}/api/v1/sledovani/{self._icos[0]}",
                        headers={"Authorization": f"Bearer {self._key}"},
                        timeout=60,
                    )
                except httpx.TransportError:
                    return False
                if answer.status_code != 200:
                    return False
        return True

    # --- in the end ---

    def finish(self) -> list[str]:
        """Let everything come to its end undisturbed; return what is wrong, one sentence each."""
        for caller in self.callers:
            caller.stop()
        end(self._worker)
        self._registers.show(0)
        with Workshop(self.nodes[0].where, self._source) as shop:
            shop.sync("vat")
        for node in self.nodes:
            wait_until(lambda node=node: self._is_up(node))  # type: ignore[misc]
            node.process.terminate()
            node.process.wait()
        return [
            *(problem for node in self.nodes for problem in self._differences(node)),
            *self.lost_questions(),
            *self.wrong_answers(),
            *self.errors_outside(),
            *self.miscounted(),
        ]

    def unlike_undisturbed(self) -> list[str]:
        """Return in what all differs from a single machine that nobody disturbed; after `finish`."""
        with Workshop(self.nodes[0].where, self._source) as shop:
            shop.context.refresh_queue.ask(self._visited())
            shop.everything()
        follow(self.nodes[0].where)
        undisturbed = open_installation(self._directory / "undisturbed")
        undisturbed.prepare()
        with Workshop(undisturbed, self._source) as shop:
            shop.context.queue.ask(self._stood_in_queue())
            shop.context.refresh_queue.ask(self._visited())
            shop.everything()
            expected = contents(undisturbed)
        return differences(contents(self.nodes[0].where), expected)

    def _visited(self) -> list[int]:
        return sorted({int(answer.ico) for answer in self._answers() if answer.ico and answer.status == 200})

    def queued(self) -> list[int]:
        """Return the companies whose VAT status was promised to be looked up."""
        return sorted({int(ico) for caller in self.callers for ico in caller.queued})

    def lost_questions(self) -> list[str]:
        """Return which companies were promised to be looked up and were not, or still wait."""
        queued = self._stood_in_queue()
        with reading(self.nodes[0].where.engine) as connection:
            waiting = set(connection.scalars(text("SELECT ico FROM vat_queue")))
        lost = [
            f"{ico:08} was promised to be looked up and forgotten"
            for ico in self.queued()
            if ico not in queued
        ]
        return lost + [f"{ico:08} still waits to be looked up" for ico in sorted(waiting)]

    def _stood_in_queue(self) -> set[int]:
        """Return the companies that ever stood in the queue, those whose answer was lost included."""
        with reading(self.nodes[0].where.engine) as connection:
            return set(connection.scalars(text("SELECT ico FROM queued")))

    def wrong_answers(self) -> list[str]:
        """Return which answers are none of the documents that were committed, or come after a better one."""
        with reading(self.nodes[0].where.engine) as connection:
            rows = connection.execute(text("SELECT ico, detail FROM committed")).all()
        committed: dict[str, set[bytes]] = {}
        for ico, detail in rows:
            committed.setdefault(f"{ico:08}", set()).add(unpack(detail))
        wrong, known = [], set()
        for answer in self._answers():
            if answer.status == 200 and answer.ico:
                known.add((answer.node, answer.ico))
                if not any(document in answer.body for document in committed.get(answer.ico, ())):
                    wrong.append(
                        f"{answer.ico} of node {answer.node}: {answer.body[:300]!r} was never committed"
                    )
            elif answer.status == 404 and (answer.node, answer.ico) in known:
                wrong.append(f"{answer.ico} of node {answer.node} was there before it was not found")
        return wrong

    def errors_outside(self) -> list[str]:
        """Return the errors that came while nothing was broken, and those that may never come."""
        wrong = []
        for answer in self._answers():
            if answer.status in (200, 404, 429):
                continue
            broken = [
                item.what for item in self.broken if item.since <= answer.came and answer.asked <= item.until
            ]
            if answer.status not in (None, 502) or not broken:
                what = broken or self._last_broken(answer.asked)
                wrong.append(f"{answer.status} of node {answer.node}, broken: {what}")
        return wrong

    def _last_broken(self, moment: float) -> str:
        said = "nothing"
        for item in self.broken:
            if item.until <= moment:
                said = f"nothing, {moment - item.until:.1f} s after {item.what}"
        return said

    def miscounted(self) -> list[str]:
        """Return whose units were counted by more than a lease for each thing that was broken, or passed."""
        room = _LEASE * len(self.nodes) * (len(self.broken) + 1)
        wrong = [
            f"{name}: {units} are more than {room} apart"
            for name, units in self.units().items()
            if not units.given - room <= units.counted <= units.sent + room
        ]
        for account in (*self.accounts, None):
            given = self._units(account).given
            most = self._most(account)
            if given > most:
                name = account.email if account else "an address without an account"
                wrong.append(f"{name} was given {given} units, {most} are right")
        return wrong

    def _most(self, account: Account | None) -> int:
        """Return how many units may be given: what was left, and a little where PostgreSQL was away."""
        left = account.left if account else ANONYMOUS.limit
        away = min(_LEASE, left // 100) if account else AWAY_UNITS
        most = left + away * len(self.nodes) * len(self.broken)
        tariff = STANDARD if account else ANONYMOUS
        is_over = window_at(tariff.period, time.time()) != window_at(tariff.period, self._begun)
        return most + tariff.limit if is_over else most

    def units(self) -> dict[str, Units]:
        """Return the units of each account."""
        return {account.email: self._units(account) for account in self.accounts}

    def _units(self, account: Account | None) -> Units:
        answers = [
            answer for caller in self.callers if caller.account == account for answer in caller.answers
        ]
        return Units(
            sum(answer.units for answer in answers if answer.status in (200, 404)),
            sum(answer.units for answer in answers),
            self._counted(account) if account else 0,
        )

    def leases(self) -> int:
        """Return how often so many units were counted at once that it was for a lease."""
        with reading(self.nodes[0].where.engine) as connection:
            query = text("SELECT count(*) FROM counted WHERE units > :step")
            return int(connection.scalar(query, {"step": _LARGEST_STEP}) or 0)

    def statuses(self) -> Counter[int | None]:
        """Return how often which status was answered; None = no answer came."""
        return Counter(answer.status for answer in self._answers())

    def _answers(self) -> list[Answer]:
        return sorted((answer for caller in self.callers for answer in caller.answers), key=lambda a: a.came)

    def _account(self, email: str, left: int) -> Account:
        """Make an account that has used all of its units but so many."""
        where = self.nodes[0].where
        account = Account(email, issue_key(where, email, STANDARD.name), left)
        with writing(where.engine) as connection:
            used = {"used": STANDARD.limit - left, "period": window_at("month", self._begun).name}
            connection.execute(text(_USE), used | {"email": email})
        return account

    def _counted(self, account: Account) -> int:
        """Return how many units of an account were counted since the beginning."""
        with reading(self.nodes[0].where.engine) as connection:
            used = connection.scalar(text(_USED), {"email": account.email})
        return int(used or 0) - (STANDARD.limit - account.left)

    def _is_up(self, node: Node) -> bool:
        assert node.process.poll() is None, self._log(node.name)
        with reading(node.where.engine) as connection:
            end_of_log = newest(connection).seq
        with suppress(OSError, ValueError):
            state = indexer.index_state(node.where.index_directory)
            return state is not None and state.seq >= end_of_log
        return False

    def _differences(self, node: Node) -> list[str]:
        return [f"node {node.name}: {what}" for what in differences_of_node(node.where)]

    # --- processes ---

    def _installation(self, name: str) -> Installation:
        directory = self._directory / name
        directory.mkdir()
        settings = {
            "data_dir": directory,
            "database_url": self._url,
            "accounts_database_url": self._pool.address,
            "person_key_secret": PERSON_SECRET,
            "secret_key": PERSON_SECRET,
        }
        return Installation(Settings(_env_file=None, **settings))  # type: ignore[arg-type]

    def _start_worker(self) -> None:
        self._worker = self._start("worker", "--data", str(self._directory / "worker"), log="worker")

    def _start(self, *arguments: str, log: str) -> Command:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SOUPIS_")}
        environment |= self._source.settings | {
            "SOUPIS_DATABASE_URL": self._url,
            "SOUPIS_ACCOUNTS_DATABASE_URL": self._pool.address,
            "SOUPIS_PERSON_KEY_SECRET": PERSON_SECRET,
            "SOUPIS_SECRET_KEY": PERSON_SECRET,
            "SOUPIS_TRUSTED_PROXIES": "127.0.0.1",
            "SOUPIS_CODELISTS_URL": self._source.origin,
            "SOUPIS_SYNC_SCHEDULE": ",".join(f"{name.replace('_', '-')}=1s" for name in USUAL),
        }
        with (self._directory / f"{log}.log").open("ab") as file:
            process = start(arguments, file, environment, self._directory, program=COMMAND)
        self._processes.append(process)
        return process

    def _log(self, name: str) -> str:
        return (self._directory / f"{name}.log").read_text()[-3000:]


def _succeeds(start: Callable[[], None]) -> bool:
    with suppress(subprocess.CalledProcessError):
        start()
        return True
    return False
