"""A request to a page of accounts: who is signed in, cookies, forms that other sites cannot send.

A form is accepted when three things agree: the browser sends the cookie only from this site (SameSite), it
says itself that the request comes from here (`accounts.same_origin`), and the form carries a token made from
that very cookie. See "Forms" in docs/accounts.md.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

from soupis.accounts import devices
from soupis.accounts.callers import Anonymous
from soupis.accounts.errors import AccountError, BusyError
from soupis.accounts.forms import FormError, read_form
from soupis.accounts.same_origin import is_same_origin
from soupis.accounts.service import AccountService
from soupis.accounts.sessions import LIFETIME_SECONDS, Session, cookie_name, session_token
from soupis.accounts.throttle import ThrottledError
from soupis.accounts.tokens import new_token
from soupis.oauth.server import AuthorizationServer
from soupis.queries.services import Provider, Services
from soupis.web.language import Language, language_of
from soupis.web.render import render, writer_of
from soupis.web.theme import local_target

TOKEN_FIELD = "csrf"  # noqa: S105 - the name of a field
_NO_STORE = {"Cache-Control": "no-store"}


@dataclass
class AccountRequest:
    """One request to a page of accounts."""

    http: Request
    services: Services
    accounts: AccountService
    oauth: AuthorizationServer
    session: Session | None
    cookie: str  # what forms are bound to: the session's token, or one for forms before sign-in
    client: Anonymous  # by the IP address, whoever is signed in
    form: dict[str, str]

    @property
    def address_key(self) -> str:
        """Keyed hash of the client's IP address."""
        return self.client.address_key

    @property
    def owner(self) -> Session:
        """The session of a page that is for people who are signed in."""
        assert self.session is not None
        return self.session

    @property
    def language(self) -> Language:
        """The language of the page."""
        return language_of(self.http)

    def text(self, czech: str, english: str) -> str:
        """Return the text of the page's language."""
        return english if self.language == "en" else czech

    def sentence(self, error: AccountError) -> str:
        """Return what went wrong, in the page's language."""
        return self.text(*error.message)

    def url(self, path: str, **query: object) -> str:
        """Return the URL of a page in this language, without scheme and host."""
        return writer_of(self.http).address(path, **query)

    @property
    def next(self) -> str:
        """Where the visitor was going before signing in: a URL on this site."""
        target = self.form.get("next") or self.http.query_params.get("next")
        return local_target(target, self.url("/ucet"))

    @property
    def going(self) -> str:
        """`next` where it is another page than that of the account, to which all come anyway; or ""."""
        return "" if self.next == self.url("/ucet") else self.next

    def page(self, template: str, error: AccountError | None = None, **context: Any) -> Response:
        """Return a page; an error makes it 422, or 429 or 503 with the time to wait."""
        status = context.pop("status", 200 if error is None else 422)
        headers = {**_NO_STORE, **context.pop("headers", {})}
        if isinstance(error, ThrottledError):
            status, headers["Retry-After"] = 429, str(error.retry_after)
        elif isinstance(error, BusyError):
            status, headers["Retry-After"] = 503, str(error.retry_after)
        context |= {
            "csrf": form_token(self.accounts.forms_key, self.cookie),
            "session": self.session,
            "signed_in": self.session is not None,
            "error": self.sentence(error) if error else None,
        }
        response = render(self.http, template, status=status, headers=headers, **context)
        if self.session is None:
            self._remember_form(response)
        return response

    def go(self, url: str) -> Response:
        """Return a redirect after a form, or to a page that fits better."""
        return RedirectResponse(url, 303, _NO_STORE)

    def enter(self, token: str, url: str) -> Response:
        """Put the token of a new session into the cookie, end the one that was open here, and go on."""
        if self.session is not None:
            self.accounts.sign_out(self.session, False, self.address_key)
        response = self.go(url)
        self._set_cookie(response, cookie_name(self.is_secure), token, LIFETIME_SECONDS)
        self._remember_device(response, token)
        response.delete_cookie(_form_cookie(self.is_secure), path="/", secure=self.is_secure, httponly=True)
        return response

    def leave(self) -> None:
        """Note that the session has ended; its cookie goes with the answer, and forms get a new token."""
        self.session, self.cookie = None, new_token()

    @property
    def is_secure(self) -> bool:
        """Whether users reach the service by TLS, so that cookies can be kept to it."""
        return self.services.secure

    def is_from_our_form(self) -> bool:
        """Tell whether a form of this site, made for this cookie, was sent by a page of this site."""
        headers = self.http.headers
        if not is_same_origin(headers.get("sec-fetch-site"), headers.get("origin"), self.services.base_url):
            return False
        token = form_token(self.accounts.forms_key, self.cookie)
        return hmac.compare_digest(self.form.get(TOKEN_FIELD, "").encode(), token.encode())

    def forget_ended_session(self, response: Response) -> None:
        """Take away the cookie of a session that has ended, unless the answer has just set a new one."""
        name = cookie_name(self.is_secure)
        is_new = any(value.startswith(f"{name}=") for value in response.headers.getlist("set-cookie"))
        if name in self.http.cookies and not is_new:
            response.delete_cookie(name, path="/", secure=self.is_secure, httponly=True, samesite="lax")

    @property
    def device(self) -> str | None:
        """The cookie of a device on which somebody signed in before."""
        return self.http.cookies.get(devices.cookie_name(self.is_secure))

    def _remember_device(self, response: Response, token: str) -> None:
        session = self.accounts.access.sessions.find(token)
        if session and not self.accounts.devices.name(self.device, session.account_id):
            cookie = self.accounts.devices.new_cookie(session.account_id)
            name = devices.cookie_name(self.is_secure)
            self._set_cookie(response, name, cookie, devices.LIFETIME_SECONDS)

    def _remember_form(self, response: Response) -> None:
        name = _form_cookie(self.is_secure)
        if self.http.cookies.get(name) != self.cookie:
            self._set_cookie(response, name, self.cookie, None)

    def _set_cookie(self, response: Response, name: str, value: str, lifetime: int | None) -> None:
        response.set_cookie(
            name, value, max_age=lifetime, path="/", secure=self.is_secure, httponly=True, samesite="lax"
        )


