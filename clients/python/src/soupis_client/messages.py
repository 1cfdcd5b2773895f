"""Messages of webhooks, by the scheme of Standard Webhooks (standardwebhooks.com)."""

from __future__ import annotations

import hmac
import time
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from hashlib import sha256

import msgspec

from soupis_client.wire.watching import ZpravaPreruseni, ZpravaZkousky, ZpravaZmeny

_TOLERANCE = 300.0
_LONGEST_MOMENT = 12  # digits; of thousands none can be read

Message = ZpravaZmeny | ZpravaPreruseni | ZpravaZkousky


class MessageError(Exception):
    """A message that the service did not send, or sent long ago; answer 400 and forget it."""


_KINDS: dict[str, type[Message]] = {"zmeny.preruseny": ZpravaPreruseni, "zkouska": ZpravaZkousky}


class _Kind(msgspec.Struct):
    type: str


def read_message(
    body: bytes, headers: Mapping[str, str], secrets: str | Sequence[str], now: float | None = None
) -> Message:
    """Return a message whose signature by one of the secrets holds; raises MessageError.

    Raises ValueError for an empty secret, by which anybody could sign. `headers` in any case, `now` in
    seconds since 1970. The same `webhook-id` may come more than once.
    """
    told = {name.lower(): value for name, value in headers.items()}
    number, moment = told.get("webhook-id", ""), told.get("webhook-timestamp", "")
    if not (number and moment.isascii() and moment.isdigit() and len(moment) <= _LONGEST_MOMENT):
        raise MessageError("The message lacks webhook-id or webhook-timestamp.")
    if abs((time.time() if now is None else now) - int(moment)) > _TOLERANCE:
        raise MessageError("The message was sent too long ago.")
    content = f"{number}.{moment}.".encode() + body
    signatures = told.get("webhook-signature", "").split()
    known = [secrets] if isinstance(secrets, str) else secrets
    if not any(_signs(secret, content, signature) for secret in known for signature in signatures):
        raise MessageError("The signature of the message does not hold.")
    kind = _KINDS.get(msgspec.json.decode(body, type=_Kind).type, ZpravaZmeny)
    return msgspec.json.decode(body, type=kind)


def _signs(secret: str, content: bytes, signature: str) -> bool:
    key = b64decode(secret.removeprefix("whsec_"))
    if not key:
        raise ValueError("The secret of the webhook is empty.")
    expected = b"v1," + b64encode(hmac.digest(key, content, sha256))
    return hmac.compare_digest(expected, signature.encode())
