"""Servers leave no process behind, killed or told to stop; two of them may share a data directory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import httpx
import psutil

from soupis.installation import Installation
from tests.support.callers import Caller
from tests.support.installation import copy_of, issue_key
from tests.support.server import Server, free_port
from tests.support.waiting import PATIENCE, wait_until


def _is_gone(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return process.status() == "zombie"
    return True


def _all_gone(processes: list[psutil.Process]) -> bool:
    return all(map(_is_gone, processes))


def test_server_processes_end_when_their_parent_is_killed_and_leave_no_file(
    demo_installation: Installation, tmp_path: Path
) -> None:
    data = copy_of(demo_installation, tmp_path / "data").directory
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    with Server(data, tmp_path / "log", workers=3, settings={"TMPDIR": str(temporary)}) as running:
        processes = running.processes()
        assert len(processes) >= 4
        processes[0].send_signal(signal.SIGKILL)
        wait_until(lambda: _all_gone(processes))
        assert not list(temporary.iterdir())
        with Server(data, tmp_path / "log2") as next_one:  # nothing keeps the next one from starting
            assert httpx.get(f"{next_one.url}/api/health", timeout=PATIENCE).status_code == 200


def test_a_server_told_to_stop_while_its_processes_start_stops(
    demo_installation: Installation, tmp_path: Path
) -> None:
    data, port = str(demo_installation.directory), str(free_port())
    command = [sys.executable, "-m", "soupis", "serve", "--data", data, "--port", port]
    process = subprocess.Popen(command, cwd=tmp_path, start_new_session=True)
    try:
        wait_until(lambda: bool(psutil.Process(process.pid).children()))
        process.terminate()
        assert process.wait(PATIENCE) == 0
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


_STARTS = """
import os, random, signal, sys, time
from pathlib import Path
import soupis.app
from granian import Granian
from soupis.cli.serving import _serve
from soupis.installation import Installation
from soupis.settings import Settings

where = Installation(Settings())
random.seed(1)
for _ in range(int(sys.argv[1])):
    child = os.fork()
    if child == 0:
        _serve(where)
        os._exit(0)
    time.sleep(random.uniform(0, 1))  # no condition: any moment is right
    os.kill(child, signal.SIGTERM)
    _, status = os.waitpid(child, 0)
    print(os.waitstatus_to_exitcode(status), flush=True)
"""


def test_a_server_told_to_stop_at_any_moment_of_its_start_stops(
    demo_installation: Installation, tmp_path: Path
) -> None:
    settings = os.environ | {
        "SOUPIS_DATA_DIR": str(demo_installation.directory),
        "SOUPIS_PORT": str(free_port()),
    }
    run = subprocess.run(
        [sys.executable, "-c", _STARTS, "30"],
        env=settings, cwd=tmp_path, capture_output=True, text=True, timeout=30 * PATIENCE,
    )  # fmt: skip
    # Before there is a handler the signal itself ends the process.
    assert run.returncode == 0 and set(run.stdout.split()) <= {"0", "-15"}, run.stderr
    assert len(run.stdout.split()) == 30


_WAITS = """
import random, signal
from soupis.cli.stopping import StopEvent

event, moments = StopEvent(), random.Random(1)
signal.signal(signal.SIGALRM, lambda *_: event.set())
for _ in range(20_000):
    event.clear()
    signal.setitimer(signal.ITIMER_REAL, moments.uniform(1e-6, 60e-6))
    event.wait()
"""


def test_a_signal_at_any_moment_of_waiting_ends_the_waiting() -> None:
    # An event of `threading` hangs within some thousands of these.
    subprocess.run([sys.executable, "-c", _WAITS], check=True, timeout=PATIENCE)


def test_the_worker_of_a_demo_ends_when_the_demo_is_killed(
    demo_installation: Installation, tmp_path: Path
) -> None:
    port = free_port()
    data = copy_of(demo_installation, tmp_path / "data").directory
    command = [sys.executable, "-m", "soupis", "demo", "--data", str(data), "--port", str(port)]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"SOUPIS_LOG_LEVEL": "INFO"},
    ) as process:
        assert process.stderr is not None
        seen = set()
        for line in process.stderr:
            seen |= {word for word in ("Listening", "worker_started") if word in line}
            if len(seen) == 2:
                break
        processes = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
        assert len(processes) >= 3
        process.kill()
        wait_until(lambda: _all_gone(processes))


def test_two_servers_on_one_data_directory_share_accounts_and_quotas(
    demo_installation: Installation, tmp_path: Path
) -> None:
    where = copy_of(demo_installation, tmp_path / "data")
    with (
        Server(where.directory, tmp_path / "log1") as first,
        Server(where.directory, tmp_path / "log2") as second,
    ):
        key = issue_key(where, "both@example.cz", "free")
        left = [
            int(Caller(url, key=key).get("/api/v1/firma/00514152").headers["x-ratelimit-remaining"])
            for url in (first.url, second.url) * 3
        ]
        assert left == [left[0] - step for step in range(6)]
        for process in first.processes():
            with suppress(psutil.NoSuchProcess):  # what publishes beside it may have ended
                process.kill()
        assert Caller(second.url, key=key).get("/api/v1/firma/00514152").status_code == 200
