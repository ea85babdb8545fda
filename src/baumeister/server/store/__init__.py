"""Storage of tables and people in SQLite or PostgreSQL, behind one class."""

from baumeister.server.store.database import DamagedError, FencedError, StoreError, TableRow
from baumeister.server.store.queries.passkeys import PasskeyRow
from baumeister.server.store.store import Store, open_store

__all__ = [
    "DamagedError",
    "FencedError",
    "PasskeyRow",
    "Store",
    "StoreError",
    "TableRow",
    "open_store",
]
