"""Analysis: from names as registers and people write them to the terms that are compared.

The indexer and the queries call the same functions, so a text always meets its own terms.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from soupis.folding import fold, fold_words

# Legal forms as they are written, word by word after folding, and the one term each becomes.
# Punctuation is gone by then: "s.r.o.", "s. r. o." and "S.R.O" are all the words s, r, o.
_WRITTEN_FORMS = {
    "sro": (
        "s r o", "sro", "s ro", "sr o", "spol s r o", "spol sro", "spolsro", "spol s ro", "spol sr o",
        "spolecnost s rucenim omezenym", "spolecnost s r o", "spol s rucenim omezenym",
        "s r 0", "s o r", "sor", "srro", "s r o o",
    ),
    "as": ("a s", "akciova spolecnost", "akc spol"),
    "vos": ("v o s", "vos", "verejna obchodni spolecnost"),
    "ks": ("k s", "komanditni spolecnost", "kom spol"),
    "zs": ("z s", "zapsany spolek"),
    "ps": ("p s", "pobocny spolek"),
    "ops": ("o p s", "ops", "obecne prospesna spolecnost"),
    "zu": ("z u", "zapsany ustav"),
    "sp": ("s p", "statni podnik"),
    "np": ("n p", "narodni podnik"),
    "os": ("o s", "obcanske sdruzeni"),
    "po": ("p o", "prispevkova organizace"),
    "se": ("s e", "evropska spolecnost"),
    "gmbh": ("gmbh", "g m b h"),
    "ltd": ("ltd",),
    "vvi": ("v v i", "vvi", "verejna vyzkumna instituce"),
    "zspo": ("z s p o", "zspo", "zajmove sdruzeni pravnickych osob"),
    "spo": ("s p o", "statni prispevkova organizace"),
    "spzoo": ("sp z o o", "sp zoo", "spzoo", "spolka z o o"),
    "likvidace": ("v likvidaci",),
    "slozka": ("organizacni slozka", "organizacna zlozka", "org slozka", "org zlozka"),
    "insolvence": ("v insolvenci", "v konkursu", "v konkurzu", "v upadku"),
}  # fmt: skip

# These words are a legal form at the end of a name and may mean anything elsewhere ("AS Roma").
_FORMS_AT_END = frozenset(
    {"as", "ks", "zs", "zu", "sp", "np", "os", "se", "po", "ag", "kg", "inc", "llc", "bv", "nv", "sa", "kft"}
)


def _forms_by_first_word() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """Group the written forms by their first word, the longest first."""
    grouped: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for form, variants in _WRITTEN_FORMS.items():
        for variant in variants:
            words = tuple(variant.split())
            grouped.setdefault(words[0], []).append((words, form))
    for candidates in grouped.values():
        candidates.sort(key=lambda candidate: -len(candidate[0]))
    return grouped


_FORMS = _forms_by_first_word()

# The town Aš is no "a. s.": with its letters never, without them behind a word of what a town has. "Po" is a
# town behind a word of a municipality only, since schools are contributory organisations ("p. o.").
_AS_WRITTEN_OUT = re.compile(r"(?<![^\W_])a(?:š|s\u030c)(?![^\W_])", re.IGNORECASE)
_MUNICIPALITY = frozenset({"obec", "mesto", "mesta", "mestys", "obce"})
# "VOŠ" is a higher professional school, "v. o. s." a partnership: it has a dot or stands behind a name.
_OF_SCHOOL = "vos"
_SCHOOL_WRITTEN_OUT = re.compile(r"(?<![^\W_])vo(?:š|s\u030c)(?![^\W_])", re.IGNORECASE)
_HAS_A_TOWN = _MUNICIPALITY | frozenset(
    "urad meu mu ou zs ms zus ddm skola skolka gymnazium nemocnice muzeum knihovna policie okres".split()
)
_BEFORE_TOWN = {"as": _HAS_A_TOWN, "po": _MUNICIPALITY}

# Words that may be of a legal form, or stand for a sign; of a name's own words they are none then.
FORM_WORDS = (
    _FORMS_AT_END
    | {word for forms in _FORMS.values() for words, _ in forms for word in words}
    | {"a", "and", "plus"}
)

# Forms that stand at the end of a word when the space before them was lost ("alzasro"), the longest first.
GLUED_FORMS = (
    "spolsro", "spzoo", "gmbh", "ltd", "ops", "sro", "vos", "vvi", "as", "ks", "po", "se", "sp", "zs", "zu",
)  # fmt: skip

# "s", "s r", "spol s": only beginnings that end in a single letter, others are words of names.
_UNFINISHED_FORMS = frozenset(
    variant[:length]
    for candidates in _FORMS.values()
    for variant, _ in candidates
    for length in range(1, len(variant))
    if len(variant[length - 1]) == 1
)


# What is searched of a text. A hundred letters and spaces never hold more; single characters that unfold to
# whole phrases do (a hundred U+FDFA are four hundred words), and every word costs walks through the index.
_MOST_SEARCHED_LETTERS = 200
_MOST_SEARCHED_WORDS = 50
_SOFT_HYPHEN = "\u00ad"  # where a printed word may be parted; copied along within the word


class Name(NamedTuple):
    """A name taken apart.

    `words` are the folded words that are not a legal form, in order; all words when nothing else is there.
    `forms` are the normalised legal forms, in order. `spare` are the written words of those forms.
    """

    words: list[str]
    forms: list[str]
    spare: list[str]

    @property
    def core(self) -> str:
        """The name without legal form and spaces: the term of an exact match."""
        return "".join(self.words)

    @property
    def all_forms(self) -> str:
        """The legal forms of the name, in one spelling: beside the core, the term of the name with its forms.

        "družstvo" is a word of a name and a form, so that a core may lack it (`schema.cores`).
        """
        cooperative = "druzstvo" if self.words and self.words[-1].endswith("druzstvo") else ""
        return f"{cooperative}|{'|'.join(self.forms)}"


# A legal form whose space was lost, before it ("Alza.cza.s.", "Bruntáls.r.o.") or behind it. "Fink.s.r.o." is
# no "k. s.".
_FORM_BEHIND = re.compile(
    r"(?<=(?<![a-z0-9])[a-z0-9])(?=spol\.)|(?<=[a-z0-9]{2})(?=(?:s\.\s?r\.\s?o|spol\."
    r"|(?:[akz]\.\s?s|o\.\s?p\.\s?s|v\.\s?o\.\s?s)(?![a-z]|\.\s?r\.)))"
    r"|(?<=[^a-z]s\.r\.o\.)(?=[a-z])|(?<=[^a-z]s\. r\.o\.)(?=[a-z])|(?<=[^a-z]s\. r\. o\.)(?=[a-z])"
)


def apart_from_forms(folded: str) -> str:
    """Return a folded text with a space between its words and the legal forms written together with them."""
    return _FORM_BEHIND.sub(" ", folded)


def analyse(text: str) -> Name:
    """Take a name apart into its own words and its legal forms ("ČEZ, a. s." → cez + as)."""
    words = words_of(text)
    return take_apart(words, "as" in words and names_as(text))


def names_as(text: str) -> bool:
    """Tell whether a text names the town Aš, with its letters."""
    return _AS_WRITTEN_OUT.search(text) is not None


def words_of(text: str) -> list[str]:
    """Return the folded words of a name; the letters of "D.A.S." are one word unless they are a form."""
    folded = fold(text)
    if "." in folded:
        folded = _DOTTED.sub(_one_word, apart_from_forms(folded))
    return fold_words(folded)


# Letters with a dot after each, as one: "D.A.S.", ".A.S.A."; not "s r.o.".
_DOTTED = re.compile(r"(?<![^\W_])(?:[^\W\d_]\.){2,}(?:[^\W\d_](?![^\W_])\.?)?")


def _one_word(match: re.Match[str]) -> str:
    letters = match[0].replace(".", "")
    return match[0] if letters in _DOTTED_FORMS else f" {letters} "


_DOTTED_FORMS = frozenset(
    variant.replace(" ", "")[start:]
    for variants in _WRITTEN_FORMS.values()
    for variant in variants
    for start in range(len(variant.replace(" ", "")) - 1)
    if len(variant) <= 9
)


def searched_part(text: str) -> str:
    """Return the part of a text that is searched; what is beyond the bounds is left out."""
    plain = text.isascii() and "&" not in text
    return text if plain and len(text) <= _MOST_SEARCHED_LETTERS else _shortened(text)


# A letter as pages write it: "&#268;esk&aacute;".
_ENTITY = re.compile(r"&#?\w{2,8};")
# What the first bytes of UTF-8 letters are in the encoding of Windows; behind them a space was one that does
# not break, the second byte of "Š".
_MISTAKEN_ENCODING = re.compile("[ĂĹÄÃÅ]")
_LOST_BYTE = re.compile("(?<=[ĂĹÄ]) ")
# The second byte of "ň" is no letter there, so that the whole letter is lost.
_LOST_IN_READING = re.compile("[ĂĹÄ][\x80-\x9f\ufffd]")
# No letters of any text, but letters in the encoding of Windows.
_CONTROLS = re.compile("[\x80-\x9f]")


def _decoded(text: str) -> str:
    """Return a text as it was meant where it was read in another encoding than that it was written in.

    That is UTF-8 as the encoding of Windows, Central European ("PĹ™Ăhoda") or Western ("PÅ™Ã­hoda"), and
    the former as the latter.
    """
    if not _MISTAKEN_ENCODING.search(text):
        return _from_one_byte(text, "cp1250") if _CONTROLS.search(text) else text
    try:
        return b"".join(map(_western_byte, text)).decode("utf-8")
    except UnicodeError:
        pass
    bytes_kept = _LOST_BYTE.sub("\u00a0", _LOST_IN_READING.sub("?", text))
    try:
        return bytes_kept.encode("cp1250").decode("utf-8")
    except UnicodeError:
        return text


def _western_byte(letter: str) -> bytes:
    """Return the byte that a letter is in the Western encoding, in which some bytes are no letters."""
    try:
        return letter.encode("cp1252")
    except UnicodeError:
        return letter.encode("latin-1")


def _from_one_byte(text: str, encoding: str) -> str:
    try:
        return text.encode("latin-1").decode(encoding)
    except UnicodeError:
        return text


def _shortened(text: str) -> str:
    kept = _decoded(html.unescape(text) if _ENTITY.search(text) else text).replace(_SOFT_HYPHEN, "")
    while len(fold(kept)) > _MOST_SEARCHED_LETTERS:
        kept = kept[: max(0, min(len(kept) - 1, len(kept) * _MOST_SEARCHED_LETTERS // len(fold(kept))))]
    return kept


LOST = "?"  # stands for a letter that another encoding did not have ("Kade?nictv?")
_LOST_WITHIN = re.compile(r"[\w?\ufffd][?\ufffd]\w|(?<!\S)[?\ufffd]\w")
_WITH_LOST = re.compile(r"(?:[^\W_]|\?)*[^\W_](?:[^\W_]|\?)*")


def words_with_lost_letters(text: str) -> list[str]:
    """Return the folded words of a name with `LOST` for each letter that was lost; none where none was."""
    text = searched_part(text)
    if not _LOST_WITHIN.search(text):
        return []
    return take_apart(_WITH_LOST.findall(fold(text.replace("\ufffd", LOST)))).words


def searched_words(text: str) -> list[str]:
    """Return the folded words of a text that somebody searches for; what is beyond the bounds is left out."""
    return words_of(searched_part(text))[:_MOST_SEARCHED_WORDS]


def analyse_searched(text: str) -> Name:
    """Take a text that somebody searches for apart, within the bounds of `searched_words`."""
    return take_apart_searched(searched_words(text), text)


def take_apart(given: list[str], of_as: bool = False) -> Name:
    """Return the own words and the legal forms of a name's folded words; `of_as` = see `names_as`."""
    if not given or (given[-1] not in _FORMS_AT_END and _FORMS.keys().isdisjoint(given)):
        return Name(given, [], [])
    parts = _split_at_forms(given)
    last = len(parts) - 1
    while last > 0 and parts[last].form:
        last -= 1
    word = parts[last].words[0]
    if last > 0 and len(parts[last].words) == 1 and word in _FORMS_AT_END:
        is_town = (of_as and word == "as") or parts[last - 1].words[-1] in _BEFORE_TOWN.get(word, ())
        parts[last] = _Part((word,), "" if is_town else word)
    words = [part.words[0] for part in parts if not part.form]
    forms = [part.form for part in parts if part.form]
    spare = [word for part in parts if part.form for word in part.words]
    return Name(words, forms, spare) if words else Name(list(map(form_term, forms)), [], spare)


