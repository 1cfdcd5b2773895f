"""Other ways to write the same word: initials, numbers in words, endings and sounds.

Every way has terms of its own in the index, so that a query asks for one more term and tries no spellings.
A term of letters and digits is a word or an abbreviation, `#4` is a number in any writing, `~` begins the key
of words that sound alike or differ in their ending, and `=` a whole name (`phrases.py`).
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files

from soupis.folding import fold, fold_together, fold_words

_SHORTEST_KEY = 3
_SHORTEST_STEM = 4
_SHORTEST_STEM_OF_PLACE = 3  # "v Brně"
_SHORTEST_INITIALS = 3
_MOST_INITIALS = 8
# Words that initials leave out, and between which a name is often cut short ("v Brně", "nad Labem").
SMALL_WORDS = frozenset(
    {"a", "i", "v", "ve", "na", "nad", "pod", "u", "pro", "se", "s", "z", "ze", "o", "do", "k"}
)

# Single letters that are words before a number; "o" is more often of a name ("O2").
_BEFORE_NUMBERS = SMALL_WORDS - {"o"}

# What the letters of one keyboard are on the other, folded; the digits are the upper row of a Czech one.
_OTHER_LAYOUT = str.maketrans("yz", "zy")
_UPPER_ROW = str.maketrans("234567890", "escrzyaie")

_UNITS = {
    1: "jedna jeden jedno prvni prvniho",
    2: "dva dve dvou dvema druhy druha druhe druheho",
    3: "tri trech trem tremi treti tretiho",
    4: "ctyri ctyr ctyrech ctvrty ctvrta ctvrte ctvrteho",
    5: "pet peti paty pata pate pateho",
    6: "sest sesti sesty sesta seste sesteho",
    7: "sedm sedmi sedmy sedma sedme sedmeho",
    8: "osm osmi osmy osma osme osmeho",
    9: "devet deviti devaty devata devate devateho",
    10: "deset deseti desaty desata desate desateho",
    11: "jedenact jedenacty jedenacta jedenacte jedenacteho",
    12: "dvanact dvanacty dvanacta dvanacte dvanacteho",
    13: "trinact trinacty trinacta trinacte trinacteho",
    14: "ctrnact ctrnacty ctrnacta ctrnacte ctrnacteho",
    15: "patnact patnacty patnacta patnacte patnacteho",
    16: "sestnact sestnacty sestnacta sestnacte sestnacteho",
    17: "sedmnact sedmnacty sedmnacta sedmnacte sedmnacteho",
    18: "osmnact osmnacty osmnacta osmnacte osmnacteho",
    19: "devatenact devatenacty devatenacta devatenacte devatenacteho",
}
_TENS = {
    20: "dvacet dvacaty dvacata dvacate dvacateho",
    30: "tricet tricaty tricata tricate tricateho",
    40: "ctyricet ctyricaty ctyricata ctyricate ctyricateho",
    50: "padesat padesaty padesata padesate padesateho",
    60: "sedesat sedesaty sedesata sedesate sedesateho",
    70: "sedmdesat sedmdesaty sedmdesata sedmdesate sedmdesateho",
    80: "osmdesat osmdesaty osmdesata osmdesate osmdesateho",
    90: "devadesat devadesaty devadesata devadesate devadesateho",
    100: "sto sty",
}
_BEFORE_TENS = {
    "jedna": 1,
    "jeden": 1,
    "dva": 2,
    "tri": 3,
    "ctyri": 4,
    "pet": 5,
    "sest": 6,
    "sedm": 7,
    "osm": 8,
    "devet": 9,
}
_WORD_NUMBERS = {
    word: number for table in (_UNITS, _TENS) for number, words in table.items() for word in words.split()
} | {
    f"{unit}a{ten}": tens + units  # "pětadvacet", "jednadvacátá"
    for unit, units in (("jedn", 1), *_BEFORE_TENS.items())
    for tens, words in _TENS.items()
    if tens < 100
    for ten in words.split()
}
# "v" and "x" alone are a preposition and a letter; numerals beyond those of schools and popes are words.
_ROMAN = re.compile(r"x{0,3}(ix|iv|v?i{0,3})")
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10}
_NO_NUMERALS = frozenset({"", "v", "x", "xx", "xxx"})

# What people write for one another when they write by ear; the order matters.
_SOUNDS = (
    ("sch", "s"), ("tsch", "c"), ("ph", "f"), ("th", "t"), ("ck", "k"), ("tz", "c"), ("cz", "c"), ("sh", "s"),
    ("qu", "kv"), ("q", "k"), ("x", "ks"), ("w", "v"), ("y", "i"), ("ae", "e"), ("oe", "e"), ("ue", "u"),
    ("ee", "i"), ("oo", "u"), ("ou", "u"), ("zh", "z"), ("dz", "c"), ("dt", "t"), ("ai", "aj"), ("ei", "aj"),
)  # fmt: skip
_HARD_C = re.compile(r"c(?=[aou]|[^eiyh]|$)")
_DOUBLED = re.compile(r"(.)\1+")
_OF_TOWN = "sk"
_TOWNS = {"~prazsk": "~prah", "~brnensk": "~brn", "~kladensk": "~kladn"}
_SHORTEST_TOWN = 5  # "městská" and "krajská" are no adjectives of towns
_OF_NAMES = re.compile(r"(?:ovych|ovym|ovou|ovi|ova|ove|ovu|em|ym|im|um)$")
_MOVING_E = re.compile(r"(?<=\w\w)e(?=[kclr]$)")
# Whose surname a form may be, the first that fits; "Novákem" is no form of Nováková.
_SURNAME_FORMS = (
    (re.compile(r"ov(?:a|e|u|ou)$"), "w"),
    (re.compile(r"(?:ych|ich)$"), "wamy"),
    (re.compile(r"(?:eho|emu|iho|imu|ym|im)$"), "y"),
    (re.compile(r"[yi]$"), "my"),
    (re.compile(r"(?:a|e|ou)$"), "ma"),
    (re.compile(r""), "m"),
)
SURNAME_KINDS = frozenset("wamy")
# What diminutives end with in their keys: Dušánek, Petřík and Karlíček, Petránek, Tomínek, Pavlenka, Hanuška.
_DIMINUTIVES = ("k", "ik", "ank", "ink", "enk", "usk")
_SHORTEST_DIMINISHED = 3  # beside the "~"
_SHORTEST_NAME = 2
_ENDING = re.compile(r"(?:ach|ich|ech|ami|emi|ych|eho|iho|emu|imu|ou|[aeiou]+)$")


@lru_cache(maxsize=1)
def _towns() -> dict[str, list[str]]:
    text = (files(__package__) / "data" / "town_abbreviations.csv").read_text(encoding="utf-8")
    towns: dict[str, list[str]] = {}
    for row in csv.DictReader(text.splitlines()):
        towns.setdefault(fold_together(row["abbreviation"]), []).append(fold_together(row["town"]))
    return towns


def abbreviated_towns(word: str) -> list[str]:
    """Return the towns that an abbreviation stands for, folded and written together: "hk", "ova"."""
    return _towns().get(word, [])


def place_key(word: str) -> str | None:
    """Return the key of a word of an address, see `sound_key`; a shorter stem is enough there."""
    return sound_key(word, _SHORTEST_STEM_OF_PLACE)


@lru_cache(maxsize=1 << 17)
def sound_key(word: str, shortest_stem: int = _SHORTEST_STEM) -> str | None:
    """Return the key that a folded word shares with words that sound alike or differ in their ending.

    None for what is no word: digits, and single letters.
    """
    if len(word) < _SHORTEST_KEY or not word.isalpha():
        return None
    key = word
    for written, heard in _SOUNDS:
        if written in key:
            key = key.replace(written, heard)
    key = _DOUBLED.sub(r"\1", _HARD_C.sub("k", key))
    stem = _ENDING.sub("", key)
    if len(stem) < shortest_stem:
        return f"~{key}"
    # "Praha" and "v Praze": what a softened ending makes of the consonant before it.
    return f"~{stem[:-1]}h" if stem.endswith("z") and stem != key else f"~{stem}"


# What a case adds to a word, and what the word has instead of it in the first one, beside nothing.
_CASES = (
    (re.compile(r"(?<=\w{3})ovi$"), ("a",)),
    (re.compile(r"(?<=\w{3})em$"), ("o", "um")),
    (re.compile(r"(?<=\w{3})(?:ou|am|ach|ami)$"), ("a",)),
    (re.compile(r"(?<=\w{3})u$"), ("a", "y", "um")),
    (re.compile(r"(?<=\w{3})[ayie]$"), ("a", "um")),
)
# A vowel between the last two consonants comes ("obci": obec) and goes ("lékáren": lékárna).
_VOWEL_COMES = re.compile(r"([^aeiouy])([cklmnr])$")
_VOWEL_GOES = re.compile(r"(?<=\w\w)e([bcklmnr])$")


@lru_cache(maxsize=1 << 14)
def first_cases(word: str) -> tuple[str, ...]:
    """Return the words in the first case that a folded word may be a form of, where their keys differ.

    Most of them are no words: who asks tells by the index.
    """
    if not word.isalpha():
        return ()
    own = sound_key(word)
    found = [_VOWEL_GOES.sub(r"\1a", word)]
    for ending, instead in _CASES:
        stem = ending.sub("", word)
        if stem != word:
            found = [stem, *(stem + vowel for vowel in instead), _VOWEL_COMES.sub(r"\1e\2", stem)]
            break
    return tuple(other for other in dict.fromkeys(found) if sound_key(other) not in (None, own))


def town_of(key: str) -> str:
    """Return the key of the town in that of its adjective ("ostravská": Ostrava), other keys as they are."""
    if key.endswith(_OF_TOWN) and len(key) - len(_OF_TOWN) > _SHORTEST_TOWN:
        return _TOWNS.get(key, key[: -len(_OF_TOWN)])
    return _TOWNS.get(key, key)


def name_key(word: str) -> str | None:
    """Return the key that a word of a person's name shares with its other forms: Hájek, Hájkem, Hájková."""
    stem = _OF_NAMES.sub("", word)
    key = sound_key(stem if len(stem) >= _SHORTEST_NAME else word, _SHORTEST_NAME)
    # "Hruškovec" loses an e in its other forms, "Šustáček" gets two letters of one sound so.
    return key and _HARD_C.sub("k", _MOVING_E.sub("", key)).replace("kk", "k")


