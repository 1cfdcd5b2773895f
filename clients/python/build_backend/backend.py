"""Builds the package with the service's own types in it, so that there is no second writing of them.

`src/soupis_client/wire` is made from `src/soupis/wire` of the service at each build; it is not kept. A source
distribution bears it and is built without the service's sources.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flit_core import buildapi

_HERE = Path(__file__).parent.parent
_SERVICE = _HERE.parent.parent / "src" / "soupis"
_PACKAGE = _HERE / "src" / "soupis_client"
_MODULES = (
    *("wire/base", "wire/vat", "wire/company", "wire/person", "wire/sources", "wire/changes"),
    *("wire/receipts", "wire/requests", "wire/labels", "messages"),
)

get_requires_for_build_wheel = buildapi.get_requires_for_build_wheel
get_requires_for_build_sdist = buildapi.get_requires_for_build_sdist


def build_wheel(directory: str, settings: Any = None, metadata: Any = None) -> str:
    """Build a wheel."""
    bring_types()
    return buildapi.build_wheel(directory, settings, metadata)


def build_sdist(directory: str, settings: Any = None) -> str:
    """Build a source distribution."""
    bring_types()
    return buildapi.build_sdist(directory, settings)


def bring_types() -> None:
    """Copy the service's types into the package, under its name."""
    if not _SERVICE.is_dir():
        return
    wire = _PACKAGE / "wire"
    wire.mkdir(exist_ok=True)
    (wire / "__init__.py").write_text(
        '"""The types of the service, as it declares them."""\n', encoding="utf-8"
    )
    for module in _MODULES:
        source = (_SERVICE / f"{module}.py").read_text(encoding="utf-8")
        renamed = source.replace("from soupis.wire.", "from soupis_client.wire.").replace(
            "from soupis.messages ", "from soupis_client.wire.messages "
        )
        (wire / f"{Path(module).name}.py").write_text(renamed, encoding="utf-8")
