"""A second reading of texts that typists, scanners and web pages spoilt, for the same rules to judge.

"b y t e m", "naro-" at the end of a line and "zen" on the next one, "narozne", "l2. 3. I96O" and `&nbsp;`
become what was meant. Each character still knows its place in the original. What nobody spoilt has no
second reading.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from soupis.ingest.privacy.folded import Folded, fold, rewritten

_WORDS = (
    "narozen narozena narozeny narozene narozenou narozeneho narozenemu narozenym narozeni narodil narodila "
    "naroz bytem bydli bydlici bydliste bydlistem bydlisti bydlisko bydlel bydlela trvale trvaly trvalym "
    "trvaleho pobyt pobytem pobytu hlasen hlasena prihlasen zdrzuje zdrzujici rodne rodnym rodneho adresa "
    "adrese prechodne geboren wohnhaft residing zamieszkaly urodzony nar. nar.d datum"
).split()
# Words of their own that differ in one letter.
_REAL = frozenset(
    "narizen narizena narizeny narizene narizenou narizeneho narizenemu narizenym narizeni narazen narazena "
    "narazeny narazeni natozen trvala trvalo trvali pobyty roden ardesa".split()
)
# Where a letterspaced text had spaces between words nobody sees any more.
_JOINED = re.compile(
    r"(?<![a-z])(trv(?:aleho|alemu|alym|aly|ale|\.)?|prechodne|adresa|mistem|misto|datum|rod(?:ne|nym|neho|\.)|dat\.|dne|posledne|"
    r"drive|nyni|hlasena?|zdrzuje|s(?=trval|bydl|pobyt|mist))(?=[a-z]{3})"
)
# Tags within a text of a web page; others stand between fields, and are no part of what is read.
_TAG = re.compile(r"</?(?:b|i|u|em|strong|span|font|small|su[bp]|br|p)(?:\s[^<>]{0,80})?\s?/?>")
_ENTITY = re.compile(r"&(?:[a-z]{2,8}|#\d{1,6}|#x[0-9a-f]{1,5});")
# Where a register keeps no lines, the end of one is a space.
_BROKEN = re.compile(r"(?<=[a-z.])-\s{1,6}(?=[a-z.:])")
_WRAPPED = re.compile(r"[ ]{0,3}\n[ ]{0,3}(?=[a-z0-9])")
_BEFORE_MORE = re.compile(
    r"(?:,|(?<![a-z])(?:ulic[ei]|ul\.|nam\.?|namesti|tr\.|trida|psc:?|v|ve|na|nad|pod|u|c\.|c\.\s?p\.))$"
)
_LETTERSPACED = re.compile(r"(?<![^\s(\[/.:\"'„“‚‘«»])\S(?:\s{1,9}\S){2,}(?=[:.,;)\]/\"'“”‘’«»]|\s|$)")
_GAPS = re.compile(r"[^\S\n]{2,}|(?<=\w)[^\S\n]+(?=([.,;:]))")
# Where letters and digits of an address were letterspaced, no gap stands before the mark of a house number.
_HOUSE_MARK = re.compile(r"(?<=[a-z])(c\.?(?:p|d|ev|e)?\.?|cislo)(?=\d)")
_DIGITS_AND_LETTERS = re.compile(
    r"(?P<day>(?<![a-z0-9])[loi]{1,2})(?=\.\s{0,2}(?:led|un|bre|dub|kv|cer|srp|zar|rij|lis|pro))|"
    r"(?:(?<![a-z0-9])|(?<=\scz)|(?<=:cz))[\dloi](?:[\s./-]{0,3}[\dloi]){1,13}(?=[abc]?(?![a-z0-9]))"
)
_LETTER_FOR_DIGIT = re.compile(
    r"(?<![a-z])[loi]{1,4}(?=\d)|(?<=\d)[loi]{1,4}(?![a-z])|(?<![a-z])[loi]{1,2}(?![a-z])"
)
_MIXED = re.compile(r"\d[loi]|[loi]{2}[./-]\d|[loi]\d|\d\D{1,3}[lo]\D{1,3}\d")
_TOKEN = re.compile(r"[a-z]+(?:\.[a-z]+)?")
_TWO = re.compile(r"(?<![a-z])(?=([a-z]+\s[a-z]+)(?![a-z]))")
_DIGIT_OF = str.maketrans("loi", "101")


def _misspelt() -> dict[str, str]:
    """Return the words with one letter wrong, missing, doubled or out of place, and what was meant."""
    texts: dict[str, str] = {}
    for word in _WORDS:
        for place, (one, other) in enumerate(pairwise(word)):
            texts.setdefault(word[:place] + other + one + word[place + 2 :], word)
            texts.setdefault(word[:place] + one + word[place:], word)
        for place in range(1, len(word) - 1) if len(word) > 5 else ():
            texts.setdefault(word[:place] + word[place + 1 :], word)
            for letter in "abcdefghijklmnopqrstuvwxyz":
                texts.setdefault(word[:place] + letter + word[place + 1 :], word)
    return {wrong: word for wrong, word in texts.items() if wrong not in _REAL and wrong not in _WORDS}


def _split() -> dict[str, str]:
    """Return the words with a space in them."""
    return {
        f"{word[:place]} {word[place:]}": word
        for word in _WORDS
        if len(word) > 4
        for place in range(3, len(word))
    }


_MISSPELT, _SPLIT = _misspelt(), _split()
_HEADS = frozenset(split.split()[0] for split in _SPLIT)


def mended(folded: Folded) -> Folded | None:
    """Return a text as it was meant, None where it reads the same."""
    meant = folded
    for _ in range(2) if "&" in meant.text else ():  # "&amp;nbsp;" is one of a page in a page
        meant = _rewritten(meant, _ENTITY, lambda match, _: fold(html.unescape(match[0])).text or " ")
    if "<" in meant.text:
        meant = _rewritten(meant, _TAG, lambda match, _: " " if match[0].strip("</ >") in ("br", "p") else "")
    if "-" in meant.text:
        meant = _rewritten(meant, _BROKEN, _joined_line)
    if "\n" in meant.text:
        meant = _rewritten(meant, _WRAPPED, _wrapped_line)
    meant = _rewritten(meant, _LETTERSPACED, _closed_up)
    meant = _rewritten(meant, _DIGITS_AND_LETTERS, _digits)
    meant = _rewritten(meant, _GAPS, lambda match, _: "" if match[0].isspace() and match[1] else " ")
    words = _TOKEN.findall(meant.text)
    if not _MISSPELT.keys().isdisjoint(words):
        meant = _rewritten(meant, _TOKEN, lambda match, _: _MISSPELT.get(match[0]))
    if not _HEADS.isdisjoint(words):
        meant = _rewritten(meant, _TWO, lambda match, _: _SPLIT.get(match[1]), group=1)
    return meant if meant is not folded and meant.text != folded.text else None


def has_misspelt_word(text: str) -> bool:
    """Tell whether a folded text has a word of birth or living in it that somebody spoilt."""
    words = _TOKEN.findall(text)
    return not (_MISSPELT.keys().isdisjoint(words) and _HEADS.isdisjoint(words))


def _joined_line(match: re.Match[str], folded: Folded) -> str | None:
    before, after = match.start() - 1, match.end()
    return None if folded.is_capital(after) and not folded.is_capital(before) else ""


def _wrapped_line(match: re.Match[str], folded: Folded) -> str | None:
    """Return a space for the end of a line amid an address; a capital may begin something of its own."""
    if folded.is_capital(match.end()) and not _BEFORE_MORE.search(folded.text, 0, match.start()):
        return None
    return " "


def _closed_up(match: re.Match[str], folded: Folded) -> str:
    start = match.start()
    chars: list[str] = []
    usual = min(len(gap) for gap in re.findall(r"\s+", match[0]))
    spaces, small = 0, False
    for place, char in enumerate(match[0], start):
        if char.isspace():
            spaces += 1
            continue
        if spaces > usual:
            chars.append(" ")
        spaces = 0
        before = chars[-1] if chars else ""
        capital = char.isalpha() and folded.is_capital(place)
        last_word = place == match.end() - 1 and char in "aikosuvz"
        if (
            (before.isalpha() and (char.isdigit() or (capital and small)))
            or (before.isdigit() and (capital or last_word))
            or (before == "." and capital)
        ):
            chars.append(" ")
        small = small or (char.isalpha() and not capital)
        chars.append(char)
        if char == ",":
            chars.append(" ")
    return _HOUSE_MARK.sub(r" \1", _JOINED.sub(r"\1 ", "".join(chars)))


def _digits(match: re.Match[str], _: Folded) -> str | None:
    text = match[0]
    if match["day"] is None and _MIXED.search(text) is None:
        return None
    return _LETTER_FOR_DIGIT.sub(lambda letters: letters[0].translate(_DIGIT_OF), text)


def _rewritten(
    folded: Folded,
    pattern: re.Pattern[str],
    write: Callable[[re.Match[str], Folded], str | None],
    *,
    group: int = 0,
) -> Folded:
    """Return a text with the matches of a pattern written anew; None leaves a match as it is."""
    places = range(len(folded.text)) if folded.places is None else folded.places
    text, places = rewritten(
        folded.text, places, pattern, lambda match: write(match, folded), _places_of, group=group
    )
    return folded if text is folded.text else folded._replace(text=text, places=places)


def _places_of(old: str, new: str, places: Sequence[int]) -> list[int]:
    """Return where the characters of a rewritten piece stand: at the same ones, or as near as can be."""
    new_places: list[int] = []
    index = 0
    for char in new:
        ahead = old.find(char, index)
        index = ahead if ahead >= 0 else min(index, len(old) - 1)
        new_places.append(places[index])
        index = min(index + 1, len(old) - 1)
    if new_places:
        new_places[-1] = places[len(old) - 1]
    return new_places
