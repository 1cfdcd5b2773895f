"""A real server with MCP, OAuth, the site and REST on a socket, over the demo's data."""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
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

from soupis.accounts.passwords import hash_password
from soupis.accounts.sessions import cookie_name, open_session
from soupis.app import Application
from soupis.installation import Installation
from soupis.oauth.client_metadata import ClientMetadata
from soupis.queries.services import Services
from soupis.settings import Settings
from tests.mcp_server.documents import DocumentServer
from tests.support.callers import NO_TLS, fresh_address
from tests.support.installation import PERSON_SECRET, copy_of
from tests.support.server import free_port
from tests.support.waiting import PATIENCE, eventually

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
    app: Application
    where: Installation

    @property
    def services(self) -> Services:
        return self.app.services()

    def http(self, **options: Any) -> httpx.Client:
        """Return a client of its own address that follows no redirects."""
        headers = {"X-Forwarded-For": fresh_address()} | options.pop("headers", {})
        return httpx.Client(base_url=self.url, headers=headers, timeout=PATIENCE, verify=NO_TLS, **options)

    @asynccontextmanager
    async def client(
        self, *, key: str | None = None, mode: str = "auto", auth: httpx2.Auth | None = None, **headers: str
    ) -> AsyncIterator[Client]:
        """Connect the SDK's client from an address of its own."""
        sent = {"X-Forwarded-For": fresh_address(), **headers}
        if key:
            sent["Authorization"] = f"Bearer {key}"
        async with httpx2.AsyncClient(headers=sent, auth=auth, timeout=PATIENCE, verify=NO_TLS) as http:
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
    with running(where.directory) as found:
        yield found


@contextmanager
def running(directory: Path, client_metadata: ClientMetadata | None = None) -> Iterator[Site]:
    """Run a server in a thread of this process."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    settings: dict[str, Any] = {
        "data_dir": directory,
        "base_url": url,
        "trusted_proxies": "127.0.0.1",
        "database_url": None,
        "person_key_secret": PERSON_SECRET,
        "pages_per_minute": 10_000,
    }
    where = Installation(Settings(_env_file=None, **settings))
    app = Application(where, client_metadata=client_metadata)
    server = uvicorn.Server(uvicorn.Config(app, port=port, log_level="critical", lifespan="on"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        assert eventually(lambda: server.started), "the server did not start"
        yield Site(url, app, where)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


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
    client_metadata = ClientMetadata(allowed=lambda _address: True, tls=document_server.trust)
    with running(site.where.directory, client_metadata) as found:
        yield found
