"""Verifiable chance: all chance outcomes follow from a seed committed to before the game.

The table publishes a commitment, the hash of its secret seed, before anyone sits down. Players may
then add salts, so that the table cannot choose a favourable seed. At the end the seed is published,
and `baumeister check` verifies that it matches the commitment and that every chance outcome follows
from the seed and the salts.
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
    """The random generator of one log line: HMAC-SHA256 of line and counter, 53 bits per draw."""

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
    """The `chance` object of a record; it has no seed while the game is in progress."""

    commitment: str
    salts: tuple[str, ...] = ()
    """By player; empty for players who gave none."""
    seed: str | None = None

    def __repr__(self) -> str:  # without the seed, which is secret
        return f"<Fairness {self.commitment}>"

    @property
    def keeps_promise(self) -> bool:
        """Whether the seed is known and matches the commitment."""
        return self.seed is not None and commitment_of(self.seed) == self.commitment

    def rng(self, line: int) -> LineRng:
        """The generator for the chance outcome on this log line, from 0."""
        if self.seed is None:
            raise ValueError("the seed is not known yet")
        parts = [bytes.fromhex(self.seed), *(salt.encode() for salt in self.salts)]
        joined = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
        return LineRng(hashlib.sha256(b"baumeister-chance/1" + joined).digest(), line)

    def roll(self, match: Match[Any, Any, Any, Any]) -> list[Entry[Any, Any]]:
        """Play chance until a player has to decide; returns the new log entries."""
        entries: list[Entry[Any, Any]] = []
        while match.actors == (CHANCE,):
            action = match.game.sample(match.state, self.rng(match.version))
            entries += match.submit(CHANCE, action)
        return entries

    def data(self) -> dict[str, Any]:
        """The JSON object."""
        plain: dict[str, Any] = {"scheme": SCHEME, "commitment": self.commitment}
        if self.salts:
            plain["salts"] = list(self.salts)
        if self.seed is not None:
            plain["seed"] = self.seed
        return plain


def commitment_of(seed: str) -> str:
    """The commitment to a seed: SHA-256 of a label and the seed's bytes."""
    return hashlib.sha256(b"baumeister-seed/1" + bytes.fromhex(seed)).hexdigest()


def check_salt(salt: Any) -> str:
    """The salt; BaumeisterError unless it is short printable ASCII."""
    if not isinstance(salt, str) or len(salt) > LONGEST_SALT or not salt.isascii():
        raise BaumeisterError(f"a salt must have at most {LONGEST_SALT} ASCII characters")
    if not salt.isprintable():
        raise BaumeisterError("a salt must have only printable characters")
    return salt


def read_fairness(data: Any, players: int) -> Fairness:
    """Read the `chance` object of a record; BaumeisterError if it is invalid."""
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
        raise BaumeisterError("salts must be a list with one string per player")
    return Fairness(data["commitment"], tuple(map(check_salt, salts)), data.get("seed"))
