"""The routes of the pages of accounts."""

from __future__ import annotations

from collections.abc import Callable

from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from soupis.accounts.service import AccountService
from soupis.oauth.server import AuthorizationServer
from soupis.queries.services import Provider
from soupis.web.account import entry, operator, pages, watching
from soupis.web.account.requests import AccountEndpoints, AccountRequest, Endpoint
from soupis.web.language import both_languages


def account_routes(
    services: Provider,
    accounts: Callable[[], AccountService],
    oauth: Callable[[], AuthorizationServer],
) -> list[BaseRoute]:
    """Return the routes of registration, sign-in, the account and the operator, in both languages."""
    endpoints = AccountEndpoints(services, accounts, oauth)
    home = endpoints.private(lambda request: request.go(request.url("/ucet")))
    routes = [
        _get("/registrace", endpoints.public(entry.show_registration)),
        _post("/registrace", endpoints.public(entry.register)),
        _get("/prihlaseni", endpoints.public(entry.show_sign_in)),
        _post("/prihlaseni", endpoints.public(entry.sign_in)),
        _get("/odhlaseni", home),
        _post("/odhlaseni", endpoints.private(entry.sign_out)),
        _get("/obnova-hesla", endpoints.public(entry.show_reset)),
        _post("/obnova-hesla", endpoints.public(entry.reset)),
        _get("/potvrzeni", endpoints.public(entry.show_link)),
        _post("/potvrzeni", endpoints.public(entry.use_link)),
        _get("/ucet", endpoints.private(pages.show_account)),
        _get("/ucet/sledovani", endpoints.private(watching.show_watching)),
        _post("/ucet/sledovani", endpoints.private(watching.add_companies)),
        _get("/sledovani/odhlasit", endpoints.public(watching.show_unsubscribe)),
        _post("/sledovani/odhlasit", endpoints.public(watching.unsubscribe)),
        _get("/provoz", endpoints.operators(operator.show_requests)),
        _post("/provoz", endpoints.operators(operator.decide_request)),
    ]
    for path, act in _FORMS.items():
        # Who reloads the answer to a form, or changes its language, gets the account.
        routes += [_get(path, home), _post(path, endpoints.private(act))]
    return both_languages(routes)


_FORMS: dict[str, Callable[[AccountRequest], Response]] = {
    "/ucet/klice": pages.create_key,
    "/ucet/klice/zrusit": pages.revoke_key,
    "/ucet/aplikace/odpojit": pages.disconnect,
    "/ucet/tarif": pages.ask_for_tariff,
    "/ucet/sledovani/odebrat": watching.remove_company,
    "/ucet/sledovani/posta": watching.set_mail,
    "/ucet/sledovani/webhooky": watching.create_webhook,
    "/ucet/sledovani/webhook": watching.change_webhook,
    "/ucet/email": pages.change_email,
    "/ucet/heslo": pages.change_password,
    "/ucet/smazat": pages.delete_account,
}


def _get(path: str, endpoint: Endpoint) -> Route:
    return Route(path, endpoint, methods=["GET"])


def _post(path: str, endpoint: Endpoint) -> Route:
    return Route(path, endpoint, methods=["POST"])
