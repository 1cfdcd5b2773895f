"""The two languages of the site: Czech at `/`, English under `/en/`, and how each writes days and numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Literal
from urllib.parse import urlencode

from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, Route

from soupis.times import PRAGUE, utc_now
from soupis.wire.labels import english_words

Language = Literal["cs", "en"]
LANGUAGES: tuple[Language, ...] = ("cs", "en")

_PREFIX = {"cs": "", "en": "/en"}
_SPACE = "\N{NO-BREAK SPACE}"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def language_of(request: HTTPConnection) -> Language:
    """Return the language that a request's address asks for."""
    path = request.scope["path"]
    return "en" if path == "/en" or path.startswith("/en/") else "cs"


def bare_path(request: HTTPConnection) -> str:
    """Return the address path without the language prefix: "/en/tarify" → "/tarify"."""
    path: str = request.scope["path"]
    return path if language_of(request) == "cs" else path.removeprefix("/en") or "/"


def address(language: Language, path: str, **query: object) -> str:
    """Return the address of a page in a language; empty query values are left out."""
    parameters = {name: value for name, value in query.items() if value not in (None, "", 0, (), [])}
    return _PREFIX[language] + path + (f"?{urlencode(parameters, doseq=True)}" if parameters else "")


def both_languages(routes: Sequence[Route]) -> list[BaseRoute]:
    """Return the routes as they are and once more under the English prefix."""
    localized: list[BaseRoute] = []
    for language in LANGUAGES:
        for route in routes:
            methods = list(route.methods) if route.methods else None
            localized.append(Route(_PREFIX[language] + route.path, route.endpoint, methods=methods))
    return localized


class Writer:
    """Writes texts, numbers, days and moments in one language; its methods serve the templates."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.english = language == "en"

    def text(self, czech: str, english: str, **values: object) -> str:
        """Return the text of this language with its `{places}` filled in."""
        chosen = english if self.english else _bound(czech)
        return chosen.format(**values) if values else chosen

    def count(self, number: int, czech: tuple[str, str, str], english: tuple[str, str]) -> str:
        """Return a number with its noun: (firma, firmy, firem), (company, companies)."""
        if self.english:
            noun = english[0] if number == 1 else english[1]
        else:
            noun = czech[0] if number == 1 else czech[1] if 2 <= number <= 4 else czech[2]
        return f"{self.number(number)}{_SPACE}{noun}"

    def number(self, value: int | float) -> str:
        """Return a number with its thousands apart."""
        text = f"{value:,}" if isinstance(value, int) or not value.is_integer() else f"{int(value):,}"
        if self.english:
            return text
        return text.replace(",", _SPACE).replace(".", ",")

    def money(self, amount: int | float, currency: str | None) -> str:
        """Return an amount with its currency, with two decimals if it is not whole."""
        unit = "Kč" if currency == "CZK" and not self.english else currency or ""
        has_one_decimal = round(amount) != amount == round(amount, 1)
        return f"{self.number(amount)}{'0' if has_one_decimal else ''}{_SPACE}{unit}".rstrip()

    def price(self, crowns: Decimal) -> str:
        """Return an amount in crowns with its hellers, as it stands on an invoice."""
        text = f"{crowns:,.2f}"
        if self.english:
            return f"{text}{_SPACE}CZK"
        return f"{text.replace(',', _SPACE).replace('.', ',')}{_SPACE}Kč"

    def day(self, iso: str) -> str:
        """Return a day as people write it; what is no whole ISO date stays as it is."""
        try:
            day = date.fromisoformat(iso[:10])
        except ValueError:
            return iso
        if self.english:
            return f"{day.day}{_SPACE}{_MONTHS[day.month - 1]}{_SPACE}{day.year}"
        return f"{day.day}.{_SPACE}{day.month}.{_SPACE}{day.year}"

    def moment(self, iso: str) -> str:
        """Return day and time of a UTC moment in Prague."""
        local = _moment(iso).astimezone(PRAGUE)
        return f"{self.day(local.date().isoformat())} {local.hour}:{local.minute:02d}"

    def age(self, iso: str, now: datetime | None = None) -> str:
        """Return how long ago a UTC moment was, in its biggest fitting unit."""
        seconds = max(0, int(((now or utc_now()) - _moment(iso)).total_seconds()))
        for size, czech, english in _UNITS:
            if seconds >= size:
                number = seconds // size
                noun = czech[0 if number == 1 else 1]
                plural = english if number == 1 else f"{english}s"
                return self.text(
                    f"před {number}{_SPACE}{noun}" if number > 1 else f"před {noun}",
                    f"{number} {plural} ago",
                )
        return self.text("právě teď", "just now")

    def words(self, czech: str) -> str:
        """Return fixed words of documents (states, kinds of shares, usual offices) in this language."""
        return english_words(czech) if self.english else czech

    def address(self, path: str, **query: object) -> str:
        """Return the address of a page in this language."""
        return address(self.language, path, **query)


# No Czech line ends with a preposition or conjunction of one letter, nor with a number or an abbreviation
# without what it counts ("15. března", "čl. 6").
_LONELY = re.compile(r"(?<![^\s(„])([KkSsVvZzOoUuAaIi]|\d+\.?|(?:čl|odst|písm|č)\.) (?=\S)")


@lru_cache(2_048)
def _bound(czech: str) -> str:
    return _LONELY.sub(rf"\1{_SPACE}", czech)


_UNITS = (
    (365 * 86_400, ("rokem", "lety"), "year"),
    (30 * 86_400, ("měsícem", "měsíci"), "month"),
    (86_400, ("dnem", "dny"), "day"),
    (3_600, ("hodinou", "hodinami"), "hour"),
    (60, ("minutou", "minutami"), "minute"),
)


def _moment(iso: str) -> datetime:
    moment = datetime.fromisoformat(iso)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
