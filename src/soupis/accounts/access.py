"""The room as a server process opens it: who asks, how much is left, which accounts there are."""

from __future__ import annotations

import time
from collections.abc import Callable

from soupis.accounts.callers import Authenticator
from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.quota.background_tasks import BackgroundTasks
from soupis.accounts.quota.quota import Quota
from soupis.accounts.sessions import Sessions
from soupis.oauth.grants import OAuth


class Access:
    """Everything about callers in one process; to be opened after a fork and closed at a graceful stop.

    `url` is an SQLAlchemy address, `secret` at least 16 bytes that all processes share and that never
    change (anonymous callers are counted under a hash keyed by it). The tables have to be there already.
    """

    def __init__(self, url: str, secret: bytes, clock: Callable[[], float] = time.time) -> None:
        if len(secret) < 16:
            raise ValueError("the secret must have at least 16 bytes")
        self.database = Database(url)
        self.authenticator = Authenticator(self.database, secret, clock)
        self.quota = Quota(self.database, clock)
        self.directory = Directory(self.database, clock)
        self.sessions = Sessions(self.database, clock)
        self.oauth = OAuth(self.database, clock)
        tasks = [self.quota.tick, self.authenticator.flush, self.sessions.flush, self.oauth.tick]
        self._background_tasks = BackgroundTasks(self.database, tasks, clock)
        self._background_tasks.start()

    def close(self) -> None:
        """Give leases back, write down what is pending, and close the database."""
        self._background_tasks.close()
        self.quota.close()
        self.authenticator.close()
        self.sessions.close()
        self.oauth.close()
        self.database.close()