# Surnames in the first case of which a word may be a form though its key is another: "Kostelečkovi" is of
# Kosteleček, "Sokolovsky" may be Sokolovskij.
_OTHER_SURNAMES = (
    (re.compile(r"(?<=\w\w)ck(?:ovi|em|um|u|a|y)$"), "cek"),
    (re.compile(r"(?<=[sc]k)y$"), "ij"),
)


def other_surname_keys(word: str) -> list[str]:
    """Return the keys of other men's surnames of which a folded word may be a form, see `surname_key`."""
    surnames = (ending.sub(first, word) for ending, first in _OTHER_SURNAMES if ending.search(word))
    return [key for surname in surnames if (key := surname_key(surname, "m"))]


def surname_kind(surname: str) -> str:
    """Return whose a surname in the first case is: "w" and "a" are women's (Nováková, Malá), "y" is Malý or
    Krejčí, "m" every other one."""
    last = surname[-1:].lower()
    return "w" if fold(surname).endswith("ova") else "a" if last == "á" else "y" if last in "ýí" else "m"


def kinds_of_form(word: str) -> str:
    """Return the kinds of surnames that a folded word may be a form of, see `surname_kind`."""
    return next(kinds for ending, kinds in _SURNAME_FORMS if ending.search(word))


def surname_key(word: str, kind: str) -> str | None:
    """Return the key of a word as a form of a surname of one kind."""
    key = name_key(word)
    return key and f"{key}'{kind}"


