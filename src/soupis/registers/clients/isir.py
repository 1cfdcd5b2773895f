"""Client of the insolvency register: proceedings of one company, and the stream of events."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from soupis.registers import isir, isir_events
from soupis.registers.errors import SourceError, SourceUnavailable
from soupis.registers.http import Answer, SourceClient

T = TypeVar("T")

_HEADERS = {"Content-Type": "text/xml; charset=utf-8", "Accept": "text/xml", "SOAPAction": '""'}
_SOAP_STATUSES = frozenset({200, 500})  # 500 carries a fault


def proceedings(client: SourceClient, ico: int) -> isir.ProceedingsAnswer:
    """Ask the look-up service for all proceedings of a company."""
    return _ask(client, isir.proceedings_request(ico), lambda body: isir.parse(body, ico))


def events(client: SourceClient, after: int) -> Iterator[isir_events.EventBatch]:
    """Read the event stream from the event after the given number to its present end, batch by batch.

    Keep a batch's `last_id` with what the batch changed; the next call goes on from there.
    """
    while True:
        batch = _ask(client, isir_events.events_request(after), isir_events.parse_events)
        if batch.last_id is None:
            return
        if batch.last_id <= after:
            raise SourceError(f"{isir_events.SOURCE}: answered event {batch.last_id} after {after}.")
        yield batch
        after = batch.last_id


def _ask(client: SourceClient, request: bytes, parse: Callable[[bytes], T]) -> T:
    def read(answer: Answer) -> T:
        parsed = parse(answer.body)
        if answer.status != 200:
            raise SourceUnavailable(f"{isir.SOURCE}: answered {answer.status} without a fault.")
        return parsed

    return client.ask("POST", "", read, content=request, headers=_HEADERS, statuses=_SOAP_STATUSES)
