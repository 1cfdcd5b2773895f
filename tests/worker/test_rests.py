"""Sources that fail are left alone for longer each time, and for as long as they ask for."""

from __future__ import annotations

from soupis.registers.errors import SourceUnavailable
from soupis.registers.records import SourceError
from soupis.worker.backoff import Backoff


def test_rests_grow_to_a_quarter_of_an_hour_and_a_success_ends_them() -> None:
    backoff = Backoff()
    lengths = [backoff.failed("vat", SourceError("no")) for _ in range(8)]
    assert lengths[:4] == [30, 60, 120, 240] and lengths[-1] == 900
    assert backoff.is_resting("vat") and not backoff.is_resting("ares")
    backoff.succeeded("vat")
    assert not backoff.is_resting("vat")
    assert backoff.failed("vat", SourceError("no")) == 30


def test_a_source_is_left_alone_for_as_long_as_it_asked_for() -> None:
    backoff = Backoff()
    assert backoff.failed("ares", SourceUnavailable("blocked", retry_after=3600.0)) == 3600
    assert backoff.failed("ares", SourceUnavailable("busy", retry_after=1.0)) == 60
