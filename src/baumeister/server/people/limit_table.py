"""All limits in one place: how often each command and each endpoint may be used.

docs/protocol.md shows this table (tools/docs.py), and a test checks that nothing is missing.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Rate(NamedTuple):
    """A burst, then this many per second."""

    burst: int
    per_second: float


class Limit(NamedTuple):
    """The limits of one kind of request: for all connections and requests of an address together,
    and for each WebSocket."""

    address: Rate
    connection: Rate | None = None


LIMITS: Final = {
    "read": Limit(Rate(200, 50)),
    "client": Limit(Rate(1000, 200)),  # a page has a dozen files, and a school one address
    "lists": Limit(Rate(60, 4)),
    "write": Limit(Rate(120, 20)),
    "people": Limit(Rate(40, 0.2)),
    "tables": Limit(Rate(60, 0.1), Rate(20, 0.1)),
    "login": Limit(Rate(10, 0.1)),
    "act": Limit(Rate(600, 150), Rate(30, 10)),
    "arrange": Limit(Rate(120, 5), Rate(30, 1)),
    "ask": Limit(Rate(120, 10), Rate(30, 2)),
    "say": Limit(Rate(60, 6), Rate(5, 0.5)),
    "watch": Limit(Rate(300, 30), Rate(30, 5)),
    "preview": Limit(Rate(300, 60), Rate(40, 20)),
    "hint": Limit(Rate(30, 2), Rate(6, 0.2)),
    "analysis": Limit(Rate(6, 0.2), Rate(2, 0.1)),
    "judgement": Limit(Rate(10, 0.5)),
    "replay": Limit(Rate(60, 5)),
    "upload": Limit(Rate(10, 1)),
    "practice": Limit(Rate(40, 10)),
    "explore": Limit(Rate(80, 10)),
    "evaluate": Limit(Rate(30, 2)),
    "studies": Limit(Rate(30, 0.2)),
    "explorer": Limit(Rate(40, 4)),
    "design": Limit(Rate(60, 10)),
    "completion": Limit(Rate(30, 0.5)),
    "ping": Limit(Rate(600, 60), Rate(5, 1)),
    "socket": Limit(Rate(300, 30)),
    "malformed": Limit(Rate(200, 20), Rate(20, 2)),
    "refused": Limit(Rate(2000, 100), Rate(200, 2)),  # over a limit, before the connection closes
    "operator": Limit(Rate(60, 5)),
}

REQUESTS: Final = {
    "ping": "ping",
    "watch": "watch",
    "unwatch": "watch",
    "preview": "preview",
    "hint": "hint",
    "analyse": "analysis",
}
"""The limit of each message on a WebSocket; that of `do` depends on its command."""

COMMANDS: Final = {
    "act": "act",
    "retract": "act",
    "sit": "arrange",
    "stand": "arrange",
    "let-in": "arrange",
    "bot": "arrange",
    "salt": "arrange",
    "start": "arrange",
    "close": "arrange",
    "chat": "arrange",
    "watching": "arrange",
    "ask": "ask",
    "answer": "ask",
    "resume": "ask",
    "resign": "ask",
    "stand-in": "ask",
    "take-over": "ask",
    "rematch": "tables",
    "say": "say",
}
"""The limit of each command, on a WebSocket and by HTTP alike."""

ENDPOINTS: Final = {
    "health": "read",
    "metrics": "read",
    "games": "read",
    "illustrated_rules": "read",
    "options": "write",
    "new_person": "people",
    "me": "read",
    "rename": "write",
    "mute": "write",
    "sign_up": "login",
    "log_in": "login",
    "log_out": "write",
    "change_password": "login",
    "my_sessions": "read",
    "end_session": "write",
    "end_other_sessions": "write",
    "delete_me": "login",
    "open_tables": "lists",
    "my_tables": "lists",
    "new_table": "tables",
    "table": "read",
    "command": "write",
    "record": "replay",
    "position": "replay",
    "scored_round": "replay",
    "replay": "upload",
    "picture": "client",
    "analysis": "analysis",
    "judgement": "judgement",
    "stored": "replay",
    "practice": "practice",
    "explore": "explore",
    "draft_position": "explore",
    "evaluate": "evaluate",
    "save_study": "studies",
    "my_studies": "lists",
    "saved_study": "read",
    "delete_study": "write",
    "explore_games": "explorer",
    "check_design": "design",
    "complete_design": "completion",
    "my_designs": "lists",
    "my_design": "read",
    "save_design": "write",
    "delete_design": "write",
    "puzzles_today": "lists",
    "puzzle_archive": "lists",
    "puzzle": "practice",
    "try_puzzle": "practice",
    "puzzle_solution": "practice",
    "play_day": "practice",
    "day_board": "lists",
    "trainer": "lists",
    "network": "read",
    "choose_network": "write",
    "begin_move": "login",
    "finish_move": "login",
    "begin_passkey": "login",
    "new_passkey": "login",
    "begin_log_in": "login",
    "log_in_by_passkey": "login",
    "my_passkeys": "read",
    "delete_passkey": "write",
    "my_mail": "read",
    "ask_for_mail": "login",
    "delete_mail": "write",
    "confirm_mail": "login",
    "stop_mail": "login",
    "overview": "operator",
    "operated_tables": "operator",
    "operated_record": "operator",
    "close_table": "operator",
    "delete_table": "operator",
    "ban": "operator",
    "lift_ban": "operator",
    "client": "client",
}
"""The limit of each endpoint, by the name of its operation."""

MAX_SOCKETS: Final = 300
"""WebSockets per address; a whole school may share one."""
MAX_CONNECTIONS: Final = 200
"""Other TCP connections per address."""
MAX_LISTED: Final = 10
"""Listed tables of an address that gather players or are being played."""
