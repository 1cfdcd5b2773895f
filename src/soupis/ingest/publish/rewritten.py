"""Entries that the register wrote again: the one place where they are joined with those that they continue.

The register writes an entry again whenever an address or a title changes. The new entry starts on the day on
which the old one is deleted, and both are one membership, engagement or representation.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterable
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")


class Entered(NamedTuple, Generic[T]):
    """Something that was entered and perhaps deleted; `identity`: what it has in common with others."""

    item: T
    identity: Hashable
    since: str | None
    until: str | None


def join_rewritten(entries: Iterable[Entered[T]], join: Callable[[T, T], None]) -> list[T]:
    """Return the first entries of all identities, in the order of their days.

    `join(earlier, later)` makes the earlier item tell what the later one says too.
    """
    joined: list[T] = []
    deleted: dict[tuple[Hashable, str], deque[T]] = defaultdict(deque)
    for item, identity, since, until in sorted(entries, key=_days):
        if since and (earlier := deleted.get((identity, since))):
            first = earlier.popleft()
            join(first, item)
        else:
            first = item
            joined.append(item)
        if until:
            deleted[identity, until].append(first)
    return joined


def _days(entry: Entered[T]) -> tuple[str, str]:
    return entry.since or "", entry.until or "9999"
