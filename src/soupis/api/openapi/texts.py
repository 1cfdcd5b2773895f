"""Texts of the description in both languages, read from the files beside this module."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

from soupis.accounts.quota.tariffs import ANONYMOUS, TARIFFS
from soupis.messages import Message

Language = Literal["cs", "en"]

TITLE = "Soupis REST API"  # generators name packages and classes by the title
SUMMARY = Message("Údaje o českých firmách", "Czech company data")
WITH_DAY = Message("S kDatu:", "With kDatu:")

_SHARED = "spolecne"
_TABLE = {
    "cs": ("Tarif", "Dotazů", "Řádků exportu", "bez účtu", "den", "měsíc"),
    "en": ("Tariff", "Queries", "Rows per export", "no account", "day", "month"),
}


def say(message: Message, language: Language) -> str:
    """Return a message in the given language."""
    return message.en if language == "en" else message.cs


def text(table: str, key: str) -> Message:
    """Return what a type ("_"), a field, a status or a header means; raises KeyError when there is none."""
    texts = _texts()
    return Message(*(texts[table].get(key) or texts[_SHARED][key]))


def about(language: Language) -> str:
    """Return what holds for all operations, in Markdown."""
    text = (files(__package__) / f"about.{language}.md").read_text(encoding="utf-8")
    return text.replace("@tariffs@", _tariffs(language))


def number(value: int, language: Language) -> str:
    """Return a number with its thousands set apart as the language does."""
    return f"{value:,}".replace(",", "," if language == "en" else "\N{NO-BREAK SPACE}")


def _tariffs(language: Language) -> str:
    tariff, queries, rows, no_account, day, month = _TABLE[language]
    lines = [f"| {tariff} | {queries} | {rows} |", "|---|---|---|"]
    for item in (ANONYMOUS, *TARIFFS.values()):
        name, period = (no_account, day) if item is ANONYMOUS else (item.name, month)
        limit, cap = number(item.limit, language), number(item.export_rows, language)
        lines.append(f"| {name} | {limit} / {period} | {cap} |")
    return "\n".join(lines)


@cache
def _texts() -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((files(__package__) / "texts.toml").read_text(encoding="utf-8"))
