"""Composition root: paths, secrets and databases of an installation, and the server application."""

from __future__ import annotations

import gc
import os
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pydantic import SecretStr
from sqlalchemy import Engine
from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from soupis.accounts.access import Access
from soupis.accounts.client_ip import parse_networks
from soupis.accounts.database import Database
from soupis.accounts.service import AccountService, open_account_service
from soupis.api.routes import Api
from soupis.api.well_known import well_known_routes
from soupis.ingest.merge import codelists
from soupis.logs import configure_logging
from soupis.mcp.routes import mcp_routes
from soupis.queries.services import Services
from soupis.search.companies import CompanySearch
from soupis.search.persons import PersonSearch
from soupis.settings import Settings
from soupis.store.documents import Documents
from soupis.store.engine import open_engine
from soupis.store.lookup_queue import LookupQueue
from soupis.store.migrate import migrate
from soupis.store.refresh_hints import RefreshHints
from soupis.web.account.routes import account_routes
from soupis.web.routes import web_routes
from soupis.web.security_middleware import ERROR_HANDLERS, SecurityMiddleware


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
        accounts.create_all()
        accounts.close()

    def open_services(self) -> Services:
        """Open what a server process answers from."""
        return Services(
            documents=Documents(self.documents_file),
            companies=CompanySearch(self.index_directory),
            persons=PersonSearch(self.index_directory),
            access=Access(self.settings.accounts_url, self.secret),
            lookups=LookupQueue(self.queue_url),
            refresh_hints=RefreshHints(self.queue_url),
            trusted_proxies=parse_networks(self.settings.trusted_proxies),
            base_url=self.settings.base_url,
        )

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


class Application:
    """The server application: REST in front, the framed site and MCP behind it."""

    def __init__(self, where: Installation) -> None:
        self._where = where
        self._services: Services | None = None
        self._members: AccountService | None = None
        self._api = Api(self.services)
        routes = [
            *well_known_routes(self.services),
            *mcp_routes(self.services),
            *account_routes(self.services, self.members),
            *web_routes(self.services, lambda: where.engine),
        ]
        site = Starlette(routes=routes, lifespan=self._lifespan, exception_handlers=ERROR_HANDLERS)
        settings = where.settings
        self._app = SecurityMiddleware(site, self.services, settings.base_url, settings.pages_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or start and stop the services of this process."""
        if scope["type"] == "http" and scope["path"].startswith("/api/"):
            # Past the frame and the router, which would take a quarter of the time of a company's detail.
            await self._api(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def services(self) -> Services:
        """The open services of this process."""
        assert self._services is not None, "the server has not started"
        return self._services

    def members(self) -> AccountService:
        """The accounts of this process as their owners use them."""
        assert self._members is not None, "the server has not started"
        return self._members

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        where = self._where
        smtp_url = where.settings.smtp_url
        self._services = where.open_services()
        self._members = open_account_service(
            self._services.access,
            where.secret,
            smtp_url.get_secret_value() if smtp_url else None,
            where.settings.base_url,
            where.directory / "outbox",
        )
        # What is open now stays: a look for garbage should not walk through it again and again.
        gc.collect()
        gc.freeze()
        yield
        self._members.close()
        self._services.close()


def create_app(installation: Installation | None = None) -> Application:
    """Return the server application; each process opens its own services when it starts."""
    where = installation or Installation(Settings())
    configure_logging(where.settings)
    return Application(where)
