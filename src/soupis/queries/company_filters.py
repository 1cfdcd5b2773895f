"""What narrows a search of companies: parameters of any face as the query of the index."""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

import msgspec

from soupis.folding import fold_together, fold_words, with_plain_spaces
from soupis.messages import Message
from soupis.queries.code_names import with_codes
from soupis.queries.errors import QueryError
from soupis.queries.parameters import from_pairs
from soupis.queries.services import Services
from soupis.search.companies import CompanyQuery
from soupis.search.ordering import Order
from soupis.search.reading import read
from soupis.search.schema import UNKNOWN
from soupis.times import calendar_day
from soupis.wire.base import Wire
from soupis.wire.company import Sidlo
from soupis.wire.labels import REGION_BY_NAME, REGION_BY_NUTS3
from soupis.wire.requests import LONGEST_QUERY, VyberFirem, VyhledavaniDotaz


class _Seated(Wire):
    sidlo: Sidlo | None = None


_decode_seat = msgspec.json.Decoder(_Seated).decode

_REGIONS = set(REGION_BY_NUTS3.values())
_REGION_CODE = re.compile(r"\d{2,3}|CZ0\d\d", re.ASCII)
# What people write around the name of a region.
_AROUND_REGION = {"kraj", "hlavni", "mesto", "hl", "m"}
_VAT = {
    "platce": "platce",
    "nespolehlivyPlatce": "nespolehlivyplatce",
    "identifikovanaOsoba": "identifikovanaosoba",
    "neplatce": "neplatce",
    "neovereno": UNKNOWN,
}
_INSOLVENCY = {"ano": "yes", "ne": "no", "neovereno": UNKNOWN}
LONGEST_PASTED = 1_000  # characters in which an ID is looked for; the boxes of the pages take no more
# What `fitted` leaves too long; the box has cut it already, so that its length says nothing.
_UNBROKEN = Message(
    "Parametr q je příliš dlouhý text bez mezer, podle něj hledat nelze; napište jen název, IČO nebo jméno.",
    "Parameter q is too long a text without spaces to be searched for; write only a name or a company ID.",
)
_ORDERS = {"nazev": Order.NAME, "vznik": Order.OLDEST, "-vznik": Order.NEWEST}


class UnknownTownError(QueryError):
    """No town is meant, or several may be; `towns` are names that begin like what was written."""

    def __init__(self, towns: list[str], cs: str, en: str) -> None:
        super().__init__(400, cs, en)
        self.towns = towns


def company_query(services: Services, parameters: VyberFirem) -> CompanyQuery:
    """Return the query of the index; raises QueryError 400 for no such region, town or day."""
    founded = _days("vznik", parameters.vznik_od, parameters.vznik_do)
    ended = _days("zanik", parameters.zanik_od, parameters.zanik_do)
    return CompanyQuery(
        text=parameters.q or "",
        region=_region(parameters.kraj) if parameters.kraj else None,
        town=_town(services, parameters.obec) if parameters.obec else None,
        legal_forms=tuple(parameters.forma),
        nace=tuple(parameters.nace),
        living=parameters.stav == "aktivni" if parameters.stav else None,
        vat=_VAT[parameters.dph] if parameters.dph else None,
        insolvency=_INSOLVENCY[parameters.insolvence] if parameters.insolvence else None,
        founded_from=founded[0],
        founded_to=founded[1],
        ended_from=ended[0],
        ended_to=ended[1],
        headcount=tuple(parameters.velikost),
        address=parameters.adresa,
        order=_ORDERS.get(parameters.razeni or "", Order.RELEVANCE),
    )


async def search_of(
    services: Services, pairs: list[tuple[str, str]]
) -> tuple[VyhledavaniDotaz, CompanyQuery]:
    """Return the search that pages are asked for, with codes in the place of names, and its query.

    Raises QueryError 400 as `from_pairs`, `with_codes` and `company_query` do.
    """
    if any(name == "q" and len(text) > LONGEST_QUERY for name, text in pairs):
        raise QueryError(400, *_UNBROKEN)
    parameters = await with_codes(services, from_pairs(VyhledavaniDotaz, pairs))
    query = company_query(services, parameters)
    parameters.kraj = str(query.region) if query.region else None
    return parameters, query


class FittedText(NamedTuple):
    """What of a pasted text is searched for, and whether it is not all of it."""

    text: str
    shortened: bool


def fitted(text: str) -> FittedText:
    """Return what of a text from a page's box is searched for, where it is longer than a search may be.

    It is the company ID that stands in the text, else the whole words that it begins with. A text of fewer
    characters, and one that begins with too long a word, stays as it is.
    """
    plain = re.sub(" +", " ", with_plain_spaces(unicodedata.normalize("NFC", text))).strip(" ")
    if len(plain) <= LONGEST_QUERY:
        return FittedText(plain, False)
    # Any ID and its label stand within one of these parts.
    starts = range(0, min(len(plain), LONGEST_PASTED), LONGEST_QUERY)
    parts = (plain[start : start + 2 * LONGEST_QUERY] for start in starts)
    ico = next((reading.ico for reading in map(read, parts) if reading.ico is not None), None)
    if ico is not None:
        return FittedText(f"IČO {ico:08d}", True)
    beginning = plain[: LONGEST_QUERY + 1].rpartition(" ")[0]
    return FittedText(beginning, True) if beginning else FittedText(plain, False)


