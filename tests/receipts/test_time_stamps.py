"""Time stamps by a real authority of this machine (`openssl ts`), and by ones that answer nonsense."""

from __future__ import annotations

import base64
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import httpx
import msgspec
import pytest
from rfc3161_client import HashAlgorithm, TimestampRequestBuilder

from soupis.receipts import time_stamps, verification
from soupis.receipts.time_stamps import TimeStampError
from soupis.receipts.verification import VerificationError
from tests.receipts.conftest import OpenReceipts
from tests.receipts.test_receipts import BODY, found, issue

_CONFIG = """
[tsa]
default_tsa = tsa_here
[tsa_here]
serial = {directory}/serial
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
ess_cert_id_alg = sha256
[signer]
extendedKeyUsage = critical,timeStamping
[req]
distinguished_name = name
[name]
"""
Authority = Callable[[bytes], bytes]


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    """What answers time stamp requests as an authority does, with a certificate made here."""
    if not shutil.which("openssl"):
        pytest.skip("There is NO OPENSSL on this machine: time stamps were not tried.")
    config = tmp_path / "openssl.cnf"
    config.write_text(_CONFIG.format(directory=tmp_path))
    (tmp_path / "serial").write_text("01\n")
    made = [
        "-keyout",
        "key.pem",
        "-out",
        "cert.pem",
        "-days",
        "30",
        "-subj",
        "/CN=tsa",
        "-extensions",
        "signer",
    ]
    run(tmp_path, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-config", str(config), *made)

    def answer(query: bytes) -> bytes:
        (tmp_path / "query").write_bytes(query)
        signer = ["-signer", "cert.pem", "-inkey", "key.pem"]
        run(tmp_path, "ts", "-reply", "-config", str(config), "-queryfile", "query", "-out", "reply", *signer)
        return (tmp_path / "reply").read_bytes()

    return answer


def run(directory: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(["openssl", *arguments], cwd=directory, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done


def served(answer: Authority) -> httpx.Client:
    """A client whose authority is that function."""
    return httpx.Client(
        transport=httpx.MockTransport(lambda request: httpx.Response(200, content=answer(request.content)))
    )


def test_a_stamped_receipt_bears_its_stamp_and_others_can_verify_it(
    open_receipts: OpenReceipts, authority: Authority, tmp_path: Path
) -> None:
    receipts = open_receipts()
    stamped, other = issue(receipts, 2)
    jws = receipts.jws_of(stamped)
    assert jws is not None
    with served(authority) as client:
        receipts.stamp(stamped, time_stamps.stamp(client, "https://tsa.example", jws))
    assert list(receipts.unstamped()) == [other]
    assert found(receipts, other)["casoveRazitko"] is None
    receipt = found(receipts, stamped)
    given = verification.read_receipt(msgspec.json.encode(receipt))
    assert verification.verify(given, receipts.keys.public(), BODY).casove_razitko is not None
    (tmp_path / "stamp").write_bytes(base64.b64decode(receipt["casoveRazitko"]))
    (tmp_path / "jws").write_text(receipt["jws"])
    told = run(tmp_path, "ts", "-verify", "-data", "jws", "-in", "stamp", "-CAfile", "cert.pem")
    assert "Verification: OK" in told.stdout + told.stderr


def test_a_stamp_of_another_receipt_is_found(open_receipts: OpenReceipts, authority: Authority) -> None:
    receipts = open_receipts()
    receipt = found(receipts, *issue(receipts))
    with served(authority) as client:
        stamp = time_stamps.stamp(client, "https://tsa.example", "another receipt")
    receipt["casoveRazitko"] = base64.b64encode(stamp).decode()
    given = verification.read_receipt(msgspec.json.encode(receipt))
    with pytest.raises(VerificationError, match="over something else"):
        verification.verify(given, receipts.keys.public())


def test_a_stamp_of_another_request_is_refused(authority: Authority) -> None:
    query = TimestampRequestBuilder().data(b"receipt").hash_algorithm(HashAlgorithm.SHA256).build()
    other = authority(query.as_bytes())
    with served(lambda _query: other) as client, pytest.raises(TimeStampError, match="something else"):
        time_stamps.stamp(client, "https://tsa.example", "receipt")


@pytest.mark.parametrize(
    "answer", [b"", b"<html>", b"0\x05", b"0\x05\x30\x03\x02\x01\x02", b"0\x84\xff\xff\xff\xff"]
)
def test_what_is_no_time_stamp_is_refused(answer: bytes) -> None:
    with served(lambda _query: answer) as client, pytest.raises(TimeStampError, match="refused"):
        time_stamps.stamp(client, "https://tsa.example", "receipt")
