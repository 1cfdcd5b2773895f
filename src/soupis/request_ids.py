"""Identifiers of requests: what an answer and the log lines about it have in common."""

from __future__ import annotations

import re
import secrets
from collections.abc import MutableMapping, Sequence
from functools import lru_cache
from ipaddress import ip_address
from itertools import count
from typing import Any

from soupis.accounts.client_ip import Network
from soupis.request_headers import headers_of

_WELL_FORMED = re.compile(rb"[A-Za-z0-9._-]{1,64}")


class RequestIds:
    """Gives each request an identifier; one per process.

    A trusted proxy's own (X-Request-Id) is taken over, so that both logs tell of the same. Anybody else could
    write into our log with it.
    """

    def __init__(self, trusted: Sequence[Network]) -> None:
        @lru_cache(maxsize=4096)
        def is_trusted(peer: str) -> bool:
            try:
                address = ip_address(peer)
            except ValueError:
                return False
            return any(address in network for network in trusted)

        self._is_trusted = is_trusted if trusted else None
        # A number behind what is random once: asking the system for each would cost as much as the rest.
        self._process = secrets.token_hex(6)
        self._numbers = count(1)

    def of(self, scope: MutableMapping[str, Any]) -> str:
        """Return the identifier of a request."""
        if self._is_trusted is not None and (peer := scope.get("client")) and self._is_trusted(peer[0]):
            for value in headers_of(scope).all(b"x-request-id"):
                if _WELL_FORMED.fullmatch(value):
                    return value.decode()
        return f"{self._process}-{next(self._numbers):x}"
