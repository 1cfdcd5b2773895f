"""The sources: their names in the code, on the wire and for people, written down here alone."""

from __future__ import annotations

from soupis.messages import Message

RES = "res"  # statistical register, bulk files
PUBLIC_REGISTER = "public_register"  # public register, bulk files
ARES = "ares"  # ARES, the answer for an economic subject
ARES_RES = "ares_res"  # ARES, the statistical register's record
ARES_VR = "ares_vr"  # ARES, the public register's record
VAT = "vat"  # register of VAT payers
ISIR = "isir"  # insolvency register
DOCUMENTS = "documents"  # collection of documents
CODELISTS = "codelists"

# Source → its name on the wire, and so the register that a reader knows it by.
WIRE_NAMES = {
    RES: "res",
    ARES: "ares",
    ARES_RES: "ares",
    PUBLIC_REGISTER: "verejnyRejstrik",
    ARES_VR: "verejnyRejstrik",
    VAT: "registrDph",
    ISIR: "insolvencniRejstrik",
    DOCUMENTS: "sbirkaListin",
    CODELISTS: "ciselniky",
}

# What a synchronised source is called; their order is that of every list of sources.
TITLES = {
    RES: Message(
        "Registr ekonomických subjektů (ČSÚ)",
        "Register of economic entities (Czech Statistical Office)",
    ),
    PUBLIC_REGISTER: Message("Veřejný rejstřík", "Public register"),
    ARES: Message("ARES", "ARES"),
    VAT: Message("Registr plátců DPH", "Register of VAT payers"),
    ISIR: Message("Insolvenční rejstřík", "Insolvency register"),
    DOCUMENTS: Message("Sbírka listin", "Collection of documents"),
    CODELISTS: Message("Číselníky (ČSÚ)", "Code lists (Czech Statistical Office)"),
}

# What is synchronised: each has a state, a schedule and a lease.
SYNCHRONISED = tuple(TITLES)
