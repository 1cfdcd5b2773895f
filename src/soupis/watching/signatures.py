"""Secrets and signatures of webhooks, by the scheme of Standard Webhooks (standardwebhooks.com, 1.0.0).

A secret is derived from the key of the installation, so that no database holds it.
"""

from __future__ import annotations

import hmac
from base64 import b64encode
from hashlib import sha256

_PREFIX = "whsec_"


def webhook_secret(key: bytes, webhook_id: str, generation: int) -> str:
    """Return the secret of a webhook; each rotation counts its generation up."""
    return _PREFIX + b64encode(_derived(key, webhook_id, generation)).decode()


def signed_headers(
    key: bytes, webhook_id: str, generations: list[int], message_id: str, moment: int, body: bytes
) -> dict[str, str]:
    """Return the headers of a message: id, moment (seconds since 1970), a signature per generation."""
    content = f"{message_id}.{moment}.".encode() + body
    signatures = [
        b64encode(hmac.digest(_derived(key, webhook_id, generation), content, sha256)).decode()
        for generation in generations
    ]
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(moment),
        "webhook-signature": " ".join(f"v1,{signature}" for signature in signatures),
    }


def _derived(key: bytes, webhook_id: str, generation: int) -> bytes:
    return hmac.digest(key, f"webhook:{webhook_id}:{generation}".encode(), sha256)
