"""The headers of a request by their names: the server's list is walked once, whoever asks for how many."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from typing import Any

Header = tuple[bytes, bytes]

_KEPT = "soupis.headers"


class RequestHeaders(dict[bytes, bytes]):
    """Headers by their names in lower case, as servers give them; of several of a name the last one."""

    every: Sequence[Header] = ()  # all of them, where a name came several times

    def all(self, name: bytes) -> list[bytes]:
        """Return all values of a header, in their order."""
        if self.every:
            return [value for given, value in self.every if given == name]
        return [self[name]] if name in self else []

    def joined(self, name: bytes) -> bytes:
        """Return all values of a header as one list (RFC 9110, 5.3), empty if it did not come."""
        return b",".join(self.all(name)) if self.every else self.get(name, b"")


def headers_of(scope: MutableMapping[str, Any]) -> RequestHeaders:
    """Return the headers of a request, which are kept in its scope."""
    kept: RequestHeaders | None = scope.get(_KEPT)
    if kept is None:
        every = scope["headers"]
        kept = scope[_KEPT] = RequestHeaders(every)
        if len(kept) < len(every):
            kept.every = every
    return kept
