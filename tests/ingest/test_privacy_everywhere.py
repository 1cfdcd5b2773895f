"""Whatever file or column holds something private, none of it is stored or published."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import Column, Connection, Table, Text, select, update

from soupis.ingest.explain.explain import explain
from soupis.ingest.extract_records import decode, decode_membership, encode
from soupis.ingest.publish.publish import publish
from soupis.ingest.stored_state import save_state
from soupis.progress import no_progress
from soupis.store.engine import reading, writing
from soupis.store.tables import (
    engagement,
    extract,
    metadata,
    proceeding,
    vat_answer,
)
from tests.ingest.test_samples import ARES, BUDVAR, CEZ, FIXTURES
from tests.support.registry import Registry
from tests.support.sources import (
    element,
    fact,
    legal,
    natural,
    register_file,
    res_file,
    res_row,
    subject,
)

ALFA = 27074358
# Made up: a day, a number that passes the check, a place that is none.
SECRETS = ("23.7.1961", "23. 7. 1961", "610723", "Tajná Lhota")
TEXT = "{mark} nar. 23. 7. 1961, r. č. 610723/1230, bytem Tajná Lhota 77"
# Tables of the service's own doing, and columns whose texts are numbers or joined by the service itself.
OWN_TABLES = {"source_run", "source_state", "setting", "code", "dirty", "change", "extract"}
OWN_COLUMNS = {
    "company.sources", "company_claim.dataset", "company.vat_registration", "company.file_mark",
    "company.registrations", "person.key", "activities.codes", "extract.dataset", "extract.mark",
}  # fmt: skip
NUMBERS = ("vat_queue", "visit_queue", "request_count", "lookup")
# Fields of records that are no texts of a register: dates, choices of fixed words, decimal numbers.
OWN_FIELDS = {
    "entered", "deleted", "arose", "ended", "ceased", "founded", "updated", "member_from", "member_to",
    "function_from", "function_to", "role", "value", "body_deleted",
}  # fmt: skip
ENCUMBRANCE_KINDS = {"pledge", "execution"}


def text_columns() -> list[tuple[Table, Column[Any]]]:
    return [
        (table, column)
        for table in metadata.sorted_tables
        if table.name not in OWN_TABLES and not table.name.endswith("_document") and table.name not in NUMBERS
        for column in table.columns
        if isinstance(column.type, Text) and f"{table.name}.{column.name}" not in OWN_COLUMNS
    ]


def plant(value: Any, path: str) -> Any:
    """Return a record with something private in each of its texts, marked by the place of the text."""
    if isinstance(value, str):
        return value if value in ENCUMBRANCE_KINDS else TEXT.format(mark=f"Znak-{path}-x")
    if isinstance(value, list):
        return [plant(item, path) for item in value]
    if isinstance(value, msgspec.Struct):
        fields = {
            name: plant(getattr(value, name), f"{path}.{name}")
            for name in value.__struct_fields__
            if name not in OWN_FIELDS
        }
        return msgspec.structs.replace(value, **fields)
    return value


def plant_in_records(connection: Connection) -> None:
    for row in connection.execute(select(extract)).all():
        record = encode(plant(decode(row.record), "record"))
        place = (extract.c.ico == row.ico, extract.c.source == row.source, extract.c.part == row.part)
        connection.execute(update(extract).where(*place).values(record=record))
    for row in connection.execute(select(engagement)).all():
        membership = encode(plant(decode_membership(row.membership), "membership"))
        connection.execute(update(engagement).where(engagement.c.id == row.id).values(membership=membership))


def everything_in(registry: Registry) -> str:
    """Return all that is stored and published, unpacked."""
    rows = [row for table in metadata.sorted_tables for row in registry.rows(select(table))]
    return "\n".join(
        bytes(value).decode("utf-8", "replace") if isinstance(value, bytes | memoryview) else str(value)
        for row in rows
        for value in row
        if not isinstance(value, int)
    )


def assert_no_secrets(text: str) -> None:
    for secret in SECRETS:
        assert secret not in text, text[max(0, text.index(secret) - 200) :][:300]


@pytest.fixture
def planted(registry: Registry) -> Registry:
    """A registry that earlier rules stored: with something private in all columns and records."""
    for path in ARES:
        if "_error_" not in path.name:
            registry.ares(path)
    registry.vat(FIXTURES / "vat" / "vat_status_v2_mixed.xml")
    registry.isir(FIXTURES / "isir" / "isir_cuzk_25083325_konkurs.xml")
    registry.documents(FIXTURES / "documents" / "documents_list_00514152.html")
    registry.publish()
    with writing(registry.engine) as connection:
        for number, (table, column) in enumerate(text_columns()):
            text = TEXT.format(mark=f"Znak{number}x")
            if table is vat_answer:
                text = json.dumps([text])
            # Keys stay different from each other: the text is put behind them.
            value = column + " " + text if column.primary_key else text
            connection.execute(update(table).values({column: value}))
        plant_in_records(connection)
        # A company whose document is there gets the recorded proceeding.
        connection.execute(update(proceeding).values(ico=CEZ))
        save_state(connection, "privacy_rules", 0)
    registry.publish()
    return registry


def test_what_earlier_rules_stored_is_redacted_in_every_column_and_document(planted: Registry) -> None:
    everything = everything_in(planted)
    assert_no_secrets(everything)
    # What was planted did come as far as this.
    for number, (table, column) in enumerate(text_columns()):
        rows = planted.rows(select(table))
        assert not rows or f"Znak{number}x" in everything, f"{table.name}.{column.name}"
    shown = set(re.findall(r"Znak-([\w.]+)-x", everything))
    for name in (
        "record.names.text", "record.bodies.name", "record.bodies.members.function",
        "record.file_marks.court_name", "record.business_lines.text", "record.bodies.acting.text",
        "record.bodies.members.shares.size.text",
        "membership.entry.function", "membership.body_name",
    ):  # fmt: skip
        assert name in shown


def test_redacting_again_changes_nothing(planted: Registry) -> None:
    before = planted.content()
    with writing(planted.engine) as connection:
        save_state(connection, "privacy_rules", 0)
    assert publish(planted.engine, no_progress) == 0
    assert planted.content() == before


SAID = " nar. 23. 7. 1961, r. č. 610723/1230, bytem Tajná Lhota 77"


UNQUOTED = SAID.replace(",", "")


def with_secrets(source: str, pattern: str, directory: Path) -> Path:
    """Copy a recorded answer, with something private behind all texts of several words."""
    path = directory / Path(source).name
    text = (FIXTURES / source).read_text(encoding="utf-8")
    said = re.sub(pattern, lambda words: words[0] + SAID, text)
    assert said.count("Tajná Lhota") > 1
    path.write_text(said, encoding="utf-8")
    return path


JSON_WORDS = r'(?:(?<=:")|(?<=: "))[^"\d]*[^\W\d]+ [^\W\d]+[^"\d]*(?=")'
XML_WORDS = r"(?<=>)[^<>\d]*[^\W\d]+ [^\W\d]+[^<>\d]*(?=</)"


@pytest.fixture
def told(registry: Registry, tmp_path: Path) -> Registry:
    """A registry that took over a file of each source with something private in its texts."""
    registry.res(res_file(tmp_path / "res_data.csv", [
        res_row(
            CEZ, f"ČEZ{SAID}", TEXTADR=f"Duhová 2{SAID}", ULICE_TEXT=f"Duhová{UNQUOTED}",
            OBEC_TEXT=f"Praha{UNQUOTED}",
        ),
    ]))  # fmt: skip
    for name in ("ares_45274649.json", "ares_vr_00514152.json"):
        registry.ares(with_secrets(f"ares/{name}", JSON_WORDS, tmp_path))
    registry.isir(with_secrets("isir/isir_cuzk_25083325_konkurs.xml", XML_WORDS, tmp_path))
    registry.documents(with_secrets("documents/documents_list_00514152.html", XML_WORDS, tmp_path))
    person = natural(f"Jan{SAID}", f"Vzorový{SAID}", "1975-02-03", f"Ing.{SAID}")
    words = element("hodnotaText", f"Jednatel jedná samostatně.{SAID}")
    body = fact(
        "STATUTARNI_ORGAN", element("hlavicka", f"jednatel{SAID}"), "<podudaje>",
        fact("STATUTARNI_ORGAN_CLEN", element("funkce", f"jednatel{SAID}"), person),
        fact("STATUTARNI_ORGAN_CLEN", legal(f"Beta s.r.o.{SAID}")), fact("ZPUSOB_JEDNANI", words),
        "</podudaje>",
    )  # fmt: skip
    value = f"<vklad><typ>TEXT</typ>{element('textValue', f'podíl{SAID}')}</vklad>"
    partner = fact(
        "SPOLECNIK_OSOBA", person, "<podudaje>",
        fact("SPOLECNIK_PODIL", f"<hodnotaUdaje>{value}</hodnotaUdaje>"), "</podudaje>",
    )  # fmt: skip
    item = subject(
        ALFA, f"Alfa s.r.o.{SAID}", body, fact("PREDMET_PODNIKANI", words), fact("OST_SKUTECNOSTI", words),
        fact("SPOLECNIK", "<podudaje>", partner, "</podudaje>"),
    )  # fmt: skip
    registry.register(register_file(tmp_path / "sro-full-brno-2026.xml", item))
    registry.publish()
    for path in tmp_path.glob("*.*"):
        if "sqlite" not in path.name and path.is_file():
            path.unlink()
    return registry


def test_nothing_private_of_any_source_is_in_the_database(told: Registry) -> None:
    everything = everything_in(told)
    assert everything.count("[skryto]") > 30
    assert_no_secrets(everything)
    for path in told.directory.rglob("*"):
        assert_no_secrets(path.read_bytes().decode("utf-8", "replace") if path.is_file() else "")


def test_nothing_private_is_explained(told: Registry) -> None:
    with reading(told.engine) as connection:
        for ico in (CEZ, ALFA, BUDVAR):
            explanation = explain(connection, {}, ico, datetime(2026, 11, 28, tzinfo=UTC))
            assert explanation is not None
            assert_no_secrets(msgspec.json.encode(explanation).decode())
