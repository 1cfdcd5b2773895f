"""The manner in which members of a body act, decided only if every word of the register is understood."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from soupis.folding import fold

Role = Literal["body", "procuration", "liquidator", "administrator"]

_OF_BODY = r"(?: (?:predstavenstva|spravni rady|vyboru|rady|statutarniho organu))?"
_PLURAL = r"(?:ove|e|i|u|y)"
_FIRM = (
    r"(?:obchodni )?(?:spolecnosti?|druzstv[oa]|spol(?:ek|ku)|ustavu?|nadac[ei]|nadacni(?:ho)? fondu?"
    r"|firm[auy]|podniku?|spolecenstvi(?: vlastniku)?(?: jednotek)?)"
)
# Kinds of words: letters, and the words, folded. Words without a letter change nothing. A digit is a number
# of persons, 1 demands an only member. S: how a signature looks, I: or, O: both, E: each, L: all, A: alone,
# T: together, m: one member, M: members, B: the body, C: the chair, D: the vice-chair.
_WORDS = (
    ("", rf"(?:(?:za|jmenem) )?{_FIRM}|navenek|vzdy|vuci tretim osobam|bez omezeni|bud(?:to)?|a to"),
    ("", r"(?:a )?(?:v (?:plnem|celem) rozsahu|ve vsech (?:vecech|zalezitostech))"),
    ("", r"(?:a |se )?(?:jedna(?:ji|t)?|(?:zastup|podepis)(?:uje|uji|ovat))(?: se)?"),
    ("", r"(?:je|jsou) (?:opravnen[iay]?|zastup(?:ovan|en)[aoy]?)|(?:zpusob|k) (?:jednani|zastupovani)"),
    ("", r"k (?:(?:vy|na|pred)(?:psan|tisten)\w+(?: nebo| ci)? )*(?:obchodni(?:mu)? )?(?:firme|jmenu|nazvu)"),
    ("", r"se deje|pripoj(?:i|uji)|(?:svuj |sve )?podpisy?"),
    ("", r"(?:s dodatkem oznacujicim|pripojenim dodatku oznacujiciho) prokuru"),
    ("S", r"(?:zpusob )?podepisovani|tak ze"),
    (".", r"\."),
    ("I", r"a?nebo|ci"),
    *(
        (str(number), rf"(?:(?:alespon|nejmene|minimalne|kter[iy]koliv?) )?(?:{words}|{number})")
        for number, words in ((2, "dva|dvema"), (3, "tri"), (4, "ctyri"), (5, "pet"))
    ),
    ("1", r"jediny|jeden"),
    ("O", r"oba|obema"),
    ("E", r"(?:kazdy|kazdym|kterykoliv?)(?: ze?)?"),
    ("L", r"vsichni|vsemi"),
    ("A", r"samostatne|sam|sama|zvlast"),
    ("T", r"spolecne"),
)
_VOCABULARIES: dict[Role, tuple[tuple[str, str], ...]] = {
    "body": (
        *_WORDS,
        ("m", rf"(?:jednatel|komplementar|clen)(?:em)?{_OF_BODY}"),
        ("M", rf"(?:jednatel|komplementar|clen){_PLURAL}{_OF_BODY}"),
        ("1M", rf"jednatelka|clenka{_OF_BODY}|(?:statutarni )?reditel(?:ka)?|spravce"),
        ("LM", r"cele predstavenstvo"),
        ("B", r"(?:za )?(?:predstavenstvo|vybor)|spravni rada|statutarni organ"),
        ("C", rf"predsed(?:a|kyne){_OF_BODY}"),
        ("D", rf"mistopredsed(?:a|kyne){_OF_BODY}"),
    ),
    "procuration": (*_WORDS, ("m", r"prokurist(?:a|ou)"), ("M", r"prokurist[eu]"), ("1M", "prokuristka")),
    "liquidator": (*_WORDS, ("m", "likvidator"), ("M", rf"likvidator{_PLURAL}"), ("1M", "likvidatorka")),
    "administrator": (*_WORDS, ("M", r"(?:insolvencni(?:ch)? )?spravc(?:e|i|u|em)")),
}
_PATTERNS = {
    role: re.compile("|".join(rf"({words})(?!\w) ?" for _, words in vocabulary))
    for role, vocabulary in _VOCABULARIES.items()
}
# Manners by the letters of a clause, in alphabetical order, N for a number.
_MANNERS: dict[str, Literal["alone", "together", "all"]] = {
    **dict.fromkeys(("A", "AE", "AM", "AEM", "EM"), "alone"),
    **dict.fromkeys(("MNT", "NT"), "together"),
    **dict.fromkeys(("LMT", "LT"), "all"),
}
# Surnames that are words of the vocabulary.
_NAME = re.compile(r"(?<=\w )(?:Každ|S[aá]m\b|Dva\b|Oba\b)")
_OFFICES = {"C": "predsed", "D": "mistopredsed"}


class Manner(NamedTuple):
    """A manner of acting, how many have to act together, and the register's sentences about it."""

    kind: Literal["alone", "together", "all", "asWritten", "notStated"]
    number: int
    texts: Sequence[str]
    offices: tuple[str, ...] = ()  # beginnings, folded: their holders act alone; the kind is about the others


