from __future__ import annotations

from datetime import datetime

import pytest

from soupis.accounts.quota.tariffs import Period
from soupis.accounts.quota.windows import Calendar, window_at
from soupis.times import PRAGUE, utc_text


def at(text: str) -> float:
    return datetime.fromisoformat(text).timestamp()


@pytest.mark.parametrize(
    ("utc", "day", "hours"),
    [
        ("2026-11-20T22:59:59+00:00", "2026-11-20", 24),
        ("2026-11-20T23:00:00+00:00", "2026-11-21", 24),
        ("2026-07-01T21:59:59+00:00", "2026-07-01", 24),
        ("2026-07-01T22:00:00+00:00", "2026-07-02", 24),
        ("2026-03-29T12:00:00+00:00", "2026-03-29", 23),  # clocks go forward
        ("2026-03-28T23:00:00+00:00", "2026-03-29", 23),
        ("2026-03-29T21:59:59+00:00", "2026-03-29", 23),
        ("2026-03-29T22:00:00+00:00", "2026-03-30", 24),
        ("2026-10-25T12:00:00+00:00", "2026-10-25", 25),  # clocks go back
        ("2026-10-24T22:00:00+00:00", "2026-10-25", 25),
        ("2026-10-25T00:30:00+00:00", "2026-10-25", 25),  # 2:30 for the first time
        ("2026-10-25T01:30:00+00:00", "2026-10-25", 25),  # 2:30 for the second time
        ("2026-10-25T23:00:00+00:00", "2026-10-26", 24),
        ("2027-12-31T23:00:00+00:00", "2028-01-01", 24),
    ],
)
def test_a_day_is_the_calendar_day_of_prague(utc: str, day: str, hours: int) -> None:
    window = window_at("day", at(utc))
    assert window.name == day
    assert window.ends - window.begins == hours * 3600
    assert window.begins <= at(utc) < window.ends
    assert datetime.fromtimestamp(window.begins, PRAGUE).isoformat().startswith(f"{day}T00:00:00")


@pytest.mark.parametrize(
    ("utc", "month", "ends"),
    [
        ("2026-11-30T22:59:59+00:00", "2026-11", "2026-11-30T23:00:00+00:00"),
        ("2026-11-30T23:00:00+00:00", "2026-12", "2026-12-31T23:00:00+00:00"),
        ("2026-12-31T23:00:00+00:00", "2027-01", "2027-01-31T23:00:00+00:00"),
        ("2028-02-29T10:00:00+00:00", "2028-02", "2028-02-29T23:00:00+00:00"),
        ("2026-03-01T00:00:00+00:00", "2026-03", "2026-03-31T22:00:00+00:00"),
        ("2026-10-31T00:00:00+00:00", "2026-10", "2026-10-31T23:00:00+00:00"),
        ("2026-05-31T22:00:00+00:00", "2026-06", "2026-06-30T22:00:00+00:00"),
    ],
)
def test_a_month_is_the_calendar_month_of_prague(utc: str, month: str, ends: str) -> None:
    window = window_at("month", at(utc))
    assert window.name == month
    assert window.ends == at(ends)
    assert window.begins <= at(utc) < window.ends


@pytest.mark.parametrize("period", ["day", "month"])
def test_windows_follow_each_other_without_a_gap_through_ten_years(period: Period) -> None:
    window = window_at(period, at("2026-01-01T12:00:00+01:00"))
    names = [window.name]
    while window.name < "2036":
        following = window_at(period, window.ends)
        assert following.begins == window.ends
        window = following
        names.append(window.name)
    assert names == sorted(set(names))


def test_the_calendar_changes_its_window_in_the_very_second_and_back_again() -> None:
    calendar = Calendar()
    midnight = at("2026-11-21T00:00:00+01:00")
    for moment_ in (midnight - 0.001, midnight, midnight + 1, midnight - 1, midnight + 86_400):
        for period in ("day", "month"):
            assert calendar.windows(moment_)[period] == window_at(period, moment_)


def test_moments_are_stored_in_utc_with_whole_seconds() -> None:
    assert utc_text(at("2026-07-01T12:00:00.900000+02:00")) == "2026-07-01T10:00:00Z"
