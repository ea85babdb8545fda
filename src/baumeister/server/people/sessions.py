"""Sessions: who a request comes from, by a secret in the browser's cookie."""

from __future__ import annotations

import hmac
from collections import OrderedDict
from contextlib import suppress
from hashlib import sha256
from typing import ClassVar, Final, NamedTuple

import msgspec

from baumeister.core.errors import BaumeisterError
from baumeister.server import ids
from baumeister.server.settings import Settings
from baumeister.server.store import Store, StoreError
from baumeister.server.tables.pace import DAY
from baumeister.server.tables.viewer import User

MINUTE: Final = 60 * 1000
LIFETIME: Final = 400 * DAY
ROTATE_AFTER: Final = 1 * DAY
OVERLAP: Final = 10 * MINUTE
"""How long a replaced secret still works: other requests may be in flight with it."""
CACHE_LIFETIME: Final = 10 * 1000
"""How long a cached person is used: another process may have changed it."""
MAX_RENEWALS: Final = 1000
"""New secrets remembered, to answer repeated requests with the old one."""
SEEN_INTERVAL: Final = 60 * MINUTE
"""How exactly it is known when a session was last used."""


class LoginError(BaumeisterError):
    code: ClassVar[str] = "login"


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


class Sessions:
    """Sessions of guests and accounts. Secrets are stored only as hashes."""

    def __init__(self, store: Store, settings: Settings, key: str) -> None:
        self._store = store
        self._clock = settings.clock
        self._key = key.encode()
        self._shared = settings.database is not None  # other processes may change people
        self._cache: OrderedDict[str, tuple[Session, int]] = OrderedDict()
        """By person, the most recently used last: the session and when it was read."""
        self._renewals: OrderedDict[str, tuple[str, int]] = OrderedDict()
        """By the hash of a replaced secret: the new cookie and when it was made."""

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
