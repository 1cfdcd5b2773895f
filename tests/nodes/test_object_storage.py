"""Snapshots in an object storage across the network: a server that speaks S3, in this process."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import obstore
import pytest
from obstore.store import from_url
from pydantic import ValidationError
from structlog.testing import capture_logs

from soupis.progress import Progress, no_progress
from soupis.search import node_snapshots
from soupis.settings import Settings
from soupis.store.change_log import Position
from soupis.store.snapshots import KEPT, SnapshotError, Snapshots
from tests.nodes.conftest import MakeNode, follow
from tests.nodes.test_following import change_documents, differences
from tests.support.cut import Cuttable

URL = "s3://kept/soupis"
Address = tuple[str, int]
KEY, SECRET = "AKIA-of-this-test", "secret-of-this-test"


@pytest.fixture(scope="module")
def server() -> Iterator[Address]:
    """An S3 server with a bucket `kept`."""
    from moto.server import ThreadedMotoServer  # two seconds, which every process would take to collect tests

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    yield server.get_host_and_port()
    server.stop()


@pytest.fixture
def storage(server: Address, monkeypatch: pytest.MonkeyPatch) -> Iterator[Cuttable]:
    """The way to the empty bucket, which can be cut."""
    ask(server, "/moto-api/reset")
    ask(server, "/kept", method="PUT")
    with Cuttable(lambda: socket.create_connection(server)) as way:
        settings = {
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{way.port}",
            "AWS_ALLOW_HTTP": "true",
            "AWS_REGION": "eu-central-1",
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET,
        }
        for name, value in settings.items():
            monkeypatch.setenv(name, value)
        yield way


def ask(server: Address, path: str, data: bytes | None = None, method: str = "POST") -> None:
    """Tell the server something."""
    headers = {"Content-Type": "text/plain"}
    url = f"http://{server[0]}:{server[1]}{path}"
    urlopen(Request(url, data=data, method=method, headers=headers)).close()


def test_nodes_start_from_whole_snapshots_of_an_object_storage_only(
    storage: Cuttable, make_node: MakeNode
) -> None:
    node = make_node("one")
    follow(node)
    whole = node_snapshots.publish(node.node, Snapshots(URL), no_progress)
    change_documents(node.engine, [45274649], b'{"after":"the snapshot"}')
    follow(node)
    with pytest.raises(SnapshotError, match="cannot be stored"):
        node_snapshots.publish(node.node, Snapshots(URL), cut_half_way(storage))
    storage.join()
    with capture_logs() as logs:
        second = make_node("two", snapshot_url=URL)
        follow(second)
    assert Snapshots(URL).kept() == [whole]
    assert not differences(second)
    assert not logs

    damage(f"{whole.name}/documents.sqlite.zst")
    with capture_logs() as logs:
        third = make_node("three", snapshot_url=URL)
        follow(third)
    assert not differences(third)
    assert [line["event"] for line in logs] == ["snapshot_not_used"]


def cut_half_way(storage: Cuttable) -> Progress:
    """Return a progress that cuts the way when some files are stored, others not."""

    def progress(_what: str, done: int, _total: int | None) -> None:
        if done:
            storage.cut()

    return progress


def damage(path: str) -> None:
    """Change a byte in the middle of an object."""
    content = bytearray(bytes(obstore.get(from_url(URL), path).bytes()))
    content[len(content) // 2] ^= 0xFF
    obstore.put(from_url(URL), path, bytes(content))


def test_what_is_older_than_the_kept_snapshots_goes_and_what_is_not_ours_stays(
    storage: Cuttable, tmp_path: Path
) -> None:
    files = {"one": tmp_path / "one", "two": tmp_path / "two"}
    for file in files.values():
        file.write_bytes(b"content")
    broken, foreign = "20200101T000000Z-7/one.zst", "20200101-by-somebody-else/one.zst"
    for path in (broken, foreign):
        obstore.put(from_url(URL), path, b"content")
    made = [
        Snapshots(URL).publish(files, Position("epoch", seq, ""), tmp_path, no_progress)
        for seq in range(1, KEPT + 2)
    ]
    assert Snapshots(URL).kept() == made[1:]
    there = {item["path"] for found in obstore.list(from_url(URL)) for item in found}
    names = ("one.zst", "two.zst", "manifest.json")
    assert there == {foreign, *(f"{manifest.name}/{name}" for manifest in made[1:] for name in names)}


def test_a_refusal_says_what_to_look_at_and_tells_no_secret(
    server: Address, storage: Cuttable, tmp_path: Path
) -> None:
    ask(server, "/moto-api/reset-auth", b"0")  # from now on it knows nobody
    try:
        for refused in (
            Snapshots(URL).kept,
            lambda: Snapshots(URL).publish({}, Position("epoch", 1, ""), tmp_path, no_progress),
        ):
            with pytest.raises(SnapshotError) as caught:
                refused()
            said = str(caught.value)
            assert "403 Forbidden" in said and "SOUPIS_SNAPSHOT_URL" in said and "credentials" in said
            assert KEY not in said and SECRET not in said and "\n" not in said and "?" not in said
    finally:
        ask(server, "/moto-api/reset-auth", b"inf")


@pytest.mark.parametrize("url", ["kept/soupis", "s3:kept", "ftp://kept/a", f"s3://{KEY}:{SECRET}@kept/a"])
def test_an_address_that_is_none_is_told_at_once_without_what_is_secret_in_it(url: str) -> None:
    with pytest.raises(ValidationError) as caught:
        Settings(_env_file=None, snapshot_url=url)
    (problem,) = caught.value.errors()
    assert "s3://BUCKET/PREFIX" in problem["msg"]
    assert SECRET not in problem["msg"]
