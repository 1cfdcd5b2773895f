"""Signatures over answers: Ed25519, as detached JWS over the bytes themselves (RFC 7515 app. F, RFC 7797)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey


class SignatureError(Exception):
    """A signature does not hold; the text says why."""


def sign(payload: bytes, key: Ed25519PrivateKey, kid: str, *, identifier: str, issued: int) -> str:
    """Return the detached JWS of a payload; `issued` is in seconds since 1970."""
    header = {"alg": "EdDSA", "b64": False, "crit": ["b64"], "iat": issued, "jti": identifier, "kid": kid}
    protected = _encode(msgspec.json.encode(header))
    return f"{protected}..{_encode(key.sign(protected.encode() + b'.' + payload))}"


def verify(jws: str, payload: bytes, keys: Mapping[str, bytes]) -> dict[str, Any]:
    """Return the protected header of a detached JWS that one of the keys made over the payload.

    `keys` are public keys by their `kid`. Raises SignatureError.
    """
    protected, middle, signature = (*jws.split("."), "", "")[:3]
    try:
        header = msgspec.json.decode(_decode(protected), type=dict[str, Any])
        made = _decode(signature)
    except (msgspec.DecodeError, binascii.Error, UnicodeEncodeError, ValueError):
        raise SignatureError("The signature is malformed.") from None
    if jws.count(".") != 2 or middle or header.get("alg") != "EdDSA" or header.get("crit") != ["b64"]:
        raise SignatureError("The signature is malformed: it is not a detached EdDSA signature.")
    if header.get("b64") is not False:
        raise SignatureError("The signature is malformed: it is not over the bytes themselves.")
    public = keys.get(str(header.get("kid")))
    if public is None:
        raise SignatureError(f"The signing key {header.get('kid')} is none of the service's keys.")
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(made, protected.encode() + b"." + payload)
    except InvalidSignature:
        raise SignatureError(
            "The signature does not hold: the body is not the one that was answered."
        ) from None
    return header


def public_jwk(public: bytes) -> dict[str, str]:
    """Return a public key as a JWK (RFC 8037)."""
    return {
        "kty": "OKP", "crv": "Ed25519", "x": _encode(public),
        "kid": thumbprint(public), "use": "sig", "alg": "EdDSA",
    }  # fmt: skip


def thumbprint(public: bytes) -> str:
    """Return the identifier of a public key: its SHA-256 thumbprint (RFC 7638)."""
    return _encode(sha256(b'{"crv":"Ed25519","kty":"OKP","x":"%s"}' % _encode(public).encode()).digest())


def read_jwks(text: bytes) -> dict[str, bytes]:
    """Return the Ed25519 keys of a JWK set by their thumbprints; raises ValueError."""
    try:
        entries = msgspec.json.decode(text, type=_Jwks).keys
        raw = [_decode(entry.x) for entry in entries if (entry.kty, entry.crv) == ("OKP", "Ed25519")]
    except (msgspec.DecodeError, UnicodeDecodeError, UnicodeEncodeError, binascii.Error) as error:
        raise ValueError(f"It is no JWK set: {error}") from None
    return {thumbprint(public): public for public in raw if len(public) == 32}


class _Jwk(msgspec.Struct):
    kty: str
    crv: str = ""
    x: str = ""


class _Jwks(msgspec.Struct):
    keys: list[_Jwk]


def _encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _decode(text: str) -> bytes:
    padded = text.encode("ascii").translate(_STANDARD) + b"=" * (-len(text) % 4)
    return base64.b64decode(padded, validate=True)


_STANDARD = bytes.maketrans(b"-_+/", b"+/!!")  # the standard alphabet's own signs are none of these
