"""Server processes are forked without open databases, so that each takes locks of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import psutil
import pytest

from soupis.installation import Installation
from tests.support.installation import copy_of
from tests.support.server import free_port
from tests.support.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.slow


def _databases(process: psutil.Process) -> set[str]:
    """Return the names of the SQLite files that a process has open."""
    names = [Path(item.path).name for item in process.open_files()]
    return {name for name in names if ".sqlite" in name}


def _read_locks(process: psutil.Process) -> set[int]:
    """Return the numbers of the files on which a process holds a lock for reading (/proc/locks)."""
    lines = [line.split() for line in Path("/proc/locks").read_text().splitlines()]
    return {int(line[5].rpartition(":")[2]) for line in lines if line[4] == str(process.pid)}


def test_a_server_process_holds_its_own_lock_and_its_parent_no_database(
    demo_installation: Installation, tmp_path: Path
) -> None:
    data = copy_of(demo_installation, tmp_path / "data").directory
    port = free_port()
    command = [sys.executable, "-m", "soupis", "serve", "--data", str(data), "--port", str(port)]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL) as parent:
        try:
            url = f"http://127.0.0.1:{port}/api/v1/firma/45274649"
            wait_until(lambda: _answers(url))
            process = psutil.Process(parent.pid)
            (server,) = [child for child in process.children() if _databases(child)]
            assert _databases(process) == set()
            for name in ("registry.sqlite-shm", "accounts.sqlite-shm"):
                assert (data / name).stat().st_ino in _read_locks(server), name
            # Only the server uses the log now. Without a lock of its own, the next reader would delete it.
            os.kill(parent.pid, signal.SIGKILL)
            subprocess.run(
                [sys.executable, "-m", "soupis", "status", "--data", str(data)],
                check=True,
                capture_output=True,
                timeout=PATIENCE,
            )
            assert (data / "registry.sqlite-wal").exists() or not server.is_running()
            server.wait(PATIENCE)
        finally:
            parent.kill()


def _answers(url: str) -> bool:
    try:
        return httpx.get(url).status_code == 200
    except httpx.TransportError:
        return False
