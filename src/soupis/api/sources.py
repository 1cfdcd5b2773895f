"""How fresh the sources are: free of charge, for whoever wants to know how far an answer can be trusted."""

from __future__ import annotations

from datetime import UTC, datetime

from soupis.api.exchange import JSON, Answer, Exchange
from soupis.api.parameters import parse
from soupis.api.services import Services
from soupis.wire.base import encode, wrap
from soupis.wire.labels import SOURCE_NAMES, SOURCE_TITLES
from soupis.wire.requests import ZadneParametry
from soupis.wire.sources import Zdroj, Zdroje


def answer(exchange: Exchange) -> Answer:
    """Return the state of all sources."""
    parse(ZadneParametry, exchange.query)
    states = source_states(exchange.services, english=exchange.english)
    return Answer(200, wrap(encode(Zdroje(zdroje=states))), (JSON, (b"cache-control", b"no-cache")))


def source_states(services: Services, *, english: bool = False) -> list[Zdroj]:
    """Return the state of every source, of those never tried too."""
    found = {row.source: row for row in services.documents.sources()}
    now = datetime.now(UTC)
    states = []
    for source, titles in SOURCE_TITLES.items():
        state = Zdroj(zdroj=SOURCE_NAMES[source], nazev=titles[english])
        if row := found.get(source):
            state.posledni_uspech, state.pocet_zaznamu = row.last_success, row.rows
            state.dalsi_beh, state.posledni_chyba = row.next_run, row.last_error
            if row.last_success:
                age = now - datetime.fromisoformat(row.last_success)
                state.stari_sekund = max(0, round(age.total_seconds()))
        states.append(state)
    return states
