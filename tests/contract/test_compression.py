"""Answers packed as their reader wants them: RFC 9110, by real clients and by generated headers."""

from __future__ import annotations

import asyncio
import gzip
import http.client
import json
import subprocess
import tracemalloc
import zlib
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from soupis.compression import Choice, Compression, chosen
from soupis.installation import Installation
from soupis.request_headers import RequestHeaders
from tests.support.callers import Caller
from tests.support.installation import issue_key
from tests.support.server import Server
from tests.support.waiting import PATIENCE

CEZ = "45274649"
DETAIL = f"/api/v1/firma/{CEZ}"
EXPORT = "/api/v1/vyhledavani/export?forma=121&pocet=1000"


def unpacked(coding: str | None, body: bytes) -> bytes:
    """Return a body as it was before it was packed."""
    if coding == "zstd":
        with zstandard.ZstdDecompressor().stream_reader(body) as reader:
            return reader.read()
    return gzip.decompress(body) if coding == "gzip" else body


class Raw:
    """One request without a client that knows codings: status, headers and the bytes as they came.

    Several values of a header are as many lines.
    """

    def __init__(self, server: Server, path: str, method: str = "GET", **headers: str | list[str]) -> None:
        where = urlsplit(server.url)
        connection = http.client.HTTPConnection(where.hostname or "", where.port, timeout=PATIENCE)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.putrequest(method, path, skip_accept_encoding=True)
        for name, values in named.items():
            for value in [values] if isinstance(values, str) else values:
                connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        self.status, self.headers, self.body = answer.status, answer.headers, answer.read()
        connection.close()

    @property
    def coding(self) -> str | None:
        return self.headers["content-encoding"]

    @property
    def text(self) -> bytes:
        """The body as it was before it was packed."""
        return unpacked(self.coding, self.body)


@pytest.fixture(scope="module")
def key(demo_installation: Installation) -> Iterator[str]:
    """The header of a caller who never runs out."""
    yield f"Bearer {issue_key(demo_installation, 'compression@example.cz', 'enterprise')}"


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip", "gzip"),
        ("zstd", "zstd"),
        ("gzip, deflate, br, zstd", "zstd"),
        ("GZIP;q=1.0, zstd;q=0.5", "gzip"),
        ("x-gzip", "gzip"),
        ("*", "zstd"),
        ("*, zstd;q=0", "gzip"),
        ("gzip;q=0, zstd;q=0", None),
        ("gzip;q=0.5, identity", None),
        ("gzip ; q = 0,\tzstd\t;Q=0", None),
        (["zstd;q=0", "*"], "gzip"),
        ("identity;q=0, *;q=0", None),
        ("br, deflate", None),
        ("gzip;q=nonsense", None),
        ("gzip" + "," * 2_000, None),
        ("", None),
    ],
)
def test_the_reader_chooses_the_coding(
    server: Server, key: str, accepted: str | list[str], coding: str | None
) -> None:
    plain = Raw(server, DETAIL, Authorization=key)
    answer = Raw(server, DETAIL, Authorization=key, Accept_Encoding=accepted)
    assert plain.coding is None and answer.coding == coding
    assert answer.text == plain.body
    assert int(answer.headers["content-length"]) == len(answer.body)
    assert "Accept-Encoding" in plain.headers["vary"] and answer.headers["vary"] == plain.headers["vary"]
    if coding:
        assert len(answer.body) < len(plain.body)


@pytest.mark.parametrize("path", ["/", f"/firma/{CEZ}", "/hledat?q=cez", "/robots.txt", "/api/docs", EXPORT])
@pytest.mark.parametrize("coding", ["zstd", "gzip"])
def test_everything_longer_than_a_packet_is_packed(server: Server, key: str, path: str, coding: str) -> None:
    plain = Raw(server, path, Authorization=key)
    answer = Raw(server, path, Authorization=key, Accept_Encoding=coding)
    assert answer.text == plain.body
    assert answer.coding == (coding if len(plain.body) >= 1_024 else None)
    assert "accept-encoding" in ",".join(plain.headers.get_all("vary") or []).lower()


