"""A real server with MCP, OAuth, the site and REST on a socket, over the demo's data."""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import httpx2
import pytest
import uvicorn
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from starlette.applications import Starlette

from soupis.accounts.passwords import hash_password
from soupis.accounts.service import open_account_service
from soupis.accounts.sessions import cookie_name, open_session
from soupis.api.routes import api_routes
from soupis.app import Installation
from soupis.mcp.routes import mcp_routes
from soupis.oauth.client_metadata import ClientMetadata
from soupis.queries.services import Services
from soupis.settings import Settings
from soupis.web.account.routes import account_routes
from soupis.web.routes import web_routes
from soupis.web.security_middleware import SecurityMiddleware
from tests.mcp_server.documents import DocumentServer
from tests.support.callers import fresh_address
from tests.support.installation import PERSON_SECRET, copy_of
from tests.support.server import free_port

_PEOPLE = count(1)
PASSWORD = "correct horse battery staple"
_HASH = hash_password(PASSWORD)


@dataclass
class Person:
    """Somebody with an account and a session in a browser."""

    account_id: int
    email: str
    cookie: str
    key: str


@dataclass
class Site:
    """The running server."""

    url: str
    services: Services
    where: Installation
    documents: ClientMetadata

    def http(self, **options: Any) -> httpx.Client:
        """Return a client of its own address that follows no redirects."""
        headers = {"X-Forwarded-For": fresh_address()} | options.pop("headers", {})
        return httpx.Client(base_url=self.url, headers=headers, timeout=30, **options)

    @asynccontextmanager
    async def client(
        self, *, key: str | None = None, mode: str = "auto", auth: httpx2.Auth | None = None, **headers: str
    ) -> AsyncIterator[Client]:
        """Connect the SDK's client from an address of its own."""
        sent = {"X-Forwarded-For": fresh_address(), **headers}
        if key:
            sent["Authorization"] = f"Bearer {key}"
        async with httpx2.AsyncClient(headers=sent, auth=auth, timeout=30) as http:
            transport = streamable_http_client(f"{self.url}/mcp", http_client=http)
            async with Client(transport, mode=mode) as client:
                yield client

    def person(self, tariff: str = "free") -> Person:
        """Make an account with a session and a key."""
        directory = self.services.access.directory
        account = directory.create(f"person{next(_PEOPLE)}@example.cz", tariff, password_hash=_HASH)
        with self.services.access.database.engine.begin() as connection:
            cookie = open_session(connection, account.id, time.time(), None)
        return Person(account.id, account.email, cookie, directory.issue_key(account.email, "test").key)

    def browser(self, person: Person) -> httpx.Client:
        """Return a client that bears the person's cookie and behaves like a browser on this site."""
        name = cookie_name(False)
        headers = {"Cookie": f"{name}={person.cookie}", "Sec-Fetch-Site": "same-origin"}
        return self.http(headers=headers)


@pytest.fixture(scope="session")
def site(demo_installation: Installation, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    where = copy_of(demo_installation, tmp_path_factory.mktemp("mcp") / "data")
    with running(where.directory, ClientMetadata()) as found:
        yield found


class running:
    """Runs a server in a thread; a context manager."""

    def __init__(self, directory: Path, documents: ClientMetadata) -> None:
        self._port = free_port()
        url = f"http://127.0.0.1:{self._port}"
        settings: dict[str, Any] = {
            "data_dir": directory,
            "base_url": url,
            "trusted_proxies": "127.0.0.1",
            "database_url": None,
            "person_key_secret": PERSON_SECRET,
        }
        where = Installation(Settings(_env_file=None, **settings))
        services = where.open_services()
        self.site = Site(url, services, where, documents)
        self._members = open_account_service(services.access, where.secret, None, url, directory / "outbox")
        routes = [
            *mcp_routes(lambda: services, documents),
            *api_routes(lambda: services),
            *account_routes(lambda: services, lambda: self._members),
            *web_routes(lambda: services, lambda: where.engine),
        ]
        app = SecurityMiddleware(Starlette(routes=routes), lambda: services, url, pages_per_minute=10_000)
        config = uvicorn.Config(app, port=self._port, log_level="critical", lifespan="off")
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def __enter__(self) -> Site:
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return self.site

    def __exit__(self, *_exception: object) -> None:
        self._server.should_exit = True
        self._thread.join(10)
        self._members.close()
        self.site.services.close()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def document_server(tmp_path: Path) -> Iterator[DocumentServer]:
    with DocumentServer(tmp_path) as server:
        yield server


@pytest.fixture
def site_with_documents(site: Site, document_server: DocumentServer) -> Iterator[Site]:
    """A second server on the same data that may reach the documents on this machine."""
    documents = ClientMetadata(allowed=lambda _address: True, tls=document_server.trust)
    with running(site.where.directory, documents) as found:
        yield found
