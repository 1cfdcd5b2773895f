"""Sources that fail are left alone for longer each time, and for as long as they ask for."""

from __future__ import annotations

from soupis.registers.errors import SourceUnavailable
from soupis.registers.records import SourceError
from soupis.worker.backoff import Rests


def test_rests_grow_to_a_quarter_of_an_hour_and_a_success_ends_them() -> None:
    rests = Rests()
    lengths = [rests.failed("vat", SourceError("no")) for _ in range(8)]
    assert lengths[:4] == [30, 60, 120, 240] and lengths[-1] == 900
    assert rests.is_resting("vat") and not rests.is_resting("ares")
    rests.succeeded("vat")
    assert not rests.is_resting("vat")
    assert rests.failed("vat", SourceError("no")) == 30


def test_a_source_is_left_alone_for_as_long_as_it_asked_for() -> None:
    rests = Rests()
    assert rests.failed("ares", SourceUnavailable("blocked", retry_after=3600.0)) == 3600
    assert rests.failed("ares", SourceUnavailable("busy", retry_after=1.0)) == 60
