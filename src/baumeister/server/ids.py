"""Random ids and secrets, and how secrets are stored."""

from __future__ import annotations

import hashlib
import secrets


def table_id() -> str:
    return _name(12)  # 96 bits


def person_id() -> str:
    return _name(9)


def _name(size: int) -> str:
    """A random name that a command does not take for an option."""
    while (found := secrets.token_urlsafe(size)).startswith("-"):
        pass
    return found


def secret() -> str:
    """A secret of 192 bits, for invitations and sessions."""
    return secrets.token_urlsafe(24)


def seed() -> str:
    """The seed of one game's chance: 256 bits."""
    return secrets.token_hex(32)


def hashed(token: str) -> str:
    """The hash under which a secret is stored. Secrets are random, so it needs no salt."""
    return hashlib.sha256(token.encode()).hexdigest()
