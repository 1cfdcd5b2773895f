"""The accounts as a server process opens them: who asks, how much is left, which accounts there are."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from soupis.accounts.callers import Authenticator
from soupis.accounts.client_ip import ClientIpFinder, Network
from soupis.accounts.database import Database
from soupis.accounts.directory import Directory
from soupis.accounts.quota.background_tasks import BackgroundTasks
from soupis.accounts.quota.quota import Quota
from soupis.accounts.sessions import Sessions
from soupis.accounts.throttle import Throttle


class Access:
    """Everything about callers in one process; to be opened after a fork and closed at a graceful stop.

    `url` is that of SQLAlchemy, `secret` at least 32 bytes that all processes share and that never
    change (anonymous callers are counted under a hash keyed by it), `trusted_proxies` the networks whose
    X-Forwarded-For is believed. The tables have to be there already.
    """

    def __init__(
        self,
        url: str,
        secret: bytes,
        clock: Callable[[], float] = time.time,
        trusted_proxies: Sequence[Network] = (),
    ) -> None:
        if len(secret) < 32:
            raise ValueError("the secret must have at least 32 bytes")
        self.database = Database(url)
        self.client_ip = ClientIpFinder(trusted_proxies)
        self.authenticator = Authenticator(self.database, secret, clock)
        self.quota = Quota(self.database, clock)
        self.directory = Directory(self.database, clock)
        self.sessions = Sessions(self.database, clock)
        self.throttle = Throttle(self.database, secret, clock)
        tasks = [self.quota.tick, self.authenticator.flush, self.sessions.flush]
        self.background_tasks = BackgroundTasks(self.database, tasks, clock)
        self.background_tasks.start()

    def close(self) -> None:
        """Give leases back, write down what is pending, and close the database."""
        self.background_tasks.close()
        self.quota.close()
        self.authenticator.close()
        self.sessions.close()
        self.throttle.close()
        self.database.close()
