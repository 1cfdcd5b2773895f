"""Who may be the same person: only where a birth date is missing, the likeliest first, never a day."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import delete, insert, select
from starlette.testclient import TestClient

from soupis.app import Application
from soupis.cli.synchronising import publish_pending
from soupis.folding import fold
from soupis.ingest.merge import public_register
from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.store.engine import writing
from soupis.store.tables import person_document
from tests.support.installation import issue_key, open_installation
from tests.support.sources import board, member, natural, register_file, subject

FIRMS = (27074358, 45274649, 26185610, 514152, 60193336, 27604977, 26168685)
FIRST_OF_MANY = 11000008
BORN = "1975-02-03"
IVO_BORN = ("1970-05-06", "1970-06-05", "1971-05-06")


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    directory = tmp_path_factory.mktemp("namesakes")
    where = open_installation(directory / "data")
    where.prepare()
    one, two, three, four, five, six, seven = FIRMS
    common = [member(natural("Hojná", "Jmenovkyně", f"19{year}-01-01")) for year in range(50, 75)]
    file = register_file(
        directory / "sro-full-brno-2026.xml",
        # With a date here, without one in the same company and in another.
        subject(one, "Alfa s.r.o.", board(
            member(natural("Jan", "Vzorový", BORN)), member(natural("JAN", "VZOROVÝ", None)),
        )),
        subject(two, "Beta s.r.o.", board(member(natural("Jan", "Vzorovy", None)))),
        # Two dates tell two people apart; other names are others.
        subject(three, "Gama s.r.o.", board(
            member(natural("Eva", "Žitná", "1980-04-05")), member(natural("Eva", "Žitná", "1981-04-05")),
            member(natural("Jana", "Vzorová", None)), member(natural("Jan Petr", "Vzorový", None)),
        )),
        subject(four, "Delta s.r.o.", board(*common, member(natural("Hojná", "Jmenovkyně", None)))),
        # A date mistyped in the register, and somebody else of the year elsewhere.
        subject(five, "Epsilon s.r.o.", board(
            *(member(natural("Ivo", "Překlepný", day)) for day in IVO_BORN),
        )),
        subject(six, "Zeta s.r.o.", board(
            member(natural("Ivo", "Překlepný", "1970-09-09")),
        )),
        *(subject(ico, f"Mnohá {ico} s.r.o.", board(
            member(natural("Ota", "Rozmanitý", "1960-01-02")), member(natural("Ota", "Rozmanitý", None)),
        )) for ico in range(12000002, 12000006)),
        # More of a name than are ever looked at, with more companies than the one that is meant.
        *(
            subject(ico, f"Plná {ico} s.r.o.", board(*(
                member(natural("Dana", "Častá", f"{1900 + number}-01-01")) for number in range(99)
            )))
            for ico in (FIRST_OF_MANY, FIRST_OF_MANY + 8)
        ),
        subject(seven, "Théta s.r.o.", board(*(
            member(natural("Dana", "Častá", born)) for born in ("1901-02-02", None)
        ))),
    )  # fmt: skip
    public_register.sync_file(where.engine, file, where.person_secret, no_progress)
    publish_pending(where, no_progress)
    return where


@pytest.fixture(scope="module")
def client(where: Installation) -> Iterator[TestClient]:
    with TestClient(Application(where)) as opened:
        key = issue_key(where, "jana@example.cz", "enterprise")
        opened.headers["Authorization"] = f"Bearer {key}"
        yield opened


def found(client: TestClient, text: str) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = client.get("/api/v1/osoby", params={"q": text, "pocet": 50}).json()["data"][
        "osoby"
    ]
    return items


def one(client: TestClient, text: str, year: int | None, firm: int) -> dict[str, Any]:
    (item,) = (
        item
        for item in found(client, text)
        if fold(f"{item['jmeno']} {item['prijmeni']}") == text
        and item["rokNarozeni"] == year
        and item["firmy"][0]["ico"] == f"{firm:08d}"
    )
    return item


def test_the_one_with_a_date_may_be_those_without(client: TestClient) -> None:
    verified = one(client, "jan vzorovy", 1975, FIRMS[0])
    assert (verified["jistota"], verified["duvod"]) == ("overena", "jméno a datum narození")
    here, there = one(client, "jan vzorovy", None, FIRMS[0]), one(client, "jan vzorovy", None, FIRMS[1])
    assert verified["moznaTaz"] == [
        {"klic": here["klic"], "duvod": "stejné jméno ve stejné firmě"},
        {"klic": there["klic"], "duvod": "stejné jméno"},
    ]


def test_one_without_a_date_is_alone_and_may_be_all_of_the_name(client: TestClient) -> None:
    here, there = one(client, "jan vzorovy", None, FIRMS[0]), one(client, "jan vzorovy", None, FIRMS[1])
    assert (here["jistota"], here["duvod"]) == ("samostatna", "bez data narození, jen jedna firma")
    verified = one(client, "jan vzorovy", 1975, FIRMS[0])
    assert {other["klic"] for other in here["moznaTaz"]} == {verified["klic"], there["klic"]}
    assert here["moznaTaz"][0]["klic"] == verified["klic"]


def test_two_dates_tell_two_people_apart(client: TestClient) -> None:
    assert [item["moznaTaz"] for item in found(client, "eva zitna")] == [[], []]


def test_another_name_is_somebody_else(client: TestClient) -> None:
    assert one(client, "jana vzorova", None, FIRMS[2])["moznaTaz"] == []
    assert one(client, "jan petr vzorovy", None, FIRMS[2])["moznaTaz"] == []


def test_all_companies_of_a_person_speak_for_it_not_only_those_shown(client: TestClient) -> None:
    verified, *undated = sorted(
        found(client, "ota rozmanity"), key=lambda item: item["pocetFirem"], reverse=True
    )
    assert (verified["pocetFirem"], len(verified["firmy"]), len(undated)) == (4, 2, 4)
    reason = "stejné jméno ve stejné firmě"
    assert [item["moznaTaz"][0] for item in undated] == [{"klic": verified["klic"], "duvod": reason}] * 4


def test_in_one_company_two_dates_of_a_year_may_be_one_mistyped(client: TestClient) -> None:
    pair = [item for item in found(client, "ivo preklepny") if item["rokNarozeni"] == 1970]
    beside = [item for item in pair if item["firmy"][0]["ico"] == f"{FIRMS[4]:08d}"]
    reason = "stejné jméno a rok narození ve stejné firmě"
    assert [item["moznaTaz"] for item in beside] == [
        [{"klic": other["klic"], "duvod": reason}] for other in reversed(beside)
    ]
    (elsewhere,) = (item for item in pair if item not in beside)
    assert elsewhere["moznaTaz"] == []


def test_who_sits_in_the_same_company_is_found_however_many_have_the_name(client: TestClient) -> None:
    company = client.get(f"/api/v1/firma/{FIRMS[6]:08d}").json()["data"]
    people = [item["osoba"] for item in company["statutarniOrgany"][0]["clenove"]]
    (undated,), (beside,) = (
        [who["klic"] for who in people if who["rokNarozeni"] == year] for year in (None, 1901)
    )
    answer = client.get(f"/api/v1/osoba/{undated}").json()["data"]["moznaTaz"]
    assert answer[0] == {"klic": beside, "duvod": "stejné jméno ve stejné firmě"}


def test_there_are_ten_at_most(client: TestClient) -> None:
    assert len(one(client, "hojna jmenovkyne", None, FIRMS[3])["moznaTaz"]) == 10
    assert len(one(client, "hojna jmenovkyne", 1960, FIRMS[3])["moznaTaz"]) == 1


def test_a_profile_says_the_same_as_its_item(client: TestClient) -> None:
    for text in ("jan vzorovy", "eva zitna", "hojna jmenovkyne"):
        for item in found(client, text)[:4]:
            answer = client.get(f"/api/v1/osoba/{item['klic']}")
            profile = answer.json()["data"]
            del item["nalezeno"]  # why this search found the person
            assert {name: profile[name] for name in item} == item
            tag = {"If-None-Match": answer.headers["etag"]}
            assert client.get(f"/api/v1/osoba/{item['klic']}", headers=tag).status_code == 304


def test_nothing_more_than_the_year_of_birth_is_told(client: TestClient) -> None:
    for text in ("jan vzorovy", "eva zitna"):
        for item in found(client, text):
            answer = client.get(f"/api/v1/osoba/{item['klic']}").text
            assert not [day for day in (BORN, "1980-04-05", "02-03", "04-05") if day in answer]


def test_the_page_of_a_person_names_who_may_be_the_same(client: TestClient) -> None:
    verified = one(client, "jan vzorovy", 1975, FIRMS[0])
    czech, english = (client.get(f"{prefix}/osoba/{verified['klic']}").text for prefix in ("", "/en"))
    assert "Možná táž osoba" in czech
    assert "stejné jméno ve stejné firmě" in czech
    assert "the same name in the same company" in english
    for other in verified["moznaTaz"]:
        assert f"/osoba/{other['klic']}" in czech


def test_of_somebody_published_no_more_the_others_are_shown_without_reasons(
    client: TestClient, where: Installation
) -> None:
    first, second = found(client, "eva zitna")
    assert first["nalezeno"] and second["nalezeno"]
    mine = person_document.c.key == first["klic"]
    with writing(where.engine) as connection:
        row = connection.execute(select(person_document).where(mine)).one()
        connection.execute(delete(person_document).where(mine))
    try:
        assert found(client, "eva zitna") == [second | {"nalezeno": None}]
    finally:
        with writing(where.engine) as connection:
            connection.execute(insert(person_document).values(row._asdict()))
    assert found(client, "eva zitna") == [first, second]
