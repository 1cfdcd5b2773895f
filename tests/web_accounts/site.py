"""The site of accounts over a real data directory, and people who visit it with a browser each."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import count
from pathlib import Path
from typing import Any

import httpx2
from starlette.testclient import TestClient

from soupis.accounts.service import AccountService
from soupis.app import Application
from soupis.installation import Installation
from soupis.queries.services import Services
from soupis.settings import Settings
from tests.support.waiting import wait_until

SECRET = b"secret of the tests, thirty-two b"
PASSWORD = "spravny kun baterie sponka"
OTHER_PASSWORD = "uplne jina veta pro heslo"
_HOSTS = count(1)


class Clock:
    """The time of the machine, moved forward at will."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


class Site:
    """One server process: its application, its clock, its outbox."""

    def __init__(
        self, directory: Path, base_url: str = "https://soupis.test", smtp_url: str | None = None
    ) -> None:
        self.directory = directory
        self.base_url = base_url
        self.clock = Clock()
        self.outbox = directory / "outbox"
        settings: dict[str, Any] = {"base_url": base_url, "smtp_url": smtp_url, "secret_key": SECRET.decode()}
        where = Installation(
            Settings(_env_file=None, data_dir=directory, pages_per_minute=10_000, **settings)
        )
        self.app = Application(where, self.clock)

    @property
    def services(self) -> Services:
        return self.app.services()

    @property
    def accounts(self) -> AccountService:
        return self.app.accounts()

    def open(self) -> None:
        """Start the process."""
        self.app.open()

    def close(self) -> None:
        """End the process."""
        self.app.close()

    def letters(self, email: str) -> list[EmailMessage]:
        """Return the mail sent to somebody, oldest first."""
        files = sorted(self.outbox.glob("*.eml"))
        found = [message_from_bytes(file.read_bytes(), policy=default) for file in files]
        return [letter for letter in found if letter["To"] == email]

    def letter(self, email: str, number: int = 1) -> EmailMessage:
        """Return the mail of that number to somebody; waits for it, as it is sent in the background."""
        wait_until(lambda: len(self.letters(email)) >= number)
        return self.letters(email)[number - 1]

    def settle(self) -> None:
        """Wait until the queue of mail is empty, so that what has not come will not come."""
        connection = self.accounts.access.database.connect()
        wait_until(lambda: not connection.run("SELECT 1 FROM mail_queue LIMIT 1", {}))
        connection.close()

    def rows(self, statement: str) -> list[tuple[object, ...]]:
        """Return the rows of a query to the accounts database."""
        connection = self.accounts.access.database.connect()
        try:
            return [tuple(row) for row in connection.run(statement, {})]
        finally:
            connection.close()


def link_in(letter: EmailMessage) -> str:
    """Return the path and query of the link in a mail."""
    found = re.search(r"https?://[^/\s]+(/\S+)", letter.get_content())
    assert found, letter.get_content()
    return found[1]


def token_in(letter: EmailMessage) -> str:
    """Return the token in the link of a mail."""
    return link_in(letter).partition("token=")[2]


class Visitor:
    """Somebody with a browser: keeps cookies, fills forms in as the page has them, comes from one address."""

    def __init__(self, site: Site, client: TestClient, email: str = "") -> None:
        self.site = site
        self.email = email
        self.http = client

    @property
    def cookies(self) -> httpx2.Cookies:
        return self.http.cookies

    @property
    def token(self) -> str | None:
        """The token of the session in the cookie."""
        return self.http.cookies.get("__Host-soupis")

    def get(self, path: str, **headers: str) -> httpx2.Response:
        return self.http.get(path, headers=_names(headers))

    def post(self, path: str, data: dict[str, str], **headers: str) -> httpx2.Response:
        """Send a form as a browser on this site does, without looking at a page before."""
        sent = _names(headers) or {"origin": self.site.base_url}
        return self.http.post(path, data=data, headers=sent)

    def send(self, page: str, action: str, **fields: str) -> httpx2.Response:
        """Open a page, check that it has the form, and send it filled in."""
        shown = self.get(page)
        assert shown.status_code == 200, (shown.status_code, shown.headers.get("location"))
        assert f'action="{action}"' in shown.text
        return self.post(action, {"csrf": csrf_in(shown)} | fields)

    def sign_up(self, password: str = PASSWORD) -> Visitor:
        """Register, and end up signed in."""
        self.site.settle()  # so that the next mail is that of the registration
        before = len(self.site.letters(self.email))
        assert self.send("/registrace", "/registrace", email=self.email).status_code == 200
        token = token_in(self.site.letter(self.email, before + 1))
        answer = self.send(f"/potvrzeni?token={token}", "/potvrzeni", token=token, heslo=password)
        assert answer.status_code == 303, answer.text
        return self

    def sign_in(self, password: str = PASSWORD, email: str | None = None, next: str = "") -> httpx2.Response:
        fields = {"email": email or self.email, "heslo": password, "next": next}
        return self.send("/prihlaseni", "/prihlaseni", **fields)

    def is_signed_in(self) -> bool:
        return self.get("/ucet").status_code == 200

    def create_key(self, name: str = "test") -> str:
        """Create an API key and return it."""
        answer = self.send("/ucet", "/ucet/klice", nazev=name)
        found = re.search(r"soupis_[0-9A-Za-z]{46}", answer.text)
        assert found, answer.text
        return found[0]

    def account_id(self) -> int:
        return self.site.services.access.directory.get(self.email).id


def csrf_in(page: httpx2.Response) -> str:
    """Return the token that forms of a page carry."""
    found = re.search(r'name="csrf" value="([0-9a-f]{64})"', page.text)
    assert found, "the page has no form"
    return found[1]


def visitors(site: Site) -> Iterator[Visitor]:
    """Give visitors with an address and an e-mail of their own each; the site must be open."""
    while True:
        number = next(_HOSTS)
        host = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        client = TestClient(site.app, base_url=site.base_url, follow_redirects=False, client=(host, 50_000))
        yield Visitor(site, client, f"jana{number}@firma.cz")


def _names(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
