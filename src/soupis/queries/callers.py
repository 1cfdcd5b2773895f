"""Who sends a request: by the credentials in its headers, or by the address it comes from."""

from __future__ import annotations

import re
from collections.abc import MutableMapping, Sequence
from contextlib import suppress
from typing import Any

from soupis.accounts.callers import Caller, Refused
from soupis.accounts.errors import UnavailableError
from soupis.accounts.keys import holds_key
from soupis.accounts.quota.counters import Decision
from soupis.accounts.sessions import session_caller
from soupis.messages import Message
from soupis.queries.services import Services
from soupis.request_headers import Header, RequestHeaders, headers_of

Scope = MutableMapping[str, Any]

# Where programs put keys of other services.
_HEADERS = frozenset(
    (
        *(b"x-api-key", b"api-key", b"apikey", b"x-apikey", b"x-auth-token", b"x-access-token"),
        *(b"x-authorization", b"auth-token", b"access-token", b"x-api-token", b"api-token"),
        *(b"authentication", b"x-authentication", b"x-auth"),
    )
)
_PARAMETER = re.compile(
    rb"(?:^|&)(?:x-)?(?:api[-_]?key|api[-_]?klic|key|(?:access[-_]?|auth[-_]?)?token|authorization)=",
    re.IGNORECASE,
)
_IN_ADDRESS = Message(
    "API klíč nepatří do adresy, kde zůstává v záznamech; pošlete ho v hlavičce "
    "„Authorization: Bearer <API klíč>“ a ten z adresy raději nahraďte novým.",
    "An API key does not belong in the address, which is logged on its way; send it in the header "
    "“Authorization: Bearer <API key>”, and better replace the one from the address by a new one.",
)


def identify(scope: Scope, services: Services) -> Caller | Refused:
    """Return who sends a request: by an API key, a session of the site, or the address.

    Raises `UnavailableError`.
    """
    if known := recalled(headers_of(scope), services):
        return known  # most requests by far
    access = services.access
    authorization = authorization_of(scope)
    if not authorization and (caller := _signed_in(scope, services)):
        return caller
    if not authorization and (place := misplaced_key(scope)):
        return Refused(place, access.authenticator.anonymous(access.client_ip.of(scope)))
    return access.authenticator.authenticate(authorization, lambda: access.client_ip.of(scope))


def recalled(headers: RequestHeaders, services: Services) -> Caller | None:
    """Return who sends a request where the key was accepted just now: from memory, without a database."""
    value = headers.get(b"authorization")
    if not value or headers.every:
        return None
    return services.access.authenticator.recall(value.decode("latin-1"))


def limits_of(scope: Scope, services: Services) -> Decision:
    """Return the figures of a request for headers of answers that cost nothing; waits for no database.

    A local database is read, because that takes microseconds and no lock. Where it is across the network, or
    cannot be read, the figures are those that this process remembers.
    """
    access = services.access
    if access.database.local:
        with suppress(UnavailableError):
            caller = identify(scope, services)
            return access.quota.peek(caller.anonymous if isinstance(caller, Refused) else caller)
    authorization = authorization_of(scope)
    known = access.authenticator.recall_late(authorization[0]) if len(authorization) == 1 else None
    return access.quota.recall(known or access.authenticator.anonymous(access.client_ip.of(scope)))


def authorization_of(scope: Scope) -> list[str]:
    """Return the values of all Authorization headers of a request."""
    return [value.decode("latin-1") for value in headers_of(scope).all(b"authorization")]


def misplaced_key(scope: Scope) -> Message | None:
    """Return what to say of a key that came elsewhere than in the Authorization header, None without one.

    Its owner would be counted as anonymous without knowing.
    """
    if name := next((name for name in headers_of(scope) if name in _HEADERS), None):
        return _in_header(name)
    every: Sequence[Header] = scope["headers"]
    if holds_key(b"\n".join([value for _, value in every])):  # one look at all of them
        # The address of the page before is refused where it came itself.
        held = (name for name, value in every if name != b"referer" and holds_key(value))
        if name := next(held, None):
            return _in_header(name)
    query: bytes = scope["query_string"]
    return _IN_ADDRESS if query and (_PARAMETER.search(query) or holds_key(query)) else None


def _in_header(name: bytes) -> Message:
    shown = name.decode("latin-1").title()
    return Message(
        f"API klíč patří do hlavičky „Authorization: Bearer <API klíč>“; z {shown} ho služba nečte.",
        f"Send the API key in the header “Authorization: Bearer <API key>”; it is not read from {shown}.",
    )


def _signed_in(scope: Scope, services: Services) -> Caller | None:
    headers = headers_of(scope)
    if not (cookie := headers.get(b"cookie")):
        return None
    site = headers.get(b"sec-fetch-site", b"").decode("latin-1") or None
    return session_caller(services.access.sessions, cookie.decode("latin-1"), site, secure=services.secure)
