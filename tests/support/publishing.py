"""Publishing beside a server, which publishes too, in a process of its own some time after its start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from soupis.installation import Installation
from soupis.store.engine import open_engine
from soupis.store.leases import Leases
from tests.support.waiting import PATIENCE


@contextmanager
def nobody_publishes(where: Installation) -> Iterator[None]:
    """Keep all processes waiting that want to publish or to index; who is at it ends that first."""
    coordination = open_engine(where.queue_url, one_writer=False)
    try:
        with Leases(coordination).hold("publish", patience=PATIENCE):
            yield
    finally:
        coordination.dispose()
