"""Passwords: their hashes, and which ones are too easy to guess."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from typing import ClassVar, Final

from argon2 import PasswordHasher
from argon2.exceptions import VerificationError

from baumeister.core.registry import games
from baumeister.server import ids
from baumeister.server.tables.errors import BadInputError

LENGTH: Final = (10, 200)
MIN_SCORE: Final = 2
"""Of zxcvbn's 0 to 4: at least a million guesses, so no common password or variation of one."""
MAX_JUDGED: Final = 72
"""Characters that zxcvbn looks at; its time grows with the square of their number."""

_hasher = PasswordHasher()


class WeakPasswordError(BadInputError):
    code: ClassVar[str] = "weak-password"


def check_length(password: str) -> None:
    least, most = LENGTH
    if not least <= len(password) <= most:
        raise BadInputError(f"a password has {least} to {most} characters")


async def hash_new(password: str, about: Sequence[str]) -> str:
    """The hash of a new password; WeakPasswordError if it is common, or made of what is known
    `about` its owner."""
    check_length(password)
    if await asyncio.to_thread(_score, password, about) < MIN_SCORE:
        raise WeakPasswordError("this password is too easy to guess: take a few unusual words")
    return await hash_of(password)


async def hash_of(password: str) -> str:
    return await asyncio.to_thread(_hasher.hash, password)


async def is_right(password: str, hashed: str) -> bool:
    try:
        return await asyncio.to_thread(_hasher.verify, hashed, password)
    except VerificationError:
        return False


def needs_rehash(hashed: str) -> bool:
    return _hasher.check_needs_rehash(hashed)


@cache
def dummy_hash() -> str:
    """The hash to verify if the login is unknown, so that both answers take the same time."""
    return _hasher.hash(ids.secret())


def _score(password: str, about: Sequence[str]) -> int:
    from zxcvbn import zxcvbn  # noqa: PLC0415  (15 MB that most processes never need)

    names = (word for game_id in games() for word in game_id.split("-"))
    known = [each for each in (*about, "baumeister", *names) if each]
    return int(zxcvbn(password[:MAX_JUDGED], user_inputs=known)["score"])
