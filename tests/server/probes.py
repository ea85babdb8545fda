"""Requests of a curious observer: everything that has an answer and changes nothing."""

from __future__ import annotations

import json
import random
from typing import Any, NamedTuple

from baumeister.core.errors import SubmitError


class Probe(NamedTuple):
    """`say` something on the socket, `get` a page, `watch` again or `reconnect` with a part of the
    story, `ask` for an undo. $table, $version and $line are filled in when it is sent."""

    kind: str
    text: str = ""
    part: float = 0.0


ASKED = 3
"""Probes per step."""
PAGES = (
    "/api/tables/$table",
    "/api/tables/$table/record",
    "/api/tables/$table/positions/$line",
    "/api/tables/$table/rounds/1",
    "/api/tables/$table/rounds/2",
    "/api/tables/$table/positions/99999",
    "/api/tables",
    "/api/me/tables",
    "/api/me",
    "/health",
    "/metrics",
)
NONSENSE = (
    "{",
    '{"type": "do", "id": 3, "table": "$table", "command": {"do": "act", "seat": 0}}',
    '{"type": "peek", "id": 4}',
    '{"type": "ping", "id": 5}',
    '{"type": "analyse", "id": 6, "table": "$table"}',
    '{"type": "watch", "id": 7, "table": "no-such-table"}',
)


def probes(matches: Any, seats: frozenset[int], rng: random.Random) -> list[Probe]:
    """A random selection of all probes."""
    seat = rng.choice(sorted(seats)) if seats else 0
    makers = (
        lambda: Probe("get", rng.choice(PAGES), rng.random()),
        lambda: Probe("get", rng.choice(PAGES[:4]), rng.random()),
        lambda: Probe("say", rng.choice(NONSENSE)),
        lambda: _do(seat, _wrong(matches, seat, rng), rng),
        lambda: _do((seat + 1) % 5, _wrong(matches, (seat + 1) % 5, rng), rng),
        lambda: _request("preview", seat, action=_any(matches[0], seat, rng)),
        lambda: _request("preview", seat, action=_wrong(matches, seat, rng)),
        lambda: _request("hint", seat),
        lambda: Probe("watch", part=rng.random()),
        lambda: Probe("reconnect", part=rng.choice((0.0, rng.random(), 2.0))),
        lambda: Probe("ask"),
    )
    return [maker() for maker in rng.sample(makers, min(ASKED, len(makers)))]


def _request(kind: str, seat: int, **more: str) -> Probe:
    return Probe(
        "say", json.dumps({"type": kind, "id": 8, "table": "$table", "seat": seat, **more})
    )


def _do(seat: int, action: str, rng: random.Random) -> Probe:
    """Act or take back, with the current version where it is impossible, or with an old one."""
    version: Any = "$version"
    command = {"do": "act", "seat": seat, "action": action, "key": "probe-key"}
    if rng.random() < 0.3:
        version = 0
        if rng.random() < 0.3:
            command = {"do": "retract", "seat": seat, "key": "probe-key"}
    command["version"] = version
    return Probe("say", json.dumps({"type": "do", "id": 9, "table": "$table", "command": command}))


def _any(match: Any, seat: int, rng: random.Random) -> str:
    """An action that the seat could take now, or could take if it were its turn."""
    legal = match.legal(seat)
    return str(legal[rng.randrange(len(legal))]) if legal else "fountain -"


def _wrong(matches: Any, seat: int, rng: random.Random) -> str:
    """An action that the seat cannot take in either world: cards it does not hold, hidden tiles."""
    if matches[0].game.id == "manhattan":
        site = f"{rng.choice('ABCDEF')}{rng.randint(1, 9)}"
        found = [f"build {rng.randint(1, 9)} {site} {rng.randint(1, 4)}", "draw 0 5", "reshuffle"]
    else:
        tile = f"{rng.randint(1, 23):02}"
        found = [f"skip {tile}", f"place {tile} b 0 a1", "deal 01 02 03 04", "fountain a1 z"]
    text = rng.choice(found)
    for match in matches:
        try:
            match.copy().submit(seat, text)
        except SubmitError:
            continue
        return "nonsense"
    return text
