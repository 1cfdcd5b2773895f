"""Which changes of watched companies somebody is told of."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from soupis.store.change_feed import ChangeFeed, CompanyChange, LinesForgottenError

# A source was read again and said the same: no news.
_NO_NEWS = frozenset(("zdroje",))


class Told(NamedTuple):
    """Changes to be told, up to which number of the log they were read, and whether it ended there.

    `has_gap` = lines before them are no longer in the log.
    """

    changes: list[CompanyChange]
    seen: int
    has_gap: bool
    is_last: bool


def is_told(change: CompanyChange, sections: Collection[str]) -> bool:
    """Tell whether a change is of chosen sections; none chosen = of any.

    A new or ceased company, and a change whose sections are not known, is told whatever was chosen.
    """
    if change.event != "changed" or change.sections is None:
        return True
    news = set(change.sections) - _NO_NEWS
    return bool(news & set(sections) if sections else news)


def changes_to_tell(
    feed: ChangeFeed,
    after: int,
    icos: Collection[int],
    sections: Collection[str],
    *,
    limit: int,
    max_pages: int,
) -> Told:
    """Return about `limit` changes after a number of the log, from at most `max_pages` pages of it."""
    found: list[CompanyChange] = []
    has_gap, newest = False, feed.newest()
    is_last = after == newest
    for _ in range(max_pages):
        if is_last or len(found) >= limit:
            break
        try:
            page = feed.after(after, limit, icos)
        except LinesForgottenError as error:
            # Trimmed away, or another log since a restore: nobody can say what was missed.
            has_gap, after = True, error.oldest if after < error.oldest else newest
            is_last = after == newest
            continue
        found += [change for change in page.changes if is_told(change, sections)]
        after, is_last = page.next, page.is_last
    return Told(found, after, has_gap, is_last)
