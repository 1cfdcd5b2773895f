"""Whatever goes wrong on the way, a VAT state that is shown is one that the registers really said."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import closing
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from soupis.ingest.merge import statistical
from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.registers.records import SourceError
from soupis.store.engine import reading, writing
from soupis.store.tables import vat_queue
from soupis.synthetic import standin_schema
from soupis.worker import vat_lookups
from soupis.worker.publisher import publish_and_index_all
from tests import standin
from tests.support.sources import res_file, res_row
from tests.worker.conftest import copy_installation
from tests.worker.workshop import Workshop


class Said(NamedTuple):
    """What the two registers say of one company, and what may therefore be shown."""

    ico: int
    ares: str
    register: str
    shown: str | None  # state


ARES = ("running", "ended", "never", "group", "missing")
REGISTER = ("PLATCE_DPH", "unreliable", "IDENTIFIKOVANA_OSOBA", "NESPOLEHLIVA_OSOBA", "NENALEZEN")
_STATES = {
    "PLATCE_DPH": "platce",
    "unreliable": "nespolehlivyPlatce",
    "IDENTIFIKOVANA_OSOBA": "identifikovanaOsoba",
    "NESPOLEHLIVA_OSOBA": "neplatce",
}


def _shown(ares: str, register: str) -> str | None:
    if register != "NENALEZEN":
        return _STATES[register]
    return None if ares in ("running", "group") else "neplatce"  # None: they contradict each other, so null


WORLD = [
    Said(number, ares, register, _shown(ares, register))
    for number, (ares, register) in enumerate(product(ARES, REGISTER), start=101)
]
_TAKEN = {said.ico: said for said in WORLD}


@pytest.fixture(scope="module")
def registers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[standin.Standin]:
    """The registers of this world."""
    directory = tmp_path_factory.mktemp("truth")
    with closing(standin_schema.create(directory)) as facts, facts:
        for said in WORLD:
            ico = f"{said.ico:08d}"
            number = f"699{said.ico:06d}" if said.ares == "group" else ico
            subject: dict[str, Any] = {"ico": ico, "icoId": ico, "obchodniJmeno": f"Žluťoučká {ico} s.r.o."}
            state = {"running": "AKTIVNI", "ended": "ZANIKLY"}.get(said.ares, "NEEXISTUJICI")
            subject["seznamRegistraci"] = {"stavZdrojeDph": state}
            if said.ares in ("running", "ended"):
                subject["dic"] = f"CZ{ico}"
            if said.ares == "group":
                subject["dicSkDph"] = f"CZ{number}"
            if said.ares != "missing":
                body = json.dumps(subject, ensure_ascii=False)
                facts.execute("INSERT INTO ares VALUES (?, ?, ?, NULL, NULL)", (ico, ico, body))
            if said.register != "NENALEZEN":
                kind = "PLATCE_DPH" if said.register == "unreliable" else said.register
                reliability = "ANO" if said.register in ("unreliable", "NESPOLEHLIVA_OSOBA") else "NE"
                since = "2020-01-02" if reliability == "ANO" else None
                row = (number, kind, reliability, since, "13", f"Žluťoučká {ico}", "[]")
                facts.execute("INSERT INTO vat VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    with standin.start(directory) as running:
        yield running


@pytest.fixture
def with_companies(installation: Installation, registers: standin.Standin, tmp_path: Path) -> Installation:
    """An installation with the companies of this world and nothing known of their VAT."""
    file = res_file(tmp_path / "res_data.csv", [res_row(said.ico, f"Firma {said.ico}") for said in WORLD])
    statistical.sync_subjects(installation.engine, file, no_progress)
    with Workshop(installation, registers) as shop:
        publish_and_index_all(shop.context)
    return installation


_FAULTS = (
    "refuse", "cut", "5xx", "429", "html", "block", "encoding", "malformed", "truncated",
    "status1", "maintenance", "unavailable",
)  # fmt: skip
_fault = st.tuples(st.sampled_from(["vat", "ares"]), st.sampled_from(_FAULTS), st.integers(1, 3))
_round = st.lists(_fault, min_size=1, max_size=4)


@pytest.mark.one_database("sqlite", "what is stored of answers is tried on both by tests/ingest/test_vat.py")
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rounds=st.lists(_round, min_size=1, max_size=3), seed=st.integers(0, 1000))
def test_what_is_shown_follows_from_what_the_registers_really_said_or_is_null(
    registers: standin.Standin,
    with_companies: Installation,
    rounds: list[list[tuple[str, str, int]]],
    seed: int,
) -> None:
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name) / "data"
        with copy_installation(with_companies, directory) as where, Workshop(where, registers) as shop:
            shop.context.queue.ask(_TAKEN)
            for faults in rounds:
                parts = [
                    f"{service}:{fault}={count}x"
                    for service, fault, count in faults
                    if service == "vat" or fault not in ("status1", "maintenance", "unavailable")
                ]
                _drain(shop, ";".join([*parts, f"seed={seed}"]))
                for ico, dph in shop.vat_states().items():
                    assert dph is None or dph["stav"] == _TAKEN[ico].shown is not None, _TAKEN[ico]
            _drain(shop, "")
            states = shop.vat_states()
            assert {ico: dph and dph["stav"] for ico, dph in states.items()} == {
                said.ico: said.shown for said in WORLD
            }
            with reading(shop.context.coordination) as connection:
                waiting = set(connection.scalars(select(vat_queue.c.ico)))
            contradicted = {ico for ico, detail in shop.details().items() if detail["dphRozpor"]}
            assert waiting == contradicted == {said.ico for said in WORLD if said.shown is None}


def _drain(shop: Workshop, faults: str) -> None:
    shop.source.faults.set(faults)
    with writing(shop.context.coordination) as connection:
        connection.execute(vat_queue.update().values(next_attempt="2000-01-01T00:00:00Z", attempts=0))
    try:
        vat_lookups.drain_queue(shop.context, no_progress)
    except SourceError:
        publish_and_index_all(shop.context)
