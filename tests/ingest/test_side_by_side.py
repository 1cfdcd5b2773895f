"""Several writers at work at once take no number and no key twice, and lose nothing."""

from __future__ import annotations

import json
import threading
from itertools import pairwise
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from sqlalchemy import func, select

from soupis.ingest import integrity
from soupis.ingest.publish import publish
from soupis.ingest.publish.publish import republish_all
from soupis.progress import no_progress
from soupis.store.engine import reading, writing
from soupis.store.tables import (
    KIND_COMPANY,
    KIND_PERSON,
    company_document,
    engagement,
    person,
    person_document,
)
from soupis.synthetic import generate
from tests.support.registry import Registry
from tests.support.sources import board, member, natural, register_file, subject


def extract_of_ares(path: Path, ico: int, people: list[tuple[str, str]]) -> Path:
    entries = [
        {
            "datumZapisu": "2020-01-01",
            "typAngazma": "STATUTARNI_ORGAN_CLEN",
            "clenstvi": {},
            "fyzickaOsoba": {"jmeno": "Jan", "prijmeni": name, "datumNarozeni": born},
        }
        for name, born in people
    ]
    body = {"nazevOrganu": "Jednatel", "typOrganu": "STATUTARNI_ORGAN", "clenoveOrganu": entries}
    record = {
        "ico": f"{ico:08d}",
        "obchodniJmeno": [{"hodnota": f"Firma {ico}", "datumZapisu": "2020-01-01"}],
        "stavSubjektu": "AKTIVNI",
        "primarniZaznam": True,
        "statutarniOrgany": [body],
    }
    path.write_text(json.dumps({"icoId": f"{ico:08d}", "zaznamy": [record]}))
    return path


@pytest.mark.slow
def test_register_files_and_answers_of_ares_may_be_taken_over_at_once(registry: Registry) -> None:
    people = [(f"Osoba{chr(97 + n // 26)}{chr(97 + n % 26)}", f"19{50 + n % 50}-01-01") for n in range(60)]
    files = []
    for place in range(3):
        subjects = [
            subject(ico, f"Firma {ico}", board(*(member(natural("Jan", *who)) for who in people)))
            for ico in range(1_000 * (place + 1), 1_000 * (place + 1) + 20)
        ]
        files.append(register_file(registry.directory / f"sro-full-{place}-2026.xml", *subjects))
    answers = [
        extract_of_ares(registry.directory / f"{ico}.json", ico, people) for ico in range(9_000, 9_020)
    ]
    errors: list[BaseException] = []

    def run(take: object, paths: list[Path]) -> None:
        try:
            for path in paths:
                take(path)  # type: ignore[operator]
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(registry.register, [path])) for path in files]
    threads += [threading.Thread(target=run, args=(registry.ares, answers[half::2])) for half in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    registry.publish()
    assert registry.value(select(func.count()).select_from(person)) == 60
    assert registry.value(select(func.count()).select_from(engagement)) == 80 * 60
    profiles = registry.profiles()
    assert len(profiles) == 60 and all(item["pocetFirem"] == 80 for item in profiles.values())
    with reading(registry.engine) as connection:
        assert integrity.check(connection, no_progress) == []


def test_both_databases_publish_the_same(
    sqlite_registry: Registry, postgresql_registry: Registry, tmp_path: Path
) -> None:
    files = tmp_path / "files"
    generate(files, 400, 11)
    for registry in (sqlite_registry, postgresql_registry):
        for name in ("res_data.csv", "res_pf_nace.csv"):
            registry.res(files / name)
        registry.register(files / "public_register.xml.gz")
        registry.publish()
    first, second = sqlite_registry.content(), postgresql_registry.content()
    for table, rows in first.items():
        assert rows == second[table], table


def test_documents_built_by_several_processes_are_those_built_by_one(
    registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generate(tmp_path / "files", 400, 11)
    registry.res(tmp_path / "files" / "res_data.csv")
    registry.register(tmp_path / "files" / "public_register.xml.gz")
    registry.publish()
    by_one = registry.content()
    with writing(registry.engine) as connection:
        connection.execute(company_document.delete())
        connection.execute(person_document.delete())
    republish_all(registry.engine)
    monkeypatch.setattr(publish, "_PARALLEL", 1)
    monkeypatch.setattr(publish, "_BATCH", 200)
    left: list[int] = []
    building: list[BaseProcess] = []

    def pause() -> None:
        left.append(sum(publish._dirty_counts(registry.engine).values()))
        building.extend(active_children())

    publish.publish(registry.engine, no_progress, publish.Pauses(pause, 0.0, (KIND_COMPANY, KIND_PERSON)))
    assert registry.content() == by_one
    assert by_one["company_document"] and by_one["person_document"]
    # What was built before a pause is stored when it begins, and those who built have ended.
    assert building == []
    documents = len(by_one["company_document"]) + len(by_one["person_document"])
    assert 0 < documents - left[0] <= 200 and len(left) > 3
    assert all(0 < before - after <= 200 for before, after in pairwise(left))
