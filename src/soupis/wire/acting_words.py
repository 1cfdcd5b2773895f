"""Who acts for a company in a sentence, Czech and English."""

from __future__ import annotations

from typing import NamedTuple

from soupis.messages import Message
from soupis.wire.acting import Acting, Group, acting, full_name, persons_of
from soupis.wire.company import Clen, FirmaDetail, Jednani, PravnickaOsoba
from soupis.wire.labels import english_words

_MOST_QUOTED = 1_000
# Persons that a sentence names in one list, and deputies of one of them. Larger lists are counted.
_MAX_NAMED = 20
_MAX_DEPUTIES = 3
_NUMBERS = {
    2: Message("dva", "two"),
    3: Message("tři", "three"),
    4: Message("čtyři", "four"),
    5: Message("pět", "five"),
}
_LIMITED = Message(
    " Běží insolvenční řízení, jednání firmy může být omezené.",
    " Insolvency proceedings are running; they may limit how the company acts.",
)


def who_acts(detail: FirmaDetail, day: str, *, english: bool = False) -> Jednani | None:
    """Return who acts for a company on a day as it is served, or None if that is not known."""
    found = acting(detail, day)
    if found is None:
        return None
    veta = sentence(found).text(english=english)
    return Jednani(veta=veta, osoby=list(persons_of(found)), zdroj=found.source)


class ActingWords(NamedTuple):
    """Who acts for a company: in a word or two, by names, and in full."""

    short: Message
    names: Message  # empty where nobody is known
    sentence: Message
    is_certain: bool


def acting_words(found: Acting) -> ActingWords:
    """Return who acts for a company in words for a page."""
    group = found.group
    if found.by in ("liquidator", "administrator"):
        certain = not group.size or _is_decided(group)
    else:
        certain = found.by == "trader" or (found.by == "body" and group.size > 0 and _is_decided(group))
    return ActingWords(_short(found), _listed(found.group), sentence(found), certain)


_SHORT = {
    "nobody": Message("Nikdo", "Nobody"),
    "notFounded": Message("Nikdo", "Nobody"),
    "administrator": Message("Insolvenční správce", "The insolvency administrator"),
    "liquidator": Message("Likvidátor", "The liquidator"),
    "trader": Message("Podnikatel", "The trader"),
    "unknownPhase": Message("Nerozhodnuto", "Not decided"),
}
_SHORT_MANNERS = {
    "alone": Message("Každý samostatně", "Each alone"),
    "all": Message("Všichni společně", "All together"),
    "asWritten": Message("Podle zápisu", "As the register says"),
    "notStated": Message("Rejstřík neuvádí", "Not stated"),
}
_OFFICES = {
    "predsed": Message("předseda", "the chair"),
    "mistopredsed": Message("místopředseda", "the vice-chair"),
}


def _short(found: Acting) -> Message:
    group = found.group
    if found.by != "body":
        return _SHORT[found.by]
    if not group.size:
        return Message("Nikdo není zapsán", "Nobody is entered")
    if group.too_few:
        return Message("Členů je málo", "Too few members")
    if group.manner.kind == "alone" and group.size == 1:
        return Message("Samostatně", "Alone")
    short = _SHORT_MANNERS.get(group.manner.kind)
    if short is None:
        number = _NUMBERS[group.manner.number]
        short = Message(f"{number.cs.capitalize()} společně", f"{number.en.capitalize()} together")
    if not group.alone:
        return short
    offices = [_OFFICES[office] for office in group.manner.offices]
    cs, en = ", ".join(item.cs for item in offices), ", ".join(item.en for item in offices)
    return Message(f"{cs}, nebo {short.cs.lower()}".capitalize(), f"{en}, or {short.en.lower()}".capitalize())


