"""Whatever keeps a command from starting is told in one line, and so does the documentation tell it."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psutil
import pytest
from sqlalchemy import insert, select

from soupis.cli import failures
from soupis.cli.failures import FAILURES, Failure
from soupis.installation import Installation
from soupis.search import indexer
from soupis.store.engine import reading, writing
from soupis.store.tables import KIND_COMPANY, change, company_document, person
from soupis.times import now_text
from tests.support import commands
from tests.support.installation import copy_of
from tests.support.server import Server, free_port
from tests.support.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.slow

_RUN = [sys.executable, "-m", "soupis"]
# In a mount namespace of its own, so that a small or read-only disk is nobody else's.
_MOUNTED = ["unshare", "--mount", "--map-root-user", "sh", "-ec"]


def _soupis(
    *arguments: str, settings: dict[str, str] | None = None, before: list[str] | None = None
) -> subprocess.CompletedProcess[str]:
    if before is None:
        return commands.run(*arguments, settings=settings, cwd=Path("/"))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SOUPIS_")}
    command = [*before, *_RUN, *arguments]
    return subprocess.run(command, env=environment, cwd="/", capture_output=True, text=True, timeout=PATIENCE)


def _serve(data: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    return _soupis("serve", "--data", str(data), settings={"SOUPIS_PORT": str(free_port()), **settings})


@contextmanager
def _taken_port() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def _wrong_setting(data: Path) -> list[subprocess.CompletedProcess[str]]:
    return [
        _serve(data, SOUPIS_HOST="nonsense"),
        _serve(data, SOUPIS_PORT="70000"),
        _serve(data, SOUPIS_DATABASE_URL="mysql://soupis:hush@db.example/soupis"),
        _serve(data, SOUPIS_DATABASE_URL="postgresql://soupis:hush@db.example:port/soupis"),
    ]


def _wrong_secret(data: Path) -> list[subprocess.CompletedProcess[str]]:
    return [_serve(data, SOUPIS_PERSON_KEY_SECRET="another secret, which is hush hush hush")]


def _port_taken(data: Path) -> list[subprocess.CompletedProcess[str]]:
    with _taken_port() as port:
        return [
            _serve(data, SOUPIS_PORT=str(port)),
            _soupis("worker", "--data", str(data), settings={"SOUPIS_METRICS_PORT": str(port)}),
            _soupis("demo", "--data", str(data), "--port", str(port)),
        ]


def _port_refused(data: Path) -> list[subprocess.CompletedProcess[str]]:
    metrics = {"SOUPIS_HOST": "203.0.113.1", "SOUPIS_METRICS_PORT": str(free_port())}
    return [
        _serve(data, SOUPIS_HOST="203.0.113.1", SOUPIS_BASE_URL="https://soupis.example"),
        _soupis("worker", "--data", str(data), settings=metrics),
    ]


def _locked(data: Path) -> list[subprocess.CompletedProcess[str]]:
    with sqlite3.connect(data / "queue.sqlite", isolation_level=None) as holder:
        holder.execute("BEGIN IMMEDIATE")
        return [_serve(data)]


def _full(data: Path) -> list[subprocess.CompletedProcess[str]]:
    small = f'mount -t tmpfs -o size=200k none "{data}"; exec "$@"'
    # A database that is there, and no room for what lies beside it while it is open.
    kept = f"{data}.kept"
    filled = (
        f'cp -a "{data}" "{kept}"; mount -t tmpfs -o size=40m none "{data}"; cp -a "{kept}/." "{data}"; '
        f'rm -rf "{kept}"; dd if=/dev/zero of="{data}/other" bs=4k 2>/dev/null || true; exec "$@"'
    )
    return [
        _soupis(command, "--data", str(data), before=[*_MOUNTED, mounting, "sh"])
        for command, mounting in (("serve", small), ("serve", filled), ("check", filled))
    ]


def _no_descriptors(data: Path) -> list[subprocess.CompletedProcess[str]]:
    return [
        _soupis(command, "--data", str(data), before=["sh", "-c", f'ulimit -n {most}; exec "$@"', "sh"])
        for command, most in (("serve", 20), ("serve", 255), ("status", 12))
    ]


def _not_written(data: Path) -> list[subprocess.CompletedProcess[str]]:
    small = ["sh", "-c", 'ulimit -f 600; exec "$@"', "sh"]
    return [_soupis("backup", str(data.with_name("copy")), "--data", str(data), before=small)]


def _read_only(data: Path) -> list[subprocess.CompletedProcess[str]]:
    bound = f'mount --bind "{data}" "{data}"; mount -o remount,bind,ro "{data}"; exec "$@"'
    return [
        _serve(data / "registry.sqlite"),
        _serve(data / "registry.sqlite" / "below"),
        _soupis("serve", "--data", str(data), before=[*_MOUNTED, bound, "sh"]),
        _soupis("sync", "all", "--data", str(data / "new"), before=[*_MOUNTED, bound, "sh"]),
    ]


def _unusable(_data: Path) -> list[subprocess.CompletedProcess[str]]:
    return [
        _serve(Path("/proc/nothing/data")),
        _serve(Path("/proc")),
        _soupis("migrate", "--data", "/proc/nothing"),
        _soupis("worker", "--data", f"/tmp/{'long' * 100}"),
    ]


def _damaged(data: Path) -> list[subprocess.CompletedProcess[str]]:
    answers = []
    for name in ("queue.sqlite", "accounts.sqlite", "registry.sqlite"):
        for journal in data.glob(f"{name}-*"):
            journal.unlink()
        (data / name).write_bytes(b"no database at all" * 1000)
        answers.append(_serve(data))
    return answers


def _lost_accounts(data: Path) -> list[subprocess.CompletedProcess[str]]:
    answers = []
    for loss in ("emptied", "removed"):
        _lose(data / "accounts.sqlite", loss)
        answers += [_serve(data), _soupis("worker", "--data", str(data))]
    return answers


def _database_away(data: Path) -> list[subprocess.CompletedProcess[str]]:
    # What runs for long waits instead: tests/nodes/test_starting.py.
    away = {"SOUPIS_DATABASE_URL": f"postgresql://soupis:hush@127.0.0.1:{free_port()}/soupis"}
    return [_soupis("status", "--data", str(data), settings=away)]


def _newer_schema(data: Path) -> list[subprocess.CompletedProcess[str]]:
    with sqlite3.connect(data / "registry.sqlite") as registry:
        registry.execute("UPDATE registry_version SET version_num = 'f1f2f3f4f5f6'")
    return [_serve(data), _soupis("worker", "--data", str(data)), _soupis("status", "--data", str(data))]


_IN_PROCESSES = """
from soupis.cli import main
from soupis.ingest.publish import publish
publish._PARALLEL = 1
main()
"""


def _process_killed(data: Path) -> list[subprocess.CompletedProcess[str]]:
    command = [sys.executable, "-c", _IN_PROCESSES, "index", "rebuild", "--documents", "--data", str(data)]
    with subprocess.Popen(command, cwd="/", stderr=subprocess.PIPE, text=True) as process:
        children: list[psutil.Process] = []

        def has_started() -> bool:
            children[:] = psutil.Process(process.pid).children()
            with suppress(psutil.NoSuchProcess):  # which ends while it is looked at
                children[:] = [child for child in children if "spawn_main" in " ".join(child.cmdline())]
                return bool(children)
            return False

        wait_until(has_started)
        children[0].kill()
        _, said = process.communicate(timeout=PATIENCE)
    return [subprocess.CompletedProcess(command, process.returncode, "", said)]


_TRIED: dict[Failure, Callable[[Path], list[subprocess.CompletedProcess[str]]]] = {
    failures.WRONG_SETTING: _wrong_setting,
    failures.WRONG_SECRET: _wrong_secret,
    failures.PORT_TAKEN: _port_taken,
    failures.PORT_REFUSED: _port_refused,
    failures.LOCKED: _locked,
    failures.FULL: _full,
    failures.NO_DESCRIPTORS: _no_descriptors,
    failures.NOT_WRITTEN: _not_written,
    failures.READ_ONLY: _read_only,
    failures.UNUSABLE: _unusable,
    failures.DAMAGED: _damaged,
    failures.LOST_ACCOUNTS: _lost_accounts,
    failures.DATABASE_AWAY: _database_away,
    failures.NEWER_SCHEMA: _newer_schema,
    failures.PROCESS_KILLED: _process_killed,
}


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: failure.says[:40])
def test_every_failure_of_the_documentation_is_one_line(
    failure: Failure, demo_installation: Installation, tmp_path: Path
) -> None:
    begins = failure.says.partition("…")[0].partition("{")[0]
    for answer in _TRIED[failure](copy_of(demo_installation, tmp_path / "data").directory):
        lines = [line for line in answer.stderr.splitlines() if not _is_progress(line)]
        assert len(lines) == 1, answer.stderr
        assert lines[0].startswith(begins)
        assert answer.returncode == failure.exit_code
        assert "hush" not in answer.stderr and "Listening" not in answer.stderr


@pytest.mark.parametrize("name", ["accounts.sqlite", "queue.sqlite", "registry.sqlite"])
def test_check_names_each_damaged_database(
    demo_installation: Installation, tmp_path: Path, name: str
) -> None:
    data = copy_of(demo_installation, tmp_path / "data").directory
    # Pages in the write-ahead log would be read in place of the damaged ones.
    with closing(sqlite3.connect(data / name)) as database:
        assert database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    with (data / name).open("r+b") as file:
        file.seek(4_096)
        file.write(b"\xff" * 4_096)
    answer = _soupis("check", "--data", str(data), "--json")
    assert answer.returncode == 1
    problems = json.loads(answer.stdout)["problems"]
    assert problems and all(line.startswith(f"{name} is damaged: ") for line in problems)


def test_check_warns_of_times_that_lie_ahead_of_the_clock(
    demo_installation: Installation, tmp_path: Path
) -> None:
    data = copy_of(demo_installation, tmp_path / "data").directory
    with closing(sqlite3.connect(data / "registry.sqlite")) as database, database:
        database.execute("UPDATE source_state SET last_attempt = '2999-01-01T00:00:00Z' WHERE source = 'res'")
    answer = _soupis("check", "--data", str(data), "--json")
    told = json.loads(answer.stdout)
    assert any(
        line.startswith("1 times (last_attempt) of source_state lie ahead") for line in told["warnings"]
    )
    assert not any("ahead" in line for line in told["problems"])
    assert _soupis("check", "--data", str(data)).stdout.count("Warning: ") == len(told["warnings"])


@pytest.mark.parametrize(
    "content", [b"", os.urandom(64), bytes(64), b"[]"], ids=["empty", "random", "zeros", "json"]
)
def test_check_names_each_damaged_file_in_a_line(
    demo_installation: Installation, tmp_path: Path, content: bytes
) -> None:
    data = copy_of(demo_installation, tmp_path / "data").directory
    generation = data / "index" / (data / "index/current").read_text()
    managed = [f"{index}/.managed.json" for index in ("companies", "persons", "dictionary")]
    for name in managed:
        (generation / name).write_bytes(content)
    assert _damage_found(data) == [
        f"The index is damaged ({name}); run: soupis index rebuild" for name in managed
    ]
    (generation / "state.json").write_bytes(content)
    assert len(_damage_found(data)) == 1
    (data / "index/current").write_bytes(content)
    secrets = [data / name for name in ("person_key.secret", "secret_key.secret", "hidden_persons.json")]
    assert _damage_found(data) == ["The index is damaged (current); run: soupis index rebuild"]
    for path in secrets:
        path.write_bytes(content)
    problems = _damage_found(data)
    assert len(problems) == 4 and "index" in problems[3]
    assert all(str(path) in line for path, line in zip(secrets, problems, strict=False))


@pytest.mark.parametrize(
    ("name", "loss", "named"),
    [
        ("accounts", "DROP TABLE webhook", "lacks webhook."),
        ("accounts", "ALTER TABLE account RENAME email TO mail", "lacks account.email."),
        ("queue", "DROP TABLE vat_queue", "lacks vat_queue."),
        ("queue", "ALTER TABLE vat_queue RENAME attempts TO tries", "lacks vat_queue.attempts."),
        ("registry", "DROP TABLE person", "lacks person."),
        ("registry", "DROP TABLE visit_queue", "lacks visit_queue."),
        ("registry", "ALTER TABLE company RENAME name TO title", "lacks company.name."),
        *((name, "emptied", "is missing or empty.") for name in ("accounts", "queue", "registry")),
        *((name, "removed", "is missing or empty.") for name in ("accounts", "queue")),
    ],
)
def test_check_names_each_lost_database_table_and_column(
    demo_installation: Installation, tmp_path: Path, name: str, loss: str, named: str
) -> None:
    data = copy_of(demo_installation, tmp_path / "data").directory
    _lose(data / f"{name}.sqlite", loss)
    for _ in range(2):  # the first check repairs nothing
        (problem,) = _damage_found(data)
        assert problem.startswith(f"The database {name} {named}")


def _lose(path: Path, loss: str) -> None:
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if loss not in ("emptied", "removed"):
            database.execute(loss)
    if loss == "emptied":
        path.write_bytes(b"")
    elif loss == "removed":
        path.unlink()


def test_check_names_lost_secrets_and_a_lost_list_of_hidden_persons(
    demo_installation: Installation, tmp_path: Path
) -> None:
    where = copy_of(demo_installation, tmp_path / "data")
    with reading(where.engine) as connection:
        key = connection.execute(select(person.c.key).limit(1)).scalar_one()
    assert _soupis("person", "hide", key, "--yes", "--data", str(where.directory)).returncode == 0
    lost = [
        where.directory / name for name in ("person_key.secret", "secret_key.secret", "hidden_persons.json")
    ]
    for path in lost:
        path.unlink()
    problems = _damage_found(where.directory)
    assert len(problems) == 3
    assert all(str(path) in line for path, line in zip(lost, problems, strict=True))


def _damage_found(data: Path) -> list[str]:
    answer = _soupis("check", "--data", str(data), "--json")
    assert answer.returncode == 1
    assert "Traceback" not in answer.stderr
    problems: list[str] = json.loads(answer.stdout)["problems"]
    return problems


def test_a_flipped_byte_at_the_end_of_a_file_of_the_index_is_told(
    demo_installation: Installation, tmp_path: Path
) -> None:
    where = copy_of(demo_installation, tmp_path / "data")
    file = next(where.index_directory.glob("*/companies/*.fast"))
    content = file.read_bytes()
    for place in range(content.rindex(b'{"version"'), len(content)):
        flipped = bytearray(content)
        flipped[place] ^= 0x5A
        file.write_bytes(flipped)
        with reading(where.engine) as connection:
            assert indexer.check(connection, where.index_directory), place


def test_an_index_whose_pointer_is_damaged_is_built_anew(
    demo_installation: Installation, tmp_path: Path
) -> None:
    data = copy_of(demo_installation, tmp_path / "data").directory
    (data / "index/current").write_bytes(b"\xff\x00")
    assert _soupis("index", "rebuild", "--data", str(data)).returncode == 0
    assert _soupis("check", "--data", str(data)).returncode == 0


def test_an_installation_that_lost_its_accounts_begins_without_any_on_purpose_only(
    demo_installation: Installation, tmp_path: Path
) -> None:
    data = copy_of(demo_installation, tmp_path / "data").directory
    _lose(data / "accounts.sqlite", "removed")
    refused = _soupis("account", "list", "--data", str(data))
    assert refused.returncode == 1 and "soupis migrate --new-accounts" in refused.stderr
    assert not (data / "accounts.sqlite").exists()
    assert _soupis("migrate", "--new-accounts", "--data", str(data)).returncode == 0
    assert _soupis("account", "list", "--data", str(data)).returncode == 0
    assert _soupis("check", "--data", str(data)).returncode == 0


def _is_progress(line: str) -> bool:
    return line.endswith(("%", "…"))


def test_a_port_that_another_server_holds_is_told_before_anything_starts(
    server: Server, tmp_path: Path
) -> None:
    answer = _soupis("serve", "--data", str(tmp_path / "new"), "--port", str(server.port))
    assert answer.returncode == 1
    assert answer.stderr == (
        f"Port {server.port} of 127.0.0.1 is taken by another program; end it, or choose another port.\n"
    )
    assert not (tmp_path / "new").exists()


def _port_that_another_server_just_left() -> int:
    """Return a port with a connection that its server closed, which the system remembers for a minute."""
    port = free_port()
    with (
        socket.create_server(("127.0.0.1", port)) as listening,
        socket.create_connection(("127.0.0.1", port)) as client,
    ):
        listening.accept()[0].close()
        assert client.recv(1) == b""
    return port


def test_a_server_listens_where_another_one_just_ended_and_says_so_when_it_does(
    demo_installation: Installation, tmp_path: Path
) -> None:
    port = _port_that_another_server_just_left()
    command = [*_RUN, "serve", "--data", str(demo_installation.directory), "--port", str(port)]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        line = next(line for line in process.stderr if "Listening" in line)
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()  # at once, not after a while
        process.terminate()
    assert line == f"Listening on http://127.0.0.1:{port}\n"


def test_who_follows_says_that_the_disk_is_full_and_goes_on(
    demo_installation: Installation, tmp_path: Path
) -> None:
    where, log = copy_of(demo_installation, tmp_path / "data"), tmp_path / "log"
    with writing(where.engine) as connection:
        icos = connection.scalars(select(company_document.c.ico)).all()
        lines = [{"kind": KIND_COMPANY, "key": ico, "at": now_text()} for ico in icos]
        connection.execute(insert(change), lines)
    where.engine.dispose()
    index, kept = where.index_directory, tmp_path / "kept"
    index.rename(kept)
    index.mkdir()
    full = (
        f'mount -t tmpfs -o size=4m none "{index}"; cp -a "{kept}/." "{index}"; '
        f'dd if=/dev/zero of="{index}/other" bs=4k 2>/dev/null || true; exec "$@"'
    )
    with log.open("wb") as said:
        command = [*_MOUNTED, full, "sh", *_RUN, "follow", "--data", str(where.directory)]
        process = subprocess.Popen(command, cwd=tmp_path, stdout=said, stderr=said)
    try:
        wait_until(lambda: process.poll() is not None or "following_failed" in log.read_text())
        assert "The disk is full." in log.read_text()
        # What a full disk kept from being written is not taken for damage, which is built anew.
        assert "index_damaged" not in log.read_text()
        process.terminate()
        assert process.wait(PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
