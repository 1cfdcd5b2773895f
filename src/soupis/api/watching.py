"""Watched companies and webhooks over HTTP; all of it belongs to an account and is free of charge."""

from __future__ import annotations

import asyncio
import csv
import io
import re
from collections.abc import Iterator
from typing import Any

from soupis.accounts.callers import AccountCaller
from soupis.accounts.throttle import WATCH_UPLOAD, WEBHOOK_REPLAY, WEBHOOK_TEST, Policy, ThrottledError
from soupis.api.bodies import read_body, read_icos
from soupis.api.request_context import JSON, NOT_KEPT, RequestContext, Response
from soupis.identifiers import format_ico, is_ico
from soupis.messages import Message
from soupis.queries.errors import BAD_ICO, QueryError
from soupis.queries.parameters import parse
from soupis.times import utc_text
from soupis.watching.deliveries import TestRunningError
from soupis.watching.failures import sentence_of
from soupis.watching.sender import SECONDS, BadAddressError
from soupis.watching.watch_lists import TooManyError
from soupis.watching.webhooks import ROTATION_SECONDS, TooManyWebhooksError, Webhook
from soupis.wire import watching as wire
from soupis.wire.base import Wire, encode, wrap
from soupis.wire.labels import SECTIONS
from soupis.wire.requests import SledovaniDotaz, ZadneParametry

MOST_CSV = 1024 * 1024

# As spreadsheets write them: without leading zeros, with spaces, under any heading.
_LOOSE_ICO = re.compile(r"\d{1,8}", re.ASCII)

_NOT_WATCHED = Message("Tuto firmu nesledujete.", "You do not watch this company.")
_CSV_KIND = Message(
    "Soubor CSV pošlete s hlavičkou Content-Type: text/csv.",
    "Send a CSV file with the header Content-Type: text/csv.",
)
_NO_WEBHOOK = Message(
    "Takový webhook nemáte; vaše vypíše GET /api/v1/webhooky.",
    "You have no such webhook; GET /api/v1/webhooky lists yours.",
)
_BAD_AFTER = Message(
    "Hodnota od musí být pořadí ze záznamu změn, nejvýše to poslední.",
    "The value od must be a number of the feed of changes, the last one at most.",
)


# --- watched companies ---


def list_watched(context: RequestContext, caller: AccountCaller, _body: bytes) -> Response:
    """Return a part of the list."""
    parameters = parse(SledovaniDotaz, context.query)
    watching = context.services.watching
    found, total = watching.lists.page(caller.account_id, parameters.start, parameters.pocet)
    names = watching.names([item.ico for item in found])
    page = wire.SledovaneFirmy(
        pocet_celkem=total,
        nejvyse=caller.tariff.watched,
        start=parameters.start,
        pocet=len(found),
        firmy=[
            wire.SledovanaFirma(
                ico=format_ico(item.ico), obchodni_jmeno=names.get(item.ico), sledovano_od=item.since
            )
            for item in found
        ],
    )
    return _answer(page)


def watch_many(context: RequestContext, caller: AccountCaller, body: bytes) -> Response:
    """Add companies named in JSON or CSV, all or none."""
    parse(ZadneParametry, context.query)
    _limit_rate(context, caller, "upload", WATCH_UPLOAD)
    kind = context.header(b"content-type").partition(b";")[0].strip().lower()
    most = caller.tariff.watched
    icos = read_csv(body, most) if kind == b"text/csv" else read_icos(body, wire.MOST_ICOS, _CSV_KIND)
    distinct = list(dict.fromkeys(map(int, icos)))
    watching = context.services.watching
    try:
        added = watching.lists.add(caller.account_id, distinct, most)
    except TooManyError as error:
        raise too_many(error) from None
    known = watching.names(distinct)
    return _answer(
        wire.SledovaniVysledek(
            pridano=added.added,
            jiz_sledovano=len(distinct) - added.added,
            pocet_celkem=added.total,
            nejvyse=most,
            neznama=[format_ico(ico) for ico in distinct if ico not in known],
        )
    )


def watch(context: RequestContext, caller: AccountCaller, _body: bytes) -> Response:
    """Add one company; once more changes nothing."""
    ico = _ico(context)
    try:
        context.services.watching.lists.add(caller.account_id, [ico], caller.tariff.watched)
    except TooManyError as error:
        raise too_many(error) from None
    return show_watched(context, caller, b"")


def show_watched(context: RequestContext, caller: AccountCaller, _body: bytes) -> Response:
    """Return since when a company is watched; raises QueryError 404 where it is not."""
    ico, watching = _ico(context), context.services.watching
    found = watching.lists.find(caller.account_id, ico)
    if found is None:
        raise QueryError(404, *_NOT_WATCHED)
    name = watching.names([ico]).get(ico)
    return _answer(wire.SledovanaFirma(ico=format_ico(ico), obchodni_jmeno=name, sledovano_od=found.since))


