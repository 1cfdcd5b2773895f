"""House numbers and postal codes that an address has in its text only; what that leaves open is unknown."""

from __future__ import annotations

import re
from typing import NamedTuple

from soupis.folding import fold_together
from soupis.registers.codelists import load

DESCRIPTIVE, REGISTRATION = 1, 2  # code list 73, kinds of house numbers


class HouseNumber(NamedTuple):
    """A building's number as the text has it; a range stays a range ("12-14")."""

    number: str
    kind: int | None = None
    orientation: str | None = None


_ONE = r"\d{1,4}\s?[a-zA-Z]?(?![\w.])"
_RANGE = rf"{_ONE}(?:\s?[-–]\s?{_ONE})?"
_NUMBER = rf"(?P<number>{_RANGE})(?:\s?/\s?(?P<orientation>{_RANGE}))?"
_AT_END = re.compile(rf"(?P<before>.*[^\W\d_].*?)[\s,]\s*(?:č\.?\s*)?{_NUMBER}\.?")
_WORD = r"\bč(?:ís(?:lo|\.))?\.?\s?"  # č., čís., číslo
_MARKED = (
    (DESCRIPTIVE, re.compile(rf"{_WORD}p(?:op(?:isné|\.)?)?\.?\s*:?\s?{_NUMBER}", re.IGNORECASE)),
    (
        REGISTRATION,
        re.compile(
            rf"(?:{_WORD}(?:ev(?:id(?:enční|\.)?)?|e)\.?|\bev(?:id)?\.\s?č\.)\s*:?\s?{_NUMBER}", re.IGNORECASE
        ),
    ),
)
_ORIENTATION = re.compile(
    rf"\bč(?:ís(?:lo|\.))?\.?\s?o(?:r(?:ient(?:ační|\.)?)?)?\.?\s*:?\s?({_RANGE})", re.IGNORECASE
)
_POSTAL_CODE = re.compile(
    r"(?:\bPSČ\s*:?\s*|\bCZ\s?-\s?)?\b[1-7]\d{2}\s?\d{2}\b(?!\s*/)|\bPSČ\b.*", re.IGNORECASE
)
# It starts a piece of the address: five digits elsewhere may number anything, a parcel of land for one.
_CODE_OF_PIECE = re.compile(
    r"(?:^|[,;\n]\s*|\bPSČ\s*:?\s*|\bCZ\s?-\s?)([1-7]\d{2}\s?\d{2})\b(?!\s*/)", re.IGNORECASE
)
# Numbers beside these words count something else than buildings.
_OTHER_THINGS = re.compile(
    r"\b(?:parc(?:ela|elní)?|p\.\s?č|pozemek|k\.\s?ú|patro|patře|podlaží|byt|kancelář|kanc|dveře|místnost|"
    r"box|p\.\s?o|pošta|schránka|přihrádka|tel|telefon|fax|vchod|budova|objekt|hala|blok|km|pavilon|stánek|"
    r"garáž|areál|chata)\b",
    re.IGNORECASE,
)
# Post offices of a town bear numbers that look like house numbers; there are not so many of them.
_MOST_POST_OFFICES = 30


def house_number(
    text: str, street: str | None = None, places: tuple[str | None, ...] = ()
) -> HouseNumber | None:
    """Return the house number that an address names, None where there is none or it is not certain.

    Args:
        text: the whole address: "Dlouhá 12/3, 110 00 Praha 1", "Lhota č.p. 15".
        street: the street, where it is known: then the number is the one behind it.
        places: municipality, its part, city district: their names may end with a number.
    """
    pieces = [piece for piece in map(_piece, re.split(r"[,;\n]", text)) if piece]
    for kind, marked in _MARKED:
        for piece in pieces:
            if candidate := marked.search(piece):
                orientation = candidate["orientation"] or _orientation(text)
                return HouseNumber(
                    _packed(candidate["number"]), kind, _packed(orientation) if orientation else None
                )
    place_keys = {fold_together(place) for place in places if place}
    candidates = [
        candidate
        for piece in pieces
        if not _OTHER_THINGS.search(piece)
        and (candidate := _AT_END.fullmatch(_without_town(piece, places)))
        and not (street and not fold_together(candidate["before"]).endswith(fold_together(street)))
        and not _is_part_of_town(candidate, place_keys, text)
    ]
    if len(candidates) != 1:
        return None  # of two numbers nobody can tell which one is the building's
    candidate = candidates[0]
    orientation = candidate["orientation"] or _orientation(text)
    return HouseNumber(_packed(candidate["number"]), None, _packed(orientation) if orientation else None)


def postal_code(text: str) -> int | None:
    """Return the postal code that an address names, None where there is none, or more than one."""
    codes = {int("".join(match[1].split())) for match in _CODE_OF_PIECE.finditer(text)}
    return codes.pop() if len(codes) == 1 else None


def _piece(text: str) -> str:
    """Return what stands before the postal code: what follows it is the town of the post office."""
    return _POSTAL_CODE.split(text, maxsplit=1)[0].strip(" .-–")


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
    town, number = fold_together(found["before"]), int(re.findall(r"\d+", found["number"])[0])
    if town not in _LARGE_TOWNS or found["orientation"] or number > _MOST_POST_OFFICES:
        return False
    return fold_together(text).count(town) == 1


# The towns that districts are called after, folded: only such have several post offices.
_LARGE_TOWNS = frozenset(
    fold_together(row.name_cs.removesuffix("-město")) for row in load("district").values()
)


def _orientation(text: str) -> str | None:
    number = _ORIENTATION.search(text)
    return number[1] if number else None


def _packed(number: str) -> str:
    return re.sub(r"\s", "", number).replace("–", "-")
