"""Files over the network: taken over once, whole, and never downloaded twice for nothing."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from soupis.ingest.merge import statistical
from soupis.ingest.merge.public_register import dataset_name
from soupis.ingest.runs import Run
from soupis.ingest.stored_state import save_state
from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.registers.clients.public_register import Dataset
from soupis.registers.records import SourceError
from soupis.store.engine import reading
from soupis.store.tables import activities, change, code, company, source_run
from soupis.synthetic.standin_schema import FACTS
from soupis.worker import unreliable_payers
from soupis.worker.context import Stopped
from soupis.worker.files import IncompleteError, newest_datasets
from soupis.worker.sources import SyncRequest, synchronise
from tests import standin
from tests.worker.conftest import MakeWorkshop
from tests.worker.workshop import COMPANIES, Workshop, change_log, codelists


@pytest.fixture
def own_registers(registers: Path, tmp_path: Path) -> Path:
    """A copy of the stand-in's data for this test to change."""
    copy = tmp_path / "registers"
    shutil.copytree(registers, copy)
    return copy


@pytest.fixture
def own_source(own_registers: Path) -> Iterator[standin.Standin]:
    """A stand-in of that copy."""
    with standin.start(own_registers) as running:
        yield running


def test_files_that_were_downloaded_but_not_taken_over_are_not_downloaded_again(
    workshop: MakeWorkshop, source: standin.Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = workshop()

    def killed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(statistical, "sync_subjects", killed)
        with pytest.raises(KeyboardInterrupt):
            shop.sync("res")
    assert all((shop.context.downloads / name).exists() for name in ("res_data.csv", "res_pf_nace.csv"))
    source.faults.set("res:cut=1@0")  # a body would not come through; "not modified" has none
    shop.sync("res")
    assert _states(shop) == {"res_data": "done", "res_pf_nace": "done"}
    assert len(shop.details()) > 0


@pytest.mark.parametrize("broken", ["res_data", "res_pf_nace"])
def test_a_file_that_fails_does_not_spoil_the_other(
    workshop: MakeWorkshop,
    own_registers: Path,
    own_source: standin.Standin,
    broken: str,
) -> None:
    shop = workshop(registers=own_source)
    path = own_registers / "res" / f"{broken}.csv"
    good = path.read_bytes()
    path.write_bytes(good + b"\xff\r\n")
    with pytest.raises(SourceError):
        shop.sync("res")
    other = "res_pf_nace" if broken == "res_data" else "res_data"
    assert _states(shop) == {broken: "failed", other: "done"}
    path.write_bytes(good)
    assert {run.dataset: run.unchanged_file for run in shop.sync("res")} == {
        broken: False,
        f"{other}.csv": True,
    }


def test_both_files_of_a_snapshot_are_imported_with_the_same_result(
    workshop: MakeWorkshop, loaded: Installation, installation: Installation
) -> None:
    shop = workshop(installation)
    runs = {run.dataset: run for run in shop.sync("res")}
    assert runs["res_data"].rows_read == COMPANIES and runs["res_pf_nace"].rows_changed > 0
    assert not list(shop.context.downloads.iterdir())
    with reading(loaded.engine) as one, reading(installation.engine) as other:
        query = select(activities).where(activities.c.source == "res").order_by(*activities.primary_key)
        assert one.execute(query).all() == other.execute(query).all() != []
    log = change_log(installation)
    assert [run.unchanged_file for run in shop.sync("res")] == [True, True]
    assert change_log(installation) == log


def test_a_stopped_import_is_done_by_the_next_run(workshop: MakeWorkshop) -> None:
    shop = workshop()

    def stop_when_read(stage: str, _done: int, _total: int | None) -> None:
        if stage == "reading subjects":
            shop.context.stop.set()

    shop.context.show = stop_when_read
    with pytest.raises(Stopped):
        synchronise(shop.context, "res")
    shop.context.stop.clear()
    shop.context.show = no_progress
    shop.sync("res")
    assert _states(shop) == {"res_data": "done", "res_pf_nace": "done"}


def _states(shop: Workshop) -> dict[str, str]:
    """Return how the newest run of each file ended."""
    query = select(source_run.c.dataset, source_run.c.state).order_by(source_run.c.id)
    with reading(shop.context.engine) as connection:
        return {row.dataset: row.state for row in connection.execute(query)}


def test_a_changed_file_is_taken_over_and_only_that(
    workshop: MakeWorkshop, own_registers: Path, own_source: standin.Standin
) -> None:
    shop = workshop(registers=own_source)
    shop.sync("res")
    path = own_registers / "res" / "res_data.csv"
    first = min(shop.details())
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(line for line in lines if not line.startswith(f"{first:08d},".encode())))
    log = change_log(shop.where)
    runs = {run.dataset: run for run in shop.sync("res")}
    assert runs["res_pf_nace.csv"].unchanged_file and runs["res_data"].missing == 1
    assert change_log(shop.where) == log + 1


