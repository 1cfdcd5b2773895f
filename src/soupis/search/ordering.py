"""Orders of companies found that do not depend on how well they match: by name, by the day of founding.

Each is total, ties by ID, so that pages put together are the whole result.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from tantivy import Query, Searcher

from soupis.search.queries import Found, ranked

# Names that begin alike are sorted together; so many of them are expected beside a page.
_BESIDE = 50
_WIDER = 16


class Order(StrEnum):
    """In which order companies found come; companies of unknown founding are last in both orders by day."""

    RELEVANCE = "rank"
    NAME = "name_start"
    OLDEST = "oldest"
    NEWEST = "newest"


def ordered(searcher: Searcher, match: Query, order: Order, start: int, count: int) -> Found:
    """Return `count` hits from `start` on; of each rank, only what `ranks.ico_of` reads is of use."""
    if count <= 0:
        return Found(ranked(searcher, match, limit=1).total, [])
    if order is Order.NAME:
        return _by_name(searcher, match, start, count)
    return ranked(searcher, match, count, start, order.value)


def _by_name(searcher: Searcher, match: Query, start: int, count: int) -> Found:
    """Sort by both columns of names: hits equal in the first one are taken together and sorted here."""
    beside = _BESIDE
    while True:
        first = max(0, start - beside)
        limit = start - first + count + beside
        result: Any = searcher.search(match, limit=limit, offset=first, order_by_field=Order.NAME.value)
        starts = [rank for rank, _ in result.hits]
        page = slice(start - first, start - first + count)
        page_starts = starts[page]
        if not page_starts:
            return Found(result.count, [])
        whole_before = first == 0 or starts[0] != page_starts[0]
        whole_behind = len(starts) < limit or starts[-1] != page_starts[-1]
        if whole_before and whole_behind:
            rests: list[Any] = searcher.fast_field_values(
                "name_rest", [address for _, address in result.hits]
            )
            in_order = sorted(zip(starts, rests, strict=True), reverse=True)
            return Found(result.count, [rest for _, rest in in_order[page]])
        beside *= _WIDER
