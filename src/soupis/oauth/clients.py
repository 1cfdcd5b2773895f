"""Applications that may ask for access: registered by themselves (RFC 7591) or described by a document."""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from sqlalchemy import delete, exists, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from soupis.accounts.database import Database
from soupis.oauth.tables import oauth_client, oauth_grant
from soupis.times import utc_text

DAY = 86_400
# A registration without a grant is forgotten after a day, one whose access ended after so many days.
KEEP_DAYS = 90


class Client(NamedTuple):
    """An application; `id` is a random name or, for one described by a document, that document's URL."""

    id: str
    name: str
    redirect_uris: tuple[str, ...]


class Clients:
    """The applications known to one database."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._engine = database.engine
        self._clock = clock

    def register(self, name: str, redirect_uris: tuple[str, ...]) -> Client:
        """Enter an application that registers itself."""
        client = Client(f"client-{secrets.token_urlsafe(24)}", name, redirect_uris)
        row = {"id": client.id, "name": name, "redirect_uris": json.dumps(redirect_uris)}
        with self._engine.begin() as connection:
            connection.execute(insert(oauth_client).values(**row, created=utc_text(self._clock())))
        return client

    def remember(self, client: Client, expires: float) -> None:
        """Keep what an application's document said until `expires` (seconds since the epoch)."""
        values = {
            "name": client.name,
            "redirect_uris": json.dumps(client.redirect_uris),
            "expires": utc_text(expires),
        }
        same = oauth_client.c.id == client.id
        # Another process that reads the same document at the same moment may have entered it.
        with suppress(IntegrityError), self._engine.begin() as connection:
            if not connection.execute(update(oauth_client).where(same).values(values)).rowcount:
                row = {"id": client.id, "created": utc_text(self._clock()), **values}
                connection.execute(insert(oauth_client).values(row))

    def find(self, client_id: str) -> Client | None:
        """Return an application; None if it is unknown, or its document has to be read again."""
        query = select(oauth_client.c.id, oauth_client.c.name, oauth_client.c.redirect_uris).where(
            oauth_client.c.id == client_id,
            or_(oauth_client.c.expires.is_(None), oauth_client.c.expires > utc_text(self._clock())),
        )
        with self._engine.connect() as connection:
            row = connection.execute(query).one_or_none()
        return Client(row.id, row.name, tuple(json.loads(row.redirect_uris))) if row else None

    def purge(self) -> None:
        """Forget applications without a grant."""
        now = self._clock()
        idle = ~exists().where(oauth_grant.c.client_id == oauth_client.c.id)
        unused = oauth_client.c.used.is_(None) & (oauth_client.c.created < utc_text(now - DAY))
        ended = oauth_client.c.used < utc_text(now - KEEP_DAYS * DAY)
        with self._engine.begin() as connection:
            connection.execute(delete(oauth_client).where(idle, or_(unused, ended)))
