"""Names nobody can guess, and how they are kept."""

from __future__ import annotations

import hashlib
import secrets


def table_id() -> str:
    return secrets.token_urlsafe(12)  # 96 bits


def person_id() -> str:
    return secrets.token_urlsafe(9)


def secret() -> str:
    """An invitation, a session: 192 bits."""
    return secrets.token_urlsafe(24)


def seed() -> str:
    """What the chance of one game follows from: 256 bits of the operating system's."""
    return secrets.token_hex(32)


def hashed(token: str) -> str:
    """How a secret of 192 bits is stored; it needs no salt."""
    return hashlib.sha256(token.encode()).hexdigest()
