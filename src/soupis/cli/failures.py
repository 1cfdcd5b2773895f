"""What may go wrong when a command starts: one line each, in the documentation and on the screen."""

from __future__ import annotations

import errno
import sqlite3
from typing import NamedTuple


class Failure(NamedTuple):
    """A failure as it is told; `says` may hold the system's own words at `{reason}`."""

    says: str
    remedy: str
    exit_code: int = 1


LOCKED = Failure(
    "A database of the data directory is locked by another process.",
    "Wait until it is done, or end it; nobody keeps it locked for longer than half a minute.",
)
FULL = Failure("The disk is full.", "Make room; nothing that was stored is lost.")
NOT_WRITTEN = Failure(
    "A file cannot be read or written to its end: {reason}.",
    "Check the disk and the limit of file sizes (`ulimit -f`, `LimitFSIZE` of systemd), then repeat.",
)
NO_DESCRIPTORS = Failure(
    "This process may not open more files.",
    "Raise the limit of open files (`ulimit -n`, `LimitNOFILE` of systemd) to 65536, then start again.",
)
READ_ONLY = Failure(
    "The data directory cannot be written: {reason}.",
    "Give it to the user that the service runs as, on a file system that may be written.",
)
UNUSABLE = Failure(
    "A path cannot be used: {reason}.",
    "The system says why the named file or directory cannot be opened or made; name another one.",
)
DAMAGED = Failure(
    "A database of the data directory is damaged: {reason}.",
    "Check the disk, then restore a backup (`soupis restore`).",
)
LOST_ACCOUNTS = Failure(
    "The accounts database … is missing or empty.",
    "Restore a backup (`soupis restore`), or begin without accounts: `soupis migrate --new-accounts`.",
)
DATABASE_AWAY = Failure(
    "The database cannot be used: {reason}",
    "Look at `SOUPIS_DATABASE_URL` (address, name, user, password) and whether PostgreSQL runs.",
)
NEWER_SCHEMA = Failure(
    "The database was written by a newer version of Soupis",
    "Install that version or a newer one; an older one would not understand the tables.",
)
PORT_TAKEN = Failure(
    "Port … of … is taken by another program",
    "End the other program, or set `SOUPIS_PORT`; same for metrics.",
)
PORT_REFUSED = Failure(
    "Port … of … cannot be listened on: {reason}.",
    "Choose an address of this machine (`SOUPIS_HOST`); ports below 1024 need a right of their own.",
)
WRONG_SETTING = Failure(
    "SOUPIS_…: what is wrong with the value", "Set the named variable right; the table above says how.", 2
)
WRONG_SECRET = Failure(
    "SOUPIS_… is another secret than the one that this installation was made with.",
    "Set it to that one, or restore its file from a backup; see docs/operations.md, Secrets.",
    2,
)
PROCESS_KILLED = Failure(
    "A process of this command was killed",
    "See whether the machine ran out of memory, then repeat the command: it goes on where it was.",
)

# The rows of the table in docs/settings.md.
FAILURES = (
    WRONG_SETTING,
    WRONG_SECRET,
    PORT_TAKEN,
    PORT_REFUSED,
    LOCKED,
    FULL,
    NOT_WRITTEN,
    NO_DESCRIPTORS,
    READ_ONLY,
    UNUSABLE,
    DAMAGED,
    LOST_ACCOUNTS,
    DATABASE_AWAY,
    NEWER_SCHEMA,
    PROCESS_KILLED,
)

# By the code of the kind of error; one that tells more comes first.
_SQLITE = {
    sqlite3.SQLITE_IOERR_SHMSIZE: FULL,  # nothing else keeps the index of a log, a small file, from growing
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR: NOT_WRITTEN,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_CANTOPEN: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
}


def one_line(error: BaseException) -> str | None:
    """Return a failure in one line, None when it is none that was expected: a fault of the program."""
    from concurrent.futures.process import BrokenProcessPool

    from sqlalchemy.exc import DBAPIError

    from soupis.accounts.errors import AccountError, UnavailableError
    from soupis.cli.listening import AddressError
    from soupis.ingest.hidden_list import HiddenListError
    from soupis.installation import DirectoryInUseError, LostAccountsError, SecretError
    from soupis.registers.records import SourceError
    from soupis.store.generations import DirectoryBusyError
    from soupis.store.locks import LockHeldError, LockLostError
    from soupis.store.migrate import NewerSchemaError

    told = (
        AddressError,
        DirectoryInUseError,
        HiddenListError,
        LostAccountsError,
        NewerSchemaError,
        SecretError,
        SourceError,
        AccountError,
        DirectoryBusyError,
    )
    if isinstance(error, UnavailableError) and error.__cause__ is not None:
        return one_line(error.__cause__) or str(error)
    if isinstance(error, (*told, LockHeldError, LockLostError, UnavailableError)):
        return str(error)
    if isinstance(error, DBAPIError):
        return _database(error.orig)
    if isinstance(error, sqlite3.Error):
        return _database(error)
    if isinstance(error, OSError):
        return _system(error)
    if isinstance(error, BrokenProcessPool):
        return f"{PROCESS_KILLED.says}; repeat it, nothing that was stored is lost."
    return None


def is_about_settings(error: BaseException) -> bool:
    """Tell whether the settings, not the data or the machine, have to be put right."""
    from soupis.installation import SecretError

    return isinstance(error, SecretError)


def _database(error: BaseException | None) -> str | None:
    """Tell a driver's error; never the statement, whose parameters may be personal."""
    import psycopg

    from soupis.store.engine import only_reads_now

    if isinstance(error, sqlite3.Error) and hasattr(error, "sqlite_errorcode"):
        code = error.sqlite_errorcode
        failure = _SQLITE.get(code) or _SQLITE.get(code & 0xFF)
        return failure.says.format(reason=error) if failure else None
    is_expected = isinstance(error, psycopg.OperationalError) or only_reads_now(error)
    if isinstance(error, psycopg.Error) and is_expected:
        # Its first line alone: those below it may quote a row that was being stored.
        reason = error.diag.message_primary or str(error)
        return DATABASE_AWAY.says.format(reason=" ".join(reason.split()))
    return None


def _system(error: OSError) -> str | None:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return FULL.says
    if error.errno in (errno.EFBIG, errno.EIO):
        return NOT_WRITTEN.says.format(reason=error.strerror)
    if error.errno in (errno.EMFILE, errno.ENFILE):
        return NO_DESCRIPTORS.says
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.EEXIST):
        return READ_ONLY.says.format(reason=f"{error.filename}: {error.strerror}")
    if error.filename is not None:
        return UNUSABLE.says.format(reason=f"{error.filename}: {error.strerror}")
    return None
