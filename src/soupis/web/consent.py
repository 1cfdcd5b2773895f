"""Where a person decides whether an application may use their account (RFC 6749, 4.1, with PKCE)."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable
from hashlib import sha256
from urllib.parse import urlencode, urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from soupis.accounts.forms import FormError, parse_fields, read_form
from soupis.accounts.same_origin import is_same_origin
from soupis.accounts.sessions import Session, session_token
from soupis.messages import Message, prefers_english
from soupis.oauth import redirects
from soupis.oauth.client_metadata import is_metadata_url
from soupis.oauth.errors import OAuthError, UnknownClientError, UnknownRedirectError
from soupis.oauth.grants import Consent
from soupis.oauth.metadata import AUTHORIZE, SCOPE
from soupis.oauth.server import AuthorizationServer, Target
from soupis.web.language import address, both_languages, language_of
from soupis.web.render import render
from soupis.web.security_middleware import CONTENT_SECURITY_POLICY, OPENED_BY_OTHERS

# Parameters of the request that the form carries on; others are of no use here.
_PARAMETERS = (
    "client_id",
    "redirect_uri",
    "response_type",
    "code_challenge",
    "code_challenge_method",
    "state",
    "resource",
    "scope",
)

_NO_CLIENT = Message(
    "Aplikaci, která o přístup žádá, neznáme, nebo její registrace mezitím vypršela. "
    "Odeberte v ní připojení k této službě a připojte ji znovu.",
    "The application that asks for access is not known, or its registration has expired. "
    "Remove the connection to this service in it and connect again.",
)
_WRONG_REDIRECT = Message(
    "Adresa, na kterou si aplikace odpověď vyžádala, není mezi těmi, které uvedla při registraci. "
    "Přístup proto nelze povolit.",
    "The address that the application wants the answer sent to is not among those that it registered. "
    "That is why access cannot be allowed.",
)
_BROKEN = Message(
    "Aplikace poslala nesrozumitelnou žádost. Zkuste ji připojit znovu.",
    "The application sent a request that cannot be understood. Try to connect it again.",
)
_FOREIGN_FORM = Message(
    "Formulář nepřišel z této stránky, nebo vaše přihlášení mezitím vypršelo. Začněte v aplikaci znovu.",
    "The form did not come from this page, or you were signed out meanwhile. Start again in the application.",
)
# Chromium holds `form-action` against each redirect that follows a form, also those of the application's own
# page, which may lead to another host or hand over to a program (https://claude.ai/… to claude://…).
_POLICY = CONTENT_SECURITY_POLICY.replace("form-action 'self'; ", "")


class _ForeignFormError(Exception):
    """A form that this page did not make, or not for whoever is signed in now."""


def consent_routes(server: Callable[[], AuthorizationServer]) -> list[BaseRoute]:
    """Return the routes of the consent page, in both languages."""

    async def show(request: Request) -> Response:
        oauth, fields = server(), parse_fields(request.scope["query_string"])
        if _came_from_outside(request) and prefers_english(request.headers.get("accept-language", "")):
            return _go(f"{address('en', AUTHORIZE)}?{request.url.query}")
        signed_in = _signed_in(request, oauth)
        if signed_in is None:
            return _to_sign_in(request, fields)
        session, secret = signed_in
        target = await oauth.find_target(fields)
        try:
            oauth.check_request(fields)
        except OAuthError as error:
            return _go(oauth.answer_url(target, fields.get("state"), error=error))
        return _consent_page(request, session, target, _carried(fields), _seal(secret, fields))

    async def decide(request: Request) -> Response:
        oauth, fields = server(), await read_form(request)
        signed_in = _signed_in(request, oauth)
        if signed_in is None:
            return _to_sign_in(request, fields)
        session, secret = signed_in
        seal = _seal(secret, fields).encode()
        if not _is_own_form(request, oauth) or not hmac.compare_digest(fields.get("seal", "").encode(), seal):
            raise _ForeignFormError
        target = await oauth.find_target(fields)
        try:
            challenge = oauth.check_request(fields)
            if fields.get("decision") != "allow":
                raise OAuthError("access_denied", "The user did not allow it.")
        except OAuthError as error:
            return _go(oauth.answer_url(target, fields.get("state"), error=error))
        consent = Consent(
            account_id=session.account_id,
            client=target.client,
            redirect_uri=target.redirect_uri,
            redirect_host=redirects.host_of(target.redirect_uri),
            challenge=challenge,
            resource=oauth.resource,
            scope=SCOPE,
        )
        caller = oauth.access.authenticator.anonymous(oauth.access.client_ip.of(request.scope))
        code = await run_in_threadpool(oauth.grants.allow, consent, caller.address_key)
        return _go(oauth.answer_url(target, fields.get("state"), code=code))

    return both_languages(
        [
            Route(AUTHORIZE, _with_refusal_pages(show), methods=["GET"]),
            Route(AUTHORIZE, _with_refusal_pages(decide), methods=["POST"]),
        ]
    )


def _with_refusal_pages(
    run: Callable[[Request], Awaitable[Response]],
) -> Callable[[Request], Awaitable[Response]]:
    """Turn a request whose sender cannot be trusted with an answer into a page for the person in front."""

    async def handle(request: Request) -> Response:
        try:
            return await run(request)
        except UnknownClientError as error:
            return _refusal_page(request, _NO_CLIENT, detail=str(error))
        except UnknownRedirectError:
            return _refusal_page(request, _WRONG_REDIRECT)
        except _ForeignFormError:
            return _refusal_page(request, _FOREIGN_FORM, status=403)
        except FormError as error:
            return _refusal_page(request, _BROKEN, detail=str(error))

    return handle


def _signed_in(request: Request, oauth: AuthorizationServer) -> tuple[Session, str] | None:
    """Return who is signed in, with the secret in their cookie."""
    secure = oauth.base_url.startswith("https://")
    token = session_token(request.headers.get("cookie", ""), secure)
    session = oauth.access.sessions.find(token)
    return (session, token) if session and token else None


def _consent_page(
    request: Request, session: Session, target: Target, carried: dict[str, str], seal: str
) -> Response:
    client, redirect_uri = target
    return render(
        request,
        "oauth/consent.html",
        headers={
            "Cache-Control": "no-store",
            "Content-Security-Policy": _POLICY,
            "X-Frame-Options": "DENY",
            # With none at all the browser would not say where the form comes from.
            "Referrer-Policy": "same-origin",
            **OPENED_BY_OTHERS,
        },
        client_name=client.name,
        described_at=urlsplit(client.id).hostname if is_metadata_url(client.id) else None,
        redirect_host=redirects.host_of(redirect_uri),
        on_this_computer=redirects.is_loopback(redirect_uri),
        is_program=not redirect_uri.startswith(("http://", "https://")),
        email=session.email,
        tariff=session.tariff,
        fields=carried | {"seal": seal},
    )


def _refusal_page(request: Request, message: Message, status: int = 400, detail: str = "") -> Response:
    return render(
        request,
        "oauth/refused.html",
        status=status,
        headers={"Cache-Control": "no-store", "X-Frame-Options": "DENY"},
        text=message.en if language_of(request) == "en" else message.cs,
        detail=detail,
    )


def _to_sign_in(request: Request, fields: dict[str, str]) -> Response:
    language = language_of(request)
    back = f"{address(language, AUTHORIZE)}?{urlencode(_carried(fields))}"
    return _go(address(language, "/prihlaseni", next=back))


def _carried(fields: dict[str, str]) -> dict[str, str]:
    return {name: fields[name] for name in _PARAMETERS if name in fields}


def _seal(secret: str, fields: dict[str, str]) -> str:
    """Bind a form to the session and to just what was shown."""
    fields_text = urlencode(_carried(fields))
    return hmac.new(secret.encode(), f"oauth consent\n{fields_text}".encode(), sha256).hexdigest()


def _is_own_form(request: Request, oauth: AuthorizationServer) -> bool:
    headers = request.headers
    return is_same_origin(headers.get("sec-fetch-site"), headers.get("origin"), oauth.base_url)


def _came_from_outside(request: Request) -> bool:
    # Whoever chose Czech on the page itself is not sent back to English.
    inside = request.headers.get("sec-fetch-site") == "same-origin"
    return language_of(request) == "cs" and not inside


def _go(where: str) -> Response:
    return RedirectResponse(where, 303, {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"})
