"""Trains Manhattan's network by self-play on the GPU engine.

A policy gradient with clipped ratios (PPO) over λ-returns; the values learn the shares of the win.
"""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from baumeister.gpu.manhattan import network
from baumeister.gpu.manhattan.network import Weights
from baumeister.gpu.manhattan.position import Rules
from baumeister.training.manhattan.self_play import Lanes, Sample, decide, new_lanes, play


class Settings(NamedTuple):
    lanes: int = 65536
    steps: int = 24
    batch: int = 49152
    rate: float = 1e-3
    final_rate: float = 5e-5
    entropy: float = 0.02
    final_entropy: float = 0.001
    trace: float = 0.95
    clip: float = 0.2
    value_weight: float = 0.5


class Learner(NamedTuple):
    weights: Weights
    mean: Weights  # of the weights, over the last updates
    first: Weights  # Adam's moments
    second: Weights
    updates: Array


def new_learner(key: Array) -> Learner:
    weights = network.initial(key)
    zeros = jax.tree.map(jnp.zeros_like, weights)
    return Learner(weights, weights, zeros, zeros, jnp.int32(0))


def update(learner: Learner, gradient: Weights, rate: Array) -> Learner:
    """A step of Adam, with the gradient clipped, and the running mean of the weights."""
    norm = jnp.sqrt(sum(jnp.sum(each * each) for each in gradient))
    scale = jnp.minimum(1.0, 1.0 / (norm + 1e-9))
    count = learner.updates + 1
    steps = count.astype(jnp.float32)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * scale * g, learner.first, gradient)
    second = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * (scale * g) ** 2, learner.second, gradient)

    def moved(w: Array, m: Array, v: Array) -> Array:
        return w - rate * (m / (1 - 0.9**steps)) / (jnp.sqrt(v / (1 - 0.999**steps)) + 1e-8)

    weights = jax.tree.map(moved, learner.weights, first, second)
    keep = jnp.minimum(0.9995, steps / (steps + 10))
    mean = jax.tree.map(lambda a, w: keep * a + (1 - keep) * w, learner.mean, weights)
    return Learner(weights, mean, first, second, count)


def returns(samples: Sample, last: Array, trace: float) -> Array:
    """(steps, lanes, 4) λ-returns by player."""
    following = jnp.concatenate([samples.values[1:], last[None]])

    def back(after: Array, at: tuple[Array, ...]) -> tuple[Array, Array]:
        value, done, shares = at
        mixed = (1 - trace) * value + trace * after
        found = jnp.where(done[:, None], shares, mixed)
        return found, found

    _, found = jax.lax.scan(back, last, (following, samples.done, samples.shares), reverse=True)
    return found


def loss_of(
    weights: Weights, rules: Rules, samples: Sample, target: Array, gain: Array, settings: Settings, entropy: Array
) -> tuple[Array, Array]:
    _, _, logits, value, _ = decide(weights, rules, samples.position)
    counted = samples.current.astype(jnp.float32)
    total = jnp.maximum(jnp.sum(counted), 1)
    logs = jax.nn.log_softmax(logits)
    chosen = jnp.take_along_axis(logs, samples.action[:, None], axis=1)[:, 0]
    ratio = jnp.exp(jnp.clip(chosen - samples.log_probability, -5, 5))
    clipped = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    policy = -jnp.sum(counted * jnp.minimum(ratio * gain, clipped * gain)) / total
    spread = -jnp.sum(jnp.where(logits > -1e8, jnp.exp(logs) * logs, 0), axis=1)
    spread = jnp.sum(counted * spread) / total
    here = jnp.arange(4)[None] < rules.players[:, None]
    log_value = jax.nn.log_softmax(jnp.where(here, value, -1e9))
    relative = (jnp.arange(4)[None] + samples.actor[:, None]) % rules.players[:, None]
    wanted = jnp.take_along_axis(target, relative, axis=1)
    wrong = -jnp.sum(jnp.where(here, wanted * log_value, 0), axis=1)
    wrong = jnp.sum(counted * wrong) / total
    return policy + settings.value_weight * wrong - entropy * spread, jnp.stack([policy, wrong, spread])


class Batch(NamedTuple):
    """What is learned from, with one axis of decisions."""

    samples: Sample
    target: Array
    gain: Array


@partial(jax.jit, static_argnames=("settings",), donate_argnums=(2,))
def rollout(
    weights: Weights, past: Weights, lanes: Lanes, key: Array, settings: Settings
) -> tuple[Lanes, Batch, Array]:
    """Plays some steps in every lane."""

    def step(lanes: Lanes, key: Array) -> tuple[Lanes, Sample]:
        return play(weights, past, lanes, key)

    lanes, samples = jax.lax.scan(step, lanes, jax.random.split(key, settings.steps + 1))
    last, samples = samples.values[-1], jax.tree.map(lambda each: each[:-1], samples)
    target = returns(samples, last, settings.trace)
    actor = samples.actor[..., None]
    gain = jnp.take_along_axis(target - samples.values, actor, axis=2)[..., 0]
    counted = samples.current.astype(jnp.float32)
    total = jnp.sum(counted)
    mean = jnp.sum(gain * counted) / total
    spread = jnp.sqrt(jnp.sum(counted * (gain - mean) ** 2) / total)
    batch = Batch(samples, target, (gain - mean) / (spread + 1e-6))
    size = settings.steps * settings.lanes
    batch = jax.tree.map(lambda each: each.reshape(size, *each.shape[2:]), batch)
    return lanes, batch, _results(lanes, samples)


