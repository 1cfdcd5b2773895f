"""A visit to a page of accounts: who is signed in, cookies, forms that other sites cannot send.

A form is accepted when three things agree: the browser sends the cookie only from this site (SameSite), it
says itself that the request comes from here (Sec-Fetch-Site or Origin), and the form carries a token made
from that very cookie.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

from soupis.accounts.errors import AccountError, UnavailableError
from soupis.accounts.service import AccountService
from soupis.accounts.sessions import LIFETIME_SECONDS, Session, cookie_name, new_token, session_token
from soupis.accounts.throttle import ThrottledError
from soupis.queries.services import Services
from soupis.web.language import Language, language_of
from soupis.web.render import render, writer_of
from soupis.web.theme import local_target

MAX_FORM_BYTES = 32_768
MAX_FIELDS = 30
TOKEN_FIELD = "csrf"  # noqa: S105 - the name of a field
_NO_STORE = {"Cache-Control": "no-store"}


@dataclass
class AccountRequest:
    """One request to a page of accounts."""

    request: Request
    services: Services
    members: AccountService
    session: Session | None
    cookie: str  # what forms are bound to: the session's token, or one for forms before sign-in
    address_key: str
    form: dict[str, str] = field(default_factory=dict)

    @property
    def owner(self) -> Session:
        """The session of a page that is for people who are signed in."""
        assert self.session is not None
        return self.session

    @property
    def language(self) -> Language:
        """The language of the page."""
        return language_of(self.request)

    def text(self, czech: str, english: str) -> str:
        """Return the text of the page's language."""
        return english if self.language == "en" else czech

    def sentence(self, error: AccountError) -> str:
        """Return what went wrong, in the page's language."""
        return self.text(*error.message)

    def address(self, path: str, **query: object) -> str:
        """Return the address of a page in this language."""
        return writer_of(self.request).address(path, **query)

    @property
    def next(self) -> str:
        """Where the visitor wanted to go before signing in: an address on this site."""
        wanted = self.form.get("next") or self.request.query_params.get("next")
        return local_target(wanted, self.address("/ucet"))

    def page(self, template: str, error: AccountError | None = None, **context: Any) -> Response:
        """Return a page; an error makes it 422, or 429 with the time to wait."""
        status = context.pop("status", 200 if error is None else 422)
        headers = dict(_NO_STORE)
        if isinstance(error, ThrottledError):
            status, headers["Retry-After"] = 429, str(error.retry_after)
        context |= {
            "csrf": form_token(self.members.forms_key, self.cookie),
            "session": self.session,
            "signed_in": self.session is not None,
            "error": self.sentence(error) if error else None,
        }
        answer = render(self.request, template, status=status, headers=headers, **context)
        if self.session is None:
            self._remember_form(answer)
        return answer

    def go(self, address: str) -> Response:
        """Return a redirect after a form, or to a page that fits better."""
        return RedirectResponse(address, 303, _NO_STORE)

    def enter(self, token: str, address: str) -> Response:
        """Put the token of a new session into the cookie, end the one that was open here, and go on."""
        if self.session is not None:
            self.members.sign_out(self.session, False, self.address_key)
        answer = self.go(address)
        self._set_cookie(answer, cookie_name(self.is_secure), token, LIFETIME_SECONDS)
        answer.delete_cookie(_form_cookie(self.is_secure), path="/", secure=self.is_secure, httponly=True)
        return answer

    def leave(self) -> None:
        """Note that the session has ended; its cookie goes with the answer, and forms get a new token."""
        self.session, self.cookie = None, new_token()

    @property
    def is_secure(self) -> bool:
        """Whether users reach the service by TLS, so that cookies can be kept to it."""
        return self.services.base_url.startswith("https://")

    def _remember_form(self, answer: Response) -> None:
        name = _form_cookie(self.is_secure)
        if self.request.cookies.get(name) != self.cookie:
            self._set_cookie(answer, name, self.cookie, None)

    def _set_cookie(self, answer: Response, name: str, value: str, lifetime: int | None) -> None:
        answer.set_cookie(
            name, value, max_age=lifetime, path="/", secure=self.is_secure, httponly=True, samesite="lax"
        )


View = Callable[[AccountRequest], Response]
Endpoint = Callable[[Request], Any]


