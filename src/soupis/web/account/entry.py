"""Pages before the account: registration, sign-in, a new password, the links from e-mail, sign-out."""

from __future__ import annotations

from typing import Literal

from starlette.responses import Response

from soupis.accounts.errors import AccountError
from soupis.accounts.links import DeadLinkError, Link
from soupis.web.account.requests import AccountRequest


def show_registration(visit: AccountRequest) -> Response:
    """Show the form of registration."""
    if visit.session is not None:
        return visit.go(visit.address("/ucet"))
    return visit.page("account/register.html", email="")


def register(visit: AccountRequest) -> Response:
    """Have a link for registration sent; the answer is the same for a known address and an unknown one."""
    return _send_link(visit, "register", "account/register.html")


def show_reset(visit: AccountRequest) -> Response:
    """Show the form of a new password."""
    return visit.page("account/reset.html", email=visit.session.email if visit.session else "")


def reset(visit: AccountRequest) -> Response:
    """Have a link for a new password sent; the answer is the same for a known address and an unknown one."""
    return _send_link(visit, "reset", "account/reset.html")


def show_sign_in(visit: AccountRequest) -> Response:
    """Show the form of sign-in."""
    if visit.session is not None:
        return visit.go(visit.next)
    return visit.page("account/sign_in.html", email="", next=visit.next)


def sign_in(visit: AccountRequest) -> Response:
    """Sign in and go where the visitor wanted."""
    email = visit.form.get("email", "")
    try:
        token = visit.members.sign_in(email, visit.form.get("heslo", ""), visit.address_key)
    except AccountError as error:
        return visit.page("account/sign_in.html", error, email=email, next=visit.next)
    return visit.enter(token, visit.next)


def sign_out(visit: AccountRequest) -> Response:
    """Sign out here, or everywhere."""
    visit.members.sign_out(visit.owner, visit.form.get("vsude") == "1", visit.address_key)
    visit.leave()
    return visit.go(visit.address("/prihlaseni"))


def show_link(visit: AccountRequest) -> Response:
    """Show what a link from e-mail is for; it is used up by the form only, as mail programs open links."""
    token = visit.request.query_params.get("token", "")
    try:
        link = visit.members.read_link(token)
    except DeadLinkError as error:
        return visit.page("account/dead_link.html", error, status=410)
    return _link_page(visit, link, token)


def use_link(visit: AccountRequest) -> Response:
    """Do what a link is for: make the account, set the password, or change the address."""
    token, members = visit.form.get("token", ""), visit.members
    try:
        link = members.read_link(token)
    except DeadLinkError as error:
        return visit.page("account/dead_link.html", error, status=410)
    password = visit.form.get("heslo", "")
    try:
        if link.purpose == "email":
            members.confirm_email(token, visit.language, visit.address_key)
            return visit.go(visit.address("/ucet", stav="email"))
        if link.purpose == "register":
            session = members.register(token, password, visit.address_key)
            return visit.enter(session, visit.address("/ucet", stav="vitejte"))
        session = members.reset_password(token, password, visit.language, visit.address_key)
        return visit.enter(session, visit.address("/ucet", stav="obnova"))
    except DeadLinkError as error:
        return visit.page("account/dead_link.html", error, status=410)
    except AccountError as error:
        return _link_page(visit, link, token, error)


def _link_page(visit: AccountRequest, link: Link, token: str, error: AccountError | None = None) -> Response:
    return visit.page("account/link.html", error, purpose=link.purpose, email=link.email, token=token)


def _send_link(visit: AccountRequest, purpose: Literal["register", "reset"], form: str) -> Response:
    email = visit.form.get("email", "")
    try:
        visit.members.ask_for_link(purpose, email, visit.language, visit.address_key)
    except AccountError as error:
        return visit.page(form, error, email=email)
    return visit.page("account/sent.html", purpose=purpose, email=email.strip())
