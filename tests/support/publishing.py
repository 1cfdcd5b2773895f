"""Publishing beside a server, which publishes too, in a process of its own some time after its start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager

from soupis.installation import Installation
from soupis.store.locks import locks_of
from tests.support.waiting import PATIENCE


@contextmanager
def nobody_publishes(where: Installation) -> Iterator[None]:
    """Keep all processes waiting that want to publish or to index; who is at it ends that first."""
    with closing(locks_of(where.engine)) as locks, locks.exclusive("publish", patience=PATIENCE):
        yield
