"""The look-up queue: each company once, in batches of a hundred, whatever happens to the worker."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from lxml import etree
from sqlalchemy import func, select

from soupis.installation import Installation
from soupis.progress import no_progress
from soupis.registers.errors import SourceUnavailable
from soupis.registers.records import UNKNOWN_TO_ARES
from soupis.registers.throttle import Limits
from soupis.store.engine import reading, writing
from soupis.store.lookup_queue import LookupQueue
from soupis.store.tables import company_claim, vat_answer, vat_queue
from soupis.synthetic import standin_schema
from soupis.worker import vat_lookups, vat_reverification, vat_source
from soupis.worker.schedule import USUAL
from soupis.worker.vat_source import maintenance_left
from tests import standin
from tests.standin.reply import Question, Reply
from tests.support.commands import Command, start
from tests.support.installation import environment_of
from tests.support.waiting import PATIENCE, eventually, wait_until
from tests.worker.conftest import MakeWorkshop
from tests.worker.workshop import AT_ANY_HOUR, Workshop

MANY = 10_000
FEW = 3_000


class Ledger:
    """Counts how often each tax ID was asked for at the VAT register."""

    def __init__(self, source: standin.Standin) -> None:
        self.asked: Counter[str] = Counter()
        self.sizes: list[int] = []
        self._lock = threading.Lock()
        source.routes[:] = [
            (prefix, name, self._noting(answer) if name == "vat" else answer)
            for prefix, name, answer in source.routes
        ]

    def _noting(self, answer: standin.server.Service) -> standin.server.Service:
        def noting(question: Question) -> Reply:
            numbers = [item.text or "" for item in etree.fromstring(question.body).iter("{*}dic")]
            with self._lock:
                self.asked.update(numbers)
                self.sizes.append(len(numbers))
            return answer(question)

        return noting


def registers_of(directory: Path, count: int) -> Path:
    """Write registers of `count` payers with IDs from 1 on, and a few that do not exist."""
    with closing(standin_schema.create(directory)) as connection, connection:
        for number in range(1, count + 1):
            ico = f"{number:08d}"
            subject = {
                "ico": ico, "icoId": ico, "obchodniJmeno": f"Firma {number}", "pravniForma": "112",
                "dic": f"CZ{ico}", "seznamRegistraci": {"stavZdrojeDph": "AKTIVNI"},
            }  # fmt: skip
            row = (ico, f"Firma {number}", json.dumps(subject), None, None)
            connection.execute("INSERT INTO ares VALUES (?, ?, ?, ?, ?)", row)
            vat_row = (ico, "PLATCE_DPH", "NE", None, "13", None, "[]")
            connection.execute("INSERT INTO vat VALUES (?, ?, ?, ?, ?, ?, ?)", vat_row)
    return directory


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Registers of ten thousand payers."""
    return registers_of(tmp_path_factory.mktemp("many"), MANY)


@pytest.fixture
def payers(many: Path) -> Iterator[standin.Standin]:
    """A stand-in of these registers."""
    with standin.start(many) as running:
        yield running


def _answers(where: Installation) -> int:
    with reading(where.engine) as connection:
        query = select(func.count()).select_from(vat_answer).where(vat_answer.c.subject_kind == "PLATCE_DPH")
        return connection.scalar(query) or 0