def test_force_takes_over_what_has_not_changed(workshop: MakeWorkshop) -> None:
    shop = workshop()
    shop.sync("res")
    assert not any(run.unchanged_file for run in shop.sync("res", SyncRequest(force=True)))


def test_a_dataset_that_fails_is_named_and_the_others_are_taken_over(
    workshop: MakeWorkshop, own_registers: Path, own_source: standin.Standin
) -> None:
    good = own_registers / "public_register" / "sro-full-praha-2026.xml.gz"
    for name in ("as-full-brno-2026", "dr-full-plzen-2026"):
        (good.parent / f"{name}.xml.gz").write_bytes(gzip.compress(b"<xml><Subjekt></xml>")[:-9])
    shop = workshop(registers=own_source)
    with pytest.raises(IncompleteError, match=r"as-full-brno-2026.*dr-full-plzen-2026"):
        shop.sync("public_register")
    with reading(shop.context.engine) as connection:
        done = connection.scalars(select(source_run.c.dataset).where(source_run.c.state == "done")).all()
    assert done == [dataset_name(good)]
    for name in ("as-full-brno-2026", "dr-full-plzen-2026"):
        (good.parent / f"{name}.xml.gz").unlink()
    assert [run.unchanged_file for run in shop.sync("public_register")] == [True]


def test_files_with_history_of_the_newest_years_are_wanted_older_ones_first() -> None:
    def dataset(form: str, extent: str, year: int) -> Dataset:
        return Dataset(f"{form}-{extent}-praha-{year}", form, extent, "praha", year)

    offered = [dataset("sro", "full", year) for year in (2026, 2024, 2025)]
    offered += [dataset("sro", "actual", 2026), dataset("as", "full", 2025)]
    assert [item.id for item in newest_datasets(offered, 1)] == ["as-full-praha-2025", "sro-full-praha-2026"]
    assert [item.id for item in newest_datasets(offered, 2)] == [
        "as-full-praha-2025", "sro-full-praha-2025", "sro-full-praha-2026",
    ]  # fmt: skip


def test_code_lists_are_refreshed_and_a_new_name_is_published(
    loaded: Installation, workshop: MakeWorkshop, own_registers: Path, own_source: standin.Standin
) -> None:
    codelists(own_registers)
    path = own_registers / "codelists" / "56.csv"
    path.write_text(path.read_text().replace("Společnost s ručením omezeným", "Eseróčko"), encoding="utf-8")
    shop = workshop(loaded, own_source)
    shop.sync("codelists")
    with reading(loaded.engine) as connection:
        query = select(code.c.name_cs).where(code.c.list == "legal_form", code.c.code == "112")
        assert connection.scalar(query) == "Eseróčko"
    names = {item["pravniForma"]["nazev"] for item in shop.details().values() if item["pravniForma"]}
    assert "Eseróčko" in names and "Společnost s ručením omezeným" not in names
    log = change_log(loaded)
    shop.sync("codelists")
    assert change_log(loaded) == log


