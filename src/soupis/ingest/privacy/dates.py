"""Birth dates: a date after a word of birth, in any wording, or beside a person's name; a year stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property

from soupis.ingest.privacy.folded import Folded, fold
from soupis.ingest.privacy.names import IDENTITY_CARD, name_after, name_before, people, role_at_start
from soupis.times import prague_today

Span = tuple[int, int]

_MONTHS = (
    # Czech and Slovak, in all cases and as people shorten them
    r"led(?:en|na|nu|nem|\b)|unor\w{0,3}|un\b|brez\w{0,3}|dub(?:en|na|nu|nem|\b)|kvet\w{0,3}|kv\b|"
    r"cerven\w{0,3}|cerv\w{0,3}|cvc\b|cvn\b|srp\w{0,3}|zari\w{0,3}|zar\b|rij\w{0,3}|listop\w{0,5}|list\b|"
    r"pros\w{0,5}|uno\b|bre\b|kve\b|lis\b|pro(?=\.)|januar\w{0,3}|februar\w{0,3}|mar(?:ec|ca|cu|com)\b|april\w{0,3}|maj\w{0,2}|jun\w{0,3}|"
    r"jul\w{0,3}|august\w{0,3}|septemb\w{0,3}|oktob\w{0,3}|novemb\w{0,3}|decemb\w{0,3}|"
    # English, German
    r"jan\w{0,4}|feb\w{0,5}|march|mar|apr\w{0,2}|may|june?|july?|aug\w{0,3}|sept?\w{0,6}|oct\w{0,5}|okt\w{0,4}|"
    r"nov(?:em\w{0,4})?|dec\w{0,5}|dez\w{0,5}|jaenner|janner|marz|maerz|mai|"
    # Polish, Romance languages, Hungarian
    r"stycz\w{0,3}|lut(?:y|ego)|marca|kwie\w{0,5}|czerw\w{0,3}|lip(?:iec|ca|cu)|sierp\w{0,3}|wrze\w{0,5}|"
    r"pazdz\w{0,7}|listopad\w{0,2}|grud\w{0,4}|janv\w{0,4}|fevr\w{0,4}|mars|avril|juin|juillet|aout|"
    r"gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|dicembre|enero|febrero|"
    r"mayo|junio|julio|septiembre|octubre|noviembre|diciembre|marcius|aprilis|majus|junius|julius|"
    r"augusztus|szeptember|"
) + "|".join(
    fold(word).text
    for word in (
        "января февраля марта апреля мая июня июля августа сентября октября ноября декабря "
        "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня"
    ).split()
)
_MONTH = rf"(?:{_MONTHS})\.?"
_ROMAN = r"(?:i{1,3}|iv|vi{0,3}|i?x|xi{1,2})"
_GAP = r"(?:\s{0,3}[-./,_:;']\s{0,3}[-./,_]?\s{0,3}|\s{1,3})"
_LOOSE_GAP = r"\s{0,3}[-./,_:;']?\s{0,3}[-./,_]?\s{0,3}"  # around a month in letters
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_MONTH_NUMBER = r"(?:0?[1-9]|1[0-2])"
_YEAR = r"(?:1[89]\d\d|20[0-2]\d)"
_SHORT_YEAR = r"(?:\d\d(?!\d))"
_OF = r"(?:\s{0,2}(?:st|nd|rd|th|de|di|of|dia|le|den|mesice)\b){0,2}"
_NUMBERS = r"(?:dva(?:cet|cateho)|tri(?:cet|cateho)|[a-z]{2,14}(?:eho|iho))"
_NUMBERED_MONTH = (
    r"(?:prvniho|druheho|tretiho|ctvrteho|pateho|sesteho|sedmeho|osmeho|devateho|desateho|jedenacteho|dvanacteho)"
    rf"(?=\s+(?:roku\s+)?(?:{_YEAR}|tisic|devatenac))"
)
_DAY_IN_WORDS = rf"(?:{_NUMBERS}\s{{0,3}}){{1,2}}(?:{_MONTH}|{_NUMBERED_MONTH})"
_YEAR_BEHIND_WORDS = (
    rf"\s+(?:roku\s+)?(?:{_YEAR}|(?:tisic|devatenac|dvatisic|dva\s+tisice)\w*"
    r"(?:\s+(?!a\b|je\b|jedna\s+s|naro|rozen)[a-z]{3,16}){0,5})"
)
_IN_WORDS = rf"{_DAY_IN_WORDS}(?:{_YEAR_BEHIND_WORDS})?"
# A whole date. What is not in groups of its own (`any`) is told from a number by its separators.
_FULL = (
    rf"(?:{_DAY}{_GAP}{_MONTH_NUMBER}{_GAP}(?:(?:r\.|roku)\s{{0,2}})?{_YEAR}(?!\d)"
    rf"|{_MONTH_NUMBER}\s?/\s?{_DAY}\s?/\s?{_YEAR}(?!\d)"
    rf"|{_YEAR}{_GAP}{_MONTH_NUMBER}{_GAP}{_DAY}(?!\d)"
    rf"|{_DAY}\.?{_OF}{_LOOSE_GAP}{_ROMAN}(?![a-z]){_LOOSE_GAP}(?:{_YEAR}|{_SHORT_YEAR})(?!\d)"
    rf"|{_DAY}\.?{_OF}{_LOOSE_GAP}{_MONTH}{_OF}{_LOOSE_GAP}(?:(?:r|roku|rok)\.?\s{{1,2}})?"
    rf"(?:{_YEAR}|'?{_SHORT_YEAR})(?!\d)"
    rf"|{_MONTH}{_LOOSE_GAP}{_DAY}(?:st|nd|rd|th)?{_GAP}(?:{_YEAR}|'{_SHORT_YEAR})(?!\d)"
    rf"|{_YEAR}{_LOOSE_GAP}(?:{_ROMAN}(?![a-z])|{_MONTH}){_LOOSE_GAP}{_DAY}(?!\d)"
    rf"|{_DAY}\s{{0,2}}[-./]\s{{0,2}}{_MONTH_NUMBER}\s{{0,2}}[-./]\s{{0,2}}'?{_SHORT_YEAR})"
)
# After a word of birth anything is a date that can be read as one.
_LOOSE = (
    rf"(?:{_FULL}|{_DAY}{_GAP}{_MONTH_NUMBER}{_GAP}'?{_SHORT_YEAR}|{_DAY}{_GAP}{_MONTH_NUMBER}{_YEAR}(?!\d)"
    rf"|{_DAY}{_MONTH_NUMBER}{_YEAR}(?!\d)|{_YEAR}[01]\d[0-3]\d(?!\d)|\d{{6}}(?!\d)|\d{{8}}(?!\d)"
    rf"|{_DAY}\.?{_LOOSE_GAP}(?:[a-z]{{3,24}}\.?|{_ROMAN}){_LOOSE_GAP}(?:{_YEAR}|'?{_SHORT_YEAR})(?!\d)"
    rf"|{_IN_WORDS}"
    rf"|(?:r\.\s?|rok\w?\s|v\sroce\s)?{_YEAR}[\s,]{{1,4}}(?:\(|dne\s)?\s?{_DAY}\s?\.\s{{0,3}}(?:{_MONTH_NUMBER}\s?\.?|{_MONTH}(?![a-z]))"
    rf"|(?:den\s)?{_DAY}\.?(?:\s?dne)?[\s,]{{1,3}}(?:v\s)?mesic\w*[\s:]{{1,3}}(?:{_MONTH_NUMBER}|{_MONTH})\.?"
    rf"(?:[\s,]{{1,3}}(?:v\s)?(?:rok\w?|roce|r\.)\s{{1,2}}{_YEAR})?"
    rf"|{_DAY}\s?\.\s{{0,3}}(?:{_MONTH_NUMBER}\s?\.|{_MONTH}(?![a-z]))(?:\s{{1,2}}(?:v\s)?(?:rok[u]|roce|r\.)\s{{1,2}}{_YEAR})?"
    rf"|(?:{_MONTH})(?:\s+roku)?\s+{_YEAR})"
)
# Words that mean a birth date and nothing else, and those that must have the date at once.
_BIRTH = (
    r"naroz\w*+|narod(?:il|en|eni)\w*+|nar\.(?!\s{0,3}(?:podn|vyb|kult|rad|shrom|vl|c\.|zak|um|gal|muz|div|park|sp|hosp|ob|tr))|nar(?=\s?[:\d(])|nar(?=\s+dne)|dat\w*\.?\s{0,2}nar\w*\.?|"
    r"born\b|birth\s?da(?:te|y)|date\s+of\s+birth|d\.?\s?o\.?\s?b\b\.?|geb\b\.?|gebor\w+|geburts\w++|"
    r"urodz\w++|nacid[oa]\w*|nascid[oa]|nat[oa]\s+(?:a|il)|nascit\w+|nee?\s+le|naissance|szulet\w+|szul\.|"
    r"(?:ngay\s)?sinh(?:\sngay)?\b|narozenin\w*|roc?nik\b|dat\w*\s{0,2}rod\w*|datum\s+(?:mesic|den)|d\.?\s?r\.|"
    r"rod(?:il|yl|yv)sja|narod(?:il|yl|yv)sja|dat\w*\s(?:roz[dh]?[ej]?n|narodz)\w*|"
    r"pris\w{1,3}\s+na\s+svet|(?:spatril|uzrel)\w?\s+svetlo\s+sveta|roden[aiy]?\b|rojen[aiy]?\b|fodd\b|nascut\w?|"
) + "|".join(
    fold(word).text + r"\w*"
    for word in ("родил", "рожден", "народ", "роден", "рођен", "г.р", "нар.", "род.", "д.н.", "д.р.")
)
_SHORT_BIRTH = (
    r"\*|sz\.|n\.|nar|roz(?:en[aey]?\b(?:\s{1,2}[a-z]{3,20}+(?=[\s,]{1,3}\d))?)?\.?|"
    r"ur\.?|b\.|d\.?\s?n\.?|d\.\s?nar\w*\.?|nac\.|geb|n:|naroz\w*"
)
_AT_ONCE = (
    r"(?:\s?/\s?ico?\b\.?)?[\s:.,=()\[\-/*']{0,5}"
    r"(?:(?:dne|d\.|dna|den|dni|dnia|on|am|el|il|le|w\s+dniu|r\.|roku|je|:)(?:[\s:.]{1,3}|(?=\d|[a-z]{2,14}[ei]ho\s))){0,2}"
)
# Between a word of birth and the date: where it was, or whose it is. No other event.
_EVENT = (
    r"(?!(?:ze|od|ode|do|ke|k|zaps\w*|vznik\w*|smlouv\w*|rozhodnut\w*|usnesen\w*|platn\w*|"
    r"ucinn\w*|zemr\w*|podpis\w*|bytem|since|from|until|valn\w*|sb|zakon\w*|ico?|prospech|castk\w*|cen[ueay]|vysi|rozhodl\w*|predlozil\w*|prevedl\w*)\b)"
)
# Words are taken whole: tried letter by letter, a long sentence would take seconds.
_MEANWHILE = (
    rf"(?:[\s:.,=()\-/*']{{0,4}}+{_EVENT}(?:[a-z]{{1,20}}+\.?+|\d{{1,2}}(?![\d.])(?!\s?[-./]\s?\d)|{_YEAR}(?!\d))){{0,9}}?"
    r"[\s:.,=()\-/*']{1,5}"
)
_MORE = (
    rf"(?P<more>(?:\s{{0,2}}(?:,\s?)?(?:(?:a|i|and|und|resp\.?|nebo|ci|&)\s{{1,2}}|"
    rf"\(?(?:drive|puvodne|nyni|spravne|opraveno)(?:\s{{1,2}}\w{{1,12}}){{0,2}}[\s:]{{1,3}}){_LOOSE}){{0,3}})"
)
_AGE = r"(?:vek\w?|stari|star\w?)?[\s:]{0,3}\d\d\s?(?:let(?:a|y)?|r\.|roku|rokov|years?(?:\sold)?|jahre)"


class _Late:
    """A pattern compiled when it is first needed: that takes a tenth of a second, in every process."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern

    @cached_property
    def finditer(self) -> Callable[[str], Iterator[re.Match[str]]]:
        """Yield the matches of a text."""
        return re.compile(self._pattern).finditer


