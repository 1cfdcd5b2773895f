"""Payments by QR code: only to published accounts, and exactly what was written."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from soupis.web.payment import Payment, parse_amount, parse_symbol, payable_accounts
from soupis.wire.base import CodedName
from soupis.wire.vat import Dph, ZverejnenyUcet
from tests.web.dom import parse
from tests.web.site import CHECKED, Samples

CEZ = "/firma/45274649"
# Other than ASCII digits, spaces and one separator before two decimals.
UNCLEAR = ("1.250", "1,250", "1e3", "1_000", "\u0661\u0662", "1,", "1..5", "1\t000", "+5", "1 " * 60 + "x")


@given(st.text(max_size=80), st.text(max_size=80))
def test_no_text_adds_a_field_to_a_code(name: str, message: str) -> None:
    payment = Payment("CZ6508000000192000145399", name, Decimal("1.5"), "12", message)
    fields = payment.descriptor.split("*")
    assert fields[:2] == ["SPD", "1.0"]
    assert fields[2:6] == ["ACC:CZ6508000000192000145399", "AM:1.50", "CC:CZK", "X-VS:12"]
    assert {field.split(":")[0] for field in fields[6:]} <= {"RN", "MSG"}
    assert payment.descriptor.isascii()


@pytest.mark.parametrize(
    ("text", "amount"),
    [("1 234,50", "1234.50"), ("1\u00a0000 Kč", "1000"), ("0.01", "0.01"), ("9999999.99", "9999999.99")],
)
def test_an_amount_is_read_as_people_write_it(text: str, amount: str) -> None:
    assert parse_amount(text) == Decimal(amount)


@pytest.mark.parametrize(
    "text", ["0", "-1", "1,234", "abc", "1e3000", "NaN", "inf", "10000000", "1.000,50", *UNCLEAR]
)
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_amount(text)


@pytest.mark.parametrize("text", ["12345678901", "12a", "-1", "١٢"])
def test_what_is_no_variable_symbol_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_symbol(text)


def test_an_account_whose_publishing_ended_is_not_offered() -> None:
    bank = CodedName(kod="0800", nazev="Banka")
    status = Dph(
        registrace_aktivni=True,
        stav="platce",
        overeno_k=CHECKED,
        zverejnene_ucty=["19-2000145399/0800", "2001260209/2600"],
        zverejnene_ucty_podrobne=[
            ZverejnenyUcet(ucet="19-2000145399/0800", banka=bank, zverejneno_do="2020-01-01"),
            ZverejnenyUcet(ucet="2001260209/2600", banka=bank),
        ],
    )
    assert list(payable_accounts(status)) == ["2001260209/2600"]
    status.registrace_aktivni = False
    assert payable_accounts(status) == {}
    assert payable_accounts(None) == {}


def test_the_page_draws_a_code_and_keeps_what_was_written(client: TestClient) -> None:
    page = parse(client.get(f"{CEZ}/platba?castka=1250,5&vs=2026001&zprava=Faktura").text)
    assert page.xpath("//*[local-name()='svg'][contains(@class, 'qr')]")
    assert "1 250,50 Kč" in page.xpath("string(//main)").replace("\xa0", " ")
    assert page.xpath("//input[@name='castka']/@value") == ["1250,5"]


def test_a_code_is_never_made_for_an_account_that_is_not_published(
    client: TestClient, samples: Samples
) -> None:
    assert client.get(f"{CEZ}/platba?ucet=19-2000145399/0800").status_code == 404
    assert client.get(f"/firma/{samples.vat['neplatce']}/platba").status_code == 404
    assert client.get(f"/firma/{samples.vat['neovereno']}/platba").status_code == 404


def test_a_wrong_field_is_told_and_makes_no_code(client: TestClient) -> None:
    answer = client.get(f"{CEZ}/platba?castka=hodně")
    page = parse(answer.text)
    assert answer.status_code == 400
    assert page.xpath("//input[@name='castka']/@aria-invalid") == ["true"]
    assert not page.xpath("//*[local-name()='svg'][contains(@class, 'qr')]")


@pytest.mark.parametrize(
    "query",
    [
        "castka=1.250",
        "castka=1" + "%20" * 120 + "000000000",
        "castka=5&castka=5",
        "vs=1&vs=2",
        "ucet={account}&ucet={account}",
        "zprava=" + "a" * 61,
        "zprava=" + "%EF%AC%83" * 30,
        "zprava=%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82",
    ],
)
def test_what_could_be_taken_otherwise_makes_no_code(client: TestClient, query: str) -> None:
    (account, *_) = parse(client.get(f"{CEZ}/platba").text).xpath("//select[@name='ucet']/option/text()")
    answer = client.get(f"{CEZ}/platba?{query.format(account=account)}")
    page = parse(answer.text)
    assert answer.status_code == 400
    assert len(page.xpath("//*[@class='error']")) == 1
    assert not page.xpath("//*[local-name()='svg'][contains(@class, 'qr')]")


def test_the_page_shows_the_message_that_is_in_the_code(client: TestClient) -> None:
    page = parse(client.get(f"{CEZ}/platba?zprava=Příspěvek*na%20účet_2").text)
    assert "PRISPEVEK NA UCET 2" in page.xpath("//dd/text()")


def test_a_company_without_a_published_account_says_so_and_leads_back(
    client: TestClient, samples: Samples
) -> None:
    for prefix, told in (("", "žádný zveřejněný účet"), ("/en", "no published account")):
        answer = client.get(f"{prefix}/firma/{samples.vat['neovereno']}/platba")
        page = parse(answer.text)
        assert answer.status_code == 404
        assert told in page.text_content().replace("\xa0", " ")
        assert page.xpath(f"//main//a[@href='{prefix}/firma/{samples.vat['neovereno']}']")
