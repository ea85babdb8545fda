"""Hostile messages for the socket, and an attacker who sends them.

Half are well-formed but wrong: other people's seats, old versions, replays, commands of another
phase. Half are broken: wrong types, too large, not JSON, not text.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter, deque
from copy import deepcopy
from typing import Any, NamedTuple

import websockets
from websockets.exceptions import ConnectionClosed

JSON = dict[str, Any]

LARGEST = 16 * 1024
HARMLESS = {1000, 1002, 1003, 1007, 1008, 1009, 1013}
"""Close codes that the service may answer an attack with; 1011 would be a crash."""

ODD: list[Any] = [
    *(None, True, False, -1, 0, 1.5, 1e308, 5, 2**31, 2**53 + 1, 2**64, 10**30, [], {}),
    *("", "0", "x" * 300, "\0", "\u202eabc", "\ufeff", "🂡" * 40, "\ud83d", "ſ", "١"),
    *("'; DROP TABLE log; --", "%' OR 1=1 --", "../../etc/passwd", "..%2f", "<b>", "${7*7}"),
    *("\r\nSet-Cookie: baumeister=x", [[[[]]]], {"do": "act"}, {"$ne": None}, ["act"]),
]
BROKEN = [
    *("", " ", "null", "NaN", "Infinity", "-", "[]", "{}", "true", '"ping"', "\ufeff{}", "{,}"),
    *('{"type":', '{"type":"ping","id":1', '{"type":"ping","id":01}', '{"type":"ping","id":1e999}'),
    *('{"type":"ping","id":NaN}', '{"type":"ping","id":1}{"type":"ping","id":2}'),
    *('{"type":"ping","id":' + "9" * 5000 + "}", '{"type":"\\ud800","id":1}', '{"id":1}'),
    *('{"type":"ping","id":1,"id":2}', '{"type":"watch","type":"ping","id":3}', "\0", "\x7f" * 50),
]


class Target(NamedTuple):
    """A table, what the attacker knows about it, and the attacker's own seat."""

    table: str
    invite: str | None = None
    seat: int | None = None


class Hostile:
    """Generates messages, reproducibly for a seed."""

    def __init__(self, rng: random.Random, targets: list[Target], overheard: list[str]) -> None:
        self.rng = rng
        self.targets = targets
        self.overheard = overheard
        """Messages of other people."""
        self.sent: deque[str | bytes] = deque(maxlen=300)
        self.states: dict[str, JSON] = {}
        """The latest states of the attacker's own seats."""
        self._number = 0

    def message(self) -> str | bytes:
        make = self.rng.choice(
            [self._sound] * 4 + [self._mutated] * 2 + [self._broken, self._again]
        )
        message = make()
        if self.rng.random() < 0.05 and isinstance(message, str):
            message = message.encode("utf-8", "surrogatepass")
        self.sent.append(message)
        return message

    def _sound(self) -> str:
        return json.dumps(self._request())

    def _mutated(self) -> str:
        """A valid message with one or more errors."""
        request = self._request()
        for _ in range(self.rng.randint(1, 3)):
            part = request["command"] if self.rng.random() < 0.6 and "command" in request else None
            part = part if isinstance(part, dict) else request
            change = self.rng.randrange(4)
            name = self.rng.choice([*part, "extra"])
            if change == 0:
                part.pop(name, None)
            elif change == 1:
                part[self.rng.choice(["__proto__", "admin", "seed", "who", "at", "e"])] = True
            else:
                part[name] = deepcopy(self.rng.choice(ODD))
        return json.dumps(request)

    def _broken(self) -> str | bytes:
        kind = self.rng.randrange(5)
        if kind == 0:
            depth = self.rng.choice([50, 900, 1000, 3000])
            return '{"type":"do","id":1,"table":"x","command":' + "[" * depth + "]" * depth + "}"
        if kind == 1:
            text = json.dumps(self._request())
            return text[: self.rng.randrange(len(text))]
        if kind == 2:
            return self.rng.randbytes(self.rng.randint(1, 200))
        return self.rng.choice(BROKEN)

    def _again(self) -> str | bytes:
        """A message that was sent before, by the attacker or by others."""
        if self.overheard and self.rng.random() < 0.5:
            return self.rng.choice(self.overheard)
        return self.rng.choice(self.sent) if self.sent else self._sound()

    # --- well-formed messages ---------------------------------------------------------

    def _request(self) -> JSON:
        self._number += 1
        rng, target = self.rng, self.rng.choice(self.targets)
        kind = rng.choice(["do"] * 6 + ["watch", "unwatch", "preview", "hint", "analyse", "ping"])
        request: JSON = {"type": kind, "id": self._number}
        if kind == "ping":
            return request
        request["table"] = self._table(target)
        if kind == "watch":
            request["story"] = rng.choice([0, 0, 3, 10**6, 2**60])
            request["chat"] = rng.choice([0, 2**60])
            request["invite"] = rng.choice([None, target.invite, "x" * 32, ""])
        elif kind == "do":
            request["command"] = self._command(target)
        elif kind in ("preview", "hint"):
            request["seat"] = rng.randrange(5)
            if kind == "preview":
                request["action"] = self._action(target)
        return request

    def _table(self, target: Target) -> str:
        name = target.table
        if self.rng.random() < 0.1:
            name = self.rng.choice([name[:-1], name.swapcase(), name[::-1], "A" * 16, name + "="])
        return name

    def _command(self, target: Target) -> JSON:
        rng, seat = self.rng, self.rng.choice([0, 0, 1, 1, self.rng.randrange(5)])
        do = rng.choice(
            ["act"] * 5
            + ["retract", "ask", "answer", "resume", "say", "sit", "stand", "bot", "salt", "start"]
            + ["close", "chat", "rematch"]
            + (["resign"] if rng.random() < 0.02 else [])
        )
        if target.seat is not None and rng.random() < 0.5:
            seat = target.seat
        key = f"key-{rng.randrange(10**9):09}"
        state = self._state(target)
        version = state.get("version", 0) + rng.choice([0, 0, 0, -1, 1, 1000])
        given: dict[str, JSON] = {
            "act": {"action": self._action(target), "version": max(0, version), "key": key},
            "retract": {"version": max(0, version), "key": key},
            "ask": {"matter": rng.choice(["undo", "pause"])},
            "answer": {"yes": rng.random() < 0.5},
            "sit": {"invite": rng.choice([None, "x" * 32, target.invite]), "salt": "a\u202eb"},
            "bot": {"bot": rng.choice(["random", "greedy", "root"])},
            "salt": {"salt": rng.choice(["mine", "\n", "ü", "x" * 64])},
            "resign": {"then": rng.choice(["bot", "nobody"])},
        }
        plain: dict[str, JSON] = {
            "say": {
                "room": rng.choice(["players", "watchers"]),
                "text": rng.choice(["hi", "\u202e"]),
            },
            "chat": {"on": rng.random() < 0.5},
        }
        if do in plain or do in ("start", "close", "rematch"):
            return {"do": do, **plain.get(do, {})}
        return {"do": do, "seat": seat, **given.get(do, {})}

    def _state(self, target: Target) -> JSON:
        """The latest state of the target, or of another table in a similar position."""
        return self.states.get(target.table) or next(iter(self.states.values()), {})

    def _action(self, target: Target) -> str:
        state = self._state(target)
        legal = state.get("legal") or []
        if state.get("product"):
            legal = [" ".join(self.rng.choice(part) for part in state["product"])]
        foreign = ["build 5 C5 3", "choose 1 1 1 1 1 1", "deal 1 2", "place 01 b 0 a1", "", "a\nb"]
        return (
            str(self.rng.choice(legal))
            if legal and self.rng.random() < 0.5
            else (self.rng.choice(foreign))
        )