_AFTER_SHORT_WORD = _Late(
    rf"(?:(?<![a-z0-9])(?:{_SHORT_BIRTH}|vek\w?\s?:?\s?\d\d\s?[a-z]{{1,5}}|stari\s?:?\s?\d\d\s?[a-z]{{1,5}})(?:(?<=[.*:])|(?![a-z]))"
    rf"|(?:(?<=[(/])|^)\d\d\s(?:let|r\.|roku)){_AT_ONCE}(?P<date>{_LOOSE}){_MORE}"
)
_AFTER_WORD = _Late(rf"(?<![a-z0-9])(?:{_BIRTH})(?:{_AT_ONCE}|{_MEANWHILE})(?P<date>{_LOOSE}){_MORE}")
_BEFORE_WORD = _Late(
    rf"(?<![\d.])(?P<date>{_FULL}(?:\s?r(?:\.|oku))?|(?<![a-z]){_IN_WORDS})(?:\s(?:v|ve|in|w)\s[a-z]{{3,15}}(?:[\s-][a-z]{{1,15}}){{0,3}}?)?[\s,(:\-]{{0,4}}(?:{_BIRTH})(?!{_MEANWHILE}{_LOOSE})(?!{_AT_ONCE}{_LOOSE})"
)
_MACHINE_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_WHOLE = re.compile(rf"[\s(\[/]{{0,4}}(?P<date>{_FULL})(?:[\s)\]/.]{{0,4}}$|[,;]).*", re.DOTALL)
_LIVING = re.compile(r"byt|bydl|r\.\s?c|rod|t\.\s?b|tp|pob")
_BEFORE_HOME = _Late(
    rf"(?<![\d.])(?=\d)(?P<date>{_FULL})[\s,;(/-]{{1,4}}(?:s\s)?(?:tr[a-z]*\.?\s{{0,2}}(?:byt|bydl|pob)|bytem|byt\.|bydli|pobyt|r\.\s?c\.|rod[a-z.]*\s?c|t\.\s?b\.|tp\s?:)"
)
_WORD_OF_BIRTH = re.compile(
    rf"\*|\d\d\s(?:let|r\.|roku)|vek|stari|(?<![a-z0-9])(?:{_BIRTH}|(?:{_SHORT_BIRTH})(?:(?<=[.*:])|(?![a-z])))"
)
# Beside a name. Nearly all dates start with a digit, which is quickly looked for.
_DATE = re.compile(rf"(?<![\d.])(?=\d)(?:{_FULL})(?!\d|/\d)")
_MONTH_FIRST = re.compile(
    rf"(?<![a-z])(?=[a-z]{{3,10}}\.?\s{{1,2}}\d\d?(?:st|nd|rd|th)?,?\s{{0,2}}\d{{4}}){_FULL}"
)
# "osmého prosince tisíc devět set šedesát", where such a word stands.
_WORD_OF_A_DAY = re.compile(
    r"(?:prvni|druhe|treti|ctvrte|pate|seste|sedme|osme|devate|desate|nacte|cate)ho\s"
)
_WORDED = _Late(rf"(?<![a-z]){_DAY_IN_WORDS}{_YEAR_BEHIND_WORDS}")
_WORDED_SINCE_1990 = re.compile(r"devadesat|dva\s?tisic")
# Postal codes and numbers of files are none: "41801", "10000 Praha 10".
LIKE_A_DATE = re.compile(
    rf"(?<!\d){_YEAR}(?!\d(?!\d))|(?<=\d\d){_YEAR}(?!\d)|\d\s{{0,2}}[-./]\s{{0,2}}\d{{1,2}}\s{{0,2}}[-./]\s{{0,2}}'?\d\d|"
    r"(?<!\d\d)\d\.?[\s./-]{0,3}[a-z]{1,12}[\s./-]{1,3}'?\d\d(?!\d)"
)
_ANY_DATE = _Late(rf"(?<!\d)(?:{_FULL}|{_LOOSE})")
_YEAR_IN = re.compile(_YEAR)
# A date is one of an act where such a word leads to it.
_ACT = re.compile(
    r"(?<![a-z])(?:zvol\w*|volb\w*|jmenov\w*|odvol\w*|vznik\w*|zani[kc]\w*|zaps\w*|zapis\w*|vymaz\w*|funkc\w*|clenstv\w*|"
    r"ucin\w*|smlouv\w*|smluv\w*|dohod\w*|rozhodnut\w*|rozhodl\w*|usnesen\w*|notar\w*|podpis\w*|podeps\w*|over\w*|splac\w*|splat\w*|seps\w*|uzavr\w*|"
    r"vyda[nl]\w*|kona\w*|schval\w*|schval\w*|prijat\w*|projedn\w*|odstoup\w*|rezign\w*|platn\w*|posud\w*|prokur[auy]\b|"
    r"udel\w*|nabyl\w*|nabyt\w*|prevod\w*|prevedl\w*|zrus\w*|zaloz\w*|povol\w*|narizen\w*|prohlas\w*|zahaj\w*|zverejn\w*|"
    r"zemr\w*|umrt\w*|zprav\w*|registr\w*|vlozk\w*|osvedc\w*|listin\w*|vkla\w*|zmen\w*|ukonc\w*|skonc\w*|opravnen\w*|emis\w*|"
    r"ze?|od|ode|do|ke?|ku|dnem|since|from|until|seit|bis)(?![a-z])"
)
# A street with its number, "9. května 26", where such a word leads to it.
_STREET = re.compile(
    r"(?<![a-z])(?:ak|sidl\w*|kancelar\w*|zavod\w*|poboc\w*|provoz\w*|nam|namesti|ul|ulic\w*|trid\w*)(?![a-z])"
)
_SENTENCE_END = re.compile(r"[a-z]{4}[.!?]\s{1,3}(?=[a-z])|\n\s*\n")
_ON_A_DAY = re.compile(r"(?<![a-z])(?:dne|den|dni|datum|k)\s{0,3}:?\s{0,3}$")
_APART = re.compile(
    r"[^a-z]{0,4}(?:[a-z.]{1,14}[\s:]{0,3}){0,3}[(,\-/\[]\s?(?!dne)|[\s,(/-]{0,4}(?:vek\w?|stari)?\s?\d\d\s(?:let|r)"
)
_HIDDEN = re.compile(r"\[skryto\]")
_FAR = 70
# Whoever sits in a company was born at least so many years ago.
_ADULT = 15


