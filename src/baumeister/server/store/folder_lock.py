"""A lock on the data folder: one service per SQLite database.

Two services on one file would both continue the same tables, each with its own copy in memory. The
kernel releases the lock when the process ends, however it ends.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from baumeister.server.store.database import StoreError

try:
    import fcntl
except ImportError:  # Windows: no lock against a second service
    fcntl = None  # type: ignore[assignment]

FILE: Final = "serving.lock"


class FolderLock:
    """Held from construction until `release`; StoreError if another service holds it."""

    def __init__(self, folder: Path) -> None:
        self._file: int | None = None
        if fcntl is None:  # pragma: no cover
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(f"{folder}: {error.strerror}") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.release()
            raise StoreError(
                f"another service is running in the folder {folder}: stop it first, choose another"
                " folder with --data, or use PostgreSQL to run several processes"
            ) from None

    def release(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
