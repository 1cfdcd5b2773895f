from __future__ import annotations

import stat
from pathlib import Path

import pytest

from soupis.accounts.database import Database
from soupis.accounts.directory import MAX_KEYS, Directory, normalize_email
from soupis.accounts.errors import AccountError
from tests.accounts.conftest import Clock


def test_an_account_is_created_on_the_free_tariff(directory: Directory) -> None:
    created = directory.create("jana@firma.cz")
    assert created == directory.get("jana@firma.cz")
    assert (created.tariff, created.role, created.disabled) == ("free", "user", None)
    assert created.created == "2026-11-20T11:00:00Z"


def test_one_address_has_one_account_whatever_its_case(directory: Directory) -> None:
    directory.create(" Jana@Firma.CZ ")
    assert directory.get("jana@firma.cz").email == "jana@firma.cz"
    with pytest.raises(AccountError, match=r"jana@firma\.cz exists already"):
        directory.create("JANA@firma.cz")
    assert len(directory.accounts()) == 1


@pytest.mark.parametrize(
    "text", ["jana@firma.cz", "jana.novakova+api@sub.firma-2.cz", "o'neil@example.co.uk", "1@2.museum"]
)
def test_addresses_in_use_are_accepted(text: str) -> None:
    assert normalize_email(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "jana",
        "jana@",
        "@firma.cz",
        "jana@firma",
        "jana@@firma.cz",
        "jana@firma..cz",
        "jana@-firma.cz",
        ".jana@firma.cz",
        "jana.@firma.cz",
        "jana nova@firma.cz",
        "jana@firma.cz\nBcc: all@firma.cz",
        "jana@firma.cz,petr@firma.cz",
        "Jana <jana@firma.cz>",
        "jana@192.0.2.1",
        "a" * 65 + "@firma.cz",
        "a@" + "b" * 250 + ".cz",
    ],
)
def test_what_is_no_address_is_refused_with_an_example_of_one(text: str) -> None:
    with pytest.raises(AccountError, match=r"jana@firma\.cz") as error:
        normalize_email(text)
    assert "není e-mailová adresa" in error.value.message.cs


def test_accounts_are_listed_in_the_order_of_their_creation(directory: Directory) -> None:
    for email in ("b@firma.cz", "a@firma.cz", "c@firma.cz"):
        directory.create(email)
    assert [account.email for account in directory.accounts()] == ["b@firma.cz", "a@firma.cz", "c@firma.cz"]


def test_a_tariff_is_set_and_a_wrong_one_is_answered_with_the_right_ones(directory: Directory) -> None:
    directory.create("jana@firma.cz", "standard")
    assert directory.set_tariff("jana@firma.cz", "business").tariff == "business"
    for wrong in ("gold", "anonymous", ""):
        with pytest.raises(AccountError, match="free, standard, business, enterprise"):
            directory.set_tariff("jana@firma.cz", wrong)
    assert directory.get("jana@firma.cz").tariff == "business"


def test_an_unknown_account_is_named(directory: Directory) -> None:
    for act in (directory.get, directory.keys, directory.disable):
        with pytest.raises(AccountError, match=r"no account nobody@firma\.cz"):
            act("nobody@firma.cz")


def test_disabling_twice_keeps_the_first_date(directory: Directory, clock: Clock) -> None:
    directory.create("jana@firma.cz")
    directory.disable("jana@firma.cz")
    clock.now += 60
    assert directory.disable("jana@firma.cz").disabled == "2026-11-20T11:00:00Z"
    assert directory.enable("jana@firma.cz").disabled is None


def test_an_account_has_several_keys_and_their_secrets_are_not_listed(directory: Directory) -> None:
    directory.create("jana@firma.cz")
    issued = [directory.issue_key("jana@firma.cz", name) for name in ("e-shop", " účetnictví ")]
    listed = directory.keys("jana@firma.cz")
    assert [(key.id, key.name, key.last4) for key in listed] == [
        (issued[0].id, "e-shop", issued[0].key[-4:]),
        (issued[1].id, "účetnictví", issued[1].key[-4:]),
    ]
    assert not any(secret.key in repr(listed) for secret in issued)


@pytest.mark.parametrize("name", ["", "   ", "x" * 81, "dva\nřádky", "\x00"])
def test_a_key_needs_a_printable_name(directory: Directory, name: str) -> None:
    directory.create("jana@firma.cz")
    with pytest.raises(AccountError, match="1 to 80 printable"):
        directory.issue_key("jana@firma.cz", name)


def test_the_number_of_valid_keys_is_limited_and_revoked_ones_do_not_count(directory: Directory) -> None:
    directory.create("jana@firma.cz")
    issued = [directory.issue_key("jana@firma.cz", str(number)) for number in range(MAX_KEYS)]
    with pytest.raises(AccountError, match="revoke one first"):
        directory.issue_key("jana@firma.cz", "one more")
    assert len(directory.keys("jana@firma.cz")) == MAX_KEYS
    directory.revoke_key(issued[0].id)
    directory.issue_key("jana@firma.cz", "one more")


def test_a_key_is_revoked_once_and_for_all(directory: Directory, clock: Clock) -> None:
    directory.create("jana@firma.cz")
    issued = directory.issue_key("jana@firma.cz", "x")
    assert directory.revoke_key(issued.id).revoked == "2026-11-20T11:00:00Z"
    clock.now += 60
    assert directory.revoke_key(issued.id).revoked == "2026-11-20T11:00:00Z"


def test_nobody_revokes_the_key_of_another_account(directory: Directory) -> None:
    directory.create("jana@firma.cz")
    stranger = directory.create("petr@firma.cz")
    issued = directory.issue_key("jana@firma.cz", "x")
    with pytest.raises(AccountError, match=f"no key number {issued.id}"):
        directory.revoke_key(issued.id, account_id=stranger.id)
    assert directory.keys("jana@firma.cz")[0].revoked is None


def test_changes_leave_an_audit_trail(directory: Directory, database: Database) -> None:
    owner = directory.create("jana@firma.cz", address_key="ab12")
    issued = directory.issue_key("jana@firma.cz", "x")
    directory.set_tariff("jana@firma.cz", "business")
    directory.revoke_key(issued.id, address_key="cd34")
    directory.revoke_key(issued.id)
    directory.disable("jana@firma.cz")
    connection = database.connect()
    trail = connection.run("SELECT account_id, kind, detail, address_key FROM audit_event ORDER BY id", {})
    connection.close()
    assert [tuple(row) for row in trail] == [
        (owner.id, "account.created", "free", "ab12"),
        (owner.id, "key.issued", f"{issued.id} x", None),
        (owner.id, "account.tariff", "business", None),
        (owner.id, "key.revoked", str(issued.id), "cd34"),
        (owner.id, "account.disabled", None, None),
    ]


@pytest.mark.one_database("sqlite", "only SQLite has a file here")
def test_the_file_of_accounts_is_readable_by_its_owner_only(url: str, tmp_path: Path) -> None:
    database = Database(url)
    Directory(database).create("jana@firma.cz")
    assert len(list(tmp_path.iterdir())) > 1  # the journals are there too
    for file in tmp_path.iterdir():
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    database.close()
