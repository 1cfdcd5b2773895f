"""Learning from PostgreSQL at once what somebody else has committed."""

from __future__ import annotations

import threading

import psycopg
from sqlalchemy.engine import make_url

_CONNECT_SECONDS = 5


class Announcements:
    """Waits for what is announced on a channel (NOTIFY); for time only while PostgreSQL is away.

    It is only to be quicker: what is announced while nobody listens is not told later.
    """

    def __init__(self, url: str | None, channel: str) -> None:
        plain = make_url(url).set(drivername="postgresql") if url else None
        self._url = plain.render_as_string(hide_password=False) if plain else None
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
                self._listen(self._url)
                return
        except psycopg.Error:
            self.close()
        stop.wait(seconds)

    def close(self) -> None:
        """End listening."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _listen(self, url: str) -> None:
        self._connection = psycopg.connect(url, autocommit=True, connect_timeout=_CONNECT_SECONDS)
        self._connection.execute(f"LISTEN {self._channel}")
