"""Why a hit, in words: what a page or an assistant says of a company where its name does not show it."""

from __future__ import annotations

from soupis.messages import Message
from soupis.queries.services import Services
from soupis.search.reading import read
from soupis.search.why import marked_words
from soupis.wire.company import FirmaPolozka, Nalezeno
from soupis.wire.person import NalezenoOsoba

# What is said of a step, where the name alone does not show it.
_STEPS = {
    "ico": Message("podle IČO", "by its ID"),
    "ucet": Message("podle zveřejněného účtu", "by its published account"),
    "spisovaZnacka": Message("podle spisové značky", "by its court file number"),
    "zkratka": Message("podle zkratky", "by its abbreviation"),
    "jmenoAObec": Message("podle jména a místa", "by its name and place"),
    "drivejsiJmeno": Message("podle dřívějšího jména", "by a former name"),
    "drivejsiJmenoAObec": Message("podle dřívějšího jména a místa", "by a former name and the place"),
    "drivejsiJmenoPreklep": Message("podle dřívějšího jména", "by a former name"),
    "adresa": Message("podle adresy", "by its address"),
}


def in_words(found: Nalezeno | NalezenoOsoba) -> Message | None:
    """Return how a company or a person was found as one sentence; None where the name shows it."""
    parts: list[Message] = []
    if step := _STEPS.get(found.stupen):
        parts.append(step)
    if found.stupen != "zkratka":
        parts += [
            Message(f"„{one.hledano}“ jako „{one.nalezeno}“", f"“{one.hledano}” as “{one.nalezeno}”")
            for one in found.opravy
            if one.nalezeno is not None
        ]
    missing = [one.hledano for one in found.opravy if one.nalezeno is None]
    if missing:
        parts.append(
            Message(
                "bez „" + "“, „".join(missing) + "“",
                "without “" + "”, “".join(missing) + "”",
            )
        )
    if not parts:
        return None
    return Message(
        "Nalezeno " + ", ".join(part.cs for part in parts) + ".",
        "Found " + ", ".join(part.en for part in parts) + ".",
    )


_UNPUBLISHED = Message(
    "Tento účet nezveřejnil žádný plátce, kterého jsme četli.",
    "No payer that we have read has published this account.",
)
_MISTYPED = Message(
    "Číslo účtu má chybnou kontrolní číslici, zřejmě jde o překlep.",
    "The check digits of the account are wrong, probably a typing error.",
)


def sought_account(text: str) -> Message | None:
    """Return the account that a text asks for in both notations, None if there is no valid one."""
    account = read(text).account
    if account is None or account.iban is None:
        return None
    return Message(f"Hledaný účet: {account.notations}.", f"The account asked for: {account.notations}.")


def unpublished_account(services: Services, text: str) -> list[Message]:
    """Return the sentences about an account in a text that nobody has published, empty if there is none."""
    account = read(text).account
    if account is None or services.companies.has_account(account.key):
        return []
    return [_UNPUBLISHED] if account.iban else [_UNPUBLISHED, _MISTYPED]


def marked_name(item: FirmaPolozka, text: str) -> list[tuple[str, bool]]:
    """Return the parts of a company's name, and of each whether it is what the text was met by."""
    met = [one.nalezeno for one in item.nalezeno.opravy if one.nalezeno] if item.nalezeno else []
    return marked_words(item.obchodni_jmeno or item.ico, [text], met)