@partial(jax.jit, static_argnames=("settings",), donate_argnums=(0,))
def learn(
    learner: Learner, rules: Rules, batch: Batch, key: Array, rate: Array, entropy: Array, settings: Settings
) -> tuple[Learner, Array]:
    """Learns from all decisions once."""
    size = settings.steps * settings.lanes
    order = jax.random.permutation(key, size).reshape(-1, settings.batch)

    def one(learner: Learner, index: Array) -> tuple[Learner, Array]:
        part = jax.tree.map(lambda each: each[index], batch)
        of = jax.tree.map(lambda each: each[index % settings.lanes], rules)
        gradient, told = jax.grad(loss_of, has_aux=True)(
            learner.weights, of, part.samples, part.target, part.gain, settings, entropy
        )
        return update(learner, gradient, rate), told

    learner, told = jax.lax.scan(one, learner, order)
    return learner, jnp.mean(told, axis=0)


def _results(lanes: Lanes, samples: Sample) -> Array:
    """How often the present network won, per seat and relative to equality: against the past and
    against linear players; then the games that ended. Styles of lanes that ended are not known
    any more, so the last decision's player stands for the rest."""
    count = samples.done.shape[1]
    lane = jnp.arange(count)[None]
    players = lanes.rules.players[None].astype(jnp.float32)
    share = jnp.take_along_axis(samples.shares, samples.actor[..., None], axis=2)[..., 0] * players
    half, quarter = count // 2, count // 4
    found = []
    for low, high in ((half, half + quarter), (half + quarter, count)):
        ended = samples.done & samples.current & (lane >= low) & (lane < high)
        found.append(jnp.sum(jnp.where(ended, share, 0)) / jnp.maximum(jnp.sum(ended), 1))
    return jnp.stack([*found, jnp.sum(samples.done).astype(jnp.float32)])


def save(path: Path, weights: Weights) -> None:
    np.savez(path, **{name: np.asarray(each) for name, each in weights._asdict().items()})


def train(settings: Settings, seconds: float, folder: Path, seed: int = 0, start: Path | None = None) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    key = jax.random.key(seed)
    key, first, second = jax.random.split(key, 3)
    learner = new_learner(first)
    if start:
        loaded = np.load(start)
        weights = Weights(*(jnp.asarray(loaded[name]) for name in Weights._fields))
        learner = learner._replace(weights=weights, mean=jax.tree.map(jnp.copy, weights))
    learner = jax.tree.map(jnp.copy, learner)
    lanes = new_lanes(settings.lanes, seed, second)
    pool = [jax.tree.map(jnp.copy, learner.weights)]
    began, said, number, games = time.perf_counter(), 0.0, 0, 0.0
    random = np.random.default_rng(seed)
    sums = []
    while True:
        passed = time.perf_counter() - began
        if passed > seconds:
            break
        part = passed / seconds
        rate = settings.final_rate + (settings.rate - settings.final_rate) * 0.5 * (1 + np.cos(np.pi * part))
        rate *= min(1.0, (number + 1) / 20)
        entropy = settings.entropy * (settings.final_entropy / settings.entropy) ** part
        key, each = jax.random.split(key)
        at = time.perf_counter()
        past = pool[int(random.integers(len(pool)))]
        lanes, batch, results = rollout(learner.weights, past, lanes, each, settings)
        if number in (0, 3):
            jax.block_until_ready(results)
            print(f"played {time.perf_counter() - at:.2f} s", flush=True)
        learner, told = learn(
            learner, lanes.rules, batch, each, jnp.float32(rate), jnp.float32(entropy), settings
        )
        del batch
        sums.append(jnp.concatenate([told, results]))
        if number in (0, 3):
            jax.block_until_ready(told)
            print(f"learned {time.perf_counter() - at:.2f} s", flush=True)
        number += 1
        if number == 1:
            jax.block_until_ready(told)
            print(f"compiled in {time.perf_counter() - began:.0f} s", flush=True)
            began = time.perf_counter()
        if number % 10 == 0:
            if len(pool) < 12:
                pool.append(jax.tree.map(jnp.copy, learner.mean))
            elif number % 50 == 0:
                pool[int(random.integers(12))] = jax.tree.map(jnp.copy, learner.mean)
            found = np.mean(np.asarray(jnp.stack(sums)), axis=0)
            games += float(found[-1]) * len(sums)
            sums = []
            passed = time.perf_counter() - began
            if passed - said > 10:
                said = passed
                print(
                    f"{passed:6.0f} s  {number} iterations  {games / 1e6:.2f} M games  policy {found[0]:.4f}"
                    f"  value {found[1]:.4f}  entropy {found[2]:.3f}  past {found[3]:.3f}  linear {found[4]:.3f}",
                    flush=True,
                )
        if number % 200 == 0:
            save(folder / "network.npz", learner.mean)
    save(folder / "network.npz", learner.mean)
    save(folder / "last.npz", learner.weights)
    print("saved", number, "iterations", games, "games", flush=True)
