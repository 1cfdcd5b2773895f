"""Reading of published documents by primary key, while somebody writes."""

from __future__ import annotations

import json
import multiprocessing
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select

from soupis.search.entries import company_entry, person_entry
from soupis.store.documents import Documents
from soupis.store.extras import decode_company_extra
from soupis.store.published_file import copied_documents
from soupis.store.tables import company_document, person_document
from soupis.wire.csv import COLUMNS
from soupis.wire.derived import csv_line_of, name_and_vat_of
from tests.support.databases import FillOnce, ReadModel
from tests.support.registry import Registry, open_registry
from tests.support.sources import board, legal, member, natural, register_file, res_file, res_row, subject

ALFA, HOLDING, UNKNOWN = 27074358, 26185610, 12345679


def _two_companies(registry: Registry) -> None:
    directory = registry.directory
    rows = [res_row(ALFA, 'Alfa "první"; s.r.o.'), res_row(HOLDING, "=Holding a.s.")]
    registry.res(res_file(directory / "res_data.csv", rows))
    body = board(member(natural("Jan", "Vzorový", "1975-02-03")), member(legal("Holding a.s.", HOLDING)))
    first = subject(ALFA, 'Alfa "první"; s.r.o.', body)
    registry.register(register_file(directory / "sro-full-brno-2026.xml", first))
    registry.publish()


@pytest.fixture
def companies(registry: Registry, fill_once: FillOnce) -> Registry:
    return fill_once(registry, _two_companies)


@pytest.fixture
def documents(companies: Registry, read_model: ReadModel) -> Iterator[Documents]:
    read_model.follow()
    with Documents(read_model.path) as documents:
        yield documents


def test_a_detail_has_the_version_of_its_content(documents: Documents) -> None:
    found = documents.company(ALFA)
    assert found is not None
    assert json.loads(found.body)["ico"] == "27074358"
    other = documents.company(HOLDING)
    assert other is not None and found.version != other.version > 0
    assert documents.company(UNKNOWN) is None


def test_persons_are_found_by_key(documents: Documents, registry: Registry) -> None:
    (key,) = registry.profiles()
    found = documents.person(key)
    assert found is not None and json.loads(found.body)["klic"] == key
    assert documents.person("nobody-0000-000000") is None


def test_persons_are_found_by_key_without_walking_through_all_of_them(
    documents: Documents, read_model: ReadModel
) -> None:
    path = copied_documents(read_model.path) if read_model.is_copy else read_model.path
    with closing(sqlite3.connect(path)) as file:
        asked: list[str] = []
        for reader in documents._file._free:
            reader.connection.set_trace_callback(asked.append)
        documents.person("jan-vzorovy-1975-0a1b2c")
        documents.person_numbers(["jan-vzorovy-1975-0a1b2c"])
        documents.profiles_by_key(["jan-vzorovy-1975-0a1b2c"])
        documents.profiles([1])
        steps = [row[3] for query in asked for row in file.execute(f"EXPLAIN QUERY PLAN {query}")]
    assert len(asked) == 4 and any("person_document" in step for step in steps)
    assert [step for step in steps if step.startswith("SCAN person")] == []


def test_lists_keep_the_order_that_was_asked_for_and_leave_unknown_ones_out(documents: Documents) -> None:
    asked = [HOLDING, UNKNOWN, ALFA]
    first, unknown, second = documents.details(asked)
    assert first and second and unknown is None
    assert [json.loads(detail.body)["ico"] for detail in (first, second)] == ["26185610", "27074358"]
    extras = [decode_company_extra(detail.extra) for detail in (first, second)]
    lines = [
        csv_line_of(detail.body, is_registration=extra.is_registration).decode()
        for detail, extra in zip((first, second), extras, strict=True)
    ]
    assert lines[0].startswith("26185610;'=Holding a.s.;")  # a spreadsheet must not run it
    assert lines[1].startswith('27074358;"Alfa ""první""; s.r.o.";')
    assert all(line.count(";") == len(COLUMNS) - 1 + line.count("; s.r.o.") for line in lines)


