"""Home addresses: what follows a word of living, until the address ends.

An address is read part by part: street and number, village and number, postal code, town, district,
country, in any order. It ends with the first words that have no place in one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from soupis.ingest.privacy import addresses
from soupis.ingest.privacy.folded import Folded, fold
from soupis.ingest.privacy.names import (
    IDENTITY_CARD,
    is_first_name,
    is_title,
    name_before,
    people,
    role_at_start,
)

Span = tuple[int, int]

_RESIDENCE = r"pobyt(?:em|u|e|om)?"
_LIVING = (
    rf"(?:trv\w*\.?\s{{1,3}}|prech\w*\.?\s{{1,3}})?(?:bytem|bytom|byt\.(?!\s{{0,2}}(?:druzst|fond|jednot|prostor|dom(?:u|y|ech|ov)?(?![a-z])|sprav|potreb|hospod))|byt(?=\s?:)|bydl\.)|t\.\s?b\.|bydlist\w*|bydlisk\w*|"
    rf"bydlic\w*|bydli(?:m|me)?|(?:o|po)?byvaj\w*|bydlel\w*|bydlis|trv\w*\.?\s{{1,3}}(?:{_RESIDENCE}|pob\.|bydl\w*|byt\b)|"
    rf"(?:prech\w*|obvykl\w*|skutecn\w*|faktick\w*|hlasen\w*|nahlasen\w*|povolen\w*|posledn\w*)\.?\s{{1,3}}"
    rf"(?:misto\s+)?{_RESIDENCE}|(?:mist\w*|adres\w*)\s{{1,3}}(?:\w+\s{{1,3}})?(?:{_RESIDENCE}|bydlist\w*)|"
    rf"pobyt\w{{0,2}}(?=\s?(?:(?:v|na\s+uzemi)\s+(?:cr|sr)\s?)?[:=])|pobytem|pobytom|pob\.|(?:trvale|prechodne|hlasen\w*)\s{{1,3}}(?:hlasen\w*|zije|usazen\w*|"
    rf"prihlasen\w*|evidovan\w*|zijic\w*|k\s+pobytu)|trvale(?=\s?:)|(?:nyni|toho\s+casu|t\.\s?c\.)\s+hlasen\w*|"
    r"(?:hlasen|ubytovan|prebyv|usazen|prihlasen|usidlen)\w*\s+(?:\w+\s+){0,3}na\s+adres\w+|"
    r"zdrzuj\w*\s+se|zdrzujic\w*(?:\s+se)?|se\s+zdrzuj\w*|domaci\s+adres\w*|adres\w*\s+(?:domu|bytu|domicilu)|"
    r"(?:soukrom|osobni)\w*\s+adres\w*|domicil\w*|"
    r"domovem(?=\s+(?:v|ve|na)\s)|ansassig|wohnhaft|wohnh\.|wohnend|wohnsitz\w*|wohnt|wohnort|wohnadresse|privatadresse|wh\.|anschrift|"
    r"residing|resides?|residen(?:ce|t)\s+(?:at|in|of)|residence|lives?\s+(?:at|in)|living\s+(?:at|in)|"
    r"home\s+address|permanent\s+address|private\s+address|domiciled|"
    r"zamieszkal\w*|zamieszkuj\w*|zam\.|zameldowan\w*|miejsc\w+\s+zamieszkania|"
    r"demeurant|domicilie\w*|residant|residente|abitante|domiciliad\w*|nato\s+e\s+residente|lakcim\w*|lakos\b|"
    r"lakhely\w*|woonachtig|wonende|prebivalis\w*|stanuj\w*|"
) + "|".join(
    fold(word).text + r"\w*"
    for word in ("прожив", "проживает", "мешкає", "живущ", "зареєстр", "зарегистр", "за адресою", "по адресу")
)
_WORD = re.compile(rf"(?<![a-z0-9])(?:{_LIVING})(?![a-z])")
# An address of somebody: where a name stands before it, it is that person's.
_ADDRESS = re.compile(
    r"(?<![a-z0-9])(?:(?:kontaktni|dorucovaci|korespondencni)\s{1,3})?adr(?:es[aou]\w{0,2}|\.)(?![a-z])"
)
# A person's home, where a name stands right before.
_STAYING = re.compile(
    r"(?<![a-z0-9])(?:pobyt(?=\s)|"
    r"(?:pobyt\w{1,2}|prebyva(?:jici)?|ubytovan[aey]?|usazen[aey]?|usidlen[aey]?|hlasen[aey]?)(?=\s+(?:v|ve|na)\s))"
)
_ROAD = frozenset("rue via calle avenue boulevard bd street place chemin quai ulitsa".split())
_WEAK = frozenset("t.b. byt. byt pob. anschrift wh. zam. residence domicil".split())
_WITH = re.compile(r"\b(?:s|se|nad|pod|mezi|za|tim|timto|kazdym|jednim|vlastnim|nakladani)\s+$")
# What may stand between the word of living and the address.
_CONNECTOR = re.compile(
    rf"(?:[\s:.,=\-/*'\"]{{1,5}}|(?:v|ve|na\s+uzemi)\s+(?:cr|sr|c[ei]\w+\s+republi\w+)(?=\s{{0,2}}[:=-])|v\s+dobe\s+\w+(?![a-z])|\((?:[^()\d]{{0,30}})\)|(?:(?:dle|podle|die|vedl\w*|uveden\w*)\s+(?:op|obc\w*|"
    rf"dokl\w*|pasu|evidenc\w*)(?:\s+prukaz\w*)?\.?|op|na\s+adres\w+|"
    rf"(?:jednatel\w*|spolecnik\w*|clen\w*|prokurist\w*|predsed\w*|akcionar\w*|zakladatel\w*|"
    rf"pana|pani|osoby|obcana|podnikatel\w*)(?=\s?[:=-])|"
    rf"(?:na\s+)?uzemi(?:\s+(?:cr|sr|c[ei]\w+\s+republik\w|slov\w+(?:\s+republik\w)?))?|"
    rf"adres\w*|adr\.|v\s+(?:dome|byte)|na|v|ve|u|je|i|a|nyni|stale|tamtez|tj\.|tzn\.|oba|obou|spolecne|"
    rf"trvale|prechodne|trvaly|hlasen\w*|toho\s+casu|t\.\s?c\.|at|au|in|of|the|wir|is|auf|der|den|zu|en|a|w|pod|"
    rf"(?:{_LIVING}))(?![a-z0-9])|\()"
)
_CONNECTORS = 12
_TOKEN = re.compile(r"[a-z\u0370-\uffef]+(?:['-][a-z\u0370-\uffef]+)*|\d+[a-z]?(?![a-z])|\d+|\S")
_POSTAL = re.compile(r"(?:[a-z]{1,2}-)?\d{3}\s?\d{2}(?!\d)")
# Small words that stand inside addresses.
_INSIDE = frozenset(
    "nad pod u na v ve pri za k ke mezi and in an am der die das den dem im bei of the de la le du des di "
    "da del van von zum zur upon near ul ulice ulici ulica namesti nam namestie trida tride tr nabrezi "
    "nabr sidliste sidl c cp cislo cisla popisne popisneho evidencni orientacni or ev p e o d okr okres "
    "okrese okresu kraj kraji kraje obec obci mesto mesta mestska mestske mestys osada cast casti ctvrt "
    "psc dum domu byt bytu patro patre vchod posta posty street str strasse gasse weg platz allee avenue "
    "ave road rd lane square apt flat floor no nr stat statu zeme republika republice kralovstvi staty "
    "federace spolkova budova blok stiege top ap m s t n pcz zip via rue ulitsa dom kv kw m ulice tzv "
    "near plz os al pl ct korpus lok mieszkanie wies gmina powiat utca ut ter hsz pobox box district "
    "county".split()
)
# Words that surely begin something else, even with a capital.
_NO_PLACE = frozenset(
    "jednatel jednatele jednatelka spolecnost spolecnosti spolecnik spolecnice predseda predsedkyne "
    "mistopredseda clen clenka clenove prokurista prokuristka reditel reditelka dne den za kazdy kazda "
    "podepisuje podepisuji jedna jedna jednaji zastupuje zastupuji narozen narozena narozeny nar rc r ic "
    "ico dic datum vklad podil splaceno obchodni firma zapsan zapsana zapsany rodne cislem jako jakozto "
    "samostatne spolecne ktery ktera ktere dale tel telefon email mobil podpis funkce vznik zanik od do "
    "ke ze s je jsou byl byla ma maji odvolan odvolana jmenovan zvolen zvolena souhlas prohlasuje born "
    "geb geboren nato urodzony akcionar likvidator insolvencni spravce pan pani to toto tento tato dle "
    "podle uvedl uvedla prevadi prevzal zije statni obcan obcanstvi vlastnik majitel zastoupen zastoupena "
    "komplementar komanditista zakladatel opatrovnik notar advokat is acts director shareholder ist "
    "geschaftsfuhrer jest prezes titul vlozil vlozila rozhodnuti rozhodnutim smlouva smlouvou vyse podilu "
    "zpusob jednani ucinne ucinnost plna moc valna hromada predmet podnikani adresa sidlo se sidlem "
    "bytem bydlici bydlistem trvale".split()
)
_MARKS = frozenset("c . p d e ev cp cislo popisne".split())
_SHORT_FORMS = frozenset(
    "ul nam tr nabr sidl okr sv gen dr kpt c p e o ev st av plk por kr obv m prof ing str j k t v f b a s "
    "n d l al os rd no nr apt psc mjr mj bl arch us marsala mar tzv br bratri stavb pl plz hl".split()
)
_HOUSE = re.compile(
    r"\d{1,5}[a-z]?(?:\s?[/\-]\s?\d{0,5}[a-z]?)?(?![\d.]*\d)(?!\s?(?:%|kc|czk|eur|,-|let\b|dn[iu]))"
)
_ABROAD = "\u0370"
# What stands between two parts of an address, and where a part ends at the latest.
_SEPARATOR = re.compile(r"(?:\s{0,3}(?:[,/\n]|-(?=\s)|\()){1,3}\s{0,3}|\s{1,3}")
_LONGEST_PART = 160
_LIMIT = re.compile(r"[,;()\n\[]|$")
_AND = re.compile(r"\s{0,2},?\s?(?:a|i|and|und|nebo|resp\.?|/|;)\s")
_DATED = re.compile(r"\d{1,2}\s?\.\s?\d{1,2}\s?\.\s?\d{2,4}")
# Parts that somebody wrote without capitals: "dlouha 12", and a town behind it or before it.
_WORDS = r"(?:[a-z]\. ?){0,2}[a-z]{2,15}\.?(?:[ -][a-z]{1,15}\.?){0,3}"
_NUMBERED = re.compile(
    rf"(?P<words>{_WORDS})\s(?P<number>\d{{1,5}}[a-z]?(?:/\d{{1,5}}[a-z]?)?)"
    r"(?=\s*(?:[,;()\n]|$|\d{3}\s?\d\d))"
)
_PLAIN = re.compile(r"(?P<words>[a-z]{3,15}(?:[ -][a-z]{2,15}){0,3})\s*(?=[,;)\n]|$)")
_THEN_NUMBERED = re.compile(rf"\s*,\s*{_WORDS}\s\d{{1,5}}[a-z]?(?:/\d{{1,5}})?(?=\s*(?:[,;()\n]|$))")
_STARTS = frozenset(
    "obci meste okrese osade "
    "ul ulice ulici nam namesti trida tr cp obec okres okr psc posta sidliste nabrezi nabr mesto dum stat "
    "kraj byt patro osada cast".split()
)
_NOT_IN_SMALL = frozenset(
    "c s bod bodu bode odst par clanek clanku zakona nejmene alespon po az vice mene".split()
)


# Words of living that mean other things as well: near enough to an address they mean this.
_MAYBE_LIVING = (
    r"byt(?=\s?[:-])|t\.\s?b\.|tp(?=\s?[:.])|tr\.\s{0,2}(?:pobyt\w{0,2}|bydl\w*)|bydl(?!en)[a-z]*|pobyt(?:em|u|e|om)?|prebyv\w*|"
    r"ubytovan[aey]?|hlasen\w*|prihlasen\w*|nahlasen\w*|usazen\w*|usidlen\w*|domovem|domov(?=\s?:)|zij(?:e|ici)|lakas\w*"
)
_MAYBE_WORD = re.compile(rf"(?<![a-z0-9])(?:(?P<sure>{_LIVING})|{_MAYBE_LIVING})(?![a-z])")
# An institution is called a home, too: "základní škola s dětským domovem".
_INSTITUTION = re.compile(
    r"(?<![a-z])(?:detsk|student|kulturni|narodni|katolick|delnick|spolkov|farn)[a-z]*\s+$"
)
_DIGIT = re.compile(r"\d")
_WORD_BEHIND = re.compile(
    rf"[\s,(/-]{{1,6}}(?:(?:trv\w*|oba|obe)\s)?(?:{_LIVING}|byt(?=\s?[)/])|trvaly\spobyt|pobyt)(?![a-z]|\sse\s)"
)
# An address that stands behind these belongs to a company, an office or a thing.
_NO_HOME = re.compile(
    r"(?<![a-z])(?:ak(?=\s)|sidl(?:o|a|e|em|i|ici\w*|ila?)\b|provoz\w*|poboc\w*|zavod\w*|kancelar\w*|pozem\w*|parc\w*|nemovit\w*|budov\w*|"
    r"k\.\s?u\b|kat\w*\.?\s?uzem\w*|objekt\w*|areal\w*|penzion\w*|hotel\w*|stredis\w*|sklad\w*|prodejn\w*|ordinac\w*|"
    r"podnikan\w*|spolecnost\w*|bank\w*|s\.?\s?r\.?\s?o\b|a\.\s?s\b|v\.\s?o\.\s?s|gmbh|ltd|"
    r"zapsan\w*|vlozk\w*|oddil\w*|smlouv\w*|rozhodnut\w*|usnesen\w*|listin\w*|notar\w*|sp\.\s?zn|zakon\w*|"
    r"soud(?:u|em|e)?|urad\w*|nebytov\w*|jednotk\w*|rizen[i]\w*|vyhlask\w*|c\.\s?j\b|zn\.|domu|dome|domech|mist\w*\s+podnik\w*|tel\.)"
)
_SENTENCE_END = re.compile(r"(?:(?<=[a-z]{5})|(?<=[)\]]))[.!?]\s{1,3}(?=\S)|\n\s*\n")
# Not where somebody lives: "osoba s trvalým bydlištěm v České republice".
_COUNTRY = re.compile(
    r"(?:ceske|ceska|slovenske|ces\.)\s+(?:republi\w*|rep\.)(?!\s?,)|cr(?![a-z])(?!\s?[,:])|eu(?![a-z])|zahranici|tuzemsku|evropske\s+unii"
)
# "Rada starších č. 2" is a function; an address has more to it.
_SURELY_ADDRESS = re.compile(r"\d\s?/|,|c\s?\.?\s?(?:p|ev|d)\b|psc|ulic|\bul\b|nam\b|namest|\d{3}\s?\d\d")
_FIRST_LETTER = re.compile(r"\s{1,3}[a-z]")
_OPENED = re.compile(r"[(\[/]\s{0,2}$")
_FAR, _NEAR, _BESIDE = 90, 30, 25
_HIDDEN = re.compile(r"\[skryto\]")


def find(folded: Folded) -> Iterator[Span]:
    """Yield the places of home addresses in a text, each without its word of living."""
    yield from _after_words(folded)
    yield from _by_build(folded)


def find_any(folded: Folded) -> Iterator[Span]:
    """Yield all addresses behind the first word of a text, for parts of names, where none has a place."""
    first = re.search(r"[^\W\d_]+\.?", folded.text)
    begin = first.end() if first else 0
    separator = re.search(r"[,(/;\n-]", folded.text[begin:])
    for start, end in find(folded):
        if start >= begin:
            yield start, end
    for start, _, end in addresses.find(folded):
        if separator is not None and start > begin + separator.start():
            start, end = addresses.with_town(folded, (start, end), begin + separator.end())
        yield max(start, begin), _until(folded, start, end)


def _until(folded: Folded, start: int, end: int) -> int:
    """Return where an address ends that was found by its number: with all that is read behind it."""
    return max(end, _Address(folded, start, weak=False, capital=False).end() or 0)


def _by_build(folded: Folded) -> Iterator[Span]:
    """Yield addresses by their build that a person, a word of living or something hidden governs."""
    text = folded.text
    if _DIGIT.search(text) is None:
        return
    leads = [
        (match.end(), _FAR if match["sure"] else _NEAR)
        for match in _MAYBE_WORD.finditer(text)
        if not _is_institution(text, match)
    ]
    leads += [(end, _FAR) for _, end in people(folded)]
    leads += [(card.end(), _FAR) for card in IDENTITY_CARD.finditer(text)]
    leads += [(match.end(), _FAR) for match in _HIDDEN.finditer(text)]
    if (role := role_at_start(folded)) is not None:
        leads.append((role, _NEAR))
    if not leads and _WORD_BEHIND.search(text) is None:  # reading addresses is what takes long
        return
    done = 0
    for first, number, end in addresses.find(folded):
        if number < done:
            continue
        # Words of a street may have begun with those that only lead to it.
        start = max((place for place, _ in leads if first < place <= number), default=max(first, done))
        lead = max(
            (
                place
                for place, far in leads
                if place <= start and start - place <= far and _governs(folded, place, start, number)
            ),
            default=None,
        )
        behind = _WORD_BEHIND.match(text, _until(folded, start, end)) or _WORD_BEHIND.match(text, end)
        if lead is None and (behind is None or not _is_home_of(folded, behind.end(), start, number)):
            continue
        start, end = addresses.with_town(
            folded, (start, end), lead if lead is not None else max(done, start - _FAR)
        )
        done = _until(folded, start, end)
        if lead == 0 and folded.of_somebody and not _SURELY_ADDRESS.search(text, start, done):
            continue
        leads.append((done, _FAR))
        yield start, done


def _is_home_of(folded: Folded, behind: int, start: int, number: int) -> bool:
    """Tell of an address before a word of living whether it is a home: a name follows, or no seat is told."""
    name = _FIRST_LETTER.match(folded.text, behind)
    if name is not None and folded.is_capital(name.end() - 1):
        return True
    return _governs(folded, max(0, start - _BESIDE), start, number)


def _governs(folded: Folded, lead: int, start: int, number: int) -> bool:
    """Tell whether what stands between a person and an address lets it be that person's home."""
    for other in _NO_HOME.finditer(folded.text, lead, number):
        # A street may well be called Školská.
        if other.start() < start or not folded.is_capital(other.start()) or folded.original.isupper():
            return False
    # Not prose but markup: another field.
    return "<" not in folded.text[lead:start] and not any(
        folded.is_capital(end.end())
        for end in _SENTENCE_END.finditer(folded.text, lead, start)
        if end.end() < len(folded.text)
    )


