"""Errors that callers see: a status and a sentence in Czech or English."""

from __future__ import annotations

import sqlite3

from sqlalchemy.exc import InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from soupis.accounts.errors import ExportLostError, UnavailableError
from soupis.messages import Message
from soupis.wire.base import Wire

# What is raised where a database or an index cannot be reached, is full or is damaged.
UNREACHABLE = (
    UnavailableError,
    ExportLostError,
    sqlite3.OperationalError,
    OperationalError,
    InterfaceError,
    InternalError,
    PoolTimeoutError,
    OSError,
)
# When to ask again then.
RETRY_SECONDS = 5


class QueryError(Exception):
    """A request that cannot be answered; the message says what is wrong and what would be right."""

    def __init__(
        self,
        status: int,
        cs: str,
        en: str,
        headers: dict[str, str] | None = None,
        data: Wire | None = None,
    ) -> None:
        super().__init__(en)
        self.status = status
        self.message = Message(cs, en)
        self.headers = headers or {}
        self.data = data  # what a program needs to go on, in the envelope beside the sentence


NO_PATH = Message(
    "Tato adresa neexistuje. Přehled adres je v popisu rozhraní na /api/docs.",
    "This address does not exist. The description at /api/docs lists those that do.",
)
BROKEN_BODY = Message(
    "Tělo požadavku nedorazilo celé nebo má chybnou délku částí (Transfer-Encoding: chunked).",
    "The body of the request did not arrive whole, or the sizes of its chunks are wrong.",
)
OTHER_VERSION = Message(
    "Verze, kterou žádá hlavička If-Match, není současná; bez té hlavičky přijde současná.",
    "The version that the header If-Match demands is not current; without the header the current one comes.",
)
NO_VERSIONS = Message(
    "Tato odpověď nemá verze (ETag), takže hlavičce If-Match nelze vyhovět; pošlete dotaz bez ní.",
    "This answer has no versions (ETag), so the header If-Match cannot be met; send the query without it.",
)
OUR_FAULT = Message(
    "Na naší straně nastala chyba. Nic nebylo započítáno, zkuste to prosím znovu.",
    "Something failed on our side. Nothing was charged, please try again.",
)
STORE_UNREACHABLE = Message(
    "Databáze je právě nedostupná. Nic nebylo započítáno, zkuste to prosím za chvíli.",
    "The database cannot be reached now. Nothing was charged, please try again in a while.",
)
TOO_BUSY = Message(
    "Právě běží příliš mnoho náročných hledání. Nic nebylo započítáno, zkuste to prosím za chvíli znovu.",
    "Too many demanding searches are running now. Nothing was charged, please try again in a moment.",
)
NO_RECEIPT = Message(
    "Doklad s tímto číslem nemáte. Doklad vydá služba jen tomu, kdo se ptal.",
    "You have no receipt of this number. A receipt is given only to who asked.",
)
BAD_RECEIPT = Message(
    "Číslo dokladu má 22 písmen, číslic, pomlček a podtržítek, jak ho uvedla hlavička X-Service-Doklad.",
    "The number of a receipt is 22 letters, digits, hyphens and underscores, as the header X-Service-Doklad "
    "gave it.",
)
NO_COMPANY = Message(
    "Firma s tímto IČO v databázi není.",
    "There is no company with this ID in the database.",
)
NO_PERSON = Message(
    "Osoba s tímto klíčem v databázi není.",
    "There is no person with this key in the database.",
)
BAD_ICO = Message(
    "IČO v adrese musí mít přesně 8 číslic, kratší doplňte zleva nulami.",
    "The company ID in the address must have exactly 8 digits, pad a shorter one with zeros.",
)
BAD_KEY = Message(
    "Klíč osoby nemá správný tvar (jan-novak-1970-0a1b2c); převezměte ho z odpovědi služby.",
    "The person key is malformed (jan-novak-1970-0a1b2c); take it from an answer of the service.",
)


def wrong_method(allowed: str) -> Message:
    """Return the sentence for a method that the address does not have; `allowed` lists those it has."""
    return Message(
        f"Tato adresa přijímá jen metody {allowed}.", f"This address takes only the methods {allowed}."
    )


def units_of(count: int) -> Message:
    """Return a number of units in words, as it follows a verb: it costs, it holds."""
    czech = "jednotku" if count == 1 else "jednotky" if 2 <= count <= 4 else "jednotek"
    return Message(f"{count} {czech}", f"{count} unit{'' if count == 1 else 's'}")


def left_of(count: int) -> Message:
    """Return the words for so many units that are left."""
    czech = "zbývají" if 2 <= count <= 4 else "zbývá"
    return Message(f"{czech} {count}", f"{count} {'is' if count == 1 else 'are'} left")
