"""Whatever column of the tables holds something private, none of it is in any byte that is published."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest
from sqlalchemy import Column, Connection, Table, Text, select, update

from soupis.ingest.extract_records import decode, decode_membership, encode
from soupis.ingest.publish.publish import DOCUMENT_RULES, publish, republish_all
from soupis.ingest.stored_state import load_state, save_state
from soupis.progress import no_progress
from soupis.store.engine import writing
from soupis.store.tables import (
    change,
    company_document,
    engagement,
    extract,
    metadata,
    person,
    person_document,
    proceeding,
    vat_answer,
)
from tests.ingest.test_samples import ARES, CEZ, FIXTURES
from tests.support.registry import Registry

# Made up: a day, a number that passes the check, a place that is none.
SECRETS = ("23.7.1961", "23. 7. 1961", "610723", "1230", "Tajná Lhota")
TEXT = "{mark} nar. 23. 7. 1961, r. č. 610723/1230, bytem Tajná Lhota 77"
# Tables of the service's own doing, and columns whose texts are numbers or joined by the service itself.
OWN_TABLES = {"source_run", "source_state", "lease", "setting", "code", "dirty", "change", "extract"}
OWN_COLUMNS = {
    "company.sources", "company_claim.dataset", "company.vat_registration", "company.file_mark",
    "company.registrations",
    "activities.codes",
}  # fmt: skip
NUMBERS = ("vat_queue", "visit_queue", "request_count", "lookup")


def text_columns() -> list[tuple[Table, Column[Any]]]:
    return [
        (table, column)
        for table in metadata.sorted_tables
        if table.name not in OWN_TABLES and not table.name.endswith("_document") and table.name not in NUMBERS
        for column in table.columns
        if isinstance(column.type, Text) and f"{table.name}.{column.name}" not in OWN_COLUMNS
    ]


# Fields of records that are no texts of a register: dates, choices of fixed words, decimal numbers.
OWN_FIELDS = {
    "entered", "deleted", "arose", "ended", "ceased", "founded", "updated", "member_from", "member_to",
    "function_from", "function_to", "role", "value", "body_deleted",
}  # fmt: skip
ENCUMBRANCE_KINDS = {"pledge", "execution"}


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


@pytest.fixture
def planted(registry: Registry) -> Registry:
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
                text = f'["{text}"]'
            # Keys stay different from each other: the text is put behind them.
            value = column + " " + text if column.primary_key else text
            connection.execute(update(table).values({column: value}))
        plant_in_records(connection)
        # A company whose document is there gets the recorded proceeding.
        connection.execute(update(proceeding).values(ico=CEZ))
        for row in connection.execute(select(person.c.id, person.c.key)).all():
            key = f"{row.key[:-12]}-nar-23-7-1961{row.key[-12:]}"
            connection.execute(update(person).where(person.c.id == row.id).values(key=key))
        save_state(connection, "document_rules", DOCUMENT_RULES - 1)
    registry.publish()
    return registry


def published(registry: Registry) -> str:
    """All texts that are published. Numbers are hashes and keys, in which any four digits may stand."""
    values = [
        value
        for table in (company_document, person_document, change)
        for row in registry.rows(select(table))
        for value in row
        if not isinstance(value, int)
    ]
    return "\n".join(
        bytes(value).decode("utf-8", "replace") if isinstance(value, bytes | memoryview) else str(value)
        for value in values
    )


def test_nothing_private_of_any_column_is_in_any_published_byte(planted: Registry) -> None:
    everything = published(planted)
    for secret in SECRETS:
        assert secret not in everything, everything[max(0, everything.index(secret) - 200) :][:300]
    shown = [
        f"{table.name}.{column.name}"
        for number, (table, column) in enumerate(text_columns())
        if f"Znak{number}x" in everything
    ]
    shown += re.findall(r"Znak-([\w.]+)-x", everything)
    # What was planted did come as far as this.
    for name in (
        "company.name", "record.names.text", "record.bodies.name", "record.bodies.members.function",
        "person.last_name", "person.first_name", "person.title_before", "record.business_lines.text",
        "record.bodies.acting.text", "record.bodies.members.shares.size.text",
        "membership.entry.function", "membership.body_name", "company_claim.seat_text",
        "company_claim.seat_street", "proceeding.court", "filing.kinds", "record.file_marks.court_name",
        "vat_answer.accounts",
    ):  # fmt: skip
        assert name in shown


def test_keys_of_persons_that_told_a_birth_date_are_renamed_once(planted: Registry) -> None:
    keys = [row.key for row in planted.rows(select(person))]
    assert keys and not any("1961-" in key[:-12] or "23-7" in key for key in keys)
    assert len(set(keys)) == len(keys)
    before = planted.content()
    republish_all(planted.engine)
    assert publish(planted.engine, no_progress) == 0
    assert planted.content() == before


def test_documents_of_older_rules_are_made_anew_and_those_of_these_rules_are_not(planted: Registry) -> None:
    assert load_state(planted.engine, "document_rules", int) == DOCUMENT_RULES
    before = planted.content()
    with writing(planted.engine) as connection:
        connection.execute(update(company_document).values(detail=b"{}", version=1))
    assert publish(planted.engine, no_progress) == 0
    with writing(planted.engine) as connection:
        save_state(connection, "document_rules", DOCUMENT_RULES - 1)
    assert publish(planted.engine, no_progress) > 0
    assert planted.content() == before
    assert planted.unpublished() == 0
