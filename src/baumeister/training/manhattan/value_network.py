"""Train Manhattan's value network by self-play.

In each iteration one seat of every game searches with the current network, against itself, policies
and searches with playouts; some games have other options. The training data is what the seats with
the network see at sampled moments; the target is half who won and half what the seat's next search
found, which scatters less. The network is trained on the data of the last iterations. It starts
from the shipped network; without one, the first iterations are games of policies, of which there
are as many in the time of one game of searches as an iteration has.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from baumeister.bots import weights
from baumeister.bots.manhattan import value_network
from baumeister.bots.manhattan.levels import prior
from baumeister.fast.manhattan.compiled import rules, training_data
from baumeister.fast.manhattan.input_features import INPUT_FEATURES
from baumeister.training.manhattan.data import PACKAGE, Floats, write_arrays
from baumeister.training.manhattan.options import random_options
from baumeister.training.manhattan.value_fit import Trainer, floats, initial_weights, quantised
from baumeister.training.run import Progress, provenance, write

SAMPLES: Final = 64
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
PLAYOUTS: Final = 40
"""Simulations of opponents with playouts, which take most of their time."""
GROUPS: Final = 16
"""Groups of games in an iteration; the games of a group have the same options."""
SEARCHED: Final = 0.5
"""The share of what a search found in the target; the rest is who won."""
DATA: Final = "data-{:04}.npz"


class Samples(NamedTuple):
    """One row per sample."""

    rows: NDArray[np.uint8]  # counts of input features
    results: Floats  # each player's share of the win
    targets: Floats


class Plan(NamedTuple):
    seed: int
    cores: int
    command: str
    commit: str
    players: Annotated[int, "Number of players: 2, 3 or 4."] = 4
    iterations: Annotated[int, "Iterations of playing and training."] = 120
    games: Annotated[int, "Games in each iteration."] = 512
    nodes: Annotated[int, "Simulations for each decision of the searching seat."] = 100
    variety: Annotated[float, "The share of games with random options."] = 0.35
    game: str = "manhattan-value"

    def problem(self) -> str | None:
        if self.players not in (2, 3, 4):
            return "--players must be 2, 3 or 4"
        if min(self.iterations, self.games, self.nodes) < 1:
            return "--iterations, --games and --nodes must be 1 or more"
        return None if 0 <= self.variety <= 1 else "--variety must be 0 to 1"

    @property
    def weights_file(self) -> str:
        return f"value-network-{self.players}.json"


def train(plan: Plan, folder: Path, progress: Progress) -> weights.Weights:
    """Return the network after all iterations; those already in the folder are not repeated."""
    shipped = value_network.shipped(plan.players)
    start = initial_weights(plan.seed) if shipped is None else floats(shipped)
    trainer = Trainer(start, RATE)
    kept = folder / "trainer.npz"
    done, loss = 0, 0.0
    if kept.exists():
        with np.load(kept) as state:
            trainer.restore(state)
            done, loss = int(state["done"]), float(state["loss"])
    recent = deque((_read(folder, each) for each in _last(done)), maxlen=REMEMBERED)
    for iteration in range(done + 1, plan.iterations + 1):
        with_network = shipped is not None or iteration > POLICY_ITERATIONS
        played = _play(plan, iteration, trainer.weights if with_network else None)
        loss = trainer.cross_entropy(played.rows, played.results)
        np.savez_compressed(folder / DATA.format(iteration), **played._asdict())
        recent.append(played)
        _fit(plan, iteration, recent, trainer)
        write_arrays(kept, trainer.state() | {"done": iteration, "loss": loss})
        (folder / DATA.format(iteration - REMEMBERED)).unlink(missing_ok=True)
        progress("iterations", iteration, plan.iterations)
    result = f"it predicted the winners of its last games with a cross-entropy of {loss:.3f}"
    comes_from = provenance(plan, plan.iterations * plan.games, result)
    text = value_network.dumps(plan.players, quantised(trainer.weights), comes_from)
    write(folder / plan.weights_file, text)
    return weights.read(text)


def agents(players: int, network: Any, nodes: int) -> list[dict[str, Any]]:
    """The agent that is recorded, then its opponents with their shares: other styles, so that the
    network does not know itself alone."""
    known = weights.load(PACKAGE, f"policy-{players}").weights
    linear, value = known["policy"], known["value"]
    policy = known.get("network", linear)
    default = {
        "value_network": None,
        "value": None,
        "policy": None,
        "inverse_temperature": 3.0,
        "nodes": 0,
        "exploration": 0.5,
    }
    if network is None:
        kinds = [(1.0, 3.0), (0.25, 1.5), (0.4, 3.0), (0.35, 6.0)]
        return [
            default | {"share": share, "policy": policy, "inverse_temperature": inverse_temperature}
            for share, inverse_temperature in kinds
        ]
    searching = default | {"value_network": network, "policy": prior(known), "nodes": nodes}
    rounds = default | {"value": value, "nodes": PLAYOUTS}  # plays rounds out, as level 4 does
    return [
        searching | {"share": 1.0, "inverse_temperature": 4.0},
        rounds | {"share": 0.11, "policy": linear},
        rounds | {"share": 0.07, "policy": policy},
        default | {"share": 0.02, "nodes": PLAYOUTS},
        default | {"share": 0.05, "policy": linear, "inverse_temperature": 8.0},
        default | {"share": 0.1, "policy": policy, "inverse_temperature": 4.0},
        searching | {"share": 0.65},
    ]


def _play(plan: Plan, iteration: int, numbers: Floats | None) -> Samples:
    """Play the games of an iteration; games with fewer decisions give fewer samples."""
    rows = np.zeros((plan.games * SAMPLES, INPUT_FEATURES), np.uint8)
    results, values = np.zeros((2, plan.games * SAMPLES, plan.players), np.float32)
    network = None if numbers is None else value_network.network_of(quantised(numbers))
    players = agents(plan.players, network, plan.nodes)
    rng = np.random.default_rng([plan.seed, iteration, 1])
    bounds = np.linspace(0, plan.games, GROUPS + 1).astype(int) * SAMPLES
    for first, last in pairwise(bounds):
        varied = rng.random() < plan.variety
        options = random_options(rng, plan.players) if varied else {"players": plan.players}
        some, seed = slice(first, last), int(rng.integers(1 << 60))
        parts = (rows[some], results[some], values[some])
        training_data(rules(options), players, SAMPLES, seed, *parts, threads=plan.cores)
    played = rows.any(1)
    rows, results, values = rows[played], results[played], values[played]
    mixed = SEARCHED * values + (1 - SEARCHED) * results
    return Samples(rows, results, np.where(values[:, :1] < 0, results, mixed).astype(np.float32))


def _last(done: int) -> range:
    return range(max(1, done - REMEMBERED + 1), done + 1)


def _read(folder: Path, iteration: int) -> Samples:
    with np.load(folder / DATA.format(iteration)) as kept:
        return Samples(**{name: kept[name] for name in Samples._fields})


def _fit(plan: Plan, iteration: int, recent: Sequence[Samples], trainer: Trainer) -> None:
    rng = np.random.default_rng([plan.seed, iteration])
    first = np.cumsum([0, *(len(samples.rows) for samples in recent)])
    for _ in range(max(1, round(PASSES * len(recent[-1].rows) / BATCH))):
        drawn = np.sort(rng.integers(0, first[-1], BATCH))
        parts = [
            (samples.rows[here], samples.targets[here])
            for samples, start, end in zip(recent, first, first[1:], strict=False)
            if len(here := drawn[(drawn >= start) & (drawn < end)] - start)
        ]
        rows, targets = (np.concatenate(each) for each in zip(*parts, strict=True))
        trainer.step(rows, targets)
