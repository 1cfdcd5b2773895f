"""Nodes that follow a record in PostgreSQL show a hidden person no more, and again when that is decided."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import select

from soupis.app import open_services
from soupis.ingest import hiding
from soupis.ingest.hidden_list import read_file, record
from soupis.ingest.merge.lookups import merge_filings
from soupis.ingest.publish.publish import publish, publish_hidden
from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.queries.filings import FilingsQuery
from soupis.registers.filings import Filing
from soupis.store.documents import Documents
from soupis.store.engine import reading, writing
from soupis.store.tables import person, person_document
from soupis.times import now_text
from tests.nodes.conftest import MakeNode, follow


def seen(node: Installation, key: str, name: str) -> tuple[bool, bool, bool]:
    """Return whether a node shows a person as a profile, in a search and in the companies of the person."""
    services = open_services(node)
    try:
        found = services.persons.search(name, 0, 50)
        items = [profile.key for profile in services.documents.profiles(found.ids)]
        with Documents(node.documents_path) as documents:
            icos = documents.icos(0, 10**8, 10**6)
            details = [document.body for document in map(documents.company, icos) if document]
        told = any(f'"{key}"'.encode() in body for body in details)
        return services.documents.person(key) is not None, key in items, told
    finally:
        services.close()


def test_a_node_follows_what_is_decided_about_persons(make_node: MakeNode, tmp_path: Path) -> None:
    operator, node = make_node("operator"), make_node("node")
    follow(node)
    with reading(operator.engine) as connection:
        key = connection.scalars(select(person_document.c.key).order_by(person_document.c.id)).first()
        assert key is not None
        one = hiding.find_person(connection, key)
    assert one is not None
    name = f"{one.name.first} {one.name.last}"
    assert seen(node, key, name) == (True, True, True)
    hiding.hide(operator.engine, operator.hidden_persons_file, [one], namesakes=False)
    publish_hidden(operator.engine)
    follow(node)
    assert seen(node, key, name) == (False, False, False)
    node.prepare()  # each machine keeps the list, in case the database is restored from an older dump
    assert read_file(node.hidden_persons_file) == read_file(operator.hidden_persons_file) != []
    assert hiding.show(node.engine, node.hidden_persons_file, key) == [key]
    publish(operator.engine, no_progress)
    follow(node)
    assert seen(node, key, name) == (True, True, True)
    record(operator.engine, operator.hidden_persons_file)
    assert [item.hidden for item in read_file(operator.hidden_persons_file)] == [False]


def test_filings_in_postgresql_are_read_without_hidden_names(make_node: MakeNode) -> None:
    node = make_node("node")
    with reading(node.engine) as connection:
        number = connection.scalars(select(person.c.id)).first()
        key = connection.scalar(select(person.c.key).where(person.c.id == number))
        one = hiding.find_person(connection, str(key))
    assert one is not None and one.companies
    name, ico = f"{one.name.first} {one.name.last}", min(one.companies)
    with writing(node.engine) as connection:
        merge_filings(connection, ico, [Filing(number="C 1", kinds=(f"podpisový vzor {name}",))], now_text())
    hiding.hide(node.engine, node.hidden_persons_file, [one], namesakes=False)
    follow(node)
    services = open_services(node)
    try:
        page = services.filings.read_page(ico, FilingsQuery())
        assert [item.typ for item in page.items] == ["podpisový vzor [skryto]"]
        assert services.filings.read_page(ico, FilingsQuery(kind=one.name.last)).total == 0
    finally:
        services.close()
