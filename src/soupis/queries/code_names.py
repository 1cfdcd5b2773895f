"""Names of code lists turned into codes: people and models write names, the index holds codes."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal, TypeVar, get_args

import msgspec

from soupis.folding import fold_together, fold_words
from soupis.messages import Message
from soupis.queries.errors import QueryError
from soupis.queries.services import Services
from soupis.search.sections import SECTIONS, SECTIONS_2008, divisions_of
from soupis.wire.labels import REGION_NAMES
from soupis.wire.requests import MAX_CODES, VyberFirem

List = Literal["kraj", "forma", "nace", "velikost"]
# The parameters of a search that take names.
Named = Literal["forma", "nace"]
_NAMED: tuple[Named, ...] = get_args(Named)
_LANGUAGES: tuple[Literal["cs", "en"], ...] = ("cs", "en")

_STORED_LISTS = {
    "forma": ("legal_form_ros", "legal_form"),
    "nace": ("nace2008", "nace2025"),
    "velikost": ("headcount",),
}
# What people say and no code list has, folded and without spaces.
_SAID = {
    "forma": {
        "sro": ["112"], "spolsro": ["112"], "as": ["121"], "akciovka": ["121"], "vos": ["111"], "ks": ["113"],
        "ops": ["141"], "svj": ["145"], "osvc": ["100"], "zivnostnik": ["100"], "zivnostnici": ["100"],
        "fyzickaosoba": ["100"], "ltd": ["112"], "llc": ["112"], "plc": ["121"],
        "zs": ["706"], "zapsanyspolek": ["706"], "spolky": ["706"], "ps": ["736"], "pobocnespolky": ["736"],
        "os": ["701"], "zu": ["161"], "zapsanyustav": ["161"], "sp": ["301"], "np": ["302"], "se": ["932"],
        "po": ["331", "332", "333"], "odstepnyzavod": ["421", "425", "501"], "obce": ["801"],
    },
    "nace": {
        "it": ["62"], "software": ["62"], "informatika": ["62"], "informacnitechnologie": ["62"],
        "vyvojsoftwaru": ["62"], "stavebnictvi": ["41", "42", "43"], "zemedelstvi": ["01"],
        "doprava": ["49", "50", "51"], "skolstvi": ["85"], "zdravotnictvi": ["86"], "ucetnictvi": ["692"],
        "vedeniucetnictvi": ["692"], "pravo": ["691"], "advokat": ["691"], "advokati": ["691"],
        "potravinarstvi": ["10"], "energetika": ["35"], "realitky": ["68"], "reality": ["68"],
        "gastronomie": ["56"], "hotely": ["551"], "restaurace": ["561"], "hospody": ["563"],
        "pivovar": ["1105"], "pivovary": ["1105"],
    },
}  # fmt: skip
# The sections that both revisions of CZ-NACE have alike; the letters behind them mean something else in each.
SAME_SECTIONS = "ABCDEFGHI"
# More values than these cannot all be meant by one name; a filter takes no more of them either.
_MOST_MEANT = 6
_MOST_SHOWN = 8
# The part of a word that its other forms share: restaurace, restauracích.
_STEM = 0.7
_SHORTEST_STEM = 4
# Where no word has such a part in common, names are offered that share as many first letters.
_SHORTEST_BEGINNING = 3
_LONGEST_CODE = 6
_MAX_SHOWN_CHARACTERS = 40
_DIGITS = re.compile(r"[0-9](?:[0-9.]*[0-9])?")
_NAMES_KEPT = 8_192
_EXAMPLES = {
    "kraj": ("19", "Jihomoravský kraj"),
    "forma": ("112", "akciová společnost"),
    "nace": ("62", "výroba nápojů"),
    "velikost": ("120", "1 - 5 zaměstnanců"),
}

S = TypeVar("S", bound=VyberFirem)


class CodeError(QueryError):
    """A text does not mean certain codes of a list; `alike` are values of the list that it may mean."""

    def __init__(self, cs: str, en: str, alike: Sequence[str] = ()) -> None:
        super().__init__(400, cs, en)
        self.alike = alike


class UnknownCodeError(CodeError):
    """A text is neither a code nor a name of a code list."""


async def with_codes(services: Services, parameters: S) -> S:
    """Return the parameters of a search with codes of forms and activities in the place of their names.

    For pages and assistants, where people and models write names. Raises QueryError 400 as `codes_of` does.
    """
    named: dict[str, list[str]] = {}
    for field in _NAMED:
        given = [text for part in getattr(parameters, field) if (text := part.strip())]
        is_coded = _are_used_codes(services, field, given)
        named[field] = given if is_coded else await _codes_of_all(services, field, given)
    await _check_sizes(services, parameters.velikost)
    return msgspec.structs.replace(parameters, **named)


async def check_codes(services: Services, parameters: VyberFirem) -> None:
    """Raise QueryError 400 for forms and activities that are not codes, with the codes that were meant.

    For REST, which takes digits only.
    """
    for field in _NAMED:
        given: list[str] = getattr(parameters, field)
        if _are_used_codes(services, field, given):
            continue
        every = await _all_names(services, field)
        written = [text for text in given if text.strip()]
        for text in await _whole_values(services, field, written):
            if not _is_code(text) or (every and text not in every):
                raise await _no_code(services, field, text, every)
        if written != given:
            raise _stray_comma(field, written)
    await _check_sizes(services, parameters.velikost)


def _are_used_codes(services: Services, code_list: Named, given: Sequence[str]) -> bool:
    """Tell whether all values are codes of companies; then the lists need not be read."""
    return all(_is_code(text) and services.companies.has_code(code_list, text) for text in given)


def _stray_comma(code_list: Named, codes: list[str]) -> QueryError:
    right = ",".join(codes) or _EXAMPLES[code_list][0]
    return QueryError(
        400,
        f"Parametr {code_list} má v seznamu prázdný kód, nejspíš čárku navíc; použijte {right}.",
        f"Parameter {code_list} has an empty code in its list, probably one comma too many; use {right}.",
    )


async def _no_code(
    services: Services, code_list: Named, text: str, every: dict[str, list[str]]
) -> QueryError:
    """Return the error of REST for a value that is not a code of the list, with the one that was meant."""
    shown = text if len(text) <= _MAX_SHOWN_CHARACTERS else f"{text[:_MAX_SHOWN_CHARACTERS]}…"
    if text.isascii() and text.isdigit():
        begun = Message(
            f"Parametr {code_list}: kód {shown} v číselníku není",
            f"Parameter {code_list}: the code list has no {shown}",
        )
    else:
        begun = Message(
            f"Parametr {code_list} přijímá jen kódy z číslic, přišlo „{shown}“",
            f"Parameter {code_list} takes only codes of digits, got “{shown}”",
        )
    hint = await _hint(services, code_list, text, every)
    return QueryError(400, f"{begun.cs}{hint.cs}", f"{begun.en}{hint.en}")


async def _hint(services: Services, code_list: Named, text: str, every: dict[str, list[str]]) -> Message:
    """Return the end of a sentence that says which codes a text means or may mean."""
    try:
        codes = _codes_within(every, text) or await codes_of(services, code_list, text)
    except CodeError as error:
        if error.alike:
            listed = "; ".join(error.alike[:_MOST_SHOWN])
            return Message(f"; nejblíž jsou: {listed}.", f"; the nearest ones: {listed}.")
        example = _EXAMPLES[code_list][0]
        return Message(f"; správně třeba: {example}.", f"; a right one: {example}.")
    except QueryError as error:
        return Message(f". {error.message.cs}", f". {error.message.en}")
    listed = ",".join(codes)
    if len(codes) > MAX_CODES:
        return Message(
            f"; použijte nejvýše {MAX_CODES} z kódů {listed}.", f"; use at most {MAX_CODES} of {listed}."
        )
    return Message(f"; použijte {listed}.", f"; use {listed}.")


def _codes_within(every: dict[str, list[str]], text: str) -> list[str]:
    """Return the codes that a text has in it: "112 - s.r.o.", "CZ-NACE 62.01", "62 01", "0112", "6201000"."""
    if any(char.isnumeric() and not char.isdecimal() for char in text):
        return []  # "①" may be anything
    text = unicodedata.normalize("NFKC", text).strip()
    if _DIGITS.fullmatch(text):
        code = _nearest_code(every, text.replace(".", ""))
        return [code] if code else []
    if (code := re.sub(r"[\s.]", "", text)).isdigit() and code in every:
        return [code]
    return [code for run in _DIGITS.findall(text) if (code := run.replace(".", "")) in every]


def _nearest_code(every: dict[str, list[str]], digits: str) -> str | None:
    """Return a code that differs from digits by zeros before it, or by digits too many behind it."""
    beginnings = (digits[:length] for length in range(len(digits), 1, -1))
    candidates = (digits, digits.lstrip("0"), f"0{digits}", *beginnings)
    return next((code for code in candidates if code in every), None)


async def _check_sizes(services: Services, codes: Sequence[str]) -> None:
    """Raise UnknownCodeError 400 for a code that neither the list of headcounts nor any company has."""
    wrong = [code for code in codes if code and not services.companies.has_code("velikost", code)]
    every = await names(services, "velikost") if wrong else {}
    wrong = [code for code in wrong if code not in every]
    if wrong and every:
        listed = "; ".join(f"{code} {name}" for code, name in every.items())
        raise UnknownCodeError(
            f"V číselníku velikost „{wrong[0]}“ není; možné kódy: {listed}.",
            f"The code list velikost has no “{wrong[0]}”; possible codes: {listed}.",
        )


async def _codes_of_all(services: Services, code_list: Named, given: Sequence[str]) -> list[str]:
    """Return the codes of several values, each once."""
    codes: dict[str, None] = {}
    for text in await _whole_values(services, code_list, given):
        codes.update(dict.fromkeys(await codes_of(services, code_list, text)))
    return list(codes)


async def _whole_values(services: Services, code_list: Named, given: Sequence[str]) -> list[str]:
    """Return values that were given between commas, with names that have commas of their own in one piece."""
    every = {
        "".join(_words(name))
        for language in _LANGUAGES
        for called in (await _all_names(services, code_list, language)).values()
        for name in called
    }
    values = []
    place = 0
    while place < len(given):
        ends = range(len(given), place + 1, -1)
        end = next((end for end in ends if fold_together(" ".join(given[place:end])) in every), place + 1)
        values.append(", ".join(given[place:end]))
        place = end
    return values


async def names(services: Services, code_list: List) -> dict[str, str]:
    """Return the Czech names of a list by their codes, those of both revisions of an activity together."""
    return {code: every[0] for code, every in (await _all_names(services, code_list)).items()}


async def _all_names(
    services: Services, code_list: List, language: Literal["cs", "en"] = "cs"
) -> dict[str, list[str]]:
    """Return the names of each code: an activity may be called otherwise in each revision."""
    if code_list == "kraj":
        return {str(code): [name] for code, name in REGION_NAMES.items()}
    found: dict[str, list[str]] = {}
    for stored in _STORED_LISTS[code_list]:
        for code, name in (await services.code_lists.names(stored)).items():
            found.setdefault(code, []).append(getattr(name, language))
    return dict(sorted(found.items()))


async def look_up(services: Services, code_list: List, text: str | None) -> dict[str, str]:
    """Return the values of a list whose code begins with a text or whose name has all its words."""
    every = await _all_names(services, code_list)
    return _looked_up(code_list, every, text)


def _looked_up(code_list: List, every: dict[str, list[str]], text: str | None) -> dict[str, str]:
    if not text:
        return {code: called[0] for code, called in every.items()}
    text = _undotted(text)
    if text.isdigit():
        return {code: called[0] for code, called in every.items() if code.startswith(text)}
    said = _SAID.get(code_list, {}).get(fold_together(text), [])
    stems = [_stem(word) for word in fold_words(text)]
    found = {code: _first_with(called, stems) for code, called in every.items() if stems}
    found.update((code, every[code][0]) for code in said if code in every)
    return {code: name for code, name in found.items() if name}


def _first_with(called: Sequence[str], stems: Sequence[str]) -> str:
    return next((name for name in called if _has_words(name, stems)), "")


async def codes_of(services: Services, code_list: Named, text: str) -> list[str]:
    """Return the codes that a code or a name means; raises QueryError 400 that lists what is alike.

    That is an UnknownCodeError where nothing has the name, or neither the list nor any company has the code.
    """
    text = _undotted(text)
    every = await _all_names(services, code_list)
    if _is_code(text):
        # Without the lists, which are empty until the system of record is reached, any code may be one.
        if not every or text in every or services.companies.has_code(code_list, text):
            return [text]
        raise _unknown(code_list, text, every)
    if code_list == "nace" and len(letter := text.strip().upper()) == 1 and "A" <= letter <= "V":
        return _divisions(letter)
    if said := _SAID.get(code_list, {}).get(fold_together(text)):
        return said
    alike = await _alike(services, code_list, text)
    meant = _topmost([code for code in alike if code.isdigit()]) if code_list == "nace" else list(alike)
    if 1 <= len(meant) <= _MOST_MEANT:
        return meant
    if not meant:
        raise _unknown(code_list, text, every)
    raise _ambiguous(code_list, text, [f"{code} {alike[code]}" for code in meant])


async def _alike(services: Services, code_list: Named, text: str) -> dict[str, str]:
    """Return the values that have a name or else all its words, in Czech or else in English.

    Where no company has the value of just this name, those whose names begin with it are meant, too.
    """
    in_czech, in_english = [await _all_names(services, code_list, language) for language in _LANGUAGES]
    words = tuple(fold_words(text))
    for every in (in_czech, in_english):
        if same := _values(every, lambda name: "".join(name) == "".join(words)):
            if not any(services.companies.has_code(code_list, code) for code in same):
                same |= _values(every, lambda name: name[: len(words)] == words)
            return same
    if max(map(len, words), default=0) < _SHORTEST_BEGINNING:
        return {}  # names with a word that begins with one or two letters are not alike
    return _looked_up(code_list, in_czech, text) or _looked_up(code_list, in_english, text)


def _values(every: dict[str, list[str]], fits: Callable[[tuple[str, ...]], bool]) -> dict[str, str]:
    """Return the values one of whose names, as folded words, fits."""
    return {code: called[0] for code, called in every.items() if any(fits(_words(name)) for name in called)}


def _ambiguous(code_list: Named, text: str, values: Sequence[str]) -> CodeError:
    shown = "; ".join(values[:_MOST_SHOWN])
    return CodeError(
        f"Hodnot číselníku {code_list} s názvem „{text[:40]}“ je víc ({len(values)}), zadejte kód: {shown}.",
        f"Several values of {code_list} ({len(values)}) are called “{text[:40]}”, give a code: {shown}.",
        values,
    )


def _unknown(code_list: Named, text: str, every: dict[str, list[str]]) -> UnknownCodeError:
    code, name = _EXAMPLES[code_list]
    near = _near(every, text)
    listed = "; ".join(near[:_MOST_SHOWN])
    return UnknownCodeError(
        f"V číselníku {code_list} „{text[:40]}“ není; zadejte kód (třeba {code}), nebo název (třeba {name})."
        + (f" Nejblíž jsou: {listed}." if listed else ""),
        f"The code list {code_list} has no “{text[:40]}”; give a code ({code}, for instance), "
        f"or a name, Czech or English ({name})." + (f" The nearest ones: {listed}." if listed else ""),
        near,
    )


def _near(every: dict[str, list[str]], text: str) -> list[str]:
    """Return the values that share a word with a text, or else the first letters of one."""
    stems = [_stem(word) for word in fold_words(text) if len(word) >= _SHORTEST_STEM and word.isalpha()]
    for length in range(max(map(len, stems), default=0), _SHORTEST_BEGINNING - 1, -1):
        near = {
            code: name
            for code, called in every.items()
            if (name := next(filter(None, (_first_with(called, [stem[:length]]) for stem in stems)), ""))
        }
        if near:
            return [f"{code} {near[code]}" for code in _topmost(list(near))]
    return []


def _divisions(letter: str) -> list[str]:
    """Return the divisions of a section; raises QueryError 400 for a letter that means two of them."""
    if letter not in SAME_SECTIONS:
        old, new = SECTIONS_2008.get(letter), SECTIONS[letter]
        raise QueryError(
            400,
            f"Sekce {letter} znamená v CZ-NACE 2008 a 2025 jiné činnosti ({letter}: 2008 {_span(old).cs}, "
            f"2025 {_span(new).cs}). Zadejte dvoumístné kódy oddílů.",
            f"Section {letter} means other activities in CZ-NACE 2008 and 2025 ({letter}: {_span(old).en} in "
            f"2008, {_span(new).en} in 2025). Give codes of two digits.",
        )
    return divisions_of(letter)


def _span(divisions: tuple[int, int] | None) -> Message:
    """Return in words which divisions a section has; None = there is no such section."""
    if divisions is None:
        return Message("nic", "nothing")
    first, last = divisions
    if first == last:
        return Message(f"oddíl {first}", f"division {first}")
    return Message(f"oddíly {first}–{last}", f"divisions {first}–{last}")


def with_sections(codes: Sequence[str]) -> list[str]:
    """Return codes of activities with the letter of a section in the place of all its divisions.

    A section may have more of them than the parameter takes values.
    """
    written = list(codes)
    for letter in SAME_SECTIONS:
        divisions = divisions_of(letter)
        if len(divisions) > 1 and set(divisions) <= set(written):
            first = written.index(divisions[0])
            written[first] = letter
            written = [code for code in written if code not in divisions]
    return written


def _undotted(text: str) -> str:
    """Return a code without the dots that people write it with: 62.01."""
    plain = text.strip().replace(".", "")
    return plain if plain.isascii() and plain.isdigit() else text


def _is_code(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _LONGEST_CODE


@lru_cache(maxsize=_NAMES_KEPT)  # of the names of lists, not of what is asked for
def _words(name: str) -> tuple[str, ...]:
    return tuple(fold_words(name))


def _stem(word: str) -> str:
    return word[: max(_SHORTEST_STEM, math.ceil(len(word) * _STEM))]


def _has_words(name: str, stems: Sequence[str]) -> bool:
    words = _words(name)
    return all(any(word.startswith(stem) for word in words) for stem in stems)


def _topmost(codes: list[str]) -> list[str]:
    """Leave out codes below another one; a filter by a code matches all below it."""
    return [code for code in codes if not any(code != other and code.startswith(other) for other in codes)]
