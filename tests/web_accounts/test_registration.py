from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from soupis.accounts import passwords
from soupis.accounts.errors import BusyError
from soupis.heavy_work import HeavyWork
from tests.web_accounts.site import OTHER_PASSWORD, PASSWORD, Site, Visitor, csrf_in, link_in, token_in


def test_registration_ends_with_a_signed_in_account_on_the_free_tariff(site: Site, jana: Visitor) -> None:
    jana.sign_up()
    assert jana.is_signed_in()
    account = site.services.access.directory.get(jana.email)
    assert (account.tariff, account.role) == ("free", "user")
    assert account.email_confirmed is not None


def test_there_is_no_account_until_the_mailbox_is_proved(site: Site, jana: Visitor) -> None:
    jana.send("/registrace", "/registrace", email=jana.email)
    site.letter(jana.email)
    assert site.services.access.directory.accounts() == []


def test_mail_programs_that_open_links_use_nothing_up(site: Site, jana: Visitor, petr: Visitor) -> None:
    jana.send("/registrace", "/registrace", email=jana.email)
    link = link_in(site.letter(jana.email))
    for _ in range(3):
        assert petr.get(link).status_code == 200
    assert jana.send(link, "/potvrzeni", token=link.partition("=")[2], heslo=PASSWORD).status_code == 303


def test_a_link_works_once(site: Site, jana: Visitor, petr: Visitor) -> None:
    jana.sign_up()
    link = link_in(site.letter(jana.email))
    assert petr.get(link).status_code == 410
    fresh = petr.get("/registrace")
    fields = {"csrf": csrf_in(fresh), "token": link.partition("=")[2], "heslo": OTHER_PASSWORD}
    assert petr.post("/potvrzeni", fields).status_code == 410
    assert not petr.is_signed_in()


@pytest.mark.parametrize(("page", "hours"), [("/registrace", 48), ("/obnova-hesla", 1)])
def test_a_link_expires(site: Site, jana: Visitor, page: str, hours: int) -> None:
    if page == "/obnova-hesla":
        jana.sign_up()
    number = len(site.letters(jana.email)) + 1
    jana.send(page, page, email=jana.email)
    link = link_in(site.letter(jana.email, number))
    site.clock.ahead = hours * 3600 - 60
    assert jana.get(link).status_code == 200
    site.clock.ahead = hours * 3600 + 1
    assert jana.get(link).status_code == 410


def test_no_token_is_stored(site: Site, jana: Visitor) -> None:
    jana.send("/registrace", "/registrace", email=jana.email)
    token = token_in(site.letter(jana.email))
    site.settle()
    for file in site.directory.glob("accounts.sqlite*"):
        assert token.encode() not in file.read_bytes()


@pytest.mark.parametrize(
    ("password", "sentence"),
    [("kratke", "10 až 200 znaků"), ("a" * 201, "10 až 200 znaků"), ("aaaaaaaaaaaa", "5 různých znaků")],
)
def test_a_weak_password_is_answered_with_what_is_wanted(
    site: Site, jana: Visitor, password: str, sentence: str
) -> None:
    jana.send("/registrace", "/registrace", email=jana.email)
    token = token_in(site.letter(jana.email))
    answer = jana.send(f"/potvrzeni?token={token}", "/potvrzeni", token=token, heslo=password)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert password not in answer.text
    # The link is not used up by a mistake.
    assert (
        jana.send(f"/potvrzeni?token={token}", "/potvrzeni", token=token, heslo=PASSWORD).status_code == 303
    )


def test_the_e_mail_is_no_password(site: Site, jana: Visitor) -> None:
    jana.send("/registrace", "/registrace", email=jana.email)
    token = token_in(site.letter(jana.email))
    answer = jana.send(f"/potvrzeni?token={token}", "/potvrzeni", token=token, heslo=jana.email.upper())
    assert answer.status_code == 422


def test_accents_typed_in_another_way_are_the_same_password(jana: Visitor) -> None:
    jana.sign_up("příliš žluťoučký kůň")
    assert jana.send("/ucet", "/odhlaseni").status_code == 303
    decomposed = "pr\u030ci\u0301lis\u030c z\u030clut\u030couc\u030cky\u0301 ku\u030an\u030c"
    assert jana.sign_in(decomposed).status_code == 303


def test_what_is_no_address_is_answered_with_an_example(jana: Visitor) -> None:
    answer = jana.send("/registrace", "/registrace", email='"><script>alert(1)</script>@x')
    assert answer.status_code == 422
    assert "jana@firma.cz" in answer.text
    assert "<script>alert" not in answer.text