@lru_cache(maxsize=1)
def _given_names() -> dict[str, set[str]]:
    text = (files(__package__) / "data" / "given_names.csv").read_text(encoding="utf-8")
    names: dict[str, set[str]] = {}
    for line in text.splitlines()[1:]:
        same = fold_words(line)
        for name in same:
            names.setdefault(name, set()).update(same)
    return names


@lru_cache(maxsize=1)
def _given_names_by_key() -> dict[str, set[str]]:
    names: dict[str, set[str]] = {}
    for name, same in _given_names().items():
        if key := name_key(name):
            names.setdefault(key, set()).update(same)
    return names


def same_given_names(word: str) -> set[str]:
    """Return the names of other languages, and the familiar ones, that stand for a folded given name.

    The name may be in any of its forms: "s Honzou", "Pepovi".
    """
    names = _given_names().get(word)
    if names is None:
        key = name_key(word)
        names = _given_names_by_key().get(key, set()) if key else set()
    return names - {word}


def diminished_keys(word: str) -> list[str]:
    """Return the keys (`name_key`) of given names of which a folded word may be a diminutive: "Lukášek"."""
    key = name_key(word) or ""
    return [
        key[: -len(ending)]
        for ending in _DIMINUTIVES
        if key.endswith(ending) and len(key) - len(ending) > _SHORTEST_DIMINISHED
    ]


