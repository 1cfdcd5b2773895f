"""Legal forms that mean something by themselves (codes are the same in both lists of legal forms)."""

from __future__ import annotations

import re
from collections.abc import Collection

from soupis.folding import fold

# Natural persons in business, by whatever law; 424 is a foreign one, 425 the branch of one.
NATURAL_FORMS = frozenset(
    {"100", "101", "102", "103", "104", "105", "106", "107", "108", "109", "424", "425"}
)
BRANCH_OF_NATURAL_PERSON = "425"
# Organisational units: of foreign persons (with an ID of their own), and of Czech ones (501).
BRANCH_FORMS = frozenset({"421", "422", "423", "425", "501"})
BRANCH = "501"
# A state's organisational unit is a body of its own, not a branch of anybody.
_BRANCH_WORDS = re.compile(
    r"\bodst(?:epn\w+|\.) ?zavod|\borg(?:anizacni\w*|\.) ?sloz\w+\b(?! statu)|\bo\. ?z\."
    r"|\bpobock\w+|\bfilialk\w+|, zavod \w"
)

_OWN_BODIES = frozenset(
    {
        "STATUTARNI_ORGAN", "SVERENSKY_SPRAVCE_SEKCE", "SPOLECNIK", "KOMANDITISTA", "KOMPLEMENTAR",
        "AKCIONAR_SEKCE", "AKCIONAR", "PODNIKATEL_SEKCE",
    }
)  # fmt: skip
# Bodies that may be entered with a branch, too.
_BODIES_OF_BRANCHES = frozenset({"OZ_VEDOUCI_SEKCE", "STATUTAR_ZRIZOVATELE", "PROKURA"})


def has_branch_words(text: str | None) -> bool:
    """Tell whether a legal form, a heading or a name says that this is an organisational unit of somebody."""
    return text is not None and _BRANCH_WORDS.search(fold(text)) is not None


def is_branch_by_content(name: str | None, body_kinds: Collection[str]) -> bool:
    """Tell whether an entry without a legal form is a branch, by its name or by its heads.

    `body_kinds` are kinds of its bodies, as the public register calls them. A board, partners or an
    entrepreneur belong to a subject of its own.
    """
    if not _OWN_BODIES.isdisjoint(body_kinds):
        return False
    return "OZ_VEDOUCI_SEKCE" in body_kinds or has_branch_words(name)


def is_bare(legal_form: str | None, body_kinds: Collection[str]) -> bool:
    """Tell whether an entry has neither a legal form nor a body of a subject of its own.

    `body_kinds` are kinds of its bodies, as the public register calls them. A branch whose name does not
    say so looks like this next to the entry of its parent.
    """
    return legal_form is None and _BODIES_OF_BRANCHES.issuperset(body_kinds)
