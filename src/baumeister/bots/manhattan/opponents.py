"""Who the others are. How somebody plays shows in what they built and which blocks they chose.

There are some kinds of players, named after the bots that a net for each was fitted to (`KINDS`),
and weights that tell them apart by counts of what stands on the board. A search that knows how
likely each rival is of each kind lets them play so. All of it follows from the view alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any, Final

from baumeister.bots import weights
from baumeister.games.manhattan.board import BLOCK_COUNTS
from baumeister.games.manhattan.setup import setup_for

KINDS: Final = ("beginner", "careless", "greedy", "quick", "steady", "far", "plain")
SIZES: Final = (1, 2, 3, 4)
STAGES: Final = (1, 2, 3, 4)
NAMES: Final = (
    "one",
    *(f"{size} on {where}" for where in ("nothing", "own", "other") for size in SIZES),
    *(f"takes with a lead of {lead}" for lead in range(5)),
    *(f"takes with {more} more than needed" for more in range(4)),
    "adds where nobody else is",
    *(f"adds to a lead of {lead}" for lead in range(6)),
    *(f"builds where there are {3 * height} and more" for height in range(5)),
    *(f"{size}: {what} by {stage}" for what in ("chosen", "squared")
      for stage in STAGES for size in SIZES),
)  # fmt: skip
"""What is counted: of each block how and where it was put, and how many of each size were chosen,
by how many rounds there were to choose for."""

_PLACED, _LEADS, _MORE, _ALONE, _ADDED, _HEIGHT, _CHOSEN, _SQUARED = (
    NAMES.index(first)
    for first in (
        "1 on nothing",
        "takes with a lead of 0",
        "takes with 0 more than needed",
        "adds where nobody else is",
        "adds to a lead of 0",
        "builds where there are 0 and more",
        "1: chosen by 1",
        "1: squared by 1",
    )
)
UNLIKELY: Final = 0.02
"""Whoever is so unlikely of a kind is not of it."""


def evidence(view: Any) -> list[list[float]]:
    """What there is to tell players by: for each the counts of `NAMES`."""
    setup = setup_for(view.options)
    owner = {colour: seat for seat, own in enumerate(setup.colours) for colour in own}
    found = [[0.0] * len(NAMES) for _ in range(setup.players)]
    for building in view.buildings:
        if building.blocks:
            _read(building.blocks, owner, found)
    for player, counts in enumerate(found):
        counts[0] = 1.0
        for colour in setup.colours[player]:
            used = [
                all_ - left for all_, left in zip(BLOCK_COUNTS, view.supplies[colour], strict=True)
            ]
            stage = min(-(-sum(used) // 6), STAGES[-1])
            for size, many in enumerate(used if stage else ()):
                at = 4 * (stage - 1) + size
                counts[_CHOSEN + at] += many
                counts[_SQUARED + at] += many * many / 8
    return found


def _read(
    blocks: Sequence[tuple[int, int]], owner: Mapping[int, int], found: list[list[float]]
) -> None:
    floors = [0, 0, 0, 0]
    on_top = -1
    for colour, size in blocks:
        counts = found[owner[colour]]
        own = floors[colour]
        most = max(each for other, each in enumerate(floors) if other != colour)
        counts[_HEIGHT + min(sum(floors) // 3, 4)] += 1
        if on_top < 0:
            counts[_PLACED + size - 1] += 1
        elif on_top == colour:
            counts[_PLACED + 4 + size - 1] += 1
            counts[_ADDED + min(own - most, 5) if most else _ALONE] += 1
        else:
            counts[_PLACED + 8 + size - 1] += 1
            counts[_LEADS + min(own + size - most, 4)] += 1
            counts[_MORE + min(max(own + size - max(floors[on_top], own + 1), 0), 3)] += 1
        floors[colour] += size
        on_top = colour


def shares(counts: Sequence[float], telling: Sequence[float]) -> list[float]:
    """How likely a player is of each kind."""
    wide = len(NAMES)
    sums = [
        sum(a * b for a, b in zip(counts, telling[wide * kind : wide * (kind + 1)], strict=True))
        for kind in range(len(KINDS))
    ]
    highest = max(sums)
    chances = [exp(each - highest) for each in sums]
    total = sum(chances)
    return [each / total if each >= UNLIKELY * total else 0.0 for each in chances]


def rivals(view: Any) -> dict[str, Any]:
    """What a search is told of the others, if anything is known of games with so many players."""
    known = shipped(view.options.players)
    if known is None:
        return {}
    by_seat = [shares(counts, known["classifier"]) for counts in evidence(view)]
    by_seat[view.seat] = []
    return {
        "opponent_policies": [known[kind] for kind in KINDS],
        "opponent_probabilities": by_seat,
    }


def shipped(players: int) -> Mapping[str, list[float]] | None:
    """What is known of games with so many players: how kinds are told, and a net for each."""
    name = f"manhattan-{players}-rivals"
    return weights.load(name).weights if weights.is_shipped(name) else None
