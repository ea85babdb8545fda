"""Play Manhattan against a bot with random moves. Needs httpx and websockets.

python client.py http://127.0.0.1:8420
"""

import json
import random
import sys
import time
import uuid

import httpx
from websockets.sync.client import connect


def play(url: str, bot: str = "greedy") -> list[int]:
    http = httpx.Client(base_url=url)
    http.post("api/people", json={"name": "Random Rita"}).raise_for_status()
    seats = [{"kind": "me"}, {"kind": "bot", "bot": bot}]
    options = {"players": 2, "rounds": 1}  # a short game
    new = {"game": "manhattan", "options": options, "seats": seats}
    new["bot_pace"] = False  # bots decide at once
    table = http.post("api/tables", json=new).raise_for_status().json()["table"]
    cookie = {"Cookie": f"baumeister={http.cookies['baumeister']}"}
    with connect(f"ws{url[4:]}/api/socket", additional_headers=cookie) as socket:
        socket.send(json.dumps({"type": "watch", "id": 1, "table": table}))
        decided = -1
        for message in map(json.loads, socket):
            if message["type"] == "error":
                sys.exit(message["reason"])
            if message["type"] != "table":
                continue
            if (info := message.get("info")) and info["status"] == "over":
                return info["result"]["scores"]
            for seat in message.get("seats", []):
                if seat["seat"] in message["owing"] and seat["version"] > decided:
                    parts = seat.get("product") or [seat["legal"]]
                    action = " ".join(map(random.choice, parts))
                    decided = seat["version"]
                    command = {"do": "act", "seat": seat["seat"], "action": action}
                    command |= {"version": decided, "key": uuid.uuid4().hex}
                    request = {"type": "do", "id": 2, "table": table, "command": command}
                    time.sleep(0.1)  # the rate limit is ten per second
                    socket.send(json.dumps(request))
    sys.exit("the connection was closed")


if __name__ == "__main__":
    print("Random Rita {}, the bot {}".format(*play(sys.argv[1].rstrip("/"))))
