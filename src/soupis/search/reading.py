"""Reading: what a person meant by a text, beside the letters: labels, addresses of pages, numbers, titles.

People paste from invoices, mails and business cards and write to a search box as to somebody else. What is
read here is an offer beside the text as it stands, which always comes first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from soupis.bank_accounts import BankAccount
from soupis.folding import fold
from soupis.identifiers import has_valid_check_digit
from soupis.search.account_reading import find_account
from soupis.search.analysis import (
    apart_from_forms,
    is_form_only,
    searched_part,
    take_apart,
    take_apart_searched,
    words_of,
)
from soupis.search.equivalents import abbreviated_towns
from soupis.search.hearing import spelled_letters

_GAP = r"[\s.:=#№\-–/]*"  # what stands between a label and its number, or between groups of digits
_DIGITS = r"(\d(?:[ \u00a0.\-]?\d){{{least},{most}}})(?!\d)"
_ICO_LABELS = (
    r"(?<![a-z0-9])(?:[il]c[o0]|ic|i c o|i\.c\.o\.?|cin|company id|identifikacni cislo(?: osoby)?"
    r"|id(?: number)?)(?:[\s.:]*c\.|[\s:]*cislo)?"
)
_VAT_LABELS = r"(?<![a-z])(?:dic|ic dph|i\.?c dph|vat(?: id| no| number| reg)?|tax id|ust-?id)"
# What a scan makes of digits, behind a label: "IČO O0OO135O".
_MISREAD_ICO = re.compile(r"(?<=[\s:.])(?=(?:[ol]*\d){4})[0-9ol]{8}(?![a-z0-9])")
_MISREAD = str.maketrans("ol", "01")
_LABELLED_ICO = re.compile(_ICO_LABELS + _GAP + r"(?:cz)?" + _GAP + _DIGITS.format(least=3, most=7))
_LABELLED_VAT = re.compile(_VAT_LABELS + _GAP + r"(?:cz)?" + _GAP + _DIGITS.format(least=7, most=9))
_BARE_VAT = re.compile(r"(?<![a-z0-9])cz[ \u00a0\-]?" + _DIGITS.format(least=7, most=9))
_BARE_ICO = re.compile(
    r"(?<![\d/.-])(\d{8}|\d{3}([ .\-])\d{2}\2\d{3}|\d{2}([ .\-])\d{2}\3\d{2}\3\d{2}|\d{2}([ .\-])\d{3}\4\d{3}"
    r"|\d{4} \d{4})(?![\d/-]|\.\d)"
)
_WHOLE_NUMBER = re.compile(r"\s*(?:cz)?\s*((?:\d\s*){1,8})", re.IGNORECASE | re.ASCII)
# The upper row of a Czech keyboard gives letters where digits were meant: "Praha ě". No word is made of these
# alone, but initials are, which have a dot. "+" alone is the sign between two names ("Novák + syn").
_UPPER_ROW_ICO = re.compile(r"(?<![\w+])(?=[+ ]*[^\W\d_])(?:[+ěščřžýáíéĚŠČŘŽÝÁÍÉ] ?){8}(?!\w)")
_UPPER_ROW_NUMBER = re.compile(
    r"(?<![\w+.])(?!čí (?:je|jsou|byl)\b)(?=[+/\-]*[^\W\d_])[+ěščřžýáíé]+(?:[/\-][+ěščřžýáíé]+)*"
    r"(?![\w.]|\s*[\w+]\.)"
)
# "č e z" is an abbreviation, "ě š" a number.
_LETTERS_APART = re.compile(r"(?=.*[^\W\d_ěščřžýáíéĚŠČŘŽÝÁÍÉ])\s*[^\W\d_](?:\s+[^\W\d_])+\s*")
# What is written before a house number.
_HOUSE_LABEL = re.compile(r"(?<![a-z0-9])c(?:islo)?\.?\s?(?:p|ev|o|or)?\.?\s?(?=\d)")
# Beside the digits of that row these keys are "ů" and "ú": "5eh;5kov8", "[st5edn9".
_OTHER_LAYOUT = re.compile(
    r"(?<![^\s])(?=\S*[2-90][a-z])(?=\S*[;\[])\[?[a-z0-9;]+(?![^\s,.-])", re.IGNORECASE
)
_LETTER_KEYS = str.maketrans(";[", "ůú")
_DIGIT_KEYS = str.maketrans("+ěščřžýáíéĚŠČŘŽÝÁÍÉ", "1234567890234567890")

_MAIL = re.compile(r"[\w.+\-]+\s?@\s?([\w\-]+(?:\.[\w\-]+)+)")
_HOST = r"[\w\-]+(?:\.[\w\-]+)*"
_ADDRESS = re.compile(
    rf"(?:https?:?/?/?\s?|www\.?\s?)+({_HOST})\S*"
    rf"|(?<![\w.@])({_HOST}\.(?:cz|com|eu|sk|net|org|info|biz|io|de))(?![\w\-])[/?#]?\S*"
)
_ENDINGS = frozenset({"cz", "com", "eu", "sk", "net", "org", "info", "biz", "io", "de", "co", "gov"})
# Signs of programs, which no name is written with.
_PROGRAM = re.compile(r"[=<>{}*\\^`$]|--")
_MAIL_PROVIDERS = frozenset(
    "gmail seznam email centrum volny atlas post outlook hotmail icloud yahoo tiscali quick".split()
)
_PHONE = re.compile(
    r"(?:\+|00)\s?\d{2,3}(?:[ \u00a0]?\d{3}){3}"
    r"|(?<!\d)\d{3}[ \u00a0]\d{3}[ \u00a0]\d{3}(?!\d)"
    r"|(?:tel|telefon|mobil|fax|gsm)[.: ]*\d[\d ]{6,}"
)
_NUMBER_OF_MARK = r"(\d{1,3}(?: \d{3})+|\d{1,7})"
_COURT_OF_MARK = r"(?:[ ]?/[ ]?([a-z]{2,5}))?(?![a-z0-9])"
_MARK = re.compile(
    r"(?<![a-z0-9])(?:(?:oddil|odd)[.: ]*)?([a-z]{1,5}x?)(?:[ ,]*|[/\-])(?:vlozka|vl)?[.: ]*"
    + _NUMBER_OF_MARK + _COURT_OF_MARK
)  # fmt: skip
# The same with the number first: "vložka 311009, oddíl C".
_MARK_TURNED = re.compile(
    rf"(?<![a-z0-9])(?:vlozka|vl)[.: ]*{_NUMBER_OF_MARK}[ ,;]*(?:oddil|odd)[.: ]*([a-z]{{1,5}}x?)"
    + _COURT_OF_MARK
)
# The courts that keep the public registers, as they are said beside a file mark: "KS Brno", "vedená u
# Městského soudu v Praze", "MSPH".
_COURTS = (
    ("msph", "prah|praz"), ("ksbr", "brn"), ("ksos", "ostrav"), ("kspl", "plzn|plzen"),
    ("ksul", "usti|unl|ul"), ("kshk", "hrad|hk"), ("kscb", "cesk|cb"),
)  # fmt: skip
_COURT = re.compile(
    r"(?<![a-z0-9])(?:(?:(?:krajsk|mestsk|obchodni|rejstrikov)[a-z]*\.?\s+)?soud[a-z]*|[km]s)\.?\s+(?:ve?\s+)?(?:"
    + "|".join(rf"(?P<{code}>(?:{towns})[a-z]*)" for code, towns in _COURTS)
    + r")(?:\s+(?:kralove|budejovic[a-z]*|n[a-z]*\.?\s?l[a-z]*\.?))?(?![a-z0-9])"
    r"|(?<![a-z0-9/])(?P<code>" + "|".join(code for code, _ in _COURTS) + r")(?![a-z0-9])"
)
_SPELLED_COURT = re.compile(r"(?<![a-z])soud")
_LEAD_TO_COURT = re.compile(
    r"(?<![a-z])(?:veden[aye]|zapsan[aye]|sp\.?\s?zn\.?|spisova znacka|u|rejstrik[a-z]*)(?![a-z])[.:]?"
)
_MARK_SECTIONS = frozenset(
    {"a", "b", "c", "dr", "h", "l", "n", "o", "p", "pr", "s", "u", "at", "zr", "hd", "ax", "ps"}
    # Those of state enterprises: "A V" is written in one word.
    | {f"a{number}" for number in ("ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "xi", "xii", "xiii")}
)
_DIGITS_OF_MARK = 5

# Words that are said about a firm and are not its name. Where one is, the text as it stands finds it before.
_SAID = frozenset("""
firma firmy firme firmu spolecnost spolecnosti prosim kontakt kontakty telefon tel fax gsm email mail
e-mail web www http https adresa adresy sidlo sidla sidlem psc ico ic dic cin vat hledam hledat hledani
najdi najit vyhledat vyhledej ukaz zobraz info informace recenze hodnoceni cena ceny cenik eshop prodejna
prodejny pobocka pobocky provozovna oteviraci otviraci doba hodiny dodavatel odberatel faktura fakturace
iban swift bic ucet uctu vypis overit overeni majitel majitele vlastnik jednatel jednatele reditel
zamestnanci kariera mapa kde najdu rejstrik rejstriku justice ares obrat zisk dluhy exekuce insolvence
platce dph dobry den dekuji internetove stranky oficialni sidlici se vedena vedeny zapsana zapsany u oddil
vlozka spisova znacka sp zn kdo vlastni zakaznicka linka zanikla zanikly identifikacni cislo danove centrala
nazvem jmenem nazev jmeno prijemce zakaznik ul ulice
byvaly byvala byvale drive driv nekdejsi ex former formerly puvodne puvodni nyni dnes mi je co fa spol
partner klient sidli
""".split())  # fmt: skip
# Of these, the ones that say that a name is no longer borne.
_FORMERLY = frozenset(
    "byvaly byvala byvale drive driv nekdejsi ex former formerly puvodne puvodni nyni dnes".split()
)


_PREPOSITIONS = frozenset(
    {"v", "ve", "na", "u", "z", "ze", "s", "se", "k", "ke", "do", "od", "pro", "pri", "of", "the"}
)
_COUNTRIES = (("ceska", "republika"), ("czech", "republic"), ("cesko",), ("cr",))


class Reading(NamedTuple):
    """What was read in a text.

    `ico` is an ID that stands in it, `whole` whether nothing else does. `mark` is a file mark as it is
    indexed ("c338582", with the court "c338582msph"), `account` a bank account, `only_account` whether the
    text names nobody beside it.
    `words` are the folded words of the text as it stands, `rest` what is left of them for a name and an
    address, without legal forms (nothing, where there is nothing else); a word may stand there twice.
    `spelled` is what words of it spell out, see `spelled_letters`.
    `formerly` is the name that the text says to be no longer borne, written together. `only_mark` = the text
    can be nothing but a file mark.
    """

    ico: int | None
    whole: bool
    mark: str | None
    account: BankAccount | None
    words: list[str]
    rest: list[str]
    formerly: str = ""
    only_mark: bool = False
    only_account: bool = False
    spelled: Sequence[tuple[int, int, str]] = ()


def is_of_program(text: str, words: Sequence[str]) -> bool:
    """Tell whether a text is a piece of a program rather than a name: signs, beside them no word.

    `words` are those of the text; a number and one or two letters are no word ("' OR 1=1 --").
    """
    return _PROGRAM.search(text) is not None and not any(len(word) > 2 and word.isalpha() for word in words)


def number_in(text: str) -> str | None:
    """Return the digits of a text that is an ID or the beginning of one ("CZ 270 82 440"), else None."""
    match = _WHOLE_NUMBER.fullmatch(text)
    return re.sub(r"\s", "", match[1]) if match else None


@lru_cache(maxsize=256)  # once for the search and for every row that says why it was found
def read(text: str) -> Reading:
    """Read a text that somebody searches for; what is returned is not to be changed."""
    text = _UPPER_ROW_ICO.sub(_typed_digits, searched_part(text))
    text = _OTHER_LAYOUT.sub(lambda match: match[0].translate(_LETTER_KEYS), text)
    if not _LETTERS_APART.fullmatch(text) and _UPPER_ROW_NUMBER.search(text) and not _is_spelled_out(text):
        text = _UPPER_ROW_NUMBER.sub(_typed_digits, text)
    number = number_in(text)
    if number:
        words = words_of(text)
        return Reading(int(number), len(number) == 8, None, None, words, take_apart(words).words)
    as_typed = text
    folded = text = apart_from_forms(fold(text))
    folded = _MISREAD_ICO.sub(lambda match: match[0].translate(_MISREAD), folded)
    found = find_account(folded)
    ico, rest = _take_ico(found.rest if found else folded)
    rest = _without_addresses(_PHONE.sub(" ", rest))
    mark, only_mark = _mark_in(rest), False
    if mark is not None:
        court, beside = _take_court(folded)
        only_mark = _is_mark_alone(beside, at_court=bool(court))
        # Among other words "MŠ Praha" is no court.
        if court and mark[-1].isdigit() and (only_mark or _SPELLED_COURT.search(folded)):
            mark, rest = mark + court, _COURT.sub(" ", rest)
    named = take_apart_searched(words_of(_HOUSE_LABEL.sub(" ", rest)), as_typed).words
    formerly = "".join(word for word in named if word not in _FORMERLY) if _FORMERLY & set(named) else ""
    of_name = [] if is_form_only(named) else _named(named)
    words = words_of(text)
    return Reading(
        ico,
        False,
        mark,
        found.account if found else None,
        words,
        of_name,
        formerly,
        only_mark,
        only_account=found is not None and found.names_nobody,
        spelled=spelled_letters(words),
    )


def _is_spelled_out(text: str) -> bool:
    """Tell whether words of a text are letters: "čé" beside "es ó bé" is no number."""
    return bool(spelled_letters(words_of(text)))


def _typed_digits(match: re.Match[str]) -> str:
    return match[0].translate(_DIGIT_KEYS)


def _take_ico(folded: str) -> tuple[int | None, str]:
    """Return an ID that stands in a text, by its label or by its check digit, and the text without it."""
    for pattern in (_LABELLED_VAT, _LABELLED_ICO, _BARE_VAT, _BARE_ICO):
        for match in pattern.finditer(folded):
            digits = re.sub(r"\D", "", match[1])
            bare = pattern is _BARE_ICO
            # Longer tax IDs are those of natural persons and of groups; nobody is found by these.
            if len(digits) > 8:
                folded = folded.replace(match[0], " ")
            elif not bare or has_valid_check_digit(int(digits)):
                rest = f"{folded[: match.start()]} {folded[match.end() :]}"
                return int(digits), _VAT_REST.sub(" ", rest)
    return None, folded


# Beside the ID the tax ID is repeated.
_VAT_REST = re.compile(_VAT_LABELS + _GAP + r"(?:cz)?[\d \-]*")


def _mark_in(folded: str) -> str | None:
    folded = _MARK_TURNED.sub(_in_order, folded)
    for match in _MARK.finditer(folded):
        if match[1] in _MARK_SECTIONS:
            return f"{match[1]}{int(match[2].replace(' ', ''))}{match[3] or ''}"
    return None


def _take_court(folded: str) -> tuple[str, str]:
    """Return the code of the court that a text names, empty where it names none, and the text without it."""
    court = _COURT.search(folded)
    if court is None or (court.start() == 0 and not _SPELLED_COURT.search(folded)):  # "MŠ Praha C 5"
        return "", folded
    code = court["code"] or next(code for code, _ in _COURTS if court[code])
    return code, _LEAD_TO_COURT.sub(" ", _COURT.sub(" ", folded))


def _in_order(match: re.Match[str]) -> str:
    court = f"/{match[3]}" if match[3] else ""
    return f"oddil {match[2]} vlozka {match[1]}{court}"


def _is_mark_alone(folded: str, *, at_court: bool) -> bool:
    """Tell whether a text is a file mark, not a name like "O2": by its labels or the length of its number.

    `at_court` = a court stood beside it, which is a label, too.
    """
    match = _MARK.fullmatch(_MARK_TURNED.sub(_in_order, folded).strip(" .,;:"))
    labelled = match is not None and (
        at_court or "odd" in match[0] or "vl" in match[0] or match[3] is not None
    )
    return match is not None and (labelled or len(match[2].replace(" ", "")) >= _DIGITS_OF_MARK)


def _without_addresses(folded: str) -> str:
    """Put the names in addresses of pages and mails in their place: "info@alza.cz" is alza."""
    folded = _MAIL.sub(lambda match: f" {_site_name(match[1], of_mail=True)} ", folded)
    return _ADDRESS.sub(lambda match: f" {_site_name(match[1] or match[2])} ", folded)


def _site_name(host: str, *, of_mail: bool = False) -> str:
    labels = [label for label in host.split(".") if label != "www"]
    labels = [label for label in (labels[:-1] or labels) if label not in _ENDINGS]
    # The provider itself has a name before its own: "faktury@firma.seznam.cz".
    if not labels or (of_mail and len(labels) == 1 and labels[0] in _MAIL_PROVIDERS):
        return ""
    return labels[-1]


def _named(words: list[str]) -> list[str]:
    """Return the words that may be of a name or an address; all where nothing else is there."""
    kept = [word for word in words if word not in _SAID]
    # Behind a name "UL" is Ústí nad Labem; the label of a street stands before it.
    if kept and words[-1] in _SAID and abbreviated_towns(words[-1]):
        kept.append(words[-1])
    # The last word may be the beginning of another one ("mateřská škola pro").
    kept = [word for word in kept[:-1] if word not in _PREPOSITIONS] + kept[-1:]
    for country in _COUNTRIES:
        for place in range(len(kept) - len(country) + 1):
            if tuple(kept[place : place + len(country)]) == country and len(kept) > len(country):
                del kept[place : place + len(country)]
                break
    return kept or words
