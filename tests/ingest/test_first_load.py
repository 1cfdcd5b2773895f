"""A first load remembers persons instead of looking them up, and comes to the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, inspect, select

from soupis.ingest.merge import extracts, persons, public_register
from soupis.ingest.merge.persons import IndexedPersons, finding_persons
from soupis.progress import no_progress
from soupis.store.engine import writing
from soupis.store.tables import PERSON_INDEXES, person
from soupis.synthetic import generate
from tests.support.registry import PERSON_SECRET, Registry
from tests.support.sources import board, member, natural, register_file, subject

ALFA, BETA = 27074358, 45274649
JAN = natural("Jan", "Vzorový", "1975-02-03")
EVA = natural("Eva", "Žitná", "1980-04-05")


def indexes(registry: Registry) -> set[str | None]:
    return {index["name"] for index in inspect(registry.engine).get_indexes(person.name)}


def drop_indexes(registry: Registry) -> None:
    """Leave what a first load leaves that is killed."""
    with writing(registry.engine) as connection:
        for index in PERSON_INDEXES:
            index.drop(connection)


def stored(registry: Registry) -> int:
    return int(registry.value(select(func.count()).select_from(person)))


def test_remembered_or_looked_up_persons_get_the_same_numbers_and_keys(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    generate(registry.directory, 400, 7)
    file = registry.directory / "public_register.xml.gz"
    # Persons of one batch are met in the next ones.
    monkeypatch.setattr(public_register, "BATCH_BYTES", 100_000)
    everyone = select(person).order_by(person.c.id)
    public_register.sync_file(registry.engine, file, PERSON_SECRET, no_progress, persons=IndexedPersons())
    looked_up, content = registry.rows(everyone), registry.content()
    with writing(registry.engine) as connection:
        for table in (person, *extracts._TABLES.values()):
            connection.execute(table.delete())
    registry.register(file, force=True)
    assert registry.rows(everyone) == looked_up
    assert registry.content() == content
    assert len(looked_up) > 300


def test_indexes_are_made_again_at_the_end(registry: Registry) -> None:
    before = indexes(registry)
    with finding_persons(registry.engine):
        assert indexes(registry) == set()
    assert indexes(registry) == before == {index.name for index in PERSON_INDEXES}


def test_once_profiles_are_published_the_indexes_stay(registry: Registry, tmp_path: Path) -> None:
    registry.register(register_file(tmp_path / "a.xml", subject(ALFA, "Alfa s.r.o.", board(member(JAN)))))
    registry.publish()
    before = indexes(registry)
    with finding_persons(registry.engine):
        assert indexes(registry) == before


def test_indexes_that_a_killed_fill_left_out_are_made_before_profiles_are(
    registry: Registry, tmp_path: Path
) -> None:
    registry.register(register_file(tmp_path / "a.xml", subject(ALFA, "Alfa s.r.o.", board(member(JAN)))))
    drop_indexes(registry)
    registry.publish()
    assert indexes(registry) == {index.name for index in PERSON_INDEXES}
    assert len(registry.profiles()) == 1


def test_a_fill_that_was_killed_goes_on_with_the_persons_that_are_there(
    registry: Registry, tmp_path: Path
) -> None:
    registry.register(register_file(tmp_path / "a.xml", subject(ALFA, "Alfa s.r.o.", board(member(JAN)))))
    drop_indexes(registry)
    both = board(member(JAN), member(EVA))
    registry.register(register_file(tmp_path / "b.xml", subject(BETA, "Beta s.r.o.", both)))
    registry.publish()
    assert sorted(profile["pocetFirem"] for profile in registry.profiles().values()) == [1, 2]


def test_persons_whom_others_enter_during_a_fill_are_known(registry: Registry, tmp_path: Path) -> None:
    files = {
        ico: register_file(
            tmp_path / f"{ico}.xml", subject(ico, "Firma s.r.o.", board(member(EVA), member(JAN)))
        )
        for ico in (ALFA, BETA)
    }
    with finding_persons(registry.engine) as found:
        for ico, entered_by in ((ALFA, IndexedPersons()), (BETA, found)):
            public_register.sync_file(
                registry.engine, files[ico], PERSON_SECRET, no_progress, persons=entered_by
            )
    assert stored(registry) == 2


def test_a_batch_that_was_rolled_back_is_not_remembered(registry: Registry, tmp_path: Path) -> None:
    file = register_file(tmp_path / "a.xml", subject(ALFA, "Alfa s.r.o.", board(member(JAN))))
    with finding_persons(registry.engine) as found:
        with pytest.MonkeyPatch.context() as patched, pytest.raises(ZeroDivisionError):
            patched.setattr(persons, "mark_dirty_table", lambda *_: 1 / 0)
            public_register.sync_file(registry.engine, file, PERSON_SECRET, no_progress, persons=found)
        assert stored(registry) == 0
        public_register.sync_file(registry.engine, file, PERSON_SECRET, no_progress, persons=found)
    assert stored(registry) == 1


def test_persons_with_one_hash_are_told_apart(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(persons, "_hash_of_identity", lambda _: 7)
    monkeypatch.setattr(persons, "_hash_of_key", lambda _: 7)
    for ico in (ALFA, BETA):
        name = registry.directory / f"{ico}.xml"
        registry.register(register_file(name, subject(ico, "Firma s.r.o.", board(member(JAN), member(EVA)))))
    assert stored(registry) == 2
    registry.publish()
    assert [profile["pocetFirem"] for profile in registry.profiles().values()] == [2, 2]


def test_more_persons_than_there_are_places_are_remembered() -> None:
    numbers = persons._Numbers()
    hashes = range(5, 3_000_005, 1_000)
    for number, hashed in enumerate(hashes, 1):
        numbers.add([hashed], [number])
    assert numbers.find(hashes) == list(range(1, 3_001))
    assert numbers.find([4, 6, 3_000_006]) == []
