"""Builds the package with the service's own types and checks of receipts, so that neither is written twice.

`src/soupis_client/wire` and `src/soupis_client/checking` are made from the service's sources at each build;
they are not kept. A source distribution bears them and is built without the service's sources.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flit_core import buildapi

_HERE = Path(__file__).parent.parent
_SERVICE = _HERE.parent.parent / "src" / "soupis"
_PACKAGE = _HERE / "src" / "soupis_client"
_WIRE = (
    *("wire/base", "wire/vat", "wire/company", "wire/person", "wire/sources", "wire/changes"),
    *("wire/receipts", "wire/watching", "wire/requests", "wire/labels", "messages"),
)
_CHECKING = (
    *("receipts/verification", "receipts/jws", "receipts/checkpoints", "receipts/tree", "receipts/tiles"),
    "times",
)
_IN_PACKAGE = {
    "from soupis.wire.": "from soupis_client.wire.",
    "from soupis.messages ": "from soupis_client.wire.messages ",
    "from soupis.receipts": "from soupis_client.checking",
    "from soupis.times ": "from soupis_client.checking.times ",
}

get_requires_for_build_wheel = buildapi.get_requires_for_build_wheel
get_requires_for_build_sdist = buildapi.get_requires_for_build_sdist


def build_wheel(directory: str, settings: Any = None, metadata: Any = None) -> str:
    """Build a wheel."""
    bring_sources()
    return buildapi.build_wheel(directory, settings, metadata)


def build_sdist(directory: str, settings: Any = None) -> str:
    """Build a source distribution."""
    bring_sources()
    return buildapi.build_sdist(directory, settings)


def bring_sources() -> None:
    """Copy what the client shares with the service into the package, under its name."""
    if not _SERVICE.is_dir():
        return
    _bring("wire", _WIRE, "The types of the service, as it declares them.")
    _bring("checking", _CHECKING, "How receipts are verified, as the service's own command does it.")


def _bring(name: str, modules: tuple[str, ...], what: str) -> None:
    directory = _PACKAGE / name
    directory.mkdir(exist_ok=True)
    (directory / "__init__.py").write_text(f'"""{what}"""\n', encoding="utf-8")
    for module in modules:
        source = (_SERVICE / f"{module}.py").read_text(encoding="utf-8")
        for there, here in _IN_PACKAGE.items():
            source = source.replace(there, here)
        (directory / f"{Path(module).name}.py").write_text(source, encoding="utf-8")
