"""People: guests identified by a secret in their browser, and accounts that adopt guests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec

from baumeister.server import ids
from baumeister.server.people import passwords
from baumeister.server.people.sessions import MINUTE, LoginError, Session, Sessions
from baumeister.server.store.queries.sessions import DeviceRow
from baumeister.server.tables.decisions.checks import checked_name
from baumeister.server.tables.errors import BadInputError, ForbiddenError
from baumeister.server.tables.naming import distinct
from baumeister.server.tables.pace import DAY
from baumeister.server.tables.viewer import User

RECENT: Final = 30 * DAY
"""How long nobody else is given the name of a guest."""
MAX_MUTES: Final = 200
LOGIN: Final = re.compile(r"[a-z0-9][a-z0-9._-]{2,29}")
CONFIRMED_FOR: Final = 10 * MINUTE
"""How long after a login credentials may be changed."""


class UnconfirmedError(ForbiddenError):
    """The user has to log in again before this."""

    code: ClassVar[str] = "log-in-again"

    def __init__(self) -> None:
        minutes = CONFIRMED_FOR // MINUTE
        super().__init__(f"log in again first: this needs a login within {minutes} minutes")


class People(Sessions):
    """Guests, accounts and their sessions."""

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
