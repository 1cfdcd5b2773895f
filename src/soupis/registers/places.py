"""Municipalities and the districts of divided cities: one rule for what the registers write of a town.

The registers name the same place in different ways: the statistical register by a number (ICZUJ, which in
a divided city is that of the district), ARES by number and name, the public register by a text that may
hold both ("Praha 4 - Michle"). The numbers are those of RÚIAN; the lists come with the package.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from soupis.addresses import district_names
from soupis.folding import fold_together
from soupis.registers.codelists import district_code, load, region_by_district
from soupis.registers.files import packaged_rows

_BEHIND_TOWN = re.compile(r"\s*[-–—,]\s*|\s+|$")
_NUMBERED_THEN_PART = re.compile(r"(\d+|[IVX]+)(?:(?:\s*[-–—,]\s*|\s+)(.+))?")  # "4 - Michle", "4 Michle"
_CAPITAL = re.compile(r"(?:hl(?:avní|\.)?\s*m(?:ěsto|\.)?)?", re.IGNORECASE)
_CAPITAL_BEFORE = re.compile(r"hl(?:avní|\.)?\s*m(?:ěsto|\.)?\s+(?=Praha\b)", re.IGNORECASE)
_TOWN_AND_PART = re.compile(r"(?P<town>.+?)(?:\s(?P<office>\d{1,2}))?(?:\s+[-–—]\s+(?P<part>\D+))?")


class Town(NamedTuple):
    """Where a seat lies: code and name of the municipality, LAU code of its district, city district, part."""

    code: int | None = None
    name: str | None = None
    lau: str | None = None
    city_district: str | None = None
    part: str | None = None  # only where the text of the town names it

    @property
    def region(self) -> int | None:
        """RÚIAN code of the region."""
        return region_by_district().get(self.lau) if self.lau else None


class _Unit(NamedTuple):
    """What a code of a territorial unit stands for; no city district in the undivided rest of a city."""

    municipality: int
    city_district: str | None


@lru_cache(maxsize=65_536)
def town_of(
    written: str | None,
    *,
    unit: int | None = None,
    lau: str | None = None,
    district_name: str | None = None,
    postal_code: int | None = None,
) -> Town:
    """Return the town that a source means.

    Args:
        written: the town as the source writes it: "Praha", "Praha 4", "Brno-střed", "Praha 4 - Michle".
        unit: code of the municipality or, in a divided city, of the city district.
        lau: LAU code of the district in which the town lies; tells towns of one name apart.
        district_name: what else may name the city district; nothing happens where it does not.
        postal_code: tells towns of one name apart where the district is not known.
    """
    town = _written_town(written)
    lau = lau or town.lau
    place = _units().get(unit) if unit is not None else None
    if place is None:
        code = _municipality_code(town.name, lau, postal_code)
    elif town.name and _is_elsewhere(place, town.name):
        # The name is kept, the number is not used.
        code, place = _municipality_code(town.name, lau, postal_code), None
    else:
        code = place.municipality
    named = _municipality(code) if code is not None else None
    district = (
        (place.city_district if place else None)
        or town.city_district
        or (city_district(code, district_name) if code is not None and district_name else None)
    )
    return Town(
        code if code is not None else unit if unit not in _units() else None,
        town.name or (named.name if named else None),
        (named.lau if named else None) or lau,
        district,
        town.part,
    )


def _is_elsewhere(place: _Unit, name: str) -> bool:
    """Tell whether a code and a name belong to two towns. An unknown name may be a new one."""
    is_same = fold_together(name) == fold_together(_municipality(place.municipality).name)
    return not is_same and (place.city_district is not None or is_municipality(name))


def city_district(municipality: int, written: str) -> str | None:
    """Return the official name of a city's district: "Brno - Střed" → Brno-střed; None for any other text."""
    return _districts(municipality).get(fold_together(written))


def part_of(municipality: int, written: str) -> str | None:
    """Return the official name of a city's part: "veveří" of Brno → Veveří; None for any other text."""
    return _parts().get((municipality, fold_together(written)))


def is_unit(code: int | None) -> bool:
    """Tell whether a code is that of a municipality or a city district."""
    return code in _units()


def is_municipality(name: str) -> bool:
    """Tell whether a municipality of this name exists."""
    return fold_together(name) in _codes_by_name()


