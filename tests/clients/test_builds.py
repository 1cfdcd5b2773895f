"""Builds of the clients leave nothing in the checkout that would be committed by mistake."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.clients.conftest import ROOT, pip


def test_builds_of_the_clients_leave_nothing_that_git_sees(tmp_path: Path) -> None:
    def git(*arguments: str) -> str:
        command = ["git", "-c", "user.name=Test", "-c", "user.email=test@example.cz", *arguments]
        return subprocess.run(
            command, cwd=tmp_path, check=True, capture_output=True, text=True, timeout=60
        ).stdout

    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    command += ["clients", "src", ".gitignore"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, timeout=60)
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tmp_path / name)
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "all")
    client = tmp_path / "clients" / "python"
    pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", client / "dist", client)
    types = tmp_path / "clients" / "typescript"
    subprocess.run(["npm", "pack", "--silent"], cwd=types, check=True, capture_output=True, timeout=120)
    assert list((client / "dist").glob("*.whl")) and list(types.glob("*.tgz"))
    # What npm and the compiler leave, see "scripts" in package.json.
    for left in ("node_modules/openapi-fetch/package.json", "package-lock.json", "out/example.js"):
        (types / left).parent.mkdir(parents=True, exist_ok=True)
        (types / left).touch()
    assert git("status", "--porcelain") == ""
