"""Parts of Czech addresses as people write them: numbers of buildings, names of city districts."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"\d+|[IVX]+")


def building_number(house: str | None, orientation: str | None, *, is_registration: bool) -> str | None:
    """Return the number of a building: "1444/2", "č. ev. 12", or None.

    `is_registration` = the building has a registration number instead of a house number.
    """
    if not house:
        return orientation
    text = f"{house}/{orientation}" if orientation else house
    return f"č. ev. {text}" if is_registration else text


def is_numbered(district: str, municipality: str) -> bool:
    """Tell whether a city district bears the city's name and a number: "Praha 4", "Pardubice IV"."""
    rest = district.removeprefix(f"{municipality} ")
    return rest != district and _NUMBER.fullmatch(rest) is not None


def district_names(district: str, municipality: str | None) -> list[str]:
    """Return the names by which people look for a city district: Poruba, Ostrava-Poruba."""
    names = [district]
    if municipality and not district.startswith(municipality):
        names.append(f"{municipality}-{district}")
    elif municipality and is_numbered(short := district.partition("-")[0], municipality):
        names.append(short)  # "Plzeň 2" of Plzeň 2-Slovany
    return list(dict.fromkeys(names))
