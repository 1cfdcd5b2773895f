"""Free requests of one account take turns, so that it never holds more than one thread."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from starlette.testclient import TestClient

from soupis.installation import Installation
from tests.support.installation import copy_of, issue_key
from tests.support.waiting import wait_until
from tests.web.site import compose


class _Gate:
    """Something that threads go through one by one or side by side, and wait in until it opens."""

    def __init__(self, inner: Any) -> None:
        self.opened = threading.Event()
        self.inside = self.most_inside = 0
        self._inner = inner
        self._lock = threading.Lock()

    def __call__(self, *arguments: Any) -> Any:
        with self._lock:
            self.inside += 1
            self.most_inside = max(self.most_inside, self.inside)
        assert self.opened.wait(60)
        with self._lock:
            self.inside -= 1
        return self._inner(*arguments)


@pytest.mark.parametrize(
    ("path", "part", "name"),
    [
        ("/api/v1/sledovani", "lists", "page"),
        ("/api/v1/webhooky", "webhooks", "of"),
        ("/api/v1/zmeny?od=0&sledovane=true", "lists", "of"),
    ],
)
def test_an_account_that_asks_many_times_at_once_holds_one_thread(
    demo_installation: Installation, tmp_path: Any, path: str, part: str, name: str
) -> None:
    where = copy_of(demo_installation, tmp_path / "data")
    keys = [issue_key(where, f"{who}@example.com", "standard") for who in ("hostile", "other")]
    hostile, other = ({"Authorization": f"Bearer {key}"} for key in keys)
    app = compose(where, "https://soupis.test")
    with TestClient(app, base_url="https://soupis.test") as client, ThreadPoolExecutor(20) as pool:
        owner = getattr(app.services().watching, part)
        gate = _Gate(getattr(owner, name))
        setattr(owner, name, gate)
        asked = [pool.submit(client.get, path, headers=hostile) for _ in range(12)]
        wait_until(lambda: gate.inside > 0)
        # Another account gets its turn at once, and so does what needs a thread without an account.
        asked.append(pool.submit(client.get, path, headers=other))
        wait_until(lambda: gate.inside == 2)
        batch = client.post("/api/v1/firmy/dph", json={"ico": ["27082440"]}, headers=other)
        assert batch.status_code == 200
        gate.opened.set()
        assert [answer.result(60).status_code for answer in asked] == [200] * 13
    assert gate.most_inside == 2