class AccountEndpoints:
    """Makes endpoints of views: opens the visit, checks forms and who may enter; views run in threads."""

    def __init__(self, services: Callable[[], Services], members: Callable[[], AccountService]) -> None:
        self._services = services
        self._members = members

    def public(self, view: View) -> Endpoint:
        """Let anybody in."""
        return self._endpoint(view)

    def private(self, view: View) -> Endpoint:
        """Let those in who are signed in; send the others to sign in and back."""

        def guarded(visit: AccountRequest) -> Response:
            return view(visit) if visit.session else _to_sign_in(visit)

        return self._endpoint(guarded)

    def operators(self, view: View) -> Endpoint:
        """Let operators in."""

        def guarded(visit: AccountRequest) -> Response:
            if visit.session is None:
                return _to_sign_in(visit)
            if visit.session.role != "operator":
                raise HTTPException(403)
            return view(visit)

        return self._endpoint(guarded)

    def _endpoint(self, view: View) -> Endpoint:
        async def endpoint(request: Request) -> Response:
            try:
                form = await read_form(request) if request.method == "POST" else {}
            except ClientDisconnect:
                return Response(status_code=400)  # nobody waits for it
            return await run_in_threadpool(self._answer, request, form, view)

        return endpoint

    def _answer(self, request: Request, form: dict[str, str], view: View) -> Response:
        try:
            visit = self._open(request, form)
            if request.method == "POST" and not self._is_ours(visit):
                return visit.page("account/refused.html", status=403)
            answer = view(visit)
            if visit.session is None:
                _forget_ended_session(visit, answer)
            return answer
        except UnavailableError:
            raise HTTPException(503) from None

    def _open(self, request: Request, form: dict[str, str]) -> AccountRequest:
        services, members = self._services(), self._members()
        secure = services.base_url.startswith("https://")
        token = session_token(request.headers.get("cookie", ""), secure)
        session = members.access.sessions.find(token)
        if session is None or token is None:
            token = request.cookies.get(_form_cookie(secure)) or new_token()
        peer = request.client.host if request.client else None
        forwarded = ",".join(request.headers.getlist("x-forwarded-for")) or None
        key = members.access.authenticator.anonymous(services.address(peer, forwarded)).address_key
        return AccountRequest(request, services, members, session, token, key, form)

    def _is_ours(self, visit: AccountRequest) -> bool:
        if not is_same_origin(visit.request.headers, visit.services.base_url):
            return False
        wanted = form_token(visit.members.forms_key, visit.cookie)
        return hmac.compare_digest(visit.form.get(TOKEN_FIELD, "").encode(), wanted.encode())


def form_token(key: bytes, cookie: str) -> str:
    """Return the token that a form must carry, 64 hex digits; it is bound to the cookie and hides it."""
    return hmac.new(key, cookie.encode(), sha256).hexdigest()


def is_same_origin(headers: Headers, base_url: str) -> bool:
    """Tell whether a request was made by a page of this site, as far as the browser says.

    Browsers that say nothing are left to the form's token.
    """
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = headers.get("origin")
    if origin is None:
        return True
    return origin == base_url or urlsplit(origin).netloc == headers.get("host", "")


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a form; a field given several times counts once, the last one.

    Raises HTTPException 415 for another kind of body, 413 for one that is too long, 400 for a broken one.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/x-www-form-urlencoded":
        raise HTTPException(415)
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_FORM_BYTES:
            raise HTTPException(413)
    try:
        fields = dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=MAX_FIELDS))
    except ValueError:
        raise HTTPException(400) from None
    if any("\0" in value for value in fields.values()):  # no text has one, and PostgreSQL stores none
        raise HTTPException(400)
    return fields


def _to_sign_in(visit: AccountRequest) -> Response:
    wanted = visit.request.url.path if visit.request.method == "GET" else ""
    if wanted and visit.request.url.query:
        wanted += f"?{visit.request.url.query}"
    return visit.go(visit.address("/prihlaseni", next=wanted))


def _forget_ended_session(visit: AccountRequest, answer: Response) -> None:
    """Take away the cookie of a session that has ended, unless the answer has just set a new one."""
    name = cookie_name(visit.is_secure)
    is_new = any(value.startswith(f"{name}=") for value in answer.headers.getlist("set-cookie"))
    if name in visit.request.cookies and not is_new:
        answer.delete_cookie(name, path="/", secure=visit.is_secure, httponly=True, samesite="lax")


def _form_cookie(secure: bool) -> str:
    return f"{cookie_name(secure)}-form"
