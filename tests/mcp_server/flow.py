"""A consent taken by bare requests."""

from __future__ import annotations

import secrets
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx

from soupis.oauth.grants import s256
from tests.mcp_server.conftest import Person, Site
from tests.support.callers import fresh_address

REDIRECT = "https://app.example/callback"


class Flow:
    """A consent taken step by step, so that each step can be taken wrongly."""

    def __init__(self, site: Site, redirect_uris: tuple[str, ...] = (REDIRECT,)) -> None:
        self.site = site
        self.person: Person = site.person()
        self.verifier = secrets.token_urlsafe(48)
        self._headers = {"X-Forwarded-For": fresh_address()}
        answer = self.post("/oauth/register", json={"redirect_uris": redirect_uris, "client_name": "App"})
        assert answer.status_code == 201, answer.text
        self.client_id: str = answer.json()["client_id"]

    def post(self, path: str, **options: Any) -> httpx.Response:
        """POST as the application does, always from the same address."""
        return self.send("POST", path, **options)

    def send(self, method: str, path: str, **options: Any) -> httpx.Response:
        """Send any request of the application."""
        with self.site.http(headers=self._headers) as http:
            return http.request(method, path, **options)

    def parameters(self, **changes: str | None) -> dict[str, str]:
        """Return the parameters of a right request with changes; None leaves one out."""
        right = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": REDIRECT,
            "code_challenge": s256(self.verifier),
            "code_challenge_method": "S256",
            "state": "some state",
            "resource": f"{self.site.url}/mcp",
        }
        return {name: value for name, value in (right | changes).items() if value is not None}

    def show(self, **changes: str | None) -> httpx.Response:
        """Open the consent page, signed in."""
        with self.site.browser(self.person) as browser:
            return browser.get("/oauth/authorize", params=self.parameters(**changes))

    def form(self, **changes: str | None) -> dict[str, str]:
        """Return the fields of the form that the consent page holds."""
        page = self.show(**changes)
        assert page.status_code == 200, page.text
        seal = page.text.partition('name="seal" value="')[2].partition('"')[0]
        assert len(seal) == 64
        return {**self.parameters(**changes), "seal": seal, "decision": "allow"}

    def decide(self, form: dict[str, str], **headers: str) -> httpx.Response:
        """Send the form."""
        with self.site.browser(self.person) as browser:
            return browser.post("/oauth/authorize", data=form, headers=headers)

    def code(self, **changes: str | None) -> str:
        """Go through the consent and return the code."""
        answer = self.decide(self.form(**changes))
        assert answer.status_code == 303, answer.text
        (code,) = arrived(answer)["code"]
        return code

    def redeem(self, code: str, **changes: str | None) -> httpx.Response:
        """Exchange a code."""
        right = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": self.client_id,
            "redirect_uri": REDIRECT,
            "code_verifier": self.verifier,
            "resource": f"{self.site.url}/mcp",
        }
        form = {name: value for name, value in (right | changes).items() if value is not None}
        return self.post("/oauth/token", data=form)

    def tokens(self) -> dict[str, Any]:
        """Connect and return the tokens."""
        answer = self.redeem(self.code())
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def refresh(self, token: str, **changes: str) -> httpx.Response:
        """Exchange a refresh token."""
        form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": self.client_id}
        return self.post("/oauth/token", data=form | changes)

    def status(self, token: str) -> int:
        """Return the status of a call with an access token."""
        headers = {"Authorization": f"Bearer {token}", "Accept": "application/json, text/event-stream"}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
        return self.post("/mcp", json=body, headers=headers).status_code


def arrived(answer: httpx.Response) -> dict[str, list[str]]:
    """Return what a redirect brings to the application."""
    return parse_qs(urlsplit(answer.headers["location"]).query)
