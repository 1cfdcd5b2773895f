"""The Python client as users get it: built, and installed where there is nothing else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from soupis.watching.signatures import signed_headers, webhook_secret
from tests.clients.conftest import ROOT, key_of, pip
from tests.support.callers import Caller
from tests.support.server import Server

_CLIENT = ROOT / "clients" / "python"
_README = (_CLIENT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", _README, re.DOTALL)


@pytest.fixture(scope="module")
def clean(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of a virtual environment with the client and what it requires, and nothing else."""
    directory = tmp_path_factory.mktemp("clean")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(directory)], check=True, timeout=120)
    python = directory / "bin" / "python"
    install(python, str(wheel))
    return python


@pytest.fixture(scope="module")
def equipped(clean: Path, wheel: Path) -> Path:
    """The same Python with what the tests and all examples of the client require."""
    install(clean, f"{wheel}[test]")
    return clean


def install(python: Path, *requirements: str) -> None:
    try:
        pip("--python", python, "install", "--no-compile", *requirements)
    except subprocess.SubprocessError as error:
        pytest.skip(f"pip CANNOT INSTALL {requirements} here, the client was not tried: {error}")


def run(python: Path, *arguments: str, **environment: str) -> str:
    """Run Python without the checkout and without the system's time zones; return what it prints."""
    own = {"PATH": os.environ["PATH"], "PYTHONTZPATH": "", "PYTHONSAFEPATH": "1", **environment}
    command = [str(python), "-X", "utf8", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, env=own, timeout=280, cwd=python.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_client_is_imported_where_nothing_else_is_installed(clean: Path) -> None:
    script = """if True:
        import importlib, importlib.util, pkgutil, soupis_client.wire
        for package in ("soupis", "cryptography", "pytest"):
            assert importlib.util.find_spec(package) is None, package
        for module in pkgutil.iter_modules(soupis_client.wire.__path__, "soupis_client.wire."):
            importlib.import_module(module.name)
            print(module.name)
    """
    assert "soupis_client.wire.company" in run(clean, "-c", script).split()


def test_the_tests_of_the_client_pass_where_nothing_else_is_installed(
    equipped: Path, server: Server, enterprise: Caller, tmp_path: Path
) -> None:
    tests = shutil.copytree(
        _CLIENT / "tests", tmp_path / "tests", ignore=shutil.ignore_patterns("__pycache__")
    )
    service = {"SOUPIS_URL": server.url, "SOUPIS_KEY": key_of(enterprise)}
    printed = run(equipped, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests), **service)
    assert re.search(r"^\d+ passed in ", printed, re.MULTILINE), printed


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_of_the_readme_run_where_nothing_else_is_installed(
    number: int, equipped: Path, server: Server, enterprise: Caller
) -> None:
    printed = run(equipped, "-c", EXAMPLES[number], SOUPIS_URL=server.url, SOUPIS_KEY=key_of(enterprise))
    assert "Budvar" in printed or "rows of" in printed


def test_a_message_of_a_webhook_is_read_only_as_it_was_signed(client: ModuleType) -> None:
    key, number = b"key of the installation", "whk_1"
    body = (
        b'{"type":"firma.zmena","timestamp":"2026-11-20T11:00:00Z","data":{"poradi":2,'
        b'"kdy":"2026-11-20T11:00:00Z","ico":"45274649","typ":"zmena","oddily":["dph"]}}'
    )
    headers = signed_headers(key, number, [2, 1], "msg_7", 1_000_000, body)
    old, new, stranger = (webhook_secret(key, name, at) for name, at in ((number, 1), (number, 2), ("x", 2)))
    for secrets in (old, new, [stranger, old]):
        titled = {name.title(): value for name, value in headers.items()}
        message = client.read_message(body, titled, secrets, now=1_000_100)
        assert (message.type, message.data.ico, message.data.oddily) == ("firma.zmena", "45274649", ["dph"])
    wrong: tuple[tuple[Any, ...], ...] = (
        (body, headers, stranger, 1_000_000),
        (body.replace(b"zmena", b"zanik"), headers, old, 1_000_000),
        (body, headers | {"webhook-id": "msg_8"}, old, 1_000_000),
        (body, headers | {"webhook-timestamp": "1000001"}, old, 1_000_000),
        (body, headers | {"webhook-timestamp": "9" * 5_000}, old, 1_000_000),
        (body, headers, old, 1_000_301),
        (body, {}, old, 1_000_000),
    )
    for *arguments, now in wrong:
        with pytest.raises(client.MessageError):
            client.read_message(*arguments, now=now)


# --- types ---


def test_a_strict_type_checker_knows_the_answers(installed: Path, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from soupis_client import Soupis, VyberFirem\n"
        "with Soupis('http://127.0.0.1') as soupis:\n"
        "    reveal_type(soupis.company('1').dph)\n"
        "    reveal_type([item.ico for item in soupis.companies(VyberFirem(q='x'))])\n"
        "    soupis.company('1').obchodniJmeno\n"
    )
    options = ["--strict", "--config-file", os.devnull, "--cache-dir", str(tmp_path / "cache")]
    command = [sys.executable, "-m", "mypy", *options, str(program), str(installed / "soupis_client")]
    environment = os.environ | {"MYPYPATH": str(installed)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=240, cwd=tmp_path)
    assert 'Revealed type is "soupis_client.wire.vat.Dph | None"' in done.stdout, done.stdout
    assert 'Revealed type is "list[str]"' in done.stdout
    assert 'has no attribute "obchodniJmeno"' in done.stdout
    assert "Found 1 error in 1 file" in done.stdout
