from __future__ import annotations

import stat
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from soupis.accounts.mail.mail_templates import _CS, _EN, write_mail
from soupis.accounts.mail.outbox import MAX_ATTEMPTS, QueuedMail, queue_mail
from soupis.accounts.mail.sender import SmtpMailer, open_mailer, sender_address
from tests.support.waiting import wait_until
from tests.web_accounts.site import Site, Visitor, link_in, visitors
from tests.web_accounts.smtp_server import SmtpServer


@pytest.fixture
def smtp() -> Iterator[SmtpServer]:
    server = SmtpServer()
    yield server
    server.close()


@pytest.fixture
def site_with_smtp(directory: Path, smtp: SmtpServer) -> Iterator[Site]:
    site = Site(directory, smtp_url=f"smtp://127.0.0.1:{smtp.port}?from=soupis@firma.cz")
    site.open()
    yield site
    site.close()


def test_mail_goes_out_by_smtp(site_with_smtp: Site, smtp: SmtpServer) -> None:
    jana = next(visitors(site_with_smtp))
    jana.send("/registrace", "/registrace", email=jana.email)
    wait_until(lambda: len(smtp.mail) == 1)
    recipient, raw = smtp.mail[0]
    letter = message_from_bytes(raw, policy=default)
    assert (recipient, letter["To"], letter["From"]) == (jana.email, jana.email, "Soupis <soupis@firma.cz>")
    assert jana.get(link_in(letter)).status_code == 200
    site_with_smtp.settle()
    assert not site_with_smtp.outbox.exists()


def test_mail_waits_while_the_server_is_away_and_its_link_works_when_it_comes(
    site_with_smtp: Site, smtp: SmtpServer
) -> None:
    site, jana = site_with_smtp, next(visitors(site_with_smtp))
    smtp.refusal = b"451 try later"
    jana.send("/registrace", "/registrace", email=jana.email)
    wait_until(lambda: site.rows("SELECT attempts FROM mail_queue") == [(1,)])
    wait_until(lambda: site.rows("SELECT id FROM email_link") == [])  # nobody got that link
    smtp.refusal = None
    assert site.accounts.outbox.send_due() == 0  # not yet
    site.clock.ahead = 121
    site.accounts.outbox.wake()
    wait_until(lambda: len(smtp.mail) == 1)
    assert jana.get(link_in(message_from_bytes(smtp.mail[0][1], policy=default))).status_code == 200
    site.settle()


def test_mail_is_given_up_visibly_after_the_last_attempt(
    site_with_smtp: Site, smtp: SmtpServer, capfd: pytest.CaptureFixture[str]
) -> None:
    site, jana = site_with_smtp, next(visitors(site_with_smtp))
    smtp.refusal = b"451 try later"
    jana.send("/registrace", "/registrace", email=jana.email)
    for attempt in range(1, MAX_ATTEMPTS + 1):
        wait_until(lambda attempt=attempt: attempts(site) in ([(attempt,)], []))  # type: ignore[misc]
        site.clock.ahead += 100_000
        site.accounts.outbox.wake()
    site.settle()
    log = "".join(capfd.readouterr())
    assert "mail_given_up" in log
    assert jana.email not in log
    assert smtp.mail == []


def test_a_recipient_refused_for_good_is_not_tried_again(
    site_with_smtp: Site, smtp: SmtpServer, capfd: pytest.CaptureFixture[str]
) -> None:
    smtp.refusal = b"550 no such user"
    jana = next(visitors(site_with_smtp))
    jana.send("/registrace", "/registrace", email=jana.email)
    site_with_smtp.settle()
    assert sum(command.upper().startswith(b"RCPT") for command in smtp.commands) == 1
    assert "mail_refused" in "".join(capfd.readouterr())


def test_mail_survives_a_crash_between_the_request_and_the_sending(site: Site, jana: Visitor) -> None:
    site.accounts.outbox.close()  # as if the process had died before its thread got to it
    with site.accounts.access.database.engine.begin() as connection:
        queue_mail(connection, QueuedMail("register", jana.email, "cs"), site.clock())
    assert site.letters(jana.email) == []
    site.close()
    site.open()
    assert jana.get(link_in(site.letter(jana.email))).status_code == 200


