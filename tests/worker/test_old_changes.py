"""Changes are kept as long as promised, on one machine until the index has followed them."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import insert, select

from soupis.installation import Installation
from soupis.search import indexer
from soupis.store.engine import reading, writing
from soupis.store.tables import KIND_COMPANY, change
from soupis.times import utc_now, utc_text
from soupis.worker.old_changes import forget_old_changes
from tests import standin
from tests.worker.workshop import Workshop


def _log(workshop: Workshop, *days_ago: int) -> None:
    lines = [
        {"kind": KIND_COMPANY, "key": 19, "at": utc_text(utc_now() - timedelta(days=ago))} for ago in days_ago
    ]
    with writing(workshop.context.engine) as connection:
        connection.execute(insert(change), lines)


def _kept(workshop: Workshop) -> list[int]:
    with reading(workshop.context.engine) as connection:
        return list(connection.scalars(select(change.c.seq).order_by(change.c.seq)))


def test_changes_older_than_promised_are_forgotten_once_they_are_indexed(
    installation: Installation, source: standin.Standin
) -> None:
    with Workshop(installation, source) as workshop:
        _log(workshop, 200, 91, 89, 1)
        if installation.settings.database_url is None:  # a node of many copies anew what it missed
            assert forget_old_changes(workshop.context) == 0  # there is no index that has followed them
            indexer.follow(workshop.context.engine, workshop.context.index_directory)
        assert forget_old_changes(workshop.context) == 2
        assert _kept(workshop) == [3, 4]
        workshop.context.change_days = 365
        _log(workshop, 0)
        assert forget_old_changes(workshop.context) == 0