@pytest.mark.one_database("sqlite", "three thousand, with kills, are looked up on both below")
def test_ten_thousand_asked_at_once_are_each_looked_up_once_in_batches_of_a_hundred(
    workshop: MakeWorkshop, payers: standin.Standin
) -> None:
    ledger = Ledger(payers)
    shop = workshop(registers=payers)
    for _ in range(2):  # asking twice changes nothing
        shop.context.queue.ask(range(1, MANY + 1))
    shop.sync("vat")
    assert set(ledger.asked.values()) == {1} and len(ledger.asked) == MANY
    assert [size for size in ledger.sizes if size] == [100] * (MANY // 100)
    counted = payers.statistics.as_dict()
    assert counted["requests"]["ares"] == MANY // 100
    assert counted["parallel"]["vat"] <= 4
    assert shop.context.vat_budget.used()[0] == counted["requests"]["vat"]
    assert shop.context.queue.counts().waiting == 0
    states = shop.vat_states()
    assert len(states) == MANY and all(state and state["stav"] == "platce" for state in states.values())


def test_a_worker_killed_five_times_on_the_way_ends_with_the_same_result(
    installation: Installation, tmp_path: Path, chance: random.Random
) -> None:
    with standin.start(registers_of(tmp_path / "registers", FEW), faults="vat:slow=1@0.3") as source:
        ledger = Ledger(source)
        queue = LookupQueue(installation.queue_url)
        queue.ask(range(1, FEW + 1))
        killed_at = []
        for _ in range(5):
            with WorkerProcess(installation, source, tmp_path) as worker:
                before = len(ledger.asked)
                wait_until(lambda seen=before: len(ledger.asked) > seen or not queue.counts().waiting)  # type: ignore[misc]
                moment = chance.uniform(0.0, 0.3)
                time.sleep(moment)
                print(f"killed {moment:.3f} s after a look-up of it")
                worker.send_signal(signal.SIGKILL)
                worker.wait()
            killed_at.append(_answers(installation))
            assert queue.counts().waiting + _answers(installation) >= FEW, "an entry was lost"
        with WorkerProcess(installation, source, tmp_path) as worker:
            assert eventually(lambda: queue.counts().waiting == 0)
            worker.send_signal(signal.SIGTERM)
            assert worker.wait(PATIENCE) == 0
        queue.close()
        assert killed_at[0] < FEW, "no kill came on the way"
        with Workshop(installation, source) as shop:
            states = shop.vat_states()
        assert len(states) == FEW and all(state and state["stav"] == "platce" for state in states.values())
        # A kill costs at most the round that was on its way: four batches.
        assert sum(ledger.asked.values()) <= FEW + 5 * 400


class WorkerProcess:
    """`soupis worker` that only asks ARES and the VAT register."""

    def __init__(self, where: Installation, source: standin.Standin, directory: Path) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SOUPIS_")}
        others_off = ",".join(f"{name}=off" for name in USUAL if name != "vat")
        environment |= (
            source.settings
            | environment_of(where)
            | {
                "SOUPIS_SYNC_SCHEDULE": others_off,
                "SOUPIS_PERSON_KEY_SECRET": where.person_secret.decode(),
            }
        )
        arguments = ["worker", "--data", str(where.directory)]
        with (directory / "worker.log").open("ab") as log:
            self._process = start(arguments, log, environment, directory, program=AT_ANY_HOUR)

    def __enter__(self) -> Command:
        return self._process

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()


def test_who_is_missing_in_an_answer_is_asked_again_and_the_others_are_not(
    workshop: MakeWorkshop, payers: standin.Standin
) -> None:
    ledger = Ledger(payers)
    shop = workshop(registers=payers)
    shop.context.queue.ask(range(1, 301))
    payers.faults.set("vat:status1=1x")
    vat_lookups.drain_queue(shop.context, no_progress)
    counts = shop.context.queue.counts()
    assert (counts.waiting, counts.due) == (100, 0)
    assert len(ledger.asked) == 200, "a fault is played before the service is asked"
    with writing(shop.context.coordination) as connection:
        connection.execute(vat_queue.update().values(next_attempt="2000-01-01T00:00:00Z"))
    vat_lookups.drain_queue(shop.context, no_progress)
    assert set(ledger.asked.values()) == {1} and len(ledger.asked) == 300
    assert shop.context.queue.counts().waiting == 0


def test_a_register_that_is_down_puts_the_queue_off_and_loses_nobody(
    workshop: MakeWorkshop, payers: standin.Standin
) -> None:
    shop = workshop(registers=payers)
    shop.context.queue.ask(range(1, 151))
    payers.faults.set("vat:maintenance=1")
    with pytest.raises(SourceUnavailable, match="queue waits"):
        vat_lookups.drain_queue(shop.context, no_progress)
    counts = shop.context.queue.counts()
    assert (counts.waiting, counts.due, counts.given_up) == (150, 0, 0)
    assert all(state is None for state in shop.vat_states().values())


def test_who_is_known_to_no_source_becomes_no_company_and_leaves_the_queue(
    workshop: MakeWorkshop, payers: standin.Standin
) -> None:
    shop = workshop(registers=payers)
    shop.context.queue.ask([1, 99_999_994])
    shop.sync("vat")
    assert shop.context.queue.counts().waiting == 0
    assert set(shop.details()) == {1}
    before = payers.statistics.as_dict()["requests"]["ares"]
    shop.context.queue.ask([99_999_994])
    shop.sync("vat")
    assert payers.statistics.as_dict()["requests"]["ares"] == before, "asked again on the same day"


def test_that_ares_knows_no_such_subject_is_stored_with_what_it_once_told(
    workshop: MakeWorkshop, payers: standin.Standin
) -> None:
    shop = workshop(registers=payers)
    shop.context.queue.ask([7])
    shop.sync("vat")
    gone = [
        (prefix, name, _without(answer, "00000007") if name == "ares" else answer)
        for prefix, name, answer in payers.routes
    ]
    payers.routes[:] = gone
    with writing(shop.context.engine) as connection:
        connection.execute(company_claim.update().values(retrieved="2020-01-01T00:00:00Z"))
    shop.context.queue.ask([7])
    shop.sync("vat")
    with reading(shop.context.engine) as connection:
        claim = connection.execute(select(company_claim)).one()
    assert (claim.vat_registration, claim.name, claim.tax_id) == (UNKNOWN_TO_ARES, "Firma 7", None)


def _without(answer: standin.server.Service, ico: str) -> standin.server.Service:
    def lacking(question: Question) -> Reply:
        reply = answer(question)
        if question.method != "POST":
            return reply
        body = json.loads(reply.body)
        rows = [row for row in body["ekonomickeSubjekty"] if row["ico"] != ico]
        reply.body = json.dumps({"pocetCelkem": len(rows), "ekonomickeSubjekty": rows}).encode()
        return reply

    return lacking


def test_one_that_cannot_be_read_does_not_keep_its_batch_waiting(
    workshop: MakeWorkshop, payers: standin.Standin
) -> None:
    def spoiling(answer: standin.server.Service) -> standin.server.Service:
        def spoilt(question: Question) -> Reply:
            reply = answer(question)
            if b'"00000013"' in question.body:
                reply.body = reply.body.replace(b'"ico": "00000013"', b'"ico": "00000014"')
            return reply

        return spoilt

    payers.routes[:] = [
        (prefix, name, spoiling(answer) if name == "ares" else answer)
        for prefix, name, answer in payers.routes
    ]
    shop = workshop(registers=payers)
    shop.context.queue.ask(range(11, 19))
    shop.sync("vat")
    assert shop.context.queue.counts().waiting == 1
    assert set(shop.details()) == {11, 12, 14, 15, 16, 17, 18}


def test_the_registers_limit_is_held_to_and_outlives_a_restart(
    installation: Installation, payers: standin.Standin
) -> None:
    limits = {"vat": Limits(4, ((5, 3600.0),))}
    with Workshop(installation, payers, limits) as shop:
        shop.context.queue.ask(range(1, 901))
        drained = vat_lookups.drain_queue(shop.context, no_progress)
        assert drained.waits > 0
    with Workshop(installation, payers, limits) as shop:  # another process, as it were
        assert vat_lookups.drain_queue(shop.context, no_progress).waits > 0
        counts, used = shop.context.queue.counts(), shop.context.vat_budget.used()[0]
    assert payers.statistics.as_dict()["requests"]["vat"] == used == 5
    assert (counts.waiting, counts.due) == (400, 400), "waiting for the limit is no failure"


def test_nothing_is_asked_during_the_nightly_maintenance(
    workshop: MakeWorkshop, payers: standin.Standin, monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = workshop(registers=payers)
    shop.context.queue.ask([1])
    monkeypatch.setattr(vat_source, "maintenance_left", lambda _now: 300.0)
    assert vat_lookups.drain_queue(shop.context, no_progress).waits == 300.0
    assert payers.statistics.as_dict()["requests"] == {}
    assert shop.context.queue.counts().due == 1


@pytest.mark.parametrize(
    ("moment", "seconds"),
    [
        ("2026-11-20T23:00:00+00:00", 600),  # midnight in Prague in winter
        ("2026-11-20T23:09:59+00:00", 1),
        ("2026-11-20T23:10:00+00:00", 0),
        ("2026-07-20T22:05:00+00:00", 300),  # and in summer
        ("2026-11-20T22:59:59+00:00", 0),
    ],
)
def test_maintenance_is_from_midnight_to_ten_past_in_prague(moment: str, seconds: float) -> None:
    assert maintenance_left(datetime.fromisoformat(moment)) == seconds


def test_reverification_asks_the_oldest_payers_and_leaves_a_quarter_of_the_limit_to_the_queue(
    installation: Installation, payers: standin.Standin
) -> None:
    with Workshop(installation, payers) as shop:
        shop.context.queue.ask(range(1, 1001))
        shop.sync("vat")
        with writing(shop.context.engine) as connection:
            for number in range(1, 1001):
                moment = f"2026-10-{1 + number % 28:02d}T10:00:00Z"
                statement = vat_answer.update().where(vat_answer.c.dic_digits == f"{number:08d}")
                connection.execute(statement.values(answered=moment))
    payers.statistics.reset()
    ledger = Ledger(payers)
    used = 11  # the list and the ten batches before
    with Workshop(installation, payers, {"vat": Limits(4, (((used + 5) * 4 // 3, 3600.0),))}) as shop:
        runs = vat_reverification.reverify(shop.context, no_progress)
        assert runs and shop.context.queue.counts().waiting == 0
        assert vat_reverification.reverify(shop.context, no_progress) == []
    assert ledger.sizes == [100] * 5
    oldest = sorted(range(1, 1001), key=lambda number: (1 + number % 28, number))[:500]
    assert set(ledger.asked) == {f"{number:08d}" for number in oldest}
