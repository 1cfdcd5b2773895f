"""Clients that generators make from the description of the running server, each in use against it.

Each program in `generated/` reads the same facts with one of them. The commands are those of docs/clients.md.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import httpx
import pytest

from tests.clients.conftest import ROOT, key_of, pip
from tests.conftest import MakeCaller
from tests.support.callers import NO_TLS, Caller
from tests.support.npm import installed, node
from tests.support.server import Server

_PROGRAMS = Path(__file__).parent / "generated"
_PAGE = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
# Without what they need too: the environment of the tests has the rest.
_TOOLS = (
    "openapi-generator-cli==7.26.0",
    "openapi-python-client==0.29.1",
    "typer==0.27.3",
    "ruamel.yaml==0.19.1",
)
_TYPESCRIPT = "typescript@7.0.2"
# Debian's; the file of openapi-generator has Jackson in it.
_JARS = ("/usr/share/java/httpmime.jar", "/usr/share/java/jakarta-annotation-api.jar")
_JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"  # for programs of a few seconds
_GO_PATH = "/usr/share/gocode"
BUDVAR, UNVERIFIED, NOBODY = (
    "00514152",
    "12345679",
    "https://127.0.0.2:9/prijem",
)  # see tests/support/server.py


class Program(NamedTuple):
    """A command that prints facts as JSON, and what it needs in its environment."""

    command: list[str]
    environment: dict[str, str] = {}


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory where pip has put the generators."""
    directory = tmp_path_factory.mktemp("tools")
    try:
        pip("install", "--no-deps", "--no-compile", "--target", directory, *_TOOLS)
    except subprocess.SubprocessError as error:
        pytest.skip(f"pip CANNOT INSTALL {', '.join(_TOOLS)} here, generated clients were not tried: {error}")
    return directory


