"""Receipts of a running server: which answers have one, and that others than this program can verify it."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from soupis.installation import Installation
from soupis.receipts import signatures
from tests.conftest import MakeCaller
from tests.support.callers import Caller
from tests.support.commands import run as run_soupis
from tests.support.installation import copy_of, issue_key
from tests.support.server import Server
from tests.support.waiting import PATIENCE

KNOWN = "45274649"  # its VAT status is verified in the demo
UNKNOWN = "12345679"  # nobody knows this company
_JOSE = "jose@6"
_ANOTHER_KEY = signatures.public_jwk(Ed25519PrivateKey.generate().public_key())

Files = tuple[Path, Path, Path]


@pytest.fixture
def files(account: MakeCaller, tmp_path: Path) -> Files:
    """A receipt, the answer that it is of, and the service's keys, as a client keeps them."""
    caller = account()
    answer = caller.batch(KNOWN, UNKNOWN)
    kept = (tmp_path / "receipt.json", tmp_path / "body.json", tmp_path / "jwks.json")
    receipt = caller.get(f"/api/v1/doklad/{answer.headers['x-service-doklad']}")
    keys = caller.get("/.well-known/jwks.json")
    for path, response in zip(kept, (receipt, answer, keys), strict=True):
        path.write_bytes(response.content)
    return kept


def test_a_batch_has_a_receipt_that_says_for_how_many_nobody_answered(account: MakeCaller) -> None:
    caller = account()
    answer = caller.batch(KNOWN, UNKNOWN)
    receipt = caller.get(f"/api/v1/doklad/{answer.headers['x-service-doklad']}").json()["data"]
    (known, _) = answer.json()["data"]["firmy"]
    assert receipt["neodpovezeno"] == 1
    assert [company["dph"] for company in receipt["firmy"]] == [known["dph"], None]
    assert receipt["firmy"][0]["obchodniJmeno"]
    assert {source["odpovedZ"] for source in receipt["zdroje"]} == {known["dph"]["overenoK"]}


def test_a_batch_in_which_everything_is_unverified_has_none_and_none_is_stored(
    account: MakeCaller, demo_installation: Installation
) -> None:
    def stored() -> int:
        with closing(sqlite3.connect(demo_installation.directory / "accounts.sqlite")) as accounts:
            return int(accounts.execute("SELECT count(*) FROM receipt").fetchone()[0])

    caller, before = account(), stored()
    answer = caller.batch(UNKNOWN)
    assert answer.json()["data"]["neovereno"] == [UNKNOWN]
    assert "x-service-doklad" not in answer.headers
    assert stored() == before


def test_a_detail_has_one_where_it_says_a_vat_status(account: MakeCaller) -> None:
    caller = account()
    answer = caller.get(f"/api/v1/firma/{KNOWN}")
    receipt = caller.get(f"/api/v1/doklad/{answer.headers['x-service-doklad']}").json()["data"]
    assert receipt["zadost"] == {"metoda": "GET", "adresa": f"/api/v1/firma/{KNOWN}", "otisk": None}
    told = {source["zdroj"]: source["aktualizovano"] for source in answer.json()["data"]["zdroje"]}
    assert {source["zdroj"]: source["odpovedZ"] for source in receipt["zdroje"]}.keys() == told.keys()


def test_answers_without_a_body_of_their_own_have_none(account: MakeCaller) -> None:
    caller = account()
    address = f"/api/v1/firma/{KNOWN}"
    tag = caller.get(address).headers["etag"]
    for answer in (
        caller.get(address, headers={"If-None-Match": tag}),
        caller.http.head(address),
        caller.get(f"/api/v1/firma/{UNKNOWN}"),
        caller.batch("1"),
    ):
        assert "x-service-doklad" not in answer.headers


def test_a_detail_without_a_vat_status_has_none(account: MakeCaller) -> None:
    caller = account()
    found = caller.get("/api/v1/vyhledavani", dph="neovereno", pocet=1).json()["data"]["firmy"]
    answer = caller.get(f"/api/v1/firma/{found[0]['ico']}")
    assert answer.json()["data"]["dph"] is None
    assert "x-service-doklad" not in answer.headers


def test_a_receipt_costs_nothing_and_is_its_owners_alone(account: MakeCaller, server: Server) -> None:
    caller = account()
    address = f"/api/v1/doklad/{caller.batch(KNOWN).headers['x-service-doklad']}"
    left = caller.remaining()
    assert caller.get(address).status_code == 200
    assert caller.remaining() == left
    for other in (account(), Caller(server.url)):
        assert other.get(address).status_code == 404


