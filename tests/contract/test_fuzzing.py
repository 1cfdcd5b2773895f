"""Requests that nobody thought of: never a fault of ours, always what the description says."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soupis.api.operations import OPERATIONS
from tests.contract.test_envelope import assert_error
from tests.support.callers import Caller
from tests.support.server import Server

CONFIGURATION = Path(__file__).parent / "schemathesis.toml"


def test_two_thousand_made_up_requests_agree_with_the_description(
    server: Server, enterprise: Caller, tmp_path: Path
) -> None:
    """Statuses, headers, media types and schemas are as described, and nothing is a fault of ours."""
    report = tmp_path / "report.json"
    program = shutil.which("schemathesis", path=str(Path(sys.executable).parent))
    assert program is not None
    command = [program, "--config-file", str(CONFIGURATION), "run", f"{server.url}/api/v1/openapi.json"]
    command += ["--header", f"Authorization: {enterprise.http.headers['authorization']}"]
    command += ["--phases", "examples,coverage,fuzzing,stateful", "--max-examples", "180"]
    # One worker: with several, Python 3.11's own parser fails now and then (a race over its depth).
    command += ["--seed", "1", "--continue-on-failure", "--no-shrink", "--no-color"]
    command += ["--generation-database", "none", "--report", "json", "--report-json-path", str(report)]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=280, check=False)
    assert run.returncode == 0, run.stdout[-6000:]
    found = json.loads(report.read_text())
    # All but the address of the description itself, which the fuzzer leaves out.
    assert found["operations"]["tested"] == len(OPERATIONS) - 1
    assert found["test_cases"]["generated"] >= 2_000
    assert found["test_cases"]["with_failures"] == found["test_cases"]["errored"] == 0


# Texts that have broken parsers, queries and databases before.
HOSTILE = [
    *("'; DROP TABLE company_document; --", '" OR 1=1 --', "*", "?", "%", "_", "\\", "(((((", "a AND", "NOT"),
    *("name:*", "[* TO *]", "a~100", "a^1e400", '"a b"~5', "../../etc/passwd", "{{7*7}}", "${jndi:ldap://x}"),
    *("\N{RIGHT-TO-LEFT OVERRIDE}abc", "\N{ZERO WIDTH JOINER}" * 50, "\N{COMBINING ACUTE ACCENT}" * 100),
    *("\U0010ffff", "ﷺ" * 10, "İ" * 100, "ß" * 100, "ﬀ" * 100, "0" * 100, "1e999", "-0", "٣", "①", "NaN"),
    *("<script>alert(1)</script>", "a\u2028b", "\ufeffabc", "a" * 100, "a " * 50, "ř" * 100, "CZ" * 50),
]
PATHS = [
    *("/api/v1/vyhledavani?q={}", "/api/v1/vyhledavani?obec={}", "/api/v1/vyhledavani?kraj={}"),
    *("/api/v1/vyhledavani?forma={}", "/api/v1/vyhledavani?nace={}", "/api/v1/vyhledavani?pocet={}"),
    *("/api/v1/vyhledavani?{}=1", "/api/v1/vyhledavani/export?pocet=1&q={}", "/api/v1/osoby?q={}"),
    *("/api/v1/vyhledavani?adresa={}", "/api/v1/vyhledavani?vznikOd={}", "/api/v1/vyhledavani?fasety={}"),
    *("/api/v1/firma/{}", "/api/v1/firma/{}/export", "/api/v1/osoba/{}", "/api/v1/{}", "/api/suggest?q={}"),
]


def assert_proper(caller: Caller, path: str) -> None:
    answer = caller.get(path)
    assert answer.status_code in (200, 400, 404), f"{path}: {answer.status_code} {answer.text}"
    if answer.status_code != 200:
        assert_error(answer, answer.status_code)
    elif not answer.headers["content-type"].startswith("text/csv"):
        answer.json()


@pytest.mark.parametrize("path", PATHS)
def test_hostile_texts_are_answered_or_refused_in_the_envelope(enterprise: Caller, path: str) -> None:
    for text in HOSTILE:
        assert_proper(enterprise, path.format(quote(text, safe="")))


@settings(
    max_examples=300,
)
@given(path=st.sampled_from(PATHS), text=st.text(max_size=120))
def test_random_texts_are_answered_or_refused_in_the_envelope(
    enterprise: Caller, path: str, text: str
) -> None:
    assert_proper(enterprise, path.format(quote(text, safe="", errors="surrogatepass")))


@settings(
    max_examples=200,
)
@given(query=st.binary(max_size=60))
def test_random_bytes_of_a_query_are_answered_or_refused_in_the_envelope(
    enterprise: Caller, query: bytes
) -> None:
    """Bytes that no client would send unescaped, escaped half of the time."""
    text = "".join(chr(byte) if chr(byte).isalnum() or byte in b"=&%;," else f"%{byte:02x}" for byte in query)
    assert_proper(enterprise, f"/api/v1/vyhledavani?{text}")


@settings(
    max_examples=200,
)
@given(body=st.binary(max_size=200) | st.text(max_size=60).map(lambda text: f'{{"ico":["{text}"]}}'.encode()))
def test_random_bodies_of_a_batch_are_answered_or_refused_in_the_envelope(
    enterprise: Caller, body: bytes
) -> None:
    answer = enterprise.post("/api/v1/firmy/dph", content=body)
    assert answer.status_code in (200, 400), answer.text
    assert answer.json()["ok"] is (answer.status_code == 200)
