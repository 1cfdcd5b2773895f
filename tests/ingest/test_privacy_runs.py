"""What cannot be read is told of without what is private in it: in runs, on the screen, in the log."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, text
from sqlalchemy.exc import DatabaseError

from soupis.ingest.privacy import HIDDEN
from soupis.ingest.runs import Run
from soupis.logs import configure_logging
from soupis.registers.records import Rejected
from soupis.registers.values import iso_date
from soupis.settings import Settings
from soupis.store.engine import open_engine, reading
from soupis.store.tables import source_run
from tests.support import commands
from tests.support.registry import Registry
from tests.support.sources import board, element, fact, member, natural, register_file, subject

TEXT = "Jan Vzorový, nar. 23. 7. 1961, r. č. 610723/1230, bytem Tajná Lhota 77"
SECRETS = ("23. 7. 1961", "1961-07-23", "610723", "1230", "Tajná Lhota")


def test_a_sync_with_planted_and_broken_subjects_says_nothing_private(tmp_path: Path) -> None:
    born = natural("Jan", "Vzorový, " + TEXT, "1961-07-23")
    good = subject(
        27074358, "Alfa s.r.o.", board(member(born)), fact("PREDMET_PODNIKANI", element("hodnotaText", TEXT))
    )
    no_id = f"<Subjekt>{element('nazev', TEXT)}<udaje>{board(member(born))}</udaje></Subjekt>"
    broken_day = subject(
        25083325, "Beta s.r.o.", board(member(natural("Jan", "Vzorový", f"23. 7. 1961 {TEXT}")))
    )
    broken_entry = subject(45274649, TEXT, fact("NAZEV", element("hodnotaText", TEXT), since=TEXT))
    path = register_file(tmp_path / "sro-full-brno-2026.xml", good, no_id, broken_day, broken_entry)
    data = tmp_path / "data"
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("SOUPIS_")},
        "SOUPIS_LOG_LEVEL": "DEBUG",
    }
    command = [str(Path(sys.executable).with_name("soupis")), "sync", "public-register", f"--file={path}"]
    done = subprocess.run(
        [*command, "--data", str(data)], env=environment, capture_output=True, text=True, cwd=tmp_path
    )
    said = done.stdout + done.stderr
    with reading(open_engine(f"sqlite:///{data / 'registry.sqlite'}")) as connection:
        runs = connection.execute(select(source_run)).all()
    assert runs and any(run.rows_rejected for run in runs), said
    told = said + "".join(f"{run.rejected_sample} {run.error}" for run in runs)
    for secret in SECRETS:
        assert secret not in told, told


def test_a_rejected_row_is_kept_without_what_is_private() -> None:
    run = Run("res", "res_data")
    run.reject(Rejected(f"line 3 ({TEXT})", f"{TEXT!r} is not a company ID"))
    (kept,) = run.rejected
    assert not [secret for secret in SECRETS if secret in kept.place + kept.reason]
    assert kept.place.startswith("line 3") and kept.reason.endswith("is not a company ID")


@given(st.integers(0, 60), st.sampled_from([" ", "\u00a0", "\n", "\u00ad \u2009"]))
def test_of_a_value_that_cannot_be_read_nothing_private_is_kept_wherever_it_is_cut(
    before: int, gap: str
) -> None:
    value = f"{'Vzorový ' * before}Jan, nar. 23. 7. 1961, r. č. 610723/1230, bytem Tajná Lhota 77".replace(
        " ", gap
    )
    with pytest.raises(ValueError, match="is not a date") as error:
        iso_date(value)
    run = Run("res", "res_data")
    run.reject(Rejected("line 3", str(error.value)))
    (kept,) = run.rejected
    assert not re.search("1961|6107|1230|Taj|Lho", kept.reason), kept.reason
    assert len(kept.reason) <= 201


def test_log_lines_and_tracebacks_are_redacted(capfd, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    import structlog

    configure_logging(Settings(data_dir=tmp_path, log_format="json"))
    log = structlog.get_logger("test")
    try:
        raise ValueError(TEXT)
    except ValueError:
        log.exception("sync_broken", reason=TEXT)
    said = capfd.readouterr().err
    assert "sync_broken" in said and "ValueError" in said
    assert not [secret for secret in SECRETS if secret in said], said


def test_what_nobody_catches_is_told_without_what_is_private(tmp_path: Path) -> None:
    """In the main thread and in others, in lines of libraries, and whatever a value stands beside."""
    program = f"""
import logging, pathlib, threading
from soupis.logs import configure_logging
from soupis.settings import Settings
configure_logging(Settings(data_dir=pathlib.Path({str(tmp_path)!r})))
logging.getLogger("library").error("row %s", {TEXT!r})
def work():
    raise KeyError("1961-07-23")
thread = threading.Thread(target=work)
thread.start()
thread.join()
raise ValueError({TEXT!r})
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, timeout=120
    )
    assert done.returncode == 1
    for word in ("ValueError", "KeyError", "row Jan", "line 8, in work"):
        assert word in done.stderr, done.stderr
    # The program's own text, which a traceback quotes, is none of the data.
    told = "\n".join(line for line in done.stderr.splitlines() if not line.startswith("    "))
    assert not [secret for secret in SECRETS if secret in told], told


def test_lines_of_libraries_are_json_where_the_log_is_and_redacted_too(tmp_path: Path) -> None:
    program = f"""
import logging, pathlib
from soupis.logs import configure_logging
from soupis.settings import Settings
configure_logging(Settings(data_dir=pathlib.Path({str(tmp_path)!r}), log_format="json"))
logging.getLogger("library").warning('odd "piece" of\\n%s', {TEXT!r})
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path, timeout=120, check=True
    )
    line = json.loads(done.stderr)
    assert (line["level"], line["logger"]) == ("warning", "library")
    assert line["event"].startswith('odd "piece" of\n')
    assert datetime.fromisoformat(line["timestamp"]).utcoffset() == timedelta(0)
    assert not [secret for secret in SECRETS if secret in line["event"]]


def test_errors_of_the_database_never_quote_the_values_of_a_statement(registry: Registry) -> None:
    with pytest.raises(DatabaseError) as caught, reading(registry.engine) as connection:
        connection.execute(text("SELECT :born FROM nowhere"), {"born": "1961-07-23"})
    assert "1961" not in str(caught.value) and "hide_parameters" in str(caught.value)


def test_a_command_that_fails_quotes_nothing_private(tmp_path: Path) -> None:
    fault = tmp_path / "vat.xml"
    fault.write_text(
        "<soapenv:Envelope xmlns:soapenv='http://schemas.xmlsoap.org/soap/envelope/'><soapenv:Body>"
        f"<soapenv:Fault><faultcode>x</faultcode><faultstring>{TEXT}</faultstring></soapenv:Fault>"
        "</soapenv:Body></soapenv:Envelope>"
    )
    kind = subject(27074358, "Alfa s.r.o.", fact("R. Č. 610723/1230"))
    register = register_file(tmp_path / "sro-full-brno-2026.xml", kind)
    said = ""
    for source, path in (("vat", fault), ("public-register", register)):
        done = commands.run("sync", source, f"--file={path}", "--data", str(tmp_path / "data"), cwd=tmp_path)
        said += done.stdout + done.stderr
    assert "Jan Vzorový" in said and HIDDEN in said and "kinds of facts not known" in said
    assert not [secret for secret in SECRETS if secret in said], said