def test_the_pages_and_the_mail_are_english_under_en(site: Site, jana: Visitor) -> None:
    answer = jana.send("/en/registrace", "/en/registrace", email=jana.email)
    assert "Check your e-mail" in answer.text
    letter = site.letter(jana.email)
    assert "Finish your registration" in letter["Subject"]
    assert link_in(letter).startswith("/en/potvrzeni?token=")


# --- nobody learns from the site who has an account ---


@pytest.mark.parametrize("page", ["/registrace", "/obnova-hesla"])
def test_the_answer_is_the_same_whether_there_is_an_account(
    visitor: Callable[[], Visitor], page: str
) -> None:
    known, asker, other = visitor().sign_up(), visitor(), visitor()
    answers = [
        who.send(page, page, email=email) for who, email in ((asker, known.email), (other, "nobody@firma.cz"))
    ]
    assert answers[0].status_code == answers[1].status_code == 200
    assert answers[0].text.replace(known.email, "…") == answers[1].text.replace("nobody@firma.cz", "…")
    assert sorted(answers[0].headers) == sorted(answers[1].headers)


@pytest.mark.parametrize("page", ["/registrace", "/obnova-hesla"])
def test_one_too_many_at_once_is_told_to_come_again_and_is_not_counted(
    site: Site, petr: Visitor, page: str
) -> None:
    site.accounts.link_requests = HeavyWork("links", BusyError, max_waiting=0)
    go_on = threading.Event()
    other = site.accounts.link_requests.submit("somebody else", go_on.wait, 60)
    try:
        refused = [petr.send(page, page, email=petr.email) for _ in range(12)]
    finally:
        go_on.set()
        other.result()
    assert {answer.status_code for answer in refused} == {503}
    assert int(refused[0].headers["retry-after"]) > 0 and "přetížená" in refused[0].text
    assert petr.send(page, page, email=petr.email).status_code == 200


@pytest.mark.parametrize("page", ["/registrace", "/obnova-hesla"])
def test_the_work_is_the_same_whether_there_is_an_account(
    site: Site, visitor: Callable[[], Visitor], page: str
) -> None:
    known, asker, other = visitor().sign_up(), visitor(), visitor()
    with statements(site) as of_known:
        asker.send(page, page, email=known.email)
    with statements(site) as of_unknown:
        other.send(page, page, email="nobody@firma.cz")
    assert of_known == of_unknown != []


def test_a_wrong_password_and_an_unknown_address_are_one_answer_and_one_work(
    site: Site, visitor: Callable[[], Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    known, asker, other = visitor().sign_up(), visitor(), visitor()
    spy = _Spy(passwords._HASHER)
    monkeypatch.setattr(passwords, "_HASHER", spy)
    with statements(site) as of_known:
        wrong = asker.sign_in(OTHER_PASSWORD, known.email)
    with statements(site) as of_unknown:
        unknown = other.sign_in(OTHER_PASSWORD, "nobody@firma.cz")
    assert wrong.status_code == unknown.status_code == 422
    texts = [
        answer.text.replace(email, "…")
        for answer, email in ((wrong, known.email), (unknown, "nobody@firma.cz"))
    ]
    assert _without_tokens(texts[0]) == _without_tokens(texts[1])
    assert of_known == of_unknown != []
    # Two verifications, both with a hash of the same parameters.
    assert len(spy.verified) == 2
    assert len({stored.rpartition("$")[0].rpartition("$")[0] for stored in spy.verified}) == 1


def test_who_has_an_account_already_is_told_by_mail_only(site: Site, jana: Visitor, petr: Visitor) -> None:
    jana.sign_up()
    petr.send("/registrace", "/registrace", email=jana.email)
    letter = site.letter(jana.email, 2)
    assert "Účet už máte" in letter["Subject"]
    assert "token" not in letter.get_content()


def test_no_mail_goes_to_an_unknown_address_that_asks_for_a_new_password(site: Site, jana: Visitor) -> None:
    jana.send("/obnova-hesla", "/obnova-hesla", email=jana.email)
    site.settle()
    assert site.letters(jana.email) == []


class _Spy:
    """Notes the hashes that the real hasher verified."""

    def __init__(self, hasher: object) -> None:
        self._hasher = hasher
        self.verified: list[str] = []

    def verify(self, stored: str, password: str) -> bool:
        self.verified.append(stored)
        return bool(self._hasher.verify(stored, password))  # type: ignore[attr-defined]

    def __getattr__(self, name: str) -> object:
        return getattr(self._hasher, name)


@contextmanager
def statements(site: Site) -> Iterator[list[str]]:
    """Collect the statements of requests; those of the thread that sends mail are not waited for."""
    found: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        if not threading.current_thread().name.startswith("accounts-"):
            found.append(statement)

    engine = site.accounts.access.database.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", note)


def _without_tokens(text: str) -> str:
    return re.sub(r"[0-9a-f]{64}", "…", text)
