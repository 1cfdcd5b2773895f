"""Addresses by their build: a street or a village with a house number, and a postal code with a town.

Whose address it is, a seat or a home, the build does not tell; that is for the words around it (`homes`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from soupis.ingest.privacy.folded import Folded

Span = tuple[int, int]

# "č.p.", "čp", "č. ev.", "ev. č.", "číslo popisné", "č. d.", "dům č."
HOUSE_MARK = (
    r"(?:(?:dum\s?)?c\s?\.?\s?(?:p|e|ev|d|o|or|dom|pop)(?:\s?\.|(?=\s?\d))|cp\.?|ev\s?\.?\s?c\s?\.?|"
    r"cisl[oe](?:\s(?:popisne|evidencni|orientacni|domu))?|(?:dum\s)?c\s?\.?|nr\.?|no\.?|d\.|n\.)"
)
_NUMBER = re.compile(
    r"(?<![\d/])(?P<number>\d{1,4}[a-z]?(?![a-z\d])"
    r"(?:\s?/\s?(?:\d{1,4}\s?[a-z]?|[a-z])(?![a-z\d]))?)"
    r"(?!\s?[./-]\s?\d)(?!\s[a-z]{1,4}\s\d+\s?/)(?!,?\s(?:\d{1,2}\s)?(?:19|20)\d\d(?!\d))(?!\s?\.\s?[ivx]+\s?\.)(?!\.?\s?[a-z]{3,10}\.?,?\s\d{4})(?!\.?\s{0,2}(?:%|kc|czk|eur|,-|ks\b|hlas|let\b|rok|dn[iu]\b|tis|mil|m2|kw|hod|s\.?\s?r\.?\s?o|"
    r"a\.\s?s|spol\b|clen|podil|sb\b|odst|pism|v\.\s?o))(?!,\d|/[a-z])(?!(?:\s\d{3}){2}|\s000|\s\d{3}\s?(?:kc|czk|,))"
)
_MARK_BEFORE = re.compile(rf"(?<![a-z.])(?P<mark>{HOUSE_MARK})\s{{0,3}}:?\s{{0,2}}$")
_LONGEST_MARK = 28
_POSTAL = re.compile(
    r"(?<![\d/])(?:psc\s{0,3}[:.]?\s{0,3}\d{3}\s{0,3}\d{2}(?!\d)|\d{3}\s{0,3}\d{2}\s{1,3}(?=[a-z]{3}))"
)
ROAD = (
    r"street|str|road|rd|lane|avenue|ave|drive|grove|boulevard|blvd|close|court|square|way|terrace|hill|park|"
    r"rue|via"
)
_NUMBER_FIRST = re.compile(
    rf"(?<![\d/])\d{{1,5}}[a-z]?,?\s{{1,3}}(?:(?:[a-z]+\s){{1,3}}(?:{ROAD})(?![a-z])|"
    r"(?:rue|avenue|boulevard|place|quai)\s[a-z ]{3,30})"
)
# A town and a street that opens with a number of days: "28. října 12".
_ORDINAL = re.compile(r"\d{1,3}\s?\.\s{0,3}$")
_WORD_BEFORE = re.compile(r"([a-z\u0370-\uffef]+(?:'[a-z]+)?)(\.?)(\s{0,3}-?|-\n|\s{1,4})$")
_BEFORE_NUMBER = re.compile(r"[\s,]{0,4}$")
_STREET_WORDS = frozenset(
    "ul ulice ulici nam namesti namestie tr trida tride nabr nabrezi sidl sidliste sidlisti obci osada osade "
    "bri br bratri kpt gen plk dr sv mjr por prof st mar marsala via rue calle ulica vul bd".split()
)
# A number behind these is none of a house.
_NO_STREET = frozenset(
    "nz n ins ex cm cmo co nc firm rg sb lv ev cak ic ico dic vlozka vl oddil odd oddiel c cj zn sp tel fax "
    "ucet uctu isin j zakona zakonu zak vyhlasky par odst bod bodu cl clanek cislo strana str smlouva "
    "smlouvy vklad vkladu podil podilu akcie akcii let dne den od do hodin hod patro byt bytu list listu "
    "verze priloha prilohy serie cast rok roku roce zapis zapisu spis spisu parc parcela parcele stavba st p "
    "kod nace okec iso en csn typ dil reg ov vs ss ks r i ii iii iv pod spz vin min max cca box hala "
    "kancelar jednotka jednotky pobocka kniha rada kc czk eur vysi castku castce hodnote celkem".split()
)
_NUMBER_IS_OF_TOWN = re.compile(
    r"(?:praha|praze|prahy|brno|brne|plzen|plzni|ostrava|ostrave|bratislava|liberec|usti nad labem)$"
)
_YEAR = re.compile(r"19[5-9]\d|20[0-3]\d")
_STREET = re.compile(
    r"(?:ul|ulic[ei]|nam|namesti|tr|trid[ae]|nabr|nabrezi|sidliste|na|nad|pod|u|za|k|ke|v|ve|mezi|pri|pred)(?![a-z])"
)
_TOWN_BEHIND = re.compile(r",\s{1,2}(?:(?P<district>okr(?:es|\.))|[a-z](?=[a-z]{2}))")
_STREET_AT_END = re.compile(r"(?<![a-z])(?:ulice|namesti|trida|nabrezi|sidliste)$")
_DAY_OR_FLOOR = re.compile(r"\.\s{0,3}[a-z]")
_LISTED = re.compile(r"\n\s*$")
_FILE = re.compile(r"\d+\s?/\s?(?:199\d|20[0-2]\d)")
_TOWN_BEFORE = re.compile(
    r"(?:[a-z\u0370-\uffef]+\.?(?:[\s-]{1,3}[a-z\u0370-\uffef]+){0,4}(?:\s\d{1,2})?(?:\s?-\s?[a-z]+(?:\s[a-z]+)?)?\s{0,3}(?:,|\s-)\s{0,3}){1,3}$"
)
_MOST_WORDS = 6


class Address(NamedTuple):
    """Where an address stands: its first word, its number, and its end."""

    start: int
    number: int
    end: int


def find(folded: Folded) -> Iterator[Address]:
    """Yield where addresses stand that have a house number or a postal code, in order."""
    text = folded.text
    spans = [span for match in _NUMBER.finditer(text) if (span := _numbered(folded, match)) is not None]
    spans += [_at_once(match) for match in _POSTAL.finditer(text) if _is_postal(folded, match)]
    spans += [_at_once(match) for match in _NUMBER_FIRST.finditer(text) if _has_capital(folded, match)]
    yield from sorted(spans)


def _at_once(match: re.Match[str]) -> Address:
    return Address(match.start(), match.start(), match.end())


def _has_capital(folded: Folded, match: re.Match[str]) -> bool:
    return any(folded.is_capital(match.start() + word.start()) for word in re.finditer(r"[a-z]+", match[0]))


def _is_postal(folded: Folded, match: re.Match[str]) -> bool:
    return match[0].startswith("psc") or folded.is_capital(match.end())


def _numbered(folded: Folded, match: re.Match[str]) -> Address | None:
    """Return the street or village with its number, None where the number is of something else."""
    text = folded.text
    number, begin = match["number"], match.start()
    marked = _MARK_BEFORE.search(text, max(0, begin - _LONGEST_MARK), begin)
    mark = None if marked is None else marked["mark"]
    begin = begin if marked is None else marked.start()
    ordinal = _DAY_OR_FLOOR.match(text, match.end())
    if mark is None and ordinal is not None and not folded.is_capital(ordinal.end() - 1):
        return None
    if mark is None and begin and text[begin - 1].isalpha():
        return None
    if text[match.end() : match.end() + 1] in (".", ")") and _LISTED.search(text, 0, begin):
        return None
    name = _name_before(folded, _BEFORE_NUMBER.search(text, 0, begin).start())  # type: ignore[union-attr]
    if name is None:
        if mark and mark not in ("n.", "d.", "no", "no.", "nr") and _postal_follows(text, match.end()):
            return Address(begin, begin, match.end())
        return None
    if "," in text[name[1] : begin] and not mark:
        return None
    if not mark and not _STREET.match(text, name[0]) and not _STREET_AT_END.search(text, *name):
        if _YEAR.fullmatch(number) or _FILE.fullmatch(number):
            # A house has a town behind it, a year has not.
            is_house = _postal_follows(text, match.end()) or (
                number.isdigit() and _town_follows(folded, match.end())
            )
            return Address(name[0], begin, match.end()) if is_house else None
        if number.isdigit() and int(number) < 23 and _NUMBER_IS_OF_TOWN.search(text[name[0] : name[1]]):
            return None
    return Address(name[0], begin, match.end())


def _postal_follows(text: str, end: int) -> bool:
    return re.match(r"[\s,]{1,4}(?:psc\s{0,2}:?\s{0,2})?\d{3}\s?\d\d(?!\d)", text[end : end + 20]) is not None


def _town_follows(folded: Folded, end: int) -> bool:
    town = _TOWN_BEHIND.match(folded.text, end)
    return town is not None and (town["district"] is not None or folded.is_capital(town.end() - 1))


def _name_before(folded: Folded, end: int) -> Span | None:
    """Return the words before a house number that may name a street or a village."""
    text, start, stop = folded.text, None, end
    at, words, small = end, 0, 0
    while words < _MOST_WORDS and (word := _WORD_BEFORE.search(text, max(0, at - 40), at)) is not None:
        name, dot, gap = word.groups()
        if words and not gap and not dot:
            break
        if "\n\n" in gap:
            break
        capital = folded.is_capital(word.start())
        if words == 0 and (name in _NO_STREET and not (capital and len(name) > 3)):
            return None
        street = name in _STREET_WORDS or name.endswith("str")
        if dot and words and len(name) > 4 and not street and not capital:
            break
        if words and (name.startswith("adres") or name == "ak"):
            break
        if dot and len(name) > 5 and not street:
            break
        if capital or street:
            start, small = word.start(), 0
        elif small or (words and name in _NO_STREET):
            break
        else:
            small += 1
        words += 1
        at = word.start()
        ordinal = _ORDINAL.search(text, max(0, at - 8), at)
        if ordinal is not None:
            start = ordinal.start()
            break
    return None if start is None else (start, stop)


def with_town(folded: Folded, span: Span, begin: int) -> Span:
    """Return an address with the town or country that stands before it, from a place on."""
    start, end = span
    town = _TOWN_BEFORE.search(folded.text, begin, start)
    while town is not None:
        first = re.search(r"[a-z\u0370-\uffef]", town[0])
        place = town.start() + (first.start() if first else 0)
        if folded.is_capital(place) and town.start() >= begin:
            return place, end
        town = _TOWN_BEFORE.search(folded.text, place + 1, start)
    return span
