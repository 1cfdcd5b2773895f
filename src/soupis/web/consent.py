"""Where a person decides whether an application may use their account (RFC 6749, 4.1, with PKCE)."""

from __future__ import annotations

import hmac
import re
import time
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from soupis.accounts.errors import UnavailableError
from soupis.accounts.sessions import Session, session_token
from soupis.messages import Message, prefers_english
from soupis.oauth import redirects
from soupis.oauth.client_metadata import ClientMetadata, ClientMetadataError, is_document_address
from soupis.oauth.clients import Client
from soupis.oauth.endpoints import asked_resource
from soupis.oauth.grants import Consent, OAuthError
from soupis.oauth.http import in_thread, read_fields, read_form
from soupis.oauth.metadata import AUTHORIZE, SCOPE, resource_of
from soupis.queries.services import Provider, Services
from soupis.web.language import address, both_languages, language_of
from soupis.web.render import render
from soupis.web.security_middleware import CONTENT_SECURITY_POLICY

_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")
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
    "Adresa, na kterou si aplikace žádá odpověď, není mezi těmi, které uvedla při registraci. "
    "Přístup proto nelze povolit.",
    "The address that the application wants the answer sent to is not among those that it registered. "
    "That is why access cannot be allowed.",
)
_BROKEN = Message(
    "Aplikace poslala žádost, které nelze rozumět. Zkuste ji připojit znovu.",
    "The application sent a request that cannot be understood. Try to connect it again.",
)
_FOREIGN_FORM = Message(
    "Formulář nepřišel z této stránky, nebo mezitím vypršelo přihlášení. Začněte v aplikaci znovu.",
    "The form did not come from this page, or you were signed out meanwhile. Start again in the application.",
)


class _UnanswerableError(Exception):
    """A request whose sender cannot be trusted with an answer: only the person in front of it is told."""

    def __init__(self, message: Message, status: int = 400, detail: str = "") -> None:
        super().__init__(message.en)
        self.message = message
        self.status = status
        self.detail = detail


class _Target(NamedTuple):
    """An application and the address that the answer goes to."""

    client: Client
    redirect_uri: str


def authorize_routes(services: Provider, documents: ClientMetadata) -> list[BaseRoute]:
    """Return the routes of the consent page, in both languages."""

    async def show(request: Request) -> Response:
        fields = read_fields(request.scope["query_string"])
        if _came_from_outside(request) and prefers_english(request.headers.get("accept-language", "")):
            return _go(f"{address('en', AUTHORIZE)}?{request.url.query}")
        visitor = _visitor(request, services())
        if visitor is None:
            return _to_sign_in(request, fields)
        session, secret = visitor
        target = await _target(services(), documents, fields)
        try:
            _check(fields, services().base_url)
        except OAuthError as error:
            return _answer(target, services().base_url, fields, error=error)
        return _consent_page(request, session, target, _carried(fields), _seal(secret, fields))

    async def decide(request: Request) -> Response:
        fields = await read_form(request)
        visitor = _visitor(request, services())
        if visitor is None:
            return _to_sign_in(request, fields)
        session, secret = visitor
        base_url = services().base_url
        seal = _seal(secret, fields).encode()
        if not _is_own_page(request, base_url) or not hmac.compare_digest(
            fields.get("seal", "").encode(), seal
        ):
            raise _UnanswerableError(_FOREIGN_FORM, 403)
        target = await _target(services(), documents, fields)
        try:
            challenge = _check(fields, base_url)
        except OAuthError as error:
            return _answer(target, base_url, fields, error=error)
        if fields.get("decision") != "allow":
            refused = OAuthError("access_denied", "The user did not allow it.")
            return _answer(target, base_url, fields, error=refused)
        consent = Consent(
            account_id=session.account_id,
            client=target.client,
            redirect_uri=target.redirect_uri,
            redirect_host=redirects.host_of(target.redirect_uri),
            challenge=challenge,
            resource=resource_of(base_url),
            scope=SCOPE,
        )
        code = await in_thread(services().access.oauth.allow, consent)
        return _answer(target, base_url, fields, code=code)

    return both_languages(
        [
            Route(AUTHORIZE, _guarded(show), methods=["GET"]),
            Route(AUTHORIZE, _guarded(decide), methods=["POST"]),
        ]
    )


