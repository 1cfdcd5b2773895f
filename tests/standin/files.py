"""Files: conditional requests, ranges, gzip on the way, the CKAN catalogue and code lists."""

from __future__ import annotations

import gzip
import json
import shutil
import tempfile
import threading
from email.utils import formatdate, parsedate_to_datetime
from pathlib import Path

from tests.standin.reply import Question, Reply


class Files:
    """Serves `res/*.csv`, and `public_register/*.xml.gz` behind a redirect."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._lock = threading.Lock()
        self._packed = tempfile.TemporaryDirectory(prefix="standin-")

    def statistical_register(self, question: Question) -> Reply:
        """Serve a CSV file, gzipped on the way for those who accept it."""
        path = self._directory / "res" / Path(question.path).name
        packed = "gzip" in (question.headers.get("Accept-Encoding") or "")
        return self._serve(question, path, "text/csv", packed=packed)

    def public_register(self, question: Question) -> Reply:
        """Redirect to where the files lie."""
        location = f"{question.origin}/storage/{Path(question.path).name}"
        return Reply(302, b"", "text/plain", {"Location": location})

    def storage(self, question: Question) -> Reply:
        """Serve a file of the public register."""
        path = self._directory / "public_register" / Path(question.path).name
        return self._serve(question, path, "application/gzip", packed=False)

    def _serve(self, question: Question, path: Path, content_type: str, *, packed: bool) -> Reply:
        if not path.is_file():
            return Reply(404, b"not found\n", "text/plain")
        facts = path.stat()
        etag = f'"{facts.st_mtime_ns:x}-{facts.st_size:x}{"-gzip" if packed else ""}"'
        headers = {
            "ETag": etag,
            "Last-Modified": formatdate(int(facts.st_mtime), usegmt=True),
            "Accept-Ranges": "bytes",
        }
        if _unchanged(question, etag, int(facts.st_mtime)):
            return Reply(304, headers=headers)
        if packed:
            path = self._pack(path, etag.strip('"'))
            headers |= {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
        size = path.stat().st_size
        wanted = question.headers.get("Range") or ""
        condition = question.headers.get("If-Range")
        if wanted.startswith("bytes=") and condition in (None, etag, headers["Last-Modified"]):
            start = int(wanted.removeprefix("bytes=").partition("-")[0])
            if start >= size:
                return Reply(416, headers={**headers, "Content-Range": f"bytes */{size}"})
            headers["Content-Range"] = f"bytes {start}-{size - 1}/{size}"
            return Reply(206, b"", content_type, headers, path, start, size - start)
        return Reply(200, b"", content_type, headers, path, 0, size)

    def _pack(self, path: Path, version: str) -> Path:
        packed = Path(self._packed.name) / f"{path.name}-{version}.gz"
        with self._lock:
            if not packed.exists():
                with path.open("rb") as source, gzip.open(packed, "wb", compresslevel=1) as target:
                    shutil.copyfileobj(source, target)
        return packed


def _unchanged(question: Question, etag: str, modified: int) -> bool:
    tag = question.headers.get("If-None-Match")
    if tag is not None:
        return tag == etag
    since = question.headers.get("If-Modified-Since")
    return since is not None and parsedate_to_datetime(since).timestamp() >= modified


class Catalogue:
    """CKAN: one dataset per file of `public_register/`, named by the file."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory / "public_register"

    def answer(self, question: Question) -> Reply:
        """Answer package_list and package_show."""
        names = sorted(path.name.removesuffix(".xml.gz") for path in self._directory.glob("*.xml.gz"))
        action = question.path.rsplit("/", 1)[-1]
        if action == "package_list":
            return _json(200, {"success": True, "result": names})
        name = question.query.get("id", "")
        if action == "package_show" and name in names:
            resources = [
                {"format": suffix.upper(), "url": f"{question.origin}/api/file/{name}.{suffix}.gz"}
                for suffix in ("csv", "xml")
            ]
            return _json(200, {"success": True, "result": {"name": name, "resources": resources}})
        return _json(404, {"success": False, "error": {"message": "Not found", "__type": "Not Found Error"}})


class CodeLists:
    """Exports of code lists: `codelists/<number or name>.csv`."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory / "codelists"

    def answer(self, question: Question) -> Reply:
        """Serve one export."""
        name = question.query.get("kodcis") or question.query.get("kod") or ""
        path = self._directory / f"{Path(name).name}.csv"
        if not path.is_file():
            return Reply(404, b"not found\n", "text/plain")
        return Reply(200, path.read_bytes(), "text/csv; charset=utf-8")


def _json(status: int, body: object) -> Reply:
    return Reply(status, json.dumps(body, ensure_ascii=False).encode(), "application/json")
