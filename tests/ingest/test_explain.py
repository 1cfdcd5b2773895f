"""`soupis explain` tells of a company what publishing did with what the sources said, and nothing private."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from sqlalchemy import update

from soupis.ingest.explain.explain import explain
from soupis.ingest.explain.explanation import Explanation, FieldExplanation
from soupis.ingest.explain.vat import explain_vat
from soupis.ingest.precedence import ENDED, RULES
from soupis.ingest.publish.company_rows import read_companies
from soupis.store.engine import reading, writing
from soupis.store.lookup_queue import LookupQueue
from soupis.store.tables import company, company_claim
from tests.ingest.test_branches import PARENT, branch, parent, take
from tests.ingest.test_samples import BUDVAR, CEZ, HOME, NATURAL, born, forms_of
from tests.ingest.test_vat import birth_numbers
from tests.support.databases import FillOnce
from tests.support.registry import Registry
from tests.support.sources import res_file, res_row

FIXTURES = Path(__file__).parents[1] / "fixtures"
NOW = datetime(2026, 11, 22, 8, tzinfo=UTC)
CUZK_DEBTOR = 25083325


def _recorded_answers(registry: Registry) -> None:
    for path in sorted((FIXTURES / "ares").glob("ares_*.json")):
        if "_error_" not in path.name:
            registry.ares(path)
    registry.vat(FIXTURES / "vat" / "vat_status_v2_mixed.xml")
    registry.documents(FIXTURES / "documents" / "documents_list_00514152.html")
    registry.isir(FIXTURES / "isir" / "isir_cuzk_25083325_konkurs.xml")
    registry.publish()


@pytest.fixture
def recorded(registry: Registry, fill_once: FillOnce) -> Registry:
    """Recorded answers of the real registers, published."""
    return fill_once(registry, _recorded_answers)


def _one_answer(registry: Registry) -> None:
    registry.ares(FIXTURES / "ares" / "ares_45274649.json")
    registry.publish()


@pytest.fixture
def samples(registry: Registry, fill_once: FillOnce) -> Registry:
    """The answer of ARES for one company, published."""
    return fill_once(registry, _one_answer)


def explained(registry: Registry, ico: int, queues: dict[str, LookupQueue] | None = None) -> Explanation:
    with reading(registry.engine) as connection:
        found = explain(connection, queues or {}, ico, NOW)
    assert found is not None
    return found


def field(found: Explanation, name: str) -> FieldExplanation:
    (one,) = (item for item in found.fields if item.field == name)
    return one


def test_every_field_with_a_rule_is_explained_as_it_was_merged_and_published(recorded: Registry) -> None:
    for ico in (CEZ, BUDVAR, NATURAL):
        found, detail = explained(recorded, ico), recorded.company(ico)
        assert [item.field for item in found.fields] == [*RULES, "seat", ENDED]
        assert not [item.field for item in found.fields if item.stored_differs]
        assert field(found, "name").value == detail["obchodniJmeno"]
        assert field(found, "founded").value == detail["datumVzniku"]
        assert field(found, "seat").value == detail["sidlo"]["textPlny"]
        assert (field(found, "legal_form").value, field(found, "legal_form").label) == (
            detail["pravniForma"]["kod"],
            detail["pravniForma"]["nazev"],
        )
        assert found.state == detail["stav"]
        assert found.vat.state == (detail["dph"]["stav"] if detail["dph"] else None)
        assert found.vat.shown_tax_id == detail["dic"]


def test_the_winner_stands_before_those_that_agree_and_differ_and_the_sentence_says_why(
    samples: Registry,
) -> None:
    samples.res(res_file(samples.directory / "res_data.csv", [res_row(CEZ, "ČEZ podle ČSÚ")]))
    name = field(explained(samples, CEZ), "name")
    assert [(one.source, one.standing) for one in name.sources] == [("ares", "wins"), ("res", "differs")]
    assert (name.value, name.rule) == ("ČEZ, a. s.", "registration")
    assert name.why == "public_register and ares_vr have not told of this company, so ares is believed"
    form = field(explained(samples, CEZ), "legal_form")
    assert form.why.startswith("ares is first in it: ARES is fresher")


def test_a_source_that_leaves_a_field_open_is_told_from_one_that_was_not_read(samples: Registry) -> None:
    ceased = field(explained(samples, CEZ), "ceased")
    assert ceased.value is None
    assert ceased.why == (
        "unknown: public_register, ares_vr, res and ares_res have not told of this company, "
        "ares leaves it open"
    )


def test_a_source_that_lost_the_company_is_named(samples: Registry) -> None:
    with writing(samples.engine) as connection:
        connection.execute(update(company_claim).values(missing_since="2026-11-01"))
    name = field(explained(samples, CEZ), "name")
    assert name.sources[0].missing_since == "2026-11-01"
    assert name.why.endswith("; it no longer knows the company since 2026-11-01")


def test_a_merged_row_that_is_not_what_the_rule_gives_is_told(samples: Registry) -> None:
    with writing(samples.engine) as connection:
        connection.execute(update(company).values(name="Cizí jméno"))
    found = explained(samples, CEZ)
    assert [item.field for item in found.fields if item.stored_differs] == ["name"]


def test_the_row_of_the_vat_table_is_named(recorded: Registry) -> None:
    vat = explained(recorded, CEZ).vat
    assert (vat.row, vat.row_text) == (3, "* · * · PLATCE_DPH · NE · platce")
    assert (vat.asked_under, vat.state) == ("CZ45274649", "platce")
    assert vat.ares and vat.ares.registration == "AKTIVNI"
    assert vat.register and vat.register.accounts == 6


def test_without_an_answer_of_the_register_the_status_is_unverified(samples: Registry) -> None:
    vat = explained(samples, CEZ).vat
    assert (vat.row, vat.verified, vat.state) == (2, False, None)
    assert vat.why.startswith("ARES has answered, the VAT register not yet")


def test_the_believed_extract_is_told_with_what_it_holds(recorded: Registry) -> None:
    (extract,) = explained(recorded, BUDVAR).extracts
    assert (extract.source, extract.chosen, extract.persons_hidden) == ("ares_vr", True, False)
    names = len(recorded.company(BUDVAR)["drivejsiJmena"])
    assert extract.rows["company_name"] == (names + 1, 1)


def test_every_extract_under_an_id_is_listed_the_speaking_one_first(registry: Registry) -> None:
    take(registry, parent(), branch())
    registry.publish()
    company_extract, branch_extract = explained(registry, PARENT).extracts
    assert (company_extract.file_mark, company_extract.branch, company_extract.chosen) == (
        "C 12345/MSPH",
        False,
        True,
    )
    assert (branch_extract.file_mark, branch_extract.branch, branch_extract.chosen) == (
        "A 777/KSBR",
        True,
        False,
    )
    # Each counts its own entries.
    assert company_extract.rows["company_name"] == (1, 1)
    assert branch_extract.rows["company_name"] == (1, 0)


def test_a_look_up_tells_its_age_and_never_asked_is_not_none_found(recorded: Registry) -> None:
    filings = {item.what: item for item in explained(recorded, BUDVAR).lookups}
    assert filings["filings"].found == 94 and filings["filings"].source == "documents"
    never = filings["insolvency proceedings"]
    assert (never.asked, never.age_days, never.found) == (None, None, None)


def test_proceedings_alone_make_no_company(recorded: Registry) -> None:
    with reading(recorded.engine) as connection:
        assert explain(connection, {}, CUZK_DEBTOR, NOW) is None


def test_what_waits_and_what_is_published_is_told(samples: Registry, queue_url: str) -> None:
    queue = LookupQueue(queue_url)
    before = explained(samples, CEZ, {"VAT look-ups": queue})
    assert before.queues == [] and before.published.dirty_since is None
    assert before.published.seq == samples.last_change()

    queue.ask([CEZ])
    queue.failed([CEZ], "timed out")
    samples.vat(FIXTURES / "vat" / "vat_status_v2_mixed.xml")
    after = explained(samples, CEZ, {"VAT look-ups": queue})
    assert [(item.queue, item.attempts, item.last_error) for item in after.queues] == [
        ("VAT look-ups", 1, "timed out")
    ]
    assert after.published.dirty_since is not None
    assert after.published.version == before.published.version

    samples.publish()
    published = explained(samples, CEZ).published
    assert published.dirty_since is None and published.version != before.published.version
    queue.close()


def test_no_birth_date_and_no_home_address_is_told(recorded: Registry) -> None:
    told = "".join(msgspec.json.encode(explained(recorded, ico)).decode() for ico in recorded_icos(recorded))
    assert HOME not in told
    # A day that stands in an open field as well (an entry, an establishment) tells nothing of a birth.
    days = born() - open_days(recorded)
    assert days and not [day for day in days for form in forms_of(day) if form in told]


def recorded_icos(registry: Registry) -> list[int]:
    return [row.ico for row in registry.rows(company.select())]


def open_days(registry: Registry) -> set[str]:
    return {
        day
        for row in registry.rows(company_claim.select())
        for day in (row.founded, row.ceased, row.updated, row.missing_since)
        if day
    }


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=10)
@given(number=birth_numbers())
def test_a_birth_number_is_never_told(samples: Registry, queue_url: str, number: str) -> None:
    with writing(samples.engine) as connection:
        for table in (company_claim, company):
            connection.execute(update(table).values(tax_id=f"CZ{number}", end_reason=f"zánik {number}"))
    queue = LookupQueue(queue_url)
    queue.ask([CEZ])
    queue.failed([CEZ], f"VAT register: does not take {number}.")
    found = explained(samples, CEZ, {"VAT look-ups": queue})
    queue.close()
    assert found.queues[0].last_error == "VAT register: does not take [skryto]."
    assert number not in msgspec.json.encode(found).decode()
    assert field(found, "tax_id").value == found.vat.asked_under == "[skryto]"
    with reading(samples.engine) as connection:
        rows = read_companies(connection, [CEZ], "2026-11-22")[CEZ]
    assert rows.ares and rows.ares.tax_id == f"CZ{number}"  # it is there, and hidden by what explains it
    assert explain_vat(rows).ares == found.vat.ares
