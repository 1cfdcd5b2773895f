"""Builds the package with modules that it shares with the service, so that none of them is written twice.

They are copied from the service with all that they import. A build works on a copy of this directory and
leaves nothing behind. A source distribution contains the modules and is built without the service.
"""

from __future__ import annotations

import ast
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flit_core import buildapi

_HERE = Path(__file__).parent.parent
_SERVICE = _HERE.parent.parent / "src"
# Modules that the client imports; what they import comes along.
_WANTED = (
    *("soupis.wire.base", "soupis.wire.changes", "soupis.wire.company", "soupis.wire.person"),
    *("soupis.wire.receipts", "soupis.wire.requests", "soupis.wire.sources", "soupis.wire.vat"),
    *("soupis.wire.watching", "soupis.receipts.signatures", "soupis.receipts.verification"),
)
# Package of the service, package of the client, its docstring; the most special name first.
_PACKAGES = (
    ("soupis.wire", "soupis_client.wire", "Types of the service, as the service declares them."),
    (
        "soupis.receipts",
        "soupis_client.checking",
        "Checks of receipts, as the service makes them.",
    ),
    ("soupis", "soupis_client.shared", "Other modules of the service that the copied ones need."),
)

get_requires_for_build_wheel = buildapi.get_requires_for_build_wheel
get_requires_for_build_sdist = buildapi.get_requires_for_build_sdist


def build_wheel(directory: str, settings: Any = None, metadata: Any = None) -> str:
    """Build a wheel and return its file name."""
    target = str(Path(directory).absolute())
    with _complete_sources():
        return buildapi.build_wheel(target, settings, metadata)


def build_sdist(directory: str, settings: Any = None) -> str:
    """Build a source distribution and return its file name."""
    target = str(Path(directory).absolute())
    with _complete_sources():
        return buildapi.build_sdist(target, settings)


@contextmanager
def _complete_sources() -> Iterator[None]:
    """Work in a directory whose package has the copied modules."""
    if not (_SERVICE / "soupis").is_dir():  # a source distribution, which has them
        yield
        return
    before = Path.cwd()
    with TemporaryDirectory() as name:
        directory = Path(name) / "client"
        shutil.copytree(_HERE, directory, ignore=shutil.ignore_patterns("__pycache__", "build", "dist"))
        _copy_modules(directory / "src")
        os.chdir(directory)
        try:
            yield
        finally:
            os.chdir(before)


def _copy_modules(sources: Path) -> None:
    """Copy the wanted modules, and all that they import, under their names in the client."""
    for _, package, docstring in _PACKAGES:
        directory = sources / package.replace(".", "/")
        directory.mkdir()
        (directory / "__init__.py").write_text(f'"""{docstring}"""\n', encoding="utf-8")
    waiting, copied = list(_WANTED), set()
    while waiting:
        module = waiting.pop()
        if module not in copied:
            copied.add(module)
            text = _file(_SERVICE, module).read_text(encoding="utf-8")
            waiting += _imported(text)
            copy = re.sub(r"(?m)^(\s*from )(soupis[\w.]*)", lambda match: match[1] + _renamed(match[2]), text)
            _file(sources, _renamed(module)).write_text(copy, encoding="utf-8")


def _imported(text: str) -> Iterator[str]:
    """Yield the modules of the service that a module imports."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("soupis"):
            if _file(_SERVICE, node.module).is_file():
                yield node.module
            else:
                yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _renamed(module: str) -> str:
    """Return the name in the client for a module or package of the service."""
    for origin, package, _ in _PACKAGES:
        if module == origin or module.startswith(f"{origin}."):
            return package + module.removeprefix(origin)
    raise ValueError(module)


def _file(sources: Path, module: str) -> Path:
    return sources / f"{module.replace('.', '/')}.py"
