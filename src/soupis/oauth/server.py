"""The authorization server as a server process opens it: applications, grants, and who is told what."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import NamedTuple

from starlette.concurrency import run_in_threadpool

from soupis.accounts.access import Access
from soupis.oauth import metadata, redirects
from soupis.oauth.client_metadata import ClientMetadata, ClientMetadataError, is_metadata_url
from soupis.oauth.clients import Client, Clients
from soupis.oauth.errors import OAuthError, UnknownClientError, UnknownRedirectError
from soupis.oauth.grants import Grants

_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
_PURGE_SECONDS = 600


class Target(NamedTuple):
    """An application and the URI that the answer to its request goes to."""

    client: Client
    redirect_uri: str


class AuthorizationServer:
    """OAuth 2.1 for the accounts of `access`; one object per process, closed after the access.

    `client_metadata` fetches what applications publish about themselves. Rows of deleted accounts go with
    them, since the tables are those of the accounts (`oauth.tables`). `secret` is that of the access.
    """

    def __init__(
        self,
        access: Access,
        secret: bytes,
        base_url: str,
        client_metadata: ClientMetadata,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.access = access
        self.base_url = base_url
        self.resource = metadata.resource_of(base_url)
        self.clients = Clients(access.database, clock)
        self.grants = Grants(access.database, secret, clock)
        self._client_metadata = client_metadata
        self._clock = clock
        self._purged = 0.0
        access.background_tasks.add(self._purge_now_and_then)

    def close(self) -> None:
        """Close the connection to the database."""
        self.grants.close()

    async def find_target(self, fields: dict[str, str]) -> Target:
        """Return whom to answer an authorization request (RFC 6749, 4.1.1) with these parameters.

        Raises `UnknownClientError` or `UnknownRedirectError`: an unknown URI must never get anything.
        """
        client = await self._find_client(fields.get("client_id", ""))
        redirect_uri = fields.get("redirect_uri")
        if redirect_uri is None and len(client.redirect_uris) == 1:
            return Target(client, client.redirect_uris[0])
        if redirect_uri is None or not redirects.is_registered(client.redirect_uris, redirect_uri):
            raise UnknownRedirectError
        return Target(client, redirect_uri)

    def check_request(self, fields: dict[str, str]) -> str:
        """Return the PKCE challenge of an authorization request in order. Raises `OAuthError`."""
        if fields.get("response_type") != "code":
            raise OAuthError("unsupported_response_type", "response_type has to be code.")
        if fields.get("code_challenge_method") != "S256":
            raise OAuthError("invalid_request", "code_challenge_method has to be S256.")
        challenge = fields.get("code_challenge", "")
        if not _CHALLENGE.fullmatch(challenge):
            raise OAuthError("invalid_request", "code_challenge has to be 43 characters of base64url.")
        self.check_resource(fields.get("resource"))
        return challenge

    def check_resource(self, resource: str | None) -> str | None:
        """Return the resource that a request names, None for none. Raises `OAuthError` for another one."""
        if resource is None:
            return None
        if resource.rstrip("/") != self.resource:
            raise OAuthError("invalid_target", f"The only resource here is {self.resource}.")
        return self.resource

    def answer_url(
        self,
        target: Target,
        state: str | None,
        *,
        code: str | None = None,
        error: OAuthError | None = None,
    ) -> str:
        """Return where the browser takes the answer to; `iss` says who answers (RFC 9207)."""
        values = {"code": code, "state": state, "iss": self.base_url}
        if error:
            values |= {"error": error.error, "error_description": error.description}
        return redirects.with_query(target.redirect_uri, **values)

    async def _find_client(self, client_id: str) -> Client:
        client = await run_in_threadpool(self.clients.find, client_id)
        if client:
            return client
        if not is_metadata_url(client_id):
            raise UnknownClientError
        try:
            fetched = await self._client_metadata.fetch(client_id)
        except ClientMetadataError as error:
            raise UnknownClientError(str(error)) from None
        await run_in_threadpool(self.clients.remember, fetched.client, self._clock() + fetched.keep)
        return fetched.client

    def _purge_now_and_then(self) -> None:
        """Forget what has expired; called by the background each second."""
        if self._clock() - self._purged >= _PURGE_SECONDS:
            self._purged = self._clock()
            self.grants.purge()
            self.clients.purge()
