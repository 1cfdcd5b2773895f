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


def _all_gone(processes: list[psutil.Process]) -> bool:
    return not any(process.is_running() and process.status() != "zombie" for process in processes)


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
            process.kill()
        assert Caller(second.url, key=key).get("/api/v1/firma/00514152").status_code == 200
