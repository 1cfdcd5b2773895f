"""Make the types of the TypeScript client: `python -m tests.clients.typescript_types` stores them.

A test holds that what is stored is what the running server describes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.clients.conftest import ROOT
from tests.support.installation import build_demo
from tests.support.npm import installed, node
from tests.support.server import Server

CLIENT = ROOT / "clients" / "typescript"
STORED = CLIENT / "soupis.d.ts"
PACKAGE = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))


def make_types(url: str, directory: Path) -> str:
    """Return the types of the service at `url`, made by the package's own script in an empty directory."""
    made_by = ("openapi-typescript", "typescript")
    installed(directory, *(f"{name}@{PACKAGE['devDependencies'][name]}" for name in made_by))
    shutil.copy(CLIENT / "generate.mjs", directory)
    environment = os.environ | {"SOUPIS_URL": url}
    subprocess.run([node(), "generate.mjs"], cwd=directory, env=environment, check=True, timeout=120)
    return (directory / STORED.name).read_text(encoding="utf-8")


def main() -> None:
    """Start the demo, and store the types of what it describes."""
    with TemporaryDirectory() as name:
        where = build_demo(Path(name) / "data")
        with Server(where.directory, Path(name) / "log") as server:
            STORED.write_text(make_types(server.url, Path(name) / "npm"), encoding="utf-8")


if __name__ == "__main__":
    main()
