"""Snapshots of the statistical register: what changes, what does not, and what is refused."""

from __future__ import annotations

import gzip
from types import SimpleNamespace
from typing import Any

import polars as pl
import pytest
from sqlalchemy import func, select

from soupis.ingest.merge import statistical
from soupis.registers import csv_frames, res
from soupis.registers.records import SourceError
from soupis.store.tables import company_claim, source_run, statistical_row
from tests.support.registry import Registry
from tests.support.sources import RES_COLUMNS, activities_file, res_file, res_row

ALFA, BETA, GAMA = 27074358, 45274649, 514152
ROWS = [res_row(ALFA, "Alfa s.r.o."), res_row(BETA, "Beta a.s."), res_row(GAMA, "Gama, národní podnik")]
CODES = [(ALFA, 80004, "62010"), (ALFA, 80143, "62100"), (BETA, 80004, "35110"), (GAMA, 56, "112")]


def many(count: int) -> list[dict[str, str]]:
    return [res_row(10_000_000 + number, f"Firma {number}") for number in range(count)]


def state(registry: Registry) -> tuple[int, int, dict[str, list[str]]]:
    return registry.last_change(), registry.unpublished(), registry.content()


@pytest.fixture
def filled(registry: Registry) -> Registry:
    registry.res(res_file(registry.directory / "res_data.csv", ROWS))
    registry.res(activities_file(registry.directory / "res_pf_nace.csv", CODES))
    registry.publish()
    return registry


def test_first_run_publishes_every_subject(filled: Registry) -> None:
    detail = filled.company(ALFA)
    assert detail["obchodniJmeno"] == "Alfa s.r.o."
    assert detail["sidlo"]["text"] == "Lidická 12/3a, Brno"
    assert detail["sidlo"]["kodKraje"] == 116
    assert detail["sidlo"]["kodOkresu"] == "CZ0642"
    assert detail["pravniForma"] == {"kod": "112", "nazev": "Společnost s ručením omezeným"}
    assert detail["czNace"][0]["kod"] == "62100" and detail["czNace"][0]["prevazujici"]
    assert filled.last_change() == 3 and filled.unpublished() == 0


@pytest.mark.parametrize("force", [False, True])
def test_the_same_files_again_change_nothing(filled: Registry, force: bool) -> None:
    before = state(filled)
    for name in ("res_data.csv", "res_pf_nace.csv"):
        run = filled.res(filled.directory / name, force=force)
        assert (run.rows_changed, run.missing) == (0, 0)
        assert run.unchanged_file is not force
    assert filled.unpublished() == 0
    assert filled.publish() == 0
    assert state(filled) == before


def test_files_in_another_order_change_nothing(filled: Registry) -> None:
    before = state(filled)
    subjects = res_file(filled.directory / "sorted.csv", ROWS[::-1])
    # The rows of one subject need not even stand together.
    activities = activities_file(filled.directory / "sorted_nace.csv", [CODES[1], *CODES[2:], CODES[0]])
    assert filled.res(subjects).rows_changed == 0
    assert filled.res(activities).rows_changed == 0
    filled.publish()
    assert state(filled) == before


def test_a_changed_row_changes_its_subject_only(filled: Registry) -> None:
    seq = filled.last_change()
    run = filled.res(res_file(filled.directory / "new.csv", [res_row(ALFA, "Alfa nová s.r.o."), *ROWS[1:]]))
    assert (run.rows_read, run.rows_changed) == (3, 1)
    assert filled.publish() == 1
    assert filled.last_change() == seq + 1
    assert filled.company(ALFA)["obchodniJmeno"] == "Alfa nová s.r.o."


def test_activities_follow_the_newest_file(filled: Registry) -> None:
    filled.res(
        activities_file(
            filled.directory / "new_nace.csv", [(ALFA, 80143, "62100"), *CODES[2:], (BETA, 80143, "35110")]
        )
    )
    filled.publish()
    assert [item["kod"] for item in filled.company(ALFA)["czNace"]] == ["62100"]
    assert [item["kod"] for item in filled.company(BETA)["czNace"]] == ["62100", "35110"]


def test_a_subject_that_disappears_is_marked_and_kept(registry: Registry) -> None:
    rows = many(20)
    registry.res(res_file(registry.directory / "a.csv", rows))
    registry.publish()
    run = registry.res(res_file(registry.directory / "b.csv", rows[1:]))
    registry.publish()
    assert run.missing == 1
    detail = registry.company(10_000_000)
    (source,) = detail["zdroje"]
    assert detail["obchodniJmeno"] == "Firma 0"
    assert source["chybiOd"] is not None
    # The same snapshot again does not move the day.
    before = state(registry)
    registry.res(registry.directory / "b.csv", force=True)
    registry.publish()
    assert state(registry) == before


