"""A scripted client that uses real sockets, as a browser does."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from typing import Any

import httpx
import websockets

JSON = dict[str, Any]


class RefusedError(Exception):
    """The service answered with an error."""

    def __init__(self, problem: JSON) -> None:
        super().__init__(f"{problem.get('code')}: {problem.get('reason')}")
        self.problem = problem
        self.code = problem.get("code")


class Client:
    """One person. `tables` holds the latest state of each watched table."""

    def __init__(self, url: str, name: str = "Ada") -> None:
        self.url = url
        self.name = name
        self.http = httpx.AsyncClient(base_url=url, timeout=60, trust_env=False)
        self.socket: Any = None
        self.tables: dict[str, JSON] = {}
        self.received: list[str] = []
        self.turns: list[JSON] = []
        self.jobs: list[JSON] = []
        self.changed = asyncio.Event()
        self._answers: dict[int, asyncio.Future[JSON]] = {}
        self._number = 0
        self._reader: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Client:
        await self.come()
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.disconnect()
        await self.http.aclose()

    # --- HTTP --------------------------------------------------------------------------

    async def come(self) -> JSON:
        return await self.post("/api/people", {"name": self.name})

    async def post(self, path: str, body: JSON) -> JSON:
        return self._read(await self.http.post(path, json=body))

    async def get(self, path: str, **headers: str) -> Any:
        return self._read(await self.http.get(path, headers=headers))

    @staticmethod
    def _read(answer: httpx.Response) -> Any:
        data = answer.json() if answer.content else None
        if answer.status_code >= 400:
            raise RefusedError(data)
        return data

    @property
    def cookie(self) -> str:
        return "; ".join(f"{k}={v}" for k, v in self.http.cookies.items())

    # --- socket -----------------------------------------------------------------------

    async def connect(self) -> None:
        self.socket = await websockets.connect(
            self.url.replace("http", "ws", 1) + "/api/socket",
            additional_headers={"Cookie": self.cookie} if self.cookie else {},
            compression=None,
            max_size=None,
            proxy=None,
        )
        self._reader = asyncio.create_task(self._read_all(self.socket))

    async def disconnect(self) -> None:
        if self._reader:
            self._reader.cancel()
            await asyncio.gather(self._reader, return_exceptions=True)
        if self.socket:
            await self.socket.close()
        for future in self._answers.values():
            future.cancel()
        self._answers.clear()
        self.socket = None

    async def reconnect(self) -> None:
        """Reconnect and resume every table from its last message."""
        await self.disconnect()
        await self.connect()
        for table, known in self.tables.items():
            await self.watch(table, known.get("invite"))

    async def _read_all(self, socket: Any) -> None:
        try:
            async for text in socket:
                self.received.append(text)
                self.take(json.loads(text))
        except websockets.ConnectionClosed:
            pass
        finally:
            for future in self._answers.values():
                if not future.done():
                    future.set_exception(ConnectionError("closed"))
            self.changed.set()

    def take(self, message: JSON) -> None:
        if message["type"] == "table":
            self.merge(message)
        elif message["type"] == "turn":
            self.turns.append(message)
        elif message["type"] == "job" and message["done"] < 1:
            self.jobs.append(message)
        elif message.get("id") in self._answers:
            future = self._answers.pop(message["id"])
            if not future.done():
                future.set_result(message)

    def merge(self, message: JSON) -> None:
        known = self.tables.setdefault(message["table"], {"story": [], "chat": []})
        story = known["story"]
        assert message["story_from"] <= len(story), "a gap in the story"
        story[message["story_from"] :] = message["story"]
        known["chat"] = known["chat"] + message.get("chat", [])
        kept = {key: known[key] for key in ("story", "chat", "invite") if key in known}
        for key in ("info", "seats", "view", "standing", "points"):  # left out: unchanged
            if key in known and key not in message:
                kept[key] = known[key]
        known.clear()
        known.update({**message, **kept})
        self.changed.set()

    async def ask(self, kind: str, **fields: Any) -> JSON:
        """Send a request and return its answer; RefusedError if it is an error."""
        self._number += 1
        number = self._number
        future: asyncio.Future[JSON] = asyncio.get_running_loop().create_future()
        self._answers[number] = future
        await self.socket.send(json.dumps({"type": kind, "id": number, **fields}))
        answer = await asyncio.wait_for(future, 60)
        if answer["type"] == "error":
            raise RefusedError(answer)
        return answer

    async def watch(self, table: str, invite: str | None = None) -> None:
        known = self.tables.get(table, {"story": [], "chat": []})
        self.tables.setdefault(table, known)
        if invite:
            known["invite"] = invite
        chat = max((line["n"] for line in known["chat"]), default=0)
        await self.ask(
            "watch",
            table=table,
            story=len(known["story"]),
            chat=chat,
            **({"invite": invite} if invite else {}),
        )
        await self.until(lambda: "info" in known)

    async def do(self, table: str, **command: Any) -> JSON:
        return await self.ask("do", table=table, command=command)

    async def act(self, table: str, seat: int, action: str, version: int, key: str = "") -> JSON:
        key = key or secrets.token_urlsafe(9)
        return await self.do(table, do="act", seat=seat, action=action, version=version, key=key)

    # --- queries ----------------------------------------------------------------------

    async def until(self, condition: Any, timeout: float = 60) -> None:
        """Wait until the received messages fulfil a condition."""
        async with asyncio.timeout(timeout):
            while not condition():
                self.changed.clear()
                await self.changed.wait()

    def status(self, table: str) -> str:
        return str(self.tables[table].get("info", {}).get("status", ""))

    def owed(self, table: str) -> list[JSON]:
        """The states of my seats that owe a decision."""
        known = self.tables[table]
        return [seat for seat in known.get("seats", []) if seat["seat"] in known["owing"]]


def choices(seat: JSON, rng: random.Random) -> str:
    """A legal action of a seat, uniformly at random."""
    if seat.get("product"):
        return " ".join(rng.choice(part) for part in seat["product"])
    return str(rng.choice(seat["legal"]))


async def play_on(client: Client, table: str, rng: random.Random) -> None:
    """Play all my seats at random until the game is over."""
    while True:
        await client.until(lambda: client.status(table) in ("over", "closed") or client.owed(table))
        if client.status(table) in ("over", "closed"):
            return
        seat = client.owed(table)[0]
        try:
            await client.act(table, seat["seat"], choices(seat, rng), seat["version"])
        except RefusedError as error:
            if error.code == "too-often":  # a service with rate limits
                await asyncio.sleep(0.2)
                continue
            if error.code not in ("stale", "not-your-turn", "game-over"):
                raise
        version = seat["version"]
        number = seat["seat"]

        def moved(number: int = number, version: int = version) -> bool:
            known = client.tables[table]
            if client.status(table) == "over":
                return True
            return all(s["version"] != version for s in known["seats"] if s["seat"] == number)

        await client.until(moved)
