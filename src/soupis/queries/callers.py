"""Who sends a request: by the credentials in its headers, or by the address it comes from."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

from soupis.accounts.callers import Caller, Refused
from soupis.accounts.sessions import session_caller
from soupis.queries.services import Services

Scope = MutableMapping[str, Any]


def identify(scope: Scope, services: Services) -> Caller | Refused:
    """Return who sends a request: by an API key, a session of the site, or the address.

    Raises `UnavailableError`.
    """
    access, authorization = services.access, authorization_of(scope)
    if not authorization and (caller := _signed_in(scope, services)):
        return caller
    return access.authenticator.authenticate(authorization, lambda: access.client_ip.of(scope))


def authorization_of(scope: Scope) -> list[str]:
    """Return the values of all Authorization headers of a request."""
    values = []
    for name, value in scope["headers"]:
        if name == b"authorization":
            values.append(value.decode("latin-1"))
    return values


def _signed_in(scope: Scope, services: Services) -> Caller | None:
    headers = dict(scope["headers"])
    if not (cookie := headers.get(b"cookie")):
        return None
    site = headers.get(b"sec-fetch-site", b"").decode("latin-1") or None
    return session_caller(services.access.sessions, cookie.decode("latin-1"), site, secure=services.secure)
