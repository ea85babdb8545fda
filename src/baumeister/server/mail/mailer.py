"""Sending mail by SMTP, and the signed links in it."""

from __future__ import annotations

import asyncio
import base64
import hmac
import logging
from collections.abc import Callable
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Final

import msgspec

from baumeister.server.mail.settings import MailSettings, is_address
from baumeister.server.mail.texts import CONFIRM, MailText, filled
from baumeister.server.people.sessions import LoginError, Session
from baumeister.server.store import Store
from baumeister.server.store.queries.mail import MailRow
from baumeister.server.tables.errors import BadInputError, TableError
from baumeister.server.tables.pace import DAY

log = logging.getLogger("baumeister.server")

TIMEOUT: Final = 20.0
MOST_A_DAY: Final = 3
"""Confirmation mails to one address, so that nobody can annoy others."""


class Mailer:
    def __init__(
        self, store: Store, settings: MailSettings, key: str, clock: Callable[[], int]
    ) -> None:
        self.settings = settings
        self._store = store
        self._clock = clock
        self._key = hmac.digest(key.encode(), b"mail", "sha256")
        self._asked: dict[str, list[int]] = {}

    async def ask(self, session: Session, address: str, language: str) -> None:
        """Send a link that confirms this address."""
        if not is_address(address):
            raise BadInputError("this is not a mail address")
        now = self._clock()
        recent = [at for at in self._asked.get(address.lower(), ()) if at > now - DAY]
        if len(recent) >= MOST_A_DAY:
            raise TableError("this address has been sent enough mail for today")
        if len(self._asked) > 10_000:
            self._asked.clear()
        self._asked[address.lower()] = [*recent, now]
        token = self._token("confirm", session.user.id, address, language, str(now + DAY))
        link = f"{self.settings.url}me#confirm-mail={token}"
        if not await self.send(address, filled(CONFIRM, language, link=link)):
            raise TableError("the mail could not be sent")

    async def confirm(self, token: str) -> None:
        """Keep the address of a link that was sent there; the link proves that it was read."""
        person, address, language, expires = self._read("confirm", token, 4)
        if int(expires) <= self._clock():
            raise LoginError("this link has expired")
        await self._store.set_mail(MailRow(person, address, language))

    def stop_link(self, person: str) -> str:
        return f"{self.settings.url}me#stop-mail={self._token('stop', person)}"

    async def stop(self, token: str) -> None:
        (person,) = self._read("stop", token, 1)
        await self._store.delete_mail(person)

    async def send(self, address: str, mail: MailText) -> bool:
        """Send a mail; failures are logged, since nobody waits for most mails."""
        message = EmailMessage()
        message["From"] = f"Baumeister <{self.settings.sender}>"
        message["To"] = address
        message["Subject"] = mail.subject
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=self.settings.sender.rpartition("@")[2])
        message["Auto-Submitted"] = "auto-generated"
        message.set_content(mail.text)
        try:
            await asyncio.to_thread(_deliver, self.settings, message)
        except OSError as error:  # as all errors of smtplib are
            log.error("mail", extra={"reason": type(error).__name__})
            return False
        return True

    def _token(self, *parts: str) -> str:
        text = msgspec.json.encode(parts)
        mark = hmac.digest(self._key, text, "sha256")[:16]
        return base64.urlsafe_b64encode(mark + text).decode().rstrip("=")

    def _read(self, purpose: str, token: str, length: int) -> list[str]:
        """The parts of a token for this purpose; LoginError unless it was signed here."""
        try:
            data = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
            mark, text = data[:16], data[16:]
            if not hmac.compare_digest(mark, hmac.digest(self._key, text, "sha256")[:16]):
                raise ValueError
            found, *parts = msgspec.json.decode(text, type=list[str])
        except (ValueError, msgspec.MsgspecError):
            raise LoginError("this link is not valid") from None
        if found != purpose or len(parts) != length:
            raise LoginError("this link is not valid")
        return parts


def _deliver(settings: MailSettings, message: EmailMessage) -> None:
    """Hand a mail to the SMTP server; called in a thread."""
    import smtplib  # noqa: PLC0415  (most services send no mail and start sooner without it)
    import ssl  # noqa: PLC0415

    context = ssl.create_default_context()
    if settings.tls:
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            settings.host, settings.port, timeout=TIMEOUT, context=context
        )
    else:
        server = smtplib.SMTP(settings.host, settings.port, timeout=TIMEOUT)
    with server:
        if not settings.tls:
            server.ehlo()
            if server.has_extn("starttls"):
                server.starttls(context=context)
        if settings.user is not None:
            server.login(settings.user, settings.password or "")
        server.send_message(message)
