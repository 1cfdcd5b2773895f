"""Words written by ear: the spellings that a word may have in other languages, as one pattern of its letters.

A Czech who has only heard a foreign name writes what he heard ("majkrosoft", "reno", "fajzr"), and a
foreigner does so with a Czech one ("shkoda", "chedok"). What is heard has few writings in each place and very
many together, so they are no terms of the index: they are one automaton that walks its dictionary of words,
as a slip is. Diacritics are folded by then: "s" stands for "š", too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product

from soupis.search.equivalents import SMALL_WORDS

_SHORTEST = 2
_LONGEST = 20
_VOWELS = frozenset("aeiouy")
_FRONT = frozenset("eiy")  # before these "c" and "g" are soft

# What is written for what is heard. "c<" stands before e, i, y only, "c>" never before these, and "g-" before
# consonants and at the end only: what is voiced and what is not sound alike there. "^f" begins a word.
_AI = "aj ai ay ei ey i y ie ye igh uy ae ia io"
_I = "i y ie ee ea e ey ui u ue ih uh ueh"
_EI = "ej a ai ay ei ey ea e ee eigh"
_OI = "oj oi oy eu aeu au"
_K = "k ck c> cc> ch q qu kk kh que- g-"
_V = "v w vv wh u f-"
_HEARD = {
    # vowels
    "a": "a aa ah u au",
    "e": "e a ae ai ea ee eh oe oeh o oh ei eu",
    "i": _I,
    "y": _I + " j yi",
    "o": "o oo oh oa au ault eau eaux ot ou ow aw",
    "u": "u ou oo ue oe o ew uh ui",
    "aj": _AI,
    "ay": _AI,
    "ai": _AI,
    "ej": _EI,
    "ey": _EI,
    "oj": _OI,
    "oy": _OI,
    "ou": "ou o ow oa oe oh au",
    "au": "au aw ow ou",
    "ow": "ow au ou o",
    "ju": "ju u ue ew you yu iu eu",
    "ij": "ij i y iy e",
    "oa": "oa oi oy ua ois",
    "uj": "uj oui ouy uy ui",
    "ee": "ee i y",
    "oo": "oo u ou",
    "en": "en in ain aint ein an ent n on oen em",
    "an": "an ann aan ahn en ent on oun un aun",
    "am": "am amm em om um",
    "ol": "ol oll al all oul ohl",
    # consonants
    "b": "b bb p-",
    "c": "c ch tch z tz ts zz tsch cz cs ti cc<",
    "d": "d dd dh t-",
    "f": "f ff ph",
    "^f": "f ph pf v",
    "g": "g gg gh gu gue- k-",
    "h": "h ch kh",
    "j": "j y i g<",
    "k": _K,
    "l": "l ll",
    "m": "m mm",
    "n": "n nn gn",
    "^n": "n kn gn ng",
    "p": "p pp b-",
    "q": _K,
    "r": "r rr",
    "^r": "r rh wr",
    "s": "s ss c< ce- sc< sch sh ch sz z-",
    "^s": "s c< sc< sch sh ch sz x",
    "t": "t tt th dt d-",
    "v": _V,
    "w": _V,
    "x": "x ks cks cs xx",
    "z": "z s zz j g< ge zh",
    "ch": "ch h c k kh sh sch tch",
    "dz": "dz j g< dg dj gg< ge gi ds",
    "ks": "x ks cs cks cc< xx kes ches",
    "gz": "x gz gs",
    "kv": "kv qu q kw",
    "vo": "vo wo wa va vau who",
    "for": "for fohr faur vor fore four phor 4",
    "mek": "mek mc mac mck",
    "sn": "sn tion sion ssion tian cian schn sen son zen zon",
    "cr": "cr ture cher tcher tscher zer tzer",
    "sh": "sh s sch ss",
    "zh": "zh z j",
    "ts": "ts c tz z",
    "tz": "tz c ts z",
    "rz": "rz r rs",
    "rzh": "r",
    "trz": "tr trz",
    "ng": "ng nk",
    "nk": "nk ng nc nck nque",
}
# Behind one another no word has three of these: such a pattern would only be dear.
_THREE_VOWELS = "vvv"
_OPEN = _VOWELS | {"j"}
_UNITS = {unit: tuple(written.split()) for unit, written in _HEARD.items()}
_LONGEST_UNIT = max(map(len, _UNITS))
# Behind a consonant these are a syllable of their own: "fajzr" is Pfizer, "epl" is Apple.
_SYLLABLES = {
    "r": ("er", "or", "ar", "ur", "ir", "re", "our", "eur"),
    "l": ("el", "le", "al", "il", "ol", "ul", "ell", "ael"),
    "n": ("en", "on", "an", "in", "ain"),
    "m": ("em", "om", "um", "am"),
}
# What is written at the end and not heard.
_MUTE_BEHIND_E = "(?:t|s|x|d|h|e|ts|r|z)?"
_MUTE_BEHIND_VOWEL = "(?:t|s|x|d|h|e|ts)?"
_MUTE_BEHIND_CONSONANT = "(?:e|es|t|d|s)?"

# What letters are called, in Czech and in English.
_LETTERS = {
    "a": "a ej", "b": "be bi", "c": "ce si", "d": "de di", "e": "e i", "f": "ef", "g": "ge dzi",
    "h": "ha ejc", "i": "i aj", "j": "je dzej", "k": "ka kej", "l": "el", "m": "em", "n": "en", "o": "o ou",
    "p": "pe pi", "q": "kve kju", "r": "er ar", "s": "es", "t": "te ti ty", "u": "u ju", "v": "ve vi",
    "w": "ve dablju", "x": "iks eks", "y": "ypsilon vaj", "z": "zet zed",
}  # fmt: skip
_LETTER_OF: dict[str, str] = {}
for _letter, _names in _LETTERS.items():
    for _name in _names.split():
        _LETTER_OF[_name] = _LETTER_OF.get(_name, "") + _letter
_MOST_LETTERS = 6
# So many letters are spelled out where the words may mean something else, or are written together.
_CERTAINLY_SPELLED = 3
_LONGEST_NAME_OF_LETTER = max(map(len, _LETTER_OF))
_NAME_OF_LETTER = f"(?:{'|'.join(sorted(_LETTER_OF, key=len, reverse=True))})"
# Three letters in a word, or two words next to each other, one of them of several letters.
_SPELLED = re.compile(
    rf"(?<!\S)(?:{_NAME_OF_LETTER}{{{_CERTAINLY_SPELLED},{_MOST_LETTERS}}}(?!\S)"
    rf"|{_NAME_OF_LETTER} {_NAME_OF_LETTER}(?!\S)"
    rf"|\w (?!\w\b){_NAME_OF_LETTER}(?!\S)|(?!\w\b){_NAME_OF_LETTER} \w(?!\S))"
)


@lru_cache(maxsize=4096)
def heard(word: str) -> str | None:
    """Return a regular expression of the spellings of a folded word written by ear; None = it is no word."""
    word = _once(word)
    fits = _SHORTEST <= len(word) <= _LONGEST and word.isascii() and word.isalpha()
    if not fits or _VOWELS.isdisjoint(word):
        return None
    units = list(_split(word))
    if _THREE_VOWELS in "".join("v" if _is_vowel(unit) and unit[-1] in _OPEN else "-" for unit in units):
        return None
    pattern = ["h?"] if word[0] in _VOWELS else []
    place = 0
    while place < len(units):
        unit = units[place]
        behind_consonant = place > 0 and units[place - 1] not in _VOWELS
        written = [*_UNITS.get(unit, (unit,)), *(_SYLLABLES.get(unit, ()) if behind_consonant else ())]
        if place + 1 < len(units) and _is_vowel(units[place + 1]):
            pattern.append(_before_vowel(written, _UNITS[units[place + 1]]))
            place += 1
        else:
            # A syllable may begin with e, so a soft letter stands before it, and no voice is lost.
            unfit = "-" if place + 1 < len(units) and units[place + 1] in _SYLLABLES else "<"
            pattern.append(_one_of(tuple(one.rstrip("<>-") for one in written if one[-1] not in unfit)))
            if place + 1 < len(units) and not _is_vowel(unit):
                pattern.append("e?")
        place += 1
    last = units[-1]
    mute = _MUTE_BEHIND_VOWEL if _is_vowel(last) else _MUTE_BEHIND_CONSONANT
    pattern.append(_MUTE_BEHIND_E if last == "e" else mute)
    return _any(("".join(pattern), *_LETTER_OF.get(word, "")))


def _once(word: str) -> str:
    """Return a word without doubled letters; "ee" and "oo" are sounds of their own."""
    kept = ""
    for letter in word:
        if letter in "eo" or not kept.endswith(letter):
            kept += letter
    return kept


def _split(word: str) -> Iterator[str]:
    """Yield what is heard in a word, the longest units first."""
    place = 0
    while place < len(word):
        for length in range(_LONGEST_UNIT, 0, -1):
            unit = word[place : place + length]
            if unit in _UNITS or length == 1:
                yield f"^{unit}" if place == 0 and f"^{unit}" in _UNITS else unit
                place += len(unit)
                break


def _is_vowel(unit: str) -> bool:
    return unit[0] in _VOWELS or unit == "ju"


def _before_vowel(consonants: Sequence[str], vowels: Sequence[str]) -> str:
    """Return the pattern of a consonant and the vowel behind it, which tells how "c" and "g" are read."""
    anyhow = [one for one in consonants if one[-1] not in "<>-"]
    soft = [one[:-1] for one in consonants if one[-1] == "<"]
    hard = [one[:-1] for one in consonants if one[-1] == ">"]
    parts = [(anyhow, vowels)]
    if soft and (front := [one for one in vowels if one[0] in _FRONT]):
        parts.append((soft, front))
    if hard and (back := [one for one in vowels if one[0] not in _FRONT]):
        parts.append((hard, back))
    return _any([_one_of(tuple(before)) + _one_of(tuple(behind)) for before, behind in parts])


def _any(patterns: Sequence[str]) -> str:
    return f"(?:{'|'.join(dict.fromkeys(patterns))})"


@cache  # what is written for sounds is a table
def _one_of(texts: tuple[str, ...]) -> str:
    """Return the pattern of any of these texts, in which letters that several begin with stand once.

    So the automaton of a word is made in three quarters of the time, which is longer than it walks.
    """
    endings: dict[str, list[str]] = {}
    for text in filter(None, dict.fromkeys(texts)):
        endings.setdefault(text[0], []).append(text[1:])
    letters: dict[str, str] = {}  # those that the same endings stand behind
    for letter, behind in endings.items():
        ending = _one_of(tuple(behind))
        letters[ending] = letters.get(ending, "") + letter
    if not letters:
        return ""
    whole = "|".join((some if len(some) == 1 else f"[{some}]") + ending for ending, some in letters.items())
    return f"(?:{whole})?" if "" in texts else f"(?:{whole})"


def spelled_letters(words: Sequence[str]) -> Sequence[tuple[int, int, str]]:
    """Return what folded words spell out letter by letter ("dé há el" is DHL), the longest first.

    Each as the places where it begins and ends and the letters written together, in every reading: "vé" may
    be a "w".
    """
    text = " ".join(words)
    return _all_spelled(text) if _SPELLED.search(text) else ()


@lru_cache(maxsize=256)  # once for the search and for every row that says why it was found
def _all_spelled(text: str) -> Sequence[tuple[int, int, str]]:
    words = text.split()
    spans = (
        (first, first + length)
        for length in range(min(len(words), _MOST_LETTERS), 0, -1)
        for first in range(len(words) - length + 1)
    )
    return [(first, end, letters) for first, end in spans for letters in _spelled(words[first:end])]


def _spelled(words: Sequence[str]) -> Iterator[str]:
    if len(words) == 1:
        yield from (one for one in _letters_in(words[0], _MOST_LETTERS) if len(one) >= _CERTAINLY_SPELLED)
        return
    certain = sum(len(word) > 1 and word not in SMALL_WORDS for word in words)
    if certain > 1 and all(len(word) == 1 or word in _LETTER_OF for word in words):
        yield from map("".join, product(*(_LETTER_OF.get(word, word) for word in words)))


def _letters_in(word: str, most: int) -> Iterator[str]:
    """Yield the letters, so many at most, whose names a word is made of.

    Without an end "iiii…" would be twice as many with each letter: "i" is what "e" is called, too.
    """
    if not word:
        yield ""
    if not most:
        return
    for length in range(1, min(_LONGEST_NAME_OF_LETTER, len(word)) + 1):
        for letter in _LETTER_OF.get(word[:length], ""):
            yield from (letter + rest for rest in _letters_in(word[length:], most - 1))
