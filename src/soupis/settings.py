"""Settings: everything that an operator may set, read from the environment or a `.env` file."""

from __future__ import annotations

import re
from functools import cached_property
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Literal

from pydantic import (
    Field,
    HttpUrl,
    PrivateAttr,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from soupis.accounts.mail.sender import open_mailer
from soupis.times import parse_hours

# Characters that a secret has at least: 32 random hexadecimal digits are 128 bits.
MIN_SECRET = 32
_MAIL = re.compile(r"[^\s@<>\"']+@[^\s@<>\"']+\.[a-z]{2,}", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://[\w.:\[\]-]+(/[\w.~/-]*)?", re.IGNORECASE)
_HOST = re.compile(r"(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*", re.IGNORECASE)


class Settings(BaseSettings):
    """All settings; the environment variable is the field's name in capitals with the prefix SOUPIS_."""

    model_config = SettingsConfigDict(
        env_prefix="SOUPIS_", env_file=".env", env_file_encoding="utf-8", extra="ignore"
    )

    _has_base_url: bool = PrivateAttr(False)

    data_dir: Path = Field(Path("data"), description="Directory of the databases and indexes.")
    database_url: str | None = Field(
        None,
        description="PostgreSQL address of the system of record; SQLite in the data directory without it.",
    )
    accounts_database_url: str | None = Field(
        None,
        description="Another PostgreSQL address for accounts, quotas and queues, such as that of a pool of "
        "connections before the same database; without it `SOUPIS_DATABASE_URL`.",
    )
    replica_url: str | None = Field(
        None,
        description="PostgreSQL address of a standby, which fills the copies of new nodes; without it they "
        "are filled from `SOUPIS_DATABASE_URL`.",
    )
    base_url: str = Field(
        "",
        description="Address under which users reach the service, no slash at the end. Without it "
        "http://HOST:PORT, which only an address of this machine alone (127.0.0.1, ::1) may do without.",
    )
    host: str = Field("127.0.0.1", description="IP address to listen on.")
    port: int = Field(8000, ge=1, le=65535, description="Port to listen on.")
    workers: int = Field(1, ge=1, le=256, description="Number of server processes.")
    pages_per_minute: int = Field(
        120, ge=1, description="Pages of the site that one address may open in a minute, per server process."
    )
    trusted_proxies: str = Field(
        "", description="Networks, comma-separated, whose X-Forwarded-For header is believed."
    )
    webhook_networks: str = Field(
        "",
        description="Networks, comma-separated, that webhooks may be posted to although they are not part of "
        "the public internet, by http too.",
    )
    secret_key: SecretStr | None = Field(
        None,
        description="Secret that signs cookies and links, at least 32 characters; made and kept in the data "
        "directory without it.",
    )
    person_key_secret: SecretStr | None = Field(
        None,
        description="Secret of person keys, at least 32 characters; made and kept in the data directory "
        "without it. Never change it.",
    )
    smtp_url: SecretStr | None = Field(
        None, description="Outgoing mail, smtp://user:password@host:587; without it mail goes to a file."
    )
    operator_name: str | None = Field(
        None, description="Who runs the service, as its contact page, terms and privacy notice say it."
    )
    operator_ico: str | None = Field(None, description="Company ID of the operator, eight digits.")
    operator_address: str | None = Field(None, description="Postal address of the operator, on one line.")
    operator_email: str | None = Field(
        None, description="Address for questions and objections of persons who are shown; shown publicly."
    )
    operator_phone: str | None = Field(None, description="Telephone number of the operator; shown publicly.")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("INFO", description="Least level logged.")
    log_format: Literal["text", "json"] = Field("text", description="Form of log lines.")
    sync_schedule: str = Field(
        "",
        description="How often sources are synchronised, where not as usual: res=12h,isir=5m,documents=off;"
        " off alone = the worker asks no source.",
    )
    quiet_hours: str = Field(
        "1-5",
        description="Hours of Prague in which a search index that has come to lie in many segments is built "
        "anew, while nothing is loaded and the machine has little to do; off = never.",
    )
    public_register_years: int = Field(
        1, ge=1, le=30, description="How many years of the public register's files are taken over."
    )
    change_days: int = Field(
        90, ge=90, le=36_500, description="For how many days published changes are kept for those who follow."
    )
    metrics_port: int = Field(
        0, ge=0, le=65535, description="Port on which the worker tells Prometheus its metrics; 0 = none."
    )
    metrics_token: SecretStr | None = Field(
        None,
        description="Bearer token for the servers' metrics at /metrics; without it there is no such address.",
    )
    tsa_url: str | None = Field(
        None,
        description="Time stamp authority (RFC 3161) that `soupis receipt stamp` asks.",
    )
    res_url: str = Field(
        "https://opendata.csu.gov.cz/soubory/od/od_org03", description="Statistical register."
    )
    public_register_url: str = Field("https://dataor.justice.cz", description="Public register's open data.")
    ares_url: str = Field("https://ares.gov.cz/ekonomicke-subjekty-v-be/rest", description="ARES.")
    vat_url: str = Field(
        "https://adisrws.mfcr.cz/dpr/axis2/services/rozhraniCRPDPH.rozhraniCRPDPHSOAP",
        description="VAT register.",
    )
    isir_url: str = Field(
        "https://isir.justice.cz:8443/isir_cuzk_ws/IsirWsCuzkService",
        description="Insolvency register, look-up.",
    )
    isir_public_url: str = Field(
        "https://isir.justice.cz:8443/isir_public_ws/IsirWsPublicService",
        description="Insolvency register, event stream.",
    )
    documents_url: str = Field("https://or.justice.cz", description="Collection of documents.")
    codelists_url: str | None = Field(
        None, description="Mirror of the statistical office's code lists; without it its own addresses."
    )

    redirect_hosts: str = Field(
        "*.justice.cz",
        description="Hosts, comma-separated, to which sources may redirect besides their own; "
        "*.example.cz = all below it.",
    )

    @field_validator("base_url")
    @classmethod
    def _address(cls, value: str) -> str:
        if not value:
            return value
        try:
            if _ADDRESS.fullmatch(value):
                return str(HttpUrl(value)).rstrip("/")
        except ValidationError:
            pass
        raise ValueError(
            "must be http:// or https:// with a host name, without a user, ? or #, for example "
            "https://soupis.example"
        )

    @model_validator(mode="after")
    def _own_address(self) -> Settings:
        self._has_base_url = bool(self.base_url)
        self.base_url = self.base_url or f"http://{self.listening_on}"
        return self

    def check_base_url(self) -> None:
        """Raise ValueError if other machines reach the service, but not under the address it gives them."""
        if not (self._has_base_url or ip_address(self.host).is_loopback):
            raise ValueError(
                f"must be set, because the server listens on {self.host} for other machines: links in mails, "
                "cookies and the sign-in of applications are made from it, for example https://soupis.example"
            )

    @property
    def listening_on(self) -> str:
        """Host and port as they stand in an address."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @field_validator("operator_name", "operator_address", "operator_phone")
    @classmethod
    def _said(cls, value: str | None) -> str | None:
        return " ".join((value or "").split())[:200] or None

    @field_validator("operator_ico")
    @classmethod
    def _company_id(cls, value: str | None) -> str | None:
        if value and not (value.isascii() and value.isdigit() and len(value) == 8):
            raise ValueError("must be a company ID of eight digits")
        return value or None

    @field_validator("operator_email")
    @classmethod
    def _mail_address(cls, value: str | None) -> str | None:
        if value and not _MAIL.fullmatch(value):
            raise ValueError("must be a mail address such as info@example.cz")
        return value or None

    @field_validator("host")
    @classmethod
    def _ip_address(cls, value: str) -> str:
        try:
            ip_address(value)
        except ValueError:
            raise ValueError("must be an IP address of this machine, such as 127.0.0.1 or ::") from None
        return value

    @field_validator("sync_schedule")
    @classmethod
    def _schedule(cls, value: str) -> str:
        from soupis.worker.schedule import parse_schedule  # commands that need no worker need not load it

        parse_schedule(value)
        return value

    @field_validator("quiet_hours")
    @classmethod
    def _hours(cls, value: str) -> str:
        parse_hours(value)
        return value

    @field_validator("trusted_proxies", "webhook_networks")
    @classmethod
    def _networks(cls, value: str) -> str:
        for part in filter(None, (item.strip() for item in value.split(","))):
            ip_network(part, strict=False)
        return value

    @field_validator("redirect_hosts")
    @classmethod
    def _hosts(cls, value: str) -> str:
        for host in filter(None, (item.strip() for item in value.split(","))):
            if not _HOST.fullmatch(host):
                raise ValueError(f"must name hosts such as files.example.cz or *.example.cz, not {host[:80]}")
        return value

    @field_validator("secret_key", "person_key_secret", "metrics_token")
    @classmethod
    def _long_enough(cls, value: SecretStr | None) -> SecretStr | None:
        text = value.get_secret_value().strip() if value else ""
        if not text:
            return None  # an empty key would make hashes that anybody can compute
        if len(text) < MIN_SECRET:
            raise ValueError(
                f"must be at least {MIN_SECRET} characters long, got {len(text)}; "
                "make one by: openssl rand -hex 32"
            )
        return value

    @field_validator("smtp_url")
    @classmethod
    def _mail_server(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None:
            open_mailer(value.get_secret_value(), Path())  # says what is wrong, never the password
        return value

    @field_validator("database_url", "accounts_database_url", "replica_url")
    @classmethod
    def _database(cls, value: str | None) -> str | None:
        if not value:
            return None
        if not value.startswith(("postgresql://", "postgresql+psycopg://")):
            raise ValueError("must be a postgresql:// address")
        try:
            make_url(value)
        except (ArgumentError, ValueError):  # whose texts would show the password
            raise ValueError("must be of the form postgresql://user:password@host:5432/name") from None
        return value.replace("postgresql://", "postgresql+psycopg://", 1)

    @property
    def redirect_host_names(self) -> tuple[str, ...]:
        """The hosts of `redirect_hosts`, one by one."""
        return tuple(filter(None, (item.strip() for item in self.redirect_hosts.split(","))))

    @cached_property
    def registry_url(self) -> str:
        """SQLAlchemy address of the system of record."""
        return self.database_url or f"sqlite:///{(self.data_dir / 'registry.sqlite').absolute()}"

    @cached_property
    def accounts_url(self) -> str:
        """SQLAlchemy address of the accounts database."""
        if self.database_url:
            return self.accounts_database_url or self.database_url
        return f"sqlite:///{(self.data_dir / 'accounts.sqlite').absolute()}"