def test_what_fits_a_packet_is_sent_as_it_is_unless_the_reader_refuses_that(server: Server) -> None:
    assert Raw(server, "/api/health", Accept_Encoding="gzip").coding is None
    refused = Raw(server, "/api/health", Accept_Encoding="gzip, identity;q=0")
    assert refused.coding == "gzip" and json.loads(refused.text)["status"] == "ok"
    icon = Raw(server, "/static/favicon.svg", Accept_Encoding="gzip, zstd")
    assert icon.coding is None and len(icon.body) < 1_024


def test_a_version_is_known_again_in_every_coding(server: Server, key: str) -> None:
    tags = [
        Raw(server, DETAIL, Authorization=key, Accept_Encoding=coding).headers["etag"]
        for coding in ("identity", "gzip", "zstd")
    ]
    # The packed bytes are others: theirs is a weak tag of the same version.
    assert tags == [tags[0], f"W/{tags[0]}", f"W/{tags[0]}"]
    for tag in set(tags):
        for coding in ("identity", "gzip", "zstd"):
            known = Raw(server, DETAIL, Authorization=key, Accept_Encoding=coding, If_None_Match=tag)
            assert (known.status, known.body) == (304, b"")
        assert known.headers["etag"] == tag and "Accept-Encoding" in known.headers["vary"]


def test_tags_are_one_list_however_many_lines_they_come_in(server: Server, key: str) -> None:
    for path in (DETAIL, f"{DETAIL}/export", style_sheet(server)):
        tag = Raw(server, path, Authorization=key).headers["etag"]
        for tags in ([tag, '"other"'], ['"other"', tag], ['"other"', f'"another" , {tag}']):
            assert Raw(server, path, Authorization=key, If_None_Match=tags).status == 304
        assert Raw(server, path, Authorization=key, If_None_Match=['"other"', '"another"']).status == 200


@pytest.mark.parametrize("path", [DETAIL, "/", "/api/health", EXPORT])
@pytest.mark.parametrize("accepted", ["identity", "gzip", "zstd"])
def test_head_tells_what_get_would_send(server: Server, key: str, path: str, accepted: str) -> None:
    head = Raw(server, path, "HEAD", Authorization=key, Accept_Encoding=accepted)
    get = Raw(server, path, Authorization=key, Accept_Encoding=accepted)
    assert (head.status, head.body) == (get.status, b"")
    for name in ("content-encoding", "vary", "etag", "content-type"):
        assert head.headers.get_all(name) == get.headers.get_all(name)
    assert head.headers["content-length"] == get.headers["content-length"]  # none where GET is a stream


def test_pages_with_secrets_are_not_packed(server: Server) -> None:
    for path in ("/prihlaseni", "/registrace"):
        page = Raw(server, path, Accept_Encoding="gzip, zstd")
        assert page.status == 200 and len(page.body) > 1_024 and b"csrf" in page.body
        assert page.coding is None


@pytest.mark.parametrize("coding", ["zstd", "gzip", "identity"])
def test_answers_of_mcp_are_packed_too(server: Server, key: str, coding: str) -> None:
    headers = {
        "Authorization": key,
        "Accept": "application/json, text/event-stream",
        "Accept-Encoding": coding,
    }
    question = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    answer = httpx.post(f"{server.url}/mcp", json=question, headers=headers, timeout=PATIENCE)
    assert answer.headers.get("content-encoding", "identity") == coding
    assert len(answer.json()["result"]["tools"]) > 5 and len(answer.content) > 1_024


def style_sheet(server: Server) -> str:
    """Return the address of the site's style sheet."""
    return next(
        part.split('"')[0].split("?")[0]
        for part in Raw(server, "/").body.decode().split('href="')
        if part.startswith("/static/") and ".css" in part
    )


def test_static_files_are_packed_once_and_never_twice(server: Server) -> None:
    name = style_sheet(server)
    plain = Raw(server, name)
    for accepted, coding in (("gzip", "gzip"), ("gzip, zstd", "zstd"), ("gzip;q=0", None)):
        answer = Raw(server, name, Accept_Encoding=accepted)
        assert answer.coding == coding and answer.text == plain.body
        again = Raw(server, name, Accept_Encoding=accepted, If_None_Match=answer.headers["etag"])
        assert (again.status, again.body) == (304, b"")


