"""Documents that applications publish about themselves: what is read, from where, and for how long."""

from __future__ import annotations

import gzip
import json
import tracemalloc
import zlib
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from soupis.oauth.client_metadata import ClientMetadata, ClientMetadataError, is_metadata_url
from tests.mcp_server.conftest import Site
from tests.mcp_server.documents import DocumentServer, drip, send
from tests.mcp_server.flow import REDIRECT, Flow

MALFORMED_HOSTS = [
    "a..example", ".example", "-", "a-.example", "exa mple", "%00.example", "a" * 64 + ".example",
    ".".join(["a" * 60] * 5), "[::1", "[v1.x]", "[fe80::1%25eth0]", "[::ffff:1.2.3]", "a,b", "a\\b",
    "host:99999",
]  # fmt: skip


@pytest.mark.parametrize("host", MALFORMED_HOSTS)
def test_a_malformed_host_is_400(site: Site, host: str) -> None:
    assert Flow(site).show(client_id=f"https://{host}/client.json").status_code == 400


@pytest.mark.anyio
async def test_every_address_of_a_name_has_to_be_public(
    document_server: DocumentServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def both(*_: object, **__: object) -> list[tuple[object, ...]]:
        return [(0, 0, 0, "", (address, 443)) for address in ("8.8.8.8", "10.0.0.1")]

    monkeypatch.setattr("soupis.public_internet._look_up", both)
    with pytest.raises(ClientMetadataError, match="not on the public internet"):
        await ClientMetadata(tls=document_server.trust).fetch("https://two-faced.example/client.json")
    assert document_server.requests == 0


@pytest.mark.anyio
@pytest.mark.parametrize(
    "host", ["localhost", "127.0.0.1", "[::1]", "0x7f000001", "2130706433", "127.1", "0.0.0.0", "10.0.0.1"]
)
async def test_a_document_inside_the_network_is_never_asked_for(
    host: str, document_server: DocumentServer
) -> None:
    port = urlsplit(document_server.address("/")).port
    with pytest.raises(ClientMetadataError, match="not on the public internet"):
        await ClientMetadata(tls=document_server.trust).fetch(f"https://{host}:{port}/client.json")
    assert document_server.requests == 0


def test_the_running_server_refuses_a_document_inside_the_network(
    site: Site, document_server: DocumentServer
) -> None:
    address = document_server.publish("/c.json", client_name="App", redirect_uris=[REDIRECT])
    answer = Flow(site).show(client_id=address)
    assert answer.status_code == 400
    assert "not on the public internet" in answer.text
    assert document_server.requests == 0


@pytest.mark.parametrize(
    ("client_id", "good"),
    [
        ("https://app.example/client.json", True),
        ("https://app.example/", False),
        ("https://app.example", False),
        ("http://app.example/client.json", False),
        ("https://app.example/a/../client.json", False),
        ("https://app.example/client.json#x", False),
        ("https://user@app.example/client.json", False),
        ("https://app.example:x/client.json", False),
        ("https://aplikacě.example/client.json", False),
        ("https://app.example./client.json", True),
        ("https://[2606:4700:4700::1111]/client.json", True),
        *((f"https://{host}/client.json", False) for host in MALFORMED_HOSTS),
    ],
)
def test_which_client_ids_are_addresses_of_documents(client_id: str, good: bool) -> None:
    assert is_metadata_url(client_id) is good


def test_an_anonymous_visitor_cannot_make_the_server_fetch_anything(
    site_with_documents: Site, document_server: DocumentServer
) -> None:
    address = document_server.publish("/c.json", client_name="App", redirect_uris=[REDIRECT])
    flow = Flow(site_with_documents)
    with site_with_documents.http() as http:
        assert http.get("/oauth/authorize", params=flow.parameters(client_id=address)).status_code == 303
    assert document_server.requests == 0
    assert flow.show(client_id=address).status_code == 200
    assert flow.show(client_id=address).status_code == 200
    assert document_server.requests == 1  # kept


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("packed", "coding", "words"),
    [
        (gzip.compress(gzip.compress(bytes(40_000_000))), "gzip, gzip", "'gzip, gzip' was not asked for"),
        (gzip.compress(bytes(10_000_000)), "gzip", "larger than 16 kB"),
        (zlib.compress(bytes(10_000_000)), "deflate", "larger than 16 kB"),
        (b"{}", "zstd", "'zstd' was not asked for"),
        (gzip.compress(b"{}")[:-3], "gzip", "cut off"),
    ],
    ids=["twice", "gzip", "deflate", "other", "cut"],
)
async def test_a_packed_document_is_unpacked_within_bounds(
    packed: bytes, coding: str, words: str, document_server: DocumentServer
) -> None:
    address = document_server.answer(
        "/c.json", lambda request: send(request, 200, packed, Content_Encoding=coding)
    )
    tracemalloc.start()
    try:
        with pytest.raises(ClientMetadataError, match=words):
            await ClientMetadata(lambda _: True, document_server.trust).fetch(address)
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.anyio
async def test_a_packed_document_is_read(document_server: DocumentServer) -> None:
    address = document_server.address("/c.json")
    body = json.dumps({"client_id": address, "client_name": "App", "redirect_uris": [REDIRECT]}).encode()
    for coding, packed in {"gzip": gzip.compress(body), "deflate": zlib.compress(body)}.items():

        def how(request: BaseHTTPRequestHandler, coding: str = coding, packed: bytes = packed) -> None:
            send(request, 200, packed, Content_Encoding=coding)

        document_server.answer("/c.json", how)
        fetched = await ClientMetadata(lambda _: True, document_server.trust).fetch(address)
        assert fetched.client.name == "App"


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"client_id": "https://other.example/c.json"}, "not its address"),
        ({"redirect_uris": ["javascript:alert(1)"]}, "redirect URI"),
        ({"redirect_uris": []}, "redirect URI"),
        ({"client_name": " \n"}, "client_name"),
        ({"client_name": 7}, "not valid"),
        ({"token_endpoint_auth_method": "client_secret_post"}, "public clients"),
        ({"grant_types": ["implicit"]}, "authorization_code"),
    ],
)
async def test_a_document_has_to_be_in_order(
    document_server: DocumentServer, fields: dict[str, object], words: str
) -> None:
    right: dict[str, object] = {"client_name": "App", "redirect_uris": [REDIRECT]}
    address = document_server.publish("/c.json", **(right | fields))
    with pytest.raises(ClientMetadataError, match=words):
        await ClientMetadata(lambda _address: True, document_server.trust).fetch(address)


