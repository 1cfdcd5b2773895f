"""Backup and restore by the commands."""

from __future__ import annotations

import gc
import hashlib
import json
import multiprocessing
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

import httpx
import pytest
from alembic import command

from soupis.backup import BackupError, backup, restore
from soupis.cli import console
from soupis.installation import DirectoryInUseError, Installation, holding
from soupis.settings import Settings
from soupis.store.change_feed import ChangeFeed, LinesForgottenError
from soupis.store.change_log import EPOCH
from soupis.store.documents import Documents
from soupis.store.engine import writing
from soupis.store.migrate import alembic_config, find_missing
from tests.support.commands import run as _soupis
from tests.support.forked import with_all_files_open
from tests.support.installation import copy_of
from tests.support.server import Server
from tests.support.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.slow


def test_a_restored_backup_answers_as_the_original(demo_installation: Installation, tmp_path: Path) -> None:
    original = copy_of(demo_installation, tmp_path / "data").directory
    copy, restored = tmp_path / "copy", tmp_path / "restored"
    assert _soupis("backup", str(copy), "--data", str(original)).returncode == 0
    assert _soupis("restore", str(copy), "--data", str(restored)).returncode == 0
    with Documents(original / "registry.sqlite") as before, Documents(restored / "registry.sqlite") as after:
        assert after.company(514152) == before.company(514152) is not None
        assert after.counts() == before.counts()
    assert _soupis("index", "rebuild", "--data", str(restored)).returncode == 0
    assert _soupis("check", "--data", str(restored)).returncode == 0


def test_a_backup_is_readable_by_its_owner_only(demo_installation: Installation, tmp_path: Path) -> None:
    assert (
        _soupis("backup", str(tmp_path / "copy"), "--data", str(demo_installation.directory)).returncode == 0
    )
    assert [path.stat().st_mode & 0o077 for path in (tmp_path / "copy").iterdir()].count(0) == len(
        list((tmp_path / "copy").iterdir())
    )


def test_a_backup_that_cannot_be_made_there_says_where_and_what_to_do(
    demo_installation: Installation,
) -> None:
    refused = _soupis("backup", "/proc/x", "--data", str(demo_installation.directory))
    assert refused.returncode == 1
    assert refused.stderr.startswith("/proc/x cannot be made: ")
    assert "name another directory" in refused.stderr


def test_a_backup_never_overwrites_and_a_restore_wants_an_empty_directory(
    demo_installation: Installation, tmp_path: Path
) -> None:
    data = str(demo_installation.directory)
    (tmp_path / "taken").mkdir()
    refused = _soupis("backup", str(tmp_path / "taken"), "--data", data)
    assert refused.returncode == 1
    assert "exists already" in refused.stderr
    assert _soupis("backup", str(tmp_path / "copy"), "--data", data).returncode == 0
    refused = _soupis("restore", str(tmp_path / "copy"), "--data", data)
    assert refused.returncode == 1
    assert "not empty" in refused.stderr


_FORK = multiprocessing.get_context("fork")
_COMMITTING = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=60, isolation_level=None)
connection.execute("CREATE TABLE IF NOT EXISTS committed (n INTEGER)")
while True:
    connection.execute("INSERT INTO committed SELECT count(*) FROM committed")
