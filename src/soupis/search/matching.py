"""How a text that somebody wrote matches companies: steps from the exact name down to one word left out.

Within a step all hits are equal and `ranks.py` orders them. The steps are kept disjoint by the caller, which
shows a company in the best step that it matches. docs/search.md has an example of each.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from functools import cache, cached_property, partial
from itertools import chain, combinations, starmap
from math import comb
from types import MappingProxyType
from typing import NamedTuple, Protocol

from tantivy import Query, Searcher

from soupis.folding import fold_words
from soupis.search.analysis import (
    FORM_WORDS,
    LOST,
    Name,
    form_term,
    is_form_only,
    names_as,
    otherwise_joined,
    take_apart,
    take_apart_searched,
    words_with_lost_letters,
)
from soupis.search.beside import beside, side_by_side
from soupis.search.equivalents import (
    SMALL_WORDS,
    abbreviated_towns,
    as_initials,
    called_number,
    first_cases,
    number_terms,
    numbers_in_digits,
    other_layouts,
    parts_of_abbreviation,
    place_key,
    sound_key,
    town_of,
)
from soupis.search.hearing import heard
from soupis.search.mending import Mended, mend
from soupis.search.phrases import (
    contracted,
    is_of_kind,
    meant_by_diacritics,
    meant_words,
    other_names,
    spelled,
    translations,
    whole_terms,
    written_out,
)
from soupis.search.queries import (
    NOTHING,
    Fields,
    KnownTerms,
    Ways,
    all_of,
    all_ranks,
    any_of,
    count,
    counted,
    may_be_mistaken,
    most_of,
    ranked,
    ways,
)
from soupis.search.ranks import ico_of
from soupis.search.reading import Reading, is_of_program, read
from soupis.search.schema import name_start, whole_former

_SHORTEST_PREFIX = 2
_INDEXED_PREFIX = 3
_LONGEST_GROUP = 3
# So many words that may be of a town are asked for in each combination.
_MOST_WAYS_OF_TOWN = 3
_LONGEST_LEAD = 6  # words, see `analysis.beginnings`
# Every spelling with a typo is a walk through the dictionary, so a long text is not regrouped as well.
_MOST_WORDS_REGROUPED = 4
# A typo can be in any word and each such reading asks for all the others: the cost grows with the square.
_MOST_WORDS_MISTAKEN = 16
# A word of so many names, and of one name in so many, is no slip.
_FEWEST_CERTAIN = 100
_SHARE_CERTAIN = 1000
# In a word of so many letters two slips are borne.
_LONG_WORD = 8
# With so many companies found nobody looks for what else the text may have meant.
FEW = 20
# Lists of so many companies are put beside others in no time.
_EASY = 5_000
_VERY_EASY = 500
# Of so many companies with a word it is found out who has others, before slips are looked for beside these.
_EASIER_THAN_SLIPS = 15_000
# Lists of so many companies together take longer than all that they may spare.
_TOO_DEAR = 1_000_000
# Of a long text of at most so many words it is looked at whether any two of them stand together.
_MOST_PAIRED = 8
# So many companies that hold all words somewhere are asked by their IDs how they do.
CANDIDATES = 100
# The same where finding them takes ten times as long as looking through so many IDs.
_DEAR_CANDIDATES = 1_000
# A document read to ask others about it, measured in documents read along with all others.
_DEARER = 2
# The same where most of the others are common words.
_MUCH_DEARER = 10

# A word alone that may stand for a text of which something is left out: so long, or in so few names.
_TELLING = 4
_TELLING_ABBREVIATION = 3
_RARE = 5
# So rare is a word that tells a company by itself where the others lead nowhere.
_SHARE_TELLING = 5000
# So many times fewer companies tell more, where what is counted is no whole name.
_CLEARLY = 2
# Of an address of so many words a third may be wrong.
_LONG_ADDRESS = 3
_MOST_BESIDE = 8
# Of a word with lost letters so many are left at least.
_FEWEST_LETTERS = 3
# So many strange words are heard beside others.
_MOST_HEARD = 4
# A shorter word alone may be heard in too many others.
_SHORTEST_HEARD_ALONE = 4
# The same where other words are left out.
_SHORTEST_HEARD_IN_PART = 6
# So many words of an address tell that a company is meant: a street, a number and a town.
_TELLING_OF_SEAT = 3
# A word without vowels of so many letters may be a name without its own ("tplrn").
_WITHOUT_VOWELS = re.compile(r"[bcdfghjklmnpqrstvwxz]{4,16}")
# Words of so many letters may be derived from one another by their endings: "motolská", "škodovka", "raifka".
_DERIVED = 6
_DERIVATION = re.compile(
    r"(?<=\w{4})(?:ov)?(?:sk|ck|n|sti|ari?|arn)?(?:a|y|e|i|o|ou|eho|emu|em|ych|ym|ymi)$|(?<=\w{4})(?:ov)?(?:ka|ky|ce|ku|ak|an)$"
)

# So many words may stand as their initials in a name.
_SHORTEST_INITIALS = 3
_LONGEST_INITIALS = 4

# Words of the country, and what any firm is: nobody's name is met by these alone.
_GENERIC = frozenset(
    "cz czech czechia ceska ceske cesky ceskych cesko ceskoslovenska cr republika republiky republic"
    " company companies".split()
)
# Unfinished words are worth looking for from so many letters on, all together.
_FEWEST_UNFINISHED = 3
# Of so many words all may be unfinished though they stand in many names.
_MOST_UNFINISHED = 5

# What stands beside a name in the lines of a bank; "CS" is the country that was.
_BESIDE_NAME = frozenset(
    "cs cze nakup nakupy platba platby kartou karta terminal dekuje dekujeme za inkaso prevod uhrada".split()
)

Names = tuple[str, ...]
"""Fields of names."""

_CURRENT: Names = ("word", "joined")
_FORMER: Names = ("former",)


class Step(NamedTuple):
    """Equally good matches.

    `name` tells how they were found, as it is served. `exact` = the name is the text. `below` = tried only
    while no exact name and fewer companies than that are found, never more than FEW; None = always, and only
    before the first step that has a limit. `ends` = when it has hits, the text meant these and nothing else.
    `first` = where matches are not equally good after all, what the better ones match, too, the best first;
    `within` = it matches nothing that the step does not.
    `holds` = the query of a step before, all of whose matches this one matches, too. `parts` = of which
    queries the query wants all. `total` = how many match, where that was asked already.
    """

    name: str
    query: Query
    exact: bool = False
    below: int | None = None
    ends: bool = False
    first: tuple[Query, ...] = ()
    within: bool = False
    holds: Query | None = None
    parts: tuple[Query | Ways, ...] = ()
    total: int | None = None


class Progress(Protocol):
    """What the steps that were yielded so far have found; the taker of the steps keeps it.

    `total` may be less than that where it is no less than FEW. `named` = one of them was found by its exact
    name or ID. `better` match all that were found.
    """

    total: int
    named: bool

    @property
    def better(self) -> list[Query]: ...


def steps(fields: Fields, searcher: Searcher, text: str, progress: Progress) -> Iterator[Sequence[Step]]:
    """Yield the steps of a text, the best first; a text that is a whole ID means that ID and nothing else.

    Of those that come together later ones may be asked before it is known what the first ones found.
    `searcher` tells which words stand in no name at all, so that fewer readings have to be tried.
    """
    fields = KnownTerms(fields, searcher)
    reading = read(text)
    if reading.ico is not None:
        beside = not reading.whole and reading.rest != reading.words
        yield [Step("ico", fields.term("ico", reading.ico), exact=True, ends=beside)]
        if reading.whole:
            return
    if reading.account:
        yield [Step("ucet", fields.term("account", reading.account.key), ends=True)]
        if reading.only_account:  # names like "účet" do not own it
            return
    whole = take_apart_searched(reading.words, text)
    if not whole.words:
        return
    if whole != (as_name := take_apart(reading.words, names_as(text))):
        yield [Step("jmeno", _with_all_forms(fields, as_name), exact=True)]
    if is_form_only(whole.words):
        forms = [fields.term("word", form) for form in dict.fromkeys(whole.words)]
        yield [Step("jmeno", fields.term("core", whole.core), exact=True), _met("slova", forms)]
        return
    for step in _whole_names(fields, reading, whole, text):
        yield [step]
    rest = Name(reading.rest, [], [])
    if not rest.words or reading.only_mark:  # its number is none within a name
        return
    if is_of_program(text, reading.words):
        return
    if rest.words != whole.words:
        for step in _said_beside(fields, searcher, whole, rest, formerly=reading.formerly):
            yield [step]
    words = _Words(fields, searcher, rest.words, meant_words(text))
    for step in _in_other_words(fields, searcher, words, reading):
        yield [step]
    if progress.total < FEW and not progress.named:
        words.look_for_candidates()
    said = [word for word in whole.words if word not in rest.words]
    for step in _written(fields, words, progress, said):
        yield [step]
    try:
        yield from _otherwise_written(fields, words, progress)
    finally:
        words.stop()
    if progress.total == 0:
        for step in _with_parts_of_words(fields, words, text):
            yield [step]
    if progress.total == 0 and words_with_lost_letters(text):
        yield [Step("preklepy", _with_lost_letters(fields, text), below=1)]
    if progress.total == 0:
        every = words if rest.words == whole.words else _Words(fields, searcher, whole.words)
        for step in _left_out(words, every):
            yield [step]
            if progress.total:  # none of the others is wanted, and making one may cost
                return


def _whole_names(fields: KnownTerms, reading: Reading, whole: Name, text: str) -> Iterator[Step]:
    """Yield the steps of all words of the text as one name, and of a file mark."""
    told = written_out(whole.words, meant_words(text))
    joined = otherwise_joined(text, whole.words)
    yield from _names(fields, whole, joined, meant_by_diacritics(text), told)
    if whole.forms:  # "d a s" is no "d" of the legal form a. s.
        glued = "".join(reading.words)
        yield Step("jmeno", fields.term("core", glued), exact=True)
        yield Step("zacatekJmena", fields.beginning("core", glued))
    if reading.mark:
        yield Step("spisovaZnacka", fields.term("mark", reading.mark))


def _in_other_words(
    fields: KnownTerms, searcher: Searcher, words: _Words, reading: Reading
) -> Iterator[Step]:
    """Yield the steps of words as they are mended, of numbers in digits, and of letters that are said."""
    alone = len(reading.words) == 1
    if mended := mend(words.as_written, words.unwritten(), words.companies_with, alone=alone):
        yield from _mended(fields, _Words(fields, searcher, mended.words), mended)
    digits = [word for word, _ in numbers_in_digits(words.as_written)]
    if digits != words.as_written and all(
        fields.documents("word", word) for word in set(digits) - set(words.as_written)
    ):
        yield from _mended(fields, _Words(fields, searcher, digits), Mended(digits, []))
    if reading.spelled and (spelled := _with_letters(fields, reading)):
        yield from _mended(fields, _Words(fields, searcher, spelled), Mended(spelled, []))


def _with_letters(fields: KnownTerms, reading: Reading) -> list[str] | None:
    """Return the words with letters in the place of their names ("dé há el"), where a name has them."""
    for first, end, letters in reading.spelled:
        if any(fields.documents(field, letters) for field in ("word", "joined", "alias")):
            return take_apart([*reading.words[:first], letters, *reading.words[end:]]).words
    return None


def _said_beside(
    fields: KnownTerms, searcher: Searcher, whole: Name, rest: Name, *, formerly: str
) -> Iterator[Step]:
    """Yield the steps of a text of which some words may be said about a firm: with them, then without."""
    words = _Words(fields, searcher, whole.words)
    terms = words.written(_CURRENT)
    written = _met("slova", terms)
    yield written
    yield _met("drivejsiJmeno", words.written(_FORMER))
    if formerly:
        yield Step("drivejsiJmeno", fields.term("former", whole_former(formerly)))
    last = words.words[-1]
    if len(last) >= _SHORTEST_PREFIX:
        begun = _met("zacatekSlova", _and_begun(fields, terms[:-1], last))
        wider = len(last) > _INDEXED_PREFIX and fields.begun(last) is None
        if wider and terms[-1] == (fields.term("word", last),):
            begun = begun._replace(holds=written.query)
        yield begun
    yield from _names(fields, rest)
    if len(once := list(dict.fromkeys(rest.words))) < len(rest.words):
        yield from _names(fields, Name(once, [], []))


def _names(
    fields: KnownTerms,
    name: Name,
    joined: Sequence[Name] = (),
    meant: Sequence[Sequence[str]] = (),
    told: Sequence[str] = (),
) -> Iterator[Step]:
    """Yield the steps of whole names and their beginnings.

    `joined` = see `otherwise_joined`, `meant` = see `meant_by_diacritics`, `told` = see `written_out`.
    """
    told = told or name.words
    yield Step("jmeno", _with_all_forms(fields, name), exact=True)
    if name.forms:
        forms = (fields.term("word", form_term(form)) for form in name.forms)
        yield Step("jmeno", all_of([fields.term("core", name.core), *forms]), exact=True)
    yield Step("jmeno", fields.term("core", name.core), exact=True)
    yield from _otherwise_joined(fields, name, joined)
    if meant:
        yield Step("zkratka", any_of(_begun_with(fields, words) for words in meant))
    # An abbreviation is of the whole name first, then of its branches.
    meant_whole = any_of(fields.term("core", "".join(words)) for words in other_names(name.words))
    yield Step("zkratka", all_of([fields.term("alias", name.core), meant_whole]))
    yield _met("zkratka", [fields.term("alias", name.core)])
    yield _met("zacatekJmena", [fields.term("lead", name.core)])
    if len(name.words) > 1:
        whole = [fields.term("equal", term) for term in whole_terms(told)]
        if whole and name.words[-1] not in SMALL_WORDS:
            written = (fields.term("word", word) for word in dict.fromkeys(name.words))
            yield _met("slova", [whole[0], *written])
            yield Step("jinyZapis", any_of(whole))
    short = "".join(contracted(told))
    yield Step("jinyZapis", fields.term("equal", f"^{short}"))


def _otherwise_joined(fields: KnownTerms, name: Name, joined: Sequence[Name]) -> Iterator[Step]:
    """Yield the steps of whole names with another word or sign between their parts ("Novák + syn")."""
    cores = {other.core for other in joined} - {name.core}
    same = any_of(fields.term("core", core) for core in sorted(cores))
    if same is not NOTHING:
        if name.forms:
            forms = (fields.term("word", form_term(form)) for form in name.forms)
            yield Step("jmeno", all_of([same, *forms]), exact=True)
        yield Step("jmeno", same, exact=True)
    begun = any_of(fields.term("lead", core) for core in sorted(cores))
    if begun is not NOTHING:
        yield Step("zacatekJmena", begun)


def _mended(fields: KnownTerms, words: _Words, mended: Mended) -> Iterator[Step]:
    """Yield the steps in which every word is met as it was mended."""
    name = Name(mended.words, mended.forms, [])
    if mended.forms:  # a form at the end of an unfinished word is one only where the name has it, too
        yield Step("jmeno", _with_all_forms(fields, name), exact=True)
        yield from words.name_and_seat()
        forms = [fields.term("word", form_term(form)) for form in mended.forms]
        yield Step("zacatekJmena", all_of([_begun_with(fields, name.words), *forms]))
        yield _met("slova", [*words.written(_CURRENT), *forms])
        return
    for step in _names(fields, name):
        yield step._replace(name="jinyZapis")
    yield _met("jinyZapis", words.written(_CURRENT))
    yield Step("drivejsiJmeno", fields.term("former", whole_former("".join(words.as_written))))
    yield _met("drivejsiJmeno", words.written(_FORMER))
    if len(words.words) > 1:
        yield from words.name_and_seat()
        yield Step("jmenoAObec", words.with_place(_CURRENT))
        yield Step("drivejsiJmenoAObec", words.with_place(_FORMER))
        yield Step("jinyZapis", all_of(words.with_seat(sounds=False)))
        yield Step("podobneZneni", all_of(words.with_seat(sounds=True)), below=1)
        if len(last := words.words[-1]) >= _SHORTEST_PREFIX:
            before = words.anywhere(_CURRENT)[:-1]
            yield _met("zacatekSlova", _and_begun(fields, before, last), below=1)


def _written(
    fields: KnownTerms, words: _Words, progress: Progress, said: Iterable[str] = ()
) -> Iterator[Step]:
    """Yield the steps in which every word is met as it is written.

    `said` = words that may be said about a firm: names that hold one come first ("kde je linka bezpečí").
    """
    written = [fields.term("word", word) for word in words.words]
    yield _met("slova", [*written, any_of(fields.term("word", word) for word in said)])
    yield _met("slova", written)
    few = words.candidates() if progress.total < FEW else None
    if few is not NOTHING:
        yield Step("slova", words.written_together(few))
    yield Step("drivejsiJmeno", fields.term("former", whole_former("".join(words.as_written))))
    if few is not NOTHING:
        yield Step("drivejsiJmeno", _among(few, words.written(_FORMER)))
    if len(words.words) > 1:
        yield from words.name_and_seat()
        if few is not NOTHING:
            yield Step("jmenoAObec", words.with_place(_CURRENT, few))
            yield Step("drivejsiJmenoAObec", words.with_place(_FORMER, few))


def _otherwise_written(fields: KnownTerms, words: _Words, progress: Progress) -> Iterator[Sequence[Step]]:
    """Yield the steps in which words are met in other writings, unfinished and mistaken."""
    if progress.named or progress.total >= FEW:
        return
    name = Name(list(words.words), [], [])
    near = words.near(progress.better) if len(name.words) > 1 else None
    if near is not NOTHING:
        otherwise = words.otherwise(sounds=False)
        first = _by_other_names(fields, name)
        together = [Step("jinyZapis", _among(near, otherwise), below=FEW, first=first)]
        if len(name.words) > 1:
            seated = words.with_seat(sounds=False)
            if seated != otherwise:  # else no address has any of the words
                together.append(Step("jinyZapis", _among(near, seated), below=FEW))
            if (known := words.known_abbreviations()) is not NOTHING:
                together.insert(0, Step("jinyZapis", _among(near, [*seated, known]), below=FEW))
        yield together
    if len(name.words) > 1 and any(word[0].isdigit() for word in name.words):
        yield [Step("adresa", all_of(words.at_seat()), below=1)]
    if unfinished := [*_unfinished(fields, words, name)]:
        yield unfinished
    if progress.total == 0:
        for step in (*words.name_and_most_of_seat(), *words.name_and_some_of_seat()):
            yield [step]
    if near is not NOTHING and progress.total == 0:
        yield [Step("podobneZneni", _among(near, words.with_seat(sounds=True)), below=1)]
    if progress.total < FEW:
        words.look_ahead(name.core, progress)
    if progress.total == 0 and (by_ear := words.by_ear()):
        yield [by_ear]
    if progress.total < FEW:
        for step in _mistaken(fields, words, name, progress):
            yield [step]


def _by_other_names(fields: Fields, name: Name) -> tuple[Query, ...]:
    """Return which companies come first for a text that stands for another name: "městský úřad" for "město".

    Those that begin with it are before those that hold its words, and both before other forms of these.
    """
    names = other_names(name.words)
    begun = any_of(_begun_with(fields, words) for words in names)
    written = any_of(all_of(fields.term("word", word) for word in words) for words in names)
    return tuple(query for query in (begun, written) if query is not NOTHING)


def _with_parts_of_words(fields: Fields, words: _Words, text: str) -> Iterator[Step]:
    """Yield the steps of an abbreviation with more than the first letter of a word, alone or beside a town.

    Beside a town two words are enough where small letters tell them ("MěK Louny").
    """
    tokens = text.split()
    if len(tokens) > _MOST_WORDS_REGROUPED:
        return
    for token in tokens:
        beside = words.seats_beside(fold_words(token))
        if len(tokens) > 1 and not beside:
            continue
        parts = parts_of_abbreviation(token, fewest=2) if beside else parts_of_abbreviation(token)
        if parts:
            named = any_of(_with_parts(fields, each) for each in parts)
            yield Step("jinyZapis", all_of([named, *beside]), below=1)


def _with_parts(fields: Fields, parts: Sequence[str]) -> Query:
    """The name has words that begin with the parts of an abbreviation, and their initials in this order."""
    begun = (word_prefix(fields, part) for part in parts if len(part) > 1)
    return all_of([fields.term("equal", "".join(part[0] for part in parts)), *begun])


def _with_lost_letters(fields: Fields, text: str) -> Query:
    """Every word is of the name, or of the address, with any letter for each that was lost."""
    words = words_with_lost_letters(text)[:_MOST_WORDS_MISTAKEN]
    if any(LOST in word and len(word) < word.count(LOST) + _FEWEST_LETTERS for word in words):
        return NOTHING
    return all_of(
        any_of(
            fields.with_lost_letters(field, word) if LOST in word else fields.term(field, word)
            for field in ("word", "where")
        )
        for word in words
    )


def _among(near: Query | None, every: Iterable[Query | Ways]) -> Query:
    """Match what is met in all of these ways among the candidates, None = everything.

    The candidates stand beside the ways: a query within another one looks for its own first match before it
    is asked about any candidate.
    """
    return all_of(every if near is None else [near, *every])


def _unfinished(fields: KnownTerms, words: _Words, name: Name) -> Iterator[Step]:
    """Yield the steps of names that begin with the text or have words that begin with its words."""
    last = name.words[-1]
    begun = []
    if len(name.core) > _INDEXED_PREFIX:
        begun.append(Step("zacatekJmena", fields.beginning("core", name.core), below=FEW))
    if len(last) >= _SHORTEST_PREFIX and not words.ends_finished():
        met = _and_begun(fields, words.anywhere(_CURRENT)[:-1], last)
        begun.append(_met("zacatekSlova", met, below=FEW))
    # Names that begin with one word are many: that costs more than the words that begin so, and says less.
    yield from begun if len(name.words) > 1 else reversed(begun)
    others = words.anywhere(_FORMER)[:-1]
    if len(last) > _INDEXED_PREFIX and not words.are_apart(others):
        former = fields.beginning("former", last)
        yield Step("drivejsiJmeno", all_of([*others, former]), below=FEW)
    if 1 < len(name.words) <= _MOST_WORDS_MISTAKEN and words.may_be_unfinished():
        few = FEW if len(name.words) <= _MOST_WORDS_REGROUPED else 1
        first = words.first_of_name()
        better = tuple(all_of([first, words.beginnings(of_name=of_name)]) for of_name in (True, False))
        yield Step("zacatkySlov", words.beginnings(), below=few, first=better, within=True)


def _mistaken(fields: Fields, words: _Words, name: Name, progress: Progress) -> Iterator[Step]:
    """Yield the steps with a typo; several words with one each only when there is nothing better."""
    if may_be_mistaken(name.core) and words.are_uncertain():
        whole, begun = fields.similar("core", name.core), words.similar_beginning(name.core, progress)
        # A number that differs is another company's.
        numbers = words.numbers()
        first = all_of([whole, *numbers])
        yield Step("preklep", all_of([begun, *numbers]), below=FEW, first=(first,))
    if len(name.words) > _MOST_WORDS_MISTAKEN or not words.in_doubt():
        return
    for names in (_CURRENT, _FORMER):
        if progress.total < FEW and (one := words.with_one_typo(names, progress)):
            yield Step("preklep" if names is _CURRENT else "drivejsiJmenoPreklep", any_of(one), below=FEW)
    if progress.total:
        return
    # With one word in doubt the step before has asked.
    if words.in_doubt() > 1 and words.strangers_may_be_slips():
        for names in (_CURRENT, _FORMER):
            step = "preklepy" if names is _CURRENT else "drivejsiJmenoPreklep"
            yield Step(step, words.with_typos(names), below=1)
    if any(len(word) >= _LONG_WORD for word in name.words):
        yield Step("preklepy", words.with_two_slips(), below=1)


def _left_out(words: _Words, whole: _Words) -> Iterator[Step]:
    """Yield the last steps: derived words, and words of the text that no name or seat holds left out.

    `whole` are all words of the text: what is said about firms may be of a name, too.
    """
    for names, name in ((_CURRENT, "zacatkySlov"), (_FORMER, "drivejsiJmeno")):
        if unfinished := words.all_unfinished(names):
            yield Step(name, unfinished, below=1)
    if without_vowels := words.without_vowels():
        yield Step("podobneZneni", without_vowels, below=1)
    if derived := words.derived():
        yield Step("podobneZneni", derived, below=1)
    yield from whole.longest_name()
    if whole is not words:
        yield from words.longest_name()
    yield from words.beside_town()
    words = words.listening()
    without = words.without_unknown()
    if without:
        yield Step("castecne", without, below=1, first=(all_of([without, *words.known_as_written()]),))
    for without in words.without_said():
        yield Step("castecne", without, below=1)
    yield from words.what_tells()


def by_ids(
    fields: Fields, searcher: Searcher, query: Query, most: int = CANDIDATES
) -> tuple[int, Query | None]:
    """Return how many companies match, and a query that names them by their IDs; None = they are too many."""
    total, ranks = counted(searcher, query, most)
    return total, None if ranks is None else with_ranks(fields, ranks)


def with_ranks(fields: Fields, ranks: Iterable[int]) -> Query:
    """Match the companies of these ranks."""
    return any_of(fields.term("ico", ico_of(rank)) for rank in ranks)


def word_prefix(fields: Fields, prefix: str) -> Query:
    """Match the companies with a word of their name that begins with the prefix."""
    # The first letters are terms of their own: walking all words that begin with "st" costs too much.
    if len(prefix) <= _INDEXED_PREFIX:
        return fields.term("start", prefix)
    return fields.beginning("word", prefix)


def _with_all_forms(fields: Fields, name: Name) -> Query:
    """Match the companies of a whole name with these legal forms and no others."""
    return all_of([fields.term("core", name.core), fields.term("form", name.all_forms)])


def _begun_with(fields: Fields, words: Iterable[str]) -> Ways:
    """Return the ways in which a name begins with these words, or is nothing else."""
    beginning = "".join(words)
    return ways(fields.term(field, beginning) for field in ("lead", "core"))


def _met(name: str, every: Iterable[Query | Ways], below: int | None = None) -> Step:
    """Return the step of the companies that are met in all of these ways."""
    parts = tuple(every)
    return Step(name, all_of(parts), below=below, parts=parts)


def _and_begun(fields: KnownTerms, before: Sequence[Ways], last: str) -> Sequence[Query | Ways]:
    """Return what has to be met where a word of the name begins with the last one.

    "spolek spol": a word before says that already. Names that hold the last word itself, as it is written,
    may be left out: a step before has found them.
    """
    if len(last) <= _INDEXED_PREFIX:
        return [*before, word_prefix(fields, last)]
    if any(fields.begin(met, last) for met in before if met):
        return before
    if (begun := fields.begun(last)) is None:
        return [*before, fields.beginning("word", last)]
    return [*before, tuple(word for word in begun if word is not fields.term("word", last))]


_Slip = tuple[str, str]
"""A field, and a word in which a slip is borne there."""


class _Reading(NamedTuple):
    """A text with one typo: any of some words is met in its field with a slip, the others as they are."""

    met: list[_Slip]
    others: Sequence[Ways | Query]


class _Words:
    """The words of a text and, for each of them, the queries it can be met by."""

    def __init__(
        self,
        fields: KnownTerms,
        searcher: Searcher,
        written: Sequence[str],
        meant: Mapping[str, Sequence[Sequence[str]]] = MappingProxyType({}),
    ) -> None:
        """`meant` = see `meant_words`."""
        self._meant = meant
        self._fields = fields
        self._searcher = searcher
        self.as_written = written  # a word may stand there twice, as in a name
        words = list(dict.fromkeys(written))
        self.words = words
        self._found: dict[_Slip, list[int] | None] = {}  # ranks of companies, None = many
        self._groups = [_groups_around(words, position) for position in range(len(words))]
        self._translations = translations(words)
        # Several steps are made of the same queries.
        self._written: dict[Names, list[Ways]] = {}
        self._anywhere: dict[Names, list[Ways]] = {}
        self._anyhow: dict[bool, list[Ways]] = {}
        self._otherwise: dict[bool, list[Ways]] = {}
        self._seated: dict[bool, list[Ways]] = {}
        self._ears: dict[str, tuple[Ways, ...]] = {}  # for each field
        self._heard_at: dict[int, int] = {}  # in how many companies, see `listening`
        self._read: dict[Names, list[_Reading]] = {}
        self._asked_for: dict[Names, list[Query]] = {}  # readings, in one pass each
        self._asked: Future[Query | None] | None = None

    def written(self, names: Names) -> list[Ways]:
        """Per word: it stands in the name, alone or written together with its neighbours."""
        if names not in self._written:
            self._written[names] = [
                self._fields.ways(
                    self._fields.term(field, spelling) for spelling in (word, *groups) for field in names
                )
                for word, groups in zip(self.words, self._groups, strict=True)
            ]
        return self._written[names]

    def written_together(self, among: Query | None) -> Query:
        """All words stand in the name, and those that hold each of them alone are known already.

        `among` = only these candidates, None = all.
        """
        every = self.written(_CURRENT)
        if among is not None:
            return _among(among, every)
        together = [
            tuple(query for query in met if query is not self._fields.term("word", word))
            for word, met in zip(self.words, every, strict=True)
        ]
        size = self._fields.size
        if sum(map(size, together)) * _MUCH_DEARER > sum(map(size, every)):
            return all_of(every)
        return any_of(
            all_of([met, *every[:place], *every[place + 1 :]]) for place, met in enumerate(together)
        )

    def anywhere(self, names: Names) -> list[Ways]:
        """Per word: it stands in the name or in the company's town."""
        if names not in self._anywhere:
            self._anywhere[names] = _either(self.written(names), self._places)
        return self._anywhere[names]

    def look_for_candidates(self) -> None:
        """Begin to look for the companies that hold the rarest words in any writing, in a name or address.

        Where the rarest word is rare, the steps themselves are found out as fast, but for texts in which
        several words may be of a town.
        """
        rarest = self._rarest_first(self._somewhere)[: max(2, len(self.words) // 2)]
        sizes = list(map(self._fields.size, rarest))
        several = _MOST_WORDS_REGROUPED <= len(self.words) <= _MOST_PAIRED
        if len(rarest) > 1 and (sizes[0] > _EASY or several):
            self._asked = beside(self._find_candidates)
            if self._asked is None and len(self.words) > 2:
                self._asked = Future()
                self._asked.set_result(self._find_candidates())

    def _find_candidates(self) -> Query | None:
        every = self._rarest_first(self._somewhere)
        holders = self._holders(len(every))
        if holders is not None and len(holders) <= CANDIDATES:
            return self._met_among(with_ranks(self._fields, holders), every)
        rarest = max(2, len(every) // 2)
        if sum(map(self._fields.size, every[:rarest])) > _TOO_DEAR:
            return None
        companies, few = self._met_in_all(every[:rarest])
        others = every[rarest:]
        if few is None and others and companies * 2 > self._fields.size(every[0]):
            # These words stand together, so that the others tell more of the rarest one.
            few = self._met_in_all([every[0], *others])[1]
            others = every[1:rarest]
        elif few is None and others and companies <= _DEAR_CANDIDATES:
            few = self._met_in_all(every[: rarest + 1])[1]
            others = others[1:]
        return self._met_among(few, others)

    def _met_among(self, few: Query | None, others: Iterable[Ways]) -> Query | None:
        """Return which of few companies, None = many, are met in all of these ways."""
        # A look into a union takes 10 µs for each, so that the words are asked one after the other.
        for met in others:
            if few is None or few is NOTHING:
                break
            few = self._met_in_all([few, met])[1]
        return few

    def _holders(self, at_least: int) -> set[int] | None:
        """Return the ranks of the companies that may hold so many words, all of them common.

        Of any so many words there are two that few companies hold both. None = many, or it is not known.
        """
        every = self._rarest_first(self._somewhere)
        several = _MOST_WORDS_REGROUPED < len(every) <= _MOST_PAIRED
        if not several or self._fields.size(every[0]) <= _EASY:
            return None
        few_meet = cache(self._fields.few_meet)
        holders: set[int] = set()
        for some in combinations(every, at_least):
            few = (ranks for pair in combinations(some, 2) if (ranks := few_meet(*pair)) is not None)
            least = min(few, key=len, default=None)
            if least is None:
                return None
            holders |= least
        return holders

    def _met_in_all(self, every: Sequence[Query | Ways]) -> tuple[int, Query | None]:
        """Return how many companies are met in all of these ways, and by their IDs, where they are few."""
        return by_ids(self._fields, self._searcher, all_of(every))

    def candidates(self) -> Query | None:
        """Match the companies that hold all words; None = they are too many, or were not looked for."""
        return self._asked.result() if self._asked else None

    def near(self, better: Iterable[Query]) -> Query | None:
        """Match the companies that hold all words, in any writing, in a name or the address.

        Those that are better are left out. None = there are too many of them to tell them by their IDs.
        """
        few = self.candidates()
        if few is not None or (self._asked and len(self.words) == 2):
            return few
        return by_ids(self._fields, self._searcher, all_of(self._somewhere, none_of=better))[1]

    @cached_property
    def _somewhere(self) -> list[Ways]:
        """Per word: it stands, in any writing, in a name or the address."""
        writings = [self._writings(place, sounds=True, twice=False) for place in range(len(self.words))]
        names = map(self._fields.ways, _either(writings, self.written(_FORMER)))
        return _either(list(names), self._seats(sounds=True))

    def with_place(self, names: Names, among: Query | None = None) -> Query:
        """Every word stands in the name or in the town, at least one of them in the name.

        `among` = only these candidates, None = all.
        """
        towns = [place for place, query in enumerate(self._places) if query is not NOTHING]
        if not towns:
            return NOTHING
        if among is not None or len(towns) > _MOST_WAYS_OF_TOWN:
            return _among(among, [*self.anywhere(names), any_of(self.written(names))])
        # Said of each way apart, the common words are asked only about what has the rare ones. Where all are
        # of the name, a step before has asked.
        parts = (of_town for count in range(1, len(towns) + 1) for of_town in combinations(towns, count))
        return any_of(self._divided(names, of_town) for of_town in parts if len(of_town) < len(self.words))

    def _divided(self, names: Names, of_town: Collection[int]) -> Query:
        """Some words stand in the town and all others in the name."""
        pairs = enumerate(zip(self.written(names), self._places, strict=True))
        return all_of([(town,) if position in of_town else name for position, (name, town) in pairs])

    def otherwise(self, *, sounds: bool) -> list[Ways]:
        """Per word: it stands in the name as it is, or in another writing of it."""
        if sounds not in self._otherwise:
            places = range(len(self.words))
            self._otherwise[sounds] = [self._writings(place, sounds=sounds) for place in places]
        return self._otherwise[sounds]

    def with_seat(self, *, sounds: bool) -> list[Query | Ways]:
        """Return what says that every word is of the name, in any writing, or the seat, one of the name."""
        seats = self._seats(sounds=sounds)
        return [*self.anyhow(sounds=sounds), *_one_of(self.otherwise(sounds=sounds), seats)]

    def known_abbreviations(self) -> Query:
        """Match the names in which what is abbreviated is spelled out: "KS" is rather "krajský soud" than any
        two words with these initials."""
        meant = [any_of(map(self._translated, self._meant.get(word) or spelled(word))) for word in self.words]
        known = [query for query in meant if query is not NOTHING]
        return all_of(known) if known else NOTHING

    def anyhow(self, *, sounds: bool) -> list[Ways]:
        """Per word: it stands in the name, in any writing, or in the address."""
        if sounds not in self._anyhow:
            self._anyhow[sounds] = _either(self.otherwise(sounds=sounds), self._seats(sounds=sounds))
        return self._anyhow[sounds]

    def at_seat(self) -> list[Query | Ways]:
        """Per word: it stands in the address of the seat, or begins a word there where none is like it."""
        return [
            self._fields.beginning("where", word)
            if not seat and word.isalpha() and len(word) >= _INDEXED_PREFIX
            else seat
            for word, seat in zip(self.words, self._seats(sounds=True), strict=True)
        ]

    def beginnings(self, *, of_name: bool = False) -> Query:
        """Every word begins a word of the name or is one of the address; at least one is of the name.

        `of_name` = all of them are.
        """
        if of_name:
            return all_of(self._beginnings)
        return _in_name_or_seat(self._beginnings, self._seats(sounds=False))

    @cached_property
    def _beginnings(self) -> list[Ways]:
        """Per word: it begins a word of the name, or is one in another writing."""
        written = enumerate(self.otherwise(sounds=False))
        return [ways((self._begun(position), met)) for position, met in written]

    def all_unfinished(self, names: Names) -> Query | None:
        """Every word begins one of the name, or is of the address; at least one is of the name.

        Here words that stand in many names may be beginnings of others, too ("sokol uhel"), beside one that
        does not. None where that is known to be none: where no word is one of these, present names were asked
        before.
        """
        finished = [self._is_finished(position) for position in range(len(self.words))]
        asked = names is _CURRENT and not any(finished)
        if asked or all(finished) or not 1 < len(self.words) <= _MOST_UNFINISHED:
            return None
        written = self.otherwise(sounds=False) if names is _CURRENT else self.written(names)
        begun = [
            ways((met, *self._beginning(word, names))) for word, met in zip(self.words, written, strict=True)
        ]
        return _in_name_or_seat(begun, self._seats(sounds=False))

    def _beginning(self, word: str, names: Names) -> list[Query]:
        if len(word) < _INDEXED_PREFIX or not word.isalpha():
            return []
        return [
            word_prefix(self._fields, word) if names is _CURRENT else self._fields.beginning("former", word)
        ]

    def _begun(self, position: int) -> Query:
        """Match the names with a word that begins like one of the text."""
        word = self.words[position]
        return NOTHING if self._is_finished(position) else word_prefix(self._fields, word)

    def _is_finished(self, position: int) -> bool:
        """Tell whether a word stands in so many names that it is no beginning of another one."""
        return len(self.words[position]) > _INDEXED_PREFIX and self._is_certain(position)

    def ends_finished(self) -> bool:
        """Tell whether the last word of a long text is no beginning of another one."""
        return len(self.words) > _MOST_WORDS_REGROUPED and self._is_finished(len(self.words) - 1)

    def first_of_name(self) -> Query:
        """The name begins like the first word: with its first letters."""
        return self._fields.term("start", name_start(self.words[0]))

    def name_and_seat(self) -> Iterator[Step]:
        """Yield steps of companies whose whole name stands in the text, and the rest in their address."""
        seats = dict(zip(self.words, self._seats(sounds=True), strict=True))
        last = self.words[-1]
        if len(last) > _INDEXED_PREFIX and not self._is_written(len(self.words) - 1):
            seats[last] = ways((seats[last], self._fields.beginning("where", last)))
        for first, end in self._names_inside:
            rest = [seats[word] for word in (*self.as_written[:first], *self.as_written[end:])]
            yield Step("jmenoAObec", all_of([self._name(first, end), *rest]))

    def name_and_most_of_seat(self) -> Iterator[Step]:
        """Yield steps of companies whose whole name stands in the text, and most of the rest there."""
        for first, end in self._names_inside:
            rest = self._seats_beside(first, end)
            if len(rest) >= _LONG_ADDRESS:
                name = self._name(first, end)
                most = most_of(rest, len(rest) * 2 // 3, [name])
                more = tuple(most_of(rest, least, [name]) for least in _more_of(rest))
                yield Step("castecne", most, below=1, first=more)

    def name_and_some_of_seat(self) -> Iterator[Step]:
        """Yield steps of companies whose whole name is in the text, with a number and two words of the seat.

        There may be as much else beside as in a mail.
        """
        seats = self._seats(sounds=True)
        numbers = any_of(seat for word, seat in zip(self.words, seats, strict=True) if word[0].isdigit())
        names = any_of(self._name(first, end) for first, end in self._names_inside)
        icos = [ico_of(rank) for rank in ranked(self._searcher, all_of([names, numbers]), CANDIDATES).ranks]
        if not icos:
            return
        these = any_of(self._fields.term("ico", ico) for ico in icos)
        met = Counter(
            ico_of(rank)
            for seat in seats
            for rank in ranked(self._searcher, all_of([these, seat]), CANDIDATES).ranks
        )
        for words in sorted({n for n in met.values() if n >= _TELLING_OF_SEAT}, reverse=True):
            best = (ico for ico in icos if met[ico] == words)
            yield Step("castecne", any_of(self._fields.term("ico", ico) for ico in best), below=1)

    def longest_name(self) -> Iterator[Step]:
        """Yield steps of companies whose whole name stands in the text, whatever the rest is."""
        for first, end in self._names_inside:
            if _GENERIC.issuperset(self.as_written[first:end]):
                continue
            if end - first > 1 or self._is_telling(first):
                name = self._name(first, end)
                rest = self._seats_beside(first, end)
                more = tuple(most_of(rest, least, [name]) for least in _more_of(rest))
                yield Step("castecne", name, below=1, first=more)

    def _is_telling(self, position: int) -> bool:
        """Tell whether a word alone may be whom the text means: a long one, or first a known abbreviation.

        A common one is not where another word tells more: "nábytek" beside a surname.
        """
        word = self.as_written[position]
        if self._frequency(self.words.index(word)) > self._few_names and self._most_telling:
            return False
        begins = position == 0 and len(word) >= _TELLING_ABBREVIATION
        return len(word) >= _TELLING or (begins and self._holds("alias", word))

    def beside_town(self) -> Iterator[Step]:
        """Yield steps of companies whose name begins with the text but for a town, where they have a branch.

        Short names tell too little to be looked for whatever stands beside them ("abb brno").
        """
        count = len(self.as_written)
        for length in range(min(count - 1, _LONGEST_LEAD), 0, -1):
            for first in (0, count - length):
                beside = (*self.as_written[:first], *self.as_written[first + length :])
                core = "".join(self.as_written[first : first + length])
                begun = _begun_with(self._fields, [core])
                few = 0 < self._fields.size(begun) <= self._few_names
                if few and not is_of_kind(core) and all(self._holds("place", word) for word in beside):
                    yield Step("castecne", any_of(begun), below=1)

    def longest_name_in_another_order(self) -> Iterator[Step]:
        """Yield steps of companies whose whole name stands in the text in another order.

        In a short text other words may stand between.
        """
        count = min(len(self.as_written), _MOST_WORDS_MISTAKEN)
        for length in range(count - 1, 1, -1):
            for words in self._parts(count, length):
                if not _GENERIC.issuperset(words) and (whole := whole_terms(words)):
                    yield Step("castecne", self._fields.term("equal", whole[0]), below=1)

    def _parts(self, count: int, length: int) -> Iterator[Sequence[str]]:
        """Yield so many words of the text: of a short one any, of a long one neighbours."""
        if count <= _MOST_WORDS_REGROUPED:
            yield from combinations(self.as_written[:count], length)
        else:
            yield from (self.as_written[first : first + length] for first in range(count - length + 1))

    def seats_beside(self, words: Collection[str]) -> list[Ways]:
        """Per word but these: it stands in the address."""
        seats = zip(self.words, self._seats(sounds=True), strict=True)
        return [seat for word, seat in seats if word not in words]

    def _seats_beside(self, first: int, end: int) -> list[Ways]:
        """Per word beside a part of the text, the rarest first: it stands in the address.

        Of many words the rarest tell enough.
        """
        seats = dict(zip(self.words, self._seats(sounds=True), strict=True))
        beside = (*self.as_written[:first], *self.as_written[end:])
        rarest = sorted(beside, key=lambda word: self._sizes[word])
        return [seats[word] for word in rarest[:_MOST_BESIDE]]

    @cached_property
    def _sizes(self) -> dict[str, int]:
        """About how many companies each word is met in, at least."""
        return {word: self._size(word) for word in self.words}

    def _size(self, word: str) -> int:
        terms = [("word", word), ("where", word), ("equal", sound_key(word)), ("where", place_key(word))]
        return max(self._fields.documents(field, term) for field, term in terms if term)

    def _rarest_first(self, every: Iterable[Ways]) -> list[Ways]:
        return sorted(every, key=self._fields.size)

    def _most(self, every: Sequence[Ways], at_least: int) -> Query:
        """Match what at least so many of the words, two or more, are met by."""
        every = self._rarest_first(every)
        return any_of(every, at_least) if self._are_common(every, at_least) else most_of(every, at_least)

    def _are_common(self, every: Sequence[Ways], at_least: int) -> bool:
        """Tell whether the rarest words are so common that asking in many ways reads more than all lists."""
        sizes = list(map(self._fields.size, every))
        ways_from = (comb(len(sizes) - 2 - place, at_least - 2) for place in range(len(sizes) - at_least + 1))
        read = sum(size * ways for size, ways in zip(sizes, ways_from, strict=False))
        return _DEARER * read > sum(sizes)

    def _most_by_parts(self, every: Sequence[Ways], at_least: int) -> Query:
        """Match the same; where several words may be left out, ask first who has all words of a part.

        Of one part more than words are left out, one is whole, and few companies hold common words together.
        """
        every = self._rarest_first(every)
        count = len(every) - at_least + 1
        easy = self._fields.size(every[count - 1]) <= _EASY
        if easy or not 2 < count <= len(every) // 2 or self._are_common(every, at_least):
            return self._most(every, at_least)
        places = range(count)
        parts = [every[first::count] for first in places]
        others = [[met for place, met in enumerate(every) if place % count != first] for first in places]
        most = any_of(
            most_of(rest, at_least - len(part), [whole])
            for part, rest, whole in zip(parts, others, self._by_ids(list(map(all_of, parts))), strict=True)
        )
        few = by_ids(self._fields, self._searcher, most, _DEAR_CANDIDATES)[1]
        return most if few is None else few

    def _name(self, first: int, end: int) -> Query:
        written = "".join(self.as_written[first:end])
        return any_of((self._fields.term("core", written), self._fields.term("alias", written)))

    @cached_property
    def _names_inside(self) -> list[tuple[int, int]]:
        """Where parts of the text that are whole names begin and end, the longest first."""
        count = min(len(self.as_written), _MOST_WORDS_MISTAKEN)
        return [
            (first, first + length)
            for length in range(count - 1, 0, -1)
            for first in range(count - length + 1)
            if self._name(first, first + length) is not NOTHING
        ]

    def similar_beginning(self, core: str, progress: Progress) -> Query:
        """Match the names whose beginning is like a whole text."""
        lead = any_of(self._fields.like(field, core) for field in ("lead", "core"))
        if not progress.total:
            return lead
        # What is asked next is asked at once with it.
        readings = self._readings(_CURRENT, progress.better)
        begun, *self._asked_for[_CURRENT] = self._by_ids([lead, *map(self._whole, readings)])
        return begun

    def look_ahead(self, core: str, progress: Progress) -> None:
        """Begin to look for slips in another thread, where one is free: all of these are asked together."""
        if may_be_mistaken(core) and len(self.words) <= _MOST_WORDS_MISTAKEN and self.in_doubt():
            several = progress.total == 0 and self.in_doubt() > 1
            strangers = sorted(self.strangers) if several else ()
            readings = self._readings(_CURRENT, progress.better)
            spellings = (spelling for met, _ in readings for _, spelling in met)
            self._fields.look_ahead([core, *spellings, *(self.words[place] for place in strangers)])

    def stop(self) -> None:
        """Look for nothing more in another thread."""
        self._fields.stop()

    def with_one_typo(self, names: Names, progress: Progress) -> list[Query]:
        """Return the ways to read the text with one typo: in a word, in a group of words, in the town.

        Those that find nothing but what is better may be left out.
        """
        readings = self._readings(names, progress.better)
        if names not in self._asked_for and progress.total:
            # No later step will look for the same slips.
            self._asked_for[names] = self._by_ids(list(map(self._whole, readings)))
        if names in self._asked_for:
            return self._asked_for[names]
        return list(map(self._whole, readings))

    def _whole(self, reading: _Reading) -> Query:
        """Match what a reading does."""
        return all_of([any_of(starmap(self._fields.like, reading.met)), *reading.others])

    def _readings(self, names: Names, better: Sequence[Query]) -> list[_Reading]:
        """Return, per reading with one typo, the slips of which one is met, and how all other words are."""
        if names not in self._read:
            self._read[names] = list(self._read_with_one_typo(names, better))
        return self._read[names]

    def _read_with_one_typo(self, names: Names, better: Sequence[Query]) -> Iterator[_Reading]:
        written, anywhere = self.written(names), self.anywhere(names)
        spans = list(self._spans_in_doubt(names))
        every = [anywhere[:first] + anywhere[first + length :] for first, length in spans]
        # A word is looked for in several dictionaries, a group in one.
        easy = [_EASIER_THAN_SLIPS if length == 1 else _VERY_EASY for _, length in spans]
        for (first, length), others in zip(spans, self._narrowed(every, easy, better), strict=True):
            if others is None:
                continue
            spelling = "".join(self.words[first : first + length])
            # A group is a typo of one word of the name; of several, each of its words would be one alone.
            yield _Reading([(field, spelling) for field in (names if length == 1 else names[:1])], others)
            if length == 1 and others:
                yield _Reading([("place", spelling)], [*self._one_in_name(written, first), *others])

    def _spans_in_doubt(self, names: Names) -> Iterator[tuple[int, int]]:
        """Yield where the words and groups of words begin of which one slip may be, and their lengths."""
        unknown = self._unknown(names)
        for first, length in self._spans():
            span = range(first, first + length)
            if not may_be_mistaken("".join(self.words[first : first + length])) or not unknown.issubset(span):
                continue
            if length > 1 and any(self.words[place].isdigit() for place in span):
                continue
            if not all(map(self._is_certain, span)):
                yield first, length

    def _one_in_name(self, written: Sequence[Ways], position: int) -> Iterator[Query]:
        """Yield what says that one of the words beside a town stands in the name.

        Where one of them stands in no town, that is said already.
        """
        beside = [place for place in range(len(self.words)) if place != position]
        if all(self._places[place] is not NOTHING for place in beside):
            yield any_of(written[place] for place in beside)

    def _narrowed(
        self, every: Sequence[Sequence[Ways]], easy: Sequence[int], better: Sequence[Query]
    ) -> Iterator[Sequence[Ways | Query] | None]:
        """Yield how other words are met: by the IDs of their companies where few are found out easily.

        None = no companies but better ones.
        """
        places = [
            place
            for place, (others, most) in enumerate(zip(every, easy, strict=True))
            if others and min(map(self._fields.size, others)) <= most
        ]
        met = (all_of(every[place], none_of=better) for place in places)
        asks = [partial(all_ranks, self._searcher, query, CANDIDATES) for query in met]
        few = dict(zip(places, self._answers(asks), strict=True))
        for place, others in enumerate(every):
            ranks = few.get(place)
            yield others if ranks is None else [with_ranks(self._fields, ranks)] if ranks else None

    def are_apart(self, every: Sequence[Ways]) -> bool:
        """Tell whether it is found out easily that no company is met in all of these ways."""
        return (
            bool(every)
            and min(map(self._fields.size, every)) <= _EASY
            and not count(self._searcher, all_of(every))
        )

    def numbers(self) -> list[Query]:
        """Per number in digits: it stands in the name, in any writing."""
        places = (place for place, word in enumerate(self.words) if word.isdigit())
        return [any_of(self.otherwise(sounds=False)[place]) for place in places]

    def with_typos(self, names: Names) -> Query:
        """Every word, with a typo each, stands in the name or the town, and not all of them in the town."""
        fields = (*names, "place")
        doubtful = [word for place, word in enumerate(self.words) if self._doubtful(place)]
        certain = [word for word in self.words if word not in doubtful]
        met = self._all_mistaken([(field, word) for field in fields] for word in doubtful)
        if met is None:
            return NOTHING
        met += [ways(self._fields.term(field, word) for field in fields) for word in certain]
        named = None if certain else self._held_by_few((f, word) for word in doubtful for f in names)
        if named is not None:
            # Who holds none of the words in the name holds all of them in the town.
            these = all_ranks(self._searcher, all_of([with_ranks(self._fields, named), *met]), len(named))
            met = [with_ranks(self._fields, these or ())]
        # "At least one in the name" would walk the dictionary of names twice; this walks that of towns only.
        towns = [self._fields.similar("place", word) for word in doubtful]
        towns += [self._fields.term("place", word) for word in certain]
        return all_of(met, none_of=[all_of(towns)])

    def with_two_slips(self) -> Query:
        """Every word stands in the name in any writing, with two slips in a long one, or in the address."""
        names, seats = list(self.otherwise(sounds=True)), self._seats(sounds=True)
        only_mistaken = [not name and not seat for name, seat in zip(names, seats, strict=True)]
        once: list[list[_Slip]] = []
        for place, word in enumerate(self.words):
            if not self._doubtful(place) or not may_be_mistaken(word):
                continue
            if len(word) >= _LONG_WORD:
                # No other step asks for these, so they are looked for in the same pass as all other words.
                names[place] = ways((names[place], self._fields.similar("word", word, 2)))
            elif only_mistaken[place]:
                once.append([("word", word)])
            else:
                names[place] = ways((names[place], self._fields.like("word", word)))
        met = self._all_mistaken(once)
        if met is None:
            return NOTHING
        others = [place for place, word in enumerate(self.words) if [("word", word)] not in once]
        one_in_name = () if any(only_mistaken) else _one_of(names, seats)
        return all_of([*met, *(ways((names[place], seats[place])) for place in others), *one_in_name])

    def _all_mistaken(self, every: Iterable[Sequence[_Slip]]) -> list[Query | Ways] | None:
        """Return what says that each word is met in one of its fields with slips, None where none can be.

        Of the words that few companies hold it is found out by their IDs who holds them all.
        """
        few: set[int] | None = None
        many: list[Query | Ways] = []
        for fields in every:
            these = self._held_by_few(fields)
            if these is None:
                many.append(ways(starmap(self._fields.like, fields)))
                continue
            few = these if few is None else few & these
            if not few:
                return None
        return many if few is None else [with_ranks(self._fields, few), *many]

    def _held_by_few(self, every: Iterable[_Slip]) -> set[int] | None:
        """Return the ranks of the companies that hold any word with its slips; None = many hold one."""
        every = list(every)
        self._look_up(every)
        ranks = [self._found[slip] for slip in every]
        return None if None in ranks else set(chain.from_iterable(filter(None, ranks)))

    def by_ear(self) -> Step | None:
        """Every word is met, one in doubt by the spellings of what is heard in it; None where nothing can be.

        A word that stands nowhere is looked for alone first: most are no word by ear either.
        """
        places = range(len(self.words))
        alone = len(places) == 1  # asking costs as much as the reading itself
        if not alone and not all(ways(self._heard(at)) for at in self.strangers):
            return None
        ears = list(map(self._heard, places))
        if not any(ears):
            return None
        writings = self.otherwise(sounds=True)
        current = _either(writings, [ways(ear[: len(_CURRENT)]) for ear in ears])
        names = _either(writings, list(map(ways, ears)))
        both = _in_name_or_seat(names, self._seats(sounds=True))
        return Step("podobneZneni", both, below=1, first=(all_of(current),), within=True)

    def _heard(self, position: int) -> tuple[Ways, ...]:
        """Match the names, then the former ones, with a word that is heard in one of the text in doubt."""
        short = len(self.words) == 1 and len(self.words[0]) < _SHORTEST_HEARD_ALONE
        return () if short or not self._doubtful(position) else self._ear(self.words[position])

    def _ear(self, word: str) -> tuple[Ways, ...]:
        if word not in self._ears:
            pattern = heard(word)
            fields = _CURRENT + _FORMER if pattern else ()
            every = [self._fields.heard(field, pattern or "") for field in fields]
            few = [place for place, met in enumerate(every) if self._fields.size(met) <= CANDIDATES]
            for place, named in zip(few, self._by_ids([any_of(every[place]) for place in few]), strict=True):
                every[place] = ways([named])
            self._ears[word] = tuple(every)
        return self._ears[word]

    def listening(self) -> _Words:
        """Return the words, of which those that stand nowhere are known by ear where they can be."""
        strangers = self.strangers if len(self.strangers) <= _MOST_HEARD else ()
        long = (place for place in strangers if len(self.words[place]) >= _SHORTEST_HEARD_IN_PART)
        heard_at = {place: count(self._searcher, any_of(self._ear(self.words[place]))) for place in long}
        heard_at = {place: companies for place, companies in heard_at.items() if companies}
        if not heard_at:
            return self
        words = _Words(self._fields, self._searcher, self.as_written)
        words._ears, words._heard_at = self._ears, heard_at
        return words

    def derived(self) -> Query | None:
        """Every word is met, a long one by words that begin like it ("motolská": Motol); None without any."""
        if len(self.words) > _MOST_WORDS_REGROUPED or not any(
            map(self._may_be_derived, range(len(self.words)))
        ):
            return None
        writings = enumerate(self.otherwise(sounds=True))
        names = [ways((written, *self._stem(place))) for place, written in writings]
        return _in_name_or_seat(names, self._seats(sounds=True))

    def without_vowels(self) -> Query | None:
        """Every word is met, one without vowels by words that have some; None where each has its own."""
        count = len(self.words)
        if count > _MOST_WORDS_REGROUPED or not any(map(_WITHOUT_VOWELS.fullmatch, self.words)):
            return None
        writings = zip(self.words, self.otherwise(sounds=True), strict=True)
        names = [any_of((*written, *self._with_vowels(word))) for word, written in writings]
        both = [any_of((name, seat)) for name, seat in zip(names, self._seats(sounds=True), strict=True)]
        return all_of([*both, any_of(names)])

    def _with_vowels(self, word: str) -> list[Query]:
        return [self._fields.with_vowels("word", word)] if _WITHOUT_VOWELS.fullmatch(word) else []

    def _stem(self, position: int) -> list[Query]:
        word = self.words[position]
        stem = _DERIVATION.sub("", word) if self._may_be_derived(position) else word
        return [self._fields.beginning("word", stem)] if stem != word else []

    def _may_be_derived(self, position: int) -> bool:
        return len(self.words[position]) >= _DERIVED and not self._is_certain(position)

    def without_unknown(self) -> Query | None:
        """Leave out the words that stand nowhere at all; None when that would leave too little."""
        return self._without(self.strangers)

    def known_as_written(self) -> list[Ways]:
        """Per word that stands anywhere: it stands in the name or the town as it is written."""
        every = enumerate(self.anywhere(_CURRENT))
        return [met for place, met in every if place not in self.strangers]

    def without_said(self) -> Iterator[Query]:
        """Leave out the country and what a bank writes beside a name, then what stands nowhere, too."""
        said = {place for place, word in enumerate(self.words) if word in _GENERIC or word in _BESIDE_NAME}
        for left_out in (said, said | self.strangers) if said else ():
            most = len(self.words) - 1 if left_out == said else None
            if (without := self._without(left_out, most)) is not None:
                yield without

    def without_one(self) -> Query | None:
        """Leave out one word, whichever, and small ones; None in a text of less than three other words."""
        count = len(self.words)
        names, both = self.otherwise(sounds=True), self.anyhow(sounds=True)
        both = [ways for word, ways in zip(self.words, both, strict=True) if word not in SMALL_WORDS]
        if len(both) < 3 or count > _MOST_WORDS_MISTAKEN:
            return None
        at_least = len(both) - self._may_be_missing()
        holders = self._holders(at_least) if len(both) == count else None
        if holders is not None and len(holders) <= CANDIDATES:
            # Counted among these alone, all lists would be read nevertheless.
            these = most_of(both, at_least, [with_ranks(self._fields, holders)])
            few = by_ids(self._fields, self._searcher, these)[1] or NOTHING
            return all_of([few, self._telling(names, range(count))])
        if len(both) == count and at_least == 2:
            return self._two_telling(names, both)
        most = self._most_by_parts(both, at_least)
        return all_of([most, self._telling(names, range(count))])

    def _two_telling(self, names: Sequence[Ways], both: Sequence[Ways]) -> Query:
        """Match what at least two words are met by, and tell (see `_telling`): two of a name do both."""
        places = range(len(both))
        rare = (
            all_of([names[place], any_of([*both[:place], *both[place + 1 :]])])
            for place in self._rare(places)
        )
        return any_of([*rare, self._two(names, places)])

    def most_of_all(self) -> tuple[Query, ...]:
        """Return which companies come first where words are left out: with the most words, and all numbers.

        A number tells one house of a street from all others, so of equally many words it is the dearest.
        """
        count = len(self.words)
        names, both = self.otherwise(sounds=True), self.anyhow(sounds=True)
        telling = self._telling(names, range(count))
        numbers = [query for word, query in zip(self.words, both, strict=True) if word[0].isdigit()]
        better: list[Query] = []
        for missing in range(1, self._may_be_missing() + 1):
            most = [self._most(both, count - missing), telling]
            better += [all_of([*most, *numbers])] if numbers else []
            better.append(all_of(most))
        return tuple(better[:-1])

    def what_tells(self) -> Iterator[Step]:
        """Yield the steps in which one word is left out, or all but a whole name or the most telling word.

        The fewer companies are met by what is kept, the more it tells: beside "advokátní kancelář" it is the
        surname that nobody leaves out.
        """
        without, telling = self.without_one(), self._most_telling
        if without is not None:
            companies, few = by_ids(self._fields, self._searcher, without, _DEAR_CANDIDATES)
            tells = any(map(self._frequency, telling)) and companies > _CLEARLY * self._documents(telling)
            if not tells:
                met = without if few is None else few
                first = tuple(all_of([met, better]) for better in self.most_of_all())
                yield Step("castecne", met, below=1, first=first, total=companies)
        yield from self.longest_name_in_another_order()
        met = any_of(self.otherwise(sounds=not self._frequency(place))[place] for place in telling)
        begun = any_of(_begun_with(self._fields, [self.words[place]]) for place in telling)
        yield Step("castecne", met, below=1, first=() if begun is NOTHING else (begun,))

    @cached_property
    def _most_telling(self) -> list[int]:
        """Where the words stand that tell most of a name alone: those that names begin with, then the rarest.

        Nowhere where no word is in few names, or it is rather of a place or of a kind of organisations. Where
        the first word is in no name at all, or some are English, the name itself may be what is not here.
        """
        if not self._in_names(0) or any(self._translations):
            return []
        telling: dict[int, tuple[bool, int]] = {}
        for place, word in enumerate(self.words):
            if self._tells_alone(place):
                companies = self._in_names(place)
                begin = _CLEARLY * self._fields.size(_begun_with(self._fields, [word])) >= companies
                telling[place] = (not begin, companies)
        best = min(telling.values(), default=None)
        return [place for place, one in telling.items() if one == best]

    def _tells_alone(self, position: int) -> bool:
        """Tell whether a word is in few names, and rather of these than of a place or a kind."""
        word = self.words[position]
        if len(word) < _TELLING or not word.isalpha() or word in _GENERIC or word in _BESIDE_NAME:
            return False
        documents = self._fields.documents
        places = max(documents("place", word), documents("where", place_key(word) or word))
        return places < self._in_names(position) <= self._few_names and not is_of_kind(word)

    def _documents(self, places: Iterable[int]) -> int:
        return sum(map(self._in_names, places))

    @property
    def _few_names(self) -> int:
        return max(_RARE, self._searcher.num_docs // _SHARE_TELLING)

    def _in_names(self, position: int) -> int:
        """Return about how many names hold a word as it is written, else by its sound or in another case."""
        word = self.words[position]
        if written := self._frequency(position):
            return written
        keys = filter(None, map(sound_key, (word, *first_cases(word)))) if len(word) >= _DERIVED else ()
        return sum(self._fields.documents("equal", key) for key in keys)

    def _may_be_missing(self) -> int:
        count = len(self.words)
        return 1 if count < 6 else 2 if count < 9 else 3

    def _without(self, left_out: set[int], most: int | None = None) -> Query | None:
        """Leave out these words, if they are not more than `most`; None = two thirds."""
        kept = [place for place in range(len(self.words)) if place not in left_out]
        if not left_out or not kept or len(left_out) > (most or max(1, len(self.words) * 2 // 3)):
            return None
        names, both = self.otherwise(sounds=True), self.anyhow(sounds=True)
        return all_of([*(both[place] for place in kept), self._telling(names, kept)])

    def _telling(self, names: Sequence[Ways], kept: Sequence[int]) -> Query:
        """Match the names that hold one rare word of those kept, or two; the country is none of them."""
        return any_of([*(names[place] for place in self._rare(kept)), self._two(names, kept)])

    def _two(self, names: Sequence[Ways], kept: Iterable[int]) -> Query:
        """Match the names that hold two of the words that may tell anything."""
        return most_of(self._rarest_first(names[place] for place in self._may_tell(kept)), 2)

    def _rare(self, kept: Iterable[int]) -> list[int]:
        """Where the words stand of which one is enough."""
        most = max(_RARE, self._searcher.num_docs // 500)
        # A translated word is met by Czech ones, which are as rare as they are, not as it is.
        return [
            place
            for place in self._may_tell(kept)
            if (
                0 < (self._frequency(place) or self._otherwise_met(place)) <= most
                and not self._translations[place]
            )
            or self._tells_alone(place)
        ]

    def _may_tell(self, kept: Iterable[int]) -> Iterator[int]:
        for place in kept:
            word = self.words[place]
            if len(word) > 2 and not word.isdigit() and word not in _GENERIC:
                yield place

    def _frequency(self, position: int) -> int:
        return self._fields.documents("word", self.words[position])

    def _otherwise_met(self, position: int) -> int:
        return self._fields.documents("joined", self.words[position]) or self._heard_at.get(position, 0)

    def _holds(self, field: str, term: str) -> bool:
        return self._fields.term(field, term) is not NOTHING

    def _is_written(self, position: int) -> bool:
        """Tell whether a word stands in a name or an address as it is written, alone or with neighbours."""
        fields = ("word", "joined", "former", "where", "equal")
        spellings = (self.words[position], *self._groups[position], *abbreviated_towns(self.words[position]))
        return any(self._holds(field, spelling) for spelling in spellings for field in fields)

    def _is_known(self, position: int) -> bool:
        """Tell whether a word stands in a name or an address in any writing."""
        if self._translations[position] or self._is_written(position) or position in self._heard_at:
            return True
        cases = (self.words[position], *first_cases(self.words[position]))
        keys = (pair for word in cases for pair in (("equal", sound_key(word)), ("where", place_key(word))))
        return any(key is not None and self._holds(field, key) for field, key in keys)

    def _writings(self, position: int, *, sounds: bool, twice: bool = True) -> Ways:
        """Return the queries that meet a word of the name in any writing.

        `twice` = also those that match nothing but what the one by its sound does.
        """
        word = self.words[position]
        term = self._fields.term
        spellings = (word, *self._groups[position])
        terms = [term(field, spelling) for spelling in spellings for field in (*_CURRENT, "equal")]
        if not twice and sound_key(word) and word not in FORM_WORDS:
            terms.remove(term("word", word))
        if "ch" in word and not self._frequency(position):
            terms.append(term("equal", as_initials(word)))
        terms += [term("equal", number) for number in number_terms(self.words, position)]
        terms += [term("word", other) for other in (*other_layouts(word), *called_number(word))]
        terms += [self._translated(words) for words in self._translations[position]]
        if sounds and (key := sound_key(word)):
            terms.append(term("equal", key))
            terms += [term("equal", sound_key(other) or other) for other in first_cases(word)]
            terms.append(term("former", word))
        if sounds:
            terms += [all_of(term("former", other) for other in meant) for meant in spelled(word)]
            terms += [term("word", letters) for letters in self._initials_around(position)]
        if sounds and position in self._heard_at:
            terms += map(any_of, self._ear(word))
        return self._fields.ways(terms)

    def _initials_around(self, position: int) -> Iterator[str]:
        """Yield the initials of neighbouring words behind the first, three or more, of which one is given.

        "Diakonie českobratrské církve evangelické" is Diakonie ČCE; towns are not abbreviated so.
        """
        words = self.words
        for length in range(_SHORTEST_INITIALS, min(len(words), _LONGEST_INITIALS) + 1):
            for first in range(max(1, position - length + 1), min(position, len(words) - length) + 1):
                run = words[first : first + length]
                if not any(self._holds("place", word) for word in run):
                    yield "".join(word[0] for word in run)

    def _translated(self, words: Sequence[str]) -> Query:
        """Match the names that hold these Czech words in any form."""
        return all_of(self._fields.term("equal", sound_key(word) or word) for word in words)

    def _seats(self, *, sounds: bool) -> list[Ways]:
        """Return, per word, the queries that meet it in the address."""
        if sounds not in self._seated:
            self._seated[sounds] = self._seats_by_terms(sounds=sounds)
        return self._seated[sounds]

    def _seats_by_terms(self, *, sounds: bool) -> list[Ways]:
        term = self._fields.term
        seats = []
        for word, groups in zip(self.words, self._groups, strict=True):
            terms = [term("where", spelling) for spelling in (word, *groups)]
            terms += [term("where", other) for other in (*other_layouts(word), *abbreviated_towns(word))]
            if sounds and len(word) == 1:
                terms.append(term("where", f"{word}."))
            if sounds and (key := place_key(word)):
                terms += [term("where", other) for other in {key, town_of(key)}]
                terms += [term("where", place_key(other) or other) for other in first_cases(word)]
            seats.append(ways(terms))
        return seats

    def in_doubt(self) -> int:
        """Return in how many words slips are looked for: in a long text only in those that stand nowhere."""
        return sum(map(self._doubtful, range(len(self.words))))

    def may_be_unfinished(self) -> bool:
        """Tell whether beginnings are looked for: in a long text only for one letter, or a strange word."""
        letters = sum(len(word) for word in self.words if word.isalpha())
        if letters < _FEWEST_UNFINISHED or all(map(self._is_finished, range(len(self.words)))):
            return False
        short = len(self.words) <= _MOST_WORDS_REGROUPED
        return short or bool(self.strangers) or any(len(w) == 1 and w.isalpha() for w in self.words)

    def are_uncertain(self) -> bool:
        """Tell whether any of the words may be mistaken."""
        return not all(map(self._is_certain, range(len(self.words))))

    def _is_certain(self, position: int) -> bool:
        """Tell whether a word stands in so many names that it is not mistaken."""
        return self._frequency(position) >= max(_FEWEST_CERTAIN, self._searcher.num_docs // _SHARE_CERTAIN)

    def strangers_may_be_slips(self) -> bool:
        """Tell whether every word that stands nowhere is met with a slip; else no reading with slips is."""
        unmet = self._unmet(self._slips_now(self.words[place]) for place in sorted(self.strangers))
        return not self._unmet([("former", word)] for word in unmet)

    def _slips_now(self, word: str) -> list[_Slip]:
        """Return where a slip in a word is looked for beside others: in a name that is borne, or the town."""
        return [(field, word) for field in (*_CURRENT, "place")]

    def _unmet(self, every: Iterable[Sequence[_Slip]]) -> list[str]:
        """Return the words that no company holds with slips in any of their fields."""
        every = list(every)
        self._look_up(chain.from_iterable(every))
        return [fields[0][1] for fields in every if all(self._found[slip] == [] for slip in fields)]

    def _doubtful(self, position: int) -> bool:
        short = len(self.words) <= _MOST_WORDS_REGROUPED and not self._is_certain(position)
        return short or position in self.strangers

    @cached_property
    def strangers(self) -> set[int]:
        """Where the words stand that no name and no address holds in any writing."""
        return {place for place in range(len(self.words)) if not self._is_known(place)}

    def unwritten(self) -> set[str]:
        """Return the words that stand as they are written in no name and no address."""
        return {word for place, word in enumerate(self.words) if not self._is_written(place)}

    def companies_with(self, word: str) -> int:
        """Return in how many companies a word stands as it is written, in the name or the address."""
        fields = ("word", "where", "former", "core")
        return max(self._fields.documents(field, word) for field in fields)

    def _unknown(self, names: Sequence[str]) -> set[int]:
        """Return where the words stand that no name and no town holds, whether alone or in a group."""
        return {
            position
            for position, (word, groups) in enumerate(zip(self.words, self._groups, strict=True))
            if not self._holds("place", word)
            and not any(self._holds(field, spelling) for spelling in (word, *groups) for field in names)
        }

    def _look_up(self, every: Iterable[_Slip]) -> None:
        """Find out which companies hold a word or one like it, where these are few."""
        for slip in every:
            if slip not in self._found:
                like = self._fields.like(*slip)
                many = self._fields.size(like) > CANDIDATES
                self._found[slip] = None if many else all_ranks(self._searcher, any_of(like), CANDIDATES)

    def _by_ids(self, every: Sequence[Query]) -> list[Query]:
        """Name the companies of each query by their IDs, where they are few; asks two at a time."""
        asks = [partial(all_ranks, self._searcher, query, CANDIDATES) for query in every]
        return [
            query if ranks is None else with_ranks(self._fields, ranks)
            for query, ranks in zip(every, self._answers(asks), strict=True)
        ]

    def _answers(self, asks: Sequence[Callable[[], list[int] | None]]) -> list[list[int] | None]:
        with side_by_side(asks) as ask:
            return [ask(place) for place in range(len(asks))]

    @cached_property
    def _places(self) -> list[Query]:
        """Per word: it stands in the town; a number only behind another word of a town ("Praha 7")."""
        towns = [self._fields.term("place", word) for word in self.words]
        before = [NOTHING, *towns[:-1]]
        return [
            NOTHING if word.isdigit() and one_before is NOTHING else town
            for word, one_before, town in zip(self.words, before, towns, strict=True)
        ]

    def _spans(self) -> list[tuple[int, int]]:
        """Return where each word and, in a short text, each group of neighbours begins, and its length."""
        count = len(self.words)
        longest = _LONGEST_GROUP if count <= _MOST_WORDS_REGROUPED else 1
        return [(first, length) for length in range(1, longest + 1) for first in range(count - length + 1)]


def _either(*every: Sequence[Query | Ways]) -> list[Ways]:
    """Put the ways to meet each word together."""
    return [ways(each) for each in zip(*every, strict=True)]


def _in_name_or_seat(names: Sequence[Ways], seats: Sequence[Ways]) -> Query:
    """Every word is met in the name or the address, at least one of them in the name."""
    return all_of([*_either(names, seats), *_one_of(names, seats)])


def _one_of(names: Sequence[Ways], seats: Sequence[Ways]) -> Iterator[Query]:
    """Yield what of words that are met in the name or the address says that one of them is met in the name.

    Where no address has one of the words, that is said already.
    """
    if all(seats):
        yield any_of(names)


def _more_of(rest: Sequence[Ways]) -> list[int]:
    """Return how many of the words beside a name better matches hold: all, most, any."""
    count = len(rest)
    return sorted({count, count * 3 // 4, count // 2, 1} - {0}, reverse=True) if rest else []


def _groups_around(words: Sequence[str], position: int) -> list[str]:
    """Return the pairs and triples of neighbouring words, written together, that hold one of the words."""
    return [
        "".join(words[first : first + length])
        for length in range(2, _LONGEST_GROUP + 1)
        for first in range(max(0, position - length + 1), position + 1)
        if first + length <= len(words)
    ]
