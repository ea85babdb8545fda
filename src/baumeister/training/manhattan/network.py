"""Train Manhattan's network of policy and value by self-play on a GPU.

Thousands of games are played at once by the JAX engine (`self_play`); after a few decisions in each
the network learns from them (`network_learning`). All numbers of players, editions, variants and
house options are in the mixture. Without a GPU it runs too, but far too slowly to be of use.
"""

from __future__ import annotations

import json
import math
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

from baumeister.training.run import Progress, provenance, write

SAVED: Final = 50
"""Iterations between two checkpoints."""
RATES: Final = (1e-3, 2e-5)
"""The rate of learning, first and last."""
ENTROPIES: Final = (0.02, 0.002)
"""The weight of the policy's entropy, first and last."""
WARM_UP: Final = 20
"""Iterations in which the rate rises."""


class Plan(NamedTuple):
    seed: int
    cores: int
    command: str
    commit: str
    iterations: Annotated[int, "Iterations of playing and learning."] = 1867
    lanes: Annotated[int, "Games played at a time."] = 65536
    steps: Annotated[int, "Decisions in each game and iteration."] = 24
    batch: Annotated[int, "Decisions in a step of learning."] = 32768
    start: Annotated[str, "A file of weights to begin with."] = ""
    game: str = "manhattan"

    def problem(self) -> str | None:
        if find_spec("jax") is None:
            return "training the network needs JAX: pip install 'baumeister[gpu]'"
        if min(self.iterations, self.lanes, self.steps, self.batch) < 1:
            return "--iterations, --lanes, --steps and --batch must be 1 or more"
        if self.lanes % 4 or self.batch > self.lanes * self.steps // 2:
            return "--lanes must be a multiple of 4, and --batch at most half of lanes × steps"
        return None

    @property
    def weights_file(self) -> str:
        return "network.npz"


class Trained(NamedTuple):
    provenance: dict[str, Any]


def train(plan: Plan, folder: Path, progress: Progress) -> Trained:
    """Train all iterations, from the last checkpoint in the folder if there is one.

    A resumed training starts with new games, so its weights differ from those of an
    uninterrupted one.
    """
    checkpoints = import_module("baumeister.training.manhattan.checkpoints")  # needs JAX
    run = checkpoints.begin(plan, folder)
    while run.iteration < plan.iterations:
        part = run.iteration / plan.iterations
        rate = RATES[1] + (RATES[0] - RATES[1]) * 0.5 * (1 + math.cos(math.pi * part))
        rate *= min(1.0, (run.iteration + 1) / WARM_UP)
        entropy = ENTROPIES[0] * (ENTROPIES[1] / ENTROPIES[0]) ** part
        run.advance(rate, entropy)
        progress("iterations", run.iteration, plan.iterations)
        if run.iteration % SAVED == 0 or run.iteration == plan.iterations:
            run.save(folder)
    told = run.told()
    made = provenance(plan, told.games, told.result(folder / plan.weights_file))
    write(folder / "provenance.json", json.dumps(made, indent=1) + "\n")
    return Trained(made)
