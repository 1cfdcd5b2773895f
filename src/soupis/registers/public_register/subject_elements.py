"""Splitting of a file of the public register into its subjects, in constant memory, without parsing XML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import xxhash

from soupis.registers.files import Progress, read_blocks
from soupis.registers.records import PRIVACY_RULES, SourceError

# Raised whenever more or other things are read of an element: all elements are then parsed again, once.
READER_VERSION = 9_000 + PRIVACY_RULES
# Bytes: real subjects have a few MB at most, one of 100,000 members has about 100 MB.
LARGEST_ELEMENT = 128 << 20

# Blocks of 128 kB and more come from the system and go back to it each time: a third more to read a file.
_BLOCK = 1 << 16
_START, _END = b"<Subjekt", b"</Subjekt>"
_START_TAG = re.compile(rb"<Subjekt[\s>]")
_PROLOG = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml(?P<declaration>[^>]*)\?>)?(?:\s*<!--.*?-->)*\s*"
    rb"<(?P<root>[A-Za-z_][\w.\-]*)[^<>]*?(?P<empty>/?)>",
    re.DOTALL,
)
_ENCODING = re.compile(rb"encoding\s*=\s*[\"']([^\"']*)[\"']")
_CSV_HEADER = re.compile(rb"[^;,\t<>]{1,80}(?:[;,\t][^;,\t<>]{0,80}){1,500}")
_KEPT_BETWEEN_PIECES = 4096
_LONGEST_PROLOG = 1 << 16


def fingerprint(element: bytes) -> bytes:
    """Return the 16 bytes by which an element that was read is known again (no protection from forgery)."""
    return xxhash.xxh3_128_digest(element, seed=READER_VERSION)


def iter_subject_elements(path: Path, progress: Progress | None = None) -> Iterator[bytes]:
    """Yield the subjects of a file (plain or gz), each as its bytes from `<Subjekt>` to `</Subjekt>`.

    Whether the file is whole is known at its end only, when elements have been yielded already: use nothing
    of the file before an iteration has ended well. An element that lost its start or end is yielded as it is,
    and so are the first LARGEST_ELEMENT + 1 bytes of a larger one; `parse_subject_element` rejects both.

    Raises:
        SourceError: the file is no file of the register, or it is damaged or cut off.
    """
    buffer = bytearray()
    root = b""
    searched = 0  # there is no end of an element in the buffer before this place
    skipping = False  # inside an element that was too large
    for block in read_blocks(path, _BLOCK, progress):
        buffer += block
        if not root:
            root = _take_prolog(buffer, path)
            if not root:
                continue
        position = 0
        while (end := buffer.find(_END, max(position, searched))) >= 0:
            end += len(_END)
            if skipping:
                skipping = False
            else:
                yield from _pieces_until(buffer, position, end)
            position = end
        del buffer[:position]
        if skipping:
            del buffer[: -len(_END)]
        elif (start := buffer.find(_START)) < 0:
            del buffer[:-_KEPT_BETWEEN_PIECES]
        elif len(buffer) - start > LARGEST_ELEMENT:
            yield bytes(buffer[start : start + LARGEST_ELEMENT + 1])
            skipping = True
            del buffer[: -len(_END)]
        searched = max(0, len(buffer) - len(_END))
    _check_end(path, root, bytes(buffer), skipping)


def _pieces_until(buffer: bytearray, position: int, end: int) -> Iterator[bytes]:
    """Yield what stands in the buffer before the end of an element: that element, and one that has no end."""
    tag = _START_TAG.search(buffer, position, end)
    if tag is None:
        yield bytes(buffer[position:end])
        return
    start = tag.start()
    while buffer.find(_START, start + 1, end) >= 0:
        following = _START_TAG.search(buffer, start + 1, end)
        if following is None:
            break
        yield bytes(buffer[start : following.start()])
        start = following.start()
    yield bytes(buffer[start:end])


def _take_prolog(buffer: bytearray, path: Path) -> bytes:
    """Cut the file's head off the buffer and return the root's name; empty when the head is not whole yet."""
    match = _PROLOG.match(bytes(buffer[:_LONGEST_PROLOG]))
    if match is None or match["root"].lower() == b"html":
        start = bytes(buffer[:_LONGEST_PROLOG]).lstrip(b"\xef\xbb\xbf \r\n\t")
        unfinished = len(buffer) < _LONGEST_PROLOG and start[:1] in {b"", b"<"} and start[:2] != b"<!D"
        if match is None and unfinished:
            return b""
        raise SourceError(_not_xml(path, start))
    encoding = _ENCODING.search(match["declaration"] or b"")
    if encoding is not None and encoding[1].lower() not in {b"utf-8", b"utf8", b"us-ascii"}:
        raise SourceError(f"The file {path.name} is in {encoding[1].decode('latin-1')}; UTF-8 is expected.")
    root = match["root"]
    del buffer[: match.end()]
    if match["empty"]:
        buffer[:0] = b"</" + root + b">"
    return root


def _not_xml(path: Path, start: bytes) -> str:
    """Return the sentence for a file that is not the register's XML, by the bytes that it starts with."""
    first_line = start.split(b"\n", 1)[0]
    if start[:1] not in (b"<", b"{", b"[") and _CSV_HEADER.fullmatch(first_line.strip()):
        return (
            f"The file {path.name} is a CSV table; Soupis reads the public register's XML, which also holds "
            "persons and history. Download the file of the same data set whose name ends in .xml.gz."
        )
    return f"The file {path.name} is no XML of the public register (a web page instead?); download it again."


def _check_end(path: Path, root: bytes, rest: bytes, skipping: bool) -> None:
    if not root:
        raise SourceError(
            f"The file {path.name} is empty or no XML of the public register; download it again."
        )
    closing = re.search(rb"</" + re.escape(root) + rb"\s*>\s*(?:<!--.*?-->\s*)*\Z", rest, re.DOTALL)
    if skipping or closing is None or _START_TAG.search(rest):
        raise SourceError(
            f"The file {path.name} is cut off, its closing </{root.decode()}> is missing; download it again."
        )
