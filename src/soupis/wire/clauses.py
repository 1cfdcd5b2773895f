"""Clauses of register texts: sentences cut apart, dates in one notation, and whom a clause is about."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from soupis.folding import fold
from soupis.times import calendar_day
from soupis.wire.spelled_days import MONTH, MONTHS, days_in_figures

_NUMERIC_DAY = re.compile(r"(?<![\d/])(\d{1,2})\s?[.\-/]\s?(\d{1,2})\s?[.\-/]\s?(\d{4})(?![\d/])")
_NAMED_DAY = re.compile(rf"(?<!\d)(\d{{1,2}})\s?\.?\s?({MONTH}),?\s(?:roku\s|r\.\s?)?(\d{{4}})\b", re.I)
_SAME_DAY = re.compile(
    r"\b(?:(?P<day>\d{4}-\d{2}-\d{2})|(?:téhož|stejného|toho(?:to)?|uvedeného|týmž|tím(?:to)?|stejným|uvedeným"
    r"|témuž|tomuto|stejnému|uvedenému|(?:ten)?týž|stejný) (?P<case>dne|dnem|dni|den))\b",
    re.I,
)
# Capital letters for the inside of a class of a regular expression.
CAPITALS = "A-ZÁÄČĎÉĚÍĹĽŇÓÔÖŘŠŤÚŮÜÝŽ"
# Sentences end with a dot before a capital letter. Shorter words before it, and these, are abbreviations.
_SENTENCE_END = re.compile(rf"(\d{{4}}-\d{{2}}-\d{{2}}|\w*)\.[\"“”)]*\s+(?=[„\"(]?[{CAPITALS}])")
_SHORTEST_LAST_WORD = 4
_ABBREVIATIONS = frozenset(
    "judr phdr mudr rndr thdr mvdr paeddr pharmdr prof odst pism spol resp prip obch akad dipl arch".split()
)
# Legal forms end the names of companies.
_LEGAL_FORM = (
    r"(?:s\.\s?r\.\s?o\.|spol\.\s?s\s?r\.\s?o\.|a\.\s?s\.|v\.\s?o\.\s?s\.|k\.\s?s\.|o\.\s?p\.\s?s\.|z\.\s?s\."
    r"|GmbH|AG|Ltd|B\.\s?V\.|SE\b|s\.\s?p\.)"
)
_COMPANY = re.compile(rf"[{CAPITALS}0-9][^;:]{{0,80}}?{_LEGAL_FORM}")
_FORM_OR_STATE = re.compile(rf"[,\s]*(?:{_LEGAL_FORM}|[-(,]?\s*v likvidaci\)?|družstvo)", re.I)
_A_COMPANY = (
    r"(?:obchodni |teto |nasi )?(?:spolecnost|druzstv|spolk|ustav|podnik|firm|nadac|sdruzeni|organizac)\w*"
)
# Other subjects than the company itself, whose insolvency or liquidation a text may mention.
_RELATED = r"(?:dcerin|matersk|zanikajic|ovladan|ovladajic|rozdelovan|propojen|pravn\w+ predchud)\w*"
_OTHERS = (
    rf"(?:jedin\w+ )?(?:spolecni[kc]\w*|akcionar\w*|jednatel\w*|clen\w*|rucitel\w*|manzel\w*|zakladatel\w*"
    rf"|zrizovatel\w*|komplementar\w*|komanditist\w*|\w+ osob\w*|najemc\w*|veritel\w*|zustavitel\w*"
    rf"|prodavajic\w*|kupujic\w*|prevod[ce]\w*|nabyvatel\w*|zastav[ce]\w*|{_RELATED})"
)
_ANOTHER = re.compile(
    rf"\b(?:majet|upad)\w+ (?:obchodni )?{_OTHERS}\b|\b(?:jehoz|jejichz|jeho|jejich) majet"
    rf"|\b{_RELATED} {_A_COMPANY}"
    rf"|\b(?:proti|vuci|veci) (?:dluznik\w* )?{_OTHERS}\b"
    rf"|\b{_OTHERS}(?:,? kter\w+|,? jenz)?(?: je| byl\w?)? v (?:konkurs|upadk)"
)
_A_PERSON = (
    r"(?:spolecni(?:k|ce)|akcionar|jednatel|prokuris[tc]|clen|rucitel|manzel|zakladatel|zrizovatel|komplementar"
    r"|komanditis[tc]|predsed|partner|odberatel|dodavatel|povinn)(?:k?[aueyi]|ce|ovi|em|y|eho|emu)?\b"
)
_OWN_PROPERTY = (
    r"(?:majet\w+|konkurs\w*|upad\w+|vuci|proti) (?:teto |obchodni )?"
    r"(?:spolecnosti|dluznik\w*|upadce|druzstv\w)\b"
)
_ACTS = r"\b(?:podal|navrhl|pozadal|rozhodl|zjistil|schvalil|vzal|pozbyl)"
# Persons whose insolvency a text tells, as its subject ("Společník Jan Novák: …") or as a genitive.
_INSOLVENT_PERSON = re.compile(
    rf"^(?:(?:podil|byval|jedin|dalsi|u|na|proti|vuci|nas|svemu)\w* )*{_A_PERSON}"
    rf"(?!.*{_OWN_PROPERTY})(?!.*{_ACTS})"
    r"|\b(?:konkurs\w*|upad\w+|insolvenc\w*(?: rizeni\w*)?|oddluzeni\w*)"
    r"(?: (?:na|proti|vuci|ve|veci|u|majet\w+|sv\w+|jej\w+|jedne|jedin\w+|byval\w+|dluznik\w*)){0,3}"
    rf" {_A_PERSON}"
)
# "Dlužník společnosti Jan Novák" owes the company; "dlužník společnost Alfa" is the company itself.
_DEBTOR = re.compile(r"\bdluzni\w+ (?:teto )?spolecnosti(?:,? pan[ai]?\b|,)?")
_WOUND_UP_PERSON = re.compile(
    rf"^(?:jedin\w+ )?{_A_PERSON}[^;]{{0,80}}\bvstoupil (?:[\w-]+ ){{0,3}}do likvidace"
)
_PROPERTY = re.compile(rf"(\bjejiz )?\bmajet\w+(?: {_A_COMPANY}| dluzni\w+| upadc\w+)*")
_WOUND_UP = re.compile(rf"\b(?:zrus\w*|vstup\w*|vstoupi\w*)(?: do likvidace)? {_A_COMPANY}")
_WHO = re.compile(
    rf"\bspolečnost\w* .{{2,80}}?{_LEGAL_FORM},? (?:byl|vstoup|vstup|se zruš|je v likvid|zruš)"
    rf"|{_LEGAL_FORM},?(?: kter\w+| jež)?(?: je| byla)?,? v likvidaci",
    re.I,
)
_NAME = re.compile(rf" [„\"]?(?!Krajsk|Městsk|Vrchní|Obvodní|Okresní|Nejvyšší|Usnesen|Rozhodnut)[{CAPITALS}]")


class Clause(NamedTuple):
    """A part of a text, as written and folded, both with days as 2018-02-01."""

    text: str
    folded: str


def clauses(text: str) -> list[Clause]:
    """Cut a text into sentences and at semicolons; dots of dates and abbreviations do not end a sentence."""
    parts = re.split(r"[;\n]|\x00", _mark_sentences(with_iso_days(text.replace("_", " "))))
    lines = (" ".join(part.split()) for part in parts)
    return [Clause(line, normal(line)) for line in lines if line]


def with_iso_days(text: str) -> str:
    """Write the days of a text as 2018-02-01; what is no day of the calendar stays."""

    def iso(match: re.Match[str]) -> str:
        month = MONTHS.get(match[2].lower(), match[2])
        day = calendar_day(f"{match[3]}-{month:0>2}-{match[1]:0>2}")
        return day.isoformat() if day else match[0]

    return _repeat_days(_NUMERIC_DAY.sub(iso, _NAMED_DAY.sub(iso, days_in_figures(text))))


def _repeat_days(text: str) -> str:
    """Write the day itself for "the same day", which is the day named before."""
    day: str | None = None

    def named(match: re.Match[str]) -> str:
        nonlocal day
        day = match["day"] or day
        return f"{match['case']} {day}" if match["case"] and day else match[0]

    return _SAME_DAY.sub(named, text)


def normal(text: str) -> str:
    """Return a text folded, with single spaces and one spelling of konkurs."""
    return " ".join(fold(text).replace("konkurz", "konkurs").split())


def _mark_sentences(text: str) -> str:
    def mark(match: re.Match[str]) -> str:
        word = fold(match[1])
        is_end = len(word) >= _SHORTEST_LAST_WORD and word not in _ABBREVIATIONS
        return f"{match[0]}\x00" if is_end else match[0]

    return _SENTENCE_END.sub(mark, text)


def is_about_another(clause: Clause, names: Sequence[str]) -> bool:
    """Tell whether a clause is about the property of somebody else; `names` are the company's own."""
    if _ANOTHER.search(clause.folded) or is_about_person(clause):
        return True
    if _is_about_debtor(clause, names):
        return True
    owned = _PROPERTY.search(clause.folded)
    if owned is None or owned[1]:
        return not _has_own_name(clause.folded, names) and _COMPANY.search(clause.text) is not None
    return _is_named_otherwise(clause, owned.end(), names)


