"""The page of watched companies: the list, mail about changes, webhooks; and the way out of the mail."""

from __future__ import annotations

import asyncio
import re

from starlette.responses import Response

from soupis.accounts.errors import AccountError
from soupis.accounts.quota.tariffs import TARIFFS
from soupis.accounts.throttle import WATCH_UPLOAD, WEBHOOK_TEST, Policy, ThrottledError
from soupis.identifiers import format_ico, is_ico, parse_ico
from soupis.messages import Message
from soupis.watching.failures import sentence_of
from soupis.watching.mails import URGENT, MailSettings
from soupis.watching.sender import BadAddressError
from soupis.watching.watch_lists import TooManyError
from soupis.watching.webhooks import TooManyWebhooksError, Webhook
from soupis.web.account.requests import AccountRequest
from soupis.wire.labels import SECTIONS

_SHOWN = 200
_BETWEEN = re.compile(r"[\r\n\t,;]+")
_LABEL = re.compile(r"(?:(?:IČO?|ICO?|DIČ|DIC)[:.\s]*)?(?:CZ)?", re.IGNORECASE)
_SHORTEST = 6  # digits of an ID beside others without a comma; shorter ones are parts of one
# What mail at once and webhooks can be limited to on the page; the API knows all sections.
_CHOICES = (*URGENT, "obchodniJmeno", "zakladniKapital", "spolecnici", "listiny")

_NO_ICO = Message(
    "Zadejte IČO o 8 číslicích, každé na vlastní řádek nebo oddělená čárkou. Nic nebylo přidáno.",
    "Enter company IDs of 8 digits, one a line or separated by commas. Nothing was added.",
)
_NO_WEBHOOK = Message("Tento webhook už neexistuje.", "This webhook is no longer there.")


def show_watching(request: AccountRequest) -> Response:
    """Show the watched companies, the settings of mail, and the webhooks."""
    return _page(request)


def add_companies(request: AccountRequest) -> Response:
    """Watch the companies of a text."""
    try:
        icos = _read_icos(request.form.get("ico", ""))
        _limit_rate(request, "upload", WATCH_UPLOAD)
        most = TARIFFS[request.owner.tariff].watched
        request.services.watching.lists.add(request.owner.account_id, icos, most)
    except TooManyError as error:
        limit = AccountError(
            f"Sledovali byste {error.total} firem, váš tarif jich dovoluje {error.most}. Nic nebylo přidáno.",
            f"You would watch {error.total} companies, your tariff allows {error.most}. Nothing was added.",
        )
        return _page(request, "list", limit)
    except AccountError as error:
        return _page(request, "list", error)
    return request.go(request.url("/ucet/sledovani", stav="pridano"))


def remove_company(request: AccountRequest) -> Response:
    """Watch a company no longer."""
    ico = request.form.get("ico", "")
    if is_ico(ico):
        request.services.watching.lists.remove(request.owner.account_id, [int(ico)])
    return request.go(request.url("/ucet/sledovani", stav="odebrano"))


def set_mail(request: AccountRequest) -> Response:
    """Choose the mail about changes."""
    chosen = tuple(name for name in _CHOICES if request.form.get(f"oddil-{name}") == "1")
    settings = MailSettings(request.form.get("denne") == "1", chosen or None)
    watching = request.services.watching
    watching.mails.set(request.owner.account_id, settings, request.language, watching.newest())
    return request.go(request.url("/ucet/sledovani", stav="posta"))


def create_webhook(request: AccountRequest) -> Response:
    """Make a webhook and show its secret, here and never again."""
    watching, url = request.services.watching, request.form.get("url", "").strip()
    chosen = [name for name in _CHOICES if request.form.get(f"oddil-{name}") == "1"]
    try:
        _limit_rate(request, "webhook", WEBHOOK_TEST)
        asyncio.run(watching.sender.check_reachable(url))
        made = watching.webhooks.create(request.owner.account_id, url, chosen, watching.newest())
    except (BadAddressError, TooManyWebhooksError) as error:
        return _page(request, "webhook", AccountError(*error.sentence))
    except ThrottledError as error:
        return _page(request, "webhook", error)
    return _show_secret(request, made)