@pytest.mark.slow
def test_several_processes_send_each_mail_once(directory: Path) -> None:
    sites = [Site(directory) for _ in range(3)]
    for site in sites:
        site.open()
    with sites[0].accounts.access.database.engine.begin() as connection:
        for number in range(60):
            order = QueuedMail("account.deleted", f"a{number}@firma.cz", "cs")
            queue_mail(connection, order, sites[0].clock())
    for site in sites:
        site.accounts.outbox.wake()
    sites[0].settle()
    assert sorted(len(sites[0].letters(f"a{number}@firma.cz")) for number in range(60)) == [1] * 60
    for site in sites:
        site.close()


def test_nothing_is_said_in_clear_to_a_server_elsewhere(smtp: SmtpServer) -> None:
    mailer = open_mailer(f"smtp://user:heslo@mail.example.com:{smtp.port}", Path("unused"))
    assert isinstance(mailer, SmtpMailer)
    assert mailer.is_tls_needed
    here = SmtpMailer("127.0.0.1", smtp.port, "user", "heslo", is_implicit_tls=False, is_tls_needed=True)
    with pytest.raises(OSError, match="STARTTLS"):
        here.send(write_mail("reset", "cs", sender="a@b.cz", recipient="c@d.cz", host="soupis.test"))
    assert all(command.startswith(b"ehlo") for command in smtp.commands)


@pytest.mark.parametrize(
    ("url", "host", "port", "user", "tls", "needed"),
    [
        ("smtp://mail.firma.cz", "mail.firma.cz", 587, None, False, True),
        ("smtp://mail.firma.cz:25?tls=none", "mail.firma.cz", 25, None, False, False),
        ("smtp://localhost:1025", "localhost", 1025, None, False, False),
        ("smtps://jana%40firma.cz:p%3Ass@mail.firma.cz", "mail.firma.cz", 465, "jana@firma.cz", True, True),
    ],
)
def test_the_address_of_a_mail_server_is_read(
    url: str, host: str, port: int, user: str | None, tls: bool, needed: bool
) -> None:
    mailer = open_mailer(url, Path("unused"))
    assert isinstance(mailer, SmtpMailer)
    read = (mailer.host, mailer.port, mailer.user, mailer.is_implicit_tls, mailer.is_tls_needed)
    assert read == (host, port, user, tls, needed)


@pytest.mark.parametrize("url", ["mail.firma.cz", "http://u:tajne@x", "smtp://", "smtp://u:tajne@x:abc"])
def test_a_wrong_address_of_a_mail_server_is_answered_without_its_password(url: str) -> None:
    with pytest.raises(ValueError, match="SOUPIS_SMTP_URL must look like") as error:
        open_mailer(url, Path("unused"))
    assert "tajne" not in str(error.value)
    assert error.value.__cause__ is None


def test_mail_comes_from_the_user_of_the_server_or_from_the_site() -> None:
    assert sender_address(None, "soupis.cz") == "soupis@soupis.cz"
    assert sender_address("smtp://relay:x@mail.cz", "soupis.cz") == "soupis@soupis.cz"
    assert sender_address("smtp://jana%40firma.cz:x@mail.cz", "soupis.cz") == "jana@firma.cz"
    assert sender_address("smtp://a@mail.cz?from=info@firma.cz", "soupis.cz") == "info@firma.cz"


def test_without_a_server_mail_is_in_files_that_only_their_owner_reads(
    site: Site, jana: Visitor, capfd: pytest.CaptureFixture[str]
) -> None:
    jana.send("/registrace", "/registrace", email=jana.email)
    token = link_in(site.letter(jana.email)).partition("=")[2]
    site.settle()  # the file is there before it is logged
    (file,) = site.outbox.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(site.outbox.stat().st_mode) == 0o700
    log = "".join(capfd.readouterr())
    assert file.name in log
    assert token not in log
    assert jana.email not in log


def test_every_mail_is_written_in_both_languages() -> None:
    assert _CS.keys() == _EN.keys()
    for kind in _CS:
        letters = [
            write_mail(kind, language, sender="a@b.cz", recipient="c@d.cz", host="x", link="L", detail="D")
            for language in ("cs", "en")
        ]
        assert letters[0]["Subject"] != letters[1]["Subject"]
        for letter in letters:
            assert isinstance(letter, EmailMessage)
            assert "{" not in letter.get_content()


def attempts(site: Site) -> list[tuple[object, ...]]:
    return site.rows("SELECT attempts FROM mail_queue")
