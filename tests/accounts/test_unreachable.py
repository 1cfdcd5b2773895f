"""The log while a database is away."""

from __future__ import annotations

from structlog.testing import capture_logs

from soupis.accounts.errors import UnavailableError
from soupis.accounts.unreachable import UnreachableLog


def test_an_outage_is_an_error_a_minute_of_each_kind_with_the_number_of_those_in_between() -> None:
    moments = iter((0.0, 1.0, 59.9, 60.0, 60.1, 60.2))
    log = UnreachableLog(lambda: next(moments))
    with capture_logs() as lines:
        for _ in range(5):
            log.report(UnavailableError("The accounts database is away."), path="/api/v1/firma/45274649")
        log.report(OSError(), tool="get_company")
    assert [(line["log_level"], line["error"], line.get("untold")) for line in lines] == [
        ("error", "UnavailableError", None),
        ("info", "UnavailableError", None),
        ("info", "UnavailableError", None),
        ("error", "UnavailableError", 2),
        ("info", "UnavailableError", None),
        ("error", "OSError", None),
    ]
    assert {line["event"] for line in lines} == {"store_unreachable"}
    assert [line.get("reason") for line in lines[2:4]] == [None, "The accounts database is away."]
    assert lines[1]["path"] == "/api/v1/firma/45274649"
    assert lines[-1]["tool"] == "get_company"