def take_apart_searched(given: list[str], text: str) -> Name:
    """Take the folded words of a text that somebody searches for apart like those of a name.

    In a name "VOŠ" is taken for a legal form wherever it stands; who types it first means a school.
    """
    of_as = names_as(text)
    if _OF_SCHOOL not in given[:-1] and not _SCHOOL_WRITTEN_OUT.search(text):
        return take_apart(given, of_as)
    words: list[str] = []
    rest = given
    while _OF_SCHOOL in rest:
        place = rest.index(_OF_SCHOOL)
        words += [*take_apart(rest[:place]).words, _OF_SCHOOL]
        rest = rest[place + 1 :]
    last = take_apart(rest, of_as)
    return Name([*words, *last.words], last.forms, last.spare)


class _Part(NamedTuple):
    words: Sequence[str]
    form: str  # empty = an ordinary word


def _split_at_forms(given: list[str]) -> list[_Part]:
    parts: list[_Part] = []
    position = 0
    while position < len(given):
        part = _Part(given[position : position + 1], "")
        for variant, form in _FORMS.get(given[position], ()):
            # "Novák a spol. s r.o.": the partners belong to the name, only what follows is the form.
            of_partners = variant[0] == "spol" and position > 0 and given[position - 1] == "a"
            if not of_partners and _stands(given, position, variant):
                part = _Part(variant, form)
                break
        parts.append(part)
        position += len(part.words)
    return parts


