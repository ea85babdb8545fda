"""People: guests with a secret their browser keeps, and accounts that adopt them."""

from __future__ import annotations

import asyncio
import hmac
import re
from collections import OrderedDict
from hashlib import sha256
from typing import ClassVar, Final, NamedTuple

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from baumeister.core.errors import BaumeisterError
from baumeister.records import check_name
from baumeister.server import ids
from baumeister.server.settings import Settings
from baumeister.server.store import Store
from baumeister.server.tables.decide import Who
from baumeister.server.tables.errors import BadInputError

DAY: Final = 24 * 3600 * 1000
LIFETIME: Final = 400 * DAY
ROTATE_AFTER: Final = 1 * DAY
OVERLAP: Final = 10 * 60 * 1000
"""How long the old secret still works: other requests may be under way with it."""
MOST_MUTED: Final = 200
LOGIN: Final = re.compile(r"[a-z0-9][a-z0-9._-]{2,29}")
PASSWORD_LENGTH: Final = (10, 200)


class LoginError(BaumeisterError):
    code: ClassVar[str] = "login"


class Session(NamedTuple):
    """Who somebody is; `renewed` is a new secret for the browser to keep."""

    who: Who
    mutes: frozenset[str]
    login: str | None
    renewed: str | None = None


class People:
    """Everything about who is who. Secrets are stored as hashes only."""

    def __init__(self, store: Store, settings: Settings, key: str) -> None:
        self._store = store
        self._clock = settings.clock
        self._key = key.encode()
        self._shared = settings.database is not None  # others may change people behind our back
        self._hasher = PasswordHasher()
        self._known: OrderedDict[str, Session] = OrderedDict()  # by person, the latest used

    # --- sessions ----------------------------------------------------------------------

    def _signed(self, token: str) -> str:
        mark = hmac.new(self._key, token.encode(), sha256).hexdigest()[:32]
        return f"{token}.{mark}"

    def _token(self, cookie: str | None) -> str | None:
        """The secret in a cookie whose signature is ours: forged ones never reach the store."""
        if not cookie or len(cookie) > 200 or not cookie.isascii():
            return None
        token, _, _ = cookie.partition(".")
        return token if hmac.compare_digest(self._signed(token), cookie) else None

    async def session(self, cookie: str | None) -> Session | None:
        """Whose cookie it is; a new one after a day."""
        token = self._token(cookie)
        if token is None:
            return None
        hashed = ids.hashed(token)
        found = await self._store.session(hashed)
        now = self._clock()
        if found is None or found[2] <= now:
            return None
        person, issued, expires = found
        session = await self._session_of(person)
        if session is not None and now - issued > ROTATE_AFTER and expires - now > OVERLAP:
            renewed = await self._new_session(person)
            await self._store.shorten_session(hashed, now + OVERLAP)
            return session._replace(renewed=renewed)
        return session

    async def _session_of(self, person: str) -> Session | None:
        known = self._known.get(person)
        if known is not None:
            self._known.move_to_end(person)
            return known
        row = await self._store.person(person)
        if row is None:
            return None
        who = Who(person, await self._store.ids_of(person), row.name)
        mutes = frozenset(msgspec.json.decode(row.mutes, type=list[str]))
        session = Session(who, mutes, row.login)
        if self._shared:
            return session
        self._known[person] = session
        if len(self._known) > 5000:
            self._known.popitem(last=False)
        return session

    async def _new_session(self, person: str) -> str:
        token = ids.secret()
        now = self._clock()
        await self._store.add_session(ids.hashed(token), person, now, now + LIFETIME)
        return self._signed(token)

    def forget(self, person: str) -> None:
        """Read this person anew next time."""
        self._known.pop(person, None)

    # --- guests ------------------------------------------------------------------------

    async def new_guest(self, name: str) -> Session:
        name = checked_name(name)
        person = ids.person_id()
        await self._store.add_person(person, name, self._clock())
        renewed = await self._new_session(person)
        return Session(Who(person, frozenset([person]), name), frozenset(), None, renewed)

    async def rename(self, who: Who, name: str) -> None:
        await self._store.rename(who.id, checked_name(name))
        self.forget(who.id)

    async def mute(self, session: Session, person: str, on: bool) -> None:
        mutes = session.mutes | {person} if on else session.mutes - {person}
        if len(mutes) > MOST_MUTED:
            raise BadInputError(f"at most {MOST_MUTED} people can be muted")
        await self._store.mute(session.who.id, msgspec.json.encode(sorted(mutes)).decode())
        self.forget(session.who.id)

    async def log_out(self, who: Who) -> None:
        """All sessions of this person end."""
        await self._store.end_sessions(who.id)
        self.forget(who.id)

    # --- accounts ----------------------------------------------------------------------

    async def sign_up(self, session: Session, login: str, password: str) -> Session:
        """The guest becomes an account; its games stay its own."""
        login = login.lower()
        if not LOGIN.fullmatch(login):
            raise BadInputError("a login has 3 to 30 of a-z, 0-9 and . _ -")
        _check_password(password)
        hashed = await asyncio.to_thread(self._hasher.hash, password)
        if session.login is not None:
            raise LoginError("you have an account already")
        if not await self._store.set_login(session.who.id, login, hashed):
            raise LoginError("this login is taken")
        return await self._renewed(session.who.id)

    async def log_in(self, guest: Session | None, login: str, password: str) -> Session:
        """The account's person; a guest's earlier games go over to it."""
        found = await self._store.by_login(login.lower())
        person, hashed = found or ("", _NOBODYS)
        _check_password(password)
        try:
            await asyncio.to_thread(self._hasher.verify, hashed, password)
        except VerificationError:
            raise LoginError("login or password is wrong") from None
        if not found:
            raise LoginError("login or password is wrong")
        if self._hasher.check_needs_rehash(hashed):
            again = await asyncio.to_thread(self._hasher.hash, password)
            await self._store.set_password(person, again)
        if guest is not None and guest.login is None and guest.who.id != person:
            await self._store.adopt(guest.who.id, person)
            await self._store.end_sessions(guest.who.id)
            self.forget(guest.who.id)
        return await self._renewed(person)

    async def _renewed(self, person: str) -> Session:
        self.forget(person)
        session = await self._session_of(person)
        if session is None:
            raise LoginError("this person is gone")
        return session._replace(renewed=await self._new_session(person))


_NOBODYS: Final = PasswordHasher().hash(ids.secret())
"""Checked where there is no such login: both answers take the same time."""


def checked_name(name: str) -> str:
    try:
        return check_name(name)
    except BaumeisterError as error:
        raise BadInputError(error.reason) from None


def _check_password(password: str) -> None:
    least, most = PASSWORD_LENGTH
    if not least <= len(password) <= most:
        raise BadInputError(f"a password has {least} to {most} characters")