def test_clients_unpack_by_themselves(server: Server, key: str, tmp_path: Path) -> None:
    plain = Raw(server, EXPORT, Authorization=key).body
    by_httpx = httpx.get(f"{server.url}{EXPORT}", headers={"Authorization": key}, timeout=PATIENCE)
    assert by_httpx.headers["content-encoding"] == "zstd" and by_httpx.content == plain
    command = ["curl", "-s", "--compressed", "-H", f"Authorization: {key}", f"{server.url}{EXPORT}"]
    subprocess.run([*command, "-o", str(tmp_path / "export")], check=True, timeout=PATIENCE)
    assert (tmp_path / "export").read_bytes() == plain


def test_a_packed_export_costs_what_a_plain_one_costs(server: Server) -> None:
    first, second = Caller(server.url), Caller(server.url)
    path = "/api/v1/vyhledavani/export"
    first.get(path, {"Accept-Encoding": "identity"}, forma=121, pocet=50)
    second.get(path, {"Accept-Encoding": "zstd"}, forma=121, pocet=50)
    assert first.remaining() == second.remaining()


def test_headers_longer_than_readers_send_are_not_kept() -> None:
    def ask(number: int) -> Choice:
        made_up = b"x%d;q=0.%d," % (number, number) * 50
        return chosen(RequestHeaders({b"accept-encoding": made_up + b"gzip"}))

    tracemalloc.start()
    try:
        assert all(ask(number) == Choice(b"gzip", plain=True) for number in range(300))
        assert tracemalloc.get_traced_memory()[0] < 100_000
    finally:
        tracemalloc.stop()


_WEIGHTS = st.sampled_from(["", ";q=0", ";q=0.001", ";q=0.5", "; q=1", ";q=1.000", ";q=", ";q=x", ";level=3"])
_NAMES = st.sampled_from(["gzip", "zstd", "x-gzip", "identity", "*", "br", "", "GZIP", "gzip2", "\x00"])


@given(st.lists(st.tuples(_NAMES, _WEIGHTS), max_size=6), st.lists(st.binary(max_size=3_000), max_size=4))
def test_any_header_and_any_parts_come_out_whole(parts: list[tuple[str, str]], body: list[bytes]) -> None:
    choice = chosen(RequestHeaders({b"accept-encoding": ", ".join(map("".join, parts)).encode()}))
    sent: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def answer() -> None:
        compression = Compression({"method": "GET", "headers": []}, send, choice, public=True)
        headers = [(b"content-type", b"text/csv")]
        await compression({"type": "http.response.start", "status": 200, "headers": headers})
        for part in body:
            await compression({"type": "http.response.body", "body": part, "more_body": True})
        await compression({"type": "http.response.body", "body": b"", "more_body": False})

    asyncio.run(answer())
    coding = dict(sent[0]["headers"]).get(b"content-encoding")
    assert coding == (choice.coding if body or not choice.plain else None)
    packed = b"".join(message["body"] for message in sent[1:])
    assert unpacked(coding.decode() if coding else None, packed) == b"".join(body)


@pytest.mark.parametrize("coding", [b"zstd", b"gzip"])
def test_rows_of_a_stream_arrive_before_it_ends(coding: bytes) -> None:
    sent: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def begin() -> None:
        compression = Compression(
            {"method": "GET", "headers": []}, send, Choice(coding, plain=True), public=True
        )
        headers = [(b"content-type", b"text/csv")]
        await compression({"type": "http.response.start", "status": 200, "headers": headers})
        await compression({"type": "http.response.body", "body": b"first row\r\n", "more_body": True})

    asyncio.run(begin())
    if coding == b"zstd":
        arrived = zstandard.ZstdDecompressor().decompressobj().decompress(sent[1]["body"])
    else:
        arrived = zlib.decompressobj(31).decompress(sent[1]["body"])
    assert arrived == b"first row\r\n"
