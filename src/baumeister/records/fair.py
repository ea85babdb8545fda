"""Fair chance: all chance of a game follows from a seed that was promised beforehand.

The table publishes the commitment, a hash of its secret seed, before anybody sits down.
Players may then add salts of their own, so that the table cannot have picked a seed that
suits it. At the end the seed is published, and anyone can see that the hash is the one
promised and that every chance outcome follows from seed and salts (`baumeister check`).
"""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass
from typing import Any, Final

from baumeister.core.chance import CHANCE
from baumeister.core.errors import BaumeisterError, short
from baumeister.core.match import Entry, Match

SCHEME: Final = "hmac-sha256/1"
SEED_BYTES: Final = 32
LONGEST_SALT: Final = 64
_HEX: Final = re.compile(r"[0-9a-f]{64}")


class LineRng:
    """The generator of one line of the log: HMAC-SHA256 of line and count, 53 bits a draw."""

    __slots__ = ("_count", "_key", "_line")

    def __init__(self, key: bytes, line: int) -> None:
        self._key = key
        self._line = line
        self._count = 0

    def random(self) -> float:
        message = f"{self._line}/{self._count}".encode()
        self._count += 1
        digest = hmac.digest(self._key, message, "sha256")
        return (int.from_bytes(digest[:8], "big") >> 11) / (1 << 53)


@dataclass(frozen=True, slots=True)
class Fairness:
    """The `chance` object of a record; the seed is absent while the game goes on."""

    commitment: str
    salts: tuple[str, ...] = ()
    """By player; an empty text from who gave none."""
    seed: str | None = None

    def __repr__(self) -> str:  # the seed is the secret of secrets
        return f"<Fairness {self.commitment}>"

    @property
    def keeps_promise(self) -> bool:
        return self.seed is not None and commitment_of(self.seed) == self.commitment

    def rng(self, line: int) -> LineRng:
        """The generator for the chance outcome on this line of the log, from 0."""
        if self.seed is None:
            raise ValueError("the seed is not known yet")
        parts = [bytes.fromhex(self.seed), *(salt.encode() for salt in self.salts)]
        joined = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        return LineRng(hashlib.sha256(b"baumeister-chance/1" + joined).digest(), line)

    def roll(self, match: Match[Any, Any, Any, Any]) -> list[Entry[Any, Any]]:
        """Let chance act as long as it is its turn; returns the new entries."""
        entries: list[Entry[Any, Any]] = []
        while match.actors == (CHANCE,):
            action = match.game.sample(match.state, self.rng(match.version))
            entries += match.submit(CHANCE, action)
        return entries

    def data(self) -> dict[str, Any]:
        plain: dict[str, Any] = {"scheme": SCHEME, "commitment": self.commitment}
        if self.salts:
            plain["salts"] = list(self.salts)
        if self.seed is not None:
            plain["seed"] = self.seed
        return plain


def commitment_of(seed: str) -> str:
    """What is published before the game: SHA-256 of the seed's bytes behind a label."""
    return hashlib.sha256(b"baumeister-seed/1" + bytes.fromhex(seed)).hexdigest()


def check_salt(salt: Any) -> str:
    """A salt: some printable ASCII characters."""
    if not isinstance(salt, str) or len(salt) > LONGEST_SALT or not salt.isascii():
        raise BaumeisterError(f"a salt has at most {LONGEST_SALT} ASCII characters")
    if not salt.isprintable():
        raise BaumeisterError("a salt has printable characters only")
    return salt


def read_fairness(data: Any, players: int) -> Fairness:
    """The `chance` object of a record; BaumeisterError says what is wrong."""
    if not isinstance(data, dict):
        raise BaumeisterError("must be an object")
    for key in data:
        if key not in ("scheme", "commitment", "salts", "seed"):
            raise BaumeisterError(f"unknown field {short(key)}")
    if data.get("scheme") != SCHEME:
        raise BaumeisterError(f"scheme must be {SCHEME!r}, not {short(data.get('scheme'))}")
    for key in ("commitment", "seed"):
        value = data.get(key)
        if (key in data or key == "commitment") and not (
            isinstance(value, str) and _HEX.fullmatch(value)
        ):
            raise BaumeisterError(f"{key} must be 64 hexadecimal digits")
    salts = data.get("salts", [])
    if not isinstance(salts, list) or len(salts) not in (0, players):
        raise BaumeisterError("salts must be a list, one text a player")
    return Fairness(data["commitment"], tuple(map(check_salt, salts)), data.get("seed"))
