"""Mail about watched companies: of each change once, in the language of its reader, easy to end."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from soupis.accounts.database import Database
from soupis.accounts.tables import mail_queue
from soupis.store.tables import EVENT_CEASED
from soupis.watching.mails import Mails, MailSettings
from soupis.watching.watch_lists import WatchLists
from tests.accounts.conftest import Clock
from tests.watching.conftest import Log

A, B = 11, 22


def _mails(database: Database) -> list[str]:
    with database.engine.connect() as connection:
        rows = connection.execute(select(mail_queue.c.kind, mail_queue.c.detail).order_by(mail_queue.c.id))
        return [f"{row.kind}: {row.detail}" for row in rows]


def test_once_a_day_all_changes_are_told_in_one_mail(
    mails: Mails, lists: WatchLists, owner: int, log: Log, clock: Clock, database: Database
) -> None:
    lists.add(owner, [A, B], limit=10)
    mails.set(owner, MailSettings(daily=True, now=None), "cs", log.feed.newest())
    log.add(A, "sidlo zdroje")
    log.add(A, "dph")
    log.add(B, "stav", EVENT_CEASED)
    log.add(33)
    assert mails.send_due() == 0  # not before the morning
    clock.set("2026-11-21 06:00")
    assert mails.send_due() == 1
    (text,) = _mails(database)
    assert "Firma 11 (00000011): sídlo, stav DPH a zveřejněné účty" in text
    assert "https://soupis.example/firma/00000022" in text
    assert "Firma 22 (00000022): zanikla, stav" in text
    assert "00000033" not in text
    clock.set("2026-11-22 06:00")
    assert mails.send_due() == 0  # nothing new, no mail


def test_urgent_sections_are_told_at_once_but_not_every_minute(
    mails: Mails, lists: WatchLists, owner: int, log: Log, clock: Clock, database: Database
) -> None:
    lists.add(owner, [A], limit=10)
    mails.set(owner, MailSettings(daily=False, now=("insolvence",)), "en", log.feed.newest())
    log.add(A, "sidlo")
    assert mails.send_due() == 0
    log.add(A, "insolvence")
    assert mails.send_due() == 1
    log.add(A, "insolvence")
    clock.now += 60
    assert mails.send_due() == 0
    clock.now += 600
    assert mails.send_due() == 1
    first, _second = _mails(database)
    assert first.startswith(
        "watch.now: Firma 11 (00000011): insolvency\nhttps://soupis.example/en/firma/00000011"
    )


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Výhra na www.podvod.example, a.s.", "Výhra na www\u2024podvod\u2024example, a.s."),
        ("https://podvod.example/x", "https\u2236//podvod\u2024example/x"),
        ("napište info@podvod.example", "napište info\uff20podvod\u2024example"),
        ("Firma \u202eelpmaxe.\u202c s. r. o.", "Firma elpmaxe. s. r. o."),
        *((f"podvod{dot}example", "podvod\u2024example") for dot in "\u3002\uff0e\uff61\ufe52"),
        *((f"podvod{unseen}.example", "podvod\u2024example") for unseen in "\u200b\u200d\u2060\ufeff\u00ad"),
        ("podvod.\u200bexample", "podvod\u2024example"),
        ("https\uff1a\uff0f\uff0fpodvod", "https\u2236\uff0f\uff0fpodvod"),
        ("info\ufe6bpodvod", "info\uff20podvod"),
    ],
)
def test_a_name_is_neither_a_link_nor_turned_around(
    mails: Mails,
    owner: int,
    log: Log,
    lists: WatchLists,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    shown: str,
) -> None:
    monkeypatch.setattr(mails, "_name_of", lambda _ico: name)
    lists.add(owner, [A], limit=10)
    mails.set(owner, MailSettings(False, ("sidlo",)), "cs", 0)
    log.add(A)
    assert mails.send_due() == 1
    (text,) = _mails(database)
    assert f"{shown} (" in text
    links = re.findall(r"\w+://\S+|www\.\S+|\S+@\S+", text)
    assert links and all(link.startswith("https://soupis.example/") for link in links)


def test_a_mail_that_was_put_off_while_the_clock_was_ahead_is_due_now(
    mails: Mails, lists: WatchLists, owner: int, log: Log, clock: Clock
) -> None:
    lists.add(owner, [A], limit=10)
    clock.now += 40 * 86_400
    mails.set(owner, MailSettings(True, None), "cs", 0)
    clock.now -= 40 * 86_400
    log.add(A)
    assert mails.send_due() == 1


def test_two_processes_write_one_mail(
    mails: Mails, lists: WatchLists, owner: int, log: Log, database: Database
) -> None:
    lists.add(owner, [A], limit=10)
    mails.set(owner, MailSettings(daily=False, now=()), "cs", log.feed.newest())
    log.add(A)
    assert [mails.send_due(), mails.send_due()] == [1, 0]
    assert len(_mails(database)) == 1


def test_the_link_of_a_mail_ends_it_and_no_made_up_one_does(mails: Mails, owner: int, log: Log) -> None:
    mails.set(owner, MailSettings(daily=True, now=("dph",)), "cs", 0)
    for made_up in ("", "1", f"{owner}-", f"{owner}-{'0' * 32}", mails.token(owner + 1), "á-1", "1" * 30):
        mails.unsubscribe(made_up)
        assert mails.settings(owner).daily
    assert mails.unsubscribe(mails.token(owner))
    assert mails.settings(owner) == MailSettings(daily=False, now=None)


def test_settings_stay_where_they_were_read_up_to(
    mails: Mails, lists: WatchLists, owner: int, log: Log
) -> None:
    """Who changes the sections does not lose what was not told yet."""
    lists.add(owner, [A], limit=10)
    mails.set(owner, MailSettings(daily=False, now=("dph",)), "cs", log.feed.newest())
    log.add(A, "dph")
    mails.set(owner, MailSettings(daily=False, now=("dph", "sidlo")), "cs", log.feed.newest())
    assert mails.send_due() == 1
