"""The TypeScript package as users get it: packed, and installed where there is nothing else."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.clients.conftest import key_of
from tests.clients.typescript_types import CLIENT, PACKAGE, STORED, make_types
from tests.support.callers import Caller
from tests.support.npm import installed, node
from tests.support.server import Server

_README = (CLIENT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```ts\n(.*?)```", _README, re.DOTALL)
# The oldest and the newest that the README names, and one between them.
COMPILERS = ("5.4.5", "6.0.3", "7.0.2")
# Name of a program → what stands in the example, and what would be wrong.
_WRONG = {
    "field": ("found.data.data.firmy[0]?.ico", "found.data.data.firmy[0]?.icho"),
    "path": ('"/api/v1/firma/{ico}"', '"/api/v1/firmy/{ico}"'),
    "value": ("pocet: 1", 'pocet: "jedna"'),
    "unknown": ('item.dph?.stav ?? "not verified"', "item.dph.stav"),
    "state": ('item.dph?.stav ?? "not verified"', 'item.dph?.stav === "platec" ? "a" : "b"'),
}


class Project(NamedTuple):
    """A directory of a user with the package, openapi-fetch and some compilers."""

    directory: Path

    def compile(self, compiler: str, *names: str) -> str:
        """Compile programs into `out/`; return what the compiler says."""
        settings = json.loads((CLIENT / "tsconfig.json").read_text())
        (self.directory / "tsconfig.json").write_text(json.dumps(settings | {"files": list(names)}))
        program = self.directory / "node_modules" / f"typescript-{compiler}" / "bin" / "tsc"
        command = [node(), str(program), "--project", "."]
        done = subprocess.run(command, cwd=self.directory, capture_output=True, text=True, timeout=240)
        assert (done.returncode == 0) == (done.stdout == "")
        return done.stdout

    def run(self, *arguments: str, **environment: str) -> str:
        """Run JavaScript; return what it prints."""
        done = subprocess.run(
            [node(), *arguments],
            cwd=self.directory,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    directory = tmp_path_factory.mktemp("typescript")
    packed = subprocess.run(
        ["npm", "pack", "--silent", "--pack-destination", str(directory), str(CLIENT)],
        check=True, capture_output=True, text=True, timeout=120,
    ).stdout.strip()  # fmt: skip
    others = {name: PACKAGE["devDependencies"][name] for name in ("openapi-fetch", "@types/node")}
    installed(
        directory,
        str(directory / packed),
        *(f"{name}@{version}" for name, version in others.items()),
        *(f"typescript-{version}@npm:typescript@{version}" for version in COMPILERS),
    )
    package = directory / "package.json"
    package.write_text(json.dumps(json.loads(package.read_text()) | {"type": "module"}))
    shutil.copy(CLIENT / "example.ts", directory)
    for number, example in enumerate(EXAMPLES):
        (directory / f"readme{number}.ts").write_text(example)
    return Project(directory)


def test_the_package_has_the_types_of_what_the_server_describes(server: Server, tmp_path: Path) -> None:
    is_same = make_types(server.url, tmp_path) == STORED.read_text(encoding="utf-8")
    assert is_same, "The description has changed; run: python -m tests.clients.typescript_types"


def test_the_readme_and_the_package_name_the_compilers_that_are_tried() -> None:
    oldest, *_, newest = (tuple(map(int, version.split(".")[:2])) for version in COMPILERS)
    assert f"TypeScript {oldest[0]}.{oldest[1]} to {newest[0]}.{newest[1]}." in _README
    wanted = f">={oldest[0]}.{oldest[1]} <{newest[0]}.{newest[1] + 1}"
    assert PACKAGE["peerDependencies"] == {"typescript": wanted}


@pytest.mark.parametrize("compiler", COMPILERS)
def test_all_examples_compile_with_each_compiler_that_is_named(project: Project, compiler: str) -> None:
    assert project.compile(compiler, "example.ts", *(f"readme{n}.ts" for n in range(len(EXAMPLES)))) == ""


def test_examples_of_the_readme_run(project: Project, server: Server, enterprise: Caller) -> None:
    assert EXAMPLES
    for number in range(len(EXAMPLES)):
        assert project.compile(COMPILERS[-1], f"readme{number}.ts") == ""
        printed = project.run(f"out/readme{number}.js", SOUPIS_URL=server.url, SOUPIS_KEY=key_of(enterprise))
        assert re.match(r"Budějovický Budvar.* platce\n", printed)


def test_the_example_runs(project: Project, server: Server, enterprise: Caller) -> None:
    assert project.compile(COMPILERS[-1], "example.ts") == ""
    script = (
        'import { changes, filings, report } from "./out/example.js";'
        "const [url, key] = process.argv.slice(1);"
        'const changed = await changes(url, key, ["45274649"], 0);'
        'const filed = await filings(url, key, "00514152", 2010);'
        "console.log(JSON.stringify([...await report(url, key), changed.length, filed]));"
    )
    printed = project.run("--input-type=module", "--eval", script, server.url, key_of(enterprise))
    name, state, changed, filed = json.loads(printed)
    assert name.startswith("Budějovický Budvar")
    assert state == "platce"
    assert changed > 0
    assert filed and all(text.startswith("2010 ") for text in filed)


def test_what_the_interface_does_not_have_does_not_compile(project: Project) -> None:
    text = (CLIENT / "example.ts").read_text()
    for name, (right, wrong) in _WRONG.items():
        assert right in text
        (project.directory / f"{name}.ts").write_text(text.replace(right, wrong))
    said = project.compile(COMPILERS[-1], *(f"{name}.ts" for name in _WRONG))
    assert {line.partition(".ts(")[0] for line in said.splitlines() if ".ts(" in line} == set(_WRONG)
