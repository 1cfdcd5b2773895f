"""docs/receipts.md: its commands run as they stand, one after the other."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.callers import fresh_address
from tests.support.server import Server
from tests.support.waiting import PATIENCE

PAGE = (Path(__file__).parents[2] / "docs" / "receipts.md").read_text(encoding="utf-8")


def test_its_commands_get_a_receipt_and_verify_it(server: Server, tmp_path: Path) -> None:
    if not shutil.which("curl"):
        pytest.skip("no curl on this machine: apt-get install curl")
    commands = "".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL))
    assert "BASE=http://127.0.0.1:8000\n" in commands
    script = (
        f"set -eu\ncurl() {{ command curl --fail --header 'X-Forwarded-For: {fresh_address()}' \"$@\"; }}\n"
        f'soupis() {{ {sys.executable} -m soupis "$@"; }}\n'
        + commands.replace("http://127.0.0.1:8000", server.url)
    )
    run = subprocess.run(
        ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("VALID: ") == 2
