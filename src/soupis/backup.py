"""Backup of an installation on one machine: consistent copies of its databases, and its secrets."""

from __future__ import annotations

import ctypes
import errno
import hashlib
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import BinaryIO

import msgspec

from soupis import __version__
from soupis.durable_files import sync
from soupis.ingest import hidden_list
from soupis.installation import DirectoryInUseError, Installation, holding
from soupis.progress import Progress
from soupis.settings import Settings
from soupis.store.change_log import EPOCH, beyond, new_epoch
from soupis.store.engine import reading_file
from soupis.store.migrate import NewerSchemaError, is_known
from soupis.times import now_text

# Each database, with the table that notes its version.
OWN_TABLES = {
    "registry.sqlite": {"registry_version"},
    "accounts.sqlite": {"accounts_version"},
    "queue.sqlite": set(),
}
DATABASES = tuple(OWN_TABLES)
# Without its secrets a backup would give persons new keys and forget who asked how much.
SECRETS = ("person_key.secret", "secret_key.secret", "demo.key")
MANIFEST = "manifest.json"
_MOST_BYTES_OF_SMALL_FILES = 1 << 20
_PAGES = 4096
_CHUNK = 1 << 20
# What the system needs for swapping two directories in one step.
_AT_FDCWD, _RENAME_EXCHANGE = -100, 2


class BackupError(Exception):
    """A backup cannot be made or restored; the text says why and what to do."""


class CopiedFile(msgspec.Struct, rename="camel"):
    """A file of a backup as it has to be found again: its length in bytes and its SHA-256 in hex."""

    length: int
    sha256: str


class Manifest(msgspec.Struct, rename="camel"):
    """What a backup holds; written last, so that a backup without it is none."""

    version: str  # of the program that made it
    created: str
    schema: str | None  # revision of the tables of registry.sqlite
    files: dict[str, CopiedFile]


def backup(data: Path, target: Path, progress: Progress) -> list[str]:
    """Copy an installation into a new directory while it runs; return the names of the copied files.

    The directory appears under its name only when it is complete.
    """
    if target.exists():
        raise BackupError(f"{target} exists already; name a directory that does not.")
    if not (data / DATABASES[0]).exists():
        raise BackupError(f"{data} holds no installation; give its data directory by --data.")
    for name, what in _opened(data).find_missing_tables().items():
        raise BackupError(f"The database {name} of {data} {what}; soupis check says what to do.")
    with _draft_of(target) as draft:
        _copy_databases(data, draft, progress)
        for name in _present(data, SECRETS):
            shutil.copyfile(data / name, draft / name)
            (draft / name).chmod(0o600)
        manifest = _measure_all(draft, progress)
        _write(draft / MANIFEST, msgspec.json.format(msgspec.json.encode(manifest)))
        _sync_files(draft)
        draft.rename(target)
    sync(target.absolute().parent)
    return list(manifest.files)


def restore(
    source: Path, data: Path, progress: Progress, *, replace: bool = False
) -> tuple[list[str], Path | None]:
    """Put a backup in the place of a data directory; the index is rebuilt by whatever runs next.

    Everything is copied beside it and verified first; then the two directories change places in one step, so
    that a process killed at any moment leaves the old one or the new one. Returns the names of the files, and
    where the old data directory is now. Without `replace` a directory that holds anything is refused.
    """
    _refuse_unfit_files(source, data)
    manifest = _read_manifest(source, progress)
    if not replace and data.exists() and any(data.iterdir()):
        raise BackupError(
            f"{data} is not empty; --replace keeps what it holds beside it, --data names another directory."
        )
    with _held(data), _draft_of(data) as draft:
        for name, expected in manifest.files.items():
            _copy_verified(source / name, draft / name, expected, progress)
        for name in _present(draft, DATABASES):
            progress(f"checking {name}", 0, None)
            _check(draft / name)
            _check_tables(draft / name)
        _check_content(draft, source)
        _carry_over(data / hidden_list.FILE, draft)
        _renew_epoch(draft / DATABASES[0])
        _sync_files(draft)
        old = _exchange(draft, data)
    sync(data.absolute().parent)
    return list(manifest.files), old


@contextmanager
def _draft_of(target: Path) -> Iterator[Path]:
    """Give a new directory beside the target, for its owner only; what is left of it at the end goes."""
    target = target.absolute()
    own = str(os.getpid())
    for left in target.parent.glob(f".{target.name}.*.part"):
        # Of a process that was killed; in a container the next one has its number.
        if (number := left.suffixes[-2][1:]) == own or not Path(f"/proc/{number}").exists():
            shutil.rmtree(left)
    draft = target.with_name(f".{target.name}.{own}.part")
    draft.mkdir(mode=0o700, parents=True)
    try:
        yield draft
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _present(directory: Path, names: tuple[str, ...]) -> list[str]:
    return [name for name in names if (directory / name).exists()]


