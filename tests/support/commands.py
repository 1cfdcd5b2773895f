"""The service's commands in processes of their own, each forked from one that has imported the service.

To import it takes a second of processor, and tests start commands by the hundred. What a process does before
it imports is tried by tests/cli with processes made from nothing.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import IO

from tests.support.waiting import PATIENCE

_ROOT = Path(__file__).parents[2]
_MOST_BYTES = 1 << 20
_SOUPIS = "from soupis.cli import main; main()"


class Command:
    """A command that runs, or has run."""

    def __init__(self, keeper: socket.socket) -> None:
        self._keeper = keeper
        self._code: int | None = None
        self.pid = int(self._said())

    def poll(self) -> int | None:
        """Return the exit code of a command that has ended; minus the signal that ended it."""
        return self._ended(0)

    def wait(self, seconds: float = PATIENCE) -> int:
        """Return the exit code once there is one; raises `subprocess.TimeoutExpired`."""
        code = self._ended(seconds)
        if code is None:
            raise subprocess.TimeoutExpired(str(self.pid), seconds)
        return code

    def send_signal(self, number: int) -> None:
        """Send a signal to a command unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Tell a command to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End a command at once."""
        self.send_signal(signal.SIGKILL)

    def _ended(self, seconds: float) -> int | None:
        if self._code is None:
            self._keeper.settimeout(seconds)
            try:
                self._code = int(self._said())
            except (BlockingIOError, TimeoutError):
                return None
            self._keeper.close()
        return self._code

    def _said(self) -> bytes:
        said = self._keeper.recv(100)
        if not said:
            raise ChildProcessError("whoever started the command ended before it")
        return said


def start(
    arguments: Sequence[str],
    log: IO[bytes],
    environment: Mapping[str, str],
    cwd: Path,
    *,
    errors: IO[bytes] | None = None,
    program: str = _SOUPIS,
) -> Command:
    """Start `soupis` with these arguments in a session of its own; `program` may do something else first."""
    ours, keeper = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with keeper:
        told = json.dumps([program, list(arguments), dict(environment), str(cwd)]).encode()
        files = [keeper.fileno(), log.fileno(), (errors or log).fileno()]
        socket.send_fds(_forge(), [told], files)
    return Command(ours)


def run(
    *arguments: str, settings: Mapping[str, str] | None = None, cwd: Path = _ROOT
) -> subprocess.CompletedProcess[str]:
    """Run `soupis` with these arguments and settings, and none of the developer's; return what it said."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SOUPIS_")}
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        command = start(arguments, output, environment | dict(settings or {}), cwd, errors=errors)
        code = command.wait()
        said = []
        for file in (output, errors):
            file.seek(0)
            said.append(file.read().decode())
    return subprocess.CompletedProcess(list(arguments), code, *said)


@cache
def _forge() -> socket.socket:
    """Return what takes orders for commands; it ends with this process."""
    ours, orders = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with orders:
        subprocess.Popen(
            [sys.executable, "-m", "tests.support.commands", str(orders.fileno())],
            cwd=_ROOT,
            pass_fds=[orders.fileno()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
    return ours


def _take_orders(orders: socket.socket) -> str:
    """Fork a keeper for each order; return in the process that is to be the command, with its program."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for keepers
    while True:
        told, files, _flags, _address = socket.recv_fds(orders, _MOST_BYTES, 3)
        if not told:
            os._exit(0)
        if os.fork() == 0:
            orders.close()
            return _keep(told, *files)
        for file in files:
            os.close(file)


def _keep(told: bytes, keeper: int, output: int, errors: int) -> str:
    """Fork a command and tell its process and its end; return in the command, with its program."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    pid = os.fork()
    if pid:
        os.close(output)
        os.close(errors)
        os.write(keeper, str(pid).encode())
        _, status = os.waitpid(pid, 0)
        os.write(keeper, str(os.waitstatus_to_exitcode(status)).encode())
        os._exit(0)
    os.close(keeper)
    os.setsid()
    os.dup2(output, 1)
    os.dup2(errors, 2)
    os.close(output)
    os.close(errors)
    program, arguments, environment, cwd = json.loads(told)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(cwd)
    sys.argv = ["soupis", *arguments]
    return str(program)


def _be_forged() -> None:
    import gc

    import granian  # noqa: F401 - imported before commands are forked

    import soupis.app
    import soupis.cli.following
    import soupis.cli.main
    import soupis.cli.outage
    import soupis.cli.synchronising
    import soupis.cli.working  # noqa: F401

    # Only the thread that forks goes on in the new process; another one's locks would stay locked there.
    assert len(list(Path("/proc/self/task").iterdir())) == 1
    gc.collect()
    gc.freeze()
    exec(_take_orders(socket.socket(fileno=int(sys.argv[1]))), {"__name__": "__main__"})


if __name__ == "__main__":
    _be_forged()
