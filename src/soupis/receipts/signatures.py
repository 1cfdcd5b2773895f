"""Signatures of receipts: compact JWS (RFC 7515) with Ed25519 (RFC 8037)."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from jwt import PyJWKSet, PyJWS
from jwt.algorithms import OKPAlgorithm
from jwt.exceptions import InvalidSignatureError, PyJWTError

_ALGORITHM = "EdDSA"
_jws = PyJWS()

PublicKeys = Mapping[str, Ed25519PublicKey]
"""Public keys by their key ID (`kid`)."""


class SignatureError(Exception):
    """A signature does not hold; the text says why."""


def sign(payload: bytes, key: Ed25519PrivateKey, kid: str) -> str:
    """Return the compact JWS of a payload."""
    return _jws.encode(payload, key, _ALGORITHM, headers={"typ": "JOSE", "kid": kid})


def verify(jws: str, keys: PublicKeys) -> bytes:
    """Return the payload that one of the keys signed; raises SignatureError."""
    try:
        kid = str(_jws.get_unverified_header(jws).get("kid"))
        if kid not in keys:
            raise SignatureError(f"The signing key {kid} is none of the service's keys.")
        signed: bytes = _jws.decode_complete(jws, keys[kid], [_ALGORITHM])["payload"]
    except InvalidSignatureError:
        raise SignatureError(
            "The signature does not hold: the receipt is not the one that was signed."
        ) from None
    except (PyJWTError, UnicodeEncodeError, RecursionError) as error:
        raise SignatureError(f"The signature is malformed: {error}") from None
    return signed


def public_jwk(public: Ed25519PublicKey) -> dict[str, str]:
    """Return a public key as a JWK (RFC 8037)."""
    return {**_jwk(public), "kid": thumbprint(public), "use": "sig", "alg": _ALGORITHM}


def thumbprint(public: Ed25519PublicKey) -> str:
    """Return the identifier of a public key: its SHA-256 thumbprint (RFC 7638)."""
    members = json.dumps(_jwk(public), sort_keys=True, separators=(",", ":"))
    return base64.urlsafe_b64encode(sha256(members.encode()).digest()).rstrip(b"=").decode()


def read_jwks(text: bytes) -> dict[str, Ed25519PublicKey]:
    """Return the Ed25519 keys of a JWK set by their key IDs; raises ValueError."""
    try:
        keys = PyJWKSet.from_dict({"keys": json.loads(text)["keys"]}).keys
    except (PyJWTError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise ValueError(f"It is no JWK set: {error}") from None
    return {key.key_id: key.key for key in keys if key.key_id and isinstance(key.key, Ed25519PublicKey)}


def _jwk(public: Ed25519PublicKey) -> dict[str, Any]:
    return OKPAlgorithm.to_jwk(public, as_dict=True)