def _copy_databases(source: Path, target: Path, progress: Progress) -> None:
    """Copy all databases as they are at one moment: what is committed meanwhile is not part of it."""
    with ExitStack() as opened:
        readers = {}
        for name in _present(source, DATABASES):
            readers[name] = opened.enter_context(reading_file(source / name))
        for name, reader in readers.items():
            _write(target / name, b"")
            writer = sqlite3.connect(target / name)
            try:
                # Nobody sees the draft, so neither a journal nor syncing at each step is of any use.
                writer.execute("PRAGMA synchronous = OFF")
                steps = _steps(f"copying {name}", progress)
                reader.backup(writer, pages=_PAGES, progress=steps)
            finally:
                writer.close()
            _check(target / name)


def _steps(stage: str, progress: Progress) -> Callable[[int, int, int], None]:
    """Return what SQLite tells of its steps: status, pages that are left, pages in all."""
    return lambda _status, left, total: progress(stage, total - left, total)


def _check(path: Path) -> None:
    """Raise BackupError when a copied database is damaged."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    try:
        answer = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        answer = str(error)
    finally:
        connection.close()
    if answer != "ok":
        raise BackupError(f"The copy of {path.name} is damaged ({answer}); check the disk, then repeat.")


def _check_tables(path: Path) -> None:
    """Raise BackupError for another database of this service."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
    if foreign := {name for name in tables if name.endswith("_version")} - OWN_TABLES[path.name]:
        raise BackupError(
            f"{path.name} is another database of this service: it holds {', '.join(sorted(foreign))}. "
            "Take another backup."
        )


def _opened(data: Path) -> Installation:
    return Installation(Settings(data_dir=data, database_url=None))


def _check_content(draft: Path, source: Path) -> None:
    """Raise BackupError for tables that are missing or newer, and for secrets that a start would refuse."""
    where = _opened(draft)
    try:
        for name, what in where.find_missing_tables().items():
            raise BackupError(f"The database {name} of {source} {what}. Take another backup.")
        for problem in where.find_wrong_secrets():
            raise BackupError(problem.replace(str(draft), str(source)))
    except NewerSchemaError as error:
        raise BackupError(f"{source} cannot be restored: {error}") from None
    finally:
        where.disconnect()


def _refuse_unfit_files(source: Path, data: Path) -> None:
    """Raise BackupError for files that cannot be read to an end (pipes, devices), or that do not fit."""
    needed = 0
    for path in (source / name for name in (*DATABASES, *SECRETS, MANIFEST)):
        if path.exists() or path.is_symlink():
            status = path.lstat()
            if not stat.S_ISREG(status.st_mode):
                raise BackupError(f"{path} is not a regular file; take another backup.")
            if status.st_size > _most_bytes(path):
                raise BackupError(f"{path} is longer than what it holds; take another backup.")
            needed += status.st_size
    place = next(parent for parent in (data, *data.absolute().parents) if parent.exists())
    free = shutil.disk_usage(place).free
    if needed > free:
        raise BackupError(
            f"The backup needs {needed / 1e9:,.1f} GB and {place} has {free / 1e9:,.1f} GB left; make room."
        )


def _most_bytes(path: Path) -> int:
    """Return how long a file of a backup may be: a database as long as the pages that its header counts.

    Without such a bound a file with a hole of many gigabytes fills the disk before its sum is known.
    """
    if path.name not in DATABASES:
        return _MOST_BYTES_OF_SMALL_FILES
    with path.open("rb") as file:
        header = file.read(32)
    page_size = int.from_bytes(header[16:18]) or 1
    pages = int.from_bytes(header[28:32])
    return pages * (65_536 if page_size == 1 else page_size)


def _carry_over(path: Path, draft: Path) -> None:
    """Keep a file of the replaced data directory, so that persons hidden since the backup stay hidden."""
    if path.exists():
        with path.open("rb") as source, _private(draft / path.name) as target:
            shutil.copyfileobj(source, target)


def _renew_epoch(path: Path) -> None:
    """Make the restored change log another one: whoever followed the old one must not go on with this.

    It counts on far beyond all numbers that were given out after the backup, by the old one or by one that
    was restored before, so that none of them ever means another change to the clients of the feed.
    """
    connection = sqlite3.connect(path)
    try:
        with connection:
            connection.execute("UPDATE setting SET value = ? WHERE name = ?", (new_epoch(), EPOCH))
            connection.create_function("beyond", 1, beyond)
            connection.execute("UPDATE sqlite_sequence SET seq = beyond(seq) WHERE name = 'change'")
    except sqlite3.OperationalError:
        pass  # of a version whose databases had no settings yet; the migration makes an epoch
    finally:
        connection.close()