def _stands(given: list[str], position: int, variant: tuple[str, ...]) -> bool:
    """Tell whether a written form stands at a position; "J. K. s.r.o." is not "k. s." and two letters."""
    if tuple(given[position : position + len(variant)]) != variant:
        return False
    last = position + len(variant) - 1
    longer = (other for other, _ in _FORMS.get(given[last], ()) if len(variant) == 2 and len(other) > 2)
    return not any(tuple(given[last : last + len(other)]) == other for other in longer)


def without_unfinished_form(words: list[str]) -> list[str]:
    """Return the words without a legal form that is just being written at their end ("alza s r" → alza)."""
    for length in (3, 2, 1):
        if length < len(words) and tuple(words[-length:]) in _UNFINISHED_FORMS:
            return words[:-length]
    return words


def company_words(name: Name) -> list[str]:
    """Return all terms under which a word of a name is found, legal forms in both spellings included."""
    # Single letters of "s. r. o." would make lists of half of all companies that nobody asks for.
    return [*name.words, *map(form_term, name.forms), *(word for word in name.spare if len(word) > 1)]


def form_term(form: str) -> str:
    """Return the term of a legal form; "zs" is a word of a school's name, too."""
    return f"|{form}"


def is_form_only(words: Sequence[str]) -> bool:
    """Tell whether the words of a name taken apart are the terms of legal forms and nothing else."""
    return bool(words) and all(word.startswith("|") for word in words)


