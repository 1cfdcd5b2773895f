"""Czech addresses that a register gives as a text only.

Parts that the text does not name, or that are not certain, stay unknown.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from soupis.folding import fold_together
from soupis.registers.codelists import district_code
from soupis.registers.countries import country_at_end, country_code, is_foreign
from soupis.registers.house_numbers import (
    NUMBER,
    RANGE,
    HouseNumber,
    marked_number,
    pack_number,
    without_zero_numbers,
)
from soupis.registers.places import (
    Town,
    city_district,
    is_divided,
    is_large,
    is_municipality,
    part_of,
    town_of,
)

_UNKNOWN = Town()


class WrittenAddress(NamedTuple):
    """Parts of a Czech address that its text names."""

    town: Town = _UNKNOWN
    street: str | None = None
    number: HouseNumber | None = None
    postal_code: int | None = None


class _Pieces(NamedTuple):
    """Pieces of an address: those without a postal code, the towns behind a code, and the codes."""

    plain: list[str]
    behind_codes: list[str]
    codes: set[int]
    district: str | None  # LAU code


class _Found(NamedTuple):
    """A house number, and the name before it in its piece: the street, or the village."""

    number: HouseNumber
    before: str
    piece: str


_SEPARATORS = re.compile(r"[,;\n()]")
_CODE_MARK = r"(?:\bPS[ČC]\s*:?\s*|\bCZ\s?-?\s?)"
_CODE = re.compile(
    rf"(?P<before>.*?)(?P<mark>{_CODE_MARK})?\b(?P<code>[1-7]\d{{2}}\s?\d{{2}})\b(?!\s*/)(?P<behind>.*)",
    re.IGNORECASE,
)
_MARK_WITHOUT_CODE = re.compile(r"\bPS[ČC]\b.*", re.IGNORECASE)
_FOREIGN_CODE = re.compile(
    r"(?:^|[,;\n(]\s*|\bPS[ČC]\s*:?\s*)"
    r"(?:[089]\d{2}\s?\d{2}(?!\d)|(?!CZ)[A-Z]{1,3}\s?-\s?\d[\d\s-]{2,5}\d\b)"
)
_DISTRICT = re.compile(r"(?P<before>.*?)\bokr(?:es\b|\.|\b)\s*:?\s*(?P<name>[^\W\d_].*)", re.IGNORECASE)
_NO_PLACE = re.compile(r"(?:pošta|p\.|bez\s+[čc])\W", re.IGNORECASE)
_KIND_OF_TOWN = re.compile(r"(?:obec|město|městys)\s+(?=[^\W\d_])", re.IGNORECASE)
# Numbers beside these words count something else than buildings.
_OTHER_THINGS = re.compile(
    r"\b(?:parc(?:ela|elní)?|p\.\s?č|pozemek|k\.\s?ú|patro|patře|podlaží|byt|kancelář|kanc|dveře|místnost|"
    r"box|p\.\s?o|pošta|schránka|přihrádka|tel|telefon|fax|vchod|budova|objekt|hala|blok|km|pavilon|stánek|"
    r"garáž|areál|chata)\b",
    re.IGNORECASE,
)
_AT_END = re.compile(rf"(?P<before>.*[^\W\d_].*?)[\s,]\s*(?:[čc]\.?\s*)?{NUMBER}\.?")
_NUMBER_WORD = re.compile(r"\s+(?:[čc]|číslo|cislo)\.?$", re.IGNORECASE)
_ORIENTATION = re.compile(
    rf"\b[čc](?:[íi]s(?:lo|\.))?\.?\s?o(?:r(?:ient(?:a[čc]n[íi]|\.)?)?)?\.?\s*:?\s?({RANGE})", re.IGNORECASE
)
_NAME = re.compile(r"(?:\d{1,2}\.\s?)?[^\W\d_](?:[^\d/:]|(?<=\s)\d{1,2}\.\s?(?=[^\W\d_])){0,47}")
_TOWN = re.compile(rf"{_NAME.pattern}(?:\s(?:\d{{1,2}}|[IVX]+)(?:(?:\s?[-–—]\s?|\s){_NAME.pattern})?)?")
_STREET_KIND = re.compile(r"(?:ul(?:ice|\.)|ulici)\s*(?=[^\W_])", re.IGNORECASE)
_STREET_WORD = re.compile(
    r"\b(?:n[áa]m(?:\.|ěst[íi]|est[íi])|t[řr](?:\.|[íi]da)|n[áa]b[řr](?:\.|e[žz][íi])|bulv[áa]r|pasáž|alej|ulice)"
    r"(?!\w)",
    re.IGNORECASE,
)
# Words that streets are named by, and hardly any village; those with "á" in large towns only.
_STREET_ENDING = re.compile(r"\w+(?:ova|ská|cká|ní)|(?:[\w.]+\s)*\w+(?:ého|ího|ých|ích|ů)", re.IGNORECASE)
_STREET_ENDING_IN_TOWN = re.compile(r"\w+á", re.IGNORECASE)
# Post offices of a town bear numbers that look like house numbers; there are not so many of them.
_MOST_POST_OFFICES = 30


def read_address(text: str, street: str | None = None, town: Town = _UNKNOWN) -> WrittenAddress:
    """Return the parts that the text of a Czech address names, none where it looks like a foreign one.

    Args:
        text: the whole address: "Dlouhá 12/3, 110 00 Praha 1", "Lhota č.p. 15".
        street: the street, where it is known: then the number is the one behind it.
        town: the town, or its district alone, where they are known.
    """
    text = without_zero_numbers(text)
    if is_foreign_text(text):
        return WrittenAddress(town, street)
    pieces = _split(text)
    code = next(iter(pieces.codes)) if len(pieces.codes) == 1 else None
    places = (town.name, town.part, town.city_district) if town.name else (*pieces.behind_codes,)
    found = _find_number(text, pieces.plain, street, places)
    if town.name is None:
        town = _town(pieces, found, town.lau or pieces.district, code)
    if found is None:
        return WrittenAddress(_with_part(town, pieces.plain), street, _number_behind_code(pieces), code)
    street = street or _street(found, town)
    return WrittenAddress(_with_part(town, pieces.plain), street, found.number, code)


def is_foreign_text(text: str) -> bool:
    """Tell whether an address has a postal code of another country, or names another one at its end."""
    last = _SEPARATORS.split(text)[-1].strip(" .")
    country = country_at_end(text) or (last if country_code(last) else None)
    return _FOREIGN_CODE.search(text) is not None or is_foreign(country)


def _split(text: str) -> _Pieces:
    """Split an address at its commas and postal codes; leave out what names no place of it."""
    plain: list[str] = []
    behind_codes: list[str] = []
    codes: set[int] = set()
    district = None
    for piece in map(_trimmed, _SEPARATORS.split(text)):
        if named := _DISTRICT.fullmatch(piece):
            district = district_code(named["name"]) or district
            piece = named["before"]
        before, behind = _MARK_WITHOUT_CODE.sub("", piece), ""
        if coded := _CODE.fullmatch(piece):
            before, behind = _trimmed(coded["before"]), _trimmed(coded["behind"])
            # Five digits elsewhere may number anything, a parcel of land for one.
            is_behind_town = is_municipality(before) or (
                behind[:1].isupper() and not _OTHER_THINGS.search(before)
            )
            if not before or coded["mark"] or is_behind_town:
                codes.add(int("".join(coded["code"].split())))
            if behind and not _NO_PLACE.match(behind):
                behind_codes.append(_KIND_OF_TOWN.sub("", behind, count=1))
        before = _KIND_OF_TOWN.sub("", _trimmed(before), count=1)
        if before and country_code(before) != "CZ" and not _NO_PLACE.match(before):
            plain.append(before)
    return _Pieces(plain, behind_codes, codes, district)


def _trimmed(text: str) -> str:
    return " ".join(text.split()).strip(" .-–")


def _find_number(
    text: str, pieces: list[str], street: str | None, places: tuple[str | None, ...]
) -> _Found | None:
    for piece in pieces:
        if marked := marked_number(piece):
            number, before = marked
            orientation = number.orientation or _orientation(text)
            return _Found(number._replace(orientation=orientation), before, piece)
    place_keys = {fold_together(place) for place in places if place}
    candidates = [
        (piece, candidate)
        for piece in pieces
        if not _OTHER_THINGS.search(piece)
        and (candidate := _AT_END.fullmatch(_without_town(piece, places)))
        and not (street and not fold_together(candidate["before"]).endswith(fold_together(street)))
        and not _is_part_of_town(candidate, place_keys, text)
    ]
    if len(candidates) != 1:
        return None  # of two numbers nobody can tell which one is the building's
    piece, candidate = candidates[0]
    orientation = pack_number(candidate["orientation"]) or _orientation(text)
    number = HouseNumber(pack_number(candidate["number"]), None, orientation)
    return _Found(number, _NUMBER_WORD.sub("", candidate["before"]), piece)


def _without_town(piece: str, places: tuple[str | None, ...]) -> str:
    """Cut off the town written behind a street without a comma: "Dlouhá 12/3 Praha 1"."""
    for place in places:
        if place and (
            cut := re.fullmatch(rf"(.*\d\S*)\s+{re.escape(place)}(?:\s+\d{{1,2}})?", piece, re.IGNORECASE)
        ):
            return cut[1]
    return piece


def _is_part_of_town(found: re.Match[str], places: set[str], text: str) -> bool:
    """Tell whether a number belongs to a town's name: "Praha 4", "Kladno 2"; not so in "Lhota 15".

    A town that the address names once more, by itself, has its building here: "Kladno 8, 272 08 Kladno".
    """
    if fold_together(found[0]) in places:
        return True
    number = int(re.findall(r"\d+", found["number"])[0])
    if not is_large(found["before"]) or found["orientation"] or number > _MOST_POST_OFFICES:
        return False
    return fold_together(text).count(fold_together(found["before"])) == 1


def _number_behind_code(pieces: _Pieces) -> HouseNumber | None:
    """Return the number in "517 36 Lhota 77"; in a large town it may be that of a post office."""
    if len(pieces.behind_codes) != 1:
        return None
    if marked := marked_number(pieces.behind_codes[0]):
        return marked[0]
    found = _AT_END.fullmatch(pieces.behind_codes[0])
    if found is None or _town_behind(pieces.behind_codes[0]) != found["before"]:
        return None
    return HouseNumber(pack_number(found["number"]), None, pack_number(found["orientation"]))


def _town_behind(text: str) -> str | None:
    """Return the town in the text behind a postal code, without the house number: "Lhota 77"."""
    if marked := marked_number(text):
        text = marked[1]
    elif found := _AT_END.fullmatch(text):
        is_office = is_large(found["before"]) and len(found["number"]) <= 2 and not found["orientation"]
        text = text if is_office else found["before"]
    return text if _TOWN.fullmatch(text) else None


def _town(pieces: _Pieces, found: _Found | None, lau: str | None, code: int | None) -> Town:
    """Return the town that an address names, the one behind its postal code first.

    `lau` is the district and `code` the postal code, where they are known.
    """
    if pieces.behind_codes:
        name = _town_behind(pieces.behind_codes[0]) if len(pieces.behind_codes) == 1 else None
        return town_of(name, lau=lau, postal_code=code)
    names = [piece for piece in pieces.plain if _TOWN.fullmatch(piece) and not _OTHER_THINGS.search(piece)]
    if found and found.piece in names:
        names.remove(found.piece)
    towns = {town_of(name, lau=lau, postal_code=code) for name in names}
    known = {town for town in towns if is_municipality(town.name or "")}
    large = {town for town in known if is_large(town.name or "")}
    if len(large or known) == 1:
        return (large or known).pop()
    # A single name may be that of a part, which may be called like another municipality: it gives no code.
    single = _single_name(names, found, coded=bool(pieces.codes))
    return town_of(single, lau=lau) if single and lau else Town(name=single, lau=lau)


def _single_name(names: list[str], found: _Found | None, *, coded: bool) -> str | None:
    """Return the only name of an address, where it is not a street's."""
    before = [found.before] if found and found.before else []
    if len(names + before) != 1:
        return None
    name = (names + before)[0]
    is_place = coded or (found and (found.number.kind or is_municipality(name)))
    return name if is_place and _NAME.fullmatch(name) and not _is_street(name) else None


