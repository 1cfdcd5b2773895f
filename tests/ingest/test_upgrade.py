"""An installation of an earlier version comes to this version's documents: nothing is lost, nothing claimed.

The old database is made by the migrations up to the revision before those that changed extracts; its rows are
those of a fresh load as the code of that time stored them: one extract per ID, numbers of foreign registers
as Czech IDs, no notes, shares, facts, branches and countries of natural persons.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from alembic import command
from sqlalchemy import Connection, MetaData, Table, Text, func, insert, select, type_coerce, update

from soupis.ingest import integrity
from soupis.ingest.merge.merging import merge_again
from soupis.ingest.publish.publish import publish
from soupis.progress import no_progress
from soupis.registers.records import Subject
from soupis.store import tables
from soupis.store.common_texts import COMMON_TEXTS, CommonText
from soupis.store.engine import reading, writing
from soupis.store.migrate import alembic_config, migrate
from soupis.synthetic import generate
from tests.support.databases import new_database
from tests.support.registry import Registry, open_registry

_COMPANIES, _SEED = 600, 20261031
_OLD = "0005"


Told = list[tuple[str, int, int | None]]


class Installations(NamedTuple):
    """The same country: loaded by this version, and as an earlier one left it."""

    fresh: Registry
    old: Registry
    files: Path


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def installations(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Installations]:
    files = tmp_path_factory.mktemp("upgrade")
    generate(files, _COMPANIES, _SEED)
    (files / "public_register.xml.gz").rename(files / "sro-full-praha-2026.xml.gz")
    if request.param == "sqlite":
        urls = [f"sqlite:///{files / f'{name}.sqlite'}" for name in ("fresh", "old")]
    else:
        server = request.getfixturevalue("postgresql_server")
        urls = [new_database(server, f"soupis_upgrade_{name}") for name in ("fresh", "old")]
    fresh, old = (open_registry(url, files) for url in urls)
    migrate(fresh.engine)
    _load(fresh)
    fresh.publish()
    with writing(old.engine) as connection:
        command.upgrade(alembic_config(connection), _OLD)
    _store_as_before(fresh, old)
    yield Installations(fresh, old, files)
    fresh.engine.dispose()
    old.engine.dispose()


def _load(registry: Registry) -> None:
    registry.res(registry.directory / "res_data.csv")
    registry.res(registry.directory / "res_pf_nace.csv")
    registry.register(registry.directory / "sro-full-praha-2026.xml.gz")


def _store_as_before(fresh: Registry, old: Registry) -> None:
    before = MetaData()
    before.reflect(bind=old.engine)
    spoken_for = _spoken_for_by_branches(fresh)
    with reading(fresh.engine) as source, writing(old.engine) as target:
        for table in before.sorted_tables:
            if table.name in tables.metadata.tables and table.name not in ("setting", "change", "dirty"):
                _copy(source, target, table, spoken_for)
        _list_activities_apart(source, target, before.tables["activity"])
        _put_seats_apart(source, target, before.tables["seat"])
        _merge_as_before(target, before, spoken_for)
        target.execute(
            insert(before.tables["setting"]),
            [{"name": "document_rules", "value": "3"}, {"name": "published_day", "value": '"2026-11-01"'}],
        )


def _spoken_for_by_branches(fresh: Registry) -> dict[int, tuple[int, Subject]]:
    """Return companies whose branch took their place, as if it had been read last: its part and its claim."""
    query = select(tables.extract.c.ico, tables.extract.c.part, tables.extract.c.claim)
    found = fresh.rows(query.where(tables.extract.c.branch, tables.extract.c.claim.is_not(None)))
    assert found
    return {row.ico: (row.part, msgspec.msgpack.decode(row.claim, type=Subject)) for row in found}


def _copy(
    source: Connection, target: Connection, table: Table, spoken_for: dict[int, tuple[int, Subject]]
) -> None:
    now = tables.metadata.tables[table.name]
    rows = []
    for row in source.execute(select(now)).mappings():
        if "part" in now.c and row["part"] != spoken_for.get(row["ico"], (0,))[0]:
            continue
        names = [column.name for column in table.columns]
        values = {name: row[name] for name in names if name in row}
        if table.name == "engagement":
            values["legal_country"] = row["country"] if row["legal_name"] else None
            number = row["legal_number"] or ""
            if number.isdigit() and len(number) <= 8:
                values |= {"legal_ico": int(number), "legal_number": None}
        if "id" in values and table.name not in ("body", "engagement", "person", "person_document"):
            del values["id"]  # nobody refers to it, and the database goes on counting by itself
        if table.name == "source_run":
            values["fingerprint"] = None  # it bears the version of the reader
        if table.name == "person":
            values["hidden"] = False
        if table.name in ("company_document", "person_document"):
            values |= {"version": 1, "detail": b"{}", "summary": b"{}"}
        rows.append(values)
    if rows:
        target.execute(insert(table), rows)


def _list_activities_apart(source: Connection, target: Connection, before: Table) -> None:
    """Store one row for each code that stands in one text today."""
    rows = [
        {"ico": row.ico, "source": row.source, "revision": int(code[:4]), "code": code[5:]}
        for row in source.execute(select(tables.activities))
        for code in row.codes.split()
    ]
    target.execute(insert(before), rows)


def _put_seats_apart(source: Connection, target: Connection, before: Table) -> None:
    """Store the seats of companies as rows of their own."""
    claim = tables.company_claim
    told = [claim.c[column.name] for column in before.columns]
    seats = source.execute(select(*told).join(tables.company, tables.SEAT_CLAIM)).all()
    target.execute(insert(before), [row._asdict() for row in seats])


def _merge_as_before(
    target: Connection, before: MetaData, spoken_for: dict[int, tuple[int, Subject]]
) -> None:
    """Let each branch rename and end its parent."""
    claim, company = before.tables["company_claim"], before.tables["company"]
    for ico, (_, told) in spoken_for.items():
        names = [column.name for column in claim.columns if column.name != "ico"]
        values = {name: getattr(told, name) for name in names if hasattr(told, name)}
        ours = (claim.c.ico == ico) & (claim.c.source == "public_register")
        target.execute(update(claim).where(ours).values(values))
        spoken = {"name": told.name, "ceased": told.ceased, "ended": told.ended}
        target.execute(update(company).where(company.c.ico == ico).values(spoken))


def upgrade(registry: Registry) -> Told:
    """Do what `soupis migrate` does; return the progress that was told."""
    seen: Told = []

    def progress(stage: str, done: int, total: int | None) -> None:
        seen.append((stage, done, total))

    migrate(registry.engine)
    merge_again(registry.engine, progress)
    publish(registry.engine, progress)
    return seen


class Published(NamedTuple):
    """Everything that an installation has published, and how many members of bodies are linked companies."""

    companies: dict[int, dict[str, Any]]
    profiles: dict[str, dict[str, Any]]
    links: int


class Upgraded(NamedTuple):
    """What was published right after the upgrade, and what a fresh load gives; the progress that was told."""

    fresh: Published
    old: Published
    spoken_for: frozenset[int]
    seen: Told
    installations: Installations


@pytest.fixture(scope="module")
def upgraded(installations: Installations) -> Upgraded:
    fresh, old, _ = installations
    before = _counts(old)
    seen = upgrade(old)
    after = _counts(old)
    assert {name: after[name] for name in before} == before
    spoken_for = frozenset(_spoken_for_by_branches(fresh))
    return Upgraded(
        _published(fresh, spoken_for), _published(old, spoken_for), spoken_for, seen, installations
    )


def _published(registry: Registry, spoken_for: frozenset[int]) -> Published:
    icos = [row.ico for row in registry.rows(select(tables.company.c.ico))]
    member = tables.engagement.c
    linked = select(func.count()).where(member.legal_ico.is_not(None), member.ico.not_in(spoken_for))
    return Published(
        {ico: registry.company(ico) for ico in icos}, registry.profiles(), registry.value(linked)
    )


def _counts(registry: Registry) -> dict[str, int]:
    """Return how many rows there are in the tables of the sources and persons."""
    found = {}
    with reading(registry.engine) as connection:
        present = MetaData()
        present.reflect(bind=connection)
        for table in present.sorted_tables:
            if table.name not in (
                "activity", "seat", "change", "dirty", "setting", "company_document", "person_document",
            ):  # fmt: skip
                found[table.name] = connection.scalar(select(func.count()).select_from(table)) or 0
    return found


def test_all_companies_are_merged_and_published_with_progress(upgraded: Upgraded) -> None:
    old = upgraded.installations.old
    stages = {stage: (done, total) for stage, done, total in upgraded.seen}
    assert {"merging companies again", "publishing companies", "publishing persons"} <= stages.keys()
    assert all(done == total for done, total in stages.values())
    assert old.unpublished() == 0
    assert upgrade(old) == []
    with reading(old.engine) as connection:
        assert integrity.check(connection, no_progress) == []


def test_common_texts_are_stored_by_their_numbers(upgraded: Upgraded) -> None:
    old = upgraded.installations.old
    for table in tables.metadata.sorted_tables:
        for column in table.columns:
            if isinstance(column.type, CommonText):
                stored = set(old.rows(select(type_coerce(column, Text)).distinct()))
                assert not {row[0] for row in stored} & set(COMMON_TEXTS), column
    assert {row.source for row in old.rows(select(tables.engagement.c.source))} == {"public_register"}


def without_what_was_not_read(document: dict[str, Any]) -> dict[str, Any]:
    """Return a document without what the rows of the old installation did not hold."""
    known = copy.deepcopy(document)
    del known["zdroje"]
    for name in (
        "akcie", "ostatniSkutecnosti", "odstepneZavody", "likvidace", "stavPodrobne", "historie",
        "uvolnenePodily",
    ):  # fmt: skip
        del known[name]
    for partner in known["spolecnici"] or ():
        partner["zastavniPrava"] = partner["exekuce"] = None
    members = [
        item
        for name in ("statutarniOrgany", "ostatniOrgany")
        for body in known[name] or ()
        for item in body["clenove"]
    ]
    for item in members:
        item["funkcePoznamka"] = None
    persons = [item["osoba"] for item in members + (known["spolecnici"] or [])]
    persons += [deputy for item in members for deputy in item["zastupci"]]
    for person in persons:
        if person["typ"] == "fyzicka":
            person["stat"] = None
        elif person["zahranicniCislo"]:
            # It was kept as a number.
            person["zahranicniCislo"] = person["zahranicniCislo"].lstrip("0")
    return known


def test_documents_are_those_of_a_fresh_load_as_far_as_the_rows_know(upgraded: Upgraded) -> None:
    checked = 0
    assert upgraded.old.companies.keys() == upgraded.fresh.companies.keys()
    for ico, expected in upgraded.fresh.companies.items():
        found = upgraded.old.companies[ico]
        if ico in upgraded.spoken_for:
            _check_parent_of_branch(expected, found)
            continue
        assert without_what_was_not_read(found) == without_what_was_not_read(expected)
        # Never read is not empty.
        assert found["akcie"] is found["ostatniSkutecnosti"] is found["historie"] is None
        assert found["uvolnenePodily"] is None
        shares = found["spolecnici"] or []
        assert all(item["zastavniPrava"] is item["exekuce"] is None for item in shares)
        checked += expected["statutarniOrgany"] is not None
    assert checked > 100


def _check_parent_of_branch(expected: dict[str, Any], found: dict[str, Any]) -> None:
    """What the branch overwrote in the old tables is unknown now, never the branch's."""
    for name in ("stav", "datumZaniku", "pravniForma", "sidlo", "czNace"):
        assert found[name] == expected[name], name
    assert "odštěpný závod" not in found["obchodniJmeno"]
    assert found["statutarniOrgany"] is found["spolecnici"] is None
    (branch,) = found["odstepneZavody"]
    (fresh,) = [item for item in expected["odstepneZavody"] if item["spisovaZnacka"]]
    assert branch == fresh | {"zapsano": None}


