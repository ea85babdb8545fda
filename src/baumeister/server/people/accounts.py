"""People: guests identified by a secret in their browser, and accounts that adopt guests."""

from __future__ import annotations

import hmac
import re
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from typing import ClassVar, Final, NamedTuple

import msgspec

from baumeister.core.errors import BaumeisterError
from baumeister.server import ids
from baumeister.server.people import passwords
from baumeister.server.settings import Settings
from baumeister.server.store import Store, StoreError
from baumeister.server.store.queries.sessions import DeviceRow
from baumeister.server.tables.decisions.checks import checked_name
from baumeister.server.tables.errors import BadInputError, ForbiddenError
from baumeister.server.tables.naming import distinct
from baumeister.server.tables.pace import DAY
from baumeister.server.tables.viewer import User

MINUTE: Final = 60 * 1000
LIFETIME: Final = 400 * DAY
ROTATE_AFTER: Final = 1 * DAY
OVERLAP: Final = 10 * MINUTE
"""How long a replaced secret still works: other requests may be in flight with it."""
CACHE_LIFETIME: Final = 10 * 1000
"""How long a cached person is used: another process may have changed it."""
RECENT: Final = 30 * DAY
"""How long nobody else is given the name of a guest."""
MAX_MUTES: Final = 200
MAX_RENEWALS: Final = 1000
"""New secrets remembered, to answer repeated requests with the old one."""
LOGIN: Final = re.compile(r"[a-z0-9][a-z0-9._-]{2,29}")
CONFIRMED_FOR: Final = 10 * MINUTE
"""How long after a login credentials may be changed."""
SEEN_INTERVAL: Final = 60 * MINUTE
"""How exactly it is known when a session was last used."""


class LoginError(BaumeisterError):
    code: ClassVar[str] = "login"


class UnconfirmedError(ForbiddenError):
    """The user has to log in again before this."""

    code: ClassVar[str] = "log-in-again"

    def __init__(self) -> None:
        minutes = CONFIRMED_FOR // MINUTE
        super().__init__(f"log in again first: this needs a login within {minutes} minutes")


class Session(NamedTuple):
    """An authenticated user; `renewed` is a new secret for the cookie."""

    user: User
    mutes: frozenset[str]
    login: str | None
    is_account: bool = False
    """True if the user can log in with a password or a passkey."""
    renewed: str | None = None
    chain: str = ""
    """Which of the user's sessions this is."""
    confirmed: int = 0
    """When the user last logged in here."""