def has_filter(parameters: VyberFirem) -> bool:
    """Tell whether anything but the text narrows the search."""
    return has_criterion(msgspec.structs.replace(parameters, q=None))


def has_criterion(parameters: VyberFirem) -> bool:
    """Tell whether anything narrows the search."""
    return any(getattr(parameters, field) for field in VyberFirem.__struct_fields__ if field != "razeni")


def _days(name: str, first: str | None, last: str | None) -> tuple[int | None, int | None]:
    since, until = _day(f"{name}Od", first), _day(f"{name}Do", last)
    if since and until and since > until:
        raise QueryError(
            400,
            f"Parametr {name}Od ({first}) je pozdější než {name}Do ({last}).",
            f"Parameter {name}Od ({first}) is later than {name}Do ({last}).",
        )
    return since, until


def _day(name: str, text: str | None) -> int | None:
    if not text:
        return None
    if day := calendar_day(text):
        return int(day.strftime("%Y%m%d"))
    raise QueryError(
        400, f"Parametr {name}: den {text} neexistuje.", f"Parameter {name}: there is no day {text}."
    )


# --- regions ---


def _region_key(text: str) -> str:
    words = fold_words(text)
    return "".join(word for word in words if word not in _AROUND_REGION)


_REGION_BY_KEY = {_region_key(name): code for name, code in REGION_BY_NAME.items()}


def _region(text: str) -> int:
    """Return the RÚIAN code of a region by its code, its NUTS 3 code or its name."""
    is_code = _REGION_CODE.fullmatch(text)
    named = None if is_code else _REGION_BY_KEY.get(_region_key(text))
    region = named or REGION_BY_NUTS3.get(text) or (int(text) if is_code and text.isdigit() else 0)
    if region in _REGIONS:
        return region
    if not is_code:
        raise QueryError(
            400,
            f"Parametr kraj nemá správný tvar: „{text[:40]}“. Správně třeba: 19, CZ010 nebo Jihomoravský; "
            "město patří do obec.",
            f"Parameter kraj is malformed: “{text[:40]}”. A right one: 19, CZ010 or Jihomoravský; "
            "a town belongs to obec.",
        )
    possible = ", ".join(f"{number} ({nuts3})" for nuts3, number in REGION_BY_NUTS3.items())
    raise QueryError(
        400,
        f"Parametr kraj: kód {text} žádný kraj nemá; možné jsou {possible}.",
        f"Parameter kraj: no region has the code {text}; possible ones: {possible}.",
    )


# --- towns ---


def _town(services: Services, text: str) -> str:
    """Return the town that is meant, as it is indexed; raises QueryError 400 that suggests names."""
    town = services.companies.town(text)
    if town:
        return town
    names, begins = _names_like(services, text)
    shown, listed = text[:40], ", ".join(names)
    if begins:
        raise UnknownTownError(
            names,
            f"Parametr obec: na „{shown}“ začíná víc obcí nebo jejich částí, napište celé jméno. "
            f"Třeba: {listed}.",
            f"Parameter obec: the names of several towns begin with “{shown}”, write the whole one. "
            f"For instance: {listed}.",
        )
    alike_cs = f" Podobně začíná: {listed}." if names else ""
    alike_en = f" These begin alike: {listed}." if names else ""
    raise UnknownTownError(
        names,
        f"Parametr obec: v obci, části obce ani obvodu „{shown}“ žádná firma nesídlí.{alike_cs}",
        f"Parameter obec: no company has its seat in a town, part or district “{shown}”.{alike_en}",
    )


def _names_like(services: Services, text: str) -> tuple[list[str], bool]:
    """Return names of towns that begin like a text, and whether they begin with the whole of it."""
    towns = services.companies.towns_like(text)
    details = services.documents.details(dict.fromkeys(towns.values()))
    seats = [_decode_seat(detail.body).sidlo for detail in details if detail]
    names = {fold_together(name): name for seat in seats for name in _place_names(seat)}
    begins = bool(towns) and all(town.startswith(fold_together(text)) for town in towns)
    return [names[town] for town in towns if town in names], begins and bool(fold_together(text))


def _place_names(seat: Sidlo | None) -> list[str]:
    """Return the names by which people look for the town of a seat, its part and its district."""
    if seat is None:
        return []
    town, district = seat.nazev_obce, seat.nazev_mestske_casti
    parts = [name for name in (district, seat.nazev_casti_obce) if name]
    short = [district.partition("-")[0]] if district else []
    joined = [f"{town}-{name}" for name in parts] if town else []
    return [*joined, *short, *parts, *([town] if town else [])]
