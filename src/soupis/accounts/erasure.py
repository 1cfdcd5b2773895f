"""Erasure of everything known of the owner of a deleted account, and of events that are too old."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select, text

from soupis.accounts.tables import account, audit_event, metadata
from soupis.times import utc_text

DAY = 86_400
KEEP_EVENTS_SECONDS = 400 * DAY
# Events that belong to no account, such as a wrong password for a mailbox without one.
KEEP_UNOWNED_SECONDS = 30 * DAY

# What deleted accounts used is kept as one sum under the number 0, which no account has.
_ADD_TO_UNOWNED = text("""
INSERT INTO usage_daily (account_id, day, kind, units)
SELECT 0, day, kind, units FROM usage_daily WHERE account_id = :id
ON CONFLICT (account_id, day, kind) DO UPDATE SET units = usage_daily.units + excluded.units
""")
_FORGET_WINDOWS = text("DELETE FROM quota_usage WHERE bucket = :bucket")

_FORGET_ORPHANED_WINDOWS = text("""
DELETE FROM quota_usage WHERE bucket LIKE 'account:%'
AND CAST(substr(bucket, 9) AS BIGINT) NOT IN (SELECT id FROM account)
""")


def erase_account(connection: Connection, account_id: int) -> None:
    """Delete an account and every row of every table that belongs to it; its use stays under the number 0.

    Tables are found by their column `account_id`, so that one added later cannot be forgotten; those of
    connected applications (`soupis.oauth.tables`) are among them in every process that serves OAuth.
    """
    connection.execute(_ADD_TO_UNOWNED, {"id": account_id})
    connection.execute(_FORGET_WINDOWS, {"bucket": f"account:{account_id}"})
    for table in metadata.sorted_tables:
        if "account_id" in table.c:
            connection.execute(delete(table).where(table.c.account_id == account_id))
    connection.execute(delete(account).where(account.c.id == account_id))


def sweep_orphans(connection: Connection) -> None:
    """Delete rows of accounts that do not exist: of requests that were answered while theirs was deleted."""
    there = select(account.c.id)
    for table in metadata.sorted_tables:
        if "account_id" in table.c and table is not account:
            owner = table.c.account_id
            connection.execute(delete(table).where(owner != 0, owner.not_in(there)))
    connection.execute(_FORGET_ORPHANED_WINDOWS)


def sweep_events(connection: Connection, now: float) -> None:
    """Delete events that are older than `KEEP_EVENTS_SECONDS`."""
    old = audit_event.c.at < utc_text(now - KEEP_EVENTS_SECONDS)
    unowned = audit_event.c.account_id.is_(None) & (audit_event.c.at < utc_text(now - KEEP_UNOWNED_SECONDS))
    connection.execute(delete(audit_event).where(old | unowned))
