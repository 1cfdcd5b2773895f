"""The operator's page: requests for tariffs, to be approved or denied."""

from __future__ import annotations

from starlette.responses import Response

from soupis.accounts.errors import AccountError
from soupis.web.account.requests import AccountRequest

_DECIDED_SHOWN = 50
_ANSWERS = {"schvalit": True, "zamitnout": False}


def show_requests(request: AccountRequest) -> Response:
    """Show the requests that wait and those decided last."""
    return _page(request)


def decide_request(request: AccountRequest) -> Response:
    """Approve or deny a request."""
    number = request.form.get("zadost", "")
    approved = _ANSWERS.get(request.form.get("odpoved", ""))
    try:
        if approved is None or not number.isdecimal() or len(number) > 18:
            raise AccountError(
                "Vyberte žádost a odpověď ze seznamu.", "Choose a request and an answer from the list."
            )
        request.accounts.tariff_requests.decide(int(number), approved, request.owner.account_id)
    except AccountError as error:
        return _page(request, error)
    request.accounts.outbox.wake()
    return request.go(request.url("/provoz"))


def _page(request: AccountRequest, error: AccountError | None = None) -> Response:
    requests = request.accounts.tariff_requests
    return request.page(
        "account/operator.html",
        error,
        open_requests=requests.open_requests(),
        decided=requests.decided_requests(_DECIDED_SHOWN),
    )