def test_branches_in_the_entry_of_their_parent_keep_name_and_heads(upgraded: Upgraded) -> None:
    def told(company: dict[str, Any]) -> list[tuple[object, ...]]:
        units = company["odstepneZavody"] or []
        return [(item["nazev"], item["aktualni"], item["vedouci"]) for item in units]

    kept = 0
    for ico, expected in upgraded.fresh.companies.items():
        if ico not in upgraded.spoken_for and expected["odstepneZavody"]:
            assert told(upgraded.old.companies[ico]) == told(expected)
            kept += 1
    assert kept


def test_profiles_are_those_of_a_fresh_load_and_keep_their_keys(upgraded: Upgraded) -> None:
    lost = {f"{ico:08d}" for ico in upgraded.spoken_for}
    for key, profile in upgraded.fresh.profiles.items():
        if not any(item["ico"] in lost for item in profile["angazma"]):
            unread = {"funkcePoznamka": None, "zastavniPrava": None, "exekuce": None}
            known = [item | unread for item in profile["angazma"]]
            assert upgraded.old.profiles[key] == profile | {"angazma": known}


def test_numbers_of_foreign_registers_link_nobody_any_more(upgraded: Upgraded) -> None:
    assert upgraded.old.links == upgraded.fresh.links > 0


def test_reading_the_same_files_again_gives_everything(upgraded: Upgraded) -> None:
    old = upgraded.installations.old
    fingerprint = tables.extract.c.fingerprint
    with writing(old.engine) as connection:
        # Fingerprints bear the version of the reader that made them.
        connection.execute(update(tables.extract).values(fingerprint=func.substr(fingerprint, 2)))
    _load(old)
    old.publish()
    again = _published(old, upgraded.spoken_for)
    for ico, expected in upgraded.fresh.companies.items():
        assert again.companies[ico] | {"zdroje": []} == expected | {"zdroje": []}
    assert again.profiles == upgraded.fresh.profiles
