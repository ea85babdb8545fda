"""Train Manhattan's value network by self-play.

In each iteration one seat of every game searches with the current network, against itself, policies
and plain searches. What it sees at sampled moments, and who wins, is the training data; the network
is trained on the data of the last iterations. It starts from the shipped network; without one, the
first iterations are games of policies.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baumeister.bots import weights
from baumeister.bots.manhattan import value_network
from baumeister.fast.manhattan.compiled import ValueNetwork, rules, training_data
from baumeister.fast.manhattan.input_features import INPUT_FEATURES
from baumeister.training.manhattan.data import PACKAGE, Floats, write_arrays
from baumeister.training.manhattan.value_fit import Trainer, initial_weights
from baumeister.training.run import Progress, provenance, write

SAMPLES: Final = 24
"""Moments of a game that are recorded."""
REMEMBERED: Final = 32
"""Iterations whose data is used."""
PASSES: Final = 1.5
"""How often a sample is used, on average: with more, the network overfits."""
BATCH: Final = 4096
"""Samples in a step."""
RATE: Final = 4e-4
POLICY_ITERATIONS: Final = 24
"""Iterations of policy games, where no network is shipped."""
PLAIN_NODES: Final = 400
"""Simulations of plain searches."""
DATA: Final = "data-{:04}.npz"

Samples = tuple[NDArray[np.uint8], Floats]
"""Counts of input features, one row per sample, and each player's share of the win."""


class Plan(NamedTuple):
    seed: int
    cores: int
    command: str
    commit: str
    players: Annotated[int, "Number of players: 2, 3 or 4."] = 4
    iterations: Annotated[int, "Iterations of playing and training."] = 120
    games: Annotated[int, "Games in each iteration."] = 512
    nodes: Annotated[int, "Simulations for each decision of the searching seat."] = 64
    game: str = "manhattan-value"

    def problem(self) -> str | None:
        if self.players not in (2, 3, 4):
            return "--players must be 2, 3 or 4"
        if min(self.iterations, self.games, self.nodes) < 1:
            return "--iterations, --games and --nodes must be 1 or more"
        return None

    @property
    def weights_file(self) -> str:
        return f"value-network-{self.players}.json"


def train(plan: Plan, folder: Path, progress: Progress) -> weights.Weights:
    """Return the network after all iterations; those already in the folder are not repeated."""
    shipped = value_network.shipped(plan.players)
    start = initial_weights(plan.seed) if shipped is None else np.array(shipped, np.float32)
    trainer = Trainer(start, RATE)
    kept = folder / "trainer.npz"
    done, loss, won = 0, 0.0, 0.0
    if kept.exists():
        with np.load(kept) as state:
            trainer.restore(state)
            done, loss, won = int(state["done"]), float(state["loss"]), float(state["won"])
    recent = deque((_read(folder, each) for each in _last(done)), maxlen=REMEMBERED)
    for iteration in range(done + 1, plan.iterations + 1):
        with_network = shipped is not None or iteration > POLICY_ITERATIONS
        rows, results = _play(plan, iteration, trainer.weights if with_network else None)
        loss, won = trainer.cross_entropy(rows, results), float(results[:, 0].mean())
        np.savez_compressed(folder / DATA.format(iteration), rows=rows, results=results)
        recent.append((rows, results))
        _fit(plan, iteration, recent, trainer)
        write_arrays(kept, trainer.state() | {"done": iteration, "loss": loss, "won": won})
        (folder / DATA.format(iteration - REMEMBERED)).unlink(missing_ok=True)
        progress("iterations", iteration, plan.iterations)
    result = (
        f"in its last games it won {won:.1%} against all kinds of opponents and predicted the"
        f" winners with a cross-entropy of {loss:.3f}"
    )
    comes_from = provenance(plan, plan.iterations * plan.games, result)
    numbers = [float(each) for each in trainer.weights]
    write(folder / plan.weights_file, value_network.dumps(plan.players, numbers, comes_from))
    found = {"value_network": numbers}
    return weights.Weights("manhattan", plan.players, "value-network", found, comes_from)


def agents(players: int, network: Any, nodes: int) -> list[dict[str, Any]]:
    """The agent that is recorded, then its opponents with their shares."""
    known = weights.load(PACKAGE, f"policy-{players}").weights
    linear = known["policy"]
    policy = known.get("network", linear)
    default = {
        "value_network": None,
        "policy": None,
        "candidates": 0,
        "inverse_temperature": 2.0,
        "nodes": 0,
        "exploration": 0.5,
    }
    if network is None:
        kinds = [(1.0, policy, 1.0), (0.2, policy, 0.7), (0.3, policy, 1.0), (0.3, policy, 2.0)]
        return [
            default | {"share": share, "policy": each, "inverse_temperature": inverse_temperature}
            for share, each, inverse_temperature in (*kinds, (0.2, linear, 2.0))
        ]
    searching = default | {"value_network": network, "policy": policy}
    return [
        searching | {"share": 1.0, "nodes": nodes},
        default | {"share": 0.15, "nodes": PLAIN_NODES, "inverse_temperature": 3.0},
        default | {"share": 0.15, "policy": linear, "inverse_temperature": 8.0},
        default | {"share": 0.2, "policy": policy},
        searching | {"share": 0.5, "nodes": max(1, nodes * 3 // 4)},
    ]


def _play(plan: Plan, iteration: int, numbers: Floats | None) -> Samples:
    rows = np.zeros((plan.games * SAMPLES, INPUT_FEATURES), np.uint8)
    results = np.zeros((plan.games * SAMPLES, plan.players), np.float32)
    network = None if numbers is None else ValueNetwork(numbers)
    players = agents(plan.players, network, plan.nodes)
    seed = plan.seed * 1_000_003 + iteration
    default = rules({"players": plan.players})
    training_data(default, players, SAMPLES, seed, rows, results, threads=plan.cores)
    return rows, results


def _last(done: int) -> range:
    return range(max(1, done - REMEMBERED + 1), done + 1)


def _read(folder: Path, iteration: int) -> Samples:
    with np.load(folder / DATA.format(iteration)) as kept:
        return kept["rows"], kept["results"]


def _fit(plan: Plan, iteration: int, recent: Sequence[Samples], trainer: Trainer) -> None:
    rng = np.random.default_rng([plan.seed, iteration])
    of_one = plan.games * SAMPLES
    for _ in range(max(1, round(PASSES * of_one / BATCH))):
        drawn = np.sort(rng.integers(0, len(recent) * of_one, BATCH))
        parts = [
            (rows[here], results[here])
            for at, (rows, results) in enumerate(recent)
            if len(here := drawn[drawn // of_one == at] % of_one)
        ]
        rows, results = (np.concatenate(each) for each in zip(*parts, strict=True))
        trainer.step(rows, results)