class Attacker:
    """Sends a number of messages over as many connections as needed, and counts the answers."""

    def __init__(self, url: str, cookie: str, hostile: Hostile) -> None:
        self._url = url
        self._headers = {"Cookie": cookie} if cookie else {}
        self._hostile = hostile
        self._pong = 2**52
        self._ponged = asyncio.Event()
        self.answers: Counter[str] = Counter()
        self.closed: Counter[int] = Counter()
        self.sent = 0

    async def run(self, count: int) -> None:
        while self.sent < count:
            socket = await websockets.connect(
                self._url, additional_headers=self._headers, compression=None, proxy=None
            )
            reader = asyncio.create_task(self._read(socket))
            try:
                while self.sent < count:
                    await self._batch(socket)
                await socket.close()
            except ConnectionClosed:
                pass
            await reader
            code = socket.close_code
            self.closed[code] += 1
            assert code in HARMLESS, f"closed with {code}: {list(self._hostile.sent)[-20:]}"

    async def _batch(self, socket: Any) -> None:
        """Send some messages at once and wait until all are handled."""
        rng = self._hostile.rng
        for _ in range(rng.randint(1, 30)):
            await socket.send(self._hostile.message())
            self.sent += 1
        if rng.random() < 0.02:
            await socket.ping(rng.randbytes(100))
        if rng.random() < 0.01:
            self.sent += 1
            await socket.send("x" * rng.randint(LARGEST + 1, 3 * LARGEST))
        self._pong += 1
        self._ponged.clear()
        await socket.send(json.dumps({"type": "ping", "id": self._pong}))
        async with asyncio.timeout(60):
            await self._ponged.wait()

    async def _read(self, socket: Any) -> None:
        try:
            async for text in socket:
                message = json.loads(text)
                kind = message["type"]
                self.answers[message["code"] if kind == "error" else kind] += 1
                if kind == "pong" and message["id"] == self._pong:
                    self._ponged.set()
                elif kind == "table" and message.get("seats"):
                    self._hostile.states[message["table"]] = message["seats"][0]
        except ConnectionClosed:
            pass
        self._ponged.set()
