"""Types for TypeScript, made from the description of the running server, and the program that uses them."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.clients.conftest import ROOT, key_of
from tests.support.callers import Caller
from tests.support.npm import installed, node
from tests.support.server import Server

_SOURCES = ROOT / "clients" / "typescript"
# Name of a program → what stands in the example, and what would be wrong.
_WRONG = {
    "field": ("found.data.data.firmy[0]?.ico", "found.data.data.firmy[0]?.icho"),
    "path": ('"/api/v1/firma/{ico}"', '"/api/v1/firmy/{ico}"'),
    "value": ("pocet: 1", 'pocet: "jedna"'),
    "unknown": ('item.dph?.stav ?? "not verified"', "item.dph.stav"),
}


@pytest.fixture(scope="module")
def directory(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of the types with what npm brings and the types made."""
    directory = tmp_path_factory.mktemp("typescript")
    for name in ("package.json", "tsconfig.json", "example.ts"):
        shutil.copy(_SOURCES / name, directory)
    package = json.loads((_SOURCES / "package.json").read_text())
    wanted = package["dependencies"] | package["devDependencies"]
    installed(directory, *(f"{name}@{version}" for name, version in wanted.items()))
    program = directory / "node_modules" / ".bin" / "openapi-typescript"
    command = [str(program), f"{server.url}/api/v1/openapi.json", "--output", "soupis.ts"]
    subprocess.run(command, cwd=directory, check=True, capture_output=True, timeout=120)
    return directory


def compiled(directory: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [str(directory / "node_modules" / ".bin" / "tsc"), "--project", ".", *options]
    return subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=240)


def test_the_example_compiles_and_runs(directory: Path, server: Server, enterprise: Caller) -> None:
    done = compiled(directory)
    assert done.returncode == 0, done.stdout
    script = (
        'import { changes, report } from "./out/example.js";'
        "const [url, key] = process.argv.slice(1);"
        'const changed = await changes(url, key, ["45274649"], 0);'
        "console.log(JSON.stringify([...await report(url, key), changed.length]));"
    )
    command = [node(), "--input-type=module", "--eval", script, server.url, key_of(enterprise)]
    run = subprocess.run(command, cwd=directory, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    name, state, changed = json.loads(run.stdout)
    assert name.startswith("Budějovický Budvar")
    assert state == "platce"
    assert changed > 0


def test_what_the_interface_does_not_have_does_not_compile(directory: Path) -> None:
    text = (_SOURCES / "example.ts").read_text()
    for name, (right, wrong) in _WRONG.items():
        assert right in text
        (directory / f"{name}.ts").write_text(text.replace(right, wrong))
    settings = json.loads((_SOURCES / "tsconfig.json").read_text())
    settings["files"] = [f"{name}.ts" for name in _WRONG]
    (directory / "tsconfig.json").write_text(json.dumps(settings))
    told = compiled(directory, "--noEmit").stdout
    assert {line.partition(".ts(")[0] for line in told.splitlines() if ".ts(" in line} == set(_WRONG)
