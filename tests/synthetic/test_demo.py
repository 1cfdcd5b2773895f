"""The packaged answers of live registers are there, readable, and hold nothing of natural persons' homes."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from lxml import etree

from soupis.synthetic.demo import sample_files

FILES = sample_files()
ALL = [*FILES.ares, *FILES.vat, *FILES.isir, *FILES.documents]


def natural_persons(value: Any) -> list[dict[str, Any]]:
    if isinstance(value, list):
        return [person for item in value for person in natural_persons(item)]
    if isinstance(value, dict):
        own = [value["fyzickaOsoba"]] if "fyzickaOsoba" in value else []
        return own + [person for item in value.values() for person in natural_persons(item)]
    return []


def test_every_register_of_the_demo_has_its_files() -> None:
    assert all((FILES.ares, FILES.vat, FILES.isir, FILES.documents))
    assert all(path.is_file() for path in ALL)


def test_natural_persons_have_no_home_address_and_no_free_text() -> None:
    persons = [person for path in FILES.ares for person in natural_persons(json.loads(path.read_bytes()))]
    assert len(persons) > 20
    assert {key for person in persons for key in person} <= {
        "jmeno", "prijmeni", "datumNarozeni", "statniObcanstvi", "titulPredJmenem", "titulZaJmenem",
    }  # fmt: skip


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.name)
def test_no_birth_number_is_shipped(path: Any) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"\b\d{6}\s*/\s*\d{3,4}\b|r\.\s?č\.", text)


@pytest.mark.parametrize("path", [*FILES.vat, *FILES.isir], ids=lambda path: path.name)
def test_soap_answers_are_well_formed(path: Any) -> None:
    assert etree.fromstring(path.read_bytes()).tag.endswith("Envelope")
