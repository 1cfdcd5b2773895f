"""Exports as data frames and the notebook, with the libraries that the client leaves to its users."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.conftest import ROOT, key_of, pip
from tests.support.callers import Caller
from tests.support.server import Server

_LIBRARIES = ("pandas==3.1.1", "polars==2.1.0", "nbclient==0.11.0", "ipykernel==7.4.0")
_NOTEBOOK = ROOT / "clients" / "python" / "examples" / "founded.ipynb"
_FRAMES = """
import json, os
from soupis_client import Soupis, VyberFirem
with Soupis(os.environ["SOUPIS_URL"], key=os.environ["SOUPIS_KEY"]) as soupis:
    export = soupis.export(VyberFirem(q="budvar"))
polars, pandas = export.polars(), export.pandas()
row = polars.filter(polars["ico"] == "00514152").row(0, named=True)
line = pandas[pandas["ico"] == "00514152"].iloc[0]
print(json.dumps({
    "rows": [len(polars), len(pandas), export.rows],
    "columns": polars.columns == list(pandas.columns),
    "polars": [str(row["datum_vzniku"]), row["zakladni_kapital"], row["kraj_kod"]],
    "pandas": [str(line["datum_vzniku"].date()), float(line["zakladni_kapital"]), line["kraj_kod"]],
}))
"""
_RUN = """
import sys, nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], as_version=4)
NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
for cell in notebook.cells:
    for output in cell.get("outputs", []):
        print(output.get("text") or output["data"]["text/plain"])
"""


@pytest.fixture(scope="module")
def environment(
    installed: Path, server: Server, enterprise: Caller, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """What a program needs to find the client, the libraries and the server."""
    directory = tmp_path_factory.mktemp("libraries")
    try:
        pip("install", "--no-compile", "--target", directory, *_LIBRARIES)
    except subprocess.SubprocessError as error:
        pytest.skip(f"pip CANNOT INSTALL {', '.join(_LIBRARIES)} here, frames were not tried: {error}")
    paths = os.pathsep.join(map(str, (installed, directory)))
    own = {"PYTHONPATH": paths, "SOUPIS_URL": server.url, "SOUPIS_KEY": key_of(enterprise)}
    kernels = {"JUPYTER_PATH": str(directory / "share" / "jupyter"), "IPYTHONDIR": str(directory / "ipython")}
    return {**os.environ, **own, **kernels}


def run(environment: dict[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", *arguments], capture_output=True, text=True, env=environment, timeout=240
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_export_is_a_frame_with_days_numbers_and_codes_as_texts(environment: dict[str, str]) -> None:
    told = json.loads(run(environment, _FRAMES))
    assert told["rows"][0] == told["rows"][1] == told["rows"][2] > 1
    assert told["columns"]
    assert told["polars"] == told["pandas"] == ["1967-02-01", 3_100_000_000.0, "35"]


def test_the_notebook_runs(environment: dict[str, str]) -> None:
    printed = run(environment, _RUN, str(_NOTEBOOK))
    assert "companies for" in printed
    assert "decade" in printed


def test_the_notebook_is_kept_without_what_it_printed() -> None:
    for cell in json.loads(_NOTEBOOK.read_text())["cells"]:
        assert not cell.get("outputs")
