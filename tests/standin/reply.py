"""What a service of the stand-in is asked and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path


@dataclass(frozen=True)
class Question:
    """One request; `query` holds the last value of each parameter."""

    method: str
    path: str
    query: dict[str, str]
    headers: Message
    body: bytes
    origin: str  # "http://127.0.0.1:8123"


@dataclass
class Reply:
    """One answer: a body, or a piece of a file from `start` on."""

    status: int
    body: bytes = b""
    content_type: str = "text/xml; charset=utf-8"
    headers: dict[str, str] = field(default_factory=dict)
    file: Path | None = None
    start: int = 0
    length: int = 0  # of the piece of the file