@pytest.fixture(scope="module")
def made(tools: Path, server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of the clients, made by the commands of docs/clients.md."""
    directory = tmp_path_factory.mktemp("made")
    (commands,) = re.findall(r"```sh\n(openapi-generator.*?)```", _PAGE, re.DOTALL)
    programs = (tools / "bin", Path(sys.executable).parent, os.environ["PATH"])
    environment = {"PYTHONPATH": str(tools), "PATH": os.pathsep.join(map(str, programs))}
    environment |= {"SOUPIS_URL": server.url, "JAVA_TOOL_OPTIONS": _JAVA_OPTIONS}
    for command in commands.replace("\\\n", " ").splitlines():
        run(["bash", "-c", command], environment, cwd=directory)
    return directory


def of_python(_tools: Path, made: Path, _directory: Path) -> Program:
    return Program(
        [sys.executable, str(_PROGRAMS / "facts_generator.py")], {"PYTHONPATH": str(made / "python")}
    )


def of_python_client(_tools: Path, made: Path, _directory: Path) -> Program:
    package = str(made / "soupis-rest-api-client")
    return Program([sys.executable, str(_PROGRAMS / "facts_python_client.py")], {"PYTHONPATH": package})


def of_java(tools: Path, made: Path, directory: Path) -> Program:
    jars = [str(tools / "openapi_generator_cli" / "openapi-generator.jar"), *_JARS]
    needed("javac", *_JARS)
    sources, path = str(made / "java" / "src" / "main" / "java"), os.pathsep.join(jars)
    options = ["-proc:none", "-nowarn", "-d", str(directory), "-cp", path]
    run(
        ["javac", *options, "-sourcepath", sources, str(_PROGRAMS / "Facts.java")],
        {"JAVA_TOOL_OPTIONS": _JAVA_OPTIONS},
    )
    return Program(["java", "-cp", os.pathsep.join((str(directory), path)), "Facts"])


def of_go(_tools: Path, made: Path, directory: Path) -> Program:
    needed("go", f"{_GO_PATH}/src/gopkg.in/validator.v2")
    (directory / "src").mkdir()
    (directory / "src" / "soupis").symlink_to(made / "go")
    environment = {"GO111MODULE": "off", "GOFLAGS": "", "GOPATH": os.pathsep.join((str(directory), _GO_PATH))}
    environment["GOCACHE"] = str(directory / "cache")
    run(["go", "build", "-o", str(directory / "facts"), str(_PROGRAMS / "facts.go")], environment)
    return Program([str(directory / "facts")])


def of_typescript(_tools: Path, made: Path, directory: Path) -> Program:
    modules = installed(directory, _TYPESCRIPT)
    shutil.copy(_PROGRAMS / "facts.ts", directory)
    shutil.copytree(made / "typescript", directory / "client")
    (directory / "package.json").write_text('{"type": "module"}')
    options = [
        "--strict",
        "--target",
        "ES2022",
        "--module",
        "NodeNext",
        "--lib",
        "ES2022,DOM",
        "--outDir",
        "out",
    ]
    run([node(), str(modules / "typescript" / "bin" / "tsc"), *options, "facts.ts"], cwd=directory)
    return Program([node(), str(directory / "out" / "facts.js")])


def needed(command: str, *files: str) -> None:
    """Skip where a program or a file of Debian is not installed."""
    missing = [name for name in files if not Path(name).exists()]
    if shutil.which(command) is None or missing:
        pytest.skip(f"{command} or {missing} is NOT on this machine; see .ci/run for the packages")


def run(command: list[str], environment: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    done = subprocess.run(
        command, env=os.environ | (environment or {}), cwd=cwd, capture_output=True, text=True, timeout=240
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module", params=[of_python, of_python_client, of_java, of_go, of_typescript])
def program(
    request: pytest.FixtureRequest, tools: Path, made: Path, tmp_path_factory: pytest.TempPathFactory
) -> Program:
    """A program that uses one of the clients, compiled."""
    built: Program = request.param(tools, made, tmp_path_factory.mktemp("program"))
    return built


@pytest.fixture(scope="module")
def mixed(enterprise: Caller) -> dict[str, Any]:
    """A company with natural and legal persons among its partners."""
    for start in range(0, 500, 50):
        for item in enterprise.get("/api/v1/vyhledavani", pocet=50, start=start).json()["data"]["firmy"]:
            company: dict[str, Any] = enterprise.get(f"/api/v1/firma/{item['ico']}").json()["data"]
            if len({partner["osoba"]["typ"] for partner in company["spolecnici"] or ()}) == 2:
                return company
    raise AssertionError("the demo has such a company")


@pytest.fixture(scope="module")
def facts(enterprise: Caller, mixed: dict[str, Any]) -> dict[str, Any]:
    """What the service answers, read without any client."""

    def told(path: str, **parameters: Any) -> Any:
        return enterprise.get(path, **parameters).json()["data"]

    company, persons = told(f"/api/v1/firma/{BUDVAR}"), [partner["osoba"] for partner in mixed["spolecnici"]]
    key = told("/api/v1/osoby", q="novotny", pocet=1)["osoby"][0]["klic"]
    refused = enterprise.get("/api/v1/firma/00000019").json()["chyba"]
    return {
        "found": BUDVAR,
        "name": company["obchodniJmeno"],
        "founded": company["datumVzniku"],
        "vat": "platce",
        "asOf": ["2012-03-15", told(f"/api/v1/firma/{BUDVAR}", kDatu="2012-03-15")["uplnost"]["stav"]],
        "unverified": [UNVERIFIED],
        "natural": [person["prijmeni"] for person in persons if person["typ"] == "fyzicka"],
        "legal": [person["obchodniJmeno"] for person in persons if person["typ"] == "pravnicka"],
        "roles": sorted({item["role"] for item in told(f"/api/v1/osoba/{key}")["angazma"]}),
        "csv": "ico",
        "suggested": BUDVAR,
        "changes": 3,
        "webhook": [["insolvence", "dph"], 1],
        "refused": [404, refused["zprava"]],
    }


def facts_of(program: Program, url: str, key: str, mixed: dict[str, Any]) -> Any:
    own = {"SOUPIS_URL": url, "SOUPIS_KEY": key, "MIXED": mixed["ico"], "RECEIVER": NOBODY}
    return json.loads(run(program.command, program.environment | own))


def test_a_generated_client_reads_what_the_service_answers(
    program: Program, server: Server, account: MakeCaller, facts: dict[str, Any], mixed: dict[str, Any]
) -> None:
    assert facts_of(program, server.url, key_of(account()), mixed) == facts


@pytest.fixture(scope="module")
def server_of_tomorrow(server: Server) -> Iterator[str]:
    """Address of the server as it will be when every object in its answers has got another field."""
    client = httpx.Client(base_url=server.url, timeout=60, verify=NO_TLS)

    def grown(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: grown(part) for name, part in value.items()} | {"zitra": 1}
        return [grown(part) for part in value] if isinstance(value, list) else value

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            named = ("Authorization", "Content-Type", "Accept")
            kept = {name: self.headers[name] for name in named if name in self.headers}
            answer = client.request(self.command, self.path, content=body, headers=kept)
            kind, content = answer.headers["content-type"], answer.content
            if kind == "application/json":
                content = json.dumps(grown(answer.json())).encode()
            self.send_response(answer.status_code)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_DELETE = do_GET

        def log_message(self, *_arguments: object) -> None:
            pass

    with client, ThreadingHTTPServer(("127.0.0.1", 0), Handler) as proxy:
        Thread(target=proxy.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{proxy.server_port}"
        proxy.shutdown()


def test_a_generated_client_passes_over_fields_of_tomorrow(
    program: Program,
    server_of_tomorrow: str,
    account: MakeCaller,
    facts: dict[str, Any],
    mixed: dict[str, Any],
) -> None:
    assert facts_of(program, server_of_tomorrow, key_of(account()), mixed) == facts
