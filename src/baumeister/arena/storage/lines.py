"""Games of a tournament as JSON data: what was played, and apart from it how long it took.

The first is the same wherever and whenever a plan is played, as long as no bot has a time limit.
"""

from __future__ import annotations

import json
from typing import Any

from baumeister.arena.playing import Played, Thinking

Key = tuple[int, int]
"""The numbers of a deal and a seating."""


def line(data: Any) -> bytes:
    """JSON data as one line."""
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def game_data(game: Played) -> dict[str, Any]:
    """A game as JSON data, without times."""
    data = game._asdict()
    data["thinking"] = [
        [each.decisions, each.cut_short, each.simulations] for each in game.thinking
    ]
    if not game.forfeits:
        del data["forfeits"]
    return data


def times_data(game: Played) -> dict[str, Any]:
    """The times of a game as JSON data."""
    times = [[round(each.seconds, 6), round(each.longest, 6)] for each in game.thinking]
    overruns = [each.overruns for each in game.thinking]
    return {"deal": game.deal, "seating": game.seating, "times": times, "overruns": overruns}


def game_of(data: dict[str, Any], times: dict[str, Any] | None = None) -> Played:
    """The game that `game_data` returned, with its times if they are known."""
    complete = data["complete"]
    return Played(
        data["deal"],
        data["seating"],
        tuple(data["bots"]),
        tuple(data["ranks"]),
        tuple(data["points"]),
        None if complete is None else tuple(complete),
        tuple(_thinking(data["thinking"], times)),
        tuple(data.get("forfeits", ())),
    )


def _thinking(counts: list[list[Any]], times: dict[str, Any] | None) -> list[Thinking]:
    if counts and len(counts[0]) == len(Thinking._fields):  # as files had it before
        return [Thinking(*each) for each in counts]
    known = times["times"] if times else [[0.0, 0.0]] * len(counts)
    overruns = times["overruns"] if times else [0] * len(counts)
    return [
        Thinking(decisions, seconds, longest, over, cut_short, simulations)
        for (decisions, cut_short, simulations), (seconds, longest), over in zip(
            counts, known, overruns, strict=True
        )
    ]
