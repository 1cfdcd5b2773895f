"""Which answer of ARES it is, and the records in it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import astuple

from soupis.identifiers import format_ico
from soupis.registers.ares import extract, subject
from soupis.registers.ares.json_values import Entry, Json, company_id, items, text
from soupis.registers.records import (
    Activities,
    RegisterExtract,
    Rejected,
    SourceError,
    StatisticalSubject,
    Subject,
)
from soupis.times import prague_today

AresRecord = Subject | Activities | RegisterExtract | Rejected


def read(data: bytes, today: str | None = None) -> Iterator[AresRecord]:
    """Yield the records of one or more answers of ARES, detected by their shape.

    One answer gives, per subject: from the basic endpoint and from search a `Subject` and, when the
    answer speaks of them, `Activities`; from `-res` the same with the statistical data; from `-vr` one
    `RegisterExtract`, all records of the subject merged. Several answers may stand in a JSON array or
    one on each line.

    Args:
        data: JSON in UTF-8.
        today: ISO date that decides whether an end has come yet; the present day by default.

    Raises:
        SourceError: the data is not JSON, or the one answer in it is an error or no answer of ARES; one
            among several is yielded as rejected.
    """
    day = today or prague_today().isoformat()
    answers = _decode(data)
    is_single = len(answers) == 1
    for number, answer in enumerate(answers, 1):
        place = "answer" if is_single else f"answer {number}"
        try:
            yield from _answer(answer, place, day)
        except SourceError as error:
            if is_single:
                raise
            yield Rejected(place, str(error))


def _decode(data: bytes) -> list[object]:
    """Return the answers in the data; a line that is no JSON becomes a rejection."""
    data = data.removeprefix(b"\xef\xbb\xbf").strip()
    try:
        whole = msgspec.json.decode(data)
        return whole if isinstance(whole, list) else [whole]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        lines = data.splitlines()
        if len(lines) < 2 or not all(line.lstrip().startswith(b"{") for line in lines if line.strip()):
            raise SourceError(f"This is no JSON answer of ARES: {error}; try again later.") from error
    return [_decode_line(line, number) for number, line in enumerate(lines, 1) if line.strip()]


def _decode_line(line: bytes, number: int) -> object:
    try:
        return msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return Rejected(f"line {number}", f"no JSON: {error}")


def _answer(answer: object, place: str, today: str) -> Iterator[AresRecord]:
    if isinstance(answer, Rejected):
        yield answer
        return
    try:
        yield from _by_shape(answer, place, today)
    except RecursionError as error:
        raise SourceError(f"{place}: nested too deep for an answer of ARES.") from error


def _by_shape(answer: object, place: str, today: str) -> Iterator[AresRecord]:
    if not isinstance(answer, dict):
        raise SourceError(f"{place}: an object is expected, this is {type(answer).__name__}.")
    if "zaznamy" in answer:
        yield from _records(answer, place, today)
    elif "ekonomickeSubjekty" in answer or "pocetCelkem" in answer:
        for number, item in enumerate(items(answer.get("ekonomickeSubjekty")), 1):
            if "zaznamy" in item:
                yield from _records(item, f"{place}, subject {number}", today)
            else:
                yield from _economic_subject(item, f"{place}, subject {number}", today)
    elif "ico" in answer or "icoId" in answer or "obchodniJmeno" in answer:
        yield from _economic_subject(answer, place, today)
    else:
        raise _error(answer, place)


def error_of(answer: Json) -> Entry:
    """Return the error that an answer is, or the first one that it lists."""
    return Entry(next(iter(items(answer.get("chyby"))), answer))


def _error(answer: Json, place: str) -> SourceError:
    error = error_of(answer)
    code, text = error.text("subKod") or error.text("kod"), error.text("popis")
    if error.text("kod") is None:
        code = error.text("status")
        text = " ".join(filter(None, map(error.text, ("error", "path"))))
    if code is None:
        return SourceError(f"{place}: no answer of ARES (none of ico, zaznamy, ekonomickeSubjekty, kod).")
    return SourceError(f"ARES answered {code}: {text or 'without an explanation'}")


def _economic_subject(item: Json, place: str, today: str) -> Iterator[AresRecord]:
    ico = company_id(item.get("ico")) or company_id(item.get("icoId"))
    if ico is None:
        yield _without_id(item, place)
        return
    entry = Entry(item)
    yield subject.read_subject(entry, ico, today)
    if activities := subject.read_activities(entry, ico):
        yield activities


def _records(item: Json, place: str, today: str) -> Iterator[AresRecord]:
    records = items(item.get("zaznamy"))
    candidates = (item.get("icoId"), *(record.get("ico") for record in records))
    ico = next(filter(None, map(company_id, candidates)), None)
    if not records:
        yield Rejected(place, "the answer has no records")
    elif ico is None:
        yield _without_id(item, place)
    elif any(map(extract.is_extract, records)):
        yield _extract(records, ico)
    else:
        yield from _statistical(records, ico, today)


def _extract(records: list[Json], ico: int) -> AresRecord:
    try:
        return extract.read_extract([Entry(record) for record in records], ico)
    except ValueError as error:
        return Rejected(f"IČO {format_ico(ico)}", str(error))


def _statistical(records: list[Json], ico: int, today: str) -> Iterator[AresRecord]:
    primary = next((record for record in records if record.get("primarniZaznam") is True), records[0])
    record = Entry(primary)
    yield StatisticalSubject(*astuple(subject.read_statistical(record, ico, today)))
    if activities := subject.read_activities(record, ico):
        yield activities


def _without_id(item: Json, place: str) -> Rejected:
    return Rejected(
        f"{place} ({text(item.get('icoId')) or 'without icoId'})", "the subject has no company ID"
    )
