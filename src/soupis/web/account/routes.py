"""The addresses of the pages of accounts."""

from __future__ import annotations

from collections.abc import Callable

from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from soupis.accounts.service import AccountService
from soupis.queries.services import Provider
from soupis.web.account import entry as entry
from soupis.web.account import operator as operator
from soupis.web.account import pages as pages
from soupis.web.account.requests import AccountEndpoints, AccountRequest, Endpoint
from soupis.web.language import both_languages


def account_routes(services: Provider, members: Callable[[], AccountService]) -> list[BaseRoute]:
    """Return the routes of registration, sign-in, the account and the operator, in both languages."""
    door = AccountEndpoints(services, members)
    home = door.private(lambda visit: visit.go(visit.address("/ucet")))
    found = [
        _get("/registrace", door.public(entry.show_registration)),
        _post("/registrace", door.public(entry.register)),
        _get("/prihlaseni", door.public(entry.show_sign_in)),
        _post("/prihlaseni", door.public(entry.sign_in)),
        _get("/odhlaseni", home),
        _post("/odhlaseni", door.private(entry.sign_out)),
        _get("/obnova-hesla", door.public(entry.show_reset)),
        _post("/obnova-hesla", door.public(entry.reset)),
        _get("/potvrzeni", door.public(entry.show_link)),
        _post("/potvrzeni", door.public(entry.use_link)),
        _get("/ucet", door.private(pages.show_account)),
        _get("/provoz", door.operators(operator.show_requests)),
        _post("/provoz", door.operators(operator.decide_request)),
    ]
    for path, act in _FORMS.items():
        # Who reloads the answer to a form, or changes its language, gets the account.
        found += [_get(path, home), _post(path, door.private(act))]
    return both_languages(found)


_FORMS: dict[str, Callable[[AccountRequest], Response]] = {
    "/ucet/klice": pages.create_key,
    "/ucet/klice/zrusit": pages.revoke_key,
    "/ucet/aplikace/odpojit": pages.disconnect,
    "/ucet/email": pages.change_email,
    "/ucet/heslo": pages.change_password,
    "/ucet/tarif": pages.ask_for_tariff,
    "/ucet/smazat": pages.delete_account,
}


def _get(path: str, endpoint: Endpoint) -> Route:
    return Route(path, endpoint, methods=["GET"])


def _post(path: str, endpoint: Endpoint) -> Route:
    return Route(path, endpoint, methods=["POST"])
