"""Whatever touches a store is tested on SQLite and on PostgreSQL, or says why on one of them only.

Fixtures that follow `database_kind` (`registry`, `url`, `installation` and others) run a test on both. The
mark `one_database("sqlite", "the reason")` leaves the other out: of a test, or of one of its parameters. A
test that takes a store of one kind without giving a reason is refused before anything runs.
"""

from __future__ import annotations

import pytest

BOTH = "database_kind"
# Stores of one kind, by what begins their names.
_KINDS = {
    "sqlite": ("sqlite_", "empty_accounts", "empty_file"),
    "postgresql": ("postgresql_", "accounts_database", "registry_database"),
}
# Fixtures that are of one kind for a reason of their own → the reason.
REASONS = {
    "demo_installation": "requests are answered from a node's own files; tests/nodes/test_same_answers.py has"
    " nodes of PostgreSQL and one machine answer the same",
    "record": "nodes follow PostgreSQL",
    "site": "pages ask accounts only in ways that tests/accounts and test_service.py try on both",
}


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "one_database(kind, reason): left out on the other kind of database")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    faults = sorted({fault for item in items if (fault := fault_of(item))})
    if faults:
        raise pytest.UsageError("\n".join(faults))
    left_out = [item for item in items if _is_left_out(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not _is_left_out(item)]


def fault_of(item: pytest.Item) -> str | None:
    """Return what is wrong with the databases that a test runs on, None for nothing."""
    fixtures = set(getattr(item, "fixturenames", ()))
    kinds = {kind for kind, names in _KINDS.items() if any(name.startswith(names) for name in fixtures)}
    marker, name = item.get_closest_marker("one_database"), item.nodeid.partition("[")[0]
    if marker:
        if len(marker.args) != 2 or marker.args[0] not in _KINDS or not marker.args[1]:
            return f"{name}: one_database() tells a kind and the reason"
        if not kinds and BOTH not in fixtures:
            return f"{name}: one_database() on a test that takes no store"
    elif len(kinds) == 1 and BOTH not in fixtures and not fixtures & REASONS.keys():
        return f"{name} runs on {kinds.pop()} only: run it on both, or say why not by one_database()"
    return None


def _is_left_out(item: pytest.Item) -> bool:
    marker, parameters = item.get_closest_marker("one_database"), getattr(item, "callspec", None)
    kind = parameters.params.get(BOTH) if parameters else None
    return marker is not None and kind not in (None, marker.args[0])
