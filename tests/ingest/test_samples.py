"""Recorded answers of the real registers go the whole way, and nothing private comes out at the end."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest
from sqlalchemy import select

from soupis.registers.records import SourceError
from soupis.search.persons import PersonSearch
from soupis.store.documents import Documents
from soupis.store.engine import reading
from soupis.store.tables import (
    KIND_COMPANY,
    company,
    company_document,
    dirty,
    engagement,
    filing,
    metadata,
    person,
    person_document,
    proceeding,
    source_run,
)
from tests.support import commands
from tests.support.databases import FillOnce
from tests.support.registry import Registry

FIXTURES = Path(__file__).parents[1] / "fixtures"
ARES = sorted((FIXTURES / "ares").glob("ares_*.json"))
CEZ, BUDVAR, SEZNAM, RAIFFEISEN, NATURAL = 45274649, 514152, 1673408, 49240901, 72396067
# Beside the birth dates in the recorded answers, the made-up home address that stands with each.
HOME = "Ukázková 1/2"


def born() -> set[str]:
    text = "".join(path.read_text() for path in ARES)
    dates = set(re.findall(r'"datumNarozeni":\s*"(\d{4}-\d\d-\d\d)', text))
    assert len(dates) > 30
    return dates


def forms_of(date: str) -> list[str]:
    year, month, day = date.split("-")
    return [
        date,
        f"{day}.{month}.{year}",
        f"{int(day)}.{int(month)}.{year}",
        f"{int(day)}. {int(month)}. {year}",
        f"{year[2:]}{month}{day}/",
        f"{year[2:]}{int(month) + 50}{day}/",
        f"{year}{month}{day}",
    ]


def _all_samples(registry: Registry) -> None:
    for path in ARES:
        if "_error_" not in path.name:
            registry.ares(path)
    registry.vat(FIXTURES / "vat" / "vat_status_v2_mixed.xml")
    registry.isir(FIXTURES / "isir" / "isir_cuzk_25083325_konkurs.xml")
    registry.documents(FIXTURES / "documents" / "documents_list_00514152.html")
    registry.publish()


@pytest.fixture
def sampled(registry: Registry, fill_once: FillOnce) -> Registry:
    return fill_once(registry, _all_samples)


def test_an_answer_with_an_extract_asks_for_documents_of_its_company_alone(registry: Registry) -> None:
    registry.ares(FIXTURES / "ares" / "ares_vr_00514152.json")
    asked = select(dirty.c.key).where(dirty.c.kind == KIND_COMPANY)
    known = select(company.c.ico).union(select(engagement.c.legal_ico))
    assert {row.key for row in registry.rows(asked)} <= {row.ico for row in registry.rows(known)}


def test_a_joint_stock_company(sampled: Registry) -> None:
    detail = sampled.company(CEZ)
    assert detail["obchodniJmeno"] == "ČEZ, a. s."
    assert detail["spisovaZnacka"]["text"] == "B 1581/MSPH"
    assert detail["spisovaZnacka"]["soud"] == "MSPH" and detail["spisovaZnacka"]["vlozka"] == 1581
    assert (detail["sidlo"]["nazevObce"], detail["sidlo"]["kodKraje"]) == ("Praha", 19)
    assert detail["sidlo"]["kodOkresu"] == "CZ0100"
    assert detail["sidlo"]["text"] == "Duhová 1444/2, Praha 4"
    assert detail["pravniForma"]["kod"] == "121"
    assert detail["stav"] == "aktivni"
    assert detail["dph"]["stav"] == "platce" and "71504011/0100" in detail["dph"]["zverejneneUcty"]
    assert detail["dph"]["cisloFu"] == "13"


def test_a_state_enterprise_with_history(sampled: Registry) -> None:
    detail = sampled.company(BUDVAR)
    assert "Budějovický Budvar, národní podnik" in detail["obchodniJmeno"]
    assert "Budějovický Budvar, státní podnik" in [item["jmeno"] for item in detail["drivejsiJmena"]]
    members = [item for organ in detail["statutarniOrgany"] for item in organ["clenove"]]
    members += [item for organ in detail["ostatniOrgany"] for item in organ["clenove"]]
    assert {item["aktualni"] for item in members} == {True, False}
    assert detail["listiny"]["pocet"] > 20 and len(detail["listiny"]["posledni"]) == 20
    director = next(item for item in members if item["aktualni"] and item["osoba"]["typ"] == "fyzicka")
    profile = sampled.profiles()[director["osoba"]["klic"]]
    assert profile["angazma"][0]["ico"] == "00514152"


def test_a_limited_company_with_one_legal_person_as_partner(sampled: Registry) -> None:
    (partner,) = sampled.company(SEZNAM)["spolecnici"]
    assert partner["osoba"] == {
        "typ": "pravnicka", "ico": "26168685", "obchodniJmeno": "Seznam.cz, a.s.", "klic": None,
        "stat": None, "zahranicniCislo": None,
    }  # fmt: skip
    assert partner["podil"] == {"typ": "PROCENTA", "hodnota": 100, "text": "100 %"}
    assert partner["aktualni"]


def test_a_search_answer_gives_all_its_companies(sampled: Registry) -> None:
    answer = json.loads((FIXTURES / "ares" / "ares_search_budvar.json").read_text())
    for item in answer["ekonomickeSubjekty"]:
        assert sampled.company(int(item["ico"]))["obchodniJmeno"]


def test_headcount_comes_from_the_statistical_record(sampled: Registry) -> None:
    detail = sampled.company(RAIFFEISEN)
    assert detail["kategoriePoctuPracovniku"]["kod"] == "460"
    assert detail["kategoriePoctuPracovniku"]["nazev"]


def test_an_end_in_the_future_has_not_come(sampled: Registry) -> None:
    detail = sampled.company(NATURAL)
    assert (detail["stav"], detail["datumZaniku"]) == ("aktivni", "2035-12-10")


def test_proceedings_and_filings_are_stored(sampled: Registry) -> None:
    assert [row.state for row in sampled.rows(select(proceeding))] == ["KONKURS"]
    assert len(sampled.rows(select(filing))) == sampled.company(BUDVAR)["listiny"]["pocet"]


def test_the_same_answers_again_change_nothing(sampled: Registry) -> None:
    before = sampled.last_change(), sampled.content()
    for path in ARES:
        if "_error_" not in path.name:
            assert sampled.ares(path).rows_changed == 0
    sampled.vat(FIXTURES / "vat" / "vat_status_v2_mixed.xml")
    sampled.documents(FIXTURES / "documents" / "documents_list_00514152.html")
    assert sampled.unpublished() == 0
    assert (sampled.last_change(), sampled.content()) == before


@pytest.mark.parametrize("name", ["ares_error_400_bad_ico.json", "ares_error_400_too_many.json"])
def test_an_error_that_ares_answered_is_told_and_changes_nothing(sampled: Registry, name: str) -> None:
    before = sampled.content()
    with pytest.raises(SourceError, match="ARES answered V"):
        sampled.ares(FIXTURES / "ares" / name)
    assert sampled.content() == before


def test_an_answer_about_a_natural_person_without_an_id_is_refused(sampled: Registry) -> None:
    with pytest.raises(SourceError) as caught:
        sampled.isir(FIXTURES / "isir" / "isir_cuzk_natural_person_oddluzeni_anonymised.xml")
    assert "Nováková" not in str(caught.value) and "1980" not in str(caught.value)


def test_nothing_private_is_in_any_document_entry_or_run(sampled: Registry) -> None:
    shown = []
    for table in (company_document, person_document, source_run):
        for row in sampled.rows(select(table)):
            shown += [_text(value) for value in row if isinstance(value, str | bytes | memoryview)]
    everything = "\n".join(shown)
    assert "Budvar" in everything  # it does look at the right thing
    for date in born():
        for form in forms_of(date):
            assert form not in everything, form
    assert HOME not in everything
    # Of the tables only the person's own row holds the date, for its identity; no table holds the address.
    for table in metadata.sorted_tables:
        content = str([list(row) for row in sampled.rows(select(table))])
        assert HOME not in content, table.name
        if table is not person and table.name not in ("code", "company_document", "person_document"):
            dates = {date for date in born() if date in content}
            assert not dates, table.name


def _text(value: str | bytes | memoryview) -> str:
    return value if isinstance(value, str) else bytes(value).decode("utf-8", "replace")


def test_the_command_takes_an_answer_all_the_way(tmp_path: Path) -> None:
    """`soupis sync ares` as a user runs it: documents and index are ready, output and log hold no secrets."""
    data = tmp_path / "data"
    names = ("ares_45274649.json", "ares_vr_00514152.json", "ares_error_400_bad_ico.json")

    def soupis(*arguments: str) -> subprocess.CompletedProcess[str]:
        settings = {"SOUPIS_LOG_LEVEL": "DEBUG"}
        return commands.run(*arguments, "--data", str(data), settings=settings, cwd=tmp_path)

    good = soupis("sync", "ares", "--json", *(f"--file={FIXTURES / 'ares' / name}" for name in names[:2]))
    assert good.returncode == 0, good.stderr
    facts = json.loads(good.stdout)
    assert facts["documentsChanged"] > 2 and [run["read"] for run in facts["runs"]] == [1, 1]
    bad = soupis("sync", "ares", f"--file={FIXTURES / 'ares' / names[2]}")
    assert bad.returncode == 1 and "ARES answered" in bad.stderr and "Traceback" not in bad.stderr
    agreed = soupis("check")
    assert agreed.returncode == 0, agreed.stdout

    with Documents(data / "registry.sqlite") as documents:
        budvar = documents.company(BUDVAR)
        assert budvar is not None
        surname = json.loads(budvar.body)["statutarniOrgany"][0]["clenove"][0]["osoba"]["prijmeni"]
        found = documents.company(CEZ)
        assert found is not None and json.loads(found.body)["obchodniJmeno"] == "ČEZ, a. s."
    assert PersonSearch(data / "index").search(surname).total >= 1
    said = good.stdout + good.stderr + bad.stdout + bad.stderr
    for date in born():
        assert not any(form in said for form in forms_of(date))
    assert HOME not in said


def test_reading_sees_one_state(sampled: Registry) -> None:
    """What is committed while somebody reads is not seen by that reader."""
    query = select(person).order_by(person.c.id)
    with reading(sampled.engine) as connection:
        before = connection.execute(query).all()
        with sampled.engine.begin() as other:
            other.execute(person.update().values(title_after="CSc."))
        assert connection.execute(query).all() == before
