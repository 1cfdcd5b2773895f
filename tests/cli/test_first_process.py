"""As the first process of a container a command ends when it is told to, whatever it is at."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.support.server import free_port
from tests.support.waiting import PATIENCE, wait_until

# A process namespace, as a container has one; root needs no user namespace for it.
_FIRST_OF_ITS_OWN = ["unshare", "--pid", "--fork"] + ([] if os.geteuid() == 0 else ["--map-root-user"])


@pytest.mark.parametrize("command", ["worker", "serve"])
def test_a_command_that_waits_for_postgresql_ends_by_sigterm(tmp_path: Path, command: str) -> None:
    settings = {
        "SOUPIS_DATA_DIR": str(tmp_path / "data"),
        "SOUPIS_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nowhere",
        "SOUPIS_PORT": str(free_port()),
    }
    with subprocess.Popen(
        [*_FIRST_OF_ITS_OWN, sys.executable, "-m", "soupis", command],
        env={"PATH": os.environ["PATH"], **settings},
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
    ) as outside:
        assert outside.stderr is not None
        said = outside.stderr.readline()
        assert said.startswith("Waiting for PostgreSQL"), said
        (first,) = psutil.Process(outside.pid).children()
        first.send_signal(signal.SIGTERM)
        wait_until(lambda: outside.poll() is not None)
        assert outside.wait(PATIENCE) == 128 + signal.SIGTERM
