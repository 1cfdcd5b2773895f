"""How fresh the data is: the state of each source, and the newest runs of its data sets."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Engine

from soupis.queries.remembered import Remembered
from soupis.queries.services import Services
from soupis.sources import TITLES, WIRE_NAMES
from soupis.store.engine import reading
from soupis.store.source_states import SourceRun, newest_runs
from soupis.times import utc_now
from soupis.wire.sources import ObnovaDokumentu, Pokryti, StavZdroje

__all__ = ["SourceRun", "remembered_runs", "source_states"]

_RUNS_SECONDS = 30.0


def source_states(services: Services, *, english: bool = False) -> list[StavZdroje]:
    """Return the state of every source, of those never read too; titles in Czech or English."""
    stored = {state.source: state for state in services.documents.sources()}
    now = utc_now()
    states = []
    for source, titles in TITLES.items():
        state = StavZdroje(zdroj=WIRE_NAMES[source], nazev=titles[english])
        if row := stored.get(source):
            state.posledni_uspech, state.pocet_zaznamu = row.last_success, row.rows
            state.dalsi_beh, state.posledni_chyba = row.next_run, row.last_error
            state.stari_sekund = _age(row.last_success, now)
            if row.covered is not None and row.companies is not None:
                median = _age(row.median_read, now)
                state.pokryti = Pokryti(precteno=row.covered, firem=row.companies, median_stari_sekund=median)
        states.append(state)
    return states


def renewal(services: Services) -> ObnovaDokumentu | None:
    """Return how many documents are made anew after an upgrade, None where there is no such work."""
    found = services.republishing
    return ObnovaDokumentu(hotovo=found.done, celkem=found.total) if found else None


def _age(moment: str | None, now: datetime) -> int | None:
    return max(0, round((now - datetime.fromisoformat(moment)).total_seconds())) if moment else None


def remembered_runs(engine: Callable[[], Engine]) -> Remembered[list[SourceRun]]:
    """Return what gives the newest run of every data set, at most half a minute old."""

    def read() -> list[SourceRun]:
        with reading(engine()) as connection:
            return newest_runs(connection)

    return Remembered("newest runs", _RUNS_SECONDS, read)
