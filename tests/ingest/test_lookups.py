"""Proceedings and filings of single companies: the newest answer counts, a part of one removes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select

from soupis.ingest.merge.lookups import merge_filings, merge_proceedings, sync_proceedings_file
from soupis.registers.filings import Filing
from soupis.registers.isir import Proceeding
from soupis.registers.records import SourceError
from soupis.store.engine import writing
from soupis.store.tables import filing, lookup, proceeding
from soupis.times import now_text
from tests.support.registry import Registry
from tests.support.sources import res_file, res_row

FIXTURES = Path(__file__).parents[1] / "fixtures" / "isir"
ICO = 27074358
EARLIER, LATER = "2026-11-01T08:00:00Z", "2026-11-02T08:00:00Z"
ONE = Proceeding(ICO, "INS 1/2020", "Krajský soud v Brně", "KONKURS", "2020-01-01")
TWO = Proceeding(ICO, "INS 2/2021", "Krajský soud v Brně", "PRAVOMOCNA", "2021-01-01", "2022-02-02")


@pytest.fixture
def filled(registry: Registry) -> Registry:
    registry.res(res_file(registry.directory / "a.csv", [res_row(ICO, "Alfa s.r.o.")]))
    registry.publish()
    return registry


def take(registry: Registry, found: list[Proceeding], moment: str, *, complete: bool = True) -> int:
    with writing(registry.engine) as connection:
        return merge_proceedings(connection, ICO, found, moment, complete=complete)


def shown(registry: Registry) -> Any:
    registry.publish()
    return registry.company(ICO)["insolvence"]


def test_never_asked_is_unknown_and_an_empty_answer_is_none(filled: Registry) -> None:
    assert shown(filled) is None
    take(filled, [], EARLIER)
    assert shown(filled) == []


def test_proceedings_follow_the_newest_answer(filled: Registry) -> None:
    assert take(filled, [ONE, TWO], EARLIER) == 2
    assert [item["probiha"] for item in shown(filled)] == [False, True]  # newest first
    assert take(filled, [ONE, TWO], EARLIER) == 0
    assert filled.unpublished() == 0
    assert take(filled, [TWO], LATER) == 1
    assert [item["spisovaZnacka"] for item in shown(filled)] == ["INS 2/2021"]
    assert take(filled, [ONE], EARLIER) == 0  # late
    assert [item["spisovaZnacka"] for item in shown(filled)] == ["INS 2/2021"]


def test_a_recorded_answer_of_a_register_whose_clock_is_ahead_is_of_now(
    filled: Registry, tmp_path: Path
) -> None:
    recorded = tmp_path / "recorded.xml"
    answer = (FIXTURES / "isir_cuzk_25083325_konkurs.xml").read_text("utf-8")
    recorded.write_text(answer.replace("2026-10-08T09:26:35.000Z", "2099-01-01T00:00:00Z"), "utf-8")
    sync_proceedings_file(filled.engine, recorded)
    ((moment,),) = filled.rows(select(lookup.c.retrieved))
    assert moment <= now_text()


ROW = "<data><ic>{}</ic><druhVec>INS</druhVec><bcVec>{}</bcVec><rocnik>{}</rocnik></data>"


def _answer(tmp_path: Path, *rows: str, relevance: int = 2, name: str = "recorded.xml") -> Path:
    path = tmp_path / name
    answer = (FIXTURES / "isir_cuzk_25083325_konkurs.xml").read_text("utf-8")
    start, end = answer.index("<data>"), answer.index("<stav>")
    status = (
        f"<stav><pocetVysledku>{len(rows)}</pocetVysledku><relevanceVysledku>{relevance}</relevanceVysledku>"
    )
    rest = answer[answer.index("</stav>", end) :]
    path.write_text(answer[:start] + "".join(rows) + status + rest, "utf-8")
    return path


def test_every_debtor_of_one_answer_gets_its_proceedings(registry: Registry, tmp_path: Path) -> None:
    icos = [ICO, 45274649, 514152]
    registry.res(res_file(registry.directory / "a.csv", [res_row(ico, f"Firma {ico}") for ico in icos]))
    merged = sync_proceedings_file(
        registry.engine,
        _answer(tmp_path, *(ROW.format(f"{ico:08d}", number, 2026) for number, ico in enumerate(icos, 1))),
    )
    assert (merged.rows_read, merged.rows_changed) == (3, 3)
    registry.publish()
    shown = {ico: [item["spisovaZnacka"] for item in registry.company(ico)["insolvence"]] for ico in icos}
    assert shown == {ICO: ["INS 1/2026"], 45274649: ["INS 2/2026"], 514152: ["INS 3/2026"]}


def test_an_answer_about_several_debtors_removes_nothing(filled: Registry, tmp_path: Path) -> None:
    take(filled, [ONE, TWO], EARLIER)
    rows = ROW.format(f"{ICO:08d}", 3, 2026), ROW.format("45274649", 4, 2026)
    sync_proceedings_file(filled.engine, _answer(tmp_path, *rows))
    assert len(filled.rows(select(proceeding).where(proceeding.c.ico == ICO))) == 3


def test_an_unreadable_row_never_reads_as_no_proceedings(filled: Registry, tmp_path: Path) -> None:
    unreadable = ROW.format(f"{ICO:08d}", "?", 2026)
    with pytest.raises(SourceError, match="1 of 1 entries"):
        sync_proceedings_file(filled.engine, _answer(tmp_path, unreadable))
    filled.publish()
    assert filled.company(ICO)["insolvence"] is None


@pytest.mark.parametrize(("ico", "relevance"), [("00000000", 2), (f"{ICO:08d}", 6)])
def test_an_answer_that_was_found_by_no_company_id_is_refused(
    filled: Registry, tmp_path: Path, ico: str, relevance: int
) -> None:
    path = _answer(tmp_path, ROW.format(ico, 1, 2026), relevance=relevance, name=f"isir_{ICO:08d}.xml")
    with pytest.raises(SourceError, match="found by a company ID"):
        sync_proceedings_file(filled.engine, path)
    filled.publish()
    assert filled.company(ICO)["insolvence"] is None


def test_the_senate_stands_beside_the_mark(filled: Registry) -> None:
    take(filled, [msgspec.structs.replace(ONE, senate=40), TWO], EARLIER)
    marks = [(item["cisloSenatu"], item["spisovaZnacka"]) for item in shown(filled)]
    assert marks == [(None, "INS 2/2021"), (40, "INS 1/2020")]


def test_a_part_of_an_answer_removes_nothing(filled: Registry) -> None:
    take(filled, [ONE, TWO], EARLIER)
    take(filled, [TWO], LATER, complete=False)
    assert len(filled.rows(select(proceeding))) == 2


@pytest.mark.parametrize(
    ("state", "ended", "running"),
    [
        ("ÚPADEK", None, True),
        ("ÚPADEK", "2021-05-05", False),
        ("VYRIZENA", None, None),
        ("ZRUŠENO VS", None, None),
        ("ODSKRTNUTA", None, False),
        ("MYLNÝ ZÁP.", None, False),
        ("NĚCO NOVÉHO", None, None),
        (None, None, None),
    ],
)
def test_whether_proceedings_run_is_told_only_where_the_register_tells(
    registry: Registry, state: str | None, ended: str | None, running: bool | None
) -> None:
    registry.res(res_file(registry.directory / "a.csv", [res_row(ICO, "Alfa s.r.o.")]))
    take(registry, [Proceeding(ICO, "INS 1/2020", None, state, "2020-01-01", ended)], EARLIER)
    assert shown(registry)[0]["probiha"] is running


def test_filings_are_counted_and_the_newest_twenty_shown(filled: Registry) -> None:
    listed = [
        Filing(number=f"C 1/SL{number}/KSBR", kinds=("účetní závěrka",), filed=f"20{number:02d}-01-01")
        for number in range(1, 26)
    ]
    with writing(filled.engine) as connection:
        assert merge_filings(connection, ICO, listed, EARLIER) == 25
    filled.publish()
    shown = filled.company(ICO)["listiny"]
    assert shown["pocet"] == 25
    assert [item["cislo"] for item in shown["posledni"]][:2] == ["C 1/SL25/KSBR", "C 1/SL24/KSBR"]
    assert len(shown["posledni"]) == 20
    with writing(filled.engine) as connection:
        assert merge_filings(connection, ICO, listed[:3], LATER, complete=False) == 0
        assert merge_filings(connection, ICO, listed[:3], LATER) == 22
    assert len(filled.rows(select(filing))) == 3
