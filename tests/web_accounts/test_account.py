from __future__ import annotations

from collections.abc import Callable

import pytest
from argon2 import PasswordHasher

from soupis.accounts import passwords
from tests.web.dom import parse
from tests.web_accounts.site import OTHER_PASSWORD, PASSWORD, Site, Visitor, link_in, token_in


def _move(visitor: Visitor, email: str) -> None:
    assert visitor.send("/ucet", "/ucet/email", email=email, heslo=PASSWORD).status_code == 200


def test_the_e_mail_changes_when_the_new_mailbox_is_proved(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    _move(jana, "nova@firma.cz")
    link = link_in(site.letter("nova@firma.cz"))
    assert jana.email in jana.get("/ucet").text  # until then the old one holds
    answer = jana.send(link, "/potvrzeni", token=link.partition("=")[2])
    assert answer.headers["location"] == "/ucet?stav=email"
    assert "nova@firma.cz" in jana.get("/ucet").text
    notice = site.letter(jana.email, 2)
    assert "nova@firma.cz" in notice.get_content()
    jana.send("/ucet", "/odhlaseni")
    assert jana.sign_in().status_code == 422
    assert jana.sign_in(email="nova@firma.cz").status_code == 303


def test_changes_need_the_password(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    for action, fields in (
        ("/ucet/email", {"email": "nova@firma.cz"}),
        ("/ucet/heslo", {"nove": OTHER_PASSWORD}),
        ("/ucet/smazat", {"ano": "1"}),
    ):
        answer = jana.send("/ucet", action, heslo="spatne heslo 123", **fields)
        assert answer.status_code == 422
        assert "nesouhlasí" in answer.text
    site.settle()
    assert site.letters("nova@firma.cz") == []
    assert jana.is_signed_in()


def test_a_link_in_the_old_mailbox_is_worthless_after_the_e_mail_changed(
    site: Site, jana: Visitor, petr: Visitor
) -> None:
    jana.sign_up()
    petr.send("/obnova-hesla", "/obnova-hesla", email=jana.email)
    old = link_in(site.letter(jana.email, 2))
    _move(jana, "nova@firma.cz")
    token = token_in(site.letter("nova@firma.cz"))
    jana.send(f"/potvrzeni?token={token}", "/potvrzeni", token=token)
    assert petr.get(old).status_code == 410


def test_an_address_with_an_account_cannot_be_taken_over_nor_recognized(
    site: Site, visitor: Callable[[], Visitor]
) -> None:
    jana, petr = visitor().sign_up(), visitor().sign_up()
    taken = jana.send("/ucet", "/ucet/email", email=petr.email, heslo=PASSWORD)
    free = jana.send("/ucet", "/ucet/email", email="volna@firma.cz", heslo=PASSWORD)
    assert taken.text.replace(petr.email, "…") == free.text.replace("volna@firma.cz", "…")
    assert "Účet už máte" in site.letter(petr.email, 2)["Subject"]


def test_of_two_accounts_that_want_one_address_the_first_gets_it(
    site: Site, visitor: Callable[[], Visitor]
) -> None:
    jana, petr = visitor().sign_up(), visitor().sign_up()
    _move(jana, "nova@firma.cz")
    first = token_in(site.letter("nova@firma.cz"))
    _move(petr, "nova@firma.cz")
    second = token_in(site.letter("nova@firma.cz", 2))
    assert jana.send(f"/potvrzeni?token={first}", "/potvrzeni", token=first).status_code == 303
    late = petr.send(f"/potvrzeni?token={second}", "/potvrzeni", token=second)
    assert late.status_code == 422
    assert "mezitím" in late.text


def test_a_deleted_accounts_key_and_sessions_die_at_once(site: Site, visitor: Callable[[], Visitor]) -> None:
    jana, elsewhere = visitor().sign_up(), visitor()
    elsewhere.sign_in(email=jana.email)
    key = jana.create_key()
    headers = {"authorization": f"Bearer {key}"}
    assert jana.get("/api/v1/firma/00000019", **headers).status_code == 404
    assert jana.send("/ucet", "/ucet/smazat", heslo=PASSWORD, ano="1").status_code == 200
    assert jana.token is None
    assert jana.get("/api/v1/firma/00000019", **headers).status_code == 401
    assert not elsewhere.is_signed_in()
    assert jana.sign_in().status_code == 422
    assert "byl smazán" in site.letter(jana.email, 2).get_content()


def test_what_requests_store_for_an_account_while_it_is_deleted_is_swept(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    number = jana.account_id()
    jana.send("/ucet", "/ucet/smazat", heslo=PASSWORD, ano="1")
    with site.accounts.access.database.engine.begin() as connection:
        for statement in (
            "INSERT INTO watched_company (account_id, ico, since, asked) VALUES ({}, 1, '', '')",
            "INSERT INTO usage_daily (account_id, day, kind, units) VALUES ({}, '2026-11-20', 'detail', 1)",
            "INSERT INTO usage_daily (account_id, day, kind, units) VALUES (0, '2026-11-20', 'batch', 1)",
            "INSERT INTO quota_usage (bucket, period, used) VALUES ('account:{}', '2026-11', 1)",
        ):
            connection.exec_driver_sql(statement.format(number))
    site.accounts.sweep()
    for table in ("watched_company", "usage_daily"):
        assert site.rows(f"SELECT count(*) FROM {table} WHERE account_id = {number}") == [(0,)]
    assert site.rows(f"SELECT count(*) FROM quota_usage WHERE bucket = 'account:{number}'") == [(0,)]
    assert site.rows("SELECT units FROM usage_daily WHERE account_id = 0 AND kind = 'batch'") == [(1,)]


@pytest.mark.parametrize("prefix", ["", "/en"])
def test_the_page_after_deletion_no_longer_offers_the_account(jana: Visitor, prefix: str) -> None:
    jana.sign_up()
    page = jana.send(f"{prefix}/ucet", f"{prefix}/ucet/smazat", heslo=PASSWORD, ano="1").text
    menu = page[page.index('<nav class="site-nav"') : page.index("</nav>")]
    assert f'href="{prefix}/prihlaseni"' in menu
    assert f'href="{prefix}/ucet"' not in menu


def test_a_session_that_has_ended_elsewhere_is_not_offered_in_the_menu(
    visitor: Callable[[], Visitor],
) -> None:
    jana, elsewhere = visitor().sign_up(), visitor()
    elsewhere.sign_in(email=jana.email)
    elsewhere.send("/ucet", "/odhlaseni", vsude="1")
    page = jana.get("/registrace").text
    assert 'href="/ucet"' not in page[page.index('<nav class="site-nav"') : page.index("</nav>")]


@pytest.mark.parametrize(
    ("action", "fields", "field"),
    [
        ("/ucet/klice", {"nazev": "x" * 81}, "nazev"),
        ("/ucet/email", {"heslo": OTHER_PASSWORD, "email": "nova@firma.cz"}, "novy-email"),
        ("/ucet/heslo", {"heslo": OTHER_PASSWORD, "nove": OTHER_PASSWORD}, "heslo-ted"),
        ("/ucet/smazat", {"heslo": OTHER_PASSWORD, "ano": "1"}, "heslo-smazat"),
        ("/ucet/tarif", {"tarif": "free"}, "poznamka"),
    ],
)
def test_a_refused_form_says_so_at_its_field_and_takes_the_focus(
    jana: Visitor, action: str, fields: dict[str, str], field: str
) -> None:
    answer = jana.sign_up().send("/ucet", action, **fields)
    assert answer.status_code == 422
    page = parse(answer.text)
    (focused,) = page.xpath("//*[@autofocus]")
    assert focused.get("id") == field
    assert "chyba" in focused.get("aria-describedby").split()
    (problem,) = page.xpath("//*[@id='chyba']")
    # They stand together, not at the top of the page.
    assert problem.getparent() in list(focused.iterancestors())
    for folded in focused.iterancestors("details"):
        assert folded.get("open") is not None


def test_nothing_of_the_owner_is_left_in_the_database(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    key = jana.create_key("tajny nazev klice")
    jana.get("/api/v1/firma/00000019", authorization=f"Bearer {key}")
    jana.send("/ucet", "/ucet/tarif", tarif="business", poznamka="Jana Nováková, Praha")
    jana.send("/obnova-hesla", "/obnova-hesla", email=jana.email)
    site.services.access.quota.tick()
    account_id = jana.account_id()
    jana.send("/ucet", "/ucet/smazat", heslo=PASSWORD, ano="1")
    site.settle()
    tables = [str(row[0]) for row in site.rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
    kept = {table: site.rows(f"SELECT * FROM {table}") for table in tables}
    for word in (jana.email, "tajny nazev klice", "Nováková"):
        assert word not in repr(kept)
    assert kept["account"] == []
    assert [row for row in kept["audit_event"] if row[1] is not None] == []
    assert [row for row in kept["quota_usage"] if row[1] == f"account:{account_id}"] == []
    # What was used stays as nobody's.
    assert {row[0] for row in kept["usage_daily"]} == {0}
    assert sum(int(str(row[3])) for row in kept["usage_daily"]) == 1


def test_deleting_has_to_be_meant(jana: Visitor) -> None:
    jana.sign_up()
    answer = jana.send("/ucet", "/ucet/smazat", heslo=PASSWORD)
    assert answer.status_code == 422
    assert jana.is_signed_in()


def test_an_address_can_register_again_after_its_account_was_deleted(jana: Visitor) -> None:
    jana.sign_up()
    first = jana.account_id()
    jana.send("/ucet", "/ucet/smazat", heslo=PASSWORD, ano="1")
    jana.sign_up()
    assert jana.account_id() != first


def test_the_owner_sees_every_security_event(site: Site, visitor: Callable[[], Visitor]) -> None:
    jana, attacker = visitor().sign_up(), visitor()
    attacker.sign_in(OTHER_PASSWORD, jana.email)
    jana.create_key("e-shop")
    number = site.services.access.directory.keys(jana.email)[0].id
    jana.send("/ucet", "/ucet/klice/zrusit", klic=str(number))
    jana.send("/ucet", "/ucet/heslo", heslo=PASSWORD, nove=OTHER_PASSWORD)
    jana.send("/ucet", "/ucet/tarif", tarif="standard")
    jana.send("/ucet", "/ucet/tarif", stahnout="1")
    site.services.access.directory.set_tariff(jana.email, "business")
    jana.send("/ucet", "/odhlaseni", vsude="1")
    jana.sign_in(OTHER_PASSWORD)
    page = jana.get("/ucet").text.replace("\xa0", " ")
    table = page[page.index('id="udalosti"') :]
    for event in (
        "Účet založen",
        "Chybné heslo",
        "API klíč vytvořen",
        "API klíč zrušen",
        "Heslo změněno",
        "Žádost o tarif stažena",
        "Provozovatel nastavil tarif",
        "Odhlášení všude",
        "Přihlášení",
        "tato adresa",
        "jiná adresa",
        "e-shop",
    ):
        assert event in table, event
    assert table.index("Přihlášení") < table.index("Účet založen")  # newest first


def test_an_account_made_by_a_command_gets_its_password_by_a_link(site: Site, jana: Visitor) -> None:
    site.services.access.directory.create(jana.email, "business")
    assert jana.sign_in("").status_code == 422
    jana.send("/obnova-hesla", "/obnova-hesla", email=jana.email)
    token = token_in(site.letter(jana.email))
    answer = jana.send(f"/potvrzeni?token={token}", "/potvrzeni", token=token, heslo=PASSWORD)
    assert answer.status_code == 303
    assert "Business" in jana.get("/ucet").text


def test_a_hash_of_other_parameters_is_renewed_at_sign_in(
    site: Site, jana: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    jana.sign_up()
    monkeypatch.setattr(passwords, "_HASHER", PasswordHasher(time_cost=2, memory_cost=2048, parallelism=1))
    for _ in range(2):
        jana.send("/ucet", "/odhlaseni")
        assert jana.sign_in().status_code == 303
        (stored,) = site.rows("SELECT password_hash FROM account")[0]
        assert str(stored).startswith("$argon2id$v=19$m=2048,t=2,p=1$")


@pytest.mark.parametrize("path", ["/ucet", "/provoz", "/ucet/klice", "/odhlaseni", "/en/ucet"])
def test_pages_for_members_send_others_to_sign_in(jana: Visitor, path: str) -> None:
    answer = jana.get(path)
    assert answer.status_code == 303
    assert "/prihlaseni?next=" in answer.headers["location"]


def test_password_managers_are_led_to_the_account(jana: Visitor) -> None:
    assert jana.get("/.well-known/change-password").headers["location"] == "/ucet"
