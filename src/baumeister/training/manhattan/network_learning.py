"""Learning from self-play: a policy gradient with clipped ratios (PPO, Schulman and others 2017)
over λ-returns; the values learn the shares of the win."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from baumeister.gpu.manhattan import network
from baumeister.gpu.manhattan.inputs import inputs
from baumeister.gpu.manhattan.network import Weights
from baumeister.gpu.manhattan.position import Rules
from baumeister.training.manhattan.self_play import Lanes, Sample, decide, play

DRIFT = 1e-4
"""The weight of the square of the logits' common size."""
LEARNED = 0.72
"""The share of decisions to learn from: a little less than are the present network's own."""


class Settings(NamedTuple):
    """What does not change during a training."""

    lanes: int = 65536
    steps: int = 24
    batch: int = 32768
    trace: float = 0.95  # λ
    clip: float = 0.2
    value_weight: float = 0.5


class Now(NamedTuple):
    """What changes from one iteration to the next."""

    key: Array
    rate: Array
    entropy: Array


class Learner(NamedTuple):
    weights: Weights
    mean: Weights  # of the weights, over the last updates
    first: Weights  # Adam's moments
    second: Weights
    updates: Array


def new_learner(key: Array) -> Learner:
    weights = network.initial(key)
    first, second = (jax.tree.map(jnp.zeros_like, weights) for _ in range(2))
    return Learner(weights, jax.tree.map(jnp.copy, weights), first, second, jnp.int32(0))


def update(learner: Learner, gradient: Weights, rate: Array) -> Learner:
    """A step of Adam, with the gradient clipped, and the running mean of the weights."""
    norm = jnp.sqrt(sum(jnp.sum(each * each) for each in gradient))
    scale = jnp.minimum(1.0, 1.0 / (norm + 1e-9))
    count = learner.updates + 1
    steps = count.astype(jnp.float32)
    first = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * scale * g, learner.first, gradient)
    second = jax.tree.map(
        lambda v, g: 0.999 * v + 0.001 * (scale * g) ** 2, learner.second, gradient
    )

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


class Batch(NamedTuple):
    """What is learned from, with one axis of decisions."""

    samples: Sample
    target: Array
    gain: Array


def value_loss(rules: Rules, seat: Array, logits: Array, target: Array) -> Array:
    """The cross-entropy of each lane's chances of winning, which are counted from a seat."""
    here = jnp.arange(4)[None] < rules.players[:, None]
    logs = jax.nn.log_softmax(jnp.where(here, logits, -1e9))
    player = (jnp.arange(4)[None] + seat[:, None]) % rules.players[:, None]
    wanted = jnp.take_along_axis(target, player, axis=1)
    return -jnp.sum(jnp.where(here, wanted * logs, 0), axis=1)


def loss_of(
    weights: Weights, rules: Rules, batch: Batch, now: Now, settings: Settings
) -> tuple[Array, Array]:
    """The loss of a batch, and its parts: policy, value, value seen by others, entropy.

    A search evaluates positions as its own seat sees them, whoever is to act, so the values learn
    from the views of others too.
    """
    samples, target, gain = batch
    _, _, logits, value, _ = decide(weights, rules, samples.position)
    counted = samples.current.astype(jnp.float32)

    def mean(values: Array) -> Array:
        return jnp.sum(counted * values) / jnp.maximum(jnp.sum(counted), 1)

    logs = jax.nn.log_softmax(logits)
    chosen = jnp.take_along_axis(logs, samples.action[:, None], axis=1)[:, 0]
    ratio = jnp.exp(jnp.clip(chosen - samples.log_probability, -5, 5))
    clipped = jnp.clip(ratio, 1 - settings.clip, 1 + settings.clip)
    policy = -mean(jnp.minimum(ratio * gain, clipped * gain))
    entropy = mean(-jnp.sum(jnp.where(logits > -1e8, jnp.exp(logs) * logs, 0), axis=1))
    own = mean(value_loss(rules, samples.actor, value, target))
    others = _seen_by_others(weights, rules, batch, now.key)
    # softmax ignores what all logits have in common, but 16 bits of precision do not
    drift = jnp.mean(jax.nn.logsumexp(logits, axis=1) ** 2)
    values = settings.value_weight * (own + others)
    loss = policy + values - now.entropy * entropy + DRIFT * drift
    return loss, jnp.stack([policy, own, others, entropy])


def _seen_by_others(weights: Weights, rules: Rules, batch: Batch, key: Array) -> Array:
    """The loss of the values as a random other seat sees them, over the first half of a batch."""
    first = batch.target.shape[0] // 2
    rules, batch = jax.tree.map(lambda each: each[:first], (rules, batch))
    actor = batch.samples.actor
    drawn = jax.random.randint(key, actor.shape, 0, 6)
    other = (actor + 1 + drawn % (rules.players - 1)) % rules.players
    seen = jax.vmap(partial(inputs, builds=False))(rules, batch.samples.position, other)
    found = value_loss(rules, other, network.evaluate(weights, seen)[1], batch.target)
    counted = batch.samples.current.astype(jnp.float32)
    return jnp.sum(counted * found) / jnp.maximum(jnp.sum(counted), 1)


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
    learner: Learner, rules: Rules, batch: Batch, now: Now, settings: Settings
) -> tuple[Learner, Array]:
    """Learns from all decisions once."""
    size = settings.steps * settings.lanes
    drawn = jax.random.uniform(now.key, (size,)) + ~batch.samples.current  # others last
    many = int(LEARNED * size) // settings.batch
    order = jnp.argsort(drawn)[: many * settings.batch].reshape(many, settings.batch)

    def one(learner: Learner, index: Array) -> tuple[Learner, Array]:
        part = jax.tree.map(lambda each: each[index], batch)
        of = jax.tree.map(lambda each: each[index % settings.lanes], rules)
        key = jax.random.fold_in(now.key, learner.updates)
        gradient, told = jax.grad(loss_of, has_aux=True)(
            learner.weights, of, part, now._replace(key=key), settings
        )
        return update(learner, gradient, now.rate), told

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
