"""Moving a session between two names of this machine, such as 127.0.0.1 and localhost.

Browsers keep cookies by name, so a player who changes it would be somebody else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from baumeister.server import ids
from baumeister.server.people.accounts import People
from baumeister.server.people.sessions import LoginError, Session

LIFETIME: Final = 60 * 1000
MOST: Final = 100


class Moves:
    """Tokens that each start one session of their owner, within a minute."""

    def __init__(self, people: People, clock: Callable[[], int]) -> None:
        self._people = people
        self._clock = clock
        self._tokens: dict[str, tuple[str, int]] = {}

    def begin(self, session: Session) -> str:
        token = ids.secret()
        self._tokens[token] = (session.user.id, self._clock() + LIFETIME)
        while len(self._tokens) > MOST:
            del self._tokens[next(iter(self._tokens))]
        return token

    async def finish(self, guest: Session | None, token: str) -> Session:
        """Start a session as the token's owner; the games of the current guest move there."""
        person, expires = self._tokens.pop(token, ("", 0))
        if expires <= self._clock():
            raise LoginError("this link has been used or has expired")
        if guest is not None and guest.is_account:
            raise LoginError("you are logged in to an account here")
        return await self._people.log_in_as(guest, person, confirmed=False)
