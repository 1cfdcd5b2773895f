"""A number of a foreign register never links a Czech company; where a member comes from is told."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.registry import Registry
from tests.support.sources import board, element, member, partner, register_file, share, subject

COMPANY, UNRELATED = 27074358, 80390


def who(name: str, number: str | None, country: str | None, tag: str = "ico") -> str:
    home = f"<adresa>{element('statNazev', country)}<adresaText>Marienplatz 1</adresaText></adresa>"
    return f"<osoba>{element('nazev', name)}{element(tag, number)}</osoba>{home}"


def published(registry: Registry, *facts: str) -> dict[str, Any]:
    others = [subject(UNRELATED, "Cizí s.r.o."), subject(514152, "Pivovar")]
    company = subject(COMPANY, "Firma s.r.o.", *facts)
    registry.register(register_file(registry.directory / "sro-full-praha-2026.xml", company, *others))
    registry.publish()
    return registry.company(COMPANY)


@pytest.mark.parametrize("number", ["80390", "00080390", "HRB 80390", "514152"])
def test_a_foreign_number_is_no_company_id_however_it_is_padded(registry: Registry, number: str) -> None:
    company = published(
        registry, partner(who("Muster GmbH", number, "Spolková republika Německo"), share("1", "1"))
    )
    person = company["spolecnici"][0]["osoba"]
    assert person["ico"] is None
    assert person["zahranicniCislo"] == number
    assert person["stat"] == {"kod": "DE", "nazev": "Spolková republika Německo"}


@pytest.mark.parametrize(
    "country", ["Česká republika", "ČESKÁ REPUBLIKA", "Česko", "ČR", "Česká republika - neztotožněno", None]
)
def test_a_valid_id_links_where_the_country_is_czech_or_not_told(
    registry: Registry, country: str | None
) -> None:
    company = published(registry, partner(who("Pivovar", "00514152", country), share("1", "1")))
    person = company["spolecnici"][0]["osoba"]
    assert (person["ico"], person["stat"], person["zahranicniCislo"]) == ("00514152", None, None)


def test_a_registration_number_is_served_beside_the_country(registry: Registry) -> None:
    company = published(
        registry, partner(who("Muster a.s.", "sk 123", "Utopie", "regCislo"), share("1", "1"))
    )
    person = company["spolecnici"][0]["osoba"]
    assert person["zahranicniCislo"] == "sk 123"
    assert person["stat"] == {"kod": None, "nazev": "Utopie"}


def test_of_a_natural_persons_home_only_a_foreign_state_is_told(registry: Registry) -> None:
    def natural(name: str, country: str, tag: str) -> str:
        return (
            f"<osoba>{element('jmeno', 'Jan')}{element('prijmeni', name)}</osoba>"
            f"<{tag}>{element('statNazev', country)}<obec>Tajná Lhota</obec><ulice>Skrytá</ulice></{tag}>"
        )

    people = [
        natural("Slovenský", "Slovenská republika", "adresa"),
        natural("Polský", "Polská republika", "bydliste"),
        natural("Domácí", "Česká republika", "adresa"),
        natural("Neztotožněný", "Česká republika - neztotožněno", "adresa"),
        natural("Federální", "Československo", "adresa"),
        natural("Kyperský", "CY", "adresa"),
    ]
    company = published(registry, board(*map(member, people)))
    shown = {item["osoba"]["prijmeni"]: item["osoba"] for item in company["statutarniOrgany"][0]["clenove"]}
    assert shown["Slovenský"]["stat"] == {"kod": "SK", "nazev": "Slovenská republika"}
    assert shown["Polský"]["stat"] == {"kod": "PL", "nazev": "Polská republika"}
    assert shown["Domácí"]["stat"] is None and shown["Neztotožněný"]["stat"] is None
    assert shown["Federální"]["stat"] is None
    assert shown["Kyperský"]["stat"] == {"kod": "CY", "nazev": "Kypr"}
    stored = str(registry.content())
    assert "Tajná Lhota" not in stored and "Skrytá" not in stored


def test_members_in_answers_of_ares_follow_the_same_rule(registry: Registry) -> None:
    def legal(ico: str, address: dict[str, str]) -> dict[str, Any]:
        return {"pravnickaOsoba": {"obchodniJmeno": "Muster", "ico": ico, "adresa": address}}

    record = {
        "ico": [{"hodnota": str(COMPANY)}],
        "obchodniJmeno": [{"hodnota": "Firma s.r.o."}],
        "statutarniOrgany": [
            {
                "clenoveOrganu": [
                    legal("00514152", {"nazevStatu": "Rakouská republika"}),
                    legal("00514152", {"kodStatu": "CZ"}),
                    legal("00514152", {"kodStatu": "CY"}),
                ]
            }
        ],
    }
    path = registry.directory / "vr.json"
    path.write_text(json.dumps({"icoId": str(COMPANY), "zaznamy": [record]}))
    registry.ares(path)
    registry.publish()
    people = [item["osoba"] for item in registry.company(COMPANY)["statutarniOrgany"][0]["clenove"]]
    assert sorted((item["ico"] or "", item["zahranicniCislo"] or "") for item in people) == [
        ("", "00514152"),
        ("", "00514152"),
        ("00514152", ""),
    ]
    countries = [item["stat"] for item in people if item["stat"]]
    assert {country["kod"]: country["nazev"] for country in countries} == {
        "AT": "Rakouská republika",
        "CY": "Kypr",
    }