def other_layouts(word: str) -> list[str]:
    """Return what a word is when another layout of the keyboard was on."""
    others = []
    if "y" in word or "z" in word:
        others.append(word.translate(_OTHER_LAYOUT))
    if not word.isalpha() and not word.isdigit():
        row = word.translate(_UPPER_ROW)
        others += [row, word.translate(_OTHER_LAYOUT).translate(_UPPER_ROW)]
    return others


# "5ka" is "pětka": what a number is called, by its digits; those behind it are made of the units and tens.
_CALLED = {
    "1": "jednicka", "2": "dvojka", "3": "trojka", "4": "ctyrka", "5": "petka", "6": "sestka",
    "7": "sedmicka", "8": "osmicka", "9": "devitka", "10": "desitka", "20": "dvacitka", "30": "tricitka",
    "40": "ctyricitka", "50": "padesatka", "60": "sedesatka", "70": "sedmdesatka", "80": "osmdesatka",
    "90": "devadesatka", "100": "stovka",
} | {str(number): words.split()[0] + "ka" for number, words in _UNITS.items() if number > 10}  # fmt: skip
_CALLED_IN_DIGITS = re.compile(r"(\d{1,3})(?:t|c|ic)?ka")


def called_number(word: str) -> list[str]:
    """Return what a number is called that is written in digits with the ending of a noun ("12ka")."""
    match = _CALLED_IN_DIGITS.fullmatch(word)
    return [_CALLED[match[1]]] if match and match[1] in _CALLED else []


def number_terms(words: Sequence[str], place: int) -> Iterator[str]:
    """Yield the terms of a number that stands at a place of a text, in digits, Roman or in words."""
    word = words[place]
    if word.isdigit():
        if len(word) <= 3:
            yield f"#{int(word)}"
        return
    if word not in _NO_NUMERALS and _ROMAN.fullmatch(word):
        yield f"#{_roman(word)}"
    number = _WORD_NUMBERS.get(word)
    if number is None:
        return
    after = _WORD_NUMBERS.get(words[place + 1], 0) if place + 1 < len(words) else 0
    before = _WORD_NUMBERS.get(words[place - 1], 0) if place else 0
    if 20 <= number < 100 and 0 < after < 10:
        yield f"#{number + after}"
    elif 20 <= before < 100 and 0 < number < 10:
        yield f"#{before + number}"
    else:
        yield f"#{number}"


_THOUSAND = frozenset({"tisic", "tisice"})
_NUMBER_WORDS = _THOUSAND | _WORD_NUMBERS.keys()


def numbers_in_digits(words: Sequence[str]) -> list[tuple[str, int]]:
    """Return the words of a text with numbers in digits, each with how many words of the text it was.

    In digits are thousands ("dva tisíce jedenáct" is 2011), and a number beside a letter ("O dva" is O2).
    """
    if _NUMBER_WORDS.isdisjoint(words):
        return [(word, 1) for word in words]
    found: list[tuple[str, int]] = []
    place = 0
    while place < len(words):
        taken = _thousands(words, place) or _beside_letter(words, place) or (words[place], 1)
        found.append(taken)
        place += taken[1]
    return found


