"""The networks that Manhattan's levels, hints and analyses think with, as search settings."""

from __future__ import annotations

from typing import Any, Final

from baumeister.bots.manhattan.value_network import is_large_enough, value_network_for
from baumeister.bots.weights import Files, load, load_path
from baumeister.fast.manhattan.networks import POLICY_WEIGHTS, VALUE_FIRST, VALUE_REST
from baumeister.games.manhattan.options import Options

EXPLORATION: Final = 0.5
POLICY: Final = "policy-network"
VALUE: Final = "value-network"
LENGTHS: Final = {
    POLICY: {"network": POLICY_WEIGHTS},
    VALUE: {
        "first": 4 * ((2 * VALUE_FIRST + 2) // 3),  # characters of base64
        "rest": VALUE_REST,
    },
}
"""The kinds of weights, and how many numbers each list has."""


def own_weights(path: str) -> Files:
    """The weights of a file or folder; UnknownBotError if they are not for this game."""
    return load_path(path, "manhattan", LENGTHS)


def policy_for(players: int, own: Files | None = None) -> list[float]:
    """The policy network for a number of players: `own`, or the shipped one."""
    given = own.get(POLICY, players) if own else None
    return (given or load("baumeister.bots.manhattan", f"{POLICY}-{players}")).weights["network"]


def value_for(players: int, own: Files | None = None) -> Any:
    """The value network for a number of players: `own`, or the shipped one."""
    return value_network_for(players, own.get(VALUE, players) if own else None)


def search_settings(
    options: Options, own: Files | None = None, *, leaf: str = "none"
) -> dict[str, Any]:
    """Search settings with both networks; `leaf="round"` plays rounds out before they are valued.

    Games smaller than those the value network was trained on are played out to the end.
    """
    settings = {"policy": policy_for(options.players, own), "exploration": EXPLORATION}
    if not is_large_enough(options):
        return settings | {"leaf": "game"}
    return settings | {"leaf": leaf, "value_network": value_for(options.players, own)}