def _after_words(folded: Folded) -> Iterator[Span]:
    text, done = folded.text, 0
    named = [match for match in _ADDRESS.finditer(text) if name_before(folded, match.start())]
    named += [
        match for match in _STAYING.finditer(text) if folded.of_somebody or name_before(folded, match.start())
    ]
    for match in sorted((*_WORD.finditer(text), *named), key=re.Match.start):
        if match.start() < done or _is_institution(text, match):
            continue
        begin = _behind_connectors(text, match.end())
        if _COUNTRY.match(text, begin):
            continue
        end = _Address(
            folded,
            begin,
            weak=_is_weak(match[0]) and not _is_somebodys(folded, match),
            capital=_is_dwelling(text, match),
        ).end()
        # Two addresses of one person or two: "Praha 4, Dlouhá 12 a Brno, Lidická 3".
        while end and (more := _AND.match(text, end)):
            start = _behind_connectors(text, more.end())
            other = _Address(folded, start, weak=True, capital=True).end()
            if other is None or is_first_name(re.split(r"\W", text[start:], maxsplit=1)[0]):
                break
            end = other
        if end:
            done = end
            yield begin, end


def _is_institution(text: str, word: re.Match[str]) -> bool:
    return word[0].startswith("domov") and _INSTITUTION.search(text, 0, word.start()) is not None