View = Callable[[AccountRequest], Response]
Endpoint = Callable[[Request], Any]


class AccountEndpoints:
    """Makes endpoints of views: opens the request, checks forms and who may enter; views run in threads."""

    def __init__(
        self,
        services: Provider,
        accounts: Callable[[], AccountService],
        oauth: Callable[[], AuthorizationServer],
    ) -> None:
        self._services = services
        self._accounts = accounts
        self._oauth = oauth

    def public(self, view: View) -> Endpoint:
        """Let everyone in."""
        return self._endpoint(view)

    def private(self, view: View) -> Endpoint:
        """Let those in who are signed in; send the others to sign in and back."""

        def check(request: AccountRequest) -> Response:
            return view(request) if request.session else _to_sign_in(request)

        return self._endpoint(check)

    def operators(self, view: View) -> Endpoint:
        """Let operators in."""

        def check(request: AccountRequest) -> Response:
            if request.session is None:
                return _to_sign_in(request)
            if request.session.role != "operator":
                raise HTTPException(403)
            return view(request)

        return self._endpoint(check)

    def _endpoint(self, view: View) -> Endpoint:
        async def endpoint(http: Request) -> Response:
            try:
                form = await read_form(http) if http.method == "POST" else {}
            except FormError as error:
                raise HTTPException(error.status) from None
            except ClientDisconnect:
                return Response(status_code=400)  # the client is gone
            return await run_in_threadpool(self._answer, http, form, view)

        return endpoint

    def _answer(self, http: Request, form: dict[str, str], view: View) -> Response:
        request = self._open(http, form)
        if http.method == "POST" and not request.is_from_our_form():
            return request.page("account/refused.html", status=403)
        response = view(request)
        if request.session is None:
            request.forget_ended_session(response)
        return response

    def _open(self, http: Request, form: dict[str, str]) -> AccountRequest:
        services, access = self._services(), self._accounts().access
        token = session_token(http.headers.get("cookie", ""), services.secure)
        session = access.sessions.find(token)
        if session is None or token is None:
            token = http.cookies.get(_form_cookie(services.secure)) or new_token()
        client = access.authenticator.anonymous(access.client_ip.of(http.scope))
        return AccountRequest(http, services, self._accounts(), self._oauth(), session, token, client, form)


def form_token(key: bytes, cookie: str) -> str:
    """Return the token that a form must carry, 64 hex digits; it is bound to the cookie and hides it."""
    return hmac.new(key, cookie.encode(), sha256).hexdigest()


def _to_sign_in(request: AccountRequest) -> Response:
    url = request.http.url
    target = ""
    if request.http.method == "GET":
        target = f"{url.path}?{url.query}" if url.query else url.path
    return request.go(request.url("/prihlaseni", next=target))


def _form_cookie(secure: bool) -> str:
    return f"{cookie_name(secure)}-form"
