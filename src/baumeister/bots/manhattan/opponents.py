"""Opponent models: which kind of player each opponent is likely to be, from what they built.

There is a policy network for each model, fitted to the bot the model is named after, and a
classifier over counts of what stands on the board. The search lets each opponent play by the
models' policies, weighted by these probabilities. Everything follows from the view alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any, Final

from baumeister.bots.weights import Weights, is_shipped, load
from baumeister.games.manhattan.board import BLOCK_COUNTS
from baumeister.games.manhattan.setup import setup_for

MODELS: Final = ("beginner", "careless", "greedy", "quick", "steady", "far", "plain")
SIZES: Final = (1, 2, 3, 4)
STAGES: Final = (1, 2, 3, 4)
FEATURES: Final = (
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
"""How and where each block was placed, and how many of each size were chosen, by the number of
rounds chosen for."""

_PLACED, _LEADS, _MORE, _ALONE, _ADDED, _HEIGHT, _CHOSEN, _SQUARED = (
    FEATURES.index(first)
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
MIN_PROBABILITY: Final = 0.02
"""Less likely models are dropped."""


def opponent_features(view: Any) -> list[list[float]]:
    """The `FEATURES` of each player."""
    setup = setup_for(view.options)
    owner = {colour: seat for seat, own in enumerate(setup.colours) for colour in own}
    found = [[0.0] * len(FEATURES) for _ in range(setup.players)]
    for building in view.buildings:
        if building.blocks:
            _count_building(building.blocks, owner, found)
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


def _count_building(
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


def probabilities(counts: Sequence[float], classifier: Sequence[float]) -> list[float]:
    """The probability of each model, by a softmax classifier over a player's features."""
    width = len(FEATURES)
    logits = [
        sum(a * b for a, b in zip(counts, classifier[width * at : width * (at + 1)], strict=True))
        for at in range(len(MODELS))
    ]
    highest = max(logits)
    chances = [exp(each - highest) for each in logits]
    total = sum(chances)
    return [each / total if each >= MIN_PROBABILITY * total else 0.0 for each in chances]


def opponent_settings(view: Any, own: Weights | None = None) -> dict[str, Any]:
    """Search settings with opponent models, `own` or the shipped ones; empty if there are none for
    this player count."""
    known = shipped(view.options.players) if own is None else own.weights
    if known is None:
        return {}
    by_seat = [probabilities(counts, known["classifier"]) for counts in opponent_features(view)]
    by_seat[view.seat] = []
    return {
        "opponent_policies": [known[model] for model in MODELS],
        "opponent_probabilities": by_seat,
    }


def shipped(players: int) -> Mapping[str, list[float]] | None:
    """The classifier (`classifier`) and the policy network of each model, if there are any."""
    package, name = "baumeister.bots.manhattan", f"opponents-{players}"
    return load(package, name).weights if is_shipped(package, name) else None
