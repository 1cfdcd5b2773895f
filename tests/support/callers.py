"""Callers whose quota nobody has touched yet."""

from __future__ import annotations

import ssl
import weakref
from collections.abc import Mapping
from ipaddress import IPv4Address
from itertools import count
from typing import Any

import httpx

# A client with this makes no TLS of its own, for which it would read the certificates of all authorities.
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
_ADDRESSES = count(int(IPv4Address("198.18.0.1")))  # the network set aside for tests of devices


def fresh_address() -> str:
    """Return an address that no other test of this run asks from."""
    return str(IPv4Address(next(_ADDRESSES)))


class Caller:
    """Asks the server as one address and, when it has a key, as one account."""

    def __init__(self, url: str, *, key: str | None = None, address: str | None = None) -> None:
        self.address = address or fresh_address()
        headers = {"X-Forwarded-For": self.address}
        if key:
            headers["Authorization"] = f"Bearer {key}"
        self.http = httpx.Client(base_url=url, headers=headers, timeout=60, verify=NO_TLS)
        weakref.finalize(self, self.http.close)  # tests make callers in passing and never close them

    def get(self, path: str, headers: Mapping[str, str] | None = None, **parameters: Any) -> httpx.Response:
        """GET a path with query parameters; a list is a parameter given several times."""
        return self.http.get(path, params=parameters or None, headers=headers)

    def post(self, path: str, **options: Any) -> httpx.Response:
        """POST to a path."""
        return self.http.post(path, **options)

    def batch(self, *icos: str) -> httpx.Response:
        """Ask for the VAT status of companies."""
        return self.http.post("/api/v1/firmy/dph", json={"ico": list(icos)})

    def remaining(self) -> int:
        """Return how many units are left, by an answer that costs nothing."""
        return int(self.get("/api/v1/").headers["x-ratelimit-remaining"])
