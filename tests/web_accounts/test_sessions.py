from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from soupis.accounts.sessions import session_caller, session_token
from tests.web_accounts.site import OTHER_PASSWORD, Site, Visitor, token_in, visitors

DAY = 86_400


def test_the_cookie_is_kept_from_scripts_from_plain_http_and_from_other_hosts(jana: Visitor) -> None:
    jana.sign_up()
    jana.send("/ucet", "/odhlaseni")
    header = jana.sign_in().headers.get_list("set-cookie")[0]
    name, _, rest = header.partition("=")
    assert name == "__Host-soupis"
    attributes = {part.strip().lower() for part in rest.split(";")[1:]}
    assert {"httponly", "secure", "samesite=lax", "path=/"} <= attributes
    assert not any(attribute.startswith("domain") for attribute in attributes)


def test_over_plain_http_the_cookie_has_no_prefix_and_works(directory: Path) -> None:
    site = Site(directory, "http://localhost:8000")
    site.open()
    visitor = next(visitors(site)).sign_up()
    assert visitor.cookies.get("soupis")
    assert visitor.token is None
    assert visitor.is_signed_in()
    site.close()


def test_a_token_known_before_never_gets_signed_in(jana: Visitor, petr: Visitor) -> None:
    """Session fixation: what an attacker plants into the browser is worth nothing after sign-in."""
    jana.sign_up()
    jana.send("/ucet", "/odhlaseni")
    planted = "A" * 43
    jana.cookies.set("__Host-soupis", planted, domain="soupis.test", path="/")
    assert jana.sign_in().status_code == 303
    assert jana.token != planted
    petr.cookies.set("__Host-soupis", planted, domain="soupis.test", path="/")
    assert not petr.is_signed_in()


def test_a_token_of_forms_before_sign_in_is_no_session(jana: Visitor, petr: Visitor) -> None:
    jana.sign_up()
    jana.send("/ucet", "/odhlaseni")
    jana.get("/prihlaseni")
    before = jana.cookies.get("__Host-soupis-form")
    assert before
    jana.sign_in()
    assert jana.token != before
    petr.cookies.set("__Host-soupis", before, domain="soupis.test", path="/")
    assert not petr.is_signed_in()


def test_each_sign_in_has_a_token_of_its_own_and_ends_the_session_it_replaces(
    site: Site, jana: Visitor
) -> None:
    jana.sign_up()
    first = jana.token
    jana.cookies.delete("__Host-soupis")
    jana.sign_in()
    assert jana.token not in (None, first)
    # A new password opens a new session; the one that asked for it ends.
    second = jana.token
    jana.send("/ucet", "/ucet/heslo", heslo="spravny kun baterie sponka", nove=OTHER_PASSWORD)
    assert jana.token not in (None, first, second)
    assert len(site.rows("SELECT id FROM web_session")) == 1