def unwatch(context: RequestContext, caller: AccountCaller, _body: bytes) -> Response:
    """Take a company off the list; raises QueryError 404 where it is not on it."""
    removed = context.services.watching.lists.remove(caller.account_id, [_ico(context)])
    if not removed:
        raise QueryError(404, *_NOT_WATCHED)
    return _answer(wire.Zruseno(zruseno=removed))


def read_csv(body: bytes, most: int) -> list[str]:
    """Return the distinct company IDs of a CSV file: its column `ico`, or else the first one of each row.

    Raises QueryError 400 that names the first line that is wrong, or where there are more than `most`: the
    rest of such a file is not read.
    """
    icos: dict[str, None] = {}  # a set in the order of the file
    column = 0
    for number, row in enumerate(_rows(_text_of(body)), 1):
        cells = [cell.strip() for cell in row]
        if not any(cells):
            continue
        if not icos and "ico" in (headings := [cell.casefold().replace("č", "c") for cell in cells]):
            column = headings.index("ico")
            continue
        cell = re.sub(r"\s", "", cells[column]) if column < len(cells) else ""
        if not _LOOSE_ICO.fullmatch(cell):
            raise QueryError(
                400,
                f"Na řádku {number} není IČO (nejvýše 8 číslic): {cell[:40]!r}. Nic nebylo přidáno.",
                f"Line {number} holds no company ID (8 digits at most): {cell[:40]!r}. Nothing was added.",
            )
        icos[cell.zfill(8)] = None
        if len(icos) > most:
            raise QueryError(
                400,
                f"V souboru je víc IČO, než kolik firem váš tarif dovoluje sledovat ({most}). Nic nebylo "
                "přidáno; soubor zkraťte, nebo zvolte vyšší tarif.",
                f"The file has more company IDs than your tariff allows to be watched ({most}). Nothing was "
                "added; shorten the file, or choose a higher tariff.",
            )
    if not icos:
        raise QueryError(400, "V souboru není žádné IČO.", "There is no company ID in the file.")
    return list(icos)


def _text_of(body: bytes) -> str:
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise QueryError(
            400,
            "Soubor CSV musí být v kódování UTF-8; v Excelu ho uložte jako „CSV UTF-8“.",
            "The CSV file must be in UTF-8; in Excel save it as “CSV UTF-8”.",
        ) from None
    return io.StringIO(text, newline=None).read()  # line ends of any system


def _rows(text: str) -> Iterator[list[str]]:
    if told := re.match(r"sep=([;,\t])\n", text):  # as Excel writes it
        text = text[told.end() :]
    separator = told[1] if told else max(";,\t", key=text.split("\n", 1)[0].count)
    try:
        yield from csv.reader(io.StringIO(text), delimiter=separator, strict=True)
    except csv.Error as error:
        raise QueryError(
            400,
            f"Soubor CSV nelze přečíst: uvozovky bez konce, nebo příliš dlouhé pole ({error}). Nic nebylo "
            "přidáno.",
            f"The CSV file cannot be read: quotes without an end, or a field too long ({error}). Nothing was "
            "added.",
        ) from None


def too_many(error: TooManyError) -> QueryError:
    """Return the error for a list that would be longer than the tariff allows."""
    return QueryError(
        400,
        f"Sledovali byste {error.total} firem a váš tarif jich dovoluje {error.most}. Nic nebylo přidáno; "
        "některé odeberte, nebo zvolte vyšší tarif.",
        f"You would watch {error.total} companies and your tariff allows {error.most}. Nothing was added; "
        "remove some, or choose a higher tariff.",
    )


# --- webhooks ---


def list_webhooks(context: RequestContext, caller: AccountCaller, _body: bytes) -> Response:
    """Return the webhooks of the account."""
    parse(ZadneParametry, context.query)
    found = context.services.watching.webhooks.of(caller.account_id)
    return _answer(wire.Webhooky(webhooky=[wire.Webhook(**_shown(hook)) for hook in found]))


async def create_webhook(context: RequestContext, caller: AccountCaller, body: bytes) -> Response:
    """Make a webhook and return its secret, here and never again."""
    parse(ZadneParametry, context.query)
    asked, watching = read_body(body, wire.NovyWebhook), context.services.watching
    await asyncio.to_thread(_limit_rate, context, caller, "webhook", WEBHOOK_TEST)
    asked.oddily = list(dict.fromkeys(asked.oddily))
    check_sections(asked.oddily)
    try:
        await watching.sender.check_reachable(asked.url)
        made = await asyncio.to_thread(
            watching.webhooks.create, caller.account_id, asked.url, asked.oddily, watching.newest()
        )
    except (BadAddressError, TooManyWebhooksError) as error:
        raise QueryError(400, *error.sentence) from None
    return _answer(wire.WebhookTajemstvi(**_shown(made), tajemstvi=watching.webhooks.secret(made)))