def is_large(name: str) -> bool:
    """Tell whether a district is called after a town; only such towns have several post offices."""
    return fold_together(name) in _large_towns()


def is_divided(municipality: int) -> bool:
    """Tell whether a municipality is divided into city districts."""
    return municipality in _divided_cities().values()


def _written_town(written: str | None) -> Town:
    """Take apart a text that names a divided city and, perhaps, its district or part."""
    text = _CAPITAL_BEFORE.sub("", " ".join(written.split())) if written else ""
    for name, code in _divided_cities().items():
        behind = _BEHIND_TOWN.match(text, len(name)) if text[: len(name)].lower() == name.lower() else None
        if behind is None:
            continue
        if district := city_district(code, text):
            return Town(code, name, city_district=district)
        rest = text[behind.end() :]
        if numbered := _NUMBERED_THEN_PART.fullmatch(rest):
            district = city_district(code, f"{name} {numbered[1]}")
            if district or numbered[1].isdigit():  # else "Liberec XXX-Vratislavice" is the part's whole name
                return Town(code, name, city_district=district, part=numbered[2])
            return Town(code, name, part=text)
        if _CAPITAL.fullmatch(rest):
            return Town(code, name)
        if behind[0].strip():
            return Town(code, name, part=rest)
    if text and not is_municipality(text):
        found = _TOWN_AND_PART.fullmatch(text)
        if found and is_municipality(found["town"]) and (found["part"] or is_large(found["town"])):
            # Only the town that a district is called after has numbered post offices.
            lau = district_code(found["town"]) if found["office"] else None
            return Town(name=found["town"], lau=lau, part=found["part"])
    return Town(name=text or None)


class _Municipality(NamedTuple):
    name: str
    lau: str


@cache
def _municipalities() -> dict[int, _Municipality]:
    return {
        int(code): _Municipality(row.name_cs, row.parent or "") for code, row in load("municipality").items()
    }


def _municipality(code: int) -> _Municipality:
    return _municipalities()[code]


@cache
def _units() -> dict[int, _Unit]:
    units = {code: _Unit(code, None) for code in _municipalities()}
    for code, row in load("city_district").items():
        units[int(code)] = _Unit(int(row.parent or 0), row.name_cs or None)
    return units


@cache
def _parts() -> dict[tuple[int, str], str]:
    rows = packaged_rows("part")
    return {(int(row["municipality"]), fold_together(row["name_cs"])): row["name_cs"] for row in rows}


@cache
def _large_towns() -> frozenset[str]:
    return frozenset(fold_together(row.name_cs.removesuffix("-město")) for row in load("district").values())


@cache
def _divided_cities() -> dict[str, int]:
    cities = {int(row.parent or 0) for row in load("city_district").values()}
    return {_municipality(code).name: code for code in cities}


@cache
def _districts(municipality: int) -> dict[str, str]:
    """Return the districts of a city by every key under which a source may name them."""
    city = _municipality(municipality).name
    return {
        fold_together(spelling): row.name_cs
        for row in load("city_district").values()
        if row.parent == str(municipality) and row.name_cs
        for spelling in district_names(row.name_cs, city)
    }


@cache
def _codes_by_name() -> dict[str, dict[str, int | None]]:
    """Return codes by folded name and LAU code; None where two towns of a district share the name."""
    districts: dict[str, dict[str, int | None]] = {}
    for code, (name, lau) in _municipalities().items():
        towns = districts.setdefault(fold_together(name), {})
        towns[lau] = None if lau in towns else code
    return districts


@cache
def _codes_by_postal_code() -> dict[tuple[str, int], int]:
    """Return codes of towns that share their name with others, by folded name and postal code."""
    return {
        (fold_together(row.name_cs), int(row.postal_code)): int(code)
        for code, row in load("namesake").items()
        if row.postal_code
    }


def _municipality_code(name: str | None, lau: str | None, postal_code: int | None) -> int | None:
    if name is None:
        return None
    key = fold_together(name)
    towns = _codes_by_name().get(key, {})
    if lau:
        return towns.get(lau)
    if len(towns) == 1:
        return next(iter(towns.values()))
    return _codes_by_postal_code().get((key, postal_code)) if postal_code else None
