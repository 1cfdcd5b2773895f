"""How many documents are made anew, as all are after an upgrade; those of before are served meanwhile."""

from __future__ import annotations

from typing import Final

import msgspec

REPUBLISHING: Final = "republishing"
"""The name under which it is kept; the value is null once all are made."""


class Republishing(msgspec.Struct, frozen=True):
    """How many of the documents are made, and the oldest rules that any of the others may be made by."""

    rules: int
    done: int
    total: int


decode_republishing = msgspec.json.Decoder(Republishing | None).decode
