"""The service's own measurements: quantiles of histograms, sums of processes, windows, what is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

import pytest

from soupis.accounts.database import Database
from soupis.queries.measurements import BOUNDS, KEPT_SECONDS, SLOT_SECONDS, Answers, Measurements
from tests.accounts.conftest import Clock, clock, database, postgresql_url, sqlite_url, url

__all__ = ["clock", "database", "postgresql_url", "sqlite_url", "url"]

NOTHING = (0,) * (len(BOUNDS) + 1)


def histogram(seconds: list[float]) -> Answers:
    buckets = list(NOTHING)
    for value in seconds:
        buckets[sum(bound < value for bound in BOUNDS)] += 1
    return Answers(tuple(buckets), 0)


class Process:
    """What a process counts: buckets that only grow."""

    def __init__(self, buckets: Mapping[int, int] | None = None, failed: int = 0) -> None:
        self.buckets = [*NOTHING]
        self.failed = failed
        for place, count in (buckets or {}).items():
            self.buckets[place] = count

    def __call__(self) -> dict[str, Answers]:
        return {"company": Answers(tuple(self.buckets), self.failed)}


Open = Callable[..., Measurements]


@pytest.fixture
def open_measurements(database: Database, clock: Clock) -> Iterator[Open]:
    opened = []

    def open_one(counts: Process, ages: dict[str, int] | None = None) -> Measurements:
        opened.append(Measurements(database, counts, lambda: ages or {}, clock))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()


def test_a_quantile_lies_in_the_bucket_of_the_value_itself() -> None:
    random = Random(1)
    for _ in range(200):
        seconds = sorted(random.expovariate(1 / 0.03) for _ in range(random.randint(1, 300)))
        for share in (0.5, 0.99):
            exact = seconds[max(0, -(-int(share * 1000) * len(seconds) // 1000) - 1)]
            told = histogram(seconds).quantile(share)
            assert told is not None
            above = [bound for bound in BOUNDS if bound >= exact]
            below = [0.0, *(bound for bound in BOUNDS if bound < exact)]
            assert below[-1] <= told <= (above[0] if above else BOUNDS[-1])


@pytest.mark.parametrize(
    ("buckets", "share", "seconds"),
    [
        ({0: 10}, 0.5, 0.0005),
        ({0: 50, 1: 50}, 0.5, 0.001),
        ({0: 50, 1: 50}, 0.75, 0.00175),
        ({3: 99, 11: 1}, 0.99, 0.01),
        ({12: 3}, 0.5, 5.0),
        ({0: 1, 12: 1}, 0.99, 5.0),
    ],
)
def test_quantiles_are_spread_evenly_within_a_bucket(
    buckets: dict[int, int], share: float, seconds: float
) -> None:
    assert Process(buckets)()["company"].quantile(share) == pytest.approx(seconds)


def test_without_answers_there_is_no_quantile() -> None:
    assert Answers(NOTHING, 0).quantile(0.5) is None


def test_processes_are_one_sum_and_nothing_is_added_twice(open_measurements: Open) -> None:
    one, other = Process(), Process()
    first, second = open_measurements(one), open_measurements(other)
    for round_number in range(3):
        one.buckets[2] += 5
        other.buckets[2] += 1
        other.failed += 1
        first.write()
        second.write()
        second.write()
        assert first.answers(300)["company"] == Answers(
            tuple(6 * (round_number + 1) if place == 2 else 0 for place in range(13)), round_number + 1
        )


def test_what_was_counted_before_a_process_began_is_not_its_own(open_measurements: Open) -> None:
    open_measurements(Process({1: 1000}, failed=7)).write()
    assert open_measurements(Process()).answers(300) == {}


def test_figures_survive_a_restart(open_measurements: Open, database: Database, clock: Clock) -> None:
    process = Process()
    before = Measurements(database, process, dict, clock)
    process.buckets[4] += 3
    before.close()
    assert open_measurements(Process()).answers(300)["company"].total == 3


def test_a_window_holds_the_answers_of_its_time(open_measurements: Open, clock: Clock) -> None:
    process = Process()
    measured = open_measurements(process)
    for _ in range(400):  # a bit over 33 hours
        process.buckets[0] += 1
        measured.write()
        clock.now += SLOT_SECONDS
    assert measured.answers(300)["company"].total == 1
    assert measured.answers(86_400)["company"].total == 288
    assert measured.answers(30 * 86_400)["company"].total == 400


def test_a_month_is_kept(open_measurements: Open, clock: Clock, database: Database) -> None:
    process = Process()
    measured = open_measurements(process, {"ares": 60})
    process.buckets[0] += 1
    measured.tick()
    clock.now += KEPT_SECONDS + 2 * SLOT_SECONDS
    later = open_measurements(process, {})
    later.tick()
    connection = database.connect()
    for table in ("answer_time", "source_age"):
        assert connection.run(f"SELECT count(*) FROM {table}", {})[0][0] == 0
    connection.close()


def test_the_greatest_age_of_a_window_counts(open_measurements: Open, clock: Clock) -> None:
    ages = {"ares": 100}
    measured = open_measurements(Process(), ages)
    for age in (100, 900, 50):
        ages["ares"] = age
        measured.write()
    clock.now += SLOT_SECONDS
    ages["ares"] = 10
    measured.write()
    assert measured.ages("ares", 500, 86_400) == (900, 2, 1)
    assert measured.ages("isir", 500, 86_400) is None


def test_it_is_known_since_when_there_are_measurements(open_measurements: Open, clock: Clock) -> None:
    process = Process()
    measurements = open_measurements(process, {"res": 5})
    assert measurements.since() is None
    first = int(clock())
    measurements.write()
    clock.now += 3 * SLOT_SECONDS
    process.buckets[0] += 1
    measurements.write()
    assert measurements.since() == first // SLOT_SECONDS * SLOT_SECONDS
