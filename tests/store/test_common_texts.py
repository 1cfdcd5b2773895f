"""Texts come back as they were, however they are stored; numbers that were given once stay."""

from __future__ import annotations

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Text, select, type_coerce

from soupis.store import bulk
from soupis.store.common_texts import COMMON_TEXTS, MARK, lengthen, shorten
from soupis.store.engine import writing
from soupis.store.tables import business_line
from tests.support.registry import Registry

# Of the first texts, whose numbers stand in databases: where this differs, stored texts change what they say.
FIRST = 309, "534c45bf0f4efeef"


@given(st.text() | st.text(f"{MARK}0123456789") | st.sampled_from(COMMON_TEXTS))
def test_what_is_shortened_comes_back_as_it_was(text: str) -> None:
    assert lengthen(shorten(text)) == text
    assert lengthen(shorten(shorten(text))) == shorten(text)


def test_numbers_that_were_given_once_stay() -> None:
    count, digest = FIRST
    assert sha256("\n".join(COMMON_TEXTS[:count]).encode()).hexdigest()[:16] == digest
    assert len(set(COMMON_TEXTS)) == len(COMMON_TEXTS)


def test_a_number_of_a_newer_version_is_an_error_and_no_text() -> None:
    with pytest.raises(KeyError):
        lengthen(f"{MARK}{len(COMMON_TEXTS)}")


def test_columns_of_common_texts_are_shortened_by_statements_and_by_bulk(registry: Registry) -> None:
    table, common = business_line, "Hostinská činnost"
    values = [(1, "public_register", common), (1, "public_register", "Chov lam"), (2, "ares_vr", common)]
    with writing(registry.engine) as connection:
        bulk.insert_rows(connection, table, ("ico", "source", "text"), values[:2])
        connection.execute(
            table.insert().values(dict(zip(("ico", "source", "text"), values[2], strict=True)))
        )
    plain = [type_coerce(table.c[name], Text) for name in ("source", "text")]
    stored = [tuple(row) for row in registry.rows(select(*plain).order_by(table.c.id))]
    assert stored == [(shorten(source), shorten(text)) for _, source, text in values]
    assert stored[1][1] == "Chov lam" and all(len(text) < 5 for text in (*stored[0], *stored[2]))
    found = select(table.c.ico, table.c.source, table.c.text).where(table.c.source == "public_register")
    assert [tuple(row) for row in registry.rows(found.order_by(table.c.id))] == values[:2]
