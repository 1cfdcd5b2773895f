"""A process that sends to webhooks until it is killed: python sending.py ACCOUNTS_URL DOCUMENTS."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from sqlalchemy import update

from soupis.accounts.client_ip import parse_networks
from soupis.accounts.database import Database
from soupis.accounts.tables import webhook
from soupis.store.change_feed import ChangeFeed
from soupis.watching.deliveries import Deliveries
from soupis.watching.sender import Sender
from soupis.watching.watch_lists import WatchLists
from soupis.watching.webhooks import Webhooks
from tests.accounts.conftest import SECRET


async def main(accounts_url: str, documents: str) -> None:
    """Send and send."""
    database = Database(accounts_url)
    with database.engine.begin() as connection:  # the process before is dead, and its claims with it
        connection.execute(update(webhook).values(claimed=None))
    deliveries = Deliveries(
        Webhooks(database, SECRET),
        WatchLists(database),
        ChangeFeed(Path(documents)),
        Sender(parse_networks("127.0.0.0/8")),
        SECRET,
        retry_seconds=(0.0,) * 60,
    )
    while True:
        await deliveries.start_due()
        await asyncio.sleep(0.01)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
