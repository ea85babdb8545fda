"""Example request bodies for Manhattan, shown in the OpenAPI document."""

from __future__ import annotations

from typing import Any, Final

_POSITION: Final = {
    "game": "manhattan",
    "options": {"players": 3, "rounds": 1, "blocks": 1},
    "seat": 0,
    "log": [
        *("* start 0", "* deal 0 2229", "* deal 1 1468", "* deal 2 1357"),
        *("0 choose 4", "1 choose 3", "2 choose 3"),
    ],
}
_RECORD: Final = {
    "format": "baumeister-record/1",
    "game": "manhattan",
    "rules_version": 2,
    "options": {"players": 2, "edition": "hig-2017"},
    "players": [
        {"seat": 0, "name": "Ada", "kind": "human"},
        {"seat": 1, "name": "Greedy", "kind": "bot:greedy"},
    ],
    "log": ["* start 0", "* deal 0 2229", "* deal 1 1468"],
}
_FINISHED: Final = _RECORD | {
    "options": {"players": 3, "edition": "hig-2017", "rounds": 1, "blocks": 1},
    "players": [
        {"seat": seat, "name": name, "kind": "human"}
        for seat, name in enumerate(("Ada", "Bo", "Cleo"))
    ],
    "log": [
        *("* start 2", "* deal 0 3789", "* deal 1 4459", "* deal 2 1356"),
        *("2 choose 2", "0 choose 2", "1 choose 3", "2 build 5 C5 2", "* draw 2 8"),
        *("0 build 8 B8 2", "* draw 0 2", "1 build 5 F5 3", "* draw 1 6"),
    ],
    "result": {
        "scores": [3, 6, 3],
        "ranks": [2, 1, 2],
        "winners": [1],
        "reason": "points",
        "rounds": [
            [
                {"colour": colour, "highest": top, "majorities": 2, "buildings": 1, "urban": 0}
                for colour, top in (("orange", 0), ("blue", 3), ("yellow", 0))
            ]
        ],
    },
}
"""A complete game with the smallest options: one round of one block."""

_TEXT: Final = (
    "manhattan/2 players=3 : phase=build round=1 start=1 turn=2 hands=1236/2578/1459 played=1"
    " supply=11.6.3.0/11.6.3.0/11.6.3.0 tray=4443/444/4443 board=2,b3,6/9/9/9/9/9 scored=-"
)

EXAMPLES: Final[dict[str, list[Any]]] = {
    "options": [{"game": "manhattan", "options": {"edition": "hig-2017", "players": 3}}],
    "new_table": [
        {
            "game": "manhattan",
            "options": {"players": 3, "edition": "hig-2017"},
            "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "open"}],
            "pace": {"kind": "live", "bank": 900, "increment": 10, "flag": "bot"},
            "listed": True,
        }
    ],
    "command": [
        {"command": {"do": "sit", "seat": 1}, "invite": "mJ0v0bWk3uTgQ4nH0zjw1vM9xkqL7r2S"},
        {
            "command": {
                "do": "act",
                "seat": 0,
                "action": "build 5 C5 3",
                "version": 17,
                "key": "b2f1c0aa91d4",
            }
        },
    ],
    "replay": [{"record": _RECORD, "line": 1}, {"record": _RECORD, "every": True}],
    "analysis": [{"record": _FINISHED}, {"record": _FINISHED, "open_cards": True}],
    "judgement": [{"record": _FINISHED, "line": 5, "action": "choose 4", "best": "choose 3"}],
    "explorer": [{"game": "manhattan", "by": "opening", "after": ["C5 3"], "players": 4}],
    "practice": [
        _POSITION,
        _POSITION | {"action": "build 9 C9 4", "preview": True},
        _POSITION | {"action": "build 9 C9 4", "then": ["* draw 0 5", "1 build 1 C3 3"]},
    ],
    "draft_position": [
        {
            "game": "manhattan",
            "options": {"players": 3},
            "draft": {"turn": 1, "buildings": {"A5": [[0, 2], [1, 3]]}, "hands": None},
        }
    ],
    "explore": [
        {"game": "manhattan", "options": {"players": 3}, "roll": True, "seed": 5},
        {"position": _TEXT, "lines": ["2 build 1 B9 3"], "roll": True},
        {"position": _TEXT, "seat": 2, "action": "build 1 B9 3", "preview": True},
    ],
    "evaluate": [{"position": _TEXT, "lines": ["2 build 1 B9 3", "* draw 2 4"]}],
    "try_puzzle": [{"action": "build 9 C9 4"}],
}
