"""Honest players of the siege: they play with a bot, ask for hints and analyse their games."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections import Counter
from typing import Any

import httpx
import websockets

KINDS = ("move", "bot", "hint", "analysis", "read")
THINK = (0.5, 2.5)
TIMEOUT = 30.0
NEW = {
    "game": "manhattan",
    "options": {"players": 2, "rounds": 1},
    "seats": [{"kind": "me"}, {"kind": "bot", "bot": "manhattan:3"}],
}


class Waits:
    """How long honest players waited, by kind of request."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {kind: [] for kind in KINDS}
        self.errors: Counter[str] = Counter()
        self.games = 0
        self.unanswered = 0


class Honest:
    def __init__(self, url: str, number: int, waits: Waits) -> None:
        self._address = f"127.1.{number // 200}.{number % 200 + 1}"
        self._url = url
        self._waits = waits
        self._rng = random.Random(number)
        self._http: Any = None
        self._socket: Any = None
        self._table: dict[str, Any] = {}
        self._changed = asyncio.Event()
        self._answers: dict[int, asyncio.Future[Any]] = {}
        self._number = 0

    async def play(self, ends: float) -> None:
        await asyncio.sleep(self._rng.uniform(0, 2))
        while time.monotonic() < ends:
            try:
                async with asyncio.timeout(max(0.1, ends - time.monotonic())):
                    await self._life()
            except TimeoutError:
                if time.monotonic() < ends:
                    self._waits.errors["timeout"] += 1
            except (OSError, httpx.HTTPError, websockets.WebSocketException, LookupError) as error:
                self._waits.errors[f"{type(error).__name__} {error}"[:100]] += 1
                await asyncio.sleep(1)
        self._waits.unanswered += sum(not each.done() for each in self._answers.values())

    async def _life(self) -> None:
        transport = httpx.AsyncHTTPTransport(local_address=self._address)
        async with httpx.AsyncClient(
            base_url=self._url, transport=transport, timeout=TIMEOUT
        ) as self._http:
            answer = await self._http.post("/api/people", json={"name": "Ada"})
            self._check(answer)
            cookie = "; ".join(f"{k}={v}" for k, v in self._http.cookies.items())
            async with websockets.connect(
                self._url.replace("http", "ws", 1) + "/api/socket",
                additional_headers={"Cookie": cookie},
                compression=None,
                max_size=None,
                proxy=None,
                local_addr=(self._address, 0),
                open_timeout=TIMEOUT,
            ) as self._socket:
                reader = asyncio.create_task(self._read())
                try:
                    while True:
                        await self._game()
                finally:
                    reader.cancel()

    async def _game(self) -> None:
        answer = await self._http.post("/api/tables", json=NEW)
        self._check(answer)
        name = answer.json()["table"]
        self._table = {}
        await self._ask("watch", table=name)
        while True:
            await self._until(lambda: self._is_over() or self._owed())
            if self._is_over():
                break
            await self._turn(name)
        self._waits.games += 1
        await self._timed("analysis", self._ask("analyse", table=name))
        await self._ask("unwatch", table=name)

    async def _turn(self, name: str) -> None:
        await asyncio.sleep(self._rng.uniform(*THINK))
        seat = self._owed()[0]
        if self._rng.random() < 0.15:
            await self._timed("hint", self._ask("hint", table=name, seat=seat["seat"]))
        if self._rng.random() < 0.3:
            await self._timed("read", self._get("/api/me/tables"))
        parts = seat.get("product")
        action = " ".join(map(self._rng.choice, parts)) if parts else None
        command = {
            "do": "act",
            "seat": seat["seat"],
            "action": action or self._rng.choice(seat["legal"]),
            "version": seat["version"],
            "key": secrets.token_urlsafe(9),
        }
        version = seat["version"]
        await self._timed("move", self._ask("do", table=name, command=command))
        began = time.monotonic()
        await self._until(lambda: self._moved(seat["seat"], version))
        if not self._owed() and not self._is_over():
            await self._until(lambda: self._is_over() or self._owed())
            self._waits.seconds["bot"].append(time.monotonic() - began)

    # --- messages ---------------------------------------------------------------------

    async def _timed(self, kind: str, work: Any) -> None:
        began = time.monotonic()
        try:
            await work
            self._waits.seconds[kind].append(time.monotonic() - began)
        except RuntimeError as error:
            self._waits.errors[f"{kind}: {error}"] += 1

    async def _get(self, path: str) -> None:
        self._check(await self._http.get(path))

    @staticmethod
    def _check(answer: httpx.Response) -> None:
        if answer.status_code >= 400:
            raise OSError(f"{answer.status_code} {answer.json()['reason'][:60]}")

    async def _ask(self, kind: str, **fields: Any) -> Any:
        self._number += 1
        future = self._answers[self._number] = asyncio.get_running_loop().create_future()
        number = self._number
        await self._socket.send(json.dumps({"type": kind, "id": number, **fields}))
        try:
            answer = await asyncio.wait_for(future, TIMEOUT)
        finally:
            if future.done():
                self._answers.pop(number, None)
        if answer["type"] == "error":
            raise RuntimeError(answer["code"])
        return answer

    async def _read(self) -> None:
        async for text in self._socket:
            message = json.loads(text)
            if message["type"] == "table":
                self._table |= message
                self._changed.set()
            elif message["type"] == "job" and message["done"] < 1:
                continue
            elif not (future := self._answers.get(message.get("id"), _DONE)).done():
                future.set_result(message)

    async def _until(self, condition: Any) -> None:
        async with asyncio.timeout(TIMEOUT):
            while not condition():
                self._changed.clear()
                await self._changed.wait()

    def _is_over(self) -> bool:
        return self._table.get("info", {}).get("status") == "over"

    def _owed(self) -> list[Any]:
        owing = self._table.get("owing", [])
        return [seat for seat in self._table.get("seats") or [] if seat["seat"] in owing]

    def _moved(self, number: int, version: int) -> bool:
        seats = self._table.get("seats") or []
        return self._is_over() or all(
            seat["version"] != version for seat in seats if seat["seat"] == number
        )


class _Done:
    @staticmethod
    def done() -> bool:
        return True

    def set_result(self, _: Any) -> None:
        """Nobody waits for this answer."""


_DONE: Any = _Done()
