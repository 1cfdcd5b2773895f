"""Composition root: the server application over an installation."""

from __future__ import annotations

import asyncio
import gc
import re
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from sqlalchemy import Connection
from starlette.applications import Starlette
from starlette.types import Message, Receive, Scope, Send

from soupis.accounts.access import Access
from soupis.accounts.client_ip import own_network, parse_networks
from soupis.accounts.quota.headers import rate_limit_headers
from soupis.accounts.service import AccountService, open_account_service
from soupis.api.receipts import receipt_routes
from soupis.api.routes import Api
from soupis.api.well_known import well_known_routes
from soupis.compression import Compression, chosen
from soupis.installation import Installation
from soupis.logs import REQUEST_ID, configure_logging
from soupis.mcp.routes import mcp_routes
from soupis.metrics import RequestCounts, metrics_routes
from soupis.oauth.client_metadata import ClientMetadata
from soupis.oauth.endpoints import oauth_routes
from soupis.oauth.server import AuthorizationServer
from soupis.processes import leave_with_parent, set_memory, when_told_to_stop
from soupis.queries.callers import limits_of
from soupis.queries.codelists import CodeLists
from soupis.queries.filings import Filings
from soupis.queries.measurements import Counts, Measurements
from soupis.queries.objectives import ages
from soupis.queries.services import CALLER, Services
from soupis.receipts.receipts import Receipts
from soupis.request_headers import headers_of
from soupis.request_ids import RequestIds
from soupis.search.companies import CompanySearch
from soupis.search.persons import PersonSearch
from soupis.settings import Settings
from soupis.store.change_feed import ChangeFeed
from soupis.store.documents import Documents
from soupis.store.lookup_queue import LookupQueue
from soupis.store.refresh_hints import RefreshHints
from soupis.watching.watcher import Watching
from soupis.web.account.routes import account_routes
from soupis.web.consent import consent_routes
from soupis.web.operator import Operator
from soupis.web.routes import web_routes
from soupis.web.security_middleware import ERROR_HANDLERS, SecurityMiddleware

# How long a thread that computes keeps the interpreter from the event loop. By default it is 5 ms, and a
# request that gives it away a few times would wait that long each time.
_SWITCH_SECONDS = 0.0005
# When to look for garbage. Pages leave cycles behind; with the thresholds of loads (`soupis.cli.main`) they
# would pile up by the megabyte.
_GARBAGE_THRESHOLDS = (10_000, 20, 50)
# How long a server process whose parent was killed has for the requests that it is at.
_LEAVING_SECONDS = 5.0

# Written wrong, but by a program that asks for the API: it is refused as the API refuses.
_MEANS_API = re.compile("/+api(/.*)?", re.IGNORECASE | re.DOTALL)

# Answers below it tell the limits too, whichever part of the service gives them.
_METADATA = "/.well-known/"

# How long the body of a request may take; the longest one has some kilobytes.
_BODY_SECONDS = 15.0
_WITH_BODY = ("POST", "PUT", "PATCH", "DELETE")


def body_in_time(receive: Receive, seconds: float) -> Receive:
    """Receive a body as long as it takes no more than `seconds`; then its sender counts as gone.

    A request may wait for its turn before; the time begins when the body is asked for.
    """
    deadline: float | None = None
    whole = False

    async def receive_in_time() -> Message:
        nonlocal deadline, whole
        if whole:  # what comes now is that the client is gone, whenever that may be
            return await receive()
        deadline = deadline or asyncio.get_running_loop().time() + seconds
        try:
            async with asyncio.timeout_at(deadline):
                message = await receive()
        except TimeoutError:
            return {"type": "http.disconnect"}
        whole = not message.get("more_body", False)
        return message

    return receive_in_time


def _redaction(connection: Connection, ico: int) -> Callable[[str], str]:
    """Return a function that leaves the names of hidden persons out of a company's texts.

    The code is loaded by processes that need it.
    """
    from soupis.ingest.hidden_persons import read_hidden

    here = read_hidden(connection).in_company(ico)
    return here.hide if here is not None else str


def open_services(
    where: Installation, clock: Callable[[], float] = time.time, counts: Counts | None = None
) -> Services:
    """Open what a process answers from; `clock` (seconds since 1970) times quotas and sessions.

    `counts` tells what the process has answered, where it is one that measures that.
    """
    access = Access(
        where.settings.accounts_url, where.secret, clock, parse_networks(where.settings.trusted_proxies)
    )
    receipts = Receipts(access.database, where.secret, clock)
    access.background_tasks.add(receipts.tick)
    lookups, refresh_hints = LookupQueue(where.queue_url), RefreshHints(where.queue_url)
    services = Services(
        documents=Documents(where.documents_path),
        changes=ChangeFeed(where.documents_path),
        companies=CompanySearch(where.index_directory),
        persons=PersonSearch(where.index_directory),
        access=access,
        lookups=lookups,
        refresh_hints=refresh_hints,
        receipts=receipts,
        watching=Watching(
            access.database,
            where.documents_path,
            (lookups, refresh_hints.queue),
            where.settings.base_url,
            where.secret,
            clock,
            parse_networks(where.settings.webhook_networks),
        ),
        code_lists=CodeLists(where.published),
        filings=Filings(lambda: where.lookup_engine, _redaction),
        base_url=where.settings.base_url,
    )
    services.look_at_republishing()
    access.background_tasks.add(services.look_at_republishing)
    services.measurements = Measurements(access.database, counts or dict, lambda: ages(services), clock)
    if counts is not None:
        access.background_tasks.add(services.measurements.tick)
    return services