# What joins two names ("Johnson & Johnson", "Novák + syn"), as a sign and as the words that are said for it.
_JOINING_SIGN = re.compile(r"(?<=\w)\s*[&+]\s*(?=\w)")
JOINING_WORDS = ("a", "and", "plus")
_JOINING = frozenset(JOINING_WORDS)


def joining_words(text: str, words: Sequence[str]) -> tuple[str, ...]:
    """Return what people write for the sign, or the word, that joins parts of a name.

    `words` are those of the name taken apart.
    """
    joined = not _JOINING.isdisjoint(words[1:-1]) or (
        ("&" in text or "+" in text) and _JOINING_SIGN.search(text)
    )
    return JOINING_WORDS if joined else ()


def otherwise_joined(text: str, words: Sequence[str]) -> list[Name]:
    """Return a name that is joined by a sign or a word with each of the others, or a sign, in its place.

    `words` are those of the text taken apart.
    """
    if not joining_words(text, words):
        return []
    name = take_apart(words_of(_JOINING_SIGN.sub(" a ", searched_part(text)))[:_MOST_SEARCHED_WORDS])
    parts: list[list[str]] = [[]]
    for place, word in enumerate(name.words):
        if word in JOINING_WORDS and 0 < place < len(name.words) - 1:
            parts.append([])
        else:
            parts[-1].append(word)
    if len(parts) == 1:
        return []
    return [name._replace(words=_joined(parts, word)) for word in ("", *JOINING_WORDS)]


def _joined(parts: list[list[str]], word: str) -> list[str]:
    between = [word] if word else []
    return [*parts[0], *(one for part in parts[1:] for one in (*between, *part))]


def beginnings(words: Sequence[str], longest: int = 6) -> Iterator[str]:
    """Yield the first 1, 2, ... words written together: "t mobile cz" → t, tmobile, tmobilecz."""
    beginning = ""
    for word in words[:longest]:
        beginning += word
        yield beginning


def joined_neighbours(words: Sequence[str], longest: int = 6) -> Iterator[str]:
    """Yield every two and three neighbouring words written together, among the first `longest` words."""
    words = words[:longest]
    for position in range(len(words) - 1):
        pair = words[position] + words[position + 1]
        yield pair
        if position + 2 < len(words):
            yield pair + words[position + 2]


@lru_cache(maxsize=16384)
def nace_terms(code: str) -> tuple[str, ...]:
    """Return an activity code and everything above it down to the division: 62010 → 62, 620, 6201, 62010.

    A section is a letter, and only itself: sections are not a prefix of their divisions.
    """
    if len(code) < 2 or not code[:2].isdigit():
        return (code.lower(),)
    return tuple(code[:length] for length in range(2, len(code) + 1))
