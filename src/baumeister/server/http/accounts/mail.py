"""HTTP: mail for games with days per decision."""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler

from baumeister.server.http.parts import AnyRequest, body
from baumeister.server.languages import accepted
from baumeister.server.mail.mailer import Mailer
from baumeister.server.people.auth import require_session, service_of, session_of
from baumeister.server.tables.errors import TableError
from baumeister.server.wire.payloads import accounts as b


@get("/api/me/mail", tags=["people"])
async def my_mail(request: AnyRequest) -> b.Mail:
    """Whether this service sends mail, and your address if you have confirmed one."""
    service = service_of(request)
    session = await session_of(request)
    row = await service.store.mail_of(session.user.id) if session else None
    return b.Mail(service.mailer is not None, row.address if row else None)


@post("/api/me/mail", tags=["people"], status_code=204)
async def ask_for_mail(
    request: AnyRequest, data: Annotated[b.MailAddress, body({"address": "ada@example.org"})]
) -> None:
    """Ask for mail when it is your turn. A link is sent to the address, to confirm it. An account
    needs a login within the last ten minutes."""
    session = await require_session(request)
    service_of(request).people.check_confirmed(session)
    language = accepted(request.headers.get("accept-language", ""))
    await _mailer(request).ask(session, data.address, language)


@delete("/api/me/mail", tags=["people"])
async def delete_mail(request: AnyRequest) -> None:
    """Delete your address."""
    session = await require_session(request)
    for person in session.user.ids:
        await service_of(request).store.delete_mail(person)


@post("/api/mail/confirm", tags=["people"], status_code=204)
async def confirm_mail(
    request: AnyRequest, data: Annotated[b.MailToken, body({"token": "bm90LWEtdG9rZW4"})]
) -> None:
    """Confirm an address with the token of the link that was sent there."""
    await _mailer(request).confirm(data.token)


@post("/api/mail/stop", tags=["people"], status_code=204)
async def stop_mail(
    request: AnyRequest, data: Annotated[b.MailToken, body({"token": "bm90LWEtdG9rZW4"})]
) -> None:
    """Stop mail with the token of a link in it."""
    await _mailer(request).stop(data.token)


def _mailer(request: AnyRequest) -> Mailer:
    found = service_of(request).mailer
    if found is None:
        raise TableError("this service sends no mail")
    return found


HANDLERS: list[HTTPRouteHandler] = [my_mail, ask_for_mail, delete_mail, confirm_mail, stop_mail]
