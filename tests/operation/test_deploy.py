"""What deploy/ holds works with the programs it is written for, as Debian packages them."""

from __future__ import annotations

import json
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from soupis.api.watching import MOST_CSV
from soupis.app import open_services
from soupis.cli.synchronising import open_context
from soupis.installation import Installation
from soupis.metrics import RequestCounts, ServerCollector
from soupis.worker.metrics import SoupisCollector
from tests.support.installation import issue_key
from tests.support.server import Server, free_port
from tests.support.waiting import PATIENCE, wait_until

DEPLOY = Path(__file__).parents[2] / "deploy"
CEZ = "45274649"


def _program(name: str, package: str | None = None) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"NOT RUN: no {name} on this machine: apt-get install {package or name}")
    return found


class Proxy(NamedTuple):
    """A proxy (nginx or caddy) that runs with the configuration of deploy/; `tls` is its port."""

    name: str
    tls: int
    url: str

    def connect(self) -> ssl.SSLSocket:
        plain = socket.create_connection(("127.0.0.1", self.tls), timeout=PATIENCE)
        context = ssl._create_unverified_context()
        return context.wrap_socket(plain, server_hostname="soupis.example")


def _certificate(directory: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "soupis.example")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    (directory / "fullchain.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (directory / "privkey.pem").write_bytes(private)


def _nginx(directory: Path, upstream: int, plain: int, tls: int) -> list[str]:
    site = (DEPLOY / "nginx.conf").read_text()
    site = re.sub(r"listen \[::\].*\n", "", site)
    site = site.replace("listen 80;", f"listen 127.0.0.1:{plain};")
    site = site.replace("listen 443 ssl", f"listen 127.0.0.1:{tls} ssl")
    site = site.replace("127.0.0.1:8000", f"127.0.0.1:{upstream}").replace("/etc/ssl/soupis", str(directory))
    (directory / "site.conf").write_text(site)
    paths = " ".join(
        f"{name}_temp_path {directory}/{name};"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (directory / "nginx.conf").write_text(
        f"user root; pid {directory}/pid; error_log {directory}/log; daemon off;\n"
        "events { worker_connections 4096; }\n"
        f"http {{ access_log off; {paths} include {directory}/site.conf; }}\n"
    )
    return [_program("nginx"), "-p", str(directory), "-c", str(directory / "nginx.conf")]


def _caddy(directory: Path, upstream: int, plain: int, tls: int) -> list[str]:
    site = (DEPLOY / "Caddyfile").read_text().replace("127.0.0.1:8000", f"127.0.0.1:{upstream}")
    ports = f"{{\n\thttp_port {plain}\n\thttps_port {tls}\n\tadmin off\n\tauto_https disable_redirects\n"
    site = site.replace("{\n", ports, 1)
    certificate = f"soupis.example {{\n\ttls {directory}/fullchain.pem {directory}/privkey.pem\n"
    site = site.replace("soupis.example {\n", certificate, 1)
    (directory / "Caddyfile").write_text(site)
    return [_program("caddy"), "run", "--config", str(directory / "Caddyfile"), "--adapter", "caddyfile"]


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxy(
    request: pytest.FixtureRequest, server: Server, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    """Debian's nginx and Caddy before the server of the tests, which trusts this machine."""
    directory = tmp_path_factory.mktemp(request.param)
    directory.chmod(0o755)
    _certificate(directory)
    plain, tls = free_port(), free_port()
    command = (_nginx if request.param == "nginx" else _caddy)(directory, server.port, plain, tls)
    with (directory / "output").open("wb") as output:
        process = subprocess.Popen(
            command,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={"HOME": str(directory), "PATH": "/usr/bin:/usr/sbin:/bin"},
        )
    running = Proxy(request.param, tls, f"https://127.0.0.1:{tls}")

    def answers() -> bool:
        assert process.poll() is None, (directory / "output").read_text()
        try:
            return _get(running, "/api/health").status_code == 200
        except httpx.TransportError:
            return False

    try:
        wait_until(answers)
        yield running
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _get(proxy: Proxy, path: str, **headers: str) -> httpx.Response:
    host = {"Host": "soupis.example"}
    extensions = {"sni_hostname": "soupis.example"}
    with httpx.Client(verify=False, timeout=PATIENCE) as client:
        return client.get(f"{proxy.url}{path}", headers=host | headers, extensions=extensions)


def test_what_a_client_says_of_its_address_does_not_pass_a_proxy(proxy: Proxy) -> None:
    """All claims below come from one address, so they are counted together."""
    claims = ["198.51.100.1", "198.51.100.2, 127.0.0.1", "127.0.0.1", "", "::1", "nonsense"]
    left = [
        int(
            _get(proxy, f"/api/v1/firma/{CEZ}", **{"X-Forwarded-For": claim}).headers["x-ratelimit-remaining"]
        )
        for claim in claims
    ]
    assert left == [max(0, left[0] - number) for number in range(len(claims))]


def test_a_request_has_one_id_behind_a_proxy(proxy: Proxy) -> None:
    answer = _get(proxy, "/api/health", **{"X-Request-Id": "made-up"})
    assert answer.headers["x-request-id"] != "made-up"
    assert re.fullmatch(r"[0-9a-f-]{32,36}", answer.headers["x-request-id"])


def test_metrics_stay_inside(proxy: Proxy) -> None:
    assert _get(proxy, "/metrics").status_code == 404


def test_large_headers_and_bodies_are_refused(proxy: Proxy) -> None:
    assert _get(proxy, "/api/health", **{"X-Large": "x" * 100_000}).status_code in (400, 431)

    def post() -> int:
        with httpx.Client(verify=False, timeout=PATIENCE) as client:
            answer = client.post(
                f"{proxy.url}/api/v1/firmy/dph",
                content=b" " * 1_000_000,
                headers={"Host": "soupis.example"},
                extensions={"sni_hostname": "soupis.example"},
            )
        return answer.status_code

    # The server refuses before it has read the body; a proxy that still sends may take that for a fault.
    assert any(post() in (400, 413) for _ in range(5))


def test_slow_clients_are_let_go(proxy: Proxy) -> None:
    def wait_until_ended(said: bytes) -> None:
        with closing(proxy.connect()) as connection, suppress(ConnectionError):
            connection.sendall(said)
            while connection.recv(4096):
                pass

    headers = b"GET /api/health HTTP/1.1\r\nHost: soupis.example\r\nX-Slow: "
    body = b"POST /api/v1/firmy/dph HTTP/1.1\r\nHost: soupis.example\r\nContent-Length: 100\r\n\r\n{"
    with ThreadPoolExecutor() as pool:
        list(pool.map(wait_until_ended, (b"", headers, body)))


def test_the_largest_body_of_the_service_comes_through_and_larger_ones_are_refused(
    proxy: Proxy, demo_installation: Installation
) -> None:
    headers = {
        "Host": "soupis.example",
        "Content-Type": "text/csv",
        "Authorization": f"Bearer {issue_key(demo_installation, 'large@example.com', 'free')}",
    }
    # 400: no company IDs. Caddy says 502 where the service refuses a body before all of it is sent.
    refused = (413,) if proxy.name == "nginx" else (413, 502)
    for size, statuses in ((MOST_CSV, (400,)), (MOST_CSV + 1, refused)):
        with httpx.Client(verify=False, timeout=PATIENCE) as client:
            answer = client.post(
                f"{proxy.url}/api/v1/sledovani",
                content=b"x" * size,
                headers=headers,
                extensions={"sni_hostname": "soupis.example"},
            )
        assert answer.status_code in statuses


def test_slow_clients_stop_nobody(proxy: Proxy) -> None:
    slow = [proxy.connect() for _ in range(40)]
    for connection in slow:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: soupis.example\r\nX: ")
    assert _get(proxy, "/api/health").status_code == 200
    slow[0].setblocking(False)
    with pytest.raises(ssl.SSLWantReadError):  # they were not let go first
        slow[0].recv(1)
    for connection in slow:
        connection.close()


def test_the_units_and_the_compose_file_are_valid(tmp_path: Path) -> None:
    analyze = _program("systemd-analyze", "systemd")
    for unit in (DEPLOY / "systemd").iterdir():
        (tmp_path / unit.name).write_text(unit.read_text().replace("/opt/soupis/bin/soupis", "/bin/true"))
        verified = subprocess.run(
            [analyze, "verify", "--man=no", str(tmp_path / unit.name)], capture_output=True, text=True
        )
        assert unit.name not in verified.stderr, verified.stderr
        exposed = [analyze, "security", "--offline=yes", "--no-pager", "--threshold=20", str(unit)]
        assert subprocess.run(exposed, capture_output=True).returncode == 0, "exposed at more than 2.0 of 10"
    composed = subprocess.run(
        [_program("docker-compose"), "--file", str(DEPLOY / "compose.yaml"), "config"],
        capture_output=True,
        text=True,
    )
    assert composed.returncode == 0, composed.stderr
    assert "no-new-privileges:true" in composed.stdout


def _names(expression: str) -> set[str]:
    return {re.sub(r"_(bucket|count|sum)$", "", name) for name in re.findall(r"\bsoupis_\w+", expression)}


def test_alerts_and_dashboard_name_existing_figures_only(demo_installation: Installation) -> None:
    checked = subprocess.run(
        [_program("promtool", "prometheus"), "check", "rules", str(DEPLOY / "alerts.yaml")],
        capture_output=True,
        text=True,
    )
    assert checked.returncode == 0, checked.stderr
    with open_context(demo_installation) as context:
        existing = {metric.name for metric in SoupisCollector(context).collect()}
    services = open_services(demo_installation)
    collected = list(ServerCollector(RequestCounts(), services).collect())
    services.close()
    existing |= {f"{metric.name}_total" if metric.type == "counter" else metric.name for metric in collected}
    rules = (DEPLOY / "alerts.yaml").read_text()
    panels = json.loads((DEPLOY / "dashboard.json").read_text())["panels"]
    shown = " ".join(target["expr"] for panel in panels for target in panel["targets"])
    assert len(panels) >= 8
    assert _names(rules) and _names(shown)
    assert _names(rules) | _names(shown) <= existing


def test_the_proxy_before_several_nodes_is_configured_as_caddy_understands_it() -> None:
    caddy = _program("caddy")
    command = [caddy, "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile.nodes")]
    adapted = subprocess.run(command, check=True, capture_output=True, text=True)
    (proxy,) = re.findall(r'"health_checks":\{"active":\{[^}]*"uri":"([^"]*)"', adapted.stdout)
    assert proxy == "/api/ready"
    assert [*re.findall(r'"dial":"([^"]*)"', adapted.stdout)] == ["node-1:8000", "node-2:8000"]