def test_a_subject_that_reappears_is_missing_no_more(registry: Registry) -> None:
    rows = many(20)
    registry.res(res_file(registry.directory / "a.csv", rows))
    registry.publish()
    complete = registry.content()
    registry.res(res_file(registry.directory / "b.csv", rows[1:]))
    registry.publish()
    registry.res(registry.directory / "a.csv")
    registry.publish()
    assert registry.company(10_000_000)["zdroje"][0]["chybiOd"] is None
    assert registry.content() == complete


def test_a_row_that_cannot_be_read_is_not_a_subject_that_is_gone(registry: Registry) -> None:
    rows = many(20)
    registry.res(res_file(registry.directory / "a.csv", rows))
    run = registry.res(
        res_file(registry.directory / "b.csv", [{**rows[0], "DDATVZN": "2001-02-31"}, *rows[1:]])
    )
    assert (run.rows_rejected, run.missing) == (1, 0)
    assert "2001-02-31" in run.rejected[0].reason
    assert registry.value(select(func.count(company_claim.c.missing_since))) == 0


@pytest.mark.parametrize(
    ("right", "wrong"),
    [('"Firma 3"', '"Firma 3'), ('"Firma 3"', '"Firma" 3"'), ('"Firma 3"', '"Firma 3",')],
)
def test_a_line_that_is_no_row_is_not_a_subject_that_is_gone(
    registry: Registry, right: str, wrong: str
) -> None:
    path = res_file(registry.directory / "a.csv", many(20))
    registry.res(path)
    text = path.read_text(encoding="utf-8")
    assert text.count(right) == 1
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    run = registry.res(path)
    assert (run.rows_rejected, run.missing) == (1, 0)
    assert "IČO 10000003" in run.rejected[0].place


def test_a_line_that_is_no_row_takes_no_activity_from_its_subject(filled: Registry) -> None:
    before = filled.content()
    path = activities_file(filled.directory / "res_pf_nace.csv", CODES)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("62100", '"62100'), encoding="utf-8")
    run = filled.res(path)
    filled.publish()
    assert (run.rows_rejected, run.rows_changed) == (1, 0)
    assert filled.content() == before


def test_an_id_that_stands_twice_is_taken_once_and_reported(registry: Registry) -> None:
    run = registry.res(res_file(registry.directory / "a.csv", [*ROWS, res_row(ALFA, "Dvojník s.r.o.")]))
    registry.publish()
    assert run.rows_rejected == 1
    assert registry.company(ALFA)["obchodniJmeno"] == "Alfa s.r.o."


def test_a_snapshot_that_lost_a_tenth_is_refused_unless_forced(registry: Registry) -> None:
    rows = many(40)
    registry.res(res_file(registry.directory / "a.csv", rows))
    registry.publish()
    before = state(registry)
    short = res_file(registry.directory / "b.csv", rows[5:])
    with pytest.raises(SourceError, match=r"lacks 5 of 40 .*--force"):
        registry.res(short)
    assert state(registry) == before
    assert registry.value(select(source_run.c.state).order_by(source_run.c.id.desc()).limit(1)) == "failed"
    assert registry.res(short, force=True).missing == 5
    exactly = res_file(registry.directory / "c.csv", [*rows[8:]])
    assert registry.res(exactly).missing == 3  # 3 of 35 is less than a tenth


