"""The public register (commercial register and its sisters): open data of the Ministry of Justice.

A file is split at its subjects (`iter_subject_elements`), each element has a fingerprint, and only elements
whose fingerprint is new need to be parsed (`parse_subject_element`), in as many processes as there are.
"""

from soupis.registers.public_register.entries import file_marks_of, is_readable, parse_subject_element
from soupis.registers.public_register.subject_elements import (
    LARGEST_ELEMENT,
    READER_VERSION,
    fingerprint,
    iter_subject_elements,
)

__all__ = [
    "LARGEST_ELEMENT",
    "READER_VERSION",
    "file_marks_of",
    "fingerprint",
    "is_readable",
    "iter_subject_elements",
    "parse_subject_element",
]
