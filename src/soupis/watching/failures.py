"""Why a message to a webhook got no answer: kinds that are stored, and the sentences that its owner reads."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator

import httpx

from soupis.messages import Message

NOT_PUBLIC = "not on the public internet"
BAD_ADDRESS = "not an address to post to"
_UNRESOLVED = "name does not resolve"
_CERTIFICATE = "certificate"
_TLS = "TLS"
_TIMEOUT = "no answer in time"
_REFUSED = "connection refused"
_UNREACHABLE = "cannot be connected to"
_CUT = "connection cut"
_NOT_HTTP = "not HTTP"

_SENTENCES = {
    NOT_PUBLIC: Message(
        "Adresa nevede do veřejného internetu.", "The address is not on the public internet."
    ),
    BAD_ADDRESS: Message("Na tuto adresu se neposílá.", "Nothing is posted to this address."),
    _UNRESOLVED: Message(
        "Jméno serveru v adrese nejde přeložit (DNS).", "The name of the server does not resolve (DNS)."
    ),
    _CERTIFICATE: Message(
        "Certifikát serveru není důvěryhodný, neplatí, nebo je na jiné jméno.",
        "The certificate of the server is not trusted, not valid, or for another name.",
    ),
    _TLS: Message("Zabezpečené spojení (TLS) se nepodařilo navázat.", "TLS could not be established."),
    _TIMEOUT: Message("Server neodpověděl včas.", "The server did not answer in time."),
    _REFUSED: Message("Server spojení odmítl.", "The server refused the connection."),
    _UNREACHABLE: Message("K serveru se nelze připojit.", "The server cannot be connected to."),
    _CUT: Message(
        "Server spojení přerušil, než odpověděl.", "The server cut the connection before it answered."
    ),
    _NOT_HTTP: Message("Odpověď serveru není HTTP.", "The answer of the server is not HTTP."),
}


def kind_of(error: Exception) -> str:
    """Return the kind of a failure to post."""
    causes = list(_causes(error))

    def has(*kinds: type[BaseException]) -> bool:
        return any(isinstance(cause, kinds) for cause in causes)

    if has(ssl.SSLCertVerificationError):
        return _CERTIFICATE
    # Before TLS: a handshake that was waited for in vain has an SSLError among its causes.
    if has(TimeoutError, httpx.TimeoutException):
        return _TIMEOUT
    if has(ssl.SSLError):
        return _TLS
    if has(socket.gaierror):
        return _UNRESOLVED
    if has(ConnectionRefusedError):
        return _REFUSED
    if has(httpx.RemoteProtocolError):
        # A connection that ends too early is a breach of the protocol too.
        return _CUT if "disconnected" in str(error) or "closed" in str(error) else _NOT_HTTP
    if has(httpx.ReadError, httpx.WriteError, ConnectionError):
        return _CUT
    if has(httpx.ConnectError, OSError):
        return _UNREACHABLE
    return type(error).__name__


def sentence_of(kind: str | None, *, english: bool) -> str | None:
    """Return what the owner of a webhook reads; kinds of former versions as they are."""
    if kind is None or (sentence := _SENTENCES.get(kind)) is None:
        return kind
    return sentence.text(english=english)


def _causes(error: BaseException) -> Iterator[BaseException]:
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__
