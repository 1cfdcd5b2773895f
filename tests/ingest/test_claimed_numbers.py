"""A number without a country links a member to the company of that number only if the names agree."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.registry import Registry
from tests.support.sources import element, fact, partner, register_file, res_file, res_row, share, subject

DAUGHTER, MOTHER = 99980011, 9980016
NAME = "Mateřská zkušební s.r.o."
LINKED, NOT_LINKED = ("09980016", None), (None, "9980016")


def owner(name: str, number: str, country: str | None = None) -> str:
    address = f"<adresa>{element('statNazev', country)}<obec>Praha</obec></adresa>"
    osoba = f"<osoba>{element('nazev', name)}{element('ico', number)}</osoba>{address}"
    return partner(osoba, share("1000", "100"))


def read_daughter(registry: Registry, name: str = NAME, number: str = "9980016") -> None:
    company = subject(DAUGHTER, "Dceřiná zkušební a.s.", owner(name, number))
    registry.register(register_file(registry.directory / "as-full-praha-2026.xml", company))


def read_mother(registry: Registry, name: str, *former: str) -> None:
    names = [fact("NAZEV", element("hodnotaText", old), until="2015-01-01") for old in former]
    company = subject(MOTHER, name, *names)
    registry.register(register_file(registry.directory / "sro-full-praha-2026.xml", company))


def shown(registry: Registry) -> tuple[str | None, str | None]:
    registry.publish()
    person = registry.company(DAUGHTER)["spolecnici"][0]["osoba"]
    return person["ico"], person["zahranicniCislo"]


def ties(registry: Registry) -> list[str]:
    from sqlalchemy import select

    from soupis.store.tables import company_document

    stored = registry.value(select(company_document.c.ties).where(company_document.c.ico == MOTHER))
    return [item["ico"] for item in json.loads(stored or "[]")]


SAME = [
    (NAME, NAME),
    (NAME, "MATEŘSKÁ ZKUŠEBNÍ, spol. s r.o."),
    (NAME, "Materska zkusebni a.s."),
    (NAME, "Mateřská zkušební s.r.o. v likvidaci"),
    ("Obec Lhota", "OBEC LHOTA"),
    ("Total Energies, akciová společnost", "TotalEnergies a.s."),
]
OTHERS = [
    (NAME, "Úplně jiná s.r.o."),
    (NAME, "Mateřská zkušební druhá s.r.o."),
    ("Muster GmbH", "Muster s.r.o."),
    ("9980016", NAME),
    ("s.r.o.", "a.s."),
]


@pytest.mark.parametrize("order", ["daughter first", "mother first", "daughter published first"])
@pytest.mark.parametrize(
    ("printed", "name", "expected"),
    [*((*pair, LINKED) for pair in SAME), *((*pair, NOT_LINKED) for pair in OTHERS)],
)
def test_a_number_without_a_country_links_by_name_in_any_order(
    registry: Registry, order: str, printed: str, name: str, expected: tuple[str | None, str | None]
) -> None:
    if order == "mother first":
        read_mother(registry, name)
    read_daughter(registry, printed)
    if order == "daughter published first":
        assert shown(registry) == NOT_LINKED
    if order != "mother first":
        read_mother(registry, name)
    assert shown(registry) == expected
    assert ties(registry) == ([f"{DAUGHTER}"] if expected == LINKED else [])


def test_a_former_name_links_too(registry: Registry) -> None:
    read_daughter(registry)
    read_mother(registry, "Přejmenovaná a.s.", NAME)
    assert shown(registry) == LINKED


def test_any_source_may_tell_the_name(registry: Registry) -> None:
    read_daughter(registry)
    assert shown(registry) == NOT_LINKED
    registry.res(res_file(registry.directory / "res_data.csv", [res_row(MOTHER, NAME)]))
    assert shown(registry) == LINKED
    assert ties(registry) == [f"{DAUGHTER}"]


@pytest.mark.parametrize("number", ["27074358", "00514152"])
@pytest.mark.parametrize(("name", "linked"), [("Cizí s.r.o.", False), (NAME, True)])
def test_eight_digits_are_no_id_until_a_company_of_the_name_is_known_under_them(
    registry: Registry, number: str, name: str, linked: bool
) -> None:
    read_daughter(registry, number=number)
    assert shown(registry) == (None, number)
    registry.res(res_file(registry.directory / "res_data.csv", [res_row(int(number), name)]))
    assert shown(registry) == ((number, None) if linked else (None, number))


def test_a_link_stays_when_the_register_is_read_again(registry: Registry) -> None:
    read_mother(registry, NAME)
    read_daughter(registry)
    assert shown(registry) == LINKED
    path = registry.directory / "as-full-praha-2026.xml"
    company = subject(DAUGHTER, "Dceřiná druhá a.s.", owner(NAME, "9980016"))
    registry.register(register_file(path, company))
    assert shown(registry) == LINKED


def test_members_in_answers_of_ares_are_linked_by_the_same_rule(registry: Registry) -> None:
    def member(number: str, country: str | None) -> dict[str, Any]:
        address = {"nazevStatu": country} if country else {}
        return {"pravnickaOsoba": {"obchodniJmeno": NAME, "ico": number, "adresa": address}}

    record = {
        "ico": [{"hodnota": str(DAUGHTER)}],
        "obchodniJmeno": [{"hodnota": "Dceřiná zkušební a.s."}],
        "akcionari": [
            {
                "clenoveOrganu": [
                    member("9980016", "Česká republika"),
                    member("9980016", None),
                    member("9980016", "Slovensko"),
                ]
            }
        ],
    }
    path = registry.directory / "vr.json"
    path.write_text(json.dumps({"icoId": str(DAUGHTER), "zaznamy": [record]}))
    registry.ares(path)
    read_mother(registry, NAME)
    registry.publish()
    people = [item["osoba"] for item in registry.company(DAUGHTER)["spolecnici"]]
    assert [item["ico"] for item in people] == ["09980016", "09980016", None]