def test_unverified_and_unknown_companies_have_no_vat_document(documents: Documents) -> None:
    found, unknown = documents.details([ALFA, UNKNOWN])
    assert found is not None and unknown is None and name_and_vat_of(found.body)[1] is None


def test_a_company_knows_where_it_sits_itself(documents: Documents) -> None:
    ties = documents.engagements_of_company(HOLDING)
    assert ties is not None and json.loads(ties)[0]["ico"] == "27074358"
    assert documents.engagements_of_company(ALFA) is None


def test_counts_and_ranges(documents: Documents) -> None:
    assert documents.counts() == (2, 1)
    assert documents.icos(0, 10**8, 10) == [HOLDING, ALFA]
    assert documents.icos(HOLDING, ALFA, 10) == [HOLDING]


def test_readers_cannot_write(documents: Documents) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        documents._rows("DELETE FROM company_document")


def test_a_change_is_seen_by_a_reader_that_is_open(
    documents: Documents, registry: Registry, read_model: ReadModel
) -> None:
    before = documents.company(HOLDING)
    rows = [res_row(ALFA, "Alfa s.r.o."), res_row(HOLDING, "Holding nový a.s.")]
    registry.res(res_file(registry.directory / "res_data.csv", rows))
    registry.publish()
    read_model.follow()
    after = documents.company(HOLDING)
    assert before is not None and after is not None and before.version != after.version
    assert json.loads(after.body)["obchodniJmeno"] == "Holding nový a.s."


def _publish_elsewhere(url: str, directory: Path) -> None:
    """Be another process that gives a company another name."""
    registry = open_registry(url, directory)
    rows = [res_row(ALFA, "Alfa s.r.o."), res_row(HOLDING, "Holding z jiného procesu a.s.")]
    registry.res(res_file(directory / "res_data.csv", rows))
    registry.publish()
    ReadModel(registry.engine, directory / "documents")


def test_what_another_process_publishes_is_seen_at_once(documents: Documents, registry: Registry) -> None:
    assert documents.company(HOLDING) is not None
    url = registry.engine.url.render_as_string(hide_password=False)
    process = multiprocessing.get_context("spawn").Process(
        target=_publish_elsewhere, args=(url, registry.directory)
    )
    process.start()
    process.join()
    assert process.exitcode == 0
    after = documents.company(HOLDING)
    assert after is not None
    assert json.loads(after.body)["obchodniJmeno"] == "Holding z jiného procesu a.s."


def test_a_change_that_nobody_announced_is_seen_at_once(documents: Documents, read_model: ReadModel) -> None:
    before = documents.company(HOLDING)
    file = copied_documents(read_model.path) if read_model.is_copy else read_model.path
    with sqlite3.connect(file) as by_hand:
        by_hand.execute("UPDATE company_document SET version = version + 1")
    by_hand.close()
    after = documents.company(HOLDING)
    assert before is not None and after is not None and after.version == before.version + 1


def test_threads_read_side_by_side_what_they_asked_for(documents: Documents) -> None:
    def read(number: int) -> set[str]:
        ico = (ALFA, HOLDING)[number % 2]
        found = [detail for _ in range(300) for detail in documents.details([ico]) if detail]
        return {json.loads(detail.body)["ico"] for detail in found} ^ {f"{ico:08d}"}

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(read, range(8))) == [set()] * 8


def test_a_closed_file_and_one_that_is_not_there_are_errors(read_model: ReadModel) -> None:
    documents = Documents(read_model.path)
    documents.close()
    with pytest.raises(sqlite3.OperationalError):
        documents.person("nobody-0000-000000")
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        Documents(read_model.path.with_name("nothing.sqlite"))


def test_entries_hold_what_search_needs(companies: Registry) -> None:
    (row,) = companies.rows(select(company_document).where(company_document.c.ico == ALFA))
    entry = company_entry(row.ico, row.detail, row.extra)
    assert (entry.ico, entry.name, entry.region, entry.living) == (ALFA, 'Alfa "první"; s.r.o.', 116, True)
    assert entry.places == ["Brno", "Veveří"] and {"62010", "62100"} <= set(entry.nace)
    (row,) = companies.rows(select(person_document))
    assert person_entry(row.id, row.detail, row.towns).companies == 1
