"""Another version beside this one: python bench/compare.py OTHER [COMPANIES] [ROUNDS]

OTHER is a checkout with a `.venv` of its own. Both versions read the same made-up files and answer the
same requests, by turns, so that a busy machine slows both. Processor time of all processes is compared:
other work on the machine distorts it less than the clock. Prints the median of this version's share of the
other's, and the least and the greatest of the rounds. The load comes from wrk (`apt-get install wrk`).
"""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple
from urllib.request import Request, urlopen

import psutil

from load import DATA, source_files

_WORDS = ("stavby", "praha", "novak", "trade", "servis brno", "obchod", "sdruzeni", "beta")
_SECONDS = 1
_CONNECTIONS = 8
_SCRIPT = """
local paths, bodies, method, next = {%s}, {%s}, "%s", 0
local headers = {["Authorization"] = "Bearer %s", ["Content-Type"] = "application/json"}
request = function()
  next = next %% #paths + 1
  return wrk.format(method, paths[next], headers, bodies[next])
end
"""


class Version(NamedTuple):
    """A version under comparison: its interpreter, its data and its port."""

    name: str
    python: Path
    data: Path
    port: int

    def command(self, *arguments: str) -> list[str]:
        """Return the command line of a command of this version."""
        return [str(self.python), "-m", "soupis", *arguments, "--data", str(self.data)]


def main(other: Path, companies: int, rounds: int) -> None:
    """Compare loading, then answering."""
    files = source_files(companies).resolve()
    work = (DATA / "compare").resolve()
    versions = (
        Version("other", other.resolve() / ".venv/bin/python", work / "other", 18_441),
        Version("this", Path(sys.executable), work / "this", 18_442),
    )
    loads = {
        "statistical register": ("res", "res_data.csv", "res_pf_nace.csv"),
        "public register, first run": ("public-register", "public_register.xml.gz"),
        "public register, nothing changed": ("public-register", "public_register.xml.gz", "--force"),
    }
    spent: dict[str, dict[str, list[float]]] = {what: {"other": [], "this": []} for what in loads}
    for _ in range(rounds):
        for version in versions:
            shutil.rmtree(version.data, ignore_errors=True)
        for what, (source, *names) in loads.items():
            for version in versions:
                arguments = ["sync", source]
                for name in names:
                    arguments += [name] if name.startswith("--") else ["--file", str(files / name)]
                spent[what][version.name].append(_processor_of(version.command(*arguments)))
    for what, times in spent.items():
        _report(what, times["this"], times["other"], "s")
    _answers(versions, rounds * 3)


