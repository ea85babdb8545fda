"""A store that fails for a moment: what must happen still happens, without another command."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from baumeister.server.store import Store, StoreError
from baumeister.server.tables import events as e
from tests.server.client import Client, RefusedError
from tests.server.party import JSON
from tests.server.running import Running

TWO: JSON = {"game": "manhattan", "options": {"players": 2, "rounds": 1, "start": 0}}


def _fail_once(monkeypatch: pytest.MonkeyPatch, kind: type[Any], *, written: bool) -> list[bool]:
    """Let the store fail at the first event of this kind, perhaps after it was written."""
    failed: list[bool] = []
    real = Store.append

    async def append(self: Store, table: str, n: int, data: bytes, *rest: Any, **more: Any) -> bool:
        fails = not failed and any(isinstance(each, kind) for each in e.decode(data))
        if fails:
            failed.append(True)
        if not fails or written:
            done = await real(self, table, n, data, *rest, **more)
        if fails:
            raise StoreError("the connection was lost")
        return done

    monkeypatch.setattr(Store, "append", append)
    return failed


@pytest.mark.parametrize("written", [False, True])
@pytest.mark.parametrize("kind", [e.Sat, e.Started])
def test_a_game_starts_although_the_store_fails(
    service: Running, monkeypatch: pytest.MonkeyPatch, kind: type[Any], written: bool
) -> None:
    async def play() -> None:
        async with Client(service.url) as ada, Client(service.url, "Ben") as ben:
            made = await ada.post("/api/tables", TWO)
            await ada.watch(made["table"])
            await ben.watch(made["table"], made["invite"])
            failed = _fail_once(monkeypatch, kind, written=written)
            sit: JSON = {"do": "sit", "seat": 1}
            if kind is e.Sat:
                with pytest.raises(RefusedError, match="store"):
                    await ben.do(made["table"], **sit)
            await ben.do(made["table"], **sit)
            await ada.until(lambda: ada.status(made["table"]) == "playing")
            assert failed

    asyncio.run(play())
