"""How much innocent text the redaction hides, how much of what is planted it misses.

python -m bench.privacy [TEXTS]

Innocent are: sentences of a grammar, the texts of made-up registers, and those of the recorded answers.
"""

from __future__ import annotations

import gzip
import io
import re
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import msgspec
from lxml import etree
from tests.support import private_texts

from soupis.ingest.privacy import redact
from soupis.ingest.privacy.folded import fold
from soupis.synthetic.generate import generate

FIXTURES = Path(__file__).parents[1] / "tests" / "fixtures"
_EXAMPLES = 8
# Elements of the registers' own fields for days and numbers, which are read as such and never as texts.
_NO_TEXTS = {"narozDatum", "zapisDatum", "vymazDatum", "datumNarozeni", "rodneCislo"}


def main(count: int) -> None:
    """Print the shares and examples."""
    hidden = [
        _report("sentences of the grammar", (private_texts.innocent(Random(seed)) for seed in range(count))),
        _report("texts of made-up registers", _synthetic(count // 10)),
        _report("texts of recorded answers", _recorded()),
    ]
    _missed(count)
    if max(hidden) >= 0.001:
        raise SystemExit("more than one innocent text in a thousand is hidden")


def _report(what: str, texts: Iterable[str]) -> float:
    number = characters = touched = lost = 0
    examples: list[str] = []
    started = time.perf_counter()
    for text in texts:
        number, characters = number + 1, characters + len(text)
        shown = redact(text)
        if shown != text:
            touched, lost = touched + 1, lost + max(0, len(text) - len(shown))
            if len(examples) < _EXAMPLES:
                examples.append(f"    {text[:110]!r}\n      → {shown[:110]!r}")
    each = (time.perf_counter() - started) / max(number, 1) * 1e6
    print(
        f"{what}: {number:,}, hidden in {touched:,} = {touched / max(number, 1):.3%}; characters "
        f"{characters:,}, hidden {lost / max(characters, 1):.3%} ({each:.1f} µs each)"
    )
    print("\n".join(examples))
    return touched / max(number, 1)


def _synthetic(companies: int) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as directory:
        generate(Path(directory), companies, 7)
        for path in sorted(Path(directory).glob("res_data.csv")):
            for line in path.read_text(encoding="utf-8").splitlines()[1:]:
                yield from re.findall(r'"([^"]+)"', line)
        for path in sorted(Path(directory).glob("*.xml.gz")):
            yield from _texts_of_xml(path)


def _recorded() -> Iterator[str]:
    for path in sorted(FIXTURES.rglob("*.xml")):
        yield from _texts_of_xml(path)
    for path in sorted(FIXTURES.rglob("*.json")):
        yield from _strings(msgspec.json.decode(path.read_bytes()))


def _texts_of_xml(path: Path) -> Iterator[str]:
    data = path.read_bytes()
    if path.suffix == ".gz":
        data = gzip.decompress(data)
    for _, item in etree.iterparse(io.BytesIO(data), recover=True):
        name = etree.QName(item).localname if isinstance(item.tag, str) else ""
        if item.text and item.text.strip() and name not in _NO_TEXTS:
            yield item.text
        if name == "Subjekt":
            item.clear()


def _strings(value: object, name: str = "") -> Iterator[str]:
    if isinstance(value, str) and name not in _NO_TEXTS:
        yield value
    for item in value if isinstance(value, list) else ():
        yield from _strings(item, name)
    for key, item in value.items() if isinstance(value, dict) else ():
        yield from _strings(item, str(key))


def _missed(count: int) -> None:
    missed = 0
    examples: list[str] = []
    for seed in range(count):
        item = private_texts.planted(Random(seed))
        shown = " ".join(fold(redact(item.text)).text.split())
        wanted = [" ".join(fold(secret).text.split()) for secret in item.secrets]
        left = [text for text in wanted if re.search(rf"(?<![a-z0-9]){re.escape(text)}(?![a-z0-9])", shown)]
        if left:
            missed += 1
            if len(examples) < _EXAMPLES:
                examples.append(f"    {item.text[:140]!r}: {left}")
    print(f"planted texts: {count:,}, something left in {missed:,} = {missed / count:.3%}")
    print("\n".join(examples))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
