"""Client ID Metadata Documents: an application is known by an https URL at which it describes itself.

The URL comes from whoever asks, so that reading it must not reach anything inside the network of this
server: the name is resolved here, every address it has must be a public one, and the connection goes to just
those addresses; redirects are not followed, size and time are limited.
"""

from __future__ import annotations

import asyncio
import re
import ssl
import time
from collections.abc import Callable
from ipaddress import IPv6Address
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import msgspec

from soupis.content_coding import BodyError, TooLargeError, Unpacker, content_coding
from soupis.oauth.clients import Client
from soupis.oauth.redirects import MAX_REDIRECT_URIS, is_acceptable
from soupis.public_internet import Address, NotPublicError, is_public, resolve_public

MAX_BYTES = 16 * 1024
SECONDS = 5.0
_KEEP_DEFAULT, _KEEP_MIN, _KEEP_MAX = 3_600, 300, 86_400
_KEEP_FAILURE = 60.0
_FAILURES_KEPT = 1_000
_MAX_ID = 500
_MAX_NAME = 120
_MAX_HOST = 253
_LABEL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?", re.ASCII)
_MAX_AGE = re.compile(r"(?:^|[,\s])max-age=(\d{1,9})")


class ClientMetadataError(Exception):
    """A document that cannot be used; the message says why, for people and logs."""


class FetchedClient(NamedTuple):
    """An application as its document describes it, and for how many seconds that may be kept."""

    client: Client
    keep: int


class _Document(msgspec.Struct):
    client_id: str
    client_name: str
    redirect_uris: list[str]
    token_endpoint_auth_method: str = "none"  # noqa: S105 - a method, not a secret
    grant_types: tuple[str, ...] = ("authorization_code",)


def is_metadata_url(client_id: str) -> bool:
    """Tell whether a client ID is the URL of a metadata document."""
    if not client_id.startswith("https://") or len(client_id) > _MAX_ID or not client_id.isascii():
        return False
    try:
        parts = urlsplit(client_id)
        parts.port  # noqa: B018 - raises for a wrong one
    except ValueError:
        return False
    steps = parts.path.split("/")
    plain = not parts.fragment and "#" not in client_id and "@" not in parts.netloc
    if not (parts.path not in ("", "/") and plain and not {".", ".."} & set(steps)):
        return False
    return parts.hostname is not None and _is_host(parts.hostname, in_brackets="[" in parts.netloc)


def _is_host(host: str, *, in_brackets: bool) -> bool:
    """Tell whether a text is a name that can be asked for in DNS, or an IP address."""
    if in_brackets:
        try:
            return IPv6Address(host).scope_id is None
        except ValueError:
            return False
    return len(host) <= _MAX_HOST and all(map(_LABEL.fullmatch, host.removesuffix(".").split(".")))


class ClientMetadata:
    """Fetches documents; one object per process. Failures are remembered for a minute.

    `allowed` decides which addresses may be connected to, `tls` how servers prove themselves.
    """

    def __init__(
        self,
        allowed: Callable[[Address], bool] = is_public,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._allowed = allowed
        self._tls = tls
        self._failures: dict[str, tuple[float, str]] = {}

    async def fetch(self, client_id: str) -> FetchedClient:
        """Return the application that describes itself at a URL. Raises `ClientMetadataError`."""
        failed = self._failures.get(client_id)
        if failed and time.monotonic() < failed[0]:
            raise ClientMetadataError(failed[1])
        try:
            async with asyncio.timeout(SECONDS):
                body, keep = await self._download(client_id)
            return FetchedClient(_read(client_id, body), keep)
        except NotPublicError:
            reason = "The document is not on the public internet."
        except (TimeoutError, httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            reason = f"The document cannot be fetched ({type(error).__name__})."
        except TooLargeError:
            reason = f"The document is larger than {MAX_BYTES // 1024} kB."
        except BodyError as error:
            reason = f"The document cannot be read: {error}."
        except ClientMetadataError as error:
            reason = str(error)
        if len(self._failures) >= _FAILURES_KEPT:
            self._failures.clear()
        self._failures[client_id] = (time.monotonic() + _KEEP_FAILURE, reason)
        raise ClientMetadataError(reason)

    async def _download(self, client_id: str) -> tuple[bytes, int]:
        url = httpx.URL(client_id)
        address = await resolve_public(url.host, url.port or 443, self._allowed)
        # Connected by IP address, so that the name cannot resolve differently after the check.
        # The certificate is still checked against the name.
        pinned = url.copy_with(host=address)
        headers = {
            "Host": url.netloc.decode("ascii"),
            "Accept": "application/json",
            "Accept-Encoding": "gzip, deflate",
        }
        async with (
            httpx.AsyncClient(
                verify=self._tls or ssl.create_default_context(), trust_env=False, timeout=SECONDS
            ) as http,
            http.stream(
                "GET", pinned, headers=headers, extensions={"sni_hostname": url.host}, follow_redirects=False
            ) as answer,
        ):
            if answer.status_code != 200:
                raise ClientMetadataError(f"The document's server answered {answer.status_code}.")
            body = bytearray()
            unpacker = Unpacker(content_coding(answer.headers.get("Content-Encoding")), MAX_BYTES)
            async for raw in answer.aiter_raw():
                for piece in unpacker.feed(raw):
                    body += piece
            unpacker.end()
            return bytes(body), _keep(answer.headers.get("cache-control", ""))


def _read(client_id: str, body: bytes) -> Client:
    try:
        document = msgspec.json.decode(body, type=_Document)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ClientMetadataError(f"The document is not valid: {error}.") from None
    if document.client_id != client_id:
        raise ClientMetadataError("The client_id in the document is not its address.")
    if document.token_endpoint_auth_method != "none":  # noqa: S105
        raise ClientMetadataError("Only public clients are served (token_endpoint_auth_method none).")
    if "authorization_code" not in document.grant_types:
        raise ClientMetadataError("The document does not ask for the grant type authorization_code.")
    name = clean_name(document.client_name)
    redirect_uris = tuple(filter(is_acceptable, document.redirect_uris[:MAX_REDIRECT_URIS]))
    if not name or not redirect_uris:
        raise ClientMetadataError("The document lacks a client_name or an acceptable redirect URI.")
    return Client(client_id, name, redirect_uris)


def clean_name(name: str) -> str:
    """Return an application's name fit to be shown: printable, on one line, not too long."""
    printable = "".join(char if char.isprintable() else " " for char in name)
    return " ".join(printable.split())[:_MAX_NAME]


def _keep(cache_control: str) -> int:
    if "no-store" in cache_control or "no-cache" in cache_control:
        return _KEEP_MIN
    age = _MAX_AGE.search(cache_control)
    return min(max(int(age[1]), _KEEP_MIN), _KEEP_MAX) if age else _KEEP_DEFAULT
