"""Client of Soupis, Czech state registers of companies in one place.

    from soupis_client import Soupis

    with Soupis("https://soupis.example", key="soupis_…") as soupis:
        print(soupis.company("00514152").obchodni_jmeno)

`AsyncSoupis` does the same with `await`. Answers are the types of the service itself (`soupis_client.wire`):
names are Czech as on the wire, in snake case; what is not known is None, never "no".
"""

from soupis_client.asynchronous import AsyncSoupis
from soupis_client.calls import Answered
from soupis_client.errors import GoneError, NotFoundError, QuotaError, SoupisError
from soupis_client.exports import Export
from soupis_client.messages import MessageError, read_message
from soupis_client.receipts import ReceiptError, verify_receipt
from soupis_client.retrying import Retrying
from soupis_client.synchronous import Soupis
from soupis_client.wire.requests import VyberFirem

__all__ = [
    "Answered",
    "AsyncSoupis",
    "Export",
    "GoneError",
    "MessageError",
    "NotFoundError",
    "QuotaError",
    "ReceiptError",
    "Retrying",
    "Soupis",
    "SoupisError",
    "VyberFirem",
    "read_message",
    "verify_receipt",
]
