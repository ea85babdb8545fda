"""A player whose connection is lost again and again."""

from __future__ import annotations

import asyncio
import json
import random
import secrets
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import httpx
import websockets

from .ledger import Ledger, Sent

JSON = dict[str, Any]
PATIENCE = 60.0
"""Seconds without an update of a table that should continue, since it last grew or the connection
was made: on a busy machine, bots may not have moved before the next death."""


class LostError(Exception):
    """The connection was lost before the answer arrived."""


class RefusedError(Exception):
    def __init__(self, problem: JSON) -> None:
        super().__init__(f"{problem.get('code')}: {problem.get('reason')}")
        self.code = str(problem.get("code"))


class Person:
    """Repeats every request until it is answered; commands keep their key."""

    def __init__(
        self, url: str, number: int, ledger: Ledger, rng: random.Random, others: Sequence[str] = ()
    ) -> None:
        self.name = f"P{number}"
        self._address = f"127.0.1.{1 + number}"
        """Everybody has an address of their own, or all would wait for its limits."""
        self.ledger = ledger
        self.rng = rng
        self.id = ""
        self.tables: dict[str, JSON] = {}
        self.close_code: int | None = None
        """How the last connection ended."""
        self.busy = 0
        """Requests in flight."""
        self._url = url
        self._urls = [url, *others]
        """Processes that serve the same tables: a lost connection continues at another one."""
        transport = httpx.AsyncHTTPTransport(local_address=self._address)
        self._http = httpx.AsyncClient(base_url=url, timeout=30, transport=transport)
        self._socket: Any = None
        self._connected = asyncio.Event()
        self._changed = asyncio.Event()
        self._since = 0.0
        """When the present connection was made."""
        self._watched: set[str] = set()
        self._watching = asyncio.Lock()
        self._answers: dict[int, asyncio.Future[JSON]] = {}
        self._number = 0

    @property
    def connected(self) -> bool:
        return self._connected.is_set()

    # --- connection -------------------------------------------------------------------

    async def run(self) -> None:
        """Stay connected until cancelled."""
        async with self._http:
            await self._stay()

    async def _stay(self) -> None:
        self.id = (await self.http("POST", "/api/people", {"name": self.name}))["id"]
        cookie = "; ".join(f"{k}={v}" for k, v in self._http.cookies.items())
        while True:
            address = self._url.replace("http", "ws", 1) + "/api/socket"
            try:
                async with websockets.connect(
                    address,
                    additional_headers={"Cookie": cookie},
                    compression=None,
                    proxy=None,
                    local_addr=(self._address, 0),
                ) as socket:
                    await self._use(socket)
            except (OSError, EOFError, websockets.WebSocketException):
                await asyncio.sleep(0.03)
            self._elsewhere()

    def _elsewhere(self) -> None:
        if len(self._urls) > 1:
            self._url = self.rng.choice(self._urls)

    async def _use(self, socket: Any) -> None:
        self._socket = socket
        self._since = asyncio.get_running_loop().time()
        self._watched.clear()
        resuming = asyncio.create_task(self._resume())
        try:
            with suppress(websockets.ConnectionClosed):
                async for text in socket:
                    self._take(json.loads(text))
        finally:
            self._connected.clear()
            self.close_code = socket.close_code
            self._socket = None
            for future in self._answers.values():
                if not future.done():
                    future.set_result({"type": "lost"})
            self._answers.clear()
            resuming.cancel()
            await asyncio.gather(resuming, return_exceptions=True)

    async def _resume(self) -> None:
        for table in list(self.tables):
            while True:
                try:
                    await self._watch(table)
                    break
                except LostError:
                    if self._socket is None:
                        raise
                except RefusedError as error:
                    self.ledger.wrong(f"table {table}: {self.name} may not go on watching: {error}")
                    break
        self._connected.set()

    async def _watch(self, table: str) -> None:
        """Watch from the last known entry, once per connection, unless it is forgotten."""
        async with self._watching:
            known = self.tables.get(table)
            if known is not None and table not in self._watched:
                invite = {"invite": known["invite"]} if known.get("invite") else {}
                await self._ask("watch", table=table, story=len(known["story"]), **invite)
                self._watched.add(table)

    def _take(self, message: JSON) -> None:
        if message["type"] == "table":
            self._merge(message)
        elif message.get("id") in self._answers:
            future = self._answers.pop(message["id"])
            if not future.done():
                future.set_result(message)

    def _merge(self, message: JSON) -> None:
        known = self.tables.get(message["table"])
        if known is None:
            return  # forgotten meanwhile
        if message["story_from"] != len(known["story"]):
            self.ledger.wrong(
                f"table {message['table']}: {self.name} was told {len(known['story'])} entries,"
                f" and the story goes on from {message['story_from']}"
            )
        kept = {key: known[key] for key in ("story", "info", "seats", "invite") if key in known}
        kept["story"] += message["story"]
        known.clear()
        known.update({"seats": [], **kept, **message, "story": kept["story"]})
        self._changed.set()

    async def _ask(self, kind: str, **fields: Any) -> JSON:
        """One request on the current connection; LostError if it is lost meanwhile."""
        if self._socket is None:
            raise LostError
        self._number += 1
        number = self._number
        future = self._answers[number] = asyncio.get_running_loop().create_future()
        self.busy += 1
        try:
            await self._socket.send(json.dumps({"type": kind, "id": number, **fields}))
            answer = await future
        except websockets.ConnectionClosed:
            future.cancel()
            await asyncio.sleep(0.01)  # the receiving side has to notice too
            raise LostError from None
        finally:
            self.busy -= 1
            self._answers.pop(number, None)
        if answer["type"] == "lost":
            raise LostError
        if answer["type"] == "error":
            if answer["code"] == "store" and len(self._urls) > 1:
                await asyncio.sleep(0.2)
                raise LostError
            raise RefusedError(answer)
        return dict(answer)

    # --- requests that survive --------------------------------------------------------

    async def http(self, method: str, path: str, body: JSON | None = None) -> Any:
        """Send a request until it is answered."""
        while True:
            try:
                return await self._http_once(method, path, body)
            except LostError:
                await asyncio.sleep(0.03)

    async def _http_once(self, method: str, path: str, body: JSON | None = None) -> Any:
        while True:
            self.busy += 1
            try:
                answer = await self._http.request(method, self._url + path, json=body)
            except httpx.TransportError:
                self._elsewhere()
                raise LostError from None
            finally:
                self.busy -= 1
            if answer.status_code == 429:
                await asyncio.sleep(0.2)
            elif answer.status_code == 503 and len(self._urls) > 1:
                await asyncio.sleep(0.2)  # the database was killed: it may be written or not
                raise LostError
            elif answer.status_code >= 400:
                raise RefusedError(answer.json())
            else:
                return answer.text if path.endswith("/record") else answer.json()

    async def make(self, tag: str, new: JSON) -> str:
        """Create a table; found by its tag if the answer was lost."""
        await self._connected.wait()
        while True:
            try:
                table = (await self._http_once("POST", "/api/tables", new))["table"]
                break
            except LostError:
                await asyncio.sleep(0.03)
            mine = await self.http("GET", "/api/me/tables")
            found = [
                each["id"]
                for each in mine
                if any(seat["name"] == tag for seat in each["summary"]["seats"])
            ]
            if found:
                table = found[0]
                break
        self.ledger.made[tag] = table
        return str(table)

    async def follow(self, table: str, invite: str | None = None) -> None:
        self.tables.setdefault(table, {"story": [], "seats": [], "invite": invite})
        while table not in self._watched:
            await self._connected.wait()
            with suppress(LostError):
                await self._watch(table)
        await self.until(table, lambda: "info" in self.tables[table])

    async def forget(self, table: str) -> None:
        """Stop watching a table."""
        self.tables.pop(table, None)
        if table in self._watched:
            with suppress(LostError):
                await self._ask("unwatch", table=table)

    async def do(self, table: str, **command: Any) -> JSON:
        """Send a command without a key until it is answered."""
        while True:
            await self._connected.wait()
            try:
                return await self._ask("do", table=table, command=command)
            except LostError:
                continue
            except RefusedError as error:
                if error.code != "too-often":
                    raise
                await asyncio.sleep(0.2)

    async def decide(self, table: str, seat: int, version: int, action: str | None) -> bool:
        """Send a decision, or a retraction, until it is answered; True if it was accepted."""
        entry = self.ledger.send(table, seat, action, secrets.token_urlsafe(9))
        command: JSON = {"do": "retract"} if action is None else {"do": "act", "action": action}
        command |= {"seat": seat, "version": version, "key": entry.key}
        twice = self.rng.random() < 0.05
        self.ledger.duplicates += twice
        ways = [self._deliver(entry, command, http=self.rng.random() < 0.05)]
        if twice:
            ways.append(self._deliver(entry, command, http=True))
        return all(await asyncio.gather(*ways))

    async def _deliver(self, entry: Sent, command: JSON, *, http: bool) -> bool:
        while True:
            await self._connected.wait()
            entry.under_way = True
            try:
                if http:
                    path = f"/api/tables/{entry.table}/commands"
                    await self._http_once("POST", path, {"command": command})
                else:
                    await self._ask("do", table=entry.table, command=command)
            except LostError:
                entry.resent += 1
                await asyncio.sleep(0.01)
            except RefusedError as error:
                if error.code != "too-often":
                    self.ledger.refuse(entry, str(error))
                    if error.code not in ("stale", "not-your-turn", "game-over"):
                        self.ledger.wrong(f"{entry} was refused: {error}")
                    return False
                entry.under_way = False
                await asyncio.sleep(0.2)
            else:
                self.ledger.done(entry)
                return True

    # --- queries ----------------------------------------------------------------------

    async def until(self, table: str, condition: Any) -> None:
        """Wait for a condition; a story that does not grow for long means that the table hangs."""
        now = asyncio.get_running_loop().time
        length, since = -1, now()
        while not condition():
            known = self.tables[table]
            if len(known["story"]) != length:
                length, since = len(known["story"]), now()
            self._changed.clear()
            try:
                async with asyncio.timeout_at(max(since, self._since) + PATIENCE):
                    await self._changed.wait()
            except TimeoutError:
                if now() < self._since + PATIENCE:
                    continue
                self.ledger.wrong(
                    f"table {table} hangs for {self.name}: {known.get('info')},"
                    f" owing {known.get('owing')}, {length} entries"
                )
                raise

    def status(self, table: str) -> str:
        return str(self.tables[table]["info"]["status"])

    def owed(self, table: str) -> list[JSON]:
        known = self.tables[table]
        return [seat for seat in known["seats"] if seat["seat"] in known["owing"]]

    def waiting(self, table: str) -> list[JSON]:
        """My seats whose decisions wait for others."""
        known = self.tables[table]
        return [
            seat
            for seat in known["seats"]
            if seat.get("decided") and seat["seat"] not in known["owing"] and known["owing"]
        ]
