"""Flags and checks that several commands share."""

from __future__ import annotations

import os
from math import inf
from typing import Annotated

from cyclopts import Parameter

from baumeister.bots.bot import MOST_NODES
from baumeister.cli.console import err, stop
from baumeister.core.errors import BaumeisterError
from baumeister.core.game import AnyGame
from baumeister.core.registry import find, games, plugin_of, registry
from baumeister.fast import compiled, why_not

JsonFlag = Annotated[bool, Parameter(help="Print the result as JSON.", negative=())]
CoresFlag = Annotated[
    int | None, Parameter(help="Number of games played at a time; default: all cores.")
]
OnFlag = Annotated[
    str,
    Parameter(
        help="Where to play: local, ray (the cluster of this machine or of RAY_ADDRESS), or"
        " ray://HOST:PORT."
    ),
]
ShardFlag = Annotated[
    str,
    Parameter(
        help="I/N: only the I-th of N parts, for machines that share nothing; `baumeister merge`"
        " puts the parts together."
    ),
]
GameArgument = Parameter(name=["GAME"], help=f"The game: {', '.join(games())}.")


def default_game() -> str:
    """The id of the game to use if none is named: the first one registered, ours before others."""
    return next(iter(registry().plugins), "")


def find_game(game_id: str) -> AnyGame:
    """The game with this id; exit with an error if there is none."""
    try:
        return find(game_id)
    except BaumeisterError as error:
        stop(str(error))


def check_budget(seconds: float | None, nodes: int | None) -> None:
    """Exit with an error unless the thinking budget is positive and finite."""
    if seconds is not None and not 0 < seconds < inf:
        stop("--seconds must be more than 0 and finite")
    if nodes is not None and not 0 < nodes < MOST_NODES:
        stop(f"--nodes must be 1 or more and less than {MOST_NODES}")


def usable_cores() -> int:
    """The number of CPU cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def cores_to_use(cores: int | None) -> int:
    """The number of cores asked for, all by default; exit with an error unless it is positive."""
    if cores is not None and cores < 1:
        stop("--cores must be 1 or more")
    return usable_cores() if cores is None else cores


def warn_without_core(game: AnyGame | None = None) -> None:
    """Warn that the strongest levels are weaker because the compiled core is missing.

    A game without levels has nothing to warn about.
    """
    has_levels = game is None or plugin_of(game).bots is not None
    if not compiled() and has_levels:
        err.print(f"Levels 4 and 5 play like level 3: {why_not()}.", markup=False)
