"""What the service wants to keep to, and whether it did: times of answers, freshness of sources."""

from __future__ import annotations

from typing import NamedTuple

from soupis.messages import Message
from soupis.queries.freshness import source_states
from soupis.queries.measurements import Answers
from soupis.queries.services import Services
from soupis.sources import ARES, CODELISTS, ISIR, PUBLIC_REGISTER, RES, TITLES, VAT, WIRE_NAMES
from soupis.times import utc_text
from soupis.wire.objectives import CilCerstvosti, Cile, CilOdpovedi, MereniCerstvosti, MereniOdpovedi, Okno

WINDOWS: dict[Okno, int] = {"5min": 300, "24h": 86_400, "30d": 30 * 86_400}
_FAILED_SHARE = 0.001


class _Objective(NamedTuple):
    """How fast answers of a class of addresses are to be, in milliseconds, as the server measures them."""

    code: str
    title: Message
    p50: int
    p99: int


_ANSWERS = {
    "company": _Objective("detailFirmy", Message("Detail firmy", "Company detail"), 5, 100),
    "vat_batch": _Objective("davkaDph", Message("Dávka DPH", "VAT batch"), 50, 500),
    "search": _Objective("hledaniFirem", Message("Hledání firem", "Company search"), 50, 1_000),
    "person": _Objective("profilOsoby", Message("Profil osoby", "Person profile"), 10, 100),
    "person_search": _Objective("hledaniOsob", Message("Hledání osob", "Person search"), 50, 1_000),
    "suggest": _Objective("naseptavani", Message("Našeptávání", "Suggestions"), 25, 250),
    "page": _Objective("stranky", Message("Stránky", "Pages"), 50, 1_000),
}
# How old the last success of a source may be, in seconds: its usual interval and a failed attempt or two.
_AGES = {
    RES: 24 * 3600,
    PUBLIC_REGISTER: 36 * 3600,
    ARES: 36 * 3600,
    VAT: 36 * 3600,
    ISIR: 15 * 60,
    CODELISTS: 31 * 86_400,
}


def ages(services: Services) -> dict[str, int]:
    """Return how old the last success of each source with an objective is, in seconds."""
    wanted = {WIRE_NAMES[source] for source in _AGES}
    return {
        state.zdroj: state.stari_sekund
        for state in source_states(services)
        if state.zdroj in wanted and state.stari_sekund is not None
    }


def objectives(services: Services, *, english: bool = False) -> Cile:
    """Return all objectives with what was measured, ten seconds old at most; titles as asked for.

    Reads the accounts database.
    """
    return services.measurements.remembered(f"objectives {english}", lambda: _objectives(services, english))


def _objectives(services: Services, english: bool) -> Cile:
    measured = {window: services.measurements.answers(seconds) for window, seconds in WINDOWS.items()}
    now = ages(services)
    since = services.measurements.since()
    return Cile(
        mereno_od=utc_text(since) if since is not None else None,
        odpovedi=[
            CilOdpovedi(
                druh=objective.code,
                nazev=objective.title[english],
                cil_p50_ms=objective.p50,
                cil_p99_ms=objective.p99,
                cil_chyb=_FAILED_SHARE,
                mereno=[_measured(window, objective, found.get(route)) for window, found in measured.items()],
            )
            for route, objective in _ANSWERS.items()
        ],
        cerstvost=[
            CilCerstvosti(
                zdroj=WIRE_NAMES[source],
                nazev=TITLES[source][english],
                cil_sekund=limit,
                stari_sekund=now.get(WIRE_NAMES[source]),
                mereno=[_ages(services, window, WIRE_NAMES[source], limit) for window in WINDOWS],
            )
            for source, limit in _AGES.items()
        ],
    )


def _measured(window: Okno, objective: _Objective, answers: Answers | None) -> MereniOdpovedi:
    if answers is None or not answers.total:
        return MereniOdpovedi(okno=window, odpovedi=0, chyb=0)
    p50, p99 = (round(1000 * (answers.quantile(share) or 0.0), 3) for share in (0.5, 0.99))
    kept = p50 <= objective.p50 and p99 <= objective.p99 and answers.failed <= _FAILED_SHARE * answers.total
    return MereniOdpovedi(
        okno=window, odpovedi=answers.total, chyb=answers.failed, p50_ms=p50, p99_ms=p99, splneno=kept
    )


def _ages(services: Services, window: Okno, source: str, limit: int) -> MereniCerstvosti:
    found = services.measurements.ages(source, limit, WINDOWS[window])
    if found is None:
        return MereniCerstvosti(okno=window)
    return MereniCerstvosti(
        okno=window,
        nejvyssi_stari_sekund=found.oldest,
        podil_splneno=round(found.within / found.slots, 4),
    )