def test_a_changed_name_publishes_the_companies_that_show_it_and_no_other(
    loaded: Installation, workshop: MakeWorkshop, own_registers: Path, own_source: standin.Standin
) -> None:
    codelists(own_registers)
    shop = workshop(loaded, own_source)
    shop.sync("codelists")
    path = own_registers / "codelists" / "579.csv"
    path.write_text(path.read_text().replace("Bez zaměstnanců", "Nikdo"), encoding="utf-8")
    log = change_log(loaded)
    shop.sync("codelists")
    with reading(loaded.engine) as connection:
        shown = set(connection.scalars(select(company.c.ico).where(company.c.headcount == "110")))
        published = set(connection.scalars(select(change.c.key).where(change.c.seq > log)))
    assert shown and published == shown
    names = {ico: item["kategoriePoctuPracovniku"] for ico, item in shop.details().items()}
    assert {ico for ico, name in names.items() if name and name["nazev"] == "Nikdo"} == shown


def test_a_code_list_that_lost_over_a_tenth_stays_as_it_was_unless_forced(
    loaded: Installation, workshop: MakeWorkshop, own_registers: Path, own_source: standin.Standin
) -> None:
    codelists(own_registers)
    path = own_registers / "codelists" / "109.csv"
    header, row = path.read_text(encoding="utf-8").splitlines()
    many = [row.replace("CZ0642", f"CZ{number:04d}") for number in range(1000, 1040)]
    path.write_text("\r\n".join([header, *many, ""]), encoding="utf-8")
    shop = workshop(loaded, own_source)
    shop.sync("codelists")
    few = [line.replace("Brno-město", "Brno") for line in many[:35]]
    path.write_text("\r\n".join([header, *few, ""]), encoding="utf-8")
    with pytest.raises(SourceError, match=r"district holds 35 entries, 5 fewer .*--force"):
        shop.sync("codelists")
    query = select(code.c.name_cs).where(code.c.list == "district", code.c.code == "CZ1000")
    with reading(loaded.engine) as connection:
        assert connection.scalar(query) == "Brno-město"
    shop.sync("codelists", SyncRequest(force=True))
    with reading(loaded.engine) as connection:
        assert connection.scalar(query) == "Brno"


def test_a_damaged_list_of_unreliable_payers_turns_nobody_unless_forced(
    workshop: MakeWorkshop, own_registers: Path, own_source: standin.Standin
) -> None:
    def rewrite(listed: int, damaged: int) -> None:
        rows = [(f"{30_000_000 + number}", "?" if number < damaged else "451") for number in range(listed)]
        with sqlite3.connect(own_registers / FACTS) as connection:
            connection.execute("UPDATE vat SET reliability = 'NE'")
            connection.execute("DELETE FROM vat WHERE dic BETWEEN '30000000' AND '30000999'")
            connection.executemany(
                "INSERT INTO vat (dic, kind, reliability, since, office, accounts) "
                "VALUES (?, 'PLATCE_DPH', 'ANO', '2020-01-01', ?, '[]')",
                rows,
            )

    def sync(force: bool) -> Run:
        save_state(shop.context.engine, unreliable_payers._LIST_DAY, "")  # another day
        return unreliable_payers.sync(shop.context, no_progress, force=force)[0]

    shop = workshop(registers=own_source)
    rewrite(100, 0)
    assert sync(False).rows_read == 100
    rewrite(100, 11)
    with pytest.raises(SourceError, match=r"11 of 100 entries .*--force"):
        sync(False)
    rewrite(89, 0)
    with pytest.raises(SourceError, match=r"holds 89 entries, 11 fewer .*--force"):
        sync(False)
    assert sync(True).rows_read == 89
    rewrite(81, 0)
    assert sync(False).rows_read == 81