def sentence(found: Acting) -> Message:
    """Return who acts for a company, in a few sentences."""
    if found.by == "nobody":
        return Message("Firma zanikla, nikdo za ni nejedná.", "The company has ceased; nobody acts for it.")
    if found.by == "notFounded":
        return Message("Firma toho dne ještě nevznikla.", "The company had not been founded yet.")
    if found.by == "trader":
        name = f": {found.trader}" if found.trader else ""
        return Message(f"Podnikatel jedná sám za sebe{name}.", f"The trader acts in person{name}.")
    if found.by == "administrator":
        return _appointed(found.group, _ADMINISTRATOR)
    if found.by == "liquidator":
        return _appointed(found.group, _LIQUIDATOR)
    parts = [_by_body(found), _procuration(found.procuration)]
    if found.may_be_limited and found.by == "body":
        parts.append(_LIMITED)
    return _joined(*parts)


def _joined(*parts: Message) -> Message:
    return Message("".join(part.cs for part in parts), "".join(part.en for part in parts))


_ADMINISTRATOR = (
    Message(
        "Firma je v konkursu, jedná za ni insolvenční správce",
        "The company is bankrupt; its insolvency administrator acts for it",
    ),
    Message("; kdo jím je, zde neznáme.", "; who that is is not known here."),
)
_LIQUIDATOR = (
    Message(
        "Firma je v likvidaci, jedná za ni likvidátor",
        "The company is in liquidation; its liquidator acts for it",
    ),
    Message("; kdo jím je, zde neznáme.", "; who that is is not known here."),
)


def _appointed(group: Group, words: tuple[Message, Message]) -> Message:
    acts, unknown = words
    if not group.size:
        return _joined(acts, unknown)
    listed = _listed(group)
    return _joined(acts, Message(f": {listed.cs}.", f": {listed.en}."), _manner(group))


def _by_body(found: Acting) -> Message:
    group = found.group
    if not group.size:
        nobody = Message(
            "Ve statutárním orgánu není nikdo zapsán, proto není známo, kdo za firmu jedná.",
            "Nobody is entered in the statutory body, so it is not known who acts for the company.",
        )
        return _joined(nobody, _quoted(group))
    listed, reason = _listed(group), _reason_undecided(found)
    if reason is None:
        return _decided(group, listed)
    return _joined(reason, Message(f" Zapsáni: {listed.cs}.", f" Entered: {listed.en}."), _quoted(group))


def _reason_undecided(found: Acting) -> Message | None:
    """Return why it was not decided who acts for a company, None if it was."""
    manner = found.group.manner
    if found.by == "unknownPhase":
        return Message(
            "Firma je v insolvenčním řízení a není zjištěno, v jaké fázi. Proto jsme nerozhodli, zda za ni "
            "jedná statutární orgán, nebo insolvenční správce.",
            "The company is in insolvency proceedings and their phase is not established. So it was not "
            "decided whether the statutory body or an insolvency administrator acts for it.",
        )
    if manner.kind == "notStated":
        return Message(
            "Rejstřík neuvádí, jak se za firmu jedná, proto jsme nerozhodli, kdo za ni jedná.",
            "The register does not state the manner of acting, so it was not decided who acts for the "
            "company.",
        )
    if found.group.too_few:
        number = _NUMBERS[manner.number]
        return Message(
            f"Podle zápisu jednají {number.cs} společně, ale zapsaných je méně ({found.group.size}). Proto "
            "jsme nerozhodli, kdo za firmu jedná.",
            f"By the entry {number.en} act together, but fewer are entered ({found.group.size}). So it was "
            "not decided who acts for the company.",
        )
    if manner.kind == "asWritten":
        return Message(
            "Kdo za firmu jedná, jsme nerozhodli, záleží na slovech zápisu.",
            "It was not decided who acts for the company: it depends on the words of the entry.",
        )
    return None


