"""The page that makes a code for a payment to a published account of a company."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from soupis.bank_accounts import account_key, group_iban
from soupis.messages import Message
from soupis.queries import companies
from soupis.web.company import company_id
from soupis.web.payment import (
    Payment,
    draw,
    parse_amount,
    parse_message,
    parse_symbol,
    payable_accounts,
)
from soupis.web.render import render, writer_of
from soupis.web.site import Site
from soupis.web.vat_box import vat_words

_FIELDS = ("castka", "vs", "zprava")
_WRONG = {
    "castka": Message(
        "Napište částku v korunách, třeba 1 250,50: číslice, mezery a nejvýše dvě desetinná místa.",
        "Write an amount in crowns, as 1250.50: digits, spaces and at most two decimal places.",
    ),
    "vs": Message("Variabilní symbol má nejvýše 10 číslic.", "The variable symbol has at most 10 digits."),
    "zprava": Message(
        "Zpráva má nejvýše 60 znaků, a to písmena latinky, číslice a běžná interpunkce.",
        "The message has at most 60 characters: Latin letters, digits and common punctuation.",
    ),
}
_TWICE = Message("Tento údaj je v adrese vícekrát.", "The address has this more than once.")


class PaymentPages:
    """The endpoint /firma/{ico}/platba."""

    def __init__(self, site: Site) -> None:
        self._site = site

    async def payment(self, request: Request) -> Response:
        """Show the code of a payment to a published account; 404 for a company that has none."""
        ico = company_id(request)
        if isinstance(ico, Response):
            return ico
        detail = await self._site.detail(ico)
        accounts = payable_accounts(detail.dph)
        name = detail.obchodni_jmeno or detail.ico
        if detail.dph is None or not accounts:
            return render(request, "payment_none.html", status=404, firm=detail, name=name)
        chosen = account_key(request.query_params.get("ucet", next(iter(accounts))))
        account = next((one for one in accounts.values() if one.key == chosen), None)
        if account is None or account.iban is None:
            raise HTTPException(404)  # never a code for an account that the register does not publish
        values = {name: request.query_params.get(name, "").strip() for name in _FIELDS}
        wrong = {name: _TWICE for name in ("ucet", *_FIELDS) if len(request.query_params.getlist(name)) > 1}
        amount = symbol = None
        try:
            amount = parse_amount(values["castka"])
        except ValueError:
            wrong["castka"] = _WRONG["castka"]
        try:
            symbol = parse_symbol(values["vs"])
        except ValueError:
            wrong["vs"] = _WRONG["vs"]
        try:
            parse_message(values["zprava"])
        except ValueError:
            wrong["zprava"] = _WRONG["zprava"]
        payment = Payment(account.iban, name, amount, symbol, values["zprava"])
        old = companies.is_vat_old(detail.dph.overeno_k)
        return render(
            request,
            "payment.html",
            status=400 if wrong else 200,
            firm=detail,
            name=name,
            accounts=list(accounts.values()),
            account=account,
            values={name: value[:100] for name, value in values.items()},
            wrong=wrong,
            payment=payment,
            group_iban=group_iban,
            amount=writer_of(request).price(amount) if amount is not None else None,
            code=None if wrong else draw(payment.descriptor),
            vat=vat_words(detail.dph, detail.dph_rozpor, old=old),
        )