def find(folded: Folded) -> Iterator[Span]:
    """Yield the places of birth dates in a text."""
    text = folded.text
    if _WORD_OF_BIRTH.search(text):
        for pattern in (_AFTER_SHORT_WORD, _AFTER_WORD):
            for match in pattern.finditer(text):
                yield match.start("date"), match.end()
        for match in _BEFORE_WORD.finditer(text):
            yield match.span("date")
    for match in _BEFORE_HOME.finditer(text) if _LIVING.search(text) else ():
        before = text[: match.start()].rstrip()
        if not before[-1:].isalpha() or any(end == len(before) for _, end in people(folded)):
            yield match.span("date")
    worded = list(_WORDED.finditer(text)) if _WORD_OF_A_DAY.search(text) else []
    if LIKE_A_DATE.search(text) is None and not worded:
        return
    whole = _WHOLE.fullmatch(text)
    if (
        whole is not None
        and not _MACHINE_DATE.fullmatch(text)
        and not _may_be_act(whole["date"])
        and _may_be_birth(whole["date"])
    ):
        yield whole.span("date")
    leads: list[int] | None = None
    for match in (*_DATE.finditer(text), *_MONTH_FIRST.finditer(text), *worded):
        if not _may_be_birth(match[0]):
            continue
        if name_before(folded, match.start()) or name_after(folded, match.start(), match.end()):
            yield match.span()
            continue
        if leads is None:
            leads = [end for _, end in people(folded)]
            leads += [card.end() for card in IDENTITY_CARD.finditer(text)]
            leads += [hidden.end() for hidden in _HIDDEN.finditer(text)]
            if (role := role_at_start(folded)) is not None:
                leads.append(role)
        if any(_is_about(folded, lead, match) for lead in leads):
            yield match.span()


