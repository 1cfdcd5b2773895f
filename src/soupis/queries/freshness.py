"""How the sources stand, from what the documents' file holds of them."""

from __future__ import annotations

from datetime import datetime

from soupis.sources import TITLES, WIRE_NAMES
from soupis.store.documents import Documents
from soupis.times import utc_now
from soupis.wire.sources import StavZdroje


def source_states(documents: Documents, *, english: bool = False) -> list[StavZdroje]:
    """Return the state of every source, of those never read too; titles in Czech or English."""
    found = {row.source: row for row in documents.sources()}
    now = utc_now()
    states = []
    for source, titles in TITLES.items():
        state = StavZdroje(zdroj=WIRE_NAMES[source], nazev=titles[english])
        if row := found.get(source):
            state.posledni_uspech, state.pocet_zaznamu = row.last_success, row.rows
            state.dalsi_beh, state.posledni_chyba = row.next_run, row.last_error
            if row.last_success:
                age = now - datetime.fromisoformat(row.last_success)
                state.stari_sekund = max(0, round(age.total_seconds()))
        states.append(state)
    return states