def _processor_of(command: list[str]) -> float:
    """Run a command; return the seconds of processor of all its processes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _answers(versions: tuple[Version, ...], rounds: int) -> None:
    servers = [_serve(version) for version in versions]
    try:
        keys = {version.name: _key(version) for version in versions}
        icos = _icos(versions[0], keys["other"])
        for what, (method, paths, bodies) in _classes(icos).items():
            times: dict[str, list[float]] = {"other": [], "this": []}
            for number in range(rounds + 1):
                for version, server in zip(versions, servers, strict=True):
                    one = _per_request(version, server, keys[version.name], method, paths, bodies)
                    if number:  # the first round fills caches
                        times[version.name].append(one)
            _report(what, times["this"], times["other"], "µs")
    finally:
        for server in servers:
            server.send_signal(signal.SIGTERM)
            server.wait()


def _classes(icos: list[str]) -> dict[str, tuple[str, list[str], list[str]]]:
    """Return what is asked: method, paths and bodies of each class."""
    batches = [json.dumps({"ico": icos[start : start + 100]}) for start in range(0, len(icos) - 99, 100)]
    words = [word.replace(" ", "%20") for word in _WORDS]
    gets = {
        "detail of one company": [f"/api/v1/firma/{icos[0]}"],
        "details by turns": [f"/api/v1/firma/{ico}" for ico in icos],
        "search by words": [f"/api/v1/vyhledavani?q={word}" for word in words],
        "search with filters": [f"/api/v1/vyhledavani?q={word}&forma=112" for word in words],
        "search without text": ["/api/v1/vyhledavani?forma=112&pocet=50"],
        "persons": [f"/api/v1/osoby?q={name}" for name in ("novak", "jan%20dvorak", "svobodova")],
        "detail as CSV": ["/api/v1/firma/" + icos[0] + "/export"],
        "company pages": [f"/firma/{ico}" for ico in icos],
        "pages of results": [f"/hledat?q={word}" for word in words],
    }
    classes = {what: ("GET", paths, [""] * len(paths)) for what, paths in gets.items()}
    return classes | {"VAT of 100 companies": ("POST", ["/api/v1/firmy/dph"] * len(batches), batches)}


def _per_request(
    version: Version, server: psutil.Popen, key: str, method: str, paths: list[str], bodies: list[str]
) -> float:
    """Return the microseconds of processor that one answer costs the server."""
    script = version.data / "compare.lua"
    bodies = [json.dumps(body) if body else "nil" for body in bodies]
    script.write_text(_SCRIPT % (",".join(map(json.dumps, paths)), ",".join(bodies), method, key))
    before = _processor(server)
    text = subprocess.run(
        ["wrk", "-t1", f"-c{_CONNECTIONS}", f"-d{_SECONDS}s", "-s", str(script), f"http://127.0.0.1:{version.port}"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    spent = _processor(server) - before
    if "Non-2xx" in text:
        raise SystemExit(f"{version.name}, {paths[0]}: {text}")
    done = re.search(r"(\d+) requests in", text)
    return spent / int(done[1]) * 1e6 if done else float("nan")


def _processor(server: psutil.Popen) -> float:
    times = [process.cpu_times() for process in (server, *server.children(recursive=True))]
    return sum(time.user + time.system for time in times)


def _serve(version: Version) -> psutil.Popen:
    command = version.command("serve", "--port", str(version.port), "--workers", "1")
    settings = os.environ | {"SOUPIS_PAGES_PER_MINUTE": "1000000000"}
    server = psutil.Popen(command, env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        try:
            urlopen(f"http://127.0.0.1:{version.port}/api/health", timeout=5).close()
            return server
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"{version.name} does not answer")


def _key(version: Version) -> str:
    email = "bench@example.cz"
    subprocess.run(
        version.command("account", "create", email, "--tariff", "enterprise"), stdout=subprocess.DEVNULL
    )
    issue = version.command("key", "issue", email, "--name", "bench", "--json")
    return str(json.loads(subprocess.run(issue, capture_output=True, check=True).stdout)["key"])


def _icos(version: Version, key: str) -> list[str]:
    """Return some hundreds of companies, as the search shows them."""
    icos: list[str] = []
    for start in range(0, 400, 50):
        address = (
            f"http://127.0.0.1:{version.port}/api/v1/vyhledavani?pocet=50&start={start}&forma=112&forma=101"
        )
        with urlopen(Request(address, headers={"Authorization": f"Bearer {key}"})) as answer:
            icos += re.findall(r'"ico":"(\d{8})"', answer.read().decode())
    return icos


def _report(what: str, this: list[float], other: list[float], unit: str) -> None:
    shares = [mine / theirs for mine, theirs in zip(this, other, strict=True)]
    print(
        f"{what:34} {statistics.median(other):9.1f} → {statistics.median(this):9.1f} {unit:3} "
        f"{statistics.median(shares):6.1%} ({min(shares):.0%}–{max(shares):.0%})",
        flush=True,
    )


if __name__ == "__main__":
    sizes = [int(text) for text in sys.argv[2:]]
    main(Path(sys.argv[1]), *(sizes + [100_000, 3][len(sizes) :]))
