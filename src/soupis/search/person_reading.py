"""Reading a text that somebody searches persons by: titles, salutations, a year of birth or an age."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from soupis.folding import fold
from soupis.search.analysis import searched_part, take_apart, words_of
from soupis.times import prague_today

# Titles that are several words after folding; the others are words of `_BESIDE`.
_SPLIT_TITLES = re.compile(
    r"(?<![a-z])(?:ph\.? ?d(?:r\.?)?|[tb]h\.? ?[db]|b\.? ?th|th\.? ?lic|dr\.? ?(?:sc|oec)|c\.? ?sc|di\.? ?s"
    r"|ll\.? ?[mb]|(?:e\.? ?)?m\.? ?b\.? ?a|[mb]\.? ?sc|[mb]\.? ?a|m\.? ?phil|(?:dr\.? ?)?h\.? ?c"
    r"|dipl[. -]*(?:ing|ek)|ing\.? ?arch|ing\.? ?paed\.? ?igip|eur\.? ?ing|et ?(?:mgr|ing|bc)|mgr\.? ?art"
    r"|akad\.? ?(?:mal|soch|arch)|ak\.? ?mal|odb\.? ?as"
    r"|prom\.? ?(?:ped|prav|fil|bio|chem|mat|fyz|hist|psych|geol|vet|lek))(?![a-z])\.?"
)
_BESIDE = frozenset("""
pro od do ke k u o v na za se z ze architekt architektka ucetni ing mgr bc mudr judr phdr rndr paeddr mvdr
pharmdr thdr thmgr thlic doc prof csc drsc phd mba llm dis msc bsc dr mag arch mga bca rsdr mddr icdr dsc
artd rtdr phmr juc muc bba mpa mph mha dba emba msit mim fcca acca cipm rcdr drph mult emer frcs mrics
jcd jclic thb phb bth duniv plk pplk mjr kpt npor ppor genmjr et
pan pani pana panu pane panem slecna slecno vazeny vazena vazeni p sl inzenyr inzenyrka
inzenyre inzenyra inzenyru inzenyrovi inzenyrem inzenyrko inzenyrky inzenyrce inzenyrku inzenyrkou
doktor doktorka doktore doktora doktoru doktorovi doktorem doktorko doktorky doktorce doktorku doktorkou
profesor profesorka profesore profesora profesoru profesorovi profesorem profesorko profesorky profesorce
profesorku profesorkou docent docentka docente docenta docentu docentovi docentem docentko docentky docentce
docentku docentkou magistr magistra magistre magistru magistrovi magistrem magistro magistry magistrou
rodina rodiny rodine manzel manzele manzelu manzelum manzelka manzelky bratr bratri sestra sestry sourozenci
predstavenstva mistopredseda mistopredsedkyne prokurista prokuristka likvidator likvidatorka rozena roz
reditel reditelka reditele jednatel jednatelka jednatele statutar predseda predsedkyne spolecnik spolecnice
majitel majitelka podnikatel starosta starostka clen clenka osoba jmeno prijmeni narozen narozena narozeny
nar narozeni rocnik rok roce vek let roku ml st mladsi starsi hledam najdi kontakt telefon firmy firma s
""".split())  # fmt: skip
# A year, or a day, which says no more here than its year; "r. 1961" and "v r. 1961", too.
_YEAR = re.compile(r"(?:(?<![a-z])r[. ] ?|(?<!\d))(?:\d{1,2}\. ?\d{1,2}\. ?)?((?:18|19|20)\d\d)(?!\d)")
_LABELLED_YEAR = re.compile(
    r"(?<![a-z])(?:(?:(?:rok|r)\.? ?)?nar(?:ozen[aiy]?)?|rocnik|roc)(?:[.: ]+v)?(?:[.: ]+(?:roce|rok|r))?"
    r"[.: ]*(\d{4}|\d{2})(?![\d.])|\( ?(\d{2}) ?\)"
)
_AGE = re.compile(r"(?<!\d)(\d{2})\s*(?:let|roku|r\b)|(?:vek|age)[: ]*(\d{2})(?!\d)")
_OLDEST = 110
# "Míla" alone is a given name, "Milý" a surname.
_DEAR = re.compile(r"\W*mil[aiy]\W+(?=(?:pan[ei]?|panove|slecn[ao]|pi?)(?!\w))")
_GREETING = re.compile(
    r"\W*(?:(?:dobry|hezky|krasny) (?:den|vecer)|dobre (?:rano|odpoledne)|zdravim|ahoj"
    r"|k rukam|do rukou|na vedomi)(?!\w)"
)
_TO = r"\W*(?:(?:vazen|mil)[aiy]\W+)?"
_SALUTATION = re.compile(_TO + r"(?:pi|mrs?|ms|miss)(?![^\W_])\.?(?=\s*[^\W\d_]{2})")
_SPOKEN_OF = re.compile(r"\W*[ukszov](?!\w)(?!\.)")
_MISTER = re.compile(_TO + r"p\.")
_CAPITAL_P = re.compile(r"\W*P\.")


class PersonReading(NamedTuple):
    """What was read: the words as they stand, those left for a name, a company or a town, years of birth.

    `year` is how the year, or the age, is written. `spoken` is the rest without a preposition that may be an
    initial, too ("u Nováka").
    """

    words: list[str]
    rest: list[str]
    years: tuple[int, ...]
    year: str = ""
    spoken: Sequence[str] = ()


def read_person(text: str) -> PersonReading:
    """Read a text that somebody searches persons by."""
    folded = fold(searched_part(text))
    if (greeting := _GREETING.match(folded)) and greeting.end() < len(folded):
        folded = folded[greeting.end() :]
    addressed = _SALUTATION.match(folded)
    rest = folded[addressed.end() :] if addressed else _DEAR.sub("", folded, count=1)
    rest, years, year = _take_years(_SPLIT_TITLES.sub(" ", rest))
    all_words = take_apart(words_of(rest)).words
    words = spoken = [word for word in all_words if word not in _BESIDE]
    if _SPOKEN_OF.match(folded) is None:
        spoken = []
    if len(words) == 1:  # "p Kadlec" and "P. Kadlec" are initials, "p. Kadlec" and "P. Ing. Kadlec" are not
        mister = _MISTER.match(folded) and not (_CAPITAL_P.match(text) and all_words[1:2] == words)
        said = _BESIDE if mister else {word for word in _BESIDE if len(word) > 1}
        words = [word for word in all_words if word not in said]
    rest_words = list(dict.fromkeys(words))
    return PersonReading(words_of(folded), rest_words, years, year, spoken or rest_words)


def speaks_of_person(text: str) -> bool:
    """Tell whether a text says that a person is meant: by a title, a salutation, a function or a year."""
    reading = read_person(text)
    said = set(take_apart(reading.words).words) - set(reading.rest)
    return bool(reading.rest) and (bool(reading.years) or any(len(word) > 1 for word in said))


def is_year(word: str) -> bool:
    """Tell whether a word is a year and no other number."""
    return len(word) == 4 and _YEAR.fullmatch(word) is not None


def _take_years(folded: str) -> tuple[str, tuple[int, ...], str]:
    """Return the text without a year of birth or an age, the years it may mean, and how it is written."""
    this_year = prague_today().year
    if match := _LABELLED_YEAR.search(folded):
        written = match[1] or match[2]
        years: tuple[int, ...] = (int(written),)
        if len(written) == 2:
            centuries = (1900 + int(written), 2000 + int(written))
            years = tuple(year for year in centuries if this_year - _OLDEST < year <= this_year)
    elif match := _AGE.search(folded):
        written = match[1] or match[2]
        born = this_year - int(written)
        years = (born, born - 1)
    elif match := _YEAR.search(folded):
        written = match[1]
        years = (int(written),)
    else:
        return folded, (), ""
    return f"{folded[: match.start()]} {folded[match.end() :]}", years, written