def test_only_the_fingerprint_of_a_token_is_stored(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    assert jana.token
    for file in site.directory.rglob("*"):
        if file.is_file():
            assert jana.token.encode() not in file.read_bytes()


def test_signing_out_ends_the_session_on_the_server(jana: Visitor, petr: Visitor) -> None:
    jana.sign_up()
    stolen = jana.token
    assert jana.send("/ucet", "/odhlaseni").status_code == 303
    assert jana.token is None
    petr.cookies.set("__Host-soupis", stolen or "", domain="soupis.test", path="/")
    assert not petr.is_signed_in()


def test_signing_out_everywhere_ends_all_sessions_of_this_account_only(
    visitor: Callable[[], Visitor],
) -> None:
    jana, elsewhere, stranger = visitor().sign_up(), visitor(), visitor().sign_up()
    elsewhere.sign_in(email=jana.email)
    assert elsewhere.is_signed_in()
    jana.send("/ucet", "/odhlaseni", vsude="1")
    assert not jana.is_signed_in()
    assert not elsewhere.is_signed_in()
    assert stranger.is_signed_in()


def test_a_new_password_by_a_link_ends_all_sessions(site: Site, visitor: Callable[[], Visitor]) -> None:
    jana, owner = visitor().sign_up(), visitor()
    owner.send("/obnova-hesla", "/obnova-hesla", email=jana.email)
    token = token_in(site.letter(jana.email, 2))
    answer = owner.send(f"/potvrzeni?token={token}", "/potvrzeni", token=token, heslo=OTHER_PASSWORD)
    assert answer.status_code == 303
    assert owner.is_signed_in()
    assert not jana.is_signed_in()
    assert jana.sign_in().status_code == 422
    assert jana.sign_in(OTHER_PASSWORD).status_code == 303
    assert "Heslo bylo změněno" in site.letter(jana.email, 3)["Subject"]


def test_changing_the_password_ends_the_other_sessions(visitor: Callable[[], Visitor]) -> None:
    jana, elsewhere = visitor().sign_up(), visitor()
    elsewhere.sign_in(email=jana.email)
    jana.send("/ucet", "/ucet/heslo", heslo="spravny kun baterie sponka", nove=OTHER_PASSWORD)
    assert jana.is_signed_in()
    assert not elsewhere.is_signed_in()


def test_a_session_that_is_not_used_ends_after_a_week(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    site.clock.ahead = 6.9 * DAY
    assert jana.is_signed_in()
    site.services.access.sessions.flush()
    site.clock.ahead = 13.7 * DAY
    assert jana.is_signed_in()
    site.services.access.sessions.flush()
    site.clock.ahead = 20.8 * DAY
    assert not jana.is_signed_in()


def test_a_session_ends_after_a_month_however_much_it_is_used(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    for day in range(1, 30):
        site.clock.ahead = day * DAY
        assert jana.is_signed_in()
        site.services.access.sessions.flush()
    site.clock.ahead = 30 * DAY + 1
    assert not jana.is_signed_in()
    site.accounts.sweep()
    assert site.rows("SELECT id FROM web_session") == []


def test_a_disabled_account_is_signed_out_and_stays_out(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    site.services.access.directory.disable(jana.email)
    assert not jana.is_signed_in()
    answer = jana.sign_in()
    assert answer.status_code == 422
    assert "zablokován" in answer.text


def test_the_cookie_of_an_ended_session_is_taken_away(jana: Visitor) -> None:
    jana.cookies.set("__Host-soupis", "B" * 43, domain="soupis.test", path="/")
    jana.get("/prihlaseni")
    assert jana.token is None


def test_two_session_cookies_that_contradict_each_other_count_as_none() -> None:
    assert session_token("soupis=a; x=1", secure=False) == "a"
    assert session_token("soupis=a; soupis=a", secure=False) == "a"
    assert session_token("soupis=a; soupis=b", secure=False) is None


def test_with_tls_a_cookie_without_the_prefix_is_not_looked_at() -> None:
    """A neighbouring host could have set it."""
    assert session_token("soupis=a", secure=True) is None
    assert session_token("__Host-soupis=a; soupis=b", secure=True) == "a"


def test_api_calls_of_a_signed_in_browser_draw_on_the_account(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    cookie = f"__Host-soupis={jana.token}"
    sessions = site.services.access.sessions
    for where in (None, "same-origin", "none"):
        caller = session_caller(sessions, cookie, where, secure=True)
        assert caller is not None
        assert caller.account_id == jana.account_id()
        assert caller.tariff.name == "free"
        assert caller.key_id is None


def test_the_api_shows_a_signed_in_browser_the_quota_of_its_account(jana: Visitor) -> None:
    def limit(**headers: str) -> str:
        return str(jana.get("/api/v1/firma/00000019", **headers).headers["x-ratelimit-limit"])

    assert limit() == "30"
    jana.sign_up()
    assert limit() == "500"
    assert limit(sec_fetch_site="same-origin") == "500"
    assert limit(sec_fetch_site="cross-site") == "30"
    jana.send("/ucet", "/odhlaseni")
    assert limit() == "30"


@pytest.mark.parametrize("where", ["cross-site", "same-site"])
def test_other_sites_cannot_use_up_the_quota(site: Site, jana: Visitor, where: str) -> None:
    jana.sign_up()
    cookie = f"__Host-soupis={jana.token}"
    assert session_caller(site.services.access.sessions, cookie, where, secure=True) is None


@pytest.mark.parametrize(
    "cookie", ["", "__Host-soupis=", "__Host-soupis=x", "__Host-soupis=" + "x" * 4000, ";;="]
)
def test_a_cookie_that_is_no_session_is_nobody(site: Site, cookie: str) -> None:
    assert session_caller(site.services.access.sessions, cookie, None, secure=True) is None
