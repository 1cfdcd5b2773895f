"""A person's number is made of the identity: the same in every installation, whatever was read before."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select

from soupis.ingest.merge import extracts, public_register
from soupis.registers.records import PersonRef, SourceError
from soupis.store.engine import writing
from soupis.store.tables import engagement, extract, person
from soupis.synthetic import generate
from tests.support.registry import Registry
from tests.support.sources import board, member, natural, register_file, subject

ALFA, BETA = 27074358, 45274649
JAN = natural("Jan", "Vzorový", "1975-02-03")
EVA = natural("Eva", "Žitná", "1980-04-05")
EVERYONE = select(person).order_by(person.c.id)


def register_of(registry: Registry, ico: int, *people: str) -> Path:
    members = board(*map(member, people))
    return register_file(registry.directory / f"{ico}.xml", subject(ico, "Firma s.r.o.", members))


def test_persons_have_the_same_numbers_and_keys_however_many_are_read_at_once(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    generate(registry.directory, 400, 7)
    file = registry.directory / "public_register.xml.gz"
    # Persons of one batch are met in the next ones.
    monkeypatch.setattr(public_register, "BATCH_BYTES", 100_000)
    registry.register(file)
    known, content = registry.rows(EVERYONE), registry.content()
    with writing(registry.engine) as connection:
        for table in (person, engagement, extract):
            connection.execute(table.delete())
    monkeypatch.undo()
    registry.register(file, force=True)
    assert registry.rows(EVERYONE) == known
    assert registry.content() == content
    assert len(known) > 300


def test_persons_have_the_same_numbers_whatever_the_order_of_files(registry: Registry) -> None:
    found = []
    for order in ((ALFA, BETA), (BETA, ALFA)):
        files = {ALFA: register_of(registry, ALFA, JAN), BETA: register_of(registry, BETA, EVA, JAN)}
        for ico in order:
            registry.register(files[ico], force=True)
        found.append(registry.rows(EVERYONE))
        with writing(registry.engine) as connection:
            for table in (person, engagement, extract):
                connection.execute(table.delete())
    assert found[0] == found[1] and len(found[0]) == 2


def test_a_record_names_no_person_and_tells_no_birth_date(registry: Registry) -> None:
    registry.register(register_of(registry, ALFA, JAN))
    (record,) = registry.records(ALFA)
    (entry,) = record.bodies[0].members
    (jan,) = registry.rows(EVERYONE)
    assert entry.person == PersonRef(jan.id)
    stored = registry.rows(select(extract.c.record)) + registry.rows(select(engagement.c.membership))
    assert not any(word in bytes(row[0]) for row in stored for word in (b"1975-02", "Vzorový".encode()))


@pytest.mark.parametrize("ico", [ALFA, BETA], ids=["in one batch", "in two batches"])
def test_two_persons_with_one_number_are_refused(
    registry: Registry, monkeypatch: pytest.MonkeyPatch, ico: int
) -> None:
    monkeypatch.setattr(extracts, "number_of", lambda _: 7)
    people = [JAN] if ico == BETA else [JAN, EVA]
    with pytest.raises(SourceError, match="Two persons have the number"):
        registry.register(register_of(registry, ALFA, *people))
        registry.register(register_of(registry, BETA, EVA))
    assert registry.value(select(func.count()).select_from(person)) == (ico == BETA)
