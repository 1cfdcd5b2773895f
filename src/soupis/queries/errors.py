"""Errors that callers see: a status and a sentence in Czech or English."""

from __future__ import annotations

from soupis.messages import Message


class QueryError(Exception):
    """A request that cannot be answered; the message says what is wrong and what would be right."""

    def __init__(self, status: int, cs: str, en: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(en)
        self.status = status
        self.message = Message(cs, en)
        self.headers = headers or {}


NO_PATH = Message(
    "Tato adresa neexistuje. Přehled adres je v popisu rozhraní na /api/docs.",
    "This address does not exist. The description at /api/docs lists those that do.",
)
EXHAUSTED = Message(
    "Limit dotazů je vyčerpán. Zkuste to znovu po uplynutí doby v hlavičce Retry-After.",
    "The limit of queries is exhausted. Try again after the time in the Retry-After header.",
)
OUR_FAULT = Message(
    "Na naší straně nastala chyba. Nic nebylo započítáno, zkuste to prosím znovu.",
    "Something failed on our side. Nothing was charged, please try again.",
)
STORE_UNREACHABLE = Message(
    "Databáze je právě nedostupná. Nic nebylo započítáno, zkuste to prosím za chvíli.",
    "The database cannot be reached now. Nothing was charged, please try again in a while.",
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
