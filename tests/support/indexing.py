"""Bringing the search index up to date beside a server, which does so itself when it starts."""

from __future__ import annotations

from contextlib import suppress

from soupis.installation import Installation
from soupis.search import indexer
from soupis.store.generations import DirectoryBusyError
from tests.support.waiting import wait_until


def bring_index_up(where: Installation) -> None:
    """Bring the index up to what was published, as soon as nobody else is at it."""

    def is_up() -> bool:
        with suppress(DirectoryBusyError):
            indexer.follow(where.engine, where.index_directory)
            return True
        return False

    wait_until(is_up)