GOOD = (",".join(RES_COLUMNS) + "\r\n" + f'{ALFA},CZ0642{"," * 11}"Žlutý kůň"{"," * 12}\r\n').encode()
BROKEN = {
    "truncated.csv.gz": gzip.compress(GOOD)[:-20],
    "truncated.csv": GOOD[:-20],
    "page.csv": b"<!DOCTYPE html><html><body>Odstavka</body></html>",
    "windows.csv": GOOD.decode().encode("windows-1250"),
    "headless.csv": GOOD.split(b"\r\n", 1)[1],
    "empty.csv": b"",
    "binary.csv": GOOD.replace(b"CZ0642", b"CZ\x000642"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_file_that_cannot_be_read_changes_nothing_and_says_why(filled: Registry, name: str) -> None:
    path = filled.directory / name
    path.write_bytes(BROKEN[name])
    before = state(filled)
    with pytest.raises(SourceError) as caught:
        filled.res(path)
    message = str(caught.value)
    assert name in message and "\n" not in message
    assert state(filled) == before
    assert filled.value(select(source_run.c.error).order_by(source_run.c.id.desc()).limit(1)) == message


def test_a_missing_file_says_so(filled: Registry) -> None:
    with pytest.raises(SourceError, match="no such file"):
        filled.res(filled.directory / "nowhere.csv")


def test_after_a_killed_run_the_last_whole_file_is_read_again(filled: Registry) -> None:
    """The killed run may have taken over a part of another file."""
    with filled.engine.begin() as connection:
        connection.execute(
            source_run.insert().values(
                source="res", dataset="res_data", started="2026-11-20T00:00:00Z", state="running"
            )
        )
    assert not filled.res(filled.directory / "res_data.csv").unchanged_file
    assert filled.res(filled.directory / "res_data.csv").unchanged_file


def test_after_a_run_that_took_over_a_part_every_row_is_compared_again(
    registry: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = many(20)
    before = res_file(registry.directory / "a.csv", rows)
    registry.res(before)
    content = registry.content()
    after = res_file(registry.directory / "b.csv", [{**row, "FIRMA": "Jiná"} for row in rows])
    monkeypatch.setattr(csv_frames, "_BLOCK_BYTES", after.stat().st_size // 4)
    monkeypatch.setattr(statistical, "BATCH", 1)
    merged = []

    def stop_in_the_middle(stage: str, done: int, _total: int | None) -> None:
        if stage == "merging subjects" and done >= 10:
            merged.append(done)
            raise InterruptedError

    with pytest.raises(InterruptedError):
        statistical.sync_subjects(registry.engine, after, stop_in_the_middle)
    assert registry.content() != content
    assert [registry.res(before).rows_changed] == merged
    assert registry.content() == content


def test_only_rows_that_changed_are_read_again(registry: Registry, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = many(40)
    registry.res(res_file(registry.directory / "a.csv", rows))
    read: list[int] = []

    def list_subjects(changed: pl.DataFrame) -> list[tuple[Any, ...]]:
        read.extend(changed["ico"])
        return res.list_subjects(changed)

    reader = SimpleNamespace(**{**vars(res), "list_subjects": list_subjects})
    monkeypatch.setattr(statistical, "res", reader)
    # The day of the snapshot and the office's mark of changed rows are others in each file.
    dated = [{**row, "DATPLAT": "2026-11-30", "PRIZNAK": "Z"} for row in rows]
    dated[7]["FIRMA"] = "Jiná"
    assert registry.res(res_file(registry.directory / "b.csv", dated)).rows_changed == 1
    assert read == [10_000_007]


def test_a_file_that_changes_while_it_is_read_is_refused(registry: Registry) -> None:
    path = res_file(registry.directory / "a.csv", many(20))
    other = res_file(registry.directory / "b.csv", [{**row, "FIRMA": "Jiná"} for row in many(20)])
    before = registry.content()

    def change(stage: str, done: int, total: int | None) -> None:
        if stage == "reading subjects" and done == total:
            other.replace(path)

    with pytest.raises(SourceError, match="changed while it was read"):
        statistical.sync_subjects(registry.engine, path, change)
    assert registry.content() == before


def test_claims_of_an_upgraded_database_that_the_next_file_lacks_are_marked(registry: Registry) -> None:
    rows = many(20)
    registry.res(res_file(registry.directory / "a.csv", rows))
    with registry.engine.begin() as connection:
        connection.execute(statistical_row.update().values(fingerprint=0))  # as the migration fills it
    run = registry.res(res_file(registry.directory / "b.csv", rows[1:]))
    assert (run.rows_changed, run.missing) == (0, 1)


def test_changes_next_to_unchanged_rows_are_counted_and_marked(registry: Registry) -> None:
    neighbours = [res_row(number * 10_000_000, f"Firma {number}") for number in range(2, 6)]
    rows = [*many(40), *neighbours]
    registry.res(res_file(registry.directory / "a.csv", rows))
    renamed = {**rows[3], "FIRMA": "Jiná"}
    run = registry.res(
        res_file(registry.directory / "b.csv", [renamed, *rows[4:], *neighbours[:1]])  # one stands twice
    )
    assert (run.rows_read, run.rows_changed, run.missing, run.rows_rejected) == (42, 1, 3, 1)
    assert registry.value(select(func.count()).where(company_claim.c.missing_since.is_(None))) == 41


def test_of_an_id_that_stood_twice_the_other_row_counts_when_the_first_is_gone(registry: Registry) -> None:
    twice = res_row(20_000_000, "Dvojník")
    rows = [*many(5), {**twice, "FIRMA": "První"}, *[res_row(30_000_000, "Mezi"), twice]]
    registry.res(res_file(registry.directory / "a.csv", rows))
    name = select(company_claim.c.name).where(company_claim.c.ico == 20_000_000)
    assert registry.value(name) == "První"
    registry.res(res_file(registry.directory / "b.csv", [*rows[:5], *rows[6:]]))
    assert registry.value(name) == "Dvojník"


def test_a_forced_run_reads_every_row(registry: Registry) -> None:
    path = res_file(registry.directory / "a.csv", many(20))
    registry.res(path)
    content = registry.content()
    with registry.engine.begin() as connection:
        connection.execute(company_claim.update().values(name="Jiná"))
    assert registry.res(path, force=True).rows_changed == 20
    assert registry.content() == content


def test_values_of_any_length_are_kept_as_they_are(registry: Registry) -> None:
    row = res_row(ALFA, "A" * 3000, CDOM="1" * 40, COR="x" * 40, TYPCDOM="123456789", PSC="12345678901")
    registry.res(res_file(registry.directory / "a.csv", [row]))
    registry.publish()
    detail = registry.company(ALFA)
    assert detail["obchodniJmeno"] == "A" * 3000
    assert detail["sidlo"]["cisloDomovni"] == "1" * 40
    assert detail["sidlo"]["psc"] == 12345678901
