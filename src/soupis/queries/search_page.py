"""A page of search results, of companies or persons."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from soupis.wire.base import Wire, encode

Item = TypeVar("Item", bound=Wire)


class SearchPage(NamedTuple, Generic[Item]):
    """A part of a result: the number of all hits, the offset of the first item, and items in order."""

    total: int
    start: int
    items: list[Item]

    def encode(self, list_name: str, more: bytes = b"") -> bytes:
        """Return the page as JSON (`wire.company.FirmyStranka`, `wire.person.OsobyStranka`).

        `more` are ready fields behind the list, each with a comma in front.
        """
        head = f'{{"pocetCelkem":{self.total},"start":{self.start},"pocet":{len(self.items)},"{list_name}":'
        return head.encode() + encode(self.items) + more + b"}"
