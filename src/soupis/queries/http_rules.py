"""What HTTP demands of a request as a whole, whatever address it asks for."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any, NamedTuple

from soupis.messages import Message
from soupis.request_headers import headers_of

# Most proxies let no longer one through.
_LONGEST_ADDRESS = 8 * 1024


class Rule(NamedTuple):
    """What is answered to a request that breaks it."""

    status: int
    sentence: Message


_LENGTH = Rule(
    414,
    Message(
        "Adresa je delší než 8 kB; dlouhé filtry exportu pošlete jako formulář metodou POST.",
        "The address is longer than 8 kB; send long filters of an export as a form by POST.",
    ),
)
_HOST = Rule(
    400,
    Message(
        "Požadavek HTTP/1.1 musí mít právě jednu hlavičku Host.",
        "A request of HTTP/1.1 must have just one Host header.",
    ),
)
RULES = (_LENGTH, _HOST)


def broken_rule(scope: MutableMapping[str, Any]) -> Rule | None:
    """Return the rule that a request breaks, None for a right one."""
    if len(scope["query_string"]) + len(scope["path"]) > _LONGEST_ADDRESS:
        return _LENGTH
    headers = headers_of(scope)
    # The server gives an empty one where none came.
    if scope["http_version"] == "1.1" and (
        not headers.get(b"host") or (headers.every and len(headers.all(b"host")) != 1)
    ):
        return _HOST
    return None
