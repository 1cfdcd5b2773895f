"""Profiles are stored without what their summaries say already, and come back whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from soupis.ingest.publish.verification import verify
from soupis.progress import no_progress
from soupis.store.documents import Documents
from soupis.store.engine import writing
from soupis.store.profiles import beyond, whole
from soupis.store.tables import person_document
from tests.support.databases import ReadModel
from tests.support.registry import Registry
from tests.support.sources import board, member, natural, register_file, subject

BODIES = st.binary() | st.sampled_from([b"{}", b'{"a":1}', b'{"a":1,"b":[]}', b'{"a":12}', b"{,", b","])


@given(BODIES, BODIES.filter(lambda body: not body.startswith(b",")))
def test_a_profile_comes_back_whole_whatever_its_summary_is(summary: bytes, profile: bytes) -> None:
    assert whole(summary, beyond(summary, profile)) == profile


@pytest.fixture
def published(registry: Registry) -> Registry:
    people = board(member(natural("Jan", "Vzorový", "1975-02-03")))
    alfa = subject(27074358, "Alfa s.r.o.", people)
    registry.register(register_file(registry.directory / "sro-full-brno-2026.xml", alfa))
    registry.publish()
    return registry


def test_what_a_summary_says_is_stored_once_where_no_older_node_reads_it(published: Registry) -> None:
    (row,) = published.rows(select(person_document))
    if published.engine.dialect.name == "sqlite":
        assert row.detail.startswith(b',"angazma":[{')
    else:
        assert row.detail.startswith(row.summary[:-1])
    assert published.profile("Vzorový")["angazma"][0]["ico"] == "27074358"
    assert verify(published.engine, no_progress) == []


def test_profiles_are_read_whole_however_they_are_stored(published: Registry, read_model: ReadModel) -> None:
    read_model.follow()
    (row,) = published.rows(select(person_document))
    with Documents(read_model.path) as documents:
        read = documents.person(row.key)
        assert read is not None and read.body == whole(row.summary, row.detail)
        assert documents.person("nobody-0000-000000") is None
        with writing(published.engine) as connection:
            connection.execute(person_document.update().values(detail=read.body))
        assert documents.person(row.key) == read
