"""Tables brought to a certain position by a player who decides like the bot `greedy`.

Fast, because it uses the protocol, and the rules of the service in this process; tests of playing
itself use the page.
"""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

from playwright.sync_api import Page
from websockets.sync.client import ClientConnection, connect

from baumeister.bots import Budget, make_bot
from tests.server.running import Running

NAME = "Ada"


def come_in(page: Page, name: str = NAME) -> None:
    """Register the page's browser as a guest."""
    page.request.post("api/people", data={"name": name})


def new_table(page: Page, game: str, players: int, **more: Any) -> str:
    """A table with bots on all seats but the first."""
    bots = [{"kind": "bot", "bot": "greedy"}] * (players - 1)
    asked = {"game": game, "options": {"players": players}, "seats": [{"kind": "me"}, *bots]}
    answer = page.request.post("api/tables", data={**asked, "bot_pace": False, **more})
    assert answer.ok, answer.text()
    return str(answer.json()["table"])


def played(page: Page, service: Running, table: str, decisions: int | None = None) -> None:
    """Make this many decisions for the first seat by a bot's rules; None: until the end."""
    cookie = next(each for each in page.context.cookies() if each.get("name") == "baumeister")
    headers = {"Cookie": f"baumeister={cookie.get('value')}"}
    with connect(service.socket_url, additional_headers=headers) as socket:
        _play(socket, service, table, decisions)


def decided(page: Page, service: Running, table: str, seat: int) -> None:
    """Make one decision for a seat of the page's player."""
    live = service.service.hub.cache.get(table)
    assert live is not None
    version = live.table.version_for(seat)
    action = _decision(service, table, random.Random(version), seat)
    act = {
        "do": "act",
        "seat": seat,
        "action": action,
        "version": version,
        "key": f"{table}{version}",
    }
    answer = page.request.post(f"api/tables/{table}/commands", data={"command": act})
    assert answer.ok, answer.text()


def seat_by_invitation(page: Page, table: str, invite: str) -> None:
    """Take the second seat of a table for the page's player."""
    sit = {"do": "sit", "seat": 1, "invite": invite}
    answer = page.request.post(
        f"api/tables/{table}/commands", data={"command": sit}, headers={"X-Invite": invite}
    )
    assert answer.ok, answer.text()


def _play(socket: ClientConnection, service: Running, table: str, decisions: int | None) -> None:
    def send(kind: str, **fields: Any) -> None:
        socket.send(json.dumps({"type": kind, "id": next(ids), "table": table, **fields}))

    ids, rng = itertools.count(1), random.Random(1)
    decided = -1
    send("watch")
    for message in map(json.loads, socket):
        assert message["type"] != "error", message
        if message["type"] != "table":
            continue
        if (info := message.get("info")) and info["status"] == "over":
            return
        for seat in message.get("seats", []):
            version = seat["version"]
            if 0 in message["owing"] and version > decided:
                if decisions == 0:
                    return
                decisions = None if decisions is None else decisions - 1
                decided = version
                act = {"do": "act", "seat": 0, "action": _decision(service, table, rng)}
                send("do", command={**act, "version": version, "key": f"{table}{version}"})


def _decision(service: Running, table: str, rng: random.Random, seat: int = 0) -> str:
    live = service.service.hub.cache.get(table)
    assert live is not None
    match = live.table.match
    bot = make_bot("greedy", match.game)
    return str(bot.decide(match.view(seat), match.legal(seat), Budget(), rng).action)