def test_without_an_account_the_same_address_gets_its_receipt(server: Server) -> None:
    caller = Caller(server.url)
    address = f"/api/v1/doklad/{caller.batch(KNOWN).headers['x-service-doklad']}"
    assert caller.get(address).status_code == 200
    assert Caller(server.url).get(address).status_code == 404


@pytest.mark.parametrize(
    "number", ["1", "a" * 21, "a" * 23, "a" * 21 + "%0A", "a" * 21 + "á", "a" * 21 + "."]
)
def test_a_number_that_is_none_is_refused(anonymous: Caller, number: str) -> None:
    assert anonymous.get(f"/api/v1/doklad/{number}").status_code == 400


@pytest.fixture(scope="session")
def jose(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Files], str]:
    """A verifier in another language, by a library that knows nothing of this program."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("There is NO NODE on this machine: no other library verified a receipt.")
    directory = tmp_path_factory.mktemp("jose")
    shutil.copy(Path(__file__).with_name("verify.mjs"), directory)
    command = [npm, "install", "--prefix", str(directory), "--no-fund", "--no-audit", _JOSE]
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=180)
    except (subprocess.SubprocessError, OSError) as error:
        pytest.skip(f"npm CANNOT INSTALL jose here, no other library verified a receipt: {error}")

    def verify(files: Files) -> str:
        receipt, _, keys = map(str, files)
        arguments = [node, str(directory / "verify.mjs"), receipt, keys]
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return verify


def test_another_library_verifies_a_receipt(jose: Callable[[Files], str], files: Files) -> None:
    assert jose(files) == "true"


def test_another_library_finds_a_changed_receipt(jose: Callable[[Files], str], files: Files) -> None:
    receipt, _, _ = files
    text = receipt.read_text()
    receipt.write_text(text.replace('"neodpovezeno":1', '"neodpovezeno":0'))
    assert jose(files) == "false"
    header, _, signature = msgspec.json.decode(text)["data"]["jws"].split(".")
    forged = msgspec.json.decode(text)
    forged["data"]["jws"] = f"{header}.e30.{signature}"
    receipt.write_bytes(msgspec.json.encode(forged))
    assert jose(files) == "false: ERR_JWS_SIGNATURE_VERIFICATION_FAILED"


def test_another_library_finds_that_the_key_is_another(jose: Callable[[Files], str], files: Files) -> None:
    _, _, keys = files
    document = msgspec.json.decode(keys.read_bytes())
    document["keys"][0]["x"] = _ANOTHER_KEY["x"]
    keys.write_bytes(msgspec.json.encode(document))
    assert jose(files).startswith("false")


def test_the_command_verifies_two_files_by_saved_keys(files: Files) -> None:
    receipt, body, keys = map(str, files)
    done = run_soupis("receipt", "verify", receipt, body, "--keys", keys)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("VALID")
    assert "Asked, not answered: 1 companies." in done.stdout


def test_the_command_verifies_a_receipt_without_the_answer_and_says_so(files: Files) -> None:
    receipt, _, keys = map(str, files)
    done = run_soupis("receipt", "verify", receipt, "--keys", keys)
    assert done.returncode == 0, done.stderr
    assert "The answer itself was not compared" in done.stdout
    assert f"{KNOWN} " in done.stdout


def test_the_command_finds_a_changed_body_and_another_key(files: Files) -> None:
    receipt, body, keys = files
    other = body.with_name("other.json")
    other.write_bytes(body.read_bytes().replace(b"platce", b"PLATCE", 1))
    strange = keys.with_name("strange.json")
    strange.write_bytes(msgspec.json.encode({"keys": [_ANOTHER_KEY]}))
    for answer, known in ((other, keys), (body, strange)):
        done = run_soupis("receipt", "verify", str(receipt), str(answer), "--keys", str(known))
        assert done.returncode == 1
        assert done.stderr.startswith("NOT VALID")


def test_the_command_uses_the_keys_of_this_machine_also_after_a_change_of_keys(
    demo_installation: Installation, tmp_path: Path
) -> None:
    where = copy_of(demo_installation, tmp_path / "data")
    key = issue_key(where, "owner@example.cz", "free")
    with Server(where.directory, tmp_path / "log") as running:
        caller = Caller(running.url, key=key)
        answer = caller.batch(KNOWN)
        receipt = caller.get(f"/api/v1/doklad/{answer.headers['x-service-doklad']}")
    (tmp_path / "body.json").write_bytes(answer.content)
    (tmp_path / "receipt.json").write_bytes(receipt.content)
    data = ("--data", str(where.directory))
    run_soupis("receipt", "rotate-key", *data)
    verify = ("receipt", "verify", str(tmp_path / "receipt.json"), str(tmp_path / "body.json"))
    done = run_soupis(*verify, *data)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("VALID")
