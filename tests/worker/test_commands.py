"""The commands over the network: what they say, and how they end."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import select
from typer.testing import CliRunner, Result

from soupis.cli.main import app
from soupis.ingest.runs import Run
from soupis.ingest.source_states import read_states
from soupis.installation import Installation
from soupis.store.engine import reading
from soupis.store.locks import locks_of
from soupis.store.source_states import SourceRun, SourceState, newest_runs
from soupis.store.tables import source_run
from soupis.worker.sources import synchronise
from tests import standin
from tests.support.installation import PERSON_SECRET, environment_of
from tests.support.waiting import eventually
from tests.worker.conftest import MakeWorkshop
from tests.worker.workshop import COMPANIES, facts

Command = Callable[..., Result]


@pytest.fixture
def soupis(
    loaded: Installation, source: standin.Standin, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Command:
    """Run a command over the loaded installation and the stand-in."""
    monkeypatch.chdir(tmp_path)
    for name, value in source.settings.items():
        monkeypatch.setenv(name, value)
    for name, value in environment_of(loaded).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("SOUPIS_CODELISTS_URL", source.origin)
    monkeypatch.setenv("SOUPIS_DATA_DIR", str(loaded.directory))
    monkeypatch.setenv("SOUPIS_PERSON_KEY_SECRET", PERSON_SECRET)
    return lambda *words: CliRunner().invoke(app, list(words))


def test_a_sync_of_all_that_finds_nothing_new_says_so(soupis: Command) -> None:
    result = soupis("sync", "all", "--limit", "10", "--json")
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert told["failures"] == [] and told["documentsChanged"] == 0
    assert {run["dataset"] for run in told["runs"] if run["unchangedFile"]} >= {"res_data.csv", "unreliable"}


def test_a_source_that_fails_is_named_the_others_are_read_and_the_command_exits_1(
    soupis: Command, source: standin.Standin
) -> None:
    source.faults.set("res:block=1")  # a block page is not insisted on, so this is quick
    result = soupis("sync", "all", "--limit", "10", "--json")
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    assert [failure.split(":")[0] for failure in told["failures"]] == ["res"]
    assert {run["source"] for run in told["runs"]} >= {"codelists", "public_register", "ares", "vat", "isir"}


def test_one_company_is_asked_for_by_its_id(
    soupis: Command, registers: Path, source: standin.Standin
) -> None:
    ((ico,),) = facts(registers, "SELECT max(ico) FROM filing")
    result = soupis("sync", "documents", "--ico", ico, "--json")
    assert result.exit_code == 0, result.output
    (run,) = json.loads(result.stdout)["runs"]
    ((count,),) = facts(registers, "SELECT count(*) FROM filing WHERE ico = ?", ico)
    assert (run["read"], run["changed"]) == (count, count)
    assert soupis("sync", "ares", "--ico", ico).exit_code == 0
    assert source.statistics.as_dict()["requests"] == {"documents": 2, "ares": 1}


def test_what_is_no_company_id_is_a_usage_error(soupis: Command) -> None:
    assert soupis("sync", "isir", "--ico", "nobody").exit_code == 2


def test_a_source_that_another_process_reads_is_left_to_it(soupis: Command, loaded: Installation) -> None:
    with closing(locks_of(loaded.engine)) as locks, locks.exclusive("res"):
        result = soupis("sync", "res", "--json")
    assert result.exit_code == 1
    assert "Another process is at it (res)" in json.loads(result.stdout)["failures"][0]


def test_status_tells_of_sources_queues_and_the_worker(soupis: Command) -> None:
    told = json.loads(soupis("status", "--json").stdout)
    sources = {item["source"]: item for item in told["freshness"]}
    assert sources["res"]["records"] == COMPANIES and sources["res"]["lastError"] is None
    assert told["worker"] is False and told["vatQueue"]["waiting"] == 0
    text = soupis("status").stdout
    assert "worker: not running" in text and "public-register:" in text


def test_a_file_that_the_operator_named_wrongly_is_no_failure_of_its_register(
    soupis: Command, loaded: Installation, tmp_path: Path
) -> None:
    def states() -> dict[str, SourceState]:
        with reading(loaded.engine) as connection:
            return read_states(connection)

    def shown() -> list[SourceRun]:
        with reading(loaded.engine) as connection:
            return newest_runs(connection)

    before, before_shown, other = states(), shown(), tmp_path / "other.csv"
    other.write_text("<html></html>\n")
    for source, path in (("res", tmp_path / "none.csv"), ("res", other), ("isir", other), ("vat", other)):
        result = soupis("sync", source, f"--file={path}")
        assert result.exit_code == 1 and "Traceback" not in result.output
        assert path.name in result.output, "what is wrong is told with the file's name"
    assert states() == before
    assert shown() == before_shown
    runs = json.loads(soupis("status", "--json").stdout)["sources"]
    assert {run["source"] for run in runs if run["state"] == "refused"} == {"res", "isir", "vat"}
    assert not [run for run in runs if run["state"] == "failed"]


def test_a_run_whose_process_was_killed_is_told_as_cut_off_at_once_and_noted_so_by_the_next_run(
    soupis: Command, workshop: MakeWorkshop, loaded: Installation, source: standin.Standin
) -> None:
    def events() -> dict[str, str | None]:
        runs = json.loads(soupis("status", "--json").stdout)["sources"]
        return next(run for run in runs if (run["source"], run["dataset"]) == ("isir", "events"))

    source.faults.set("isir_events:hang=1")
    process = subprocess.Popen([sys.executable, "-m", "soupis", "sync", "isir"])
    assert eventually(lambda: events()["state"] == "running")
    process.kill()
    process.wait()
    assert (events()["state"], events()["error"]) == ("failed", "cut off")
    assert "isir/events: failed" in soupis("status").stdout

    source.faults.set("")
    shop = workshop(loaded)

    def state() -> SourceState:
        with reading(loaded.engine) as connection:
            return read_states(connection)["isir"]

    def check(*_: object) -> list[Run]:
        query = select(source_run.c.state, source_run.c.error).order_by(source_run.c.id.desc()).limit(1)
        with reading(loaded.engine) as connection:
            assert connection.execute(query).one() == ("failed", "cut off")
        assert state().last_error == "Interrupted"
        return []

    synchronise(shop.context, "isir", work=check)
    assert state().last_error is None
    shop.sync("isir")
    assert events()["state"] == "done"
