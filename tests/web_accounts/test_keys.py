from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web_accounts.site import Site, Visitor, csrf_in

HOSTILE = "<script>alert('x')</script>\"'\u202e klíč"


def _call(visitor: Visitor, key: str) -> int:
    """Ask the API with a key; 404 is a charged answer about a company that is not there."""
    return visitor.get("/api/v1/firma/00000019", authorization=f"Bearer {key}").status_code


def test_a_key_works_until_it_is_revoked(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    key = jana.create_key("e-shop")
    assert _call(jana, key) == 404
    number = site.services.access.directory.keys(jana.email)[0].id
    answer = jana.send("/ucet", "/ucet/klice/zrusit", klic=str(number))
    assert answer.headers["location"] == "/ucet?stav=klic-zrusen"
    assert _call(jana, key) == 401


def test_a_key_is_shown_once_and_is_nowhere_afterwards(
    site: Site, jana: Visitor, capfd: pytest.CaptureFixture[str]
) -> None:
    jana.sign_up()
    key = jana.create_key("e-shop")
    _call(jana, key)
    for path in ("/ucet", "/en/ucet", "/ucet?stav=klic"):
        page = jana.get(path)
        assert key not in page.text
        assert f"…{key[-4:]}" in page.text
    site.services.access.authenticator.flush()
    for file in site.directory.rglob("*"):
        if file.is_file():
            assert key.encode() not in file.read_bytes(), file
    assert key not in "".join(capfd.readouterr())


def test_the_page_with_a_new_key_is_kept_nowhere(jana: Visitor) -> None:
    jana.sign_up()
    answer = jana.send("/ucet", "/ucet/klice", nazev="x")
    assert answer.headers["cache-control"] == "no-store"
    assert "content-encoding" not in answer.headers
    # Who reloads it by its address gets the account.
    assert jana.get("/ucet/klice").headers["location"] == "/ucet"


@pytest.mark.parametrize(
    "name", [HOSTILE.replace("\u202e", ""), "'\"><img src=x onerror=alert(1)>", "{{ 7*7 }}"]
)
def test_a_hostile_name_of_a_key_is_shown_as_text(jana: Visitor, name: str) -> None:
    jana.sign_up()
    created = jana.send("/ucet", "/ucet/klice", nazev=name)
    assert created.status_code == 200
    for page in (created, jana.get("/ucet"), jana.get("/en/ucet")):
        assert "<script>alert" not in page.text
        assert "<img" not in page.text
        assert ">49<" not in page.text
    assert "&lt;" in created.text or "{{ 7*7 }}" in created.text


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "dva\nřádky", HOSTILE])
def test_a_name_that_cannot_be_shown_is_refused_on_the_page(site: Site, jana: Visitor, name: str) -> None:
    jana.sign_up()
    answer = jana.send("/ucet", "/ucet/klice", nazev=name)
    assert answer.status_code == 422
    assert "1 až 80 tisknutelných znaků" in answer.text
    assert site.services.access.directory.keys(jana.email) == []


@pytest.mark.parametrize("number", ["", "abc", "-1", "9" * 30, "1 OR 1=1", "²"])
def test_the_number_of_a_key_that_is_none_revokes_nothing(site: Site, jana: Visitor, number: str) -> None:
    jana.sign_up()
    jana.create_key()
    assert jana.send("/ucet", "/ucet/klice/zrusit", klic=number).status_code == 422
    assert site.services.access.directory.keys(jana.email)[0].revoked is None


def test_nobody_revokes_the_key_of_somebody_else(site: Site, visitor: Callable[[], Visitor]) -> None:
    jana, petr = visitor().sign_up(), visitor().sign_up()
    key = jana.create_key()
    number = site.services.access.directory.keys(jana.email)[0].id
    fields = {"csrf": csrf_in(petr.get("/ucet")), "klic": str(number)}
    assert petr.post("/ucet/klice/zrusit", fields).status_code == 422
    assert _call(jana, key) == 404


def test_the_chart_and_what_is_left_move_with_use(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    key = jana.create_key()
    before = jana.get("/ucet").text.replace("\xa0", " ")
    assert "Za posledních 30 dní nebyl žádný dotaz" in before
    assert "<strong>500</strong>" in before
    for _ in range(3):
        assert _call(jana, key) == 404
    site.services.access.quota.tick()
    after = jana.get("/ucet").text
    assert "<strong>497</strong>" in after
    assert '<rect class="kind-detail"' in after
    assert "celkem 3\xa0jednotky" in after
    assert "<strong>3</strong>" in after  # in the table


def test_the_last_use_of_a_key_is_shown(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    key = jana.create_key()
    assert "dosud nepoužit" in jana.get("/ucet").text
    _call(jana, key)
    site.services.access.authenticator.flush()
    assert "dosud nepoužit" not in jana.get("/ucet").text