@pytest.mark.anyio
async def test_documents_are_not_followed_elsewhere_nor_read_without_end(
    document_server: DocumentServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("soupis.oauth.client_metadata.SECONDS", 1.0)
    documents = ClientMetadata(lambda _address: True, document_server.trust)
    target = document_server.publish("/target.json", client_name="App", redirect_uris=[REDIRECT])
    moved = document_server.answer("/moved.json", lambda to: send(to, 302, b"", Location=target))
    huge = document_server.answer("/huge.json", lambda to: send(to, 200, b" " * 20_000))
    slow = document_server.answer("/slow.json", drip)
    for address, words in ((moved, "302"), (huge, "larger"), (slow, "cannot be fetched")):
        with pytest.raises(ClientMetadataError, match=words):
            await documents.fetch(address)
    before = document_server.requests
    with pytest.raises(ClientMetadataError, match="larger"):
        await documents.fetch(huge)
    assert document_server.requests == before  # a failure is remembered


@pytest.mark.anyio
async def test_a_document_server_has_to_prove_its_name(tmp_path: Path) -> None:
    with DocumentServer(tmp_path, names=("other.example",)) as server:
        address = server.publish("/c.json", client_name="App", redirect_uris=[REDIRECT])
        with pytest.raises(ClientMetadataError, match="ConnectError"):
            await ClientMetadata(lambda _address: True, server.trust).fetch(address)
        assert server.requests == 0


@pytest.mark.anyio
async def test_a_document_is_kept_as_long_as_its_server_says_within_bounds(
    document_server: DocumentServer,
) -> None:
    documents = ClientMetadata(lambda _address: True, document_server.trust)
    for header, seconds in (
        ("max-age=7200", 7200),
        ("no-store", 300),
        ("max-age=99999999", 86400),
        ("", 3600),
    ):
        path = f"/{seconds}.json"
        body = b'{"client_id":"%s","client_name":"App","redirect_uris":["%s"]}'
        content = body % (document_server.address(path).encode(), REDIRECT.encode())
        document_server.answer(
            path,
            lambda to, h=header, c=content: send(to, 200, c, Cache_Control=h),  # type: ignore[misc]
        )
        assert (await documents.fetch(document_server.address(path))).keep == seconds
