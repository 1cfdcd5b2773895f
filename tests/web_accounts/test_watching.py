from __future__ import annotations

import re

import pytest

from tests.web_accounts.site import Site, Visitor

PAGE = "/ucet/sledovani"


def test_companies_are_watched_and_left_on_the_page(jana: Visitor) -> None:
    jana.sign_up()
    added = jana.send(PAGE, PAGE, ico="45274649, 514152\n27082440")
    assert added.headers["location"] == f"{PAGE}?stav=pridano"
    page = jana.get(PAGE).text
    assert all(f"/firma/{ico}" in page for ico in ("45274649", "00514152", "27082440"))
    jana.send(PAGE, f"{PAGE}/odebrat", ico="00514152")
    assert "00514152" not in jana.get(f"/en{PAGE}").text


@pytest.mark.parametrize(
    "text",
    [
        "452 74 649\n5 14 152",
        "IČO: 452 74 649; IČ 00514152",
        "CZ45274649, cz 005 14 152",
        "45274649 514152",
        "452\u00a074\u00a0649\r\n\r\n00514152\t",
    ],
)
def test_ids_are_read_as_people_write_them(jana: Visitor, text: str) -> None:
    jana.sign_up()
    assert jana.send(PAGE, PAGE, ico=text).status_code == 303
    watched = re.findall(r'href="/firma/(\d+)"', jana.get(PAGE).text)
    assert sorted(watched) == ["00514152", "45274649"]


def test_what_is_no_id_in_a_long_list_is_named(jana: Visitor) -> None:
    jana.sign_up()
    answer = jana.send(PAGE, PAGE, ico="45274649\n452 74 649 005 14 152\n514152")
    assert "„452 74 649 005 14 152“ není IČO." in answer.text


@pytest.mark.parametrize("text", ["", "abc", "123456789", "<script>", "1 2 x", "IČO:", "00000000"])
def test_a_text_that_is_no_list_of_companies_is_said_to_be_so(jana: Visitor, text: str) -> None:
    jana.sign_up()
    answer = jana.send(PAGE, PAGE, ico=text)
    assert answer.status_code == 422
    assert "IČO o 8 číslicích" in answer.text
    assert "<script>alert" not in answer.text
    assert "Zatím nesledujete" in answer.text


def test_more_than_the_tariff_allows_adds_nothing(jana: Visitor) -> None:
    jana.sign_up()
    answer = jana.send(PAGE, PAGE, ico="\n".join(f"{number:08d}" for number in range(1, 52)))
    assert "váš tarif jich dovoluje 50" in answer.text


def test_the_company_of_a_button_waits_in_the_form(jana: Visitor) -> None:
    jana.sign_up()
    assert ">45274649</textarea>" in jana.get(f"{PAGE}?ico=45274649").text


def test_mail_is_chosen_and_ended_by_the_link_in_it(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    jana.send(PAGE, f"{PAGE}/posta", **{"denne": "1", "oddil-insolvence": "1", "oddil-nic": "1"})
    assert site.rows("SELECT kind, sections FROM watch_mail ORDER BY kind") == [
        ("daily", ""),
        ("now", "insolvence"),
    ]
    account = site.rows("SELECT account_id FROM watch_mail")[0][0]
    assert isinstance(account, int)
    token = site.services.watching.mails.token(account)
    assert site.rows("SELECT count(*) FROM watch_mail") == [(2,)]
    asked = f"/sledovani/odhlasit?token={token}"
    assert "Ukončit e-maily" in jana.get(asked).text  # looking alone ends nothing
    assert site.rows("SELECT count(*) FROM watch_mail") == [(2,)]
    assert "Odkaz není úplný" in jana.send(asked, "/sledovani/odhlasit", token=token[:-1]).text
    assert "Žádné další nepřijdou" in jana.send(asked, "/sledovani/odhlasit", token=token).text
    assert site.rows("SELECT count(*) FROM watch_mail") == [(0,)]


def test_a_secret_of_a_webhook_is_shown_once(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    for harmful in ("https://127.0.0.1/", "http://example.com/", "javascript:alert(1)"):
        assert jana.send(PAGE, f"{PAGE}/webhooky", url=harmful).status_code == 422
    made = jana.send(PAGE, f"{PAGE}/webhooky", url="https://1.1.1.1/prijem")
    (secret,) = re.findall(r">(whsec_[^<]+)<", made.text)
    assert made.headers["cache-control"] == "no-store"
    page = jana.get(PAGE).text
    assert "https://1.1.1.1/prijem" in page
    assert secret not in page
    ((number,),) = site.rows("SELECT id FROM webhook")
    renewed = jana.send(PAGE, f"{PAGE}/webhook", webhook=str(number), co="tajemstvi")
    assert "whsec_" in renewed.text
    assert secret not in renewed.text
    jana.send(PAGE, f"{PAGE}/webhook", webhook=str(number), co="smazat")
    assert site.rows("SELECT count(*) FROM webhook") == [(0,)]


def test_a_webhook_of_somebody_else_cannot_be_touched(site: Site, jana: Visitor, petr: Visitor) -> None:
    jana.sign_up()
    petr.sign_up()
    jana.send(PAGE, f"{PAGE}/webhooky", url="https://1.1.1.1/prijem")
    ((number,),) = site.rows("SELECT id FROM webhook")
    answer = petr.send(PAGE, f"{PAGE}/webhooky", url="https://1.1.1.1/jiny")
    assert answer.status_code == 200
    for what in ("smazat", "tajemstvi", "zkouska", "pokracovat"):
        refused = petr.post(f"{PAGE}/webhook", {"webhook": str(number), "co": what})
        assert refused.status_code in (403, 422)
    assert (number,) in site.rows("SELECT id FROM webhook")
