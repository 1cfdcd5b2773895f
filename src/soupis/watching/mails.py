"""Mail about watched companies: once a day, or at once about chosen sections.

How far an account was written to is noted together with the mail in the queue, so each change is written of
once, whatever process does it and whenever it is killed.
"""

from __future__ import annotations

import hmac
import re
import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Literal, NamedTuple

from sqlalchemy import delete, select, update

from soupis.accounts.database import Database
from soupis.accounts.mail.mail_templates import MailKind
from soupis.accounts.mail.outbox import QueuedMail, queue_mail
from soupis.accounts.tables import account, is_due, watch_mail
from soupis.folding import without_unseen
from soupis.identifiers import format_ico
from soupis.store import upserts
from soupis.store.change_feed import ChangeFeed, CompanyChange
from soupis.times import PRAGUE, utc_text
from soupis.watching.events import changes_to_tell
from soupis.watching.watch_lists import WatchLists
from soupis.wire.labels import section_name

Kind = Literal["daily", "now"]

# What mail at once is about unless its reader chooses otherwise.
URGENT = ("insolvence", "dph", "statutarniOrgany", "sidlo")
# At once means within a minute, but not more often than this.
_PAUSE_SECONDS = 600.0
_MORNING = 6  # o'clock in Prague
_LONGEST_WAIT_SECONDS = 25 * 3600.0  # from one morning to the next, when clocks change
_MOST_COMPANIES = 200
# Bounds of one mail; a reader who is further behind gets another one at the next run.
_MAX_CHANGES = 10_000
_MAX_PAGES = 50

_MAIL_KINDS: dict[Kind, MailKind] = {"daily": "watch.daily", "now": "watch.now"}

# A name of a register must not become a link that its owner chose: "alza.cz" keeps its look, not its dot.
# Browsers take the full stops of Chinese and Japanese, and full-width signs, for the plain ones.
_LINK_SIGN = re.compile(r"(?P<dot>(?<=\w)\.(?=\w\w)|[。．｡﹒])|(?P<colon>[:：﹕](?=[/／]{2}))|(?P<at>[@﹫])")
_LOOKALIKES = {"dot": "\u2024", "colon": "\u2236", "at": "\uff20"}

_mail = watch_mail.c


class MailSettings(NamedTuple):
    """Which mail an account gets: every day or not, at once about which sections (None = not at all)."""

    daily: bool
    now: tuple[str, ...] | None


class _Due(NamedTuple):
    account_id: int
    kind: Kind
    language: str
    sections: str
    seen: int
    email: str


