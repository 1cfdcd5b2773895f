"""Accounts and their keys, as the operator's commands and the site create, list, change and close them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from soupis.accounts.audit import record
from soupis.accounts.database import Database
from soupis.accounts.errors import AccountError
from soupis.accounts.keys import new_key
from soupis.accounts.quota.tariffs import FREE, TARIFFS
from soupis.accounts.tables import account, api_key, usage_daily
from soupis.accounts.tokens import fingerprint
from soupis.times import utc_text

Role = Literal["user", "operator"]

MAX_KEYS = 50
_MAX_NAME = 80
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_EMAIL = re.compile(
    r"(?=.{3,254}$)(?=[^@]{1,64}@)"
    r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
    rf"@(?:{_LABEL}\.)+[a-z](?:[a-z0-9-]{{0,61}}[a-z0-9])"
)


class Account(NamedTuple):
    """An account; moments are ISO texts in UTC."""

    id: int
    email: str
    tariff: str
    role: str
    email_confirmed: str | None
    created: str
    disabled: str | None


class Key(NamedTuple):
    """What is known of an API key after it was issued; moments are ISO texts in UTC."""

    id: int
    account_id: int
    name: str
    last4: str
    created: str
    last_used: str | None
    revoked: str | None


class IssuedKey(NamedTuple):
    """A new key; `key` is the secret, which is nowhere to be had again."""

    id: int
    name: str
    key: str


class DailyUnits(NamedTuple):
    """Units that an account used on one Prague day for one kind of query."""

    day: str
    kind: str
    units: int


_ACCOUNT = [account.c[name] for name in Account._fields]
_KEY = [api_key.c[name] for name in Key._fields]


def normalize_email(text: str) -> str:
    """Return an e-mail address as it is stored: trimmed and in lower case. Raises `AccountError`."""
    email = text.strip().lower()
    if not _EMAIL.fullmatch(email):
        raise AccountError(
            f"„{text}“ není e-mailová adresa; správně vypadá například jana@firma.cz.",
            f"“{text}” is not an e-mail address; a right one looks like jana@firma.cz.",
        )
    return email


class Directory:
    """The accounts of one database. Every change is written to the audit trail with it.

    `address_key` is the keyed hash of the IP address that a change came from; None for commands.
    """

    def __init__(self, database: Database, clock: Callable[[], float] = time.time) -> None:
        self._engine = database.engine
        self._clock = clock

    def create(
        self,
        email: str,
        tariff: str = FREE.name,
        role: Role = "user",
        password_hash: str | None = None,
        address_key: str | None = None,
    ) -> Account:
        """Create an account. Raises `AccountError` for a wrong or taken e-mail, or a wrong tariff."""
        row = {
            "email": normalize_email(email),
            "tariff": _tariff(tariff),
            "role": role,
            "password_hash": password_hash,
            "created": self._now(),
        }
        try:
            with self._engine.begin() as connection:
                created = connection.execute(insert(account).values(row).returning(*_ACCOUNT)).one()
                self._audit(connection, created.id, "account.created", row["tariff"], address_key)
        except IntegrityError:
            raise AccountError(
                f"Účet {row['email']} už existuje.", f"The account {row['email']} exists already."
            ) from None
        return Account._make(created)

    def get(self, email: str) -> Account:
        """Return an account by its e-mail address. Raises `AccountError` when there is none."""
        with self._engine.connect() as connection:
            return _one_account(connection, account.c.email == normalize_email(email), email)

    def accounts(self) -> list[Account]:
        """Return all accounts in the order in which they were created."""
        with self._engine.connect() as connection:
            return [
                Account._make(row) for row in connection.execute(select(*_ACCOUNT).order_by(account.c.id))
            ]

    def set_tariff(self, email: str, tariff: str, address_key: str | None = None) -> Account:
        """Change the tariff; it holds from the next query on, what was used this month stays used."""
        return self._change(email, "account.tariff", tariff, address_key, tariff=_tariff(tariff))

    def set_role(self, email: str, role: Role, address_key: str | None = None) -> Account:
        """Make an account an operator's or an ordinary one."""
        return self._change(email, "account.role", role, address_key, role=role)

    def disable(self, email: str, address_key: str | None = None) -> Account:
        """Refuse all keys of an account until it is enabled again."""
        disabled = func.coalesce(account.c.disabled, self._now())
        return self._change(email, "account.disabled", None, address_key, disabled=disabled)

    def enable(self, email: str, address_key: str | None = None) -> Account:
        """Let a disabled account in again."""
        return self._change(email, "account.enabled", None, address_key, disabled=None)

    def issue_key(self, email: str, name: str, address_key: str | None = None) -> IssuedKey:
        """Issue an API key. Raises `AccountError` for an unusable name, or when there are `MAX_KEYS`."""
        name = _key_name(name)
        owner = self.get(email)
        secret = new_key()
        row = {
            "account_id": owner.id,
            "name": name,
            "fingerprint": fingerprint(secret),
            "last4": secret[-4:],
            "created": self._now(),
        }
        valid = (api_key.c.account_id == owner.id) & api_key.c.revoked.is_(None)
        with self._engine.begin() as connection:
            key_id = connection.execute(insert(api_key).values(row).returning(api_key.c.id)).scalar_one()
            if connection.execute(select(func.count()).where(valid)).scalar_one() > MAX_KEYS:
                raise AccountError(
                    f"Účet má už {MAX_KEYS} platných klíčů; nejprve některý zrušte.",
                    f"The account has {MAX_KEYS} valid keys already; revoke one first.",
                )
            self._audit(connection, owner.id, "key.issued", f"{key_id} {name}", address_key)
        return IssuedKey(key_id, name, secret)

    def keys(self, email: str) -> list[Key]:
        """Return the keys of an account, revoked ones too, in the order in which they were issued."""
        owner = self.get(email)
        query = select(*_KEY).where(api_key.c.account_id == owner.id).order_by(api_key.c.id)
        with self._engine.connect() as connection:
            return [Key._make(row) for row in connection.execute(query)]

    def revoke_key(self, key_id: int, account_id: int | None = None, address_key: str | None = None) -> Key:
        """Revoke a key for good; one that is revoked already keeps its date.

        With `account_id` only a key of that account, so that an owner cannot revoke another owner's key.
        Raises `AccountError` when there is no such key.
        """
        mine = api_key.c.id == key_id
        if account_id is not None:
            mine &= api_key.c.account_id == account_id
        change = update(api_key).where(mine, api_key.c.revoked.is_(None)).values(revoked=self._now())
        with self._engine.begin() as connection:
            is_new = connection.execute(change).rowcount > 0
            row = connection.execute(select(*_KEY).where(mine)).one_or_none()
            if row is None:
                raise AccountError(
                    f"Klíč číslo {key_id} neexistuje; čísla klíčů ukáže výpis klíčů účtu.",
                    f"There is no key number {key_id}; the list of the account's keys shows their numbers.",
                )
            if is_new:
                self._audit(connection, row.account_id, "key.revoked", str(key_id), address_key)
        return Key._make(row)

    def daily_use(self, account_id: int, since: str) -> list[DailyUnits]:
        """Return what an account used since a day (ISO text, included), by day and kind."""
        used = usage_daily.c
        query = (
            select(used.day, used.kind, used.units)
            .where(used.account_id == account_id, used.day >= since)
            .order_by(used.day, used.kind)
        )
        with self._engine.connect() as connection:
            return [DailyUnits._make(row) for row in connection.execute(query)]

    def _change(
        self, email: str, event: str, detail: str | None, address_key: str | None, **values: Any
    ) -> Account:
        mine = account.c.email == normalize_email(email)
        with self._engine.begin() as connection:
            connection.execute(update(account).where(mine).values(values))
            changed = _one_account(connection, mine, email)
            self._audit(connection, changed.id, event, detail, address_key)
        return changed

    def _audit(
        self, connection: Connection, account_id: int, kind: str, detail: str | None, address_key: str | None
    ) -> None:
        record(connection, self._now(), account_id, kind, detail, address_key)

    def _now(self) -> str:
        return utc_text(self._clock())


def _one_account(connection: Connection, condition: ColumnElement[bool], name: str) -> Account:
    row = connection.execute(select(*_ACCOUNT).where(condition)).one_or_none()
    if row is None:
        raise AccountError(
            f"Účet {name} neexistuje; soupis account list vypíše účty, soupis account create založí nový.",
            f"There is no account {name}; soupis account list shows all, soupis account create makes one.",
        )
    return Account._make(row)


def _tariff(name: str) -> str:
    if name not in TARIFFS:
        names = ", ".join(TARIFFS)
        raise AccountError(
            f"Tarif „{name}“ neexistuje; na výběr jsou {names}.",
            f"There is no tariff “{name}”; choose one of {names}.",
        )
    return name


def _key_name(text: str) -> str:
    name = text.strip()
    if not (1 <= len(name) <= _MAX_NAME and name.isprintable()):
        raise AccountError(
            f"Název klíče musí mít 1 až {_MAX_NAME} tisknutelných znaků.",
            f"The name of a key must be 1 to {_MAX_NAME} printable characters long.",
        )
    return name
