"""The real server in processes of its own, on a free port of this machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path

import httpx
import psutil

from tests.support.callers import NO_TLS
from tests.support.commands import start
from tests.support.waiting import PATIENCE

# A server that has not stopped by then is killed.
_STOP_SECONDS = 20


# Below those that the system gives to whoever asks for any: else another one gets a port that was found free
# before it is listened on. Processes of tests begin in different places.
_FIRST_PORT, _LAST_PORT = 11_000, 32_000
_PORTS = count(os.getpid() * 211)


def free_port() -> int:
    """Return a port that nothing listens on now, each time another one."""
    for number in _PORTS:
        port = _FIRST_PORT + number % (_LAST_PORT - _FIRST_PORT)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("there is always a next number")


class Server:
    """`soupis serve` over a data directory; a context manager.

    This machine counts as a trusted proxy, so that a test comes from any address by X-Forwarded-For.
    """

    def __init__(
        self,
        data: Path,
        log: Path,
        *,
        workers: int = 1,
        settings: Mapping[str, str] | None = None,
        options: Sequence[str] = (),
    ) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        self._data = data
        self._workers = workers
        self._settings = settings or {}
        self._options = options

    def __enter__(self) -> Server:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SOUPIS_")}
        environment |= {"SOUPIS_TRUSTED_PROXIES": "127.0.0.1", "SOUPIS_BASE_URL": self.url}
        # Where nobody listens, without a name server.
        environment |= {"SOUPIS_WEBHOOK_NETWORKS": "127.0.0.2"}
        arguments = ["serve", "--data", str(self._data.absolute()), "--port", str(self.port)]
        arguments += ["--workers", str(self._workers), *self._options]
        cwd = self.log.parent  # not the checkout, whose .env is the developer's
        with self.log.open("wb") as log:
            self._process = start(arguments, log, {**environment, **self._settings}, cwd)
        self._wait()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()

    def processes(self) -> list[psutil.Process]:
        """Return the server's processes, the workers included."""
        parent = psutil.Process(self._process.pid)
        return [parent, *parent.children(recursive=True)]

    def answering(self) -> list[psutil.Process]:
        """Return those that answer: they are forked, and so have the command line of their parent."""
        return [process for process, is_forked in self._children() if is_forked]

    def beside(self) -> list[psutil.Process]:
        """Return those that do something beside it; one that publishes comes and goes after the start."""
        return [process for process, is_forked in self._children() if not is_forked]

    def _children(self) -> Iterator[tuple[psutil.Process, bool]]:
        parent, *others = self.processes()
        for process in others:
            with suppress(psutil.Error):  # it has just ended
                yield process, process.cmdline() == parent.cmdline()

    def ended(self) -> int | None:
        """Return the exit code of a server that has ended by itself."""
        return self._process.poll()

    def _wait(self) -> None:
        deadline = time.monotonic() + PATIENCE
        with httpx.Client(verify=NO_TLS, timeout=PATIENCE) as client:
            while time.monotonic() < deadline:
                if self._process.poll() is not None:
                    raise RuntimeError(f"the server ended: {self.log.read_text()[-2000:]}")
                try:
                    if client.get(f"{self.url}/api/health").status_code == 200:
                        return
                except httpx.TransportError:
                    time.sleep(0.05)
        self.__exit__()
        raise RuntimeError(f"the server did not start: {self.log.read_text()[-2000:]}")
