"""Tournaments of bots: which is stronger, and how certain that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from baumeister.arena.fairness import UnfairBotError
from baumeister.arena.plan import OWN, Plan, PlanError, make_plan
from baumeister.arena.rating.sprt import Bounds
from baumeister.arena.rating.statistics import Estimate
from baumeister.arena.results import BotSummary, Summary, summary
from baumeister.arena.storage.files import FileError
from baumeister.arena.tournament import Progress, Tournament, run
from baumeister.bots import BotSpec, Budget
from baumeister.work import LOCAL

__all__ = [
    "BotSummary",
    "Bounds",
    "Estimate",
    "FileError",
    "Plan",
    "PlanError",
    "Summary",
    "Tournament",
    "UnfairBotError",
    "make_plan",
    "play",
    "run",
    "summary",
]


def play(
    game_id: str,
    options: Any | Mapping[str, Any] | None,
    bots: Sequence[BotSpec],
    *,
    versus: bool = False,
    games: int = 400,
    seed: int = 0,
    budget: Budget = OWN,
    cores: int = 1,
    on: str | Executor = LOCAL,
    out: Path | None = None,
    records: Path | None = None,
    bounds: Bounds | None = None,
    progress: Progress | None = None,
) -> Summary:
    """Play a tournament of bots and summarise it; `run` explains the arguments.

    A bot is a code or any other specification (docs/bots.md): an object, a class, `module:Class`.

    >>> one = play("manhattan", {"players": 2, "rounds": 1}, ["random", "greedy"], games=4)
    >>> one.deals, one.games, [bot.games for bot in one.bots]
    (2, 4, [4, 4])
    """
    plan = make_plan(game_id, options, bots, versus=versus, seed=seed, budget=budget)
    return summary(
        run(
            plan,
            games,
            cores=cores,
            on=on,
            out=out,
            records=records,
            bounds=bounds,
            progress=progress,
        )
    )
