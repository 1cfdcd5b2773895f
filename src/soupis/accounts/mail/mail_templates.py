"""The texts of all mail in both languages, and the mail made of them."""

from __future__ import annotations

from email.message import EmailMessage
from email.utils import format_datetime, localtime, make_msgid
from typing import Literal, NamedTuple

MailKind = Literal[
    "register",
    "exists",
    "reset",
    "email",
    "email.changed",
    "password.changed",
    "account.deleted",
    "tariff.asked",
    "tariff.approved",
    "tariff.denied",
    "watch.daily",
    "watch.now",
]


class MailTemplate(NamedTuple):
    """Subject and body; `{link}`, `{detail}` and `{site}` are filled in."""

    subject: str
    body: str


_CS: dict[MailKind, MailTemplate] = {
    "register": MailTemplate(
        "Dokončete registraci",
        "někdo, nejspíš vy, si chce založit účet na {site} s touto adresou.\n\n"
        "Otevřete odkaz a zvolte si heslo:\n{link}\n\n"
        "Odkaz platí 48 hodin a lze ho použít jednou. Pokud o účet nestojíte, nedělejte nic.",
    ),
    "exists": MailTemplate(
        "Účet už máte",
        "někdo, nejspíš vy, chtěl použít tuto adresu pro účet na {site}. Účet s ní už existuje.\n\n"
        "Přihlásíte se zde:\n{link}\n\n"
        "Pokud heslo neznáte, nechte si na té stránce poslat odkaz pro nové.",
    ),
    "reset": MailTemplate(
        "Nové heslo",
        "někdo, nejspíš vy, žádá o nové heslo k účtu na {site}.\n\n"
        "Otevřete odkaz a zvolte si ho:\n{link}\n\n"
        "Odkaz platí hodinu a lze ho použít jednou. Pokud o nové heslo nestojíte, nedělejte nic; "
        "dosavadní platí dál.",
    ),
    "email": MailTemplate(
        "Potvrďte novou adresu",
        "vlastník účtu na {site} si přeje používat tuto adresu.\n\n"
        "Potvrďte ji odkazem:\n{link}\n\n"
        "Odkaz platí 48 hodin a lze ho použít jednou. Pokud o ničem nevíte, nedělejte nic.",
    ),
    "email.changed": MailTemplate(
        "Adresa účtu byla změněna",
        "váš účet na {site} má od této chvíle adresu {detail}.\n\n"
        "Pokud jste ji nezměnili vy, obraťte se ihned na provozovatele.",
    ),
    "password.changed": MailTemplate(
        "Heslo bylo změněno",
        "heslo k vašemu účtu na {site} bylo právě změněno a ostatní přihlášení skončila.\n\n"
        "Pokud jste to nebyli vy, nastavte si zde nové:\n{link}",
    ),
    "account.deleted": MailTemplate(
        "Účet byl smazán",
        "váš účet na {site} byl smazán. Jeho API klíče přestaly platit a osobní údaje jsou pryč.",
    ),
    "tariff.asked": MailTemplate(
        "Žádost o tarif",
        "na {site} čeká na vyřízení žádost o tarif {detail}:\n{link}",
    ),
    "tariff.approved": MailTemplate(
        "Tarif byl změněn",
        "vaše žádost na {site} byla schválena. Od této chvíle máte tarif {detail}.\n{link}",
    ),
    "tariff.denied": MailTemplate(
        "Žádost o tarif nebyla schválena",
        "vaše žádost o tarif {detail} na {site} nebyla schválena. Dosavadní tarif se nemění.\n{link}",
    ),
    "watch.daily": MailTemplate(
        "Změny u sledovaných firem",
        "u firem, které sledujete na {site}, se od posledního přehledu změnilo:\n\n{detail}\n\n"
        "Co sledujete, upravíte zde:\n{link}",
    ),
    "watch.now": MailTemplate(
        "Důležitá změna u sledované firmy",
        "u firem, které sledujete na {site}, se právě změnilo:\n\n{detail}\n\n"
        "Co sledujete, upravíte zde:\n{link}",
    ),
}