class Mails:
    """Writes mail about watched companies; safe to share between threads but for `send_due`."""

    def __init__(
        self,
        database: Database,
        lists: WatchLists,
        feed: ChangeFeed,
        name_of: Callable[[int], str | None],
        base_url: str,
        key: bytes,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._engine = database.engine
        self._lists = lists
        self._feed = feed
        self._name_of = name_of
        self._base_url = base_url
        self._key = key
        self._clock = clock

    def settings(self, account_id: int) -> MailSettings:
        """Return which mail an account gets."""
        query = select(_mail.kind, _mail.sections).where(_mail.account_id == account_id)
        with self._engine.connect() as connection:
            kinds = {row.kind: row.sections for row in connection.execute(query)}
        return MailSettings("daily" in kinds, tuple(kinds["now"].split()) if "now" in kinds else None)

    def set(self, account_id: int, settings: MailSettings, language: str, seen: int) -> None:
        """Choose which mail an account gets, about what comes after line `seen` of the change log."""
        now = self._clock()
        self._set(account_id, "daily", "" if settings.daily else None, language, seen, _next_morning(now))
        sections = None if settings.now is None else " ".join(settings.now)
        self._set(account_id, "now", sections, language, seen, utc_text(now))

    def token(self, account_id: int) -> str:
        """Return what proves, in a link of a mail, that its reader may switch it off."""
        return (
            f"{account_id}-{hmac.digest(self._key, f'unsubscribe:{account_id}'.encode(), sha256).hex()[:32]}"
        )

    def unsubscribe(self, token: str) -> bool:
        """Switch off all mail of the account that a link is of; tell whether the link is ours."""
        number = token.partition("-")[0]
        if not (number.isascii() and number.isdigit() and len(number) < 18):
            return False
        if not hmac.compare_digest(self.token(int(number)).encode(), token.encode()):
            return False
        with self._engine.begin() as connection:
            connection.execute(delete(watch_mail).where(_mail.account_id == int(number)))
        return True

    def send_due(self) -> int:
        """Queue the mail that is due; return how many mails that were."""
        now, newest = self._clock(), self._feed.newest()
        query = (
            select(*(_mail[name] for name in _Due._fields[:-1]), account.c.email)
            .join(account, account.c.id == _mail.account_id)
            .where(
                is_due(_mail.due, now, _LONGEST_WAIT_SECONDS),
                _mail.seen != newest,
                account.c.disabled.is_(None),
            )
        )
        with self._engine.connect() as connection:
            rows = [_Due._make(row) for row in connection.execute(query)]
        return sum(self._write(row, now) for row in rows)

    def _write(self, row: _Due, now: float) -> bool:
        icos = self._lists.of(row.account_id)
        told = changes_to_tell(
            self._feed, row.seen, icos, row.sections.split(), limit=_MAX_CHANGES, max_pages=_MAX_PAGES
        )
        due = _next_morning(now) if row.kind == "daily" else utc_text(now + _PAUSE_SECONDS)
        values: dict[str, int | str] = {"seen": told.seen}
        if told.is_last if row.kind == "daily" else told.changes:
            values["due"] = due
        mine = (_mail.account_id == row.account_id) & (_mail.kind == row.kind) & (_mail.seen == row.seen)
        with self._engine.begin() as connection:
            if not connection.execute(update(watch_mail).where(mine).values(values)).rowcount:
                return False  # another process was faster
            if told.changes:
                detail = self._text(told.changes, row.language, row.account_id)
                mail = QueuedMail(_MAIL_KINDS[row.kind], row.email, row.language, row.account_id, detail)
                queue_mail(connection, mail, now)
        return bool(told.changes)

    def _text(self, changes: Iterable[CompanyChange], language: str, account_id: int) -> str:
        """Return a line for each company: its name, what changed, and its page; then how to end this."""
        english = language == "en"
        by_company: dict[int, list[CompanyChange]] = {}
        for change in changes:
            by_company.setdefault(change.ico, []).append(change)
        path = "/en" if english else ""
        lines = []
        for ico, its in list(by_company.items())[:_MOST_COMPANIES]:
            name = _without_links(self._name_of(ico) or ("ID" if english else "IČO"))
            lines.append(f"{name} ({format_ico(ico)}): {_said(its, english=english)}")
            lines.append(f"{self._base_url}{path}/firma/{format_ico(ico)}\n")
        if (more := len(by_company) - _MOST_COMPANIES) > 0:
            lines.append(f"… and {more} more companies\n" if english else f"… a dalších firem: {more}\n")
        end = "No more such mail: " if english else "Tyto e-maily už nechci: "
        lines.append(f"{end}{self._base_url}{path}/sledovani/odhlasit?token={self.token(account_id)}")
        return "\n".join(lines)

    def _set(
        self, account_id: int, kind: Kind, sections: str | None, language: str, seen: int, due: str
    ) -> None:
        mine = (_mail.account_id == account_id) & (_mail.kind == kind)
        with self._engine.begin() as connection:
            if sections is None:
                connection.execute(delete(watch_mail).where(mine))
                return
            row = {"account_id": account_id, "kind": kind, "language": language, "sections": sections}
            adding = upserts.insert(connection.dialect.name, watch_mail).values(
                row | {"seen": seen, "due": due}
            )
            changed = {"language": language, "sections": sections}
            connection.execute(
                adding.on_conflict_do_update(index_elements=["account_id", "kind"], set_=changed)
            )


def _without_links(name: str) -> str:
    """Return a name of a register so that mail programs make no link of it and read it in one direction."""
    return _LINK_SIGN.sub(lambda sign: _LOOKALIKES[sign.lastgroup or ""], without_unseen(name))


def _said(changes: list[CompanyChange], *, english: bool) -> str:
    events = {change.event for change in changes}
    said = []
    if "new" in events:
        said.append("newly in the registers" if english else "nově v rejstřících")
    if "ceased" in events:
        said.append("ceased to exist" if english else "zanikla")
    sections = dict.fromkeys(name for change in changes for name in change.sections or [] if name != "zdroje")
    said += [section_name(name, english=english) for name in sections]
    return ", ".join(said) or ("changed" if english else "změna údajů")


def _next_morning(now: float) -> str:
    """Return the next six o'clock of Prague, in UTC."""
    local = datetime.fromtimestamp(now, PRAGUE)
    day = local.date() if local.hour < _MORNING else local.date() + timedelta(days=1)
    return utc_text(datetime(day.year, day.month, day.day, _MORNING, tzinfo=PRAGUE))