def _street(found: _Found, town: Town) -> str | None:
    """Return the name before a house number where it surely is a street's, not a village's."""
    name = _STREET_KIND.sub("", found.before, count=1)
    if not _NAME.fullmatch(name) or _OTHER_THINGS.search(name):
        return None
    if name != found.before or _STREET_WORD.search(name):
        return name
    if fold_together(name) in {fold_together(place) for place in (town.name, town.part) if place}:
        return None
    if town.code is not None and is_divided(town.code):
        is_district = city_district(town.code, name) or city_district(town.code, f"{town.name}-{name}")
        return None if is_district else name
    if found.number.orientation and found.number.kind is None:
        return name  # only buildings in streets have both numbers
    if is_large(town.name or "") and _STREET_ENDING_IN_TOWN.fullmatch(name) and not is_municipality(name):
        return name
    return name if _is_street(name) else None


def _is_street(name: str) -> bool:
    return _STREET_ENDING.fullmatch(name) is not None and not is_municipality(name)


def _with_part(town: Town, pieces: list[str]) -> Town:
    """Return a town with its part if a piece of the address is one: "Dlouhá 5, Veveří, 602 00 Brno"."""
    if town.code is None or town.part:
        return town
    parts = {part for piece in pieces if (part := part_of(town.code, piece))}
    return town._replace(part=parts.pop()) if len(parts) == 1 else town


def _orientation(text: str) -> str | None:
    number = _ORIENTATION.search(text)
    return pack_number(number[1]) if number else None