def manner_of(texts: Sequence[str], count: int, role: Role = "body") -> Manner:
    """Return the manner in which `count` persons act by the register's sentences.

    Sentences with any word beyond the vocabulary, and sentences that disagree, are left as written.
    """
    if not texts:
        return Manner("notStated", 0, texts)
    clauses = [item for text in texts for item in _clauses(text, role) if item[0] not in ("", "B")]
    found = {_decide(letters, is_signature, count) for letters, is_signature in clauses}
    manner = found.pop() if len(found) == 1 else None
    if manner is None or all(is_signature for _, is_signature in clauses) or any(map(_NAME.search, texts)):
        return Manner("asWritten", 0, texts)
    return manner._replace(texts=texts)


def _clauses(text: str, role: Role) -> Iterator[tuple[str, bool]]:
    """Yield the letters of each clause, `?` for an unknown word, and whether it is about signatures."""
    words = re.sub(r"[,:()–-]", " ", re.sub(r"[.;]|,(?=\s+podepis)", " . ", fold(text)))
    words, position = " ".join(words.split()), 0
    clause, is_signature = "", False
    while position < len(words):
        match = _PATTERNS[role].match(words, position)
        if match is None or match.lastindex is None:
            yield "?", False
            return
        letters = _VOCABULARIES[role][match.lastindex - 1][0]
        if letters in (".", "S"):
            yield clause, is_signature
            clause, is_signature = "", letters == "S"
        else:
            clause += letters
        position = match.end()
    yield clause, is_signature


def _decide(clause: str, is_signature: bool, count: int) -> Manner | None:
    """Return the manner by the letters of a clause, None if it is in doubt."""
    offices: list[str] = []
    manner: Manner | None = None
    for part in clause.split("I"):
        if is_signature and not set(part) & set("AT"):
            part += "T" if set(part) & set("LO2345") else "A"
        office = re.fullmatch("[AE]*([CD])[AE]*", part.replace("B", ""))
        if office:
            offices.append(_OFFICES[office[1]])
        elif manner or (manner := _of_members(part, count)) is None:
            return None
    if len(set(offices)) < len(offices) or (len(offices) == 1 and not manner and "E" in clause):
        return None
    if manner is None:
        return Manner("alone", 1, (), tuple(offices))
    return manner._replace(offices=tuple(offices)) if manner.kind != "alone" or not offices else None


def _of_members(letters: str, count: int) -> Manner | None:
    """Return the manner of members by the letters of a part of a clause, None if it is in doubt."""
    if "m" in letters and "T" in letters:  # one member does not act together
        return None
    letters = letters.upper()
    if letters.count("M") > 1 or ("1" in letters and count != 1) or ("O" in letters and count != 2):
        return None
    letters = letters.replace("1", "").replace("O", "2")
    if "M" in letters:
        letters = letters.replace("B", "")
    if count == 1 and letters == "M":
        return Manner("alone", 1, ())
    if count == 2 and set(letters) == set("MT"):
        letters = "2MT"
    numbers = {int(number) for number in re.findall(r"\d", letters)}
    kind = _MANNERS.get("".join(sorted(set(re.sub(r"\d", "N", letters)))))
    if kind is None or len(numbers) > 1:
        return None
    return Manner(kind, numbers.pop() if numbers else count if kind == "all" else 1, ())
