"""Who may sign for a company, where the register says it in words that leave no doubt."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from soupis.folding import fold
from soupis.wire.company import FirmaDetail

Manner = Literal["alone", "together", "all", "asWritten", "notStated"]

# Words after which a sentence says more than who signs: exceptions, limits, substitutes, consents.
_CONDITION = re.compile(
    r"\b(?:pokud|vyjma|vyjimk\w*|krome|nad|vyse|vysi|presah\w*|pripad\w*|prokur\w*|jen|pouze|ledaze|jinak"
    r"|souhlas\w*|ostatnich|rozsah\w*|nepritomn\w*|predsed\w*|mistopredsed\w*|povere\w*|zmocn\w*|kc|czk|eur"
    r"|nikoli\w*|nesm\w*|nemu[zs]\w*|neopravn\w*|nejedn\w*|nezastup\w*|nebo|anebo|ci|alespon jeden)\b|\d"
)
_ALONE = re.compile(r"\bsamostatne\b")
_TOGETHER = re.compile(r"\bspolecne\b")
_TWO = re.compile(r"\b(?:dva|dve|dvou|oba|obe)\b")
_ALL = re.compile(r"\bvsichni\b")
# How a signature looks adds nothing to who gives it.
_SIGNATURE = re.compile(r"(?:^|[.;])\s*podepis\w*[^.;]*?\bpripoj\w*[^.;]*")
_LONGEST = 400
# States of proceedings (codes of the insolvency register) in which bankruptcy is declared.
_BANKRUPTCY = ("KONKURS", "K-PO ZRUŠ.")


class Signing(NamedTuple):
    """The manner of signing, and how many may take part: members of the statutory body now."""

    manner: Manner
    members: int

    @property
    def too_few(self) -> bool:
        """Whether there are members, but not as many as have to sign together."""
        return self.manner == "together" and self.members == 1


def in_bankruptcy(detail: FirmaDetail) -> bool:
    """Tell whether a trustee acts in place of the company: bankruptcy (konkurs) is declared and not over."""
    if detail.stav == "zanikla":
        return False
    state = detail.stav_podrobne
    return (state is not None and state.kod == "konkurs") or any(
        item.probiha and item.stav in _BANKRUPTCY for item in detail.insolvence or ()
    )


def signing(detail: FirmaDetail) -> Signing | None:
    """Return who may sign for a company; None where the public register was not read for it.

    What has conditions or several ways is told `asWritten`: only its own words say it rightly.
    """
    if detail.statutarni_organy is None:
        return None
    bodies = [body for body in detail.statutarni_organy if any(member.aktualni for member in body.clenove)]
    members = sum(member.aktualni for body in bodies for member in body.clenove)
    texts = [text for body in detail.statutarni_organy for text in body.zpusob_jednani]
    if not texts:
        return Signing("notStated", members)
    return Signing(_manner(texts[0]) if len(texts) == len(bodies) == 1 else "asWritten", members)


def _manner(text: str) -> Manner:
    folded = _SIGNATURE.sub("", fold(text)) if len(text) <= _LONGEST else ""
    alone, together = _ALONE.search(folded), _TOGETHER.search(folded)
    if not folded or _CONDITION.search(folded) or (alone and together):
        return "asWritten"
    if alone:
        return "alone"
    if together and _TWO.search(folded):
        return "together"
    return "all" if together and _ALL.search(folded) else "asWritten"
