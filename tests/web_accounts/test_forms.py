from __future__ import annotations

from collections.abc import Callable

import pytest
from starlette.routing import Route

from soupis.web.account.routes import account_routes
from tests.web_accounts.site import PASSWORD, Site, Visitor, csrf_in


def _never() -> None:
    raise AssertionError


_POSTS = sorted(
    route.path
    for route in account_routes(_never, _never, _never)  # type: ignore[arg-type]
    if isinstance(route, Route) and "POST" in (route.methods or ())
)
# What would change something if it were accepted.
_FILLED = {
    "email": "stranger@firma.cz",
    "heslo": PASSWORD,
    "nove": "heslo utocnika 12345",
    "nazev": "key of a stranger",
    "tarif": "business",
    "ano": "1",
    "vsude": "1",
    "token": "x" * 43,
}


@pytest.fixture
def operator(site: Site, jana: Visitor) -> Visitor:
    """Somebody signed in whom every page lets in."""
    jana.sign_up()
    site.services.access.directory.set_role(jana.email, "operator")
    return jana


def test_there_are_forms_in_both_languages() -> None:
    assert len(_POSTS) == 38
    assert "/ucet/smazat" in _POSTS
    assert "/en/ucet/smazat" in _POSTS


@pytest.mark.slow
def test_no_form_is_accepted_without_its_token_or_from_another_site(site: Site, operator: Visitor) -> None:
    page = operator.get("/ucet")
    token = csrf_in(page)
    before = _everything(site)
    for path in _POSTS:
        for fields, headers in (
            ({}, {}),
            ({"csrf": ""}, {}),
            ({"csrf": "0" * 64}, {}),
            ({"csrf": token}, {"sec_fetch_site": "cross-site"}),
            ({"csrf": token}, {"sec_fetch_site": "same-site"}),
            ({"csrf": token}, {"sec_fetch_site": "none"}),
            ({"csrf": token}, {"origin": "https://utocnik.cz"}),
            ({"csrf": token}, {"origin": "https://soupis.test.utocnik.cz"}),
            ({"csrf": token}, {"origin": "null"}),
        ):
            answer = operator.post(path, _FILLED | fields, **headers)
            assert answer.status_code == 403, (path, fields, headers)
    assert _everything(site) == before
    assert operator.is_signed_in()


def test_the_token_of_another_visitor_is_not_accepted(visitor: Callable[[], Visitor]) -> None:
    jana, petr = visitor().sign_up(), visitor().sign_up()
    stolen = csrf_in(petr.get("/ucet"))
    assert jana.post("/ucet/klice", {"csrf": stolen, "nazev": "x"}).status_code == 403


def test_nobody_is_signed_in_to_a_strangers_account_by_a_foreign_form(visitor: Callable[[], Visitor]) -> None:
    stranger, jana = visitor().sign_up(), visitor()
    fields = {"email": stranger.email, "heslo": PASSWORD, "csrf": csrf_in(stranger.get("/ucet"))}
    assert jana.post("/prihlaseni", fields).status_code == 403
    assert not jana.is_signed_in()


def test_a_form_from_before_sign_in_is_not_accepted_after_it(jana: Visitor) -> None:
    jana.sign_up()
    old = csrf_in(jana.get("/ucet"))
    jana.send("/ucet", "/odhlaseni")
    jana.sign_in()
    assert jana.post("/ucet/klice", {"csrf": old, "nazev": "x"}).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"sec_fetch_site": "same-origin"},
        {"origin": "https://soupis.test"},
        # What the browser says of the site counts more than an origin that a privacy setting hides.
        {"sec_fetch_site": "same-origin", "origin": "null"},
    ],
)
def test_forms_of_this_site_are_accepted(jana: Visitor, headers: dict[str, str]) -> None:
    jana.sign_up()
    fields = {"csrf": csrf_in(jana.get("/ucet")), "nazev": "x"}
    assert jana.post("/ucet/klice", fields, **headers).status_code == 200


