"""Receipts of a running server: which answers have one, and that others than this program can verify it."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import httpx
import msgspec
import pytest

from soupis.installation import Installation
from soupis.receipts import jws
from tests.conftest import MakeCaller
from tests.support.callers import Caller
from tests.support.commands import run as run_soupis
from tests.support.installation import copy_of, issue_key
from tests.support.server import Server
from tests.support.waiting import PATIENCE, wait_until

KNOWN = "45274649"  # its VAT status is verified in the demo
UNKNOWN = "12345679"  # nobody knows this company
_JOSE = "jose@6"

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
        arguments = [node, str(directory / "verify.mjs"), *map(str, files)]
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=PATIENCE)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return verify


def test_another_library_verifies_a_receipt(jose: Callable[[Files], str], files: Files) -> None:
    assert jose(files) == "true"


def test_another_library_finds_one_changed_byte(jose: Callable[[Files], str], files: Files) -> None:
    _, body, _ = files
    answer = bytearray(body.read_bytes())
    answer[len(answer) // 2] ^= 1
    body.write_bytes(answer)
    assert jose(files) == "false: ERR_JWS_SIGNATURE_VERIFICATION_FAILED"


def test_another_library_finds_that_the_key_is_another(jose: Callable[[Files], str], files: Files) -> None:
    _, _, keys = files
    document = msgspec.json.decode(keys.read_bytes())
    document["keys"][0]["x"] = jws.public_jwk(bytes(range(32)))["x"]
    keys.write_bytes(msgspec.json.encode(document))
    assert jose(files).startswith("false")


def test_the_command_verifies_two_files_by_saved_keys(files: Files) -> None:
    receipt, body, keys = map(str, files)
    done = run_soupis("receipt", "verify", receipt, body, "--keys", keys)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("VALID")
    assert "Asked, not answered: 1 companies." in done.stdout


def test_the_command_follows_the_log_of_the_service(files: Files, server: Server) -> None:
    receipt, body, keys = map(str, files)
    Caller(server.url).batch(KNOWN)  # the log goes on
    log = f"{server.url}/doklady/log"
    done = run_soupis("receipt", "verify", receipt, body, "--keys", keys, "--log", log, "--json")
    facts = msgspec.json.decode(done.stdout)
    assert facts["logSize"] > facts["position"]


def test_a_genuine_receipt_is_not_called_invalid_after_a_change_of_keys(
    demo_installation: Installation, tmp_path: Path
) -> None:
    where = copy_of(demo_installation, tmp_path / "data")
    key = issue_key(where, "owner@example.cz", "free")
    with Server(where.directory, tmp_path / "log") as running:
        caller = Caller(running.url, key=key)

        def save(name: str, answer: httpx.Response) -> str:
            (tmp_path / name).write_bytes(answer.content)
            return str(tmp_path / name)

        answer = caller.batch(KNOWN)
        receipt = save("receipt.json", caller.get(f"/api/v1/doklad/{answer.headers['x-service-doklad']}"))
        verify = ("receipt", "verify", receipt, save("body.json", answer))
        log = ("--log", f"{running.url}/doklady/log")
        saved = save("jwks.json", caller.get("/.well-known/jwks.json"))
        run_soupis("receipt", "rotate-key", "--data", str(where.directory))

        def is_signed_anew() -> bool:
            later = caller.batch(KNOWN)
            caller.get(f"/api/v1/doklad/{later.headers['x-service-doklad']}")
            return run_soupis(*verify, "--keys", saved, *log).returncode != 0

        wait_until(is_signed_anew)
        done = run_soupis(*verify, "--keys", saved, *log)
        assert done.returncode == 3
        assert done.stderr.startswith("RECEIPT VALID, LOG NOT CHECKED")
        fresh = save("fresh.json", caller.get("/.well-known/jwks.json"))
        assert run_soupis(*verify, "--keys", fresh, *log).returncode == 0


def test_the_command_finds_a_changed_body_and_another_key(files: Files) -> None:
    receipt, body, keys = files
    other = body.with_name("other.json")
    other.write_bytes(body.read_bytes().replace(b"platce", b"PLATCE", 1))
    strange = keys.with_name("strange.json")
    strange.write_bytes(msgspec.json.encode({"keys": [jws.public_jwk(bytes(range(32)))]}))
    for answer, known in ((other, keys), (body, strange)):
        done = run_soupis("receipt", "verify", str(receipt), str(answer), "--keys", str(known))
        assert done.returncode == 1
        assert done.stderr.startswith("NOT VALID")


def test_the_command_uses_the_keys_and_the_log_of_this_machine(
    demo_installation: Installation, tmp_path: Path
) -> None:
    """And finds that its log was cut: as after a restore of an older backup."""
    where = copy_of(demo_installation, tmp_path / "data")
    older = tmp_path / "older.sqlite"
    key = issue_key(where, "owner@example.cz", "free")
    for number in range(2):
        with Server(where.directory, tmp_path / "log") as running:
            caller = Caller(running.url, key=key)
            answer = caller.batch(KNOWN)
            receipt = caller.get(f"/api/v1/doklad/{answer.headers['x-service-doklad']}")
        (tmp_path / "body.json").write_bytes(answer.content)
        (tmp_path / "receipt.json").write_bytes(receipt.content)
        if number == 0:
            shutil.copy(where.directory / "accounts.sqlite", older)
    verify = ("receipt", "verify", str(tmp_path / "receipt.json"), str(tmp_path / "body.json"))
    done = run_soupis(*verify, "--data", str(where.directory))
    assert done.returncode == 0, done.stderr
    shutil.copy(older, where.directory / "accounts.sqlite")
    done = run_soupis(*verify, "--data", str(where.directory))
    assert done.returncode == 1
    assert "was cut" in done.stderr
