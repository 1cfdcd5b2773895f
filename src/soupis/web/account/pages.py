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


def show_account(request: AccountRequest) -> Response:
    """Show the account: tariff, what is left, use by day and kind, keys, applications, events, settings."""
    return _account_page(request)


def create_key(request: AccountRequest) -> Response:
    """Issue a key and show it, here and never again."""
    access, owner = request.services.access, request.owner
    try:
        issued = access.directory.issue_key(owner.email, request.form.get("nazev", ""), request.address_key)
    except AccountError as error:
        return _account_page(request, "key", error)
    return request.page("account/key.html", key=issued, service=request.services.base_url)


def revoke_key(request: AccountRequest) -> Response:
    """Revoke a key of this account."""
    owner, key_id = request.owner, _number(request.form.get("klic", ""))
    try:
        request.services.access.directory.revoke_key(key_id, owner.account_id, request.address_key)
    except AccountError as error:
        return _account_page(request, "key", error)
    return request.go(request.url("/ucet", stav="klic-zrusen"))


def disconnect(request: AccountRequest) -> Response:
    """Disconnect an application."""
    number = _number(request.form.get("aplikace", ""))
    request.oauth.grants.disconnect(request.owner.account_id, number, request.address_key)
    return request.go(request.url("/ucet", stav="odpojeno"))


def change_email(request: AccountRequest) -> Response:
    """Have a link sent to the new address."""
    password, email = request.form.get("heslo", ""), request.form.get("email", "")
    try:
        mailbox = request.accounts.ask_for_email(
            request.owner, password, email, request.language, request.client
        )
    except AccountError as error:
        return _account_page(request, "email", error)
    return request.page("account/sent.html", purpose="email", email=mailbox)


def change_password(request: AccountRequest) -> Response:
    """Change the password; other browsers are signed out."""
    password, new = request.form.get("heslo", ""), request.form.get("nove", "")
    try:
        token = request.accounts.change_password(
            request.owner, password, new, request.language, request.address_key
        )
    except AccountError as error:
        return _account_page(request, "password", error)
    return request.enter(token, request.url("/ucet", stav="heslo"))


def ask_for_tariff(request: AccountRequest) -> Response:
    """Ask for another tariff, or withdraw the request."""
    requests, owner = request.accounts.tariff_requests, request.owner
    if request.form.get("stahnout") == "1":
        requests.withdraw(owner.account_id, request.address_key)
        return request.go(request.url("/ucet", stav="stazeno"))
    tariff, note = request.form.get("tarif", ""), request.form.get("poznamka", "")
    try:
        requests.submit(owner.account_id, tariff, note, request.language, request.address_key)
    except AccountError as error:
        return _account_page(request, "tariff", error)
    request.accounts.outbox.wake()
    return request.go(request.url("/ucet", stav="zadost"))


def delete_account(request: AccountRequest) -> Response:
    """Delete the account."""
    try:
        if request.form.get("ano") != "1":
            raise AccountError(
                "Zaškrtněte, že chcete účet opravdu smazat.",
                "Tick that you really want to delete the account.",
            )
        request.accounts.delete_account(
            request.owner, request.form.get("heslo", ""), request.language, request.address_key
        )
    except AccountError as error:
        return _account_page(request, "delete", error)
    request.leave()
    return request.page("account/deleted.html")


def _account_page(request: AccountRequest, failed: str = "", error: AccountError | None = None) -> Response:
    """Return the account page; `failed` names the form that an error belongs to."""
    owner, access, accounts = request.owner, request.services.access, request.accounts
    today = prague_today()
    use = access.directory.daily_use(owner.account_id, first_day(today).isoformat())
    keys = access.directory.keys(owner.email)
    quota = access.quota.peek(owner.caller)
    return request.page(
        "account/account.html",
        error,
        failed=failed,
        form=request.form,
        state=request.http.query_params.get("stav", ""),
        tariff=TARIFFS[owner.tariff],
        tariffs=list(TARIFFS.values()),
        quota=quota,
        renewed=_day_after(quota.reset_seconds),
        chart=draw_chart(use, today),
        kinds=KINDS,
        key_names={str(key.id): key.name for key in keys},
        keys=[key for key in keys if not key.revoked],
        revoked=[key for key in keys if key.revoked],
        applications=request.oauth.grants.connections(owner.account_id),
        request_open=accounts.tariff_requests.open_request(owner.account_id),
        has_password=accounts.has_password(owner),
        events=accounts.events(owner, _EVENTS_SHOWN),
        address_key=request.address_key,
    )


def _day_after(seconds: int) -> str:
    """Return the Prague day on which a window ends that lasts so many seconds more."""
    return (utc_now() + timedelta(seconds=seconds)).astimezone(PRAGUE).date().isoformat()


def _number(text: str) -> int:
    """Return the number of a row; 0, which no row has, for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else 0
