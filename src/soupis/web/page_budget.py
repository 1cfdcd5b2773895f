"""How much of a company's long lists stands on its page, so that the page is sent in at most 60 kB."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

# Rows of one table, and of all tables of members, partners, interests and published accounts together.
MOST_ROWS = 40
_ALL_ROWS = 80
# Characters of texts as they are entered: lines of business, further entries that hold, and those deleted.
_CHARACTERS = 4_000


def rows_of_each(lengths: Iterable[int]) -> int:
    """Return how many rows each table may have: as many as fit together, the short ones whole."""
    tables = list(lengths)
    return next(
        (most for most in range(MOST_ROWS, 1, -1) if sum(min(size, most) for size in tables) <= _ALL_ROWS), 1
    )


def texts_that_fit(texts: Sequence[str]) -> int:
    """Return how many of the first texts fit; the first one always does."""
    fitting = sum(length <= _CHARACTERS for length in accumulate(map(len, texts)))
    return max(1, fitting)
