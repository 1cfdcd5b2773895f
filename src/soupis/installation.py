"""Paths, secrets and databases of an installation: one data directory with its settings."""

from __future__ import annotations

import fcntl
import hmac
import os
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import scrypt
from pathlib import Path
from typing import NamedTuple

from pydantic import SecretStr
from sqlalchemy import Engine, delete, inspect

from soupis.accounts.database import Database
from soupis.ingest import hidden_list
from soupis.ingest.hidden_list import HiddenListError
from soupis.ingest.merge import codelists
from soupis.ingest.stored_state import load_state, save_state
from soupis.oauth.tables import MIGRATIONS
from soupis.search.follower import Follower
from soupis.search.place import Place
from soupis.settings import MIN_SECRET, Settings
from soupis.store import generations
from soupis.store.engine import open_engine, reading, writing
from soupis.store.lookup_queue import LookupQueue
from soupis.store.migrate import find_missing, find_missing_columns, migrate
from soupis.store.published_file import copied_documents
from soupis.store.replica import current_file
from soupis.store.tables import setting, vat_queue

# A follower reads batches, and waits for one no longer than this: a PostgreSQL that sends none, or a network
# that lost it, is away, and the next try has a connection of its own.
_BATCH_SECONDS = 60.0

# What of a data directory is nobody else's business: all of it.
_PRIVATE = (
    "*.sqlite*",
    "*.changes",
    "*.secret",
    "*.key",
    hidden_list.FILE,
    "index/**/*",
    "index",
    "documents/**/*",
    "documents",
    "downloads/**/*",
    "downloads",
    "locks/*",
    "locks",
)


class SecretError(Exception):
    """A secret is not the one that this installation works with; the text says how to repair that."""


class LostAccountsError(Exception):
    """The accounts database of an installation is missing or empty; the text says what to do."""


class DirectoryInUseError(Exception):
    """Another command is at a data directory in a way that leaves no room for this one."""