"""


def _quietly(_stage: str, _done: int, _total: int | None) -> None:
    pass


@contextmanager
def _committing(database: Path) -> Iterator[None]:
    """Another process that commits to a database as fast as it can."""
    process = subprocess.Popen([sys.executable, "-c", _COMMITTING, str(database)])
    try:
        wait_until(lambda: _committed(database) > 10)
        yield
    finally:
        process.kill()
        process.wait()


def _committed(database: Path) -> int:
    connection = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True, timeout=60)
    try:
        count: int = connection.execute("SELECT count(*) FROM committed").fetchone()[0]
    except sqlite3.OperationalError:
        return 0  # not begun
    finally:
        connection.close()
    return count


def test_a_backup_ends_although_others_commit_all_the_time_and_holds_one_moment(
    demo_installation: Installation, tmp_path: Path
) -> None:
    where = copy_of(demo_installation, tmp_path / "data")
    with sqlite3.connect(where.documents_file) as large:  # so that a copy takes many steps
        large.execute("CREATE TABLE filler (content BLOB)")
        large.executemany("INSERT INTO filler VALUES (zeroblob(1000000))", [()] * 200)
    large.close()
    shown: list[tuple[str, int, int | None]] = []
    with _committing(where.documents_file):
        before = _committed(where.documents_file)
        backup(where.directory, tmp_path / "copy", lambda *step: shown.append(step))
        after = _committed(where.documents_file)
    steps = [step for step in shown if step[0] == "copying registry.sqlite"]
    assert len(steps) > 3
    assert [step[1] for step in steps] == sorted(step[1] for step in steps)  # never from the beginning again
    with sqlite3.connect(tmp_path / "copy" / "registry.sqlite") as copied:
        rows = [row[0] for row in copied.execute("SELECT n FROM committed ORDER BY n")]
    copied.close()
    assert rows == list(range(len(rows)))
    assert before <= len(rows) < after


def test_a_manifest_tells_what_a_backup_holds(demo_installation: Installation, tmp_path: Path) -> None:
    backup(demo_installation.directory, tmp_path / "copy", _quietly)
    manifest = json.loads((tmp_path / "copy" / "manifest.json").read_text())
    files = {path.name for path in (tmp_path / "copy").iterdir()} - {"manifest.json"}
    assert set(manifest["files"]) == files
    for name, told in manifest["files"].items():
        content = (tmp_path / "copy" / name).read_bytes()
        assert told == {"length": len(content), "sha256": hashlib.sha256(content).hexdigest()}


@pytest.mark.parametrize("name", ["registry.sqlite", "accounts.sqlite", "person_key.secret"])
@pytest.mark.parametrize("fault", ["changed", "cut", "missing"])
def test_a_damaged_backup_replaces_nothing(
    demo_installation: Installation, tmp_path: Path, name: str, fault: str
) -> None:
    data = copy_of(demo_installation, tmp_path / "data").directory
    (data / "person_key.secret").write_text("x" * 64)
    backup(data, tmp_path / "copy", _quietly)
    damaged = tmp_path / "copy" / name
    content = damaged.read_bytes()
    if fault == "missing":
        damaged.unlink()
    else:
        middle = len(content) // 2
        bad = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
        damaged.write_bytes(bad if fault == "changed" else content[:middle])
    before = {path.name for path in tmp_path.iterdir()}
    there = (data / name).read_bytes()
    with pytest.raises(BackupError):
        restore(tmp_path / "copy", data, _quietly, replace=True)
    assert {path.name for path in tmp_path.iterdir()} == before
    assert (data / name).read_bytes() == there


def test_a_backup_of_a_newer_version_is_refused(demo_installation: Installation, tmp_path: Path) -> None:
    backup(demo_installation.directory, tmp_path / "copy", _quietly)
    manifest = tmp_path / "copy" / "manifest.json"
    told = json.loads(manifest.read_text())
    manifest.write_text(json.dumps(told | {"schema": "f1f2f3f4f5f6"}))
    with pytest.raises(BackupError, match="newer version"):
        restore(tmp_path / "copy", tmp_path / "data", _quietly)
    assert not (tmp_path / "data").exists()


def test_a_backup_without_a_manifest_can_still_be_restored(
    demo_installation: Installation, tmp_path: Path
) -> None:
    backup(demo_installation.directory, tmp_path / "copy", _quietly)
    (tmp_path / "copy" / "manifest.json").unlink()
    restore(tmp_path / "copy", tmp_path / "data", _quietly)
    with Documents(tmp_path / "data" / "registry.sqlite") as documents:
        assert documents.company(514152) is not None


def test_a_restore_killed_at_any_moment_leaves_the_old_data_or_the_new(
    demo_installation: Installation, tmp_path: Path, chance: random.Random
) -> None:
    new = copy_of(demo_installation, tmp_path / "new").directory
    (new / "demo.key").write_text("new")
    backup(new, tmp_path / "copy", _quietly)
    copied = statements(tmp_path / "copy" / "registry.sqlite")
    data = tmp_path / "data"
    seen = set()
    longest = 0.0
    for number in range(30):
        if number == 0 or (data / "demo.key").read_text() == "new":
            for path in tmp_path.glob("data*"):
                path.rename(tmp_path / f"gone-{number}-{path.name}")
            data.mkdir()
            (data / "demo.key").write_text("old")
            (data / "registry.sqlite").write_bytes(b"old")
        process = _FORK.Process(
            target=restore, args=(tmp_path / "copy", data, _quietly), kwargs={"replace": True}
        )
        begun = time.monotonic()
        process.start()
        process.join(chance.uniform(0, longest) if longest else None)  # the first one is left alone
        process.kill()
        process.join()
        assert process.exitcode in (0, -signal.SIGKILL)
        if process.exitcode == 0:  # the first one may have had to wait for the disk
            took = time.monotonic() - begun
            longest = min(longest or took, took)
        state = (data / "demo.key").read_text()
        seen.add(state)
        if state == "new":
            assert statements(data / "registry.sqlite") == copied
            assert [(path / "demo.key").read_text() for path in tmp_path.glob("data.before-*")].count("old")
        else:
            assert (data / "registry.sqlite").read_bytes() == b"old"
    assert seen == {"old", "new"}
    restore(tmp_path / "copy", data, _quietly, replace=True)
    assert not list(tmp_path.glob(".data.*.part"))  # what killed ones left was taken away


def statements(registry: Path) -> list[str]:
    """Return all that a database holds, but not which change log it is: a restored one is another.

    Nor from where on it counts.
    """
    connection = sqlite3.connect(registry)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        counter = """INSERT INTO "sqlite_sequence" VALUES('change',"""
        lines = [line for line in connection.iterdump() if EPOCH not in line]
        return [line for line in lines if not line.startswith(counter)]
    finally:
        connection.close()


def test_a_restored_change_log_is_another_one_each_time(
    demo_installation: Installation, tmp_path: Path
) -> None:
    where = copy_of(demo_installation, tmp_path / "data")
    backup(where.directory, tmp_path / "copy", _quietly)
    epochs = []
    for directory in (where.directory, tmp_path / "first", tmp_path / "second"):
        if directory != where.directory:
            restore(tmp_path / "copy", directory, _quietly)
        connection = sqlite3.connect(directory / "registry.sqlite")
        epochs += connection.execute("SELECT value FROM setting WHERE name = ?", (EPOCH,)).fetchone()
        connection.close()
    assert len(set(epochs)) == 3 and all(epochs)


def test_numbers_given_out_after_a_backup_mean_nothing_to_the_restored_feed(
    demo_installation: Installation, tmp_path: Path
) -> None:
    """Be they given out by the data before, or by what was restored of the same backup before."""
    where = copy_of(demo_installation, tmp_path / "data")
    backup(where.directory, tmp_path / "copy", _quietly)
    insert = "INSERT INTO change (kind, key, at, sections) VALUES (1, 19, '2026-01-01T00:00:00Z', 'dph')"
    feeds = []
    for directory in (where.directory, tmp_path / "restored", tmp_path / "again"):
        if directory != where.directory:
            restore(tmp_path / "copy", directory, _quietly)
        with sqlite3.connect(directory / "registry.sqlite") as connection:
            for _ in range(9):
                connection.execute(insert)
        connection.close()
        feeds.append(ChangeFeed(directory / "registry.sqlite"))
    try:
        given_out = [feed.newest() for feed in feeds]
        for feed, last in zip(feeds, given_out, strict=True):
            assert len(feed.after(last - 1, 10).changes) == 1
            for other in given_out:
                if other < last:
                    with pytest.raises(LinesForgottenError):
                        feed.after(other, 10)
            assert len(feed.after(given_out[0] - 9, 100).changes) == 9  # known before the backup
        assert given_out == sorted(set(given_out))
    finally:
        for feed in feeds:
            feed.close()


@pytest.mark.parametrize("command", [["worker"], ["sync", "vat"], ["mcp"], ["follow"], ["serve"], ["status"]])
def test_a_directory_that_any_command_uses_is_not_replaced(
    demo_installation: Installation, tmp_path: Path, command: list[str]
) -> None:
    where = copy_of(demo_installation, tmp_path / "data")
    backup(where.directory, tmp_path / "copy", _quietly)
    with holding(where.directory, alone=True):  # as a restore does
        found = _soupis(*command, "--data", str(where.directory))
    assert found.returncode == 1
    assert "is being replaced by a restore" in found.stderr
    user = console.installation(where.directory)
    with pytest.raises(BackupError, match="another command uses"):
        restore(tmp_path / "copy", where.directory, _quietly, replace=True)
    del user
    gc.collect()
    _copied, old = restore(tmp_path / "copy", where.directory, _quietly, replace=True)
    assert old is not None and (old / "registry.sqlite").exists()


def _empty(path: Path) -> None:
    with closing(sqlite3.connect(path)) as database:
        for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            if not name.startswith("sqlite_"):
                database.execute(f"DROP TABLE {name}")
        database.execute("VACUUM")


def _replace(path: Path, make: Callable[[Path], object]) -> None:
    path.unlink()
    make(path)


_FOREIGN: dict[str, Callable[[Path], object]] = {
    "no tables": _empty,
    "no bytes": lambda path: path.write_bytes(b""),
    "another program's": lambda path: _replace(
        path, lambda new: sqlite3.connect(new).execute("CREATE TABLE x (y)").connection.close()
    ),
    "a pipe": lambda path: _replace(path, os.mkfifo),
    "a link": lambda path: _replace(path, lambda new: new.symlink_to("/dev/zero")),
    "larger than the disk": lambda path: os.truncate(path, 1 << 43),
    "longer than its pages": lambda path: os.truncate(path, path.stat().st_size + (1 << 30)),
}


@pytest.mark.parametrize("fault", _FOREIGN)
@pytest.mark.parametrize("name", ["registry.sqlite", "accounts.sqlite"])
@pytest.mark.parametrize("has_manifest", [True, False])
def test_what_is_no_database_of_ours_replaces_nothing(
    demo_installation: Installation, tmp_path: Path, name: str, fault: str, has_manifest: bool
) -> None:
    backup(copy_of(demo_installation, tmp_path / "data").directory, tmp_path / "copy", _quietly)
    _FOREIGN[fault](tmp_path / "copy" / name)
    manifest = tmp_path / "copy" / "manifest.json"
    if not has_manifest:
        manifest.unlink()
    elif fault in ("no tables", "no bytes", "another program's"):  # backed up like that
        told = json.loads(manifest.read_text())
        content = (tmp_path / "copy" / name).read_bytes()
        told["files"][name] = {"length": len(content), "sha256": hashlib.sha256(content).hexdigest()}
        manifest.write_text(json.dumps(told))
    before = {path.name for path in tmp_path.iterdir()}
    with pytest.raises(BackupError):
        restore(tmp_path / "copy", tmp_path / "data", _quietly, replace=True)
    assert {path.name for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("other", ["registry", "accounts", "queue"])
@pytest.mark.parametrize("name", ["registry", "accounts", "queue"])
def test_a_database_in_the_place_of_another_replaces_nothing(
    demo_installation: Installation, tmp_path: Path, name: str, other: str
) -> None:
    backup(copy_of(demo_installation, tmp_path / "data").directory, tmp_path / "copy", _quietly)
    if other != name:
        (tmp_path / "copy" / f"{name}.sqlite").write_bytes(
            (tmp_path / "copy" / f"{other}.sqlite").read_bytes()
        )
        (tmp_path / "copy" / "manifest.json").unlink()
        with pytest.raises(BackupError):
            restore(tmp_path / "copy", tmp_path / "new", _quietly)
    else:
        restore(tmp_path / "copy", tmp_path / "new", _quietly)
    assert (tmp_path / "new").exists() == (other == name)


@pytest.mark.parametrize("content", [b"", b"\n", b"short", b"\xff" * 64, bytes(64), b"f" * 64])
@pytest.mark.parametrize("name", ["secret_key.secret", "person_key.secret"])
def test_a_secret_that_a_start_would_refuse_replaces_nothing(
    demo_installation: Installation, tmp_path: Path, name: str, content: bytes
) -> None:
    backup(demo_installation.directory, tmp_path / "copy", _quietly)
    (tmp_path / "copy" / name).write_bytes(content)
    (tmp_path / "copy" / "manifest.json").unlink()
    with pytest.raises(BackupError, match=name) as refused:
        restore(tmp_path / "copy", tmp_path / "new", _quietly)
    assert ".part" not in str(refused.value)
    assert not (tmp_path / "new").exists()


def _leave_out(copy: Path, name: str) -> None:
    _name_files(copy, lambda files: {listed: file for listed, file in files.items() if listed != name})
    (copy / name).unlink()


_MISTAKEN: dict[str, Callable[[Path], object]] = {
    "a manifest that names no files": lambda copy: _name_files(copy, lambda files: {}),
    "a manifest that passes over the accounts": lambda copy: _name_files(
        copy, lambda files: {name: file for name, file in files.items() if name != "accounts.sqlite"}
    ),
    **{
        f"a manifest and a backup without {name}": partial(_leave_out, name=name)
        for name in ("accounts.sqlite", "queue.sqlite", "person_key.secret", "secret_key.secret")
    },
    "a manifest of gigabytes": lambda copy: os.truncate(copy / "manifest.json", 1 << 34),
    "a secret of gigabytes": lambda copy: os.truncate(copy / "secret_key.secret", 1 << 34),
}


def _name_files(copy: Path, change: Callable[[dict[str, object]], dict[str, object]]) -> None:
    told = json.loads((copy / "manifest.json").read_text())
    told["files"] = change(told["files"])
    (copy / "manifest.json").write_text(json.dumps(told))


@pytest.mark.parametrize("mistake", _MISTAKEN)
def test_a_backup_whose_files_are_not_those_of_its_manifest_replaces_nothing(
    demo_installation: Installation, tmp_path: Path, mistake: str
) -> None:
    backup(copy_of(demo_installation, tmp_path / "data").directory, tmp_path / "copy", _quietly)
    _MISTAKEN[mistake](tmp_path / "copy")
    before = {path.name for path in tmp_path.iterdir()}
    with pytest.raises(BackupError):
        restore(tmp_path / "copy", tmp_path / "data", _quietly, replace=True)
    assert {path.name for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("registry", "DROP TABLE person"),
        ("registry", "ALTER TABLE company RENAME name TO title"),
        ("registry", "UPDATE registry_version SET version_num = '9999'"),
        ("accounts", "DROP TABLE webhook"),
        ("accounts", "ALTER TABLE account RENAME email TO mail"),
        ("accounts", "UPDATE accounts_version SET version_num = 'zzzz'"),
        ("queue", "ALTER TABLE vat_queue RENAME attempts TO tries"),
    ],
)
def test_a_backup_with_other_tables_than_those_of_its_version_replaces_nothing(
    demo_installation: Installation, tmp_path: Path, name: str, change: str
) -> None:
    backup(copy_of(demo_installation, tmp_path / "data").directory, tmp_path / "copy", _quietly)
    path = tmp_path / "copy" / f"{name}.sqlite"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute(change)
    content = path.read_bytes()
    _name_files(
        tmp_path / "copy",
        lambda files: (
            files | {path.name: {"length": len(content), "sha256": hashlib.sha256(content).hexdigest()}}
        ),
    )
    before = {item.name for item in tmp_path.iterdir()}
    with pytest.raises(BackupError) as refused:
        restore(tmp_path / "copy", tmp_path / "data", _quietly, replace=True)
    assert "\n" not in str(refused.value) and ".part" not in str(refused.value)
    assert {item.name for item in tmp_path.iterdir()} == before


def test_a_backup_of_an_older_version_needs_the_tables_of_that_version_only(
    demo_installation: Installation, tmp_path: Path
) -> None:
    where = copy_of(demo_installation, tmp_path / "data")
    with writing(where.engine) as connection:
        command.downgrade(alembic_config(connection), "0031")
    where.disconnect()
    backup(where.directory, tmp_path / "copy", _quietly)
    restore(tmp_path / "copy", tmp_path / "restored", _quietly)
    assert find_missing(Installation(Settings(data_dir=tmp_path / "restored")).engine) == []


def test_what_a_killed_backup_left_is_no_obstacle_for_one_of_the_same_process_number(
    demo_installation: Installation, tmp_path: Path
) -> None:
    left = tmp_path / f".copy.{os.getpid()}.part"
    left.mkdir()
    (left / "registry.sqlite").write_bytes(b"half of it")
    backup(copy_of(demo_installation, tmp_path / "data").directory, tmp_path / "copy", _quietly)
    assert {path.name for path in tmp_path.iterdir()} == {"data", "copy"}


def test_a_directory_held_alone_is_free_afterwards_whatever_process_has_it_open(tmp_path: Path) -> None:
    with ExitStack() as forked:
        with holding(tmp_path, alone=True):
            forked.enter_context(with_all_files_open())
        with holding(tmp_path):
            pass


def test_a_directory_that_a_server_answers_from_is_not_replaced(
    demo_installation: Installation, tmp_path: Path
) -> None:
    where = copy_of(demo_installation, tmp_path / "data")
    backup(where.directory, tmp_path / "copy", _quietly)
    with Server(where.directory, tmp_path / "log") as server:
        with pytest.raises(BackupError, match=f"another command uses {re.escape(str(where.directory))}"):
            restore(tmp_path / "copy", where.directory, _quietly, replace=True)
        assert httpx.get(f"{server.url}/api/ready", timeout=PATIENCE).status_code == 200
    assert {path.name for path in tmp_path.iterdir()} == {"data", "copy", "log"}
    with holding(where.directory, alone=True), pytest.raises(DirectoryInUseError, match="restore"):
        console.installation(where.directory)
    restore(tmp_path / "copy", where.directory, _quietly, replace=True)
