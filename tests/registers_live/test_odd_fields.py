"""Fields of recorded answers absent, empty or odd: what is left is read, or the answer is refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from lxml import etree

from soupis.registers import ares, isir, isir_events, vat
from soupis.registers.records import SourceError
from tests.registers_live.samples import sample

_ODD_TEXTS = ["", "?", "0", "-1", "9" * 30, "\u00a0", "2026-99-99", "NENALEZEN"]
_ODD_VALUES: list[Any] = [None, "", 0, -1, 1.5, True, [], {}, ["x"], {"a": 1}, "?", "9" * 40]


def xml_without_or_odd(data: bytes) -> Iterator[bytes]:
    """Yield an XML answer once without each element and attribute, and with odd ones in their place."""
    root = etree.fromstring(data)
    for place, element in enumerate(root.iter(etree.Element)):
        if element is not root:
            changed = copy.deepcopy(root)
            gone = list(changed.iter(etree.Element))[place]
            gone.getparent().remove(gone)  # type: ignore[union-attr]
            yield etree.tostring(changed)
        before = element.text
        attributes = {str(name): str(value) for name, value in element.attrib.items()}
        for odd in _ODD_TEXTS:
            if len(element) == 0:
                element.text = odd
                yield etree.tostring(root)
                element.text = before
            for name, value in attributes.items():
                element.set(name, odd)
                yield etree.tostring(root)
                element.set(name, value)
        for name, value in attributes.items():
            del element.attrib[name]
            yield etree.tostring(root)
            element.set(name, value)


def json_without_or_odd(value: Any, whole: Any | None = None) -> Iterator[bytes]:
    """Yield a JSON answer once without each field, and with odd values there; of lists the first two."""
    whole = value if whole is None else whole
    keys: list[Any] = list(value) if isinstance(value, dict) else []
    keys += range(min(2, len(value))) if isinstance(value, list) else []
    for key in keys:
        before = value[key]
        for odd in _ODD_VALUES:
            value[key] = odd
            yield json.dumps(whole).encode()
        if isinstance(value, dict):
            items = list(value.items())
            del value[key]
            yield json.dumps(whole).encode()
            value.clear()
            value.update(items)
        value[key] = before
        yield from json_without_or_odd(before, whole)


def read_or_refused(read: Callable[[bytes], object], answers: Iterator[bytes]) -> tuple[int, int]:
    """Read answers; return how many were read and how many refused. Anything else than that is a fault."""
    done = refused = 0
    for answer in answers:
        try:
            read(answer)
            done += 1
        except SourceError:
            refused += 1
    return done, refused


def _all(data: bytes) -> object:
    return list(ares.read(data))


XML: list[tuple[str, Callable[[bytes], object]]] = [
    ("vat/vat_status_basic.xml", vat.parse),
    ("vat/vat_status_v2_mixed.xml", vat.parse),
    ("vat/vat_status_v2_unreliable_person_edited.xml", vat.parse),
    ("isir/isir_cuzk_25083325_konkurs.xml", partial(isir.parse, ico=25083325)),
    ("isir/isir_cuzk_empty_WS2.xml", partial(isir.parse, ico=25083325)),
    ("isir/isir_cuzk_nevyrizena_anonymised.xml", partial(isir.parse, ico=None)),
    ("isir/isir_public_response_sample.xml", isir_events.parse_events),
]
JSON: list[tuple[str, Callable[[bytes], object]]] = [
    ("ares/ares_45274649.json", _all),
    ("ares/ares_res_49240901_trimmed.json", _all),
    ("ares/ares_vr_01673408_sro_trimmed.json", _all),
    ("ares/ares_search_budvar.json", _all),
]


@pytest.mark.parametrize(("name", "read"), XML)
def test_xml_answers_are_read_or_refused_whatever_is_absent_or_odd(
    name: str, read: Callable[[bytes], object]
) -> None:
    done, refused = read_or_refused(read, xml_without_or_odd(sample(name)))
    assert done and refused


@pytest.mark.parametrize(("name", "read"), JSON)
def test_json_answers_are_read_or_refused_whatever_is_absent_or_odd(
    name: str, read: Callable[[bytes], object]
) -> None:
    done, refused = read_or_refused(read, json_without_or_odd(json.loads(sample(name))))
    assert done > 5 * refused


def test_a_vat_answer_with_odd_fields_never_says_something_else_of_a_payer() -> None:
    """But for what stands in the two fields that say it; those two have to agree with each other."""
    data = sample("vat/vat_status_v2_mixed.xml")
    said = {row.dic_digits: row.subject_kind for row in vat.parse(data).rows}
    for answer in xml_without_or_odd(data):
        try:
            rows = vat.parse(answer).rows
        except SourceError:
            continue
        for row in rows:
            assert row.subject_kind == said.get(row.dic_digits, row.subject_kind)
