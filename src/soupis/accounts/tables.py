"""The tables of the accounts database, the same on SQLite and PostgreSQL.

Conventions as in `store.tables`: moments are ISO texts in UTC with a Z, days ISO texts. The database is
apart from the registers, so that a long import never makes a caller wait. `soupis.oauth.tables` adds its
tables to `metadata`, so that they are created and erased with these.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Index,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    or_,
)

from soupis.store.tables import RowId
from soupis.times import utc_text

metadata = MetaData()


def is_due(due: Column[str], now: float, longest_wait: float) -> ColumnElement[bool]:
    """Return the condition that the time of an attempt has come.

    A time further ahead than the longest wait in seconds was set while a clock was ahead, and is due now.
    """
    return or_(due <= utc_text(now), due > utc_text(now + longest_wait + 1))


account = Table(
    "account",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("email", String(254), nullable=False, unique=True),  # in lower case
    Column("tariff", String(16), nullable=False),
    Column("role", String(8), nullable=False),  # user | operator
    Column("password_hash", Text),
    Column("email_confirmed", String(20)),
    Column("created", String(20), nullable=False),
    Column("disabled", String(20)),
    sqlite_autoincrement=True,  # a number is never given again: usage is counted by it
)

api_key = Table(
    "api_key",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("account_id", RowId, nullable=False),
    Column("name", String(80), nullable=False),
    Column("fingerprint", LargeBinary(32), nullable=False, unique=True),
    Column("last4", String(4), nullable=False),
    Column("created", String(20), nullable=False),
    Column("last_used", String(20)),
    Column("revoked", String(20)),
    sqlite_autoincrement=True,
)
Index("api_key_account", api_key.c.account_id)

# Units used in one window, units held by leases and running exports included. The key begins with the
# period, so that old windows are one range to delete.
quota_usage = Table(
    "quota_usage",
    metadata,
    Column("period", String(10), primary_key=True),  # "2026-11-20" anonymous, "2026-11" accounts
    Column("bucket", String(48), primary_key=True),  # "account:12" | "address:" + keyed hash
    Column("used", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Statistics for the account's chart; the quota is not counted from it.
usage_daily = Table(
    "usage_daily",
    metadata,
    Column("account_id", RowId, primary_key=True, autoincrement=False),
    Column("day", String(10), primary_key=True),
    Column("kind", String(8), primary_key=True),  # search | detail | vat | person | export | mcp
    Column("units", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# The running export of a caller and what it still holds of the quota: `held` is a part of quota_usage.used
# that goes back when the export ends, or when its owner has not renewed the row in time.
export_lock = Table(
    "export_lock",
    metadata,
    Column("bucket", String(48), primary_key=True),
    Column("token", String(32), nullable=False),
    Column("period", String(10), nullable=False),
    Column("held", BigInteger, nullable=False),
    Column("expires", String(20), nullable=False),
    sqlite_with_rowid=False,
)

audit_event = Table(
    "audit_event",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("account_id", RowId),
    Column("at", String(20), nullable=False),
    Column("kind", String(32), nullable=False),  # account.created, key.revoked...
    Column("detail", Text),
    Column("address_key", String(32)),  # keyed hash of the client IP
    sqlite_autoincrement=True,
)
Index("audit_event_account", audit_event.c.account_id, audit_event.c.at)

# Sessions of browsers. A row is looked up by the fingerprint of the token in the cookie.
web_session = Table(
    "web_session",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("account_id", RowId, nullable=False),
    Column("fingerprint", LargeBinary(32), nullable=False, unique=True),
    Column("created", String(20), nullable=False),
    Column("last_seen", String(20), nullable=False),  # written at most every few minutes
    Column("address_key", String(32)),
    sqlite_autoincrement=True,  # who ends a session by its number must never end a newer one
)
Index("web_session_account", web_session.c.account_id)

# Links sent by e-mail: whoever has one holds the mailbox. Deleted when used.
email_link = Table(
    "email_link",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("account_id", RowId),  # None: there is no account yet
    Column("fingerprint", LargeBinary(32), nullable=False, unique=True),
    Column("purpose", String(8), nullable=False),  # register | reset | email
    Column("email", String(254), nullable=False),  # the mailbox that the link was sent to
    Column("expires", String(20), nullable=False),
)
Index("email_link_account", email_link.c.account_id)

# Mail to be written and sent in the background. A row holds no secret: links are made when it is sent.
mail_queue = Table(
    "mail_queue",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("account_id", RowId),
    Column("kind", String(16), nullable=False),
    Column("email", String(254), nullable=False),
    Column("language", String(2), nullable=False),  # cs | en
    Column("detail", Text),
    Column("created", String(20), nullable=False),
    Column("attempts", BigInteger, nullable=False),
    Column("due", String(20), nullable=False),
    sqlite_autoincrement=True,
)
Index("mail_queue_due", mail_queue.c.due)

# Attempts to sign in or to have mail sent, by mailbox or client IP (keyed hashes).
throttle = Table(
    "throttle",
    metadata,
    Column("bucket", String(48), primary_key=True),
    Column("attempts", BigInteger, nullable=False),
    Column("blocked_until", String(20), nullable=False),
    Column("last", String(20), nullable=False),
    sqlite_with_rowid=False,
)

tariff_request = Table(
    "tariff_request",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("account_id", RowId, nullable=False),
    Column("tariff", String(16), nullable=False),
    Column("note", Text),
    Column("language", String(2), nullable=False),  # cs | en: the answer is written in it
    Column("created", String(20), nullable=False),
    Column("state", String(16), nullable=False),  # open | approved | denied | withdrawn
    Column("decided", String(20)),
    Column("decided_by", RowId),
    sqlite_autoincrement=True,
)
Index("tariff_request_account", tariff_request.c.account_id)
Index(
    "tariff_request_open",
    tariff_request.c.account_id,
    unique=True,
    sqlite_where=tariff_request.c.state == "open",
    postgresql_where=tariff_request.c.state == "open",
)

# Signing keys of receipts. Private keys are encrypted by the secret key of the installation; old ones stay,
# so that what they signed can be verified.
receipt_key = Table(
    "receipt_key",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("kid", String(43), nullable=False, unique=True),
    Column("public", LargeBinary(32), nullable=False),
    Column("private", LargeBinary, nullable=False),
    Column("created", String(20), nullable=False),
    sqlite_autoincrement=True,
)

# Receipts. Without an account = of a caller without one, known by a keyed hash of the IP address.
receipt = Table(
    "receipt",
    metadata,
    Column("number", RowId, primary_key=True),
    Column("id", String(22), nullable=False, unique=True),
    Column("account_id", RowId),
    Column("address_key", String(32)),
    Column("issued", String(20), nullable=False),
    Column("document", LargeBinary, nullable=False),  # JSON `wire.receipts.PodepsanyDoklad`, zlib
    Column("signature", Text),  # JWS over the document, detached; None: of an older version, signed when read
    Column("time_stamp", LargeBinary),  # DER, RFC 3161
    sqlite_autoincrement=True,
)
Index("receipt_account", receipt.c.account_id, receipt.c.number)
Index(
    "receipt_anonymous",
    receipt.c.issued,
    sqlite_where=receipt.c.address_key.is_not(None),
    postgresql_where=receipt.c.address_key.is_not(None),
)

# How long answers took, in slots of five minutes, of all server processes together; a month of it is kept.
answer_time = Table(
    "answer_time",
    metadata,
    Column("slot", BigInteger, primary_key=True, autoincrement=False),  # seconds since 1970 / 300
    Column("route", String(16), primary_key=True),  # class of addresses
    Column("bucket", SmallInteger, primary_key=True, autoincrement=False),  # of the histogram; -1: failed
    Column("answers", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# How old each source was at its oldest in a slot, in seconds.
source_age = Table(
    "source_age",
    metadata,
    Column("slot", BigInteger, primary_key=True, autoincrement=False),
    Column("source", String(24), primary_key=True),
    Column("age", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# --- watched companies (`soupis.watching`) ---

watched_company = Table(
    "watched_company",
    metadata,
    Column("account_id", RowId, primary_key=True, autoincrement=False),
    Column("ico", BigInteger, primary_key=True, autoincrement=False),
    Column("since", String(20), nullable=False),
    Column("asked", String(10), nullable=False, server_default=""),  # day on which registers were asked last
    sqlite_with_rowid=False,
)
Index("watched_company_asked", watched_company.c.asked, watched_company.c.ico)

# Who gets mail about watched companies. `seen` is the line of the change log up to which it was written of.
watch_mail = Table(
    "watch_mail",
    metadata,
    Column("account_id", RowId, primary_key=True, autoincrement=False),
    Column("kind", String(8), primary_key=True),  # daily | now
    Column("language", String(2), nullable=False),  # cs | en
    Column("sections", Text, nullable=False),  # separated by spaces; empty = any
    Column("seen", BigInteger, nullable=False),
    Column("due", String(20), nullable=False),
    sqlite_with_rowid=False,
)

# Webhooks; their secrets are derived, not stored. `seen` is the line of the change log up to which all is
# delivered, `claimed` since when a process has been sending.
webhook = Table(
    "webhook",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("account_id", RowId, nullable=False),
    Column("url", Text, nullable=False),
    Column("sections", Text, nullable=False),
    Column("created", String(20), nullable=False),
    Column("generation", BigInteger, nullable=False),
    Column("rotated", String(20)),
    Column("seen", BigInteger, nullable=False),
    Column("attempts", BigInteger, nullable=False),
    Column("due", String(20), nullable=False),
    Column("off", String(8)),  # failed | gone
    Column("claimed", String(20)),
)
Index("webhook_account", webhook.c.account_id)

webhook_delivery = Table(
    "webhook_delivery",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("webhook_id", String(32), nullable=False),
    Column("account_id", RowId, nullable=False),
    Column("at", String(20), nullable=False),
    Column("message_id", String(64), nullable=False),
    Column("ico", BigInteger),
    Column("attempt", BigInteger, nullable=False),
    Column("status", BigInteger),
    Column("error", Text),
    sqlite_autoincrement=True,
)
Index("webhook_delivery_webhook", webhook_delivery.c.webhook_id, webhook_delivery.c.id)
