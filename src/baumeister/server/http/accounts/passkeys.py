"""HTTP: passkeys. Each ceremony begins here, continues in the browser and finishes here."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import PathParameter

from baumeister.server.http.accounts.people import logged_in, with_cookie
from baumeister.server.http.parts import AnyRequest, body
from baumeister.server.people.auth import require_session, service_of, session_of
from baumeister.server.people.passkeys import Site
from baumeister.server.wire.payloads import accounts as b

PasskeyId = Annotated[str, PathParameter(min_length=1, max_length=1400, pattern="^[A-Za-z0-9_-]+$")]
CREDENTIAL = {"id": "q83vEjRWeJA", "rawId": "q83vEjRWeJA", "type": "public-key"}
ATTESTATION = {
    "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0",
    "attestationObject": "o2NmbXQ",
}
ASSERTION = {
    "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
    "authenticatorData": "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M",
    "signature": "MEUCIQ",
    "userHandle": "MmZSMHE5d1liQTFr",
}


@post("/api/passkeys/register/begin", tags=["passkeys"], status_code=200)
async def begin_passkey(request: AnyRequest) -> dict[str, Any]:
    """Begin to register a passkey. An account needs a login within the last ten minutes. Pass the
    answer to `PublicKeyCredential.parseCreationOptionsFromJSON`; it is valid for five minutes."""
    service = service_of(request)
    return await service.passkeys.begin_registration(await require_session(request), _site(request))


@post("/api/passkeys/register/finish", tags=["passkeys"])
async def new_passkey(
    request: AnyRequest,
    data: Annotated[
        b.NewPasskey,
        body({"credential": {**CREDENTIAL, "response": ATTESTATION}, "name": "My phone"}),
    ],
) -> Response[b.Passkey]:
    """Finish registering a passkey. A guest becomes an account by this and keeps all games."""
    session, credential = await require_session(request), msgspec.to_builtins(data.credential)
    service = service_of(request)
    row = await service.passkeys.register(session, _site(request), credential, data.name)
    kept = b.Passkey(row.id, row.name, row.created)
    if session.is_account:
        return Response(kept, status_code=201)
    new = await service.people.restart(session)
    service.hub.sessions.update(session.user.ids, None)  # they reconnect with the new cookie
    return with_cookie(request, new, kept, 201)


@post("/api/passkeys/login/begin", tags=["passkeys"], status_code=200)
async def begin_log_in(request: AnyRequest) -> dict[str, Any]:
    """Begin to log in with a passkey. Pass the answer to
    `PublicKeyCredential.parseRequestOptionsFromJSON`; it is valid for five minutes and for the
    current user only."""
    return service_of(request).passkeys.begin_login(await session_of(request), _site(request))


@post("/api/passkeys/login/finish", tags=["passkeys"], status_code=200)
async def log_in_by_passkey(
    request: AnyRequest,
    data: Annotated[b.PasskeyLogin, body({"credential": {**CREDENTIAL, "response": ASSERTION}})],
) -> Response[b.Person]:
    """Finish logging in with a passkey; the games of the current guest move to the account."""
    guest = await session_of(request)
    credential = msgspec.to_builtins(data.credential)
    session = await service_of(request).passkeys.log_in(guest, _site(request), credential)
    return logged_in(request, guest, session)


@get("/api/passkeys", tags=["passkeys"])
async def my_passkeys(request: AnyRequest) -> list[b.Passkey]:
    """List your passkeys, oldest first."""
    session = await require_session(request)
    found = await service_of(request).store.passkeys_of(session.user.id)
    return [b.Passkey(row.id, row.name, row.created) for row in found]


@delete("/api/passkeys/{passkey_id:str}", tags=["passkeys"])
async def delete_passkey(request: AnyRequest, passkey_id: PasskeyId) -> None:
    """Delete a passkey. Without another passkey or a password you are a guest again, with only your
    cookie. Needs a login within the last ten minutes."""
    await service_of(request).passkeys.delete(await require_session(request), passkey_id)


def _site(request: AnyRequest) -> Site:
    """The site of the page, from its Origin header (checked by `before_request`): proxies may hide
    the request's own scheme and host."""
    host = request.headers.get("host", "")
    return Site.of(request.headers.get("origin") or f"{request.url.scheme}://{host}")


HANDLERS: list[HTTPRouteHandler] = [
    begin_passkey,
    new_passkey,
    begin_log_in,
    log_in_by_passkey,
    my_passkeys,
    delete_passkey,
]
