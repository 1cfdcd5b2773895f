"""What is packed comes back as it was, whoever packed it and however long ago."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib import resources

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import LargeBinary, select, type_coerce

from soupis.store import bulk
from soupis.store.engine import writing
from soupis.store.packing import DICTIONARY, RECORDS, SHARED_DICTIONARY, Packed, pack, unpack
from soupis.store.tables import company_document, engagement, extract, metadata, person_document
from tests.support.registry import Registry

DOCUMENT = b'{"ico":"00000019","obchodniJmeno":"Alfa s.r.o.","dic":null,"stav":"aktivni"}'
# As one release wrote it: if this can no longer be read, nothing that is stored can.
PACKED_ONCE = {
    1: bytes.fromhex("28b52ffd21014cc500002830416c667d05fc4b544089dfb09bacfab8ec924250bca1"),
    2: bytes.fromhex("28b52ffd21024cc5000020416c667d05fc27f4802b7de7146df503498fbdd8b2e105"),
    3: bytes.fromhex(
        "28b52ffd21034c45020094037b2269636f223a22303139222c226e694a6d656e6f223a22416c66222c22646963223a6e756c6c2c2273746176223a22616b7469766e69227d03fcb5a1f19f4bb0eb57ebb103"
    ),
}


@given(st.binary(max_size=5_000))
def test_what_is_packed_comes_back_as_it_was(document: bytes) -> None:
    if document.startswith(zstandard.FRAME_HEADER):
        document = b"{" + document
    assert unpack(pack(document)) == document


def test_documents_stored_by_earlier_versions_are_read_as_they_are() -> None:
    for document in (b"", b"{}", b'{"ico":"00000019"}', b"00000019;Alfa", b"\x94\x13\xa4Alfa"):
        assert unpack(document) == document


@pytest.mark.parametrize("number", PACKED_ONCE)
def test_what_was_packed_with_a_dictionary_is_read_for_ever(number: int) -> None:
    assert unpack(PACKED_ONCE[number]) == DOCUMENT == unpack(pack(DOCUMENT, number))


def test_what_is_packed_names_its_dictionary_and_is_a_fraction_of_the_document() -> None:
    packed = pack(DOCUMENT)
    assert zstandard.get_frame_parameters(packed).dict_id == DICTIONARY
    assert len(packed) < len(DOCUMENT) / 2


def test_every_dictionary_bears_the_number_of_its_file() -> None:
    files = list(resources.files("soupis.store").joinpath("data").iterdir())
    numbers = {file.name: zstandard.ZstdCompressionDict(file.read_bytes()).dict_id() for file in files}
    assert numbers == {f"documents-{number}.zdict": number for number in numbers.values()}
    assert {DICTIONARY, SHARED_DICTIONARY, RECORDS} <= set(numbers.values()) == PACKED_ONCE.keys()


def test_what_is_damaged_is_an_error_and_no_document() -> None:
    packed = bytearray(pack(b'{"ico":"00000019"}' * 100))
    for damaged in (packed[:-1], packed[:6], bytes(packed[:5]) + b"\xff" * 20):
        with pytest.raises(zstandard.ZstdError):
            unpack(bytes(damaged))


def test_threads_pack_and_unpack_side_by_side() -> None:
    documents = [b'{"ico":"%08d"}' % number * (number % 300) for number in range(2_000)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda document: unpack(pack(document)), documents)) == documents


def test_columns_of_documents_are_packed_by_statements_and_by_bulk(registry: Registry) -> None:
    table = person_document
    values = {"id": 1, "key": "a-b-1970-000001", "version": 1}
    with writing(registry.engine) as connection:
        connection.execute(table.insert(), values | {"detail": b"x" * 500})
        row = (2, "a-b-1970-000002", 1, None, b"y" * 500)
        bulk.insert_rows(connection, table, [column.name for column in table.columns], [row])
    stored = registry.rows(select(type_coerce(table.c.detail, LargeBinary)).order_by(table.c.id))
    packed_with = [zstandard.get_frame_parameters(bytes(row.detail)).dict_id for row in stored]
    # Nodes of the version before read what is on PostgreSQL, and know its dictionary only.
    assert packed_with == [1 if registry.engine.dialect.name == "postgresql" else DICTIONARY] * 2
    assert [row.detail for row in registry.rows(select(table.c.detail).order_by(table.c.id))] == [
        b"x" * 500,
        b"y" * 500,
    ]


def test_only_columns_of_documents_are_packed() -> None:
    packed = {
        column for table in metadata.sorted_tables for column in table.c if isinstance(column.type, Packed)
    }
    c, p = company_document.c, person_document.c
    assert packed == {c.ties, c.detail, p.detail, extract.c.record, engagement.c.membership}
