"""Pages before the account: registration, sign-in, a new password, the links from e-mail, sign-out."""

from __future__ import annotations

from typing import Literal

from starlette.responses import Response

from soupis.accounts.errors import AccountError
from soupis.accounts.links import DeadLinkError, Link
from soupis.web.account.requests import AccountRequest
from soupis.web.security_middleware import OPENED_BY_OTHERS


def show_registration(request: AccountRequest) -> Response:
    """Show the form of registration."""
    if request.session is not None:
        return request.go(request.next)
    return _door(request, "account/register.html")


def register(request: AccountRequest) -> Response:
    """Have a link for registration sent; it answers the same whether there is an account or not."""
    return _send_link(request, "register", "account/register.html")


def show_reset(request: AccountRequest) -> Response:
    """Show the form of a new password."""
    return _door(request, "account/reset.html", request.session.email if request.session else "")


def reset(request: AccountRequest) -> Response:
    """Have a link for a new password sent; it answers the same whether there is an account or not."""
    return _send_link(request, "reset", "account/reset.html")


def show_sign_in(request: AccountRequest) -> Response:
    """Show the form of sign-in."""
    if request.session is not None:
        return request.go(request.next)
    return _door(request, "account/sign_in.html")


def sign_in(request: AccountRequest) -> Response:
    """Sign in and go where the visitor was going."""
    email = request.form.get("email", "")
    try:
        password = request.form.get("heslo", "")
        token = request.accounts.sign_in(email, password, request.client, request.device)
    except AccountError as error:
        return _door(request, "account/sign_in.html", email, error)
    return request.enter(token, request.next)


def sign_out(request: AccountRequest) -> Response:
    """Sign out here, or everywhere."""
    request.accounts.sign_out(request.owner, request.form.get("vsude") == "1", request.address_key)
    request.leave()
    return request.go(request.url("/prihlaseni"))


def show_link(request: AccountRequest) -> Response:
    """Show what a link from e-mail is for; it is used up by the form only, as mail programs open links."""
    token = request.http.query_params.get("token", "")
    try:
        link = request.accounts.read_link(token)
    except DeadLinkError as error:
        return request.page("account/dead_link.html", error, status=410)
    return _link_page(request, link, token)


def use_link(request: AccountRequest) -> Response:
    """Do what a link is for: make the account, set the password, or change the address."""
    token, accounts = request.form.get("token", ""), request.accounts
    try:
        link = accounts.read_link(token)
    except DeadLinkError as error:
        return request.page("account/dead_link.html", error, status=410)
    password = request.form.get("heslo", "")
    try:
        if link.purpose == "email":
            accounts.confirm_email(token, request.language, request.address_key)
            return request.go(request.url("/ucet", stav="email"))
        if link.purpose == "register":
            session = accounts.register(token, password, request.address_key)
            return request.enter(session, request.url("/ucet", stav="vitejte"))
        session = accounts.reset_password(token, password, request.language, request.address_key)
        return request.enter(session, request.url("/ucet", stav="obnova"))
    except DeadLinkError as error:
        return request.page("account/dead_link.html", error, status=410)
    except AccountError as error:
        return _link_page(request, link, token, error)


def _door(
    request: AccountRequest,
    template: str,
    email: str = "",
    error: AccountError | None = None,
    **context: str,
) -> Response:
    """Return a page before the account; all know where the visitor was going, such as to a consent."""
    return request.page(
        template, error, headers=OPENED_BY_OTHERS, email=email, going=request.going, **context
    )


def _link_page(
    request: AccountRequest, link: Link, token: str, error: AccountError | None = None
) -> Response:
    return request.page("account/link.html", error, purpose=link.purpose, email=link.email, token=token)


def _send_link(request: AccountRequest, purpose: Literal["register", "reset"], form: str) -> Response:
    email = request.form.get("email", "")
    try:
        request.accounts.ask_for_link(purpose, email, request.language, request.client, request.device)
    except AccountError as error:
        return _door(request, form, email, error)
    return _door(request, "account/sent.html", email.strip(), purpose=purpose)
