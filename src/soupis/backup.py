"""Backup of an installation on one machine: consistent copies of its databases, and its secrets."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

DATABASES = ("registry.sqlite", "accounts.sqlite", "queue.sqlite")
# Without its secrets a backup would give persons new keys and forget who asked how much.
SECRETS = ("person_key.secret", "secret_key.secret", "demo.key")
_PAGES = 4096

Progress = Callable[[str, int, int | None], None]


class BackupError(Exception):
    """A backup cannot be made or restored; the text says why and what to do."""


def backup(data: Path, target: Path, progress: Progress) -> list[str]:
    """Copy an installation into a new directory while it runs; return the names of the copied files.

    The directory appears under its name only when it is complete.
    """
    if target.exists():
        raise BackupError(f"{target} exists already; name a directory that does not.")
    if not (data / DATABASES[0]).exists():
        raise BackupError(f"{data} holds no installation; give its data directory by --data.")
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    draft.mkdir(mode=0o700, parents=True)
    try:
        copied = _copy_all(data, draft, progress)
        draft.rename(target)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise
    return copied


def restore(source: Path, data: Path, progress: Progress) -> list[str]:
    """Put a backup into an empty data directory; the index is rebuilt by whatever runs next."""
    if not (source / DATABASES[0]).exists():
        raise BackupError(f"{source} is no backup: it holds no {DATABASES[0]}.")
    if data.exists() and any(data.iterdir()):
        raise BackupError(f"{data} is not empty; move it away, or restore into another directory (--data).")
    if data.exists():
        data.rmdir()  # the backup takes its place at once
    return backup(source, data, progress)


def _copy_all(source: Path, target: Path, progress: Progress) -> list[str]:
    copied = []
    for name in DATABASES:
        if (source / name).exists():
            _copy_database(source / name, target / name, progress)
            copied.append(name)
    for name in SECRETS:
        if (source / name).exists():
            shutil.copy2(source / name, target / name)
            (target / name).chmod(0o600)
            copied.append(name)
    return copied


def _copy_database(source: Path, target: Path, progress: Progress) -> None:
    os.close(os.open(target, os.O_CREAT | os.O_WRONLY, 0o600))
    reader, writer = (
        sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True),
        sqlite3.connect(target),
    )
    try:
        reader.backup(
            writer,
            pages=_PAGES,
            progress=lambda _status, left, total: progress(f"copying {source.name}", total - left, total),
        )
        answer = writer.execute("PRAGMA quick_check(1)").fetchone()[0]
        if answer != "ok":
            raise BackupError(
                f"The copy of {source.name} is damaged ({answer}); check the disk, then repeat."
            )
    finally:
        reader.close()
        writer.close()