@contextmanager
def holding(directory: Path, *, alone: bool = False) -> Iterator[None]:
    """Keep a data directory from being replaced while processes use it; `alone` = to replace it.

    They share the hold; it ends with the processes that have it. Raises `DirectoryInUseError`.
    """
    descriptor = os.open(directory, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        try:
            yield
        finally:
            if alone:  # closing is not enough: a process that is started just now has the open file as well
                fcntl.flock(descriptor, fcntl.LOCK_UN)
    except BlockingIOError:
        raise DirectoryInUseError(
            f"A server, a worker or another command uses {directory}; stop it first."
            if alone
            else f"{directory} is being replaced by a restore; start again when that is done."
        ) from None
    finally:
        os.close(descriptor)


# The record notes under this name that this installation has accounts.
_ACCOUNTS_MADE = "accounts_made"
# Columns of the queue's file; the next start adds the share to a queue of an older version.
_QUEUE_COLUMNS = {vat_queue.name: {column.name for column in vat_queue.columns} - {"share"}}


class _Secret(NamedTuple):
    """One of the two secrets: where it is given or kept, and under what name the database knows it."""

    variable: str
    file: str
    fingerprint: str
    repair: str


_PERSON_KEY = _Secret(
    "SOUPIS_PERSON_KEY_SECRET",
    "person_key.secret",
    "person_key_fingerprint",
    "Keys of persons depend on it and it can never be replaced.",
)
_SECRET_KEY = _Secret(
    "SOUPIS_SECRET_KEY",
    "secret_key.secret",
    "secret_key_fingerprint",
    "To replace it on purpose: soupis migrate --new-secret-key.",
)


class _Fingerprint(NamedTuple):
    """What the database remembers of a secret, in hexadecimal; slow to compute, so slow to guess by."""

    salt: str
    hash: str

    @staticmethod
    def of(secret: bytes, salt: str) -> _Fingerprint:
        return _Fingerprint(salt, scrypt(secret, salt=bytes.fromhex(salt), n=2**14, r=8, p=1, dklen=32).hex())

    def matches(self, secret: bytes) -> bool:
        return hmac.compare_digest(self.hash, _Fingerprint.of(secret, self.salt).hash)


@dataclass
class Installation:
    """One data directory with its settings; opens what commands and servers need."""

    settings: Settings
    _published: tuple[Path, Engine] | None = None
    _hold: ExitStack | None = None

    @property
    def directory(self) -> Path:
        """The data directory."""
        return self.settings.data_dir

    @property
    def index_directory(self) -> Path:
        """Where the search indexes live."""
        return self.directory / "index"

    @property
    def documents_file(self) -> Path:
        """The system of record where it is an SQLite file, from which requests read documents too."""
        return self.directory / "registry.sqlite"

    @property
    def documents_path(self) -> Path:
        """What requests read documents from: that file, or the directory of this node's copies."""
        return self.node.documents or self.documents_file

    @property
    def node(self) -> Place:
        """Where this node keeps what its requests read."""
        return Place(
            self.directory / "documents" if self.settings.database_url else None, self.index_directory
        )

    @property
    def hidden_persons_file(self) -> Path:
        """The list of hidden persons, which a restore carries over."""
        return self.directory / hidden_list.FILE

    @property
    def queue_url(self) -> str:
        """Database of the look-up queue."""
        if self.settings.database_url:
            return self.settings.accounts_url
        return f"sqlite:///{(self.directory / 'queue.sqlite').absolute()}"

    @cached_property
    def engine(self) -> Engine:
        """The system of record."""
        return open_engine(self.settings.registry_url)

    @cached_property
    def lookup_engine(self) -> Engine:
        """The system of record for single look-ups, which give a PostgreSQL that hangs up after seconds."""
        url = self.settings.database_url
        return open_engine(url, one_writer=False) if url else self.engine

    def hold(self) -> None:
        """Keep the data directory, where there is one, from being replaced as long as this object lives.

        Raises `DirectoryInUseError` while a restore replaces it.
        """
        if self._hold is None and self.directory.exists():
            hold = ExitStack()
            hold.enter_context(holding(self.directory))
            self._hold = hold

    def disconnect(self) -> None:
        """Close this process's connections to the databases, to be called before it forks.

        A forked process would take the locks of its parent for its own. The next use connects again.
        """
        engines = [self.__dict__.get("engine"), self.__dict__.get("lookup_engine")]
        for engine in (*engines, self._published[1] if self._published else None):
            if engine is not None:
                engine.dispose()

    def holds_documents(self) -> bool:
        """Tell whether there are documents on this machine that requests can be answered from."""
        return self.node.documents is None or current_file(self.node.documents) is not None

    def follower(self) -> Follower:
        """Return what keeps this node up to the system of record; to be closed."""
        record, seed = self.settings.database_url, self.settings.replica_url
        return Follower(
            _open_followed(record) if record else self.engine,
            self.node,
            _open_followed(seed) if seed else None,
        )

    def can_serve_alone(self) -> bool:
        """Tell whether this node can answer while its PostgreSQL is away.

        It can when it holds all that requests read, as this version reads it, and the secret.
        """
        if self._present(_SECRET_KEY) is None or not self.holds_documents():
            return False
        with closing(self.follower()) as follower:
            return follower.holds_all()

    def published(self) -> Engine:
        """Return what pages read code lists and runs of sources from; no network on any machine.

        Raises sqlite3.OperationalError where this node holds no documents yet.
        """
        if self.node.documents is None:
            return self.engine
        path = copied_documents(self.node.documents)
        if self._published is None or self._published[0] != path:
            self._published = (path, open_engine(f"sqlite:///{path.absolute()}"))
        return self._published[1]

    @property
    def person_secret(self) -> bytes:
        """Key of person identities and of their public keys; once used it must never change.

        Raises `SecretError`.
        """
        return self._secret(_PERSON_KEY)

    @property
    def secret(self) -> bytes:
        """Key of everything signed or hashed for this installation. Raises `SecretError`."""
        return self._secret(_SECRET_KEY)

    def prepare(self, *, new_secret_key: bool = False, new_accounts: bool = False) -> None:
        """Bring databases to this version and enter the packaged code lists; cheap when nothing is to do.

        Raises `SecretError` when a secret is another one than the database knows; `new_secret_key` = from now
        on that of cookies and links is the one that is there. Raises `LostAccountsError` when the accounts
        database was emptied or removed; `new_accounts` = make a new one.
        """
        self._make_private()
        migrate(self.engine)
        if new_secret_key:
            with writing(self.engine) as connection:
                connection.execute(delete(setting).where(setting.c.name == _SECRET_KEY.fingerprint))
        for kind in (_PERSON_KEY, _SECRET_KEY):
            self._check(kind)
        codelists.load_packaged(self.engine)
        hidden_list.record(self.engine, self.hidden_persons_file)
        self._prepare_accounts(new=new_accounts)
        if not (self.settings.database_url or self._file_of("queue").exists()):
            LookupQueue(self.queue_url).close()

    def find_wrong_secrets(self) -> list[str]:
        """Return which secrets are missing, or are others than the database knows, one sentence each."""
        problems = []
        for kind in (_PERSON_KEY, _SECRET_KEY):
            try:
                if self._fingerprint(kind):
                    self._secret(kind)
                self._compare(kind)
            except SecretError as error:
                problems.append(str(error))
        return problems

    def find_missing_tables(self) -> dict[str, str]:
        """Return which databases are missing or lack tables or columns, each with what is wrong.

        Raises NewerSchemaError.
        """
        url = self.settings.database_url
        finders: dict[str, tuple[str, Callable[[Engine], list[str]]]] = {
            "registry": (self.settings.registry_url, find_missing),
            "accounts": (url or self.settings.accounts_url, partial(find_missing, migrations=MIGRATIONS)),
        }
        if url is None:
            finders["queue"] = self.queue_url, partial(find_missing_columns, wanted=_QUEUE_COLUMNS)
        wrong = {}
        for name, (address, find) in finders.items():
            if url is None and not _has_content(self._file_of(name)):
                wrong[name] = "is missing or empty"
                continue
            engine = open_engine(address)
            if missing := find(engine):
                wrong[name] = f"lacks {', '.join(missing)}"
            engine.dispose()
        return wrong

    def find_losses(self) -> list[str]:
        """Return which databases, tables, secrets and lists were lost, one sentence each."""
        if self.settings.database_url is None and not self.documents_file.exists():
            return []  # there is no installation
        remedies = {"queue": "The next start makes it anew."}
        lost = [
            f"The database {name} {what}. {remedies.get(name, 'Restore a backup (soupis restore).')}"
            for name, what in self.find_missing_tables().items()
        ]
        if lost or self.settings.database_url:  # one of many machines may lack a secret
            return lost
        lost = self.find_wrong_secrets()
        if not self.hidden_persons_file.exists() and self._hides_persons():
            lost.append(
                f"The list of hidden persons {self.hidden_persons_file} is missing; soupis migrate writes it "
                "again from the database."
            )
        return lost

    def _hides_persons(self) -> bool:
        if not inspect(self.engine).has_table(setting.name):
            return False
        with reading(self.engine) as connection:
            return bool(hidden_list.load_list(connection))

    def damaged_files(self) -> list[str]:
        """Return which secrets, lists and pointers are damaged, one sentence each."""
        problems = []
        for read in (
            lambda: self._present(_PERSON_KEY),
            lambda: self._present(_SECRET_KEY),
            lambda: hidden_list.read_file(self.hidden_persons_file),
        ):
            try:
                read()
            except (SecretError, HiddenListError) as error:
                problems.append(str(error))
        if self.node.documents is not None:
            problems += [
                f"The copy of the documents is damaged ({name}); soupis follow makes it anew."
                for name in generations.damaged_files(self.node.documents)
            ]
        return problems

    def _file_of(self, database: str) -> Path:
        return self.directory / f"{database}.sqlite"

    def _prepare_accounts(self, *, new: bool) -> None:
        is_local = self.settings.database_url is None
        is_noted = is_local and load_state(self.engine, _ACCOUNTS_MADE, bool)
        if is_noted and not new and not self._has_accounts():
            raise LostAccountsError(
                f"The accounts database {self._file_of('accounts')} is missing or empty. Restore a backup "
                "(soupis restore), or begin without accounts by soupis migrate --new-accounts."
            )
        accounts = Database(self.settings.accounts_url)
        accounts.engine.connect().close()  # makes the file as accounts want it
        accounts.close()
        # Not through a pool of connections: its limits are those of short statements.
        engine = open_engine(self.settings.database_url or self.settings.accounts_url)
        migrate(engine, MIGRATIONS)
        engine.dispose()
        if is_local and not is_noted:
            save_state(self.engine, _ACCOUNTS_MADE, True)

    def _has_accounts(self) -> bool:
        """Tell whether the file of accounts holds any tables."""
        if not _has_content(self._file_of("accounts")):
            return False
        engine = open_engine(self.settings.accounts_url)
        has_tables = inspect(engine).has_table(MIGRATIONS.version_table)
        engine.dispose()
        return has_tables

    def _check(self, kind: _Secret) -> None:
        """Compare a secret with its fingerprint, or note the fingerprint where there is none yet.

        A machine that lacks a secret may do without it until it needs it.
        """
        if self._fingerprint(kind) is None:
            secret = self._secret(kind)
            with writing(self.engine) as connection:
                if load_state(connection, kind.fingerprint, _Fingerprint) is None:
                    save_state(connection, kind.fingerprint, _Fingerprint.of(secret, secrets.token_hex(16)))
        self._compare(kind)

    def _compare(self, kind: _Secret) -> None:
        """Raise `SecretError` for a secret on this machine that is damaged or that the database knows not."""
        known, secret_here = self._fingerprint(kind), self._present(kind)
        if known and secret_here is not None and not known.matches(secret_here):
            source = f"The file {self._file(kind)} holds"
            if self._given(kind) is not None:
                source = f"{kind.variable} is"
            raise SecretError(
                f"{source} another secret than the one that this installation was made with. "
                f"Set {kind.variable} to that one, or restore {kind.file} from a backup. {kind.repair}"
            )

    def _make_private(self) -> None:
        """Make the data directory, or take away what others than its owner may do in one made before."""
        ours = self.directory.exists() and self.documents_path.exists()
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not ours:
            return  # a directory of somebody else's that was named by mistake stays as it is
        below = (path for pattern in _PRIVATE for path in self.directory.glob(pattern))
        for path in (self.directory, *below):
            with suppress(PermissionError, FileNotFoundError):  # another's, or gone meanwhile
                mode = path.lstat().st_mode
                if mode & 0o077 and not stat.S_ISLNK(mode):
                    path.chmod(mode & 0o700)

    def _secret(self, kind: _Secret) -> bytes:
        """Return a secret; a new one where neither this machine nor the database knows any."""
        if (secret := self._present(kind)) is not None:
            return secret
        if self._fingerprint(kind):
            raise SecretError(
                f"The secret that this installation was made with is missing. Set {kind.variable} to it, or "
                f"restore {self._file(kind)} from a backup. {kind.repair}"
            )
        path = self._file(kind)
        self.directory.mkdir(parents=True, exist_ok=True)
        # Not the number of this process: in a container it is that of one that was killed before.
        draft = path.with_suffix(f".{secrets.token_hex(8)}.new")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_hex(32))
        # The first process to get here wins; the others read what it wrote.
        with suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
        return path.read_text().strip().encode()

    def _present(self, kind: _Secret) -> bytes | None:
        """Return a secret as it is given or kept on this machine."""
        if (given := self._given(kind)) is not None:
            return given.get_secret_value().encode()
        try:
            secret = self._file(kind).read_text(encoding="utf-8", errors="replace").strip()
        except FileNotFoundError:
            return None
        is_text = "\N{REPLACEMENT CHARACTER}" not in secret and all(
            letter.isprintable() or letter.isspace() for letter in secret
        )
        if len(secret) < MIN_SECRET or not is_text:
            what = f"{len(secret)} characters" if is_text else "bytes that are not a text"
            raise SecretError(
                f"The file {self._file(kind)} is damaged: it holds {what}; a secret has at least "
                f"{MIN_SECRET} characters. Restore it from a backup."
            )
        return secret.encode()

    def _given(self, kind: _Secret) -> SecretStr | None:
        return self.settings.person_key_secret if kind is _PERSON_KEY else self.settings.secret_key

    def _file(self, kind: _Secret) -> Path:
        return self.directory / kind.file

    def _fingerprint(self, kind: _Secret) -> _Fingerprint | None:
        """Return what the database remembers of a secret, None before its first start."""
        if not inspect(self.engine).has_table(setting.name):
            return None
        return load_state(self.engine, kind.fingerprint, _Fingerprint)


def _has_content(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _open_followed(url: str) -> Engine:
    return open_engine(url, one_writer=False, longest_wait=_BATCH_SECONDS)