class Application:
    """The server application: REST in front, the site and MCP behind it.

    `clock` gives seconds since 1970; `client_metadata` fetches what OAuth clients publish about themselves.
    """

    def __init__(
        self,
        where: Installation,
        clock: Callable[[], float] = time.time,
        client_metadata: ClientMetadata | None = None,
    ) -> None:
        self._where = where
        self._clock = clock
        self._client_metadata = client_metadata or ClientMetadata()
        self._services: Services | None = None
        self._accounts: AccountService | None = None
        self._oauth: AuthorizationServer | None = None
        self._api = Api(self.services)
        self._counts = RequestCounts()
        self._request_ids = RequestIds(parse_networks(where.settings.trusted_proxies))
        token = where.settings.metrics_token
        routes = [
            *well_known_routes(self.services),
            *receipt_routes(self.services),
            *mcp_routes(self.services, self.oauth),
            *oauth_routes(self.oauth),
            *consent_routes(self.oauth),
            *account_routes(self.services, self.accounts, self.oauth),
            *metrics_routes(
                self.services, self._counts, token.get_secret_value().encode() if token else None
            ),
            *web_routes(self.services, where.published, _operator(where.settings)),
        ]
        site = Starlette(routes=routes, lifespan=self._lifespan, exception_handlers=ERROR_HANDLERS)
        site.router.redirect_slashes = False  # it would lead to whatever host the client names
        settings = where.settings
        self._app = SecurityMiddleware(site, self.services, settings.base_url, settings.pages_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or start and stop the services of this process."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 0
        path: str = scope["path"]
        is_api = path.startswith("/api/") or _MEANS_API.fullmatch(path) is not None
        identifier = self._request_ids.of(scope)
        REQUEST_ID.set(identifier)
        CALLER.set(own_network(self.services().access.client_ip.of(scope)))  # until it is known who asks

        if scope["method"] in _WITH_BODY:
            receive = body_in_time(receive, _BODY_SECONDS)

        def send_observed(message: Message) -> Awaitable[None]:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = message["headers"] = [*message["headers"], (b"x-request-id", identifier.encode())]
                if path.startswith(_METADATA):
                    headers += rate_limit_headers(limits_of(scope, self.services()))
                if is_api:
                    took = b"total;dur=%.2f" % (1000 * (time.perf_counter() - begun))
                    headers.append((b"server-timing", took))
            return send(message)

        try:
            choice = chosen(headers_of(scope))
            if is_api:
                # Past middleware and router, which would take a quarter of the time of a company's detail.
                packed = Compression(scope, send_observed, choice, public=True) if choice.coding else None
                await self._api(scope, receive, packed or send_observed)
            else:
                # MCP is for programs with a key, as the API is; no page of another site can make them ask.
                packed = Compression(scope, send_observed, choice, public=path == "/mcp")
                await self._app(scope, receive, packed)
        finally:
            self._counts.note(path, status, time.perf_counter() - begun)

    def services(self) -> Services:
        """The open services of this process."""
        assert self._services is not None, "the server has not started"
        return self._services

    def accounts(self) -> AccountService:
        """The accounts of this process as their owners use them."""
        assert self._accounts is not None, "the server has not started"
        return self._accounts

    def oauth(self) -> AuthorizationServer:
        """The authorization server of this process."""
        assert self._oauth is not None, "the server has not started"
        return self._oauth

    def open(self) -> None:
        """Open the services of this process; the server does so when it starts."""
        where = self._where
        smtp_url = where.settings.smtp_url
        self._services = open_services(where, self._clock, self._counts.own)
        self._oauth = AuthorizationServer(
            self._services.access, where.secret, where.settings.base_url, self._client_metadata, self._clock
        )
        self._accounts = open_account_service(
            self._services.access,
            where.secret,
            smtp_url.get_secret_value() if smtp_url else None,
            where.settings.base_url,
            where.directory / "outbox",
            self._clock,
        )
        self._services.watching.wake_outbox = self._accounts.outbox.wake
        self._services.watching.start()

    def close(self) -> None:
        """Close what was opened; quota leases go back."""
        self.accounts().close()
        self.services().close()
        self.oauth().close()
        self._accounts = self._services = self._oauth = None

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        self.open()
        set_memory(keep_freed=True)
        sys.setswitchinterval(_SWITCH_SECONDS)
        # What is open now stays: a look for garbage should not walk through it again and again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*_GARBAGE_THRESHOLDS)
        loop, waiting = asyncio.get_running_loop(), self.services().waiting
        with when_told_to_stop(lambda: loop.call_soon_threadsafe(waiting.end)):
            yield
        self.close()


def _operator(settings: Settings) -> Operator:
    """Return what the settings say of the operator."""
    return Operator(
        settings.operator_name,
        settings.operator_ico,
        settings.operator_address,
        settings.operator_email,
        settings.operator_phone,
    )


def create_app() -> Application:
    """Return the application of a server process, which opens its own services when it starts."""
    # Forked processes inherit their parent's handler, which cannot stop them.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    leave_with_parent(_LEAVING_SECONDS)
    where = Installation(Settings())
    configure_logging(where.settings)
    return Application(where)
