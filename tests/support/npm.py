"""Programs published on npm that tests try this service with, in pinned versions."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

_PATIENCE = 180


def installed(directory: Path, *packages: str) -> Path:
    """Install packages into a directory and return its `node_modules`; skips where that cannot be done."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip(f"There is NO NPM on this machine: {', '.join(packages)} was not tried.")
    command = [npm, "install", "--prefix", str(directory), "--no-fund", "--no-audit", *packages]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=_PATIENCE)
    except (subprocess.SubprocessError, OSError) as error:
        pytest.skip(f"npm CANNOT INSTALL {', '.join(packages)} here, it was not tried: {error}")
    return directory / "node_modules"


def node() -> str:
    """Return the command that runs JavaScript; npm needs it too."""
    return shutil.which("node") or "node"


def node_of_version(directory: Path, major: int) -> str:
    """Return a Node.js of that version or a newer one, from npm where the machine has an older one."""
    said = subprocess.run([node(), "--version"], capture_output=True, text=True, timeout=_PATIENCE)
    if said.returncode == 0 and int(said.stdout.strip().lstrip("v").partition(".")[0]) >= major:
        return node()
    return str(installed(directory / "node", f"node@{major}") / "node" / "bin" / "node")
