"""Faults on request: what goes wrong, how often, and in which service.

A specification reads `vat:5xx=0.1,maintenance=2x;isir:hang=1x@5;*:slow=0.05;seed=7`: services apart by
semicolons, faults of a service by commas. A frequency is a probability, or `2x` for the first two requests
that it could hit; `@` gives a fault's measure (seconds of `hang` and `slow`, bytes of `cut`).
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from random import Random

SERVICES = (
    "res",
    "public_register",
    "ares",
    "vat",
    "isir",
    "isir_events",
    "documents",
    "codelists",
)
FAULTS = {
    "refuse": "the connection is closed without an answer",
    "hang": "nothing comes for `@` seconds (60), then the connection is closed",
    "slow": "the answer comes in pieces over `@` seconds (1)",
    "cut": "the connection is closed after `@` bytes (half of the answer)",
    "5xx": "503 Service Unavailable",
    "429": "429 Too Many Requests, Retry-After 0",
    "html": "an outage page with status 200",
    "block": "a block page with status 403",
    "encoding": "the text is in windows-1250, though it says UTF-8",
    "malformed": "a piece in the middle is missing, the length agrees",
    "truncated": "the end is missing, the length agrees (gzip files too)",
    "status1": "VAT: status code 1 without rows",
    "maintenance": "VAT: status code 2",
    "unavailable": "VAT: status code 3",
}


@dataclass
class _Rule:
    fault: str
    probability: float
    remaining: int | None  # requests left to hit, where the frequency is a count
    measure: float | None


@dataclass(frozen=True)
class Fault:
    """One fault to play; `measure` is None where its default holds."""

    name: str
    measure: float | None = None


class Faults:
    """Decides which fault hits a request; repeatable by the seed as long as requests come one by one."""

    def __init__(self, specification: str = "") -> None:
        self._lock = threading.Lock()
        self.set(specification)

    def set(self, specification: str) -> None:
        """Replace all rules; ValueError names what is wrong with a specification."""
        rules: dict[str, list[_Rule]] = {}
        seed = "0"
        for part in filter(None, (item.strip() for item in specification.split(";"))):
            if part.startswith("seed="):
                seed = part.removeprefix("seed=")
                continue
            service, colon, faults = part.partition(":")
            if not colon or service not in (*SERVICES, "*"):
                raise ValueError(f"{part!r} must start with a service: {', '.join(SERVICES)} or *")
            for name in SERVICES if service == "*" else (service,):
                rules.setdefault(name, []).extend(_rule(text.strip()) for text in faults.split(","))
        with self._lock:
            self._rules = rules
            self._random = {name: Random(f"{seed}:{name}") for name in SERVICES}

    def next(self, service: str) -> Fault | None:
        """Return the fault for the next request to a service, the first rule that hits."""
        with self._lock:
            for rule in self._rules.get(service, []):
                if rule.remaining is not None:
                    if rule.remaining > 0:
                        rule.remaining -= 1
                        return Fault(rule.fault, rule.measure)
                elif self._random[service].random() < rule.probability:
                    return Fault(rule.fault, rule.measure)
        return None


def _rule(text: str) -> _Rule:
    name, _, frequency = text.partition("=")
    frequency, _, measure = frequency.partition("@")
    if name not in FAULTS:
        raise ValueError(f"unknown fault {name!r}; known are {', '.join(FAULTS)}")
    size = float(measure) if measure else None
    if frequency.endswith("x"):
        return _Rule(name, 0.0, int(frequency[:-1]), size)
    return _Rule(name, float(frequency or "1"), None, size)


OUTAGE_PAGE = """<!DOCTYPE html>
<html><head><title>Odstávka</title></head><body><h1>Služba je dočasně nedostupná</h1></body></html>
""".encode()
BLOCK_PAGE = b"""<!DOCTYPE html PUBLIC '-//W3C//DTD XHTML 1.0 Transitional//EN'
 'http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd'>
<html xmlns='http://www.w3.org/1999/xhtml'><head><title>Service unavailable</title></head>
<body><h2>The request is blocked.</h2></body></html>
"""


def damage(fault: Fault, body: bytes) -> bytes:
    """Return the body as the faults of content leave it."""
    middle = len(body) // 2
    if fault.name == "malformed":
        return body[: middle - 20] + body[middle + 20 :]
    if fault.name == "truncated":
        return body[: max(1, len(body) - max(16, len(body) // 10))]
    if fault.name == "encoding":
        return body.decode("utf-8").encode("windows-1250", errors="replace")
    return body