def change_webhook(request: AccountRequest) -> Response:
    """Test a webhook, go on with it, replace its secret, or delete it."""
    watching, owner = request.services.watching, request.owner
    hook = watching.webhooks.find(owner.account_id, request.form.get("webhook", "")[:64])
    if hook is None:
        return _page(request, "webhook", AccountError(*_NO_WEBHOOK))
    what = request.form.get("co", "")
    if what == "smazat":
        watching.webhooks.remove(owner.account_id, hook.id)
    elif what == "tajemstvi":
        return _show_secret(request, watching.webhooks.rotate(hook))
    elif what == "pokracovat":
        watching.webhooks.replay(hook, None)
    else:
        try:
            _limit_rate(request, "webhook", WEBHOOK_TEST)
        except ThrottledError as error:
            return _page(request, "webhook", error)
        watching.start_test(hook)  # not waited for: a receiver that hangs would hold a thread of the site
        return request.go(request.url("/ucet/sledovani", stav="zkouska") + "#webhooky")
    return request.go(request.url("/ucet/sledovani") + "#webhooky")


def _limit_rate(request: AccountRequest, kind: str, policy: Policy) -> None:
    """Count an attempt of the account. Raises `ThrottledError` for too many."""
    throttle = request.services.access.throttle
    throttle.attempt_of_account(kind, request.owner.account_id, policy)


def show_unsubscribe(request: AccountRequest) -> Response:
    """Ask whoever comes from a mail whether to end it; looking at the link alone changes nothing."""
    token = request.http.query_params.get("token", "")
    return request.page("account/unsubscribe.html", token=token, done=None)


def unsubscribe(request: AccountRequest) -> Response:
    """End the mail about changes."""
    done = request.services.watching.mails.unsubscribe(request.form.get("token", ""))
    return request.page("account/unsubscribe.html", token="", done=done)


def _read_icos(text: str) -> list[int]:
    """Read IDs as people write them: "452 74 649", "IČO: 45274649", "CZ45274649", without leading zeros.

    Raises `AccountError`, which names what is none.
    """
    found: list[int] = []
    for entry in filter(None, map(str.strip, _BETWEEN.split(text))):
        parts = _LABEL.sub("", entry, count=1).split()
        if len(whole := "".join(parts)) <= 8:
            parts = [whole]
        icos = [ico for part in parts if (ico := parse_ico(part))]
        if len(icos) < len(parts) or (len(parts) > 1 and min(map(len, parts)) < _SHORTEST):
            cs, en = f"„{entry[:40]}“ není IČO.", f"“{entry[:40]}” is no company ID."
            raise AccountError(f"{cs} {_NO_ICO.cs}", f"{en} {_NO_ICO.en}")
        found += icos
    if not found:
        raise AccountError(*_NO_ICO)
    return found


def _show_secret(request: AccountRequest, hook: Webhook) -> Response:
    secret = request.services.watching.webhooks.secret(hook)
    return request.page("account/webhook_secret.html", hook=hook, secret=secret)


def _page(request: AccountRequest, failed: str = "", error: AccountError | None = None) -> Response:
    """Return the page; `failed` names the form that an error belongs to."""
    owner, watching = request.owner, request.services.watching
    found, total = watching.lists.page(owner.account_id, 0, _SHOWN)
    names = watching.names([item.ico for item in found])
    english = request.language == "en"
    hooks = [
        (
            hook,
            [
                item._replace(error=sentence_of(item.error, english=english))
                for item in watching.webhooks.deliveries(hook)[:10]
            ],
        )
        for hook in watching.webhooks.of(owner.account_id)
    ]
    return request.page(
        "account/watching.html",
        error,
        failed=failed,
        form=request.form,
        state=request.http.query_params.get("stav", ""),
        asked=request.http.query_params.get("ico", "")[:8],
        companies=[(format_ico(item.ico), names.get(item.ico), item.since) for item in found],
        total=total,
        most=TARIFFS[owner.tariff].watched,
        mail=watching.mails.settings(owner.account_id),
        urgent=URGENT,
        choices=[(name, SECTIONS[name].en if english else SECTIONS[name].cs) for name in _CHOICES],
        hooks=hooks,
    )
