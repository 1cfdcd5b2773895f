"""The operator's page: requests for tariffs, to be approved or denied."""

from __future__ import annotations

from starlette.responses import Response

from soupis.accounts.errors import AccountError
from soupis.web.account.requests import AccountRequest

_DECIDED_SHOWN = 50
_ANSWERS = {"schvalit": True, "zamitnout": False}


def show_requests(visit: AccountRequest) -> Response:
    """Show the requests that wait and those decided last."""
    return _page(visit)


def decide_request(visit: AccountRequest) -> Response:
    """Approve or deny a request."""
    number = visit.form.get("zadost", "")
    approved = _ANSWERS.get(visit.form.get("odpoved", ""))
    try:
        if approved is None or not number.isdecimal() or len(number) > 18:
            raise AccountError(
                "Vyberte žádost a odpověď ze seznamu.", "Choose a request and an answer from the list."
            )
        visit.members.requests.decide(int(number), approved, visit.owner.account_id)
    except AccountError as error:
        return _page(visit, error)
    visit.members.post.wake()
    return visit.go(visit.address("/provoz"))


def _page(visit: AccountRequest, error: AccountError | None = None) -> Response:
    requests = visit.members.requests
    return visit.page(
        "account/operator.html",
        error,
        open_requests=requests.open_requests(),
        decided=requests.decided_requests(_DECIDED_SHOWN),
    )