def _guarded(run: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Turn what goes wrong before there is somebody to answer to into a page."""

    async def handle(request: Request) -> Response:
        try:
            return await run(request)
        except _UnanswerableError as error:
            return _refusal_page(request, error)
        except OAuthError as error:
            return _refusal_page(request, _UnanswerableError(_BROKEN, detail=error.description))
        except UnavailableError:
            raise HTTPException(503) from None

    return handle


def _visitor(request: Request, services: Services) -> tuple[Session, str] | None:
    """Return who is signed in, with the secret in their cookie."""
    secure = services.base_url.startswith("https://")
    token = session_token(request.headers.get("cookie", ""), secure)
    session = services.access.sessions.find(token)
    return (session, token) if session and token else None


async def _target(services: Services, documents: ClientMetadata, fields: dict[str, str]) -> _Target:
    """Return whom to answer. Raises `_UnanswerableError`: an unknown address must never get anything."""
    client = await _find_client(services, documents, fields.get("client_id", ""))
    asked = fields.get("redirect_uri")
    if asked is None and len(client.redirect_uris) == 1:
        return _Target(client, client.redirect_uris[0])
    if asked is None or not redirects.find_match(client.redirect_uris, asked):
        raise _UnanswerableError(_WRONG_REDIRECT)
    return _Target(client, asked)


async def _find_client(services: Services, documents: ClientMetadata, client_id: str) -> Client:
    clients = services.access.oauth.clients
    known = await in_thread(clients.find, client_id)
    if known:
        return known
    if not is_document_address(client_id):
        raise _UnanswerableError(_NO_CLIENT)
    try:
        fetched = await documents.fetch(client_id)
    except ClientMetadataError as error:
        raise _UnanswerableError(_NO_CLIENT, detail=str(error)) from None
    await in_thread(clients.remember, fetched.client, time.time() + fetched.keep)
    return fetched.client


def _check(fields: dict[str, str], base_url: str) -> str:
    """Return the PKCE challenge of a request in order. Raises `OAuthError` for the application."""
    if fields.get("response_type") != "code":
        raise OAuthError("unsupported_response_type", "response_type has to be code.")
    if fields.get("code_challenge_method") != "S256":
        raise OAuthError("invalid_request", "code_challenge_method has to be S256.")
    challenge = fields.get("code_challenge", "")
    if not _CHALLENGE.fullmatch(challenge):
        raise OAuthError("invalid_request", "code_challenge has to be 43 characters of base64url.")
    asked_resource(fields.get("resource"), base_url)
    return challenge


def _answer(
    target: _Target,
    base_url: str,
    fields: dict[str, str],
    *,
    code: str | None = None,
    error: OAuthError | None = None,
) -> Response:
    """Lead the browser back to the application; `iss` says who answers (RFC 9207)."""
    values = {"code": code, "state": fields.get("state"), "iss": base_url}
    if error:
        values |= {"error": error.error, "error_description": error.description}
    return _go(redirects.with_query(target.redirect_uri, **values))


def _consent_page(
    request: Request, session: Session, target: _Target, carried: dict[str, str], seal: str
) -> Response:
    client, redirect_uri = target
    # A form may lead only where this policy allows, the redirect after it included.
    source = redirects.form_source(redirect_uri)
    policy = CONTENT_SECURITY_POLICY.replace("form-action 'self'", f"form-action 'self' {source}")
    return render(
        request,
        "oauth/consent.html",
        headers={
            "Cache-Control": "no-store",
            "Content-Security-Policy": policy,
            "X-SecurityMiddleware-Options": "DENY",
            # With none at all the browser would not say where the form comes from.
            "Referrer-Policy": "same-origin",
        },
        client_name=client.name,
        described_at=urlsplit(client.id).hostname if is_document_address(client.id) else None,
        redirect_host=redirects.host_of(redirect_uri),
        on_this_computer=redirects.is_loopback(redirect_uri),
        is_program=not redirect_uri.startswith(("http://", "https://")),
        email=session.email,
        tariff=session.tariff,
        fields=carried | {"seal": seal},
    )


def _refusal_page(request: Request, error: _UnanswerableError) -> Response:
    text = error.message.en if language_of(request) == "en" else error.message.cs
    return render(
        request,
        "oauth/refused.html",
        status=error.status,
        headers={"Cache-Control": "no-store", "X-SecurityMiddleware-Options": "DENY"},
        text=text,
        detail=error.detail,
    )


def _to_sign_in(request: Request, fields: dict[str, str]) -> Response:
    language = language_of(request)
    back = f"{address(language, AUTHORIZE)}?{urlencode(_carried(fields))}"
    return _go(address(language, "/prihlaseni", next=back))


def _carried(fields: dict[str, str]) -> dict[str, str]:
    return {name: fields[name] for name in _PARAMETERS if name in fields}


def _seal(secret: str, fields: dict[str, str]) -> str:
    """Bind a form to the session and to just what was shown."""
    shown = urlencode(_carried(fields))
    return hmac.new(secret.encode(), f"oauth consent\n{shown}".encode(), sha256).hexdigest()


def _is_own_page(request: Request, base_url: str) -> bool:
    """Tell whether a form came from this site: the browser has to say so in one way or the other."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    parts = urlsplit(base_url)
    return request.headers.get("origin") == f"{parts.scheme}://{parts.netloc}"


def _came_from_outside(request: Request) -> bool:
    # Whoever chose Czech on the page itself is not sent back to English.
    inside = request.headers.get("sec-fetch-site") == "same-origin"
    return language_of(request) == "cs" and not inside


def _go(where: str) -> Response:
    return RedirectResponse(where, 303, {"Cache-Control": "no-store", "Referrer-Policy": "no-referrer"})