def _is_about(folded: Folded, lead: int, match: re.Match[str]) -> bool:
    """Tell whether a date that stands behind a person says no more than when that person was born."""
    text = folded.text
    if not 0 <= match.start() - lead <= _FAR:
        return False
    between = text[lead : match.start()]
    if '"' in between:
        return False
    if _ON_A_DAY.search(between) and _may_be_act(match[0]):
        return False
    if _ACT.search(between) or any(
        _opens_sentence(folded, lead + end.end()) for end in _SENTENCE_END.finditer(between)
    ):
        return False
    if _YEAR_IN.search(match[0]) is None and _STREET.search(between):
        return False
    return _may_be_act(match[0]) is False or _APART.match(between) is not None


def _opens_sentence(folded: Folded, place: int) -> bool:
    """Tell whether what stands behind a full stop opens a sentence: in "stát. přísl. ČR" nothing does."""
    if place + 1 >= len(folded.text) or folded.text[place - 1] == "\n":
        return True
    return folded.is_capital(place) and not folded.is_capital(place + 1)


def _may_be_act(found: str) -> bool:
    """Tell whether a day is one of which the registers tell acts: they were opened anew in 1990."""
    year = _YEAR_IN.search(found) or re.search(r"\d\d$", found)
    if year is None:
        return _WORDED_SINCE_1990.search(found) is not None
    return int(year[0]) >= 1990 or int(year[0]) < 30 or 90 <= int(year[0]) < 100


def find_any(text: str) -> Iterator[Span]:
    """Yield all that can be read as a date, for texts where no date but one of birth has a place."""
    for match in _ANY_DATE.finditer(text):
        yield match.span()


def find_old(text: str) -> Iterator[Span]:
    """Yield all days on which a grown-up may have been born, whatever stands beside them."""
    for match in (*_DATE.finditer(text), *_MONTH_FIRST.finditer(text)):
        if _may_be_birth(match[0]):
            yield match.span()


def _may_be_birth(found: str) -> bool:
    year = _YEAR_IN.search(found)
    return year is None or 1900 <= int(year[0]) <= prague_today().year - _ADULT
