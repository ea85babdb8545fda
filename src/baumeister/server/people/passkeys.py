"""Passkeys: accounts without a password, through WebAuthn.

A challenge carries its expiry and its user and is signed with the service's key. So every process
can verify the challenges of all others and nothing is stored for a challenge until it is answered;
then it is recorded, so that it cannot be answered twice.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

from baumeister.server.people.accounts import People
from baumeister.server.people.sessions import LoginError, Session
from baumeister.server.settings import Settings
from baumeister.server.store import PasskeyRow, Store
from baumeister.server.tables.decisions.checks import checked_name
from baumeister.server.tables.errors import BadInputError, ForbiddenError

CHALLENGE_LIFETIME: Final = 5 * 60 * 1000
"""Milliseconds from challenge to response: people have to find their phone or key."""
MAX_PASSKEYS: Final = 20
"""Passkeys per person."""
NONCE: Final = 16
TIME: Final = 8
REGISTER: Final = "make"
LOG_IN: Final = "show"

JSON = dict[str, Any]


class Site(NamedTuple):
    """The page that makes the request. A passkey is valid for all origins of its host and no
    other."""

    origin: str
    host: str

    @classmethod
    def of(cls, origin: str) -> Site:
        try:
            host = urlsplit(origin).hostname
        except ValueError:
            host = None
        if not host:
            raise BadInputError("passkeys belong to a host, but this request names none")
        return cls(origin, host)


class Passkeys:
    """Registration and login, each in two steps: a challenge for the browser, then its response."""

    def __init__(self, store: Store, people: People, settings: Settings, key: str) -> None:
        self._store = store
        self._people = people
        self._clock = settings.clock
        self._key = hmac.digest(key.encode(), b"passkeys", "sha256")

    async def begin_registration(self, session: Session, site: Site) -> JSON:
        self._people.check_confirmed(session)
        known = await self._store.passkeys_of(session.user.id)
        webauthn, structs = _library()
        options = webauthn.generate_registration_options(
            rp_id=site.host,
            rp_name="Baumeister",
            user_id=session.user.id.encode(),
            user_name=session.login or session.user.name,
            user_display_name=session.user.name,
            challenge=self._challenge(REGISTER, session.user.id),
            timeout=CHALLENGE_LIFETIME,
            authenticator_selection=structs.AuthenticatorSelectionCriteria(
                resident_key=structs.ResidentKeyRequirement.REQUIRED,
                user_verification=structs.UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[
                structs.PublicKeyCredentialDescriptor(id=_bytes(row.id)) for row in known
            ],
        )
        return dict(webauthn.helpers.options_to_json_dict(options))

    async def register(
        self, session: Session, site: Site, credential: JSON, name: str
    ) -> PasskeyRow:
        """Register a passkey; a guest becomes an account by this."""
        name = checked_name(name)
        challenge, expires = self._answered(REGISTER, session.user.id, credential)
        with _uniform_errors():
            webauthn, _ = _library()
            found = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
            )
            if _text(found.credential_id) != credential["id"]:
                raise ValueError
        row = PasskeyRow(
            credential["id"],
            session.user.id,
            _text(found.credential_public_key),
            found.sign_count,
            self._clock(),
            name,
        )
        text = _text(challenge)
        if not await self._store.add_passkey(row, text, expires, MAX_PASSKEYS):
            raise LoginError(f"this passkey is already registered, or you have {MAX_PASSKEYS}")
        self._people.forget(session.user.id)
        return row

    def begin_login(self, guest: Session | None, site: Site) -> JSON:
        """The options for any passkey the browser has for this host."""
        webauthn, structs = _library()
        options = webauthn.generate_authentication_options(
            rp_id=site.host,
            challenge=self._challenge(LOG_IN, guest.user.id if guest else ""),
            timeout=CHALLENGE_LIFETIME,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        )
        return dict(webauthn.helpers.options_to_json_dict(options))

    async def log_in(self, guest: Session | None, site: Site, credential: JSON) -> Session:
        """Log in with a passkey; the games of the current guest move to the account."""
        challenge, expires = self._answered(LOG_IN, guest.user.id if guest else "", credential)
        row = await self._store.passkey(credential["id"])
        with _uniform_errors():
            if row is None or credential["response"]["userHandle"] != _handle(row.person):
                raise ValueError
            webauthn, _ = _library()
            found = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=_bytes(row.public_key),
                credential_current_sign_count=row.sign_count,
            )
        text = _text(challenge)
        if not await self._store.use_passkey(row, found.new_sign_count, text, expires):
            raise _mismatch()
        return await self._people.log_in_as(guest, row.person)

    async def delete(self, session: Session, passkey: str) -> None:
        """Delete a passkey. Without another passkey or a password the user is a guest again."""
        self._people.check_confirmed(session)
        if not await self._store.delete_passkey(session.user.id, passkey):
            raise ForbiddenError("this is not one of your passkeys")
        self._people.forget(session.user.id)

    # --- challenges --------------------------------------------------------------------

    def _challenge(self, purpose: str, person: str) -> bytes:
        expires = self._clock() + CHALLENGE_LIFETIME
        content = secrets.token_bytes(NONCE) + expires.to_bytes(TIME)
        return content + self._signature(content, purpose, person)

    def _answered(self, purpose: str, person: str, credential: JSON) -> tuple[bytes, int]:
        """The challenge that a credential answers and its expiry; LoginError unless it was issued
        here, for this purpose and user, and has not expired."""
        with _uniform_errors():
            data = _bytes(credential["response"]["clientDataJSON"])
            challenge = _library()[0].helpers.parse_client_data_json(data).challenge
        content, signature = challenge[: NONCE + TIME], challenge[NONCE + TIME :]
        expires = int.from_bytes(content[NONCE:])
        is_valid = hmac.compare_digest(signature, self._signature(content, purpose, person))
        if not is_valid or expires <= self._clock():
            raise LoginError("this challenge is unknown or has expired: begin again")
        return challenge, expires

    def _signature(self, content: bytes, purpose: str, person: str) -> bytes:
        return hmac.digest(self._key, content + f"{purpose} {person}".encode(), "sha256")


def _library() -> tuple[Any, Any]:
    """The package webauthn and its structures: imported when needed, because it is slow."""
    import webauthn  # noqa: PLC0415
    from webauthn.helpers import structs  # noqa: PLC0415

    return webauthn, structs


def _text(given: bytes) -> str:
    """Base64 for URLs, as WebAuthn writes bytes."""
    return urlsafe_b64encode(given).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _handle(person: str) -> str:
    return _text(person.encode())


def _mismatch() -> LoginError:
    return LoginError("this passkey is not valid here")


@contextmanager
def _uniform_errors() -> Iterator[None]:
    """Turn any error into the same LoginError.

    An unknown passkey must look like a wrong signature, and the parsers of JSON, CBOR and keys may
    raise anything on hostile input.
    """
    try:
        yield
    except Exception:
        raise _mismatch() from None
