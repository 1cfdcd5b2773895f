"""The page that verifies receipts, in a real browser: valid ones, every kind of spoilt ones, nothing sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, Page

from soupis.receipts import jws
from tests.conftest import MakeCaller
from tests.support.server import Server

Files = dict[str, Path]
pytestmark = pytest.mark.slow


@pytest.fixture
def files(account: MakeCaller, tmp_path: Path) -> Files:
    """A receipt, its body and the service's keys, as a client keeps them."""
    caller = account()
    answer = caller.batch("45274649", "12345679")
    receipt = caller.get(f"/api/v1/doklad/{answer.headers['x-service-doklad']}")
    kept = {"receipt": receipt, "body": answer, "keys": caller.get("/.well-known/jwks.json")}
    for name, response in kept.items():
        (tmp_path / name).write_bytes(response.content)
    return {name: tmp_path / name for name in kept}


@pytest.fixture(scope="module")
def page(browser: Browser, server: Server) -> Iterator[Page]:
    page = browser.new_page(base_url=server.url)
    yield page
    page.close()


def verdict(page: Page, files: Files, language: str = "") -> str:
    page.goto(f"{language}/doklad")
    for name, path in files.items():
        page.set_input_files(f"#{name}", path)
    page.click("#receipt-form button")
    page.wait_for_selector("#receipt-verdict:not([hidden])")
    return page.inner_text("#receipt-verdict")


def test_a_valid_receipt_is_shown_as_a_protocol(page: Page, files: Files) -> None:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(f"{request.method} {request.url}"))
    assert verdict(page, files) == "Doklad platí."
    rows = page.locator("#receipt-rows tbody tr").all_inner_texts()
    assert rows[0].split("\t")[:3] == ["45274649", "plátce", "CZ45274649"]
    assert rows[1].split("\t")[:2] == ["12345679", "dotázáno, neodpovězeno"]
    assert not [request for request in requests if not request.startswith("GET ")]
    assert page.is_visible("#receipt-print")


def test_keys_that_were_not_saved_are_those_of_today(page: Page, files: Files) -> None:
    assert (
        verdict(page, {name: files[name] for name in ("receipt", "body")}, "/en") == "The receipt is valid."
    )


def one_byte(files: Files) -> None:
    answer = bytearray(files["body"].read_bytes())
    answer[len(answer) // 2] ^= 1
    files["body"].write_bytes(answer)


def another_key(files: Files) -> None:
    files["keys"].write_bytes(msgspec.json.encode({"keys": [jws.public_jwk(bytes(range(32)))]}))


def changed(field: str, value: object) -> Callable[[Files], None]:
    def change(files: Files) -> None:
        receipt = msgspec.json.decode(files["receipt"].read_bytes())["data"]
        place = receipt["zaznam"] if field in receipt["zaznam"] else receipt
        place[field] = value
        files["receipt"].write_bytes(msgspec.json.encode(receipt))

    return change


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (one_byte, "tělo není to"),
        (another_key, "jiný klíč"),
        (changed("vydano", "2026-01-01T00:00:00Z"), "číslo nebo čas"),
        (changed("neodpovezeno", 0), "v záznamu není"),
        (changed("zdroje", []), "v záznamu není"),
        (changed("pozice", 10_000), "v záznamu není"),
        (changed("spolehlivy", True), "v záznamu není"),
        (changed("kontrolniBod", "x\n1\nAAAA\n\n"), "kontrolní bod"),
        (changed("jws", "a..b"), "chybný tvar"),
    ],
)
def test_a_spoilt_receipt_is_found(
    page: Page, files: Files, spoil: Callable[[Files], None], reason: str
) -> None:
    spoil(files)
    assert reason in verdict(page, files)
    assert page.is_hidden("#receipt-protocol")


def test_the_protocol_is_printed_without_the_form(page: Page, files: Files) -> None:
    verdict(page, files)
    page.emulate_media(media="print")
    try:
        assert page.is_visible("#receipt-protocol")
        assert page.is_hidden("#receipt-form")
        assert page.pdf().startswith(b"%PDF-")
    finally:
        page.emulate_media(media="screen")