def _decided(group: Group, listed: Message) -> Message:
    kind, number = group.manner.kind, group.manner.number
    if kind == "alone":
        if group.size == 1:
            return Message(
                f"Za firmu jedná samostatně {listed.cs}.", f"{listed.en} acts for the company alone."
            )
        return Message(
            f"Za firmu jedná každý samostatně: {listed.cs}.",
            f"Each of them acts for the company alone: {listed.en}.",
        )
    if group.size == 1:
        return Message(f"Za firmu jedná {listed.cs}.", f"{listed.en} acts for the company.")
    some = kind == "together" and number < group.size
    who = f"společně vždy {_NUMBERS[number].cs} z těchto osob" if some else "všichni společně"
    who_en = f"any {_NUMBERS[number].en} of these persons" if some else "all of them"
    if not group.alone:
        return Message(
            f"Za firmu jednají {who}: {listed.cs}.",
            f"{who_en.capitalize()} act for the company together: {listed.en}.",
        )
    holders = _listed(Group(list(group.alone), 0, group.manner))
    return Message(
        f"Za firmu jedná samostatně {holders.cs}, nebo {who}: {listed.cs}.",
        f"{holders.en} acts for the company alone, or {who_en} together: {listed.en}.",
    )


def _procuration(group: Group) -> Message:
    if not group.size:
        return Message("", "")
    listed = _listed(group)
    cs = "jedná prokurista" if group.size == 1 else "jednají prokuristé"
    en = "a holder of procuration acts" if group.size == 1 else "holders of procuration act"
    return _joined(
        Message(
            f" Vedle statutárního orgánu {cs}: {listed.cs}.", f" Beside the statutory body {en}: {listed.en}."
        ),
        _manner(group),
    )


def _is_decided(group: Group) -> bool:
    return group.manner.kind not in ("asWritten", "notStated") and not group.too_few


def _manner(group: Group) -> Message:
    """Return the manner of liquidators, administrators or holders of procuration, after their names."""
    if group.manner.kind == "notStated":
        unknown = Message(
            " Rejstřík neuvádí, zda jednají samostatně, nebo společně.",
            " The register does not state whether they act alone or together.",
        )
        return unknown if group.size > 1 else Message("", "")
    if group.manner.kind == "alone":
        return Message(" Jedná každý samostatně.", " Each acts alone.") if group.size > 1 else Message("", "")
    if _is_decided(group):
        return _quoted(group)
    undecided = Message(
        " Zda samostatně, nebo společně, jsme nerozhodli, záleží na slovech zápisu.",
        " It was not decided whether alone or together: it depends on the words of the entry.",
    )
    return _joined(undecided, _quoted(group))


def _quoted(group: Group) -> Message:
    """Return the register's sentences in quotation marks, cut if they are very long."""
    text = " ".join(" ".join(group.manner.texts).split())
    if not text:
        return Message("", "")
    shown = text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}…"
    return Message(f" Zápis: „{shown}“", f" The entry: “{shown}”")


def _listed(group: Group) -> Message:
    """Return the names of a group, each with the office; who is not shown or not named is counted."""
    people = [_named(member) for member in group.people[:_MAX_NAMED]]
    if group.hidden:
        others = "další osoby, které" if people else "osoby, které"
        more = "further persons" if people else "persons"
        people.append(
            Message(f"{others} nezobrazujeme ({group.hidden})", f"{more} who are not shown ({group.hidden})")
        )
    if len(group.people) > _MAX_NAMED:
        people.append(
            Message(f"a další, celkem {group.size} osob", f"and others, {group.size} persons in all")
        )
    return Message("; ".join(item.cs for item in people), "; ".join(item.en for item in people))


def _named(member: Clen) -> Message:
    name, who = full_name(member.osoba), member.osoba
    number = f", IČO {who.ico}" if isinstance(who, PravnickaOsoba) and who.ico else ""
    office = member.funkce or ""
    cs = f" ({office}{number})" if office else number
    en = f" ({english_words(office)}{number.replace('IČO', 'ID')})" if office else number.replace("IČO", "ID")
    deputies = ", ".join(map(full_name, member.zastupci[:_MAX_DEPUTIES]))
    if more := len(member.zastupci[_MAX_DEPUTIES:]):
        deputies = f"{deputies} (+{more})"
    return Message(
        f"{name}{cs}{f', zastupuje {deputies}' if deputies else ''}",
        f"{name}{en}{f', represented by {deputies}' if deputies else ''}",
    )
