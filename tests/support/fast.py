"""`pytest --fast`: what needs no server, browser, PostgreSQL or other process; says what it left out.

Markers come from the fixtures that a test uses, by hand only where it takes seconds of processor (slow). What
a test needs without a fixture is found out when it starts a process or listens on a socket: it is left out at
that moment, and counted too.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Generator
from multiprocessing import process
from typing import Any

import pytest

# Fixture → what it starts. A test that uses several is counted under the first one here.
NEEDS = {
    "browser": "browser",
    "postgresql_server": "postgres",
    "server": "server",
    "server_of_four": "server",
    "site_url": "server",
    "site": "server",  # the whole application of a process, be it behind a socket or not
    "source": "server",
    "document_server": "server",
    "smtp": "server",
}
# The other half of a fixture that asks for one of two databases by its parameter.
_PARAMETERS = {"postgresql": "postgres"}
_MARKERS = {
    "browser": "needs Chromium",
    "postgres": "needs PostgreSQL",
    "server": "needs a server that listens on a socket",
    "slow": "takes seconds of processor",
}
# Audit events of Python → what is about to start.
_STARTS = {
    "subprocess.Popen": "process",
    "os.posix_spawn": "process",
    "os.fork": "process",
    "os.forkpty": "process",
    "socket.bind": "server",
}
_LEFT_OUT = "left out: "
_is_test_running = False


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--fast", action="store_true", help="only what needs no server, browser or process")


def pytest_configure(config: pytest.Config) -> None:
    for name, meaning in _MARKERS.items():
        config.addinivalue_line("markers", f"{name}: {meaning} (set by the fixtures used)")
    if config.getoption("--fast"):
        config.option.reportchars = "fE"  # what was left out is counted at the end, not listed
        sys.addaudithook(_leave_out)
        # Workers of `multiprocessing` are started without an audit event.
        process.BaseProcess.start = _start_no_process  # type: ignore[assignment]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Generator[None, object, object]:
    global _is_test_running
    _is_test_running = True
    try:
        return (yield)
    finally:
        _is_test_running = False


def _start_no_process(_process: process.BaseProcess) -> None:
    pytest.skip(f"{_LEFT_OUT}process")


def _leave_out(event: str, _arguments: Any) -> None:
    if _is_test_running and event in _STARTS:
        pytest.skip(f"{_LEFT_OUT}{_STARTS[event]}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        needs = _needs(item)
        for need in needs:
            item.add_marker(need)
        if needs and config.getoption("--fast"):
            item.add_marker(pytest.mark.skip(f"{_LEFT_OUT}{needs[0]}"))
    # Once started, Playwright keeps its event loop running in this process; no other can run there any more.
    # Of these files, which come last, long ones come first: processes that take files end at about one time.
    with_browser = {item.path for item in items if item.get_closest_marker("browser")}
    long = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (item.path in with_browser, item.path in with_browser - long))


def _needs(item: pytest.Item) -> list[str]:
    fixtures = set(getattr(item, "fixturenames", ()))
    found = [need for fixture, need in NEEDS.items() if fixture in fixtures]
    parameters = getattr(getattr(item, "callspec", None), "params", {})
    found += [
        _PARAMETERS[value] for value in parameters.values() if isinstance(value, str) and value in _PARAMETERS
    ]
    if item.get_closest_marker("slow"):
        found.append("slow")
    return list(dict.fromkeys(found))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if not config.getoption("--fast"):
        return
    reasons = [report.longrepr[2] for report in terminalreporter.stats.get("skipped", ())]
    needs = Counter(reason.partition(_LEFT_OUT)[2] for reason in reasons if _LEFT_OUT in reason)
    counts = ", ".join(f"{count:,} {need}" for need, count in needs.most_common())
    terminalreporter.write_line(f"left out of the fast run, by what they need: {counts or 'nothing'}")
