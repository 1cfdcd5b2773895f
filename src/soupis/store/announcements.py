"""Learning from PostgreSQL at once what somebody else has committed."""

from __future__ import annotations

import threading

import psycopg
from sqlalchemy.engine import make_url

from soupis.store.postgresql import listen


class Announcements:
    """Waits for what is announced on a channel (NOTIFY); for time only while PostgreSQL is away.

    It is only to be quicker: what is announced while nobody listens is not told later.
    """

    def __init__(self, url: str | None, channel: str) -> None:
        self._url = make_url(url) if url else None
        self._channel = channel
        self._connection: psycopg.Connection | None = None

    def wait(self, seconds: float, stop: threading.Event) -> None:
        """Wait for an announcement, for so long, or for `stop`; the first wait of a connection is none."""
        try:
            if self._connection is not None:
                for _ in self._connection.notifies(timeout=seconds, stop_after=1):
                    pass
                return
            if self._url is not None:
                self._connection = listen(self._url, self._channel)
                return
        except psycopg.Error:
            self.close()
        stop.wait(seconds)

    def close(self) -> None:
        """End listening."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None