class People:
    """Guests, accounts and sessions. Secrets are stored only as hashes."""

    def __init__(self, store: Store, settings: Settings, key: str) -> None:
        self._store = store
        self._clock = settings.clock
        self._key = key.encode()
        self._shared = settings.database is not None  # other processes may change people
        self._cache: OrderedDict[str, tuple[Session, int]] = OrderedDict()
        """By person, the most recently used last: the session and when it was read."""
        self._renewals: OrderedDict[str, tuple[str, int]] = OrderedDict()
        """By the hash of a replaced secret: the new cookie and when it was made."""

    # --- sessions ----------------------------------------------------------------------

    def _signed(self, token: str) -> str:
        mark = hmac.new(self._key, token.encode(), sha256).hexdigest()[:32]
        return f"{token}.{mark}"

    def _token(self, cookie: str | None) -> str | None:
        """The secret in a cookie with a valid signature: forged cookies never reach the store."""
        if not cookie or len(cookie) > 200 or not cookie.isascii():
            return None
        token, _, _ = cookie.partition(".")
        return token if hmac.compare_digest(self._signed(token), cookie) else None

    async def session(
        self, cookie: str | None, *, renew: bool = True, device: str = ""
    ) -> Session | None:
        """The session of a cookie, with a new secret after a day if the response can carry it.

        The old secret expires only after the new one has been used: a response may get lost, and a
        guest whose secret no longer works has lost every seat.
        """
        token = self._token(cookie)
        if token is None:
            return None
        hashed = ids.hashed(token)
        found = await self._store.session(hashed)
        now = self._clock()
        if found is None or found.expires <= now:
            return None
        if found.replaces:
            await self._store.confirm_session(hashed, found.replaces, now + OVERLAP)
        if now - found.seen > SEEN_INTERVAL:
            with suppress(StoreError):  # a full disk keeps nobody out
                await self._store.touch_session(hashed, now, device or found.device)
        session = await self._session_of(found.person)
        if session is not None:
            session = session._replace(chain=found.chain, confirmed=found.confirmed)
        is_due = now - found.issued > ROTATE_AFTER and found.expires - now > OVERLAP
        if session is not None and is_due and renew:
            return session._replace(renewed=await self._renewal(found.person, hashed))
        return session

    async def current(self, person: str) -> Session | None:
        """The session of a person whom another process has changed."""
        self.forget(person)
        return await self._session_of(person)

    async def _renewal(self, person: str, hashed: str) -> str:
        """A new secret for the session with this hash: the same one for all requests that arrive
        with the old secret within a while."""
        now = self._clock()
        cookie, at = self._renewals.get(hashed, ("", 0))
        if not cookie or now - at > OVERLAP:
            self._renewals.pop(hashed, None)
            cookie = await self._new_session(person, hashed)
            self._renewals[hashed] = (cookie, now)
            if len(self._renewals) > MAX_RENEWALS:
                self._renewals.popitem(last=False)
        return cookie

    async def _session_of(self, person: str) -> Session | None:
        known, read = self._cache.get(person, (None, 0))
        if known is not None and self._clock() - read < CACHE_LIFETIME:
            self._cache.move_to_end(person)
            return known
        row = await self._store.person(person)
        if row is None:
            return None
        user = User(person, await self._store.ids_of(person), row.name)
        mutes = frozenset(msgspec.json.decode(row.mutes, type=list[str]))
        session = Session(user, mutes, row.login, row.login is not None or row.passkeys > 0)
        if self._shared:
            return session
        self._cache[person] = (session, self._clock())
        if len(self._cache) > 5000:
            self._cache.popitem(last=False)
        return session

    async def _new_session(
        self, person: str, replaces: str | None = None, confirmed: int = 0
    ) -> str:
        token = ids.secret()
        now = self._clock()
        await self._store.add_session(
            ids.hashed(token), person, now, now + LIFETIME, replaces, confirmed=confirmed
        )
        return self._signed(token)

    def forget(self, person: str) -> None:
        """Drop this person from the cache."""
        self._cache.pop(person, None)

    # --- guests ------------------------------------------------------------------------

    async def new_guest(self, name: str, otherwise: Sequence[str] = ()) -> Session:
        """Register a guest; with suggestions `otherwise`, under a name no recent visitor has."""
        name = checked_name(name)
        if otherwise:
            name = await self._free_name([name, *map(checked_name, otherwise)])
        person = ids.person_id()
        await self._store.add_person(person, name, self._clock())
        renewed = await self._new_session(person)
        user = User(person, frozenset([person]), name)
        return Session(user, frozenset(), None, renewed=renewed)

    async def _free_name(self, names: Sequence[str]) -> str:
        """The first of the names that no recent visitor has; else the first one, numbered."""
        since = self._clock() - RECENT
        taken = await self._store.names_since(since)
        return next((name for name in names if name not in taken), distinct(names[0], taken))

    async def rename(self, user: User, name: str) -> Session:
        await self._store.rename(user.id, checked_name(name))
        return await self._reload(user.id)

    async def mute(self, session: Session, person: str, on: bool) -> Session:
        mutes = session.mutes | {person} if on else session.mutes - {person}
        if len(mutes) > MAX_MUTES:
            raise BadInputError(f"at most {MAX_MUTES} people can be muted")
        await self._store.mute(session.user.id, msgspec.json.encode(sorted(mutes)).decode())
        return await self._reload(session.user.id)

    async def log_out(self, user: User) -> None:
        """End all sessions of this user."""
        await self._store.end_sessions(user.id)
        self.forget(user.id)

    async def devices(self, session: Session) -> list[DeviceRow]:
        """The sessions of this user, the most recently used first."""
        return await self._store.devices_of(session.user.id, self._clock())

    async def end_session(self, session: Session, chain: str) -> None:
        """End one of the user's sessions."""
        if not await self._store.end_session(session.user.id, chain):
            raise ForbiddenError("this is not one of your sessions")

    async def end_other_sessions(self, session: Session) -> None:
        await self._store.end_other_sessions(session.user.id, session.chain)

    # --- accounts ----------------------------------------------------------------------

    def check_confirmed(self, session: Session) -> None:
        """UnconfirmedError unless the user has logged in here a short time ago; guests cannot."""
        if session.is_account and self._clock() - session.confirmed > CONFIRMED_FOR:
            raise UnconfirmedError

    async def sign_up(self, session: Session, login: str, password: str) -> Session:
        """Turn a guest into an account, or add a password to one; their games stay theirs."""
        login = login.lower()
        if not LOGIN.fullmatch(login):
            raise BadInputError("a login has 3 to 30 characters: a-z, 0-9 and . _ -")
        if session.login is not None:
            raise LoginError("you already have a login")
        self.check_confirmed(session)
        hashed = await passwords.hash_new(password, (login, session.user.name))
        if not await self._store.set_login(session.user.id, login, hashed):
            raise LoginError("this login is taken")
        return await self.restart(session)

    async def restart(self, session: Session) -> Session:
        """A new session in place of this one, which has just got a credential. A guest's others end
        as well: whoever has copied that cookie must not have the account."""
        if session.is_account:
            await self._store.end_session(session.user.id, session.chain)
        else:
            await self._store.end_sessions(session.user.id)
        return await self._renewed(session.user.id)

    async def change_password(self, session: Session, old: str, password: str) -> Session:
        """Change the password and end all other sessions."""
        if session.login is None:
            raise LoginError("you have no password yet")
        found = await self._store.person_by_login(session.login)
        if found is None or not await passwords.is_right(old, found[1]):
            raise LoginError("the old password is wrong")
        about = (session.login, session.user.name)
        await self._store.set_password(found[0], await passwords.hash_new(password, about))
        await self._store.end_sessions(session.user.id)
        return await self._renewed(session.user.id)

    async def delete(self, session: Session) -> None:
        """Delete this user with all credentials and sessions; their tables keep only the names."""
        self.check_confirmed(session)
        await self._store.delete_people(session.user.ids)
        for person in session.user.ids:
            self.forget(person)

    async def log_in(self, guest: Session | None, login: str, password: str) -> Session:
        """Log in with a password; the games of the current guest move to the account."""
        found = await self._store.person_by_login(login.lower())
        person, hashed = found or ("", passwords.dummy_hash())
        passwords.check_length(password)
        if not await passwords.is_right(password, hashed) or not found:
            raise LoginError("login or password is wrong")
        if passwords.needs_rehash(hashed):
            await self._store.set_password(person, await passwords.hash_of(password))
        return await self.log_in_as(guest, person)

    async def log_in_as(
        self, guest: Session | None, person: str, *, confirmed: bool = True
    ) -> Session:
        """Start a session as this person in place of the current one; the games of the current
        guest move to the account."""
        if guest is not None and guest.is_account:
            await self._store.end_session(guest.user.id, guest.chain)
        elif guest is not None and guest.user.id != person:
            if await self._store.adopt(guest.user.id, person):
                await self._store.end_sessions(guest.user.id)
            self.forget(guest.user.id)
        return await self._renewed(person, confirmed=confirmed)

    async def _renewed(self, person: str, *, confirmed: bool = True) -> Session:
        session = await self._reload(person)
        at = self._clock() if confirmed else 0
        return session._replace(renewed=await self._new_session(person, confirmed=at))

    async def _reload(self, person: str) -> Session:
        self.forget(person)
        session = await self._session_of(person)
        if session is None:
            raise LoginError("this person no longer exists")
        return session
