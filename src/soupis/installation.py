"""Paths, secrets and databases of an installation: one data directory with its settings."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import SecretStr
from sqlalchemy import Engine

from soupis.accounts.database import Database
from soupis.ingest.merge import codelists
from soupis.oauth.tables import metadata as accounts_metadata
from soupis.settings import Settings
from soupis.store.engine import open_engine
from soupis.store.migrate import migrate


@dataclass
class Installation:
    """One data directory with its settings; opens what commands and servers need."""

    settings: Settings

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
        """The SQLite file that requests read documents from."""
        return self.directory / "registry.sqlite"

    @property
    def queue_url(self) -> str:
        """Database of the look-up queue."""
        return self.settings.database_url or f"sqlite:///{(self.directory / 'queue.sqlite').absolute()}"

    @cached_property
    def engine(self) -> Engine:
        """The system of record."""
        return open_engine(self.settings.registry_url)

    @property
    def person_secret(self) -> bytes:
        """Key of person identities and of their public keys; once used it must never change."""
        return self._secret(self.settings.person_key_secret, "person_key.secret")

    @property
    def secret(self) -> bytes:
        """Key of everything signed or hashed for this installation."""
        return self._secret(self.settings.secret_key, "secret_key.secret")

    def prepare(self) -> None:
        """Bring databases to this version and enter the packaged code lists; cheap when nothing is to do."""
        self.directory.mkdir(parents=True, exist_ok=True)
        migrate(self.engine)
        codelists.load_packaged(self.engine)
        accounts = Database(self.settings.accounts_url)
        accounts_metadata.create_all(accounts.engine)
        accounts.close()

    def _secret(self, given: SecretStr | None, name: str) -> bytes:
        if given is not None:
            return given.get_secret_value().encode()
        path = self.directory / name
        if not path.exists():
            self.directory.mkdir(parents=True, exist_ok=True)
            draft = path.with_suffix(f".{os.getpid()}.new")
            with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(secrets.token_hex(32))
            # The first process to get here wins; the others read what it wrote.
            with suppress(FileExistsError):
                os.link(draft, path)
            draft.unlink()
        return path.read_text().strip().encode()
