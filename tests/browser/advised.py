"""Tables brought to a certain position by a player who follows the hints.

Fast, because it uses the protocol; tests of playing itself use the page.
"""

from __future__ import annotations

import itertools
import json
from typing import Any

from playwright.sync_api import Page
from websockets.sync.client import ClientConnection, connect

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
    """Make this many decisions for the first seat by following hints; None: until the end."""
    cookie = next(each for each in page.context.cookies() if each.get("name") == "baumeister")
    headers = {"Cookie": f"baumeister={cookie.get('value')}"}
    with connect(service.socket_url, additional_headers=headers) as socket:
        _play(socket, table, decisions)


def _play(socket: ClientConnection, table: str, decisions: int | None) -> None:
    def send(kind: str, **fields: Any) -> None:
        socket.send(json.dumps({"type": kind, "id": next(ids), "table": table, **fields}))

    ids = itertools.count(1)
    version = asked = -1
    send("watch")
    for message in map(json.loads, socket):
        assert message["type"] != "error", message
        if message["type"] == "table":
            if (info := message.get("info")) and info["status"] == "over":
                return
            for seat in message.get("seats", []):
                version = seat["version"]
                if 0 in message["owing"] and version > asked:
                    if decisions == 0:
                        return
                    asked = version
                    send("hint", seat=0)
        elif message["type"] == "job" and message.get("result"):
            decisions = None if decisions is None else decisions - 1
            act = {"do": "act", "seat": 0, "action": message["result"]["action"]}
            send("do", command={**act, "version": version, "key": f"{table}{asked}"})
