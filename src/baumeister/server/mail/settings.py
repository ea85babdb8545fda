"""How the service sends mail."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

from baumeister.core.errors import BaumeisterError

ADDRESS: Final = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
MAX_ADDRESS: Final = 254
PORTS: Final = {"smtp": 587, "smtps": 465}


class MailSettingsError(BaumeisterError):
    code = "options"


@dataclass(frozen=True, slots=True)
class MailSettings:
    """An SMTP server, the sender's address, and where links in the mail lead to."""

    host: str
    port: int
    sender: str
    url: str
    """The public URL of the service, ending with a slash."""
    user: str | None = None
    password: str | None = None
    tls: bool = False
    """TLS from the beginning (smtps). Otherwise STARTTLS is used where the server offers it."""

    def __repr__(self) -> str:
        return f"<MailSettings {self.host}>"

    @classmethod
    def of(cls, smtp: str, sender: str, url: str) -> MailSettings:
        """Settings of smtp://user:password@host:port or smtps://…; MailSettingsError if wrong."""
        try:
            found = urlsplit(smtp)
            host, port = found.hostname, found.port
        except ValueError:
            host, port = None, None
        if not host or found.scheme not in PORTS:
            raise MailSettingsError("--smtp must be like smtp://user:password@mail.example:587")
        if not is_address(sender):
            raise MailSettingsError("--mail-from must be a mail address")
        if urlsplit(url).scheme not in ("http", "https"):
            raise MailSettingsError("--public-url must begin with https:// or http://")
        return cls(
            host,
            port or PORTS[found.scheme],
            sender,
            url.rstrip("/") + "/",
            unquote(found.username) if found.username else None,
            unquote(found.password) if found.password else None,
            tls=found.scheme == "smtps",
        )


def is_address(text: str) -> bool:
    return len(text) <= MAX_ADDRESS and bool(ADDRESS.fullmatch(text))
