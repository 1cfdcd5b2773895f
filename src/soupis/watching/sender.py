"""Posting of messages to webhooks: only to the public internet, or to networks that the operator allows.

Whoever names a URL could otherwise reach what is inside the network of this server: the name is resolved
here, every address it has is checked, the connection goes to just those, redirects are not followed, and of
the answer only the status is read.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx

from soupis.accounts.client_ip import Network
from soupis.messages import Message
from soupis.public_internet import Address, NotPublicError, is_public, resolve_public
from soupis.watching.failures import BAD_ADDRESS, NOT_PUBLIC, kind_of

SECONDS = 15.0
_CHECK_SECONDS = 2.0  # while a caller waits for the answer
MAX_URL = 500

_SHAPE = Message(
    "Adresa webhooku musí být úplná adresa https bez přihlašovacích údajů a bez #.",
    "The address of a webhook must be a whole https URL without credentials and without #.",
)
_TOO_LONG = Message(
    f"Adresa webhooku může mít nejvýše {MAX_URL} znaků.",
    f"The address of a webhook may have at most {MAX_URL} characters.",
)
_NOT_ASCII = Message(
    "Adresa webhooku smí mít jen znaky ASCII: doménu s diakritikou zapište ve tvaru xn--, ostatní znaky "
    "jako %C4%8D.",
    "The address of a webhook may have ASCII characters only: write an internationalised domain in its form "
    "xn--, other characters like %C4%8D.",
)
_NOT_PUBLIC = Message(
    "Adresa webhooku nevede do veřejného internetu.",
    "The address of the webhook is not on the public internet.",
)


class BadAddressError(ValueError):
    """A URL that nothing is posted to; `sentence` says why, in both languages."""

    def __init__(self, sentence: Message) -> None:
        super().__init__(sentence.en)
        self.sentence = sentence


class Outcome(NamedTuple):
    """What became of a message: the HTTP status, or of what kind its lack was (`failures`)."""

    status: int | None
    error: str | None

    @property
    def is_delivered(self) -> bool:
        """Whether the receiver took the message."""
        return self.status is not None and 200 <= self.status < 300


class Sender:
    """Posts messages by one HTTP client, which belongs to one event loop.

    `networks` may be reached although they are not public, by http too.
    """

    def __init__(self, networks: Sequence[Network] = (), tls: ssl.SSLContext | None = None) -> None:
        self._networks = tuple(networks)
        self._tls = tls
        self._client: httpx.AsyncClient | None = None

    def check(self, url: str) -> None:
        """Raise `BadAddressError` for a URL that is malformed or of a kind that is never posted to."""
        if len(url) > MAX_URL:
            raise BadAddressError(_TOO_LONG)
        if not url.isascii():
            raise BadAddressError(_NOT_ASCII)
        try:
            parts = urlsplit(url)
            parts.port  # noqa: B018 - raises for a wrong one
            httpx.URL(url)
        except (ValueError, httpx.InvalidURL):
            raise BadAddressError(_SHAPE) from None
        schemes = ("https", "http") if self._networks else ("https",)
        plain = url.isprintable() and " " not in url and "#" not in url
        if not (parts.scheme in schemes and parts.hostname and plain and "@" not in parts.netloc):
            raise BadAddressError(_SHAPE)

    async def check_reachable(self, url: str) -> None:
        """Raise `BadAddressError` for a URL that nothing may be posted to, wherever its name leads now."""
        self.check(url)
        try:
            async with asyncio.timeout(_CHECK_SECONDS):
                await self._resolve(httpx.URL(url))
        except NotPublicError:
            raise BadAddressError(_NOT_PUBLIC) from None
        except (OSError, TimeoutError):
            pass  # a name that does not resolve now may do so later

    async def post(self, url: str, body: bytes, headers: dict[str, str]) -> Outcome:
        """Post a message; never raises for what the receiver or the network does."""
        try:
            self.check(url)
            async with asyncio.timeout(SECONDS):
                return Outcome(await self._post(httpx.URL(url), body, headers), None)
        except NotPublicError:
            return Outcome(None, NOT_PUBLIC)
        except (BadAddressError, httpx.InvalidURL):
            return Outcome(None, BAD_ADDRESS)
        except (httpx.HTTPError, OSError, TimeoutError) as error:
            return Outcome(None, kind_of(error))

    async def close(self) -> None:
        """Close the client; the next message opens another one."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    def _open_client(self) -> httpx.AsyncClient:
        if self._client is None:
            self._client = httpx.AsyncClient(
                # Reads the certificates of the system's authorities, so not before there is a message.
                verify=self._tls or ssl.create_default_context(),
                trust_env=False,
                timeout=SECONDS,
                # Receivers share no connection and no cookie, so that one cannot act as another.
                limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),
                cookies=CookieJar(DefaultCookiePolicy(allowed_domains=[])),
            )
        return self._client

    async def _post(self, url: httpx.URL, body: bytes, headers: dict[str, str]) -> int:
        pinned = url.copy_with(host=await self._resolve(url))
        sent = headers | {
            "Host": url.netloc.decode("ascii"),
            "Content-Type": "application/json",
            "User-Agent": "Soupis-Webhook",
        }
        async with self._open_client().stream(
            "POST",
            pinned,
            content=body,
            headers=sent,
            extensions={"sni_hostname": url.host},
            follow_redirects=False,
        ) as answer:
            return answer.status_code

    async def _resolve(self, url: httpx.URL) -> str:
        port = url.port or (443 if url.scheme == "https" else 80)
        allowed = self._is_allowed if url.scheme == "https" else self._is_ours
        return await resolve_public(url.host, port, allowed)

    def _is_allowed(self, address: Address) -> bool:
        return is_public(address) or self._is_ours(address)

    def _is_ours(self, address: Address) -> bool:
        return any(address in network for network in self._networks)
