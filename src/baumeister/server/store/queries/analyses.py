"""Database statements about analyses of finished games."""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode

from baumeister.server.store.queries.base import BaseStore


class AnalysisStore(BaseStore):
    async def save_analysis(
        self, key: str, table_id: str, version: int, made: int, data: bytes
    ) -> None:
        """Store an analysis of a finished table; a newer version replaces an older one."""
        text = b64encode(zlib.compress(data)).decode()
        await self._write(
            "INSERT INTO analyses VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET"
            " version = excluded.version, made = excluded.made, analysis = excluded.analysis"
            " WHERE analyses.version < excluded.version",
            (key, table_id, version, made, text),
        )

    async def analysis(self, key: str, version: int) -> bytes | None:
        """The analysis of this version, if there is one."""
        sql = "SELECT analysis FROM analyses WHERE key = ? AND version = ?"
        rows = await self._read(sql, (key, version))
        return zlib.decompress(b64decode(rows[0][0])) if rows else None