def _schema(directory: Path) -> str | None:
    connection = sqlite3.connect(
        f"{(directory / DATABASES[0]).absolute().as_uri()}?mode=ro&immutable=1", uri=True
    )
    try:
        row = connection.execute("SELECT version_num FROM registry_version").fetchone()
    except sqlite3.DatabaseError as error:
        raise BackupError(
            f"{directory / DATABASES[0]} cannot be read ({error}); take another backup."
        ) from None
    finally:
        connection.close()
    return row[0] if row else None


def _read_manifest(source: Path, progress: Progress) -> Manifest:
    if not (source / DATABASES[0]).exists():
        raise BackupError(f"{source} is no backup: it holds no {DATABASES[0]}.")
    try:
        manifest = msgspec.json.decode((source / MANIFEST).read_bytes(), type=Manifest)
    except FileNotFoundError:
        manifest = _measure_all(source, progress)  # made before there were manifests
    except msgspec.DecodeError as error:
        raise BackupError(f"{source / MANIFEST} is damaged: {error}.") from None
    if unknown := set(manifest.files) - set(DATABASES + SECRETS):
        raise BackupError(f"{source / MANIFEST} names files that are none of ours: {', '.join(unknown)}.")
    if lacking := set(DATABASES) - set(manifest.files):
        raise BackupError(f"{source} lacks {', '.join(sorted(lacking))}; take another backup.")
    if unlisted := set(_present(source, DATABASES + SECRETS)) - set(manifest.files):
        raise BackupError(
            f"{source / MANIFEST} does not name {', '.join(sorted(unlisted))}, which the backup holds; take "
            "another backup."
        )
    if manifest.schema is not None and not is_known(manifest.schema):
        raise BackupError(
            f"{source} was made by a newer version of Soupis ({manifest.version}); restore it by that one."
        )
    return manifest


def _measure_all(directory: Path, progress: Progress) -> Manifest:
    files = {name: _measure(directory / name, progress) for name in _present(directory, DATABASES + SECRETS)}
    return Manifest(__version__, now_text(), _schema(directory), files)


@contextmanager
def _held(data: Path) -> Iterator[None]:
    """Keep all other commands out of a data directory; raises BackupError while one uses it."""
    if not data.exists():
        yield
        return
    try:
        with holding(data, alone=True):
            yield
    except DirectoryInUseError as error:
        raise BackupError(str(error)) from None


def _measure(path: Path, progress: Progress) -> CopiedFile:
    """Return length and SHA-256 of a file."""
    size, digest = path.stat().st_size, hashlib.sha256()
    done = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
            done += len(chunk)
            progress(f"summing up {path.name}", done, size)
    return CopiedFile(done, digest.hexdigest())


def _copy_verified(source: Path, target: Path, expected: CopiedFile, progress: Progress) -> None:
    """Copy a file of a backup; raises BackupError when it is not the one that was backed up."""
    digest, done = hashlib.sha256(), 0
    try:
        with source.open("rb") as reader, _private(target) as writer:
            while chunk := reader.read(_CHUNK):
                writer.write(chunk)
                digest.update(chunk)
                done += len(chunk)
                progress(f"restoring {source.name}", done, expected.length)
            writer.flush()
            os.fsync(writer.fileno())
    except FileNotFoundError:
        raise BackupError(f"{source} is missing; take another backup.") from None
    if CopiedFile(done, digest.hexdigest()) != expected:
        raise BackupError(f"{source} is not what was backed up (its checksum differs); take another backup.")


def _exchange(draft: Path, data: Path) -> Path | None:
    """Put the draft in the place of the data directory in one step; return where the old one is now."""
    if not data.exists() or not any(data.iterdir()):
        draft.rename(data)  # an empty directory gives way
        return None
    # Under this name before the step: what lies there afterwards is the old one, and nobody takes it away.
    moment = f"{now_text().replace(':', '')}-{os.getpid()}"
    old = data.absolute().with_name(f"{data.absolute().name}.before-{moment}")
    draft.rename(old)
    libc = ctypes.CDLL(None, use_errno=True)
    here, there = os.fsencode(old), os.fsencode(data.absolute())
    if libc.renameat2(_AT_FDCWD, here, _AT_FDCWD, there, _RENAME_EXCHANGE):
        code = ctypes.get_errno()
        old.rename(draft)
        hint = " It is a mount point; restore into a directory below." if code == errno.EBUSY else ""
        raise BackupError(f"{data} cannot be replaced: {os.strerror(code)}.{hint}")
    return old


@contextmanager
def _private(path: Path) -> Iterator[BinaryIO]:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        yield file


def _write(path: Path, content: bytes) -> None:
    """Write a new file that only its owner reads."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)


def _sync_files(directory: Path) -> None:
    """Have the disk keep a directory and its files, whatever happens to the machine then."""
    for path in (*directory.iterdir(), directory):
        sync(path)