def _behind_connectors(text: str, begin: int) -> int:
    """Return where an address begins, behind what stands between it and its word of living."""
    for _ in range(_CONNECTORS):
        if (connector := _CONNECTOR.match(text, begin)) is None:
            break
        begin = connector.end()
    return begin


def _is_weak(word: str) -> bool:
    """Tell whether a word of living often means something else: "se zdržuje hlasování"."""
    return word.replace(" ", "") in _WEAK or word.startswith("zdrz") or word.startswith("se zdrz")


def _is_somebodys(folded: Folded, match: re.Match[str]) -> bool:
    """Tell whether a person is named right before a word of living that often means something else."""
    if not _is_weak(match[0]):
        return False
    if _OPENED.search(folded.text, 0, match.start()):
        begin = _behind_connectors(folded.text, match.end())
        return begin < len(folded.text) and folded.is_capital(begin)
    role = role_at_start(folded)
    named = [end for _, end in people(folded)] + ([] if role is None else [role])
    return any(0 <= match.start() - end < 30 for end in named)


def _is_dwelling(text: str, match: re.Match[str]) -> bool:
    """Tell whether "bytem" may well mean a flat: "nakládání s bytem č. 5"."""
    return (
        match[0] in ("bytem", "bytom")
        and _WITH.search(text, max(0, match.start() - 20), match.start()) is not None
    )