_EN: dict[MailKind, MailTemplate] = {
    "register": MailTemplate(
        "Finish your registration",
        "somebody, most likely you, wants to open an account at {site} with this address.\n\n"
        "Open the link and choose a password:\n{link}\n\n"
        "The link is valid for 48 hours and works once. If you do not want an account, do nothing.",
    ),
    "exists": MailTemplate(
        "You have an account already",
        "somebody, most likely you, wanted to use this address for an account at {site}. "
        "There is an account with it already.\n\n"
        "Sign in here:\n{link}\n\n"
        "If you do not know the password, ask on that page for a link to set a new one.",
    ),
    "reset": MailTemplate(
        "New password",
        "somebody, most likely you, asks for a new password of the account at {site}.\n\n"
        "Open the link and choose it:\n{link}\n\n"
        "The link is valid for an hour and works once. If you do not want a new password, do nothing; "
        "the present one stays valid.",
    ),
    "email": MailTemplate(
        "Confirm the new address",
        "the owner of an account at {site} wishes to use this address.\n\n"
        "Confirm it with this link:\n{link}\n\n"
        "The link is valid for 48 hours and works once. If you know nothing about this, do nothing.",
    ),
    "email.changed": MailTemplate(
        "The address of your account was changed",
        "from now on your account at {site} has the address {detail}.\n\n"
        "If it was not you who changed it, contact the operator at once.",
    ),
    "password.changed": MailTemplate(
        "Your password was changed",
        "the password of your account at {site} has just been changed and all other sessions were ended.\n\n"
        "If it was not you, set a new one here:\n{link}",
    ),
    "account.deleted": MailTemplate(
        "Your account was deleted",
        "your account at {site} was deleted. Its API keys are no longer valid and personal data are gone.",
    ),
    "tariff.asked": MailTemplate(
        "Request for a tariff",
        "a request for the tariff {detail} is waiting at {site}:\n{link}",
    ),
    "tariff.approved": MailTemplate(
        "Your tariff was changed",
        "your request at {site} was approved. From now on your tariff is {detail}.\n{link}",
    ),
    "tariff.denied": MailTemplate(
        "Your request for a tariff was not approved",
        "your request for the tariff {detail} at {site} was not approved. "
        "Your tariff stays as it is.\n{link}",
    ),
    "watch.daily": MailTemplate(
        "Changes of the companies that you watch",
        "this has changed since the last overview of the companies that you watch at {site}:\n\n{detail}\n\n"
        "Choose here what you watch:\n{link}",
    ),
    "watch.now": MailTemplate(
        "An important change of a company that you watch",
        "this has just changed of the companies that you watch at {site}:\n\n{detail}\n\n"
        "Choose here what you watch:\n{link}",
    ),
}

_LAYOUT = {"cs": "Dobrý den,\n\n{body}\n\nSoupis\n", "en": "Hello,\n\n{body}\n\nSoupis\n"}


def write_mail(
    kind: MailKind,
    language: str,
    *,
    sender: str,
    recipient: str,
    host: str,
    link: str = "",
    detail: str = "",
) -> EmailMessage:
    """Return a mail ready to be sent; `link` is a whole URL, `host` the name of the site."""
    template = (_EN if language == "en" else _CS)[kind]
    body = template.body.format(link=link, detail=detail, site=host)
    message = EmailMessage()
    message["Subject"] = f"{template.subject} – Soupis"
    message["From"] = f"Soupis <{sender}>"
    message["To"] = recipient
    message["Date"] = format_datetime(localtime())
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    # Eight bits, so that no link is broken into lines on the way.
    message.set_content(_LAYOUT[language].format(body=body), cte="8bit")
    return message
