"""The page that shows and verifies receipts, in a real browser without scripts, and what it refuses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from playwright.sync_api import Browser, Page

from tests.conftest import MakeCaller
from tests.support.server import Server

pytestmark = pytest.mark.slow


@pytest.fixture
def receipt(account: MakeCaller, tmp_path: Path) -> Path:
    """A receipt as a client keeps it; the file is named for its number."""
    caller = account()
    answer = caller.batch("45274649", "12345679")
    number = answer.headers["x-service-doklad"]
    path = tmp_path / f"{number}.json"
    path.write_bytes(caller.get(f"/api/v1/doklad/{number}").content)
    return path


@pytest.fixture(scope="module")
def page(browser: Browser, server: Server) -> Iterator[Page]:
    page = browser.new_page(base_url=server.url, java_script_enabled=False)
    yield page
    page.close()


def test_a_receipt_is_shown_by_its_number(page: Page, receipt: Path) -> None:
    page.goto("/doklad")
    page.fill("#cislo", receipt.stem)
    page.click("text=Ukázat doklad")
    assert page.inner_text(".notice").startswith("Doklad platí")
    rows = page.locator("#receipt tbody tr").all_inner_texts()
    name, ico, state, tax_id = rows[0].split("\t")[:4]
    assert name and (ico, state, tax_id) == ("45274649", "plátce", "CZ45274649")
    assert rows[1].split("\t")[1:3] == ["12345679", "neověřeno"]


def test_a_saved_receipt_is_verified(page: Page, receipt: Path) -> None:
    page.goto("/en/doklad")
    page.set_input_files("#doklad", receipt)
    page.click("text=Verify the file")
    assert page.inner_text(".notice").startswith("The receipt is valid")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("vydano", "2026-01-01T00:00:00Z"),
        ("neodpovezeno", 0),
        ("zdroje", []),
        ("firmy", None),
        ("spolehlivy", True),
        ("jws", "a..b"),
        ("casoveRazitko", "AAAA"),
        ("id", 5),
    ],
)
def test_a_changed_receipt_is_not_valid(page: Page, receipt: Path, field: str, value: object) -> None:
    changed = msgspec.json.decode(receipt.read_bytes())
    changed["data"][field] = value
    receipt.write_bytes(msgspec.json.encode(changed))
    page.goto("/doklad")
    page.set_input_files("#doklad", receipt)
    page.click("text=Ověřit soubor")
    assert page.inner_text(".notice").startswith("Doklad neplatí")
    assert not page.locator("#receipt").count()


@pytest.mark.parametrize("number", ["a" * 22, "1", "<script>", "ě" * 22])
def test_an_unknown_number_is_told(server: Server, number: str) -> None:
    answer = httpx.get(f"{server.url}/doklad", params={"cislo": number})
    assert answer.status_code == 404
    assert "nevydala" in answer.text
    assert "<script>" not in answer.text


def test_an_upload_is_bounded_and_has_to_be_a_file(server: Server) -> None:
    address = f"{server.url}/doklad"
    assert httpx.post(address, files={"doklad": b"x" * (5 << 20)}).status_code == 413
    assert httpx.post(address, data={"doklad": "text"}).status_code == 400
    assert httpx.post(address, files={"doklad": b"[" * 100_000}).status_code == 400
    assert httpx.post(address, content=iter([b"no length"])).status_code == 411


def test_the_receipt_is_printed_without_the_forms(page: Page, receipt: Path) -> None:
    page.goto(f"/doklad?cislo={receipt.stem}")
    page.emulate_media(media="print")
    try:
        assert page.is_visible("#receipt")
        assert page.is_hidden("#cislo")
        assert page.pdf().startswith(b"%PDF-")
    finally:
        page.emulate_media(media="screen")
