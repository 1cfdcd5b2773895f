"""Starting while PostgreSQL is away: what runs for long waits for it, and says so."""

from __future__ import annotations

import threading
import time

from sqlalchemy.exc import SQLAlchemyError

from soupis.cli.console import notes, tell
from soupis.cli.failures import DATABASE_AWAY, one_line
from soupis.installation import Installation
from soupis.store.engine import is_away

_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 10.0
# Between two lines about the same outage.
_QUIET_SECONDS = 30.0


class Waiting:
    """Tries at something that needs PostgreSQL, with growing pauses between them."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._said = float("-inf")
        self._pause = _FIRST_PAUSE
        self._tries = 0

    def after(self, error: Exception) -> None:
        """Tell of a try in vain, now and then, and wait before the next one."""
        self._tries += 1
        now = time.monotonic()
        if now - self._said >= _QUIET_SECONDS:
            self._said = now
            tried = f" Tried {self._tries} times in {now - self._begun:.0f} s." if self._tries > 1 else ""
            tell(f"Waiting for PostgreSQL.{tried} {one_line(error)}\n{DATABASE_AWAY.remedy}")
        threading.Event().wait(self._pause)
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)

    def over(self) -> None:
        """Tell that a try succeeded, where one was in vain before."""
        if self._tries:
            notes.print(f"PostgreSQL is there after {time.monotonic() - self._begun:.0f} s.")


def prepare(where: Installation, *, patient: bool = True) -> bool:
    """Bring an installation's databases to this version, as soon as its PostgreSQL is there.

    Where that is away: wait, or, without patience, return False.
    """
    waiting = Waiting()
    while True:
        try:
            where.prepare()
        except SQLAlchemyError as error:
            if not is_away(error):
                raise
            if not patient:
                return False
            waiting.after(error)
        else:
            waiting.over()
            return True