def _thousands(words: Sequence[str], place: int) -> tuple[str, int] | None:
    thousands, end = _spoken_number(words, place)
    if end >= len(words) or words[end] not in _THOUSAND:
        return None
    rest, last = _spoken_number(words, end + 1)
    return str(max(thousands, 1) * 1000 + rest), last - place


def _spoken_number(words: Sequence[str], place: int) -> tuple[int, int]:
    """Return the number below two hundred that is said from a place on, 0 = none, and where it ends."""
    number, least = 0, 1000
    while place < len(words) and (part := _WORD_NUMBERS.get(words[place], 0)) and part < least:
        number, least, place = number + part, (10 if part < 100 else 100), place + 1
        if part < 20:
            break
    return number, place


def _beside_letter(words: Sequence[str], place: int) -> tuple[str, int] | None:
    pair = words[place : place + 2]
    spelled = [str(_WORD_NUMBERS.get(word, word)) for word in pair]
    is_letter = [len(word) == 1 and word.isalpha() and word not in _BEFORE_NUMBERS for word in pair]
    is_number = [word in _WORD_NUMBERS for word in pair]
    return ("".join(spelled), 2) if True in is_letter and True in is_number else None


def _roman(word: str) -> int:
    values = [_ROMAN_VALUES[letter] for letter in word]
    return sum(
        -one if one < next_one else one for one, next_one in zip(values, [*values[1:], 0], strict=True)
    )


# "MuMB", "RSTS": of a word of the name more than the first letter.
_MIXED = re.compile(r"[^\W\d_a-záčďéěíňóřšťúůýž][^\W\d_]{2,5}")
_LONGEST_PART = 3
# Two letters of an abbreviation that are one word of the name: "ZČM" is Západočeské muzeum.
_OF_REGIONS = {
    "zc": ("zapadoces",), "jc": ("jihoces",), "vc": ("vychodoces",), "sc": ("severoces", "stredoces"),
    "sm": ("severomorav",), "jm": ("jihomorav",), "ms": ("moravskoslez",), "kh": ("kralovehrad",),
}  # fmt: skip


def parts_of_abbreviation(text: str, *, fewest: int = _SHORTEST_INITIALS) -> list[list[str]]:
    """Return what the letters of an abbreviation may be of so many words: the first, of one the first two or
    three. Small letters tell which. Two letters of a region are its adjective, which tells more."""
    if not _MIXED.fullmatch(text):
        return []
    words = re.findall(r"\w[a-záčďéěíňóřšťúůýž]*", text)
    word = fold(text)
    found = [
        [*word[:place], region, *word[place + 2 :]]
        for place in range(len(word) - 1)
        for region in _OF_REGIONS.get(word[place : place + 2], ())
    ]
    if len(words) < len(word):
        if len(words) >= fewest and max(map(len, words)) <= _LONGEST_PART:
            found.append(list(map(fold, words)))
        return found
    return found + [
        [*word[:place], word[place : place + length], *word[place + length :]]
        for length in range(2, _LONGEST_PART + 1)
        for place in range(len(word) - length + 1)
        if len(word) - length + 1 >= _SHORTEST_INITIALS
    ]


def as_initials(word: str) -> str:
    """Return a word as initials are indexed: of Ch the first letter ("DCHB")."""
    return word.replace("ch", "c") if len(word) <= _MOST_INITIALS else word


def initials(words: Sequence[str]) -> Iterator[str]:
    """Yield the initials of a name of three and more words and of its beginnings."""
    if len(words) < _SHORTEST_INITIALS:
        return
    seen: set[str] = set()
    for kept in (list(words), [word for word in words if word not in SMALL_WORDS]):
        letters = "".join(word[0] for word in kept[:_MOST_INITIALS])
        for length in range(_SHORTEST_INITIALS, len(letters) + 1):
            if letters[:length] not in seen:
                seen.add(letters[:length])
                yield letters[:length]