def test_a_form_is_not_accepted_when_the_browser_does_not_say_where_it_is_from(jana: Visitor) -> None:
    jana.sign_up()
    fields = {"csrf": csrf_in(jana.get("/ucet")), "nazev": "x"}
    assert jana.http.post("/ucet/klice", data=fields).status_code == 403


def test_a_field_given_twice_is_not_guessed_at(jana: Visitor) -> None:
    jana.get("/registrace")
    form = {"content-type": "application/x-www-form-urlencoded", "origin": "https://soupis.test"}
    answer = jana.http.post("/registrace", content=b"email=a%40b.cz&email=c%40d.cz", headers=form)
    assert answer.status_code == 400


def test_a_refused_form_says_what_to_do(jana: Visitor) -> None:
    answer = jana.post("/prihlaseni", {"email": "x"})
    assert answer.status_code == 403
    assert "načtěte stránku znovu" in answer.text


def test_other_bodies_are_no_forms(jana: Visitor) -> None:
    assert jana.http.post("/registrace", json={"email": "x"}).status_code == 415
    assert jana.http.post("/registrace", files={"email": b"x"}).status_code == 415
    assert jana.post("/registrace", {"email": "x" * 40_000}).status_code == 413
    many = {f"field{number}": "x" for number in range(40)}
    assert jana.post("/registrace", many).status_code == 400
    assert jana.post("/registrace", {"email": "a\0b"}).status_code == 400


def test_pages_of_accounts_are_kept_nowhere_and_run_no_inline_script(jana: Visitor) -> None:
    jana.get("/registrace")
    pages = [jana.get(path) for path in ("/registrace", "/prihlaseni", "/obnova-hesla", "/potvrzeni?token=x")]
    pages.append(jana.sign_up().get("/ucet"))
    for answer in pages:
        assert answer.headers["cache-control"] == "no-store"
        assert "script-src 'self';" in answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert "<script>" not in answer.text
        assert " style=" not in answer.text
        assert " onclick=" not in answer.text


@pytest.mark.parametrize(
    "target",
    [
        "https://utocnik.cz/",
        "//utocnik.cz/",
        "/\\utocnik.cz/",
        "\\/utocnik.cz",
        "/\t/utocnik.cz",
        "\t//utocnik.cz",
        "/\n/utocnik.cz",
        "javascript:alert(1)",
        "utocnik.cz",
        "http:utocnik.cz",
        "/ucet\r\nset-cookie: x=1",
    ],
)
def test_nobody_is_led_away_after_signing_in(jana: Visitor, target: str) -> None:
    jana.sign_up()
    jana.send("/ucet", "/odhlaseni")
    assert jana.sign_in(next=target).headers["location"] == "/ucet"
    # The same by the address of the page, for whoever is signed in already.
    answer = jana.http.get("/prihlaseni", params={"next": target})
    assert answer.headers["location"] == "/ucet"


def test_who_has_to_sign_in_comes_back_to_where_they_wanted(jana: Visitor) -> None:
    jana.sign_up()
    jana.send("/ucet", "/odhlaseni")
    sent = jana.get("/en/ucet?stav=email").headers["location"]
    assert sent == "/en/prihlaseni?next=%2Fen%2Fucet%3Fstav%3Demail"
    page = jana.get(sent)
    fields = {"csrf": csrf_in(page), "email": jana.email, "heslo": PASSWORD}
    assert 'value="/en/ucet?stav=email"' in page.text
    answer = jana.post("/en/prihlaseni", fields | {"next": "/en/ucet?stav=email"})
    assert answer.headers["location"] == "/en/ucet?stav=email"


def _everything(site: Site) -> dict[str, list[tuple[object, ...]]]:
    tables = [
        "account",
        "api_key",
        "web_session",
        "email_link",
        "mail_queue",
        "tariff_request",
        "audit_event",
    ]
    return {table: site.rows(f"SELECT * FROM {table} ORDER BY id") for table in tables}
