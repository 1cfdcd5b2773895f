"""The recipes of docs/clients.md ask for what there is, and read the answers rightly."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
from pathlib import Path

from tests.clients.conftest import ROOT, key_of
from tests.support.callers import Caller
from tests.support.npm import node
from tests.support.server import Server

_PAGE = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")

# Google's services as far as the recipe uses them, over the network of this machine.
_GOOGLE = """
import { execFileSync } from "node:child_process";
const [url, key] = process.argv.slice(1);
globalThis.PropertiesService = { getScriptProperties: () => ({ getProperty: () => key }) };
globalThis.UrlFetchApp = {
  fetch(address, options) {
    const headers = { ...options.headers };
    if (options.contentType) headers["Content-Type"] = options.contentType;
    const given = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
    const body = options.payload ? ["-d", options.payload] : [];
    const target = address.replace("https://soupis.example", url);
    const said = execFileSync("curl", ["-s", "-w", "\\n%{http_code}", ...given, ...body, target]).toString();
    const cut = said.lastIndexOf("\\n");
    return { getResponseCode: () => Number(said.slice(cut + 1)), getContentText: () => said.slice(0, cut) };
  },
};
globalThis.Utilities = {
  parseCsv: (text, separator) => text.split("\\r\\n").map((line) => line.split(separator)),
};
"""


def test_the_query_of_excel_gets_a_table_of_the_columns_that_it_types(enterprise: Caller) -> None:
    (query,) = re.findall(r"Query = \[(.*?)\]", _PAGE)
    parameters = dict(re.findall(r'(\w+) = "([^"]*)"', query))
    assert parameters
    (path,) = re.findall(r'RelativePath = "([^"]*)"', _PAGE)
    answer = enterprise.get(f"/{path}", **parameters)
    assert answer.status_code == 200
    header, *rows = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";")
    assert len(rows) > 5
    typed = re.findall(r'\{"(\w+)", type \w+\}', _PAGE)
    assert len(typed) == 3
    assert set(typed) <= set(header)


def test_the_script_of_google_sheets_reads_exports_and_vat(
    server: Server, enterprise: Caller, tmp_path: Path
) -> None:
    (recipe,) = re.findall(r"```javascript\n(.*?)```", _PAGE, re.DOTALL)
    calls = """
    const rows = SOUPIS("kraj=CZ031&forma=112&pocet=500");
    let refusal = "";
    try { SOUPIS("kraj=Atlantida"); } catch (error) { refusal = error.message; }
    console.log(JSON.stringify([rows.slice(0, 2), SOUPIS_DPH([[514152], ["12345678"]]), refusal]));
    """
    program = tmp_path / "recipe.mjs"
    program.write_text(_GOOGLE.replace("slice(1)", "slice(2)") + recipe + calls)
    done = subprocess.run(
        [node(), str(program), server.url, key_of(enterprise)], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    (header, first), vat, refusal = json.loads(done.stdout)
    assert header[0] == "ico"
    assert len(first) == len(header)
    assert vat == [["platce"], ["neověřeno"]]
    assert "kraj" in refusal