def show_webhook(context: RequestContext, caller: AccountCaller, _body: bytes) -> Response:
    """Return a webhook with its last deliveries."""
    hook = _webhook(context, caller)
    shown = [
        wire.Dodavka(
            kdy=item.at,
            zprava=item.message_id,
            ico=None if item.ico is None else format_ico(item.ico),
            pokus=item.attempt,
            status=item.status,
            chyba=sentence_of(item.error, english=context.english),
        )
        for item in context.services.watching.webhooks.deliveries(hook)
    ]
    return _answer(wire.WebhookDetail(**_shown(hook), dodavky=shown))


def delete_webhook(context: RequestContext, caller: AccountCaller, _body: bytes) -> Response:
    """Delete a webhook."""
    hook = _webhook(context, caller)
    context.services.watching.webhooks.remove(caller.account_id, hook.id)
    return _answer(wire.Zruseno(zruseno=1))


def rotate_secret(context: RequestContext, caller: AccountCaller, _body: bytes) -> Response:
    """Give a webhook a new secret; messages bear both signatures for a day."""
    webhooks = context.services.watching.webhooks
    hook = webhooks.rotate(_webhook(context, caller))
    until = utc_text(context.services.watching.now() + ROTATION_SECONDS)
    return _answer(
        wire.WebhookTajemstvi(**_shown(hook), tajemstvi=webhooks.secret(hook), predchozi_plati_do=until)
    )


def replay(context: RequestContext, caller: AccountCaller, body: bytes) -> Response:
    """Have a webhook told again from a number of the feed on, or go on where it stopped."""
    hook, watching = _webhook(context, caller), context.services.watching
    after = read_body(body, wire.PrehraniDotaz).od if body else None
    _limit_rate(context, caller, "replay", WEBHOOK_REPLAY)
    if after is not None and after > watching.newest():
        raise QueryError(400, *_BAD_AFTER)
    return _answer(wire.Webhook(**_shown(watching.webhooks.replay(hook, after))))


async def test_webhook(context: RequestContext, caller: AccountCaller, _body: bytes) -> Response:
    """Send a test message and tell what became of it."""
    hook = await asyncio.to_thread(_webhook, context, caller)
    await asyncio.to_thread(_limit_rate, context, caller, "webhook", WEBHOOK_TEST)
    try:
        outcome = await asyncio.wrap_future(context.services.watching.start_test(hook))
    except TestRunningError as error:
        raise QueryError(429, *error.sentence, headers={"Retry-After": str(round(SECONDS))}) from None
    return _answer(
        wire.WebhookZkouska(
            doruceno=outcome.is_delivered,
            status=outcome.status,
            chyba=sentence_of(outcome.error, english=context.english),
        )
    )


def _limit_rate(context: RequestContext, caller: AccountCaller, kind: str, policy: Policy) -> None:
    """Count an attempt of the account. Raises QueryError 429 for too many."""
    try:
        context.services.access.throttle.attempt_of_account(kind, caller.account_id, policy)
    except ThrottledError as error:
        raise QueryError(429, *error.message, headers={"Retry-After": str(error.retry_after)}) from None


def check_sections(sections: list[str]) -> None:
    """Raise QueryError 400 for a section that the feed of changes does not have."""
    if unknown := [name for name in sections if name not in SECTIONS]:
        raise QueryError(
            400,
            f"Oddíl {unknown[0]!r} neexistuje; možné jsou: {', '.join(SECTIONS)}.",
            f"There is no section {unknown[0]!r}; possible ones: {', '.join(SECTIONS)}.",
        )


def _shown(hook: Webhook) -> dict[str, Any]:
    state = "vypnut" if hook.off else "opakuje" if hook.attempts else "zapnut"
    return {
        "id": hook.id,
        "url": hook.url,
        "oddily": hook.sections.split(),
        "vytvoreno": hook.created,
        "stav": state,
        "poradi": hook.seen,
        "dalsi_pokus": hook.due if state == "opakuje" else None,
    }


def _webhook(context: RequestContext, caller: AccountCaller) -> Webhook:
    parse(ZadneParametry, context.query)
    identifier = context.scope["path_params"]["webhook"]
    hook = context.services.watching.webhooks.find(caller.account_id, identifier[:64])
    if hook is None:
        raise QueryError(404, *_NO_WEBHOOK)
    return hook


def _ico(context: RequestContext) -> int:
    parse(ZadneParametry, context.query)
    text: str = context.scope["path_params"]["ico"]
    if not is_ico(text):
        raise QueryError(400, *BAD_ICO)
    return int(text)


def _answer(data: Wire) -> Response:
    return Response(200, wrap(encode(data)), (JSON, NOT_KEPT))
