"""Which changes of watched companies somebody is told of."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from soupis.store.change_feed import ChangeFeed, CompanyChange, LinesForgottenError

# A source was read again and said the same: no news.
_NO_NEWS = frozenset(("zdroje",))
_PAGE = 1_000


class Told(NamedTuple):
    """Changes to be told, the number of the log up to which was looked, and whether lines before are gone."""

    changes: list[CompanyChange]
    seen: int
    has_gap: bool


def is_told(change: CompanyChange, icos: Collection[int], sections: Collection[str]) -> bool:
    """Tell whether a change is of a watched company and of chosen sections; none chosen = of any.

    A new or ceased company, and a change whose sections are not known, is told whatever was chosen.
    """
    if change.ico not in icos:
        return False
    if change.event != "changed" or change.sections is None:
        return True
    news = set(change.sections) - _NO_NEWS
    return bool(news & set(sections) if sections else news)


def changes_to_tell(
    feed: ChangeFeed, after: int, icos: Collection[int], sections: Collection[str], most: int
) -> Told:
    """Return the changes after a number of the log, at least `most` of them if there are so many."""
    found: list[CompanyChange] = []
    has_gap, newest = False, feed.newest()
    while after != newest and len(found) < most:
        try:
            page = feed.after(after, _PAGE)
        except LinesForgottenError as error:
            # Trimmed away, or another log since a restore: nobody can say what was missed.
            has_gap, after = True, error.oldest if after < error.oldest else newest
            continue
        found += [change for change in page.changes if is_told(change, icos, sections)]
        if page.next == after:
            break  # of a node that is ahead of this one
        after = page.next
    return Told(found, after, has_gap)
