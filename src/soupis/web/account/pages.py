"""The page of an account and what its forms do."""

from __future__ import annotations

from datetime import timedelta

from starlette.responses import Response

from soupis.accounts.errors import AccountError
from soupis.accounts.quota.tariffs import TARIFFS
from soupis.times import PRAGUE, prague_today, utc_now
from soupis.web.account.chart import KINDS, draw_chart, first_day
from soupis.web.account.requests import AccountRequest

_EVENTS_SHOWN = 50


def show_account(visit: AccountRequest) -> Response:
    """Show the account: tariff, what is left, use by day and kind, keys, applications, events, settings."""
    return _account_page(visit)


def create_key(visit: AccountRequest) -> Response:
    """Issue a key and show it, here and never again."""
    access, owner = visit.services.access, visit.owner
    try:
        issued = access.directory.issue_key(owner.email, visit.form.get("nazev", ""), visit.address_key)
    except AccountError as error:
        return _account_page(visit, "key", error)
    return visit.page("account/key.html", key=issued, service=visit.services.base_url)


def revoke_key(visit: AccountRequest) -> Response:
    """Revoke a key of this account."""
    owner, key_id = visit.owner, _number(visit.form.get("klic", ""))
    try:
        visit.services.access.directory.revoke_key(key_id, owner.account_id, visit.address_key)
    except AccountError as error:
        return _account_page(visit, "key", error)
    return visit.go(visit.address("/ucet", stav="klic-zrusen"))


def disconnect(visit: AccountRequest) -> Response:
    """Disconnect an application."""
    number = _number(visit.form.get("aplikace", ""))
    visit.services.access.oauth.disconnect(visit.owner.account_id, number, visit.address_key)
    return visit.go(visit.address("/ucet", stav="odpojeno"))


def change_email(visit: AccountRequest) -> Response:
    """Have a link sent to the new address."""
    password, email = visit.form.get("heslo", ""), visit.form.get("email", "")
    try:
        mailbox = visit.members.ask_for_email(visit.owner, password, email, visit.language, visit.address_key)
    except AccountError as error:
        return _account_page(visit, "email", error)
    return visit.page("account/sent.html", purpose="email", email=mailbox)


def change_password(visit: AccountRequest) -> Response:
    """Change the password; other browsers are signed out."""
    password, new = visit.form.get("heslo", ""), visit.form.get("nove", "")
    try:
        token = visit.members.change_password(visit.owner, password, new, visit.language, visit.address_key)
    except AccountError as error:
        return _account_page(visit, "password", error)
    return visit.enter(token, visit.address("/ucet", stav="heslo"))


def ask_for_tariff(visit: AccountRequest) -> Response:
    """Ask for another tariff, or withdraw the request."""
    requests, owner = visit.members.requests, visit.owner
    if visit.form.get("stahnout") == "1":
        requests.withdraw(owner.account_id, visit.address_key)
        return visit.go(visit.address("/ucet", stav="stazeno"))
    tariff, note = visit.form.get("tarif", ""), visit.form.get("poznamka", "")
    try:
        requests.ask(owner.account_id, tariff, note, visit.language, visit.address_key)
    except AccountError as error:
        return _account_page(visit, "tariff", error)
    visit.members.post.wake()
    return visit.go(visit.address("/ucet", stav="zadost"))


def delete_account(visit: AccountRequest) -> Response:
    """Delete the account."""
    try:
        if visit.form.get("ano") != "1":
            raise AccountError(
                "Zaškrtněte, že chcete účet opravdu smazat.",
                "Tick that you really want to delete the account.",
            )
        visit.members.delete_account(
            visit.owner, visit.form.get("heslo", ""), visit.language, visit.address_key
        )
    except AccountError as error:
        return _account_page(visit, "delete", error)
    visit.leave()
    return visit.page("account/deleted.html")


def _account_page(visit: AccountRequest, failed: str = "", error: AccountError | None = None) -> Response:
    """Return the account page; `failed` names the form that an error belongs to."""
    owner, access, members = visit.owner, visit.services.access, visit.members
    today = prague_today()
    use = access.directory.daily_use(owner.account_id, first_day(today).isoformat())
    keys = access.directory.keys(owner.email)
    quota = access.quota.peek(owner.caller)
    return visit.page(
        "account/account.html",
        error,
        failed=failed,
        form=visit.form,
        state=visit.request.query_params.get("stav", ""),
        tariff=TARIFFS[owner.tariff],
        tariffs=list(TARIFFS.values()),
        quota=quota,
        renewed=_day_after(quota.reset_seconds),
        chart=draw_chart(use, today),
        kinds=KINDS,
        key_names={str(key.id): key.name for key in keys},
        keys=[key for key in keys if not key.revoked],
        revoked=[key for key in keys if key.revoked],
        applications=access.oauth.connections(owner.account_id),
        request_open=members.requests.open_request(owner.account_id),
        has_password=members.has_password(owner),
        events=members.events(owner, _EVENTS_SHOWN),
        address_key=visit.address_key,
    )


def _day_after(seconds: int) -> str:
    """Return the Prague day on which a window ends that lasts so many seconds more."""
    return (utc_now() + timedelta(seconds=seconds)).astimezone(PRAGUE).date().isoformat()


def _number(text: str) -> int:
    """Return the number of a row; 0, which no row has, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else 0