class _Address:
    """Reads an address from a place on.

    `weak` = only one with a number counts, `capital` = and one that opens with a capital or a number.
    """

    def __init__(self, folded: Folded, begin: int, *, weak: bool, capital: bool) -> None:
        self._folded = folded
        self._text = folded.text
        self._begin = begin
        self._weak = weak or capital
        self._capital = capital
        self._numbered = False

    def end(self) -> int | None:
        """Return where the address ends, None where there is none."""
        text, end, place = self._text, None, self._begin
        while place < len(text):
            start = place
            stop = self._part(start)
            if stop is None or stop <= start:
                break
            end = stop
            separator = _SEPARATOR.match(text, stop)
            if separator is None:
                break
            place = separator.end()
        if end is None or (self._weak and not self._numbered):
            return None
        if self._capital and not self._opens_with_name():
            return None
        # "PSČ 140 00)" closes what the address opened.
        opened = text.count("(", self._begin, end) - text.count(")", self._begin, end)
        if opened > 0 and text[end : end + 1] == ")":
            end += 1
        return end

    def _opens_with_name(self) -> bool:
        first = _TOKEN.match(self._text, self._begin)
        return first is not None and (first[0][0].isdigit() or self._folded.is_capital(first.start()))

    def _part(self, start: int) -> int | None:
        """Return the end of one part of the address, None where what comes is no part of it."""
        text, folded = self._text, self._folded
        limit = _LIMIT.search(text, start, start + _LONGEST_PART)
        stop = limit.start() if limit else len(text)
        tokens = list(_TOKEN.finditer(text, start, stop))
        if not tokens or (tokens[0][0] in _NO_PLACE and not self._is_street(tokens)):
            return None
        if self._is_person(tokens):
            return None
        if not self._may_start(tokens):
            return self._in_small_letters(start, stop)
        end, number_seen, small = None, False, 0
        index = 0
        while index < len(tokens):
            token, word = tokens[index], tokens[index][0]
            following = tokens[index + 1] if index + 1 < len(tokens) else None
            if word[0].isdigit():
                if _DATED.match(text, token.start()):
                    break
                number_seen = self._numbered = True
                end = token.end()
            elif word in "./-'\"°+&#:":
                if word == "." and self._ends_sentence(tokens, index):
                    break
                if word in "/-" and following is None:
                    break
                if word == ":" and tokens[index - 1][0] not in (
                    "psc",
                    "c",
                    "cp",
                    "okres",
                    "obec",
                    "ulice",
                    "stat",
                    "p",
                ):
                    break
            elif word in _NO_PLACE and index and not (folded.is_capital(token.start()) and index == 0):
                break
            elif folded.is_capital(token.start()) or word[0] >= _ABROAD:
                if number_seen and index and self._is_person(tokens[index:]):
                    break
                end, small = token.end(), 0
            elif word in _INSIDE:
                if not self._goes_on(tokens, index):
                    break
                if word in (
                    "republika",
                    "kralovstvi",
                    "staty",
                    "okres",
                    "kraj",
                    "ulice",
                    "namesti",
                    "trida",
                    "street",
                    "nabrezi",
                ):
                    end = token.end()
            elif index and tokens[index - 1][0] == "." and index > 1 and tokens[index - 2][0][0].isdigit():
                end = token.end()  # 28. října, 5. května
            elif not number_seen and small < 3 and self._number_follows(tokens, index):
                small += 1
            elif small == 0 and index and not number_seen and following is None and len(tokens) <= 5 and end:
                end = token.end()  # Kostelec nad Černými lesy, Nad rybníkem
            else:
                break
            index += 1
        return end

    def _may_start(self, tokens: list[re.Match[str]]) -> bool:
        first = tokens[0]
        word = first[0]
        if word[0].isdigit():
            following = tokens[1][0] if len(tokens) > 1 else ""
            if _POSTAL.match(self._text, first.start()):
                return True
            if following == "." and len(tokens) > 2:
                third = tokens[2]
                return not third[0][0].isdigit() and self._number_follows(tokens, 2)
            if (
                self._numbered
                or following in ("", "/", "-")
                or self._text[tokens[-1].end() : tokens[-1].end() + 1] == ""
            ):
                return _HOUSE.match(self._text, first.start()) is not None
            if following in _ROAD:
                return True
            return (
                len(tokens) > 1 and self._folded.is_capital(tokens[1].start())
                if tokens[1][0][0].isalpha()
                else False
            )
        if self._folded.is_capital(first.start()) or word[0] >= _ABROAD:
            return True
        if word in _STARTS:
            return self._goes_on(tokens, 0)
        if word in ("c", "ev", "p", "cislo", "d", "kv", "kw", "korp"):
            return any(token[0][0].isdigit() for token in tokens[1:6])
        return False

    def _in_small_letters(self, start: int, stop: int) -> int | None:
        """Return the end of a part such as "dlouha 12" or "praha 4", written without capitals."""
        match = _NUMBERED.match(self._text, start, stop)
        if match is not None:
            if not _are_small(match["words"]):
                return None
            self._numbered = True
            return match.end("number")
        town = _PLAIN.match(self._text, start, stop)
        if town is None or not _are_small(town["words"]):
            return None
        if not self._numbered:
            return town.end("words") if _THEN_NUMBERED.match(self._text, town.end("words")) else None
        # Behind a number nothing but one more part: the town.
        return town.end("words") if stop == len(self._text) and len(town["words"].split()) <= 2 else None

    def _is_street(self, tokens: list[re.Match[str]]) -> bool:
        """Tell whether a part that begins with a word such as "Za" is a street with its number."""
        if (
            tokens[0][0] not in ("za", "do", "od", "k", "ke", "u", "s", "obchodni", "r", "od")
            or len(tokens) < 2
        ):
            return False
        return self._folded.is_capital(tokens[0].start()) and any(
            token[0][0].isdigit() for token in tokens[1:5]
        )

    def _is_person(self, tokens: list[re.Match[str]]) -> bool:
        """Tell whether a part behind a house number is the name of the next person."""
        words = [token for token in tokens if token[0][0].isalpha()]
        if not words or not (self._numbered or self._text[: tokens[0].start()].rstrip().endswith(",")):
            return False
        if is_title(words[0][0]) and len(words[0][0]) > 2 and words[0][0] not in _SHORT_FORMS:
            return True
        if any(token[0][0].isdigit() for token in tokens[:6]):
            return False
        return self._numbered and len(words) >= 2 and is_first_name(words[0][0])

    def _number_follows(self, tokens: list[re.Match[str]], index: int) -> bool:
        """Tell whether a house number comes within the next few words."""
        following = [token for token in tokens[index + 1 : index + 9] if token[0] not in _MARKS]
        for token in following[:3]:
            if token[0][0].isdigit():
                return _HOUSE.match(self._text, token.start()) is not None
            if token[0] in _NO_PLACE or token[0] in ("ve", "od", "do", "z", "ze", "dne"):
                return False
        return False

    def _goes_on(self, tokens: list[re.Match[str]], index: int) -> bool:
        """Tell whether a number or a capital follows a small word of addresses."""
        word = tokens[index][0]
        if word in ("republika", "kralovstvi", "staty"):
            return True
        for token in tokens[index + 1 : index + 5]:
            if token[0][0].isdigit() or self._folded.is_capital(token.start()):
                return token[0] not in _NO_PLACE
            if token[0] not in _INSIDE and token[0] not in "./:-":
                return (
                    word in ("nad", "pod", "u", "na", "ulice", "ul", "nam", "namesti") and token is tokens[-1]
                )
        return word in ("okres", "kraj", "ulice", "namesti", "trida", "street") and index > 0

    def _ends_sentence(self, tokens: list[re.Match[str]], index: int) -> bool:
        if index + 1 >= len(tokens):
            return True
        before, after = tokens[index - 1][0] if index else "", tokens[index + 1]
        if before in _SHORT_FORMS or (len(before) == 1 and before.isalpha()):
            return False
        if after[0][0].isdigit():
            return False
        if before and before[0].isdigit() and not self._folded.is_capital(after.start()):
            return False
        if (
            self._folded.is_capital(after.start())
            and after[0] not in _NO_PLACE
            and after[0] not in ("dne", "o")
        ):
            # "Praha 4. Dlouhá 12": one more part that has a number near.
            return not self._number_follows(tokens, index + 1)
        return True


def _are_small(words: str) -> bool:
    """Tell whether words without capitals may be a street or a town."""
    return not any(word in _NO_PLACE or word in _NOT_IN_SMALL for word in re.findall(r"[a-z]+", words))
