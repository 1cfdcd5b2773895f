"""Who is who in a company: notes on functions, kinds of partners, shares, amounts in words."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.registry import Registry
from tests.support.sources import board, element, fact, legal, member, natural, register_file, subject

COMPANY = 27074358


def published(registry: Registry, *facts: str) -> dict[str, Any]:
    registry.register(
        register_file(
            registry.directory / "sro-full-praha-2026.xml", subject(COMPANY, "Firma s.r.o.", *facts)
        )
    )
    registry.publish()
    return registry.company(COMPANY)


@pytest.mark.parametrize(
    ("section", "entry", "code"),
    [
        ("SPOLECNIK", "SPOLECNIK_OSOBA", "spolecnik"),
        ("KOMANDITISTA", "KOMANDITISTA_OSOBA", "komanditista"),
        ("KOMPLEMENTAR", "KOMPLEMENTAR_OSOBA", "komplementar"),
        ("AKCIONAR_SEKCE", "AKCIONAR", "akcionar"),
        ("ZAKLADATEL_SEKCE", "ZAKLADATEL", "zakladatel"),
        ("VKLAD_CLEN_DRUZSTVA_SEKCE", "VKLAD_CLEN_DRUZSTVA", "clenDruzstva"),
    ],
)
def test_partners_of_different_kinds_are_told_apart(
    registry: Registry, section: str, entry: str, code: str
) -> None:
    inside = fact(section, "<podudaje>", fact(entry, legal("Pivovar", 514152)), "</podudaje>")
    (partner,) = published(registry, inside)["spolecnici"]
    assert partner["druh"]["kod"] == code
    assert partner["druh"]["nazev"]


def test_a_profile_tells_as_what_a_person_holds_a_share_and_what_the_register_adds(
    registry: Registry,
) -> None:
    note = "<hodnotaUdaje><textZaOsobu><value>sládek</value></textZaOsobu></hodnotaUdaje>"
    founder = fact("ZAKLADATEL", natural("Jan", "Zakladatel", "1975-02-03"))
    published(
        registry,
        fact("ZAKLADATEL_SEKCE", "<podudaje>", founder, "</podudaje>"),
        board(member(natural("Eva", "Sládková", "1976-02-03") + note)),
    )
    (share,) = registry.profile("Zakladatel")["angazma"]
    assert (share["role"], share["druh"]) == ("spolecnik", {"kod": "zakladatel", "nazev": "zakladatel"})
    (office,) = registry.profile("Sládková")["angazma"]
    assert (office["druh"], office["funkcePoznamka"]) == (None, "sládek")


def test_what_the_register_adds_to_a_person_is_told_and_redacted(registry: Registry) -> None:
    def noted(text: str) -> str:
        return f"<hodnotaUdaje><textZaOsobu><value>{text}</value></textZaOsobu></hodnotaUdaje>"

    birth_number = "/".join(("7502" + "03", "1234"))
    company = published(
        registry,
        board(
            member(natural("Jan", "Sládek", "1975-02-03") + noted("sládek")),
            member(natural("Eva", "Druhá", "1976-02-03") + noted(f"r.č. {birth_number}")),
            member(natural("Petr", "Třetí", "1977-02-03")),
        ),
    )
    members = company["statutarniOrgany"][0]["clenove"]
    notes = {item["osoba"]["prijmeni"]: item["funkcePoznamka"] for item in members}
    assert notes["Sládek"] == "sládek" and notes["Třetí"] is None
    assert "[skryto]" in notes["Druhá"] and birth_number not in notes["Druhá"]


@pytest.mark.parametrize(
    ("unit", "written", "value", "words"),
    [
        ("PROCENTA", "100", 100, "100 %"),
        ("PROCENTA", "33;33", 33.33, "33,33 %"),
        ("ZLOMEK", "1;3", 100 / 3, "1/3"),
        ("ZLOMEK", "2/5", 40, "2/5"),
        ("TEXT", "padesát procent", None, "padesát procent"),
    ],
)
def test_sizes_of_shares_have_a_value_and_words(
    registry: Registry, unit: str, written: str, value: object, words: str
) -> None:
    size = f"<souhrn><typ>{unit}</typ><textValue>{written}</textValue></souhrn>"
    money = "<vklad><typ>KORUNY</typ><textValue>66666;00</textValue></vklad>"
    share = fact("SPOLECNIK_PODIL", f"<hodnotaUdaje>{money}{size}</hodnotaUdaje>")
    who = fact("SPOLECNIK_OSOBA", legal("Pivovar", 514152), "<podudaje>", share, "</podudaje>")
    (partner,) = published(registry, fact("SPOLECNIK", "<podudaje>", who, "</podudaje>"))["spolecnici"]
    assert partner["podil"] == {"typ": unit, "hodnota": value, "text": words}
    assert partner["vklad"] == {"castka": 66666, "mena": "CZK", "text": "66 666 Kč"}


def test_current_issues_of_shares_are_shown_and_deleted_ones_kept(registry: Registry) -> None:
    def issue(count: int, until: str | None) -> str:
        body = (
            f"<hodnotaUdaje><podoba>LISTINNA</podoba><typ>KMENOVE_NA_JMENO</typ><pocet>{count}</pocet><hodnota>"
            "<typ>KORUNY</typ><textValue>1000;50</textValue></hodnota></hodnotaUdaje>"
        )
        return fact("AKCIE", body, until=until)

    section = fact("AKCIE_SEKCE", "<podudaje>", issue(10, "2015-01-01"), issue(20, None), "</podudaje>")
    assert published(registry, section)["akcie"] == [
        {"typ": "kmenové na jméno", "podoba": "listinné", "pocet": 20, "hodnota": 1000.5, "mena": "CZK"}
    ]
    (record,) = registry.records(COMPANY)
    assert sorted(issue.count or 0 for issue in record.share_issues) == [10, 20]


def test_lines_of_the_register_stay_lines(registry: Registry) -> None:
    line = fact("PREDMET_PODNIKANI", element("hodnotaText", "výroba  piva\r\n\r\n a sladu "))
    acting = fact("ZPUSOB_JEDNANI", element("hodnotaText", "Jednají dva.\nPodepisují oba."))
    company = published(registry, line, fact("STATUTARNI_ORGAN", "<podudaje>", acting, "</podudaje>"))
    assert company["predmetPodnikani"] == ["výroba piva\na sladu"]
    assert company["statutarniOrgany"][0]["zpusobJednani"] == ["Jednají dva.\nPodepisují oba."]