def is_about_person(clause: Clause) -> bool:
    """Tell whether a clause is about the insolvency of a partner or a member of the company."""
    return _INSOLVENT_PERSON.search(clause.folded) is not None


def is_winding_up_another(clause: Clause, names: Sequence[str]) -> bool:
    """Tell whether a clause is about the liquidation of another company; `names` are the company's own."""
    if _ANOTHER.search(clause.folded) or _WOUND_UP_PERSON.search(clause.folded):
        return True
    if _is_about_debtor(clause, names):
        return True
    wound_up = _WOUND_UP.search(clause.folded)
    if wound_up and _is_named_otherwise(clause, wound_up.end(), names):
        return True
    return not _has_own_name(clause.folded, names) and _WHO.search(clause.text) is not None


def _is_about_debtor(clause: Clause, names: Sequence[str]) -> bool:
    debtor = _DEBTOR.search(clause.folded)
    return debtor is not None and _is_named_otherwise(clause, debtor.end(), names)


def _is_named_otherwise(clause: Clause, place: int, names: Sequence[str]) -> bool:
    """Tell whether a name that is not the company's own begins at a place of a clause."""
    if _NAME.match(clause.text, place) is None:
        return False
    rest = clause.folded[place:].lstrip(' „"')
    return not any(rest.startswith(core) for core in _cores(names))


def _has_own_name(folded: str, names: Sequence[str]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(core)}(?!\w)", folded) for core in _cores(names))


def _cores(names: Sequence[str]) -> list[str]:
    """Return names folded and without their legal forms."""
    cores = (normal(_FORM_OR_STATE.sub(" ", name)).strip(" ,.-") for name in names)
    return [core for core in cores if core]
