"""Names of persons in usual casing, because the register writes many of them in capitals."""

from __future__ import annotations

import re

from soupis.folding import fold

# Words of surnames that are written small before another word. "De", "di" and "del" at the start of a surname
# are not among them: De Luca and de Gaulle cannot be told apart.
_FIRST = frozenset(
    {
        "van", "von", "vom", "zu", "zum", "zur", "ten", "ter", "af", "av", "'t", "z", "ze",
        "da", "das", "dos",
    }
)  # fmt: skip
_INNER = frozenset(
    {
        *_FIRST, "der", "den", "het", "und", "de", "del", "della", "di", "do",
        "la", "las", "los", "y",
    }
)  # fmt: skip
_AFTER_VAN = frozenset({"der", "den", "de", "het", "'t"})
_AFTER_DE = frozenset({"la", "las", "los"})
# Before the name at birth, of a marriage or of a widow; in full or as an abbreviation with a dot.
_FORMERLY = re.compile(r"\(?(?:(?:roz|prov|provd|ovd)\.|(?:rozen|provdan|ovdovel)[ay]|drive)")
# After a name: the younger and the elder, as Czechs and others write them.
_GENERATIONS = frozenset({"ml", "st", "mladsi", "starsi", "jun", "sen"})
# VI is a numeral with a dot alone, because it is also a Vietnamese name.
_NUMERAL = re.compile(r"\(?(?:III?|IV|VIII?|IX|(?=[XVI]{2})X{0,3}(?:IX|IV|V?I{0,3})\.)[.,)]*")
_MC = re.compile(r"\bMc([^\W\d_h])(?=\w)")
_PREFIX = re.compile(r"(?:Ma?c|[ODL]['’])(?=[^\W\d_]{2})")


def usual_case(name: str, *, surname: bool) -> str:
    """Return a name that is written in capitals in its usual casing; any other name as it is.

    In "NOVÁK ml." and "van der BERG" the words in small letters do not count. In "VAN der Berg" the particle
    alone is in capitals.
    """
    words = name.split(" ")
    counted = [word for word in words if not word.islower()]
    if len(name) < 2 or not counted:
        return name
    if not all(map(_is_in_capitals, counted)):
        return " ".join(_particle(words, place) if surname else word for place, word in enumerate(words))
    return " ".join(_word(words, place, surname=surname) for place in range(len(words)))


def _is_in_capitals(word: str) -> bool:
    return _PREFIX.sub("", word).isupper() or not any(map(str.isalpha, word))


def _word(words: list[str], place: int, *, surname: bool) -> str:
    word = words[place]
    bare = _bare(word)
    if place and place == len(words) - 1:
        if bare in _GENERATIONS:
            return word.lower()
        if _NUMERAL.fullmatch(word):
            return word
    elif place < len(words) - 1 and (
        (place and _FORMERLY.fullmatch(fold(word))) or (surname and _is_particle(words, place))
    ):
        return word.lower()
    prefix = _PREFIX.match(word)  # "MacDONALD" tells where the second capital is
    if prefix and not word.isupper():
        return prefix[0] + word[prefix.end() :].title()
    return _MC.sub(lambda match: f"Mc{match[1].upper()}", word.title())


def _particle(words: list[str], place: int) -> str:
    """Return a word in small letters if it is a particle in capitals within a name in usual casing."""
    word = words[place]
    is_first = _bare(word) in _FIRST and len(word) > 1 and word.isupper()
    return word.lower() if is_first and place < len(words) - 1 and _is_particle(words, place) else word


def _is_particle(words: list[str], place: int) -> bool:
    """Tell whether a word that another one follows is a particle, such as "van" in "van der Berg"."""
    word, following = _bare(words[place]), _bare(words[place + 1])
    if word == "van" and (place == 0 or _bare(words[place - 1]) not in _FIRST):
        # Van is also a part of Vietnamese names: Nguyen Van Tuan, Van Thi Lan.
        return following in _AFTER_VAN or (place == 0 and following != "thi")
    if word == "de" and place == 0:
        return following in _AFTER_DE
    return word in (_INNER if place else _FIRST)


def _bare(word: str) -> str:
    return fold(word).replace("’", "'").strip(".,()")
