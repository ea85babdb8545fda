"""Self-play of Manhattan's network on the GPU engine: many games at once, with mixed opponents.

In half of the lanes all seats follow the present network. In the others only some do, and the rest
are earlier networks, or linear players with new random weights in every game: a network that
knows only itself is weak against others.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax import Array

from baumeister.fast.manhattan.network_inputs import BUILD_ROWS
from baumeister.games.manhattan.game import MANHATTAN
from baumeister.gpu.manhattan.actions import Actions, actions_of
from baumeister.gpu.manhattan.engine import Manhattan, rules_of
from baumeister.gpu.manhattan.inputs import Inputs, inputs
from baumeister.gpu.manhattan.network import Weights, apply_to, half
from baumeister.gpu.manhattan.position import Position, Rules

ENGINE: Final = Manhattan()
PAST = 4
"""A quarter of the lanes plays past networks, another quarter linear players."""
CURRENT, OTHER = 0, 1
LONGEST = 128
"""Random actions in a first game, at most: about as many as a game has."""

BASE: Final = (({"players": 4}, 36), ({"players": 3}, 16), ({"players": 2}, 16))
"""Option sets and how many of 100 lanes they get; the rest has random options."""
LINEAR_MEAN: Final = np.zeros(BUILD_ROWS, np.float32)
LINEAR_MEAN[0:15] = np.tile([-0.8, -0.3, 0.0, 0.2, 0.6], 3)  # capture
LINEAR_MEAN[33:40] = [0, 0, 0, 0, 1.0, 1.0, 0.8]  # tower
LINEAR_MEAN[46:50] = [1.0, 0.0, -0.5, 1.5]  # onto
LINEAR_MEAN[50:56] = [0.0, -1.0, 1.0, 2.0, 1.0, 3.0]  # majority


class Lanes(NamedTuple):
    """The games in play; every field has an axis of lanes."""

    rules: Rules
    position: Position
    styles: Array  # (n, 4): CURRENT or OTHER, by seat
    linear: Array  # (n, BUILD_ROWS): the weights of linear players


class Sample(NamedTuple):
    """A decision, and what is needed to learn from it."""

    position: Position
    action: Array
    log_probability: Array
    actor: Array
    current: Array  # whether the present network decided
    values: Array  # (4,) by player
    done: Array
    shares: Array  # (4,) by player, if done


def option_sets(lanes: int, seed: int) -> list[dict[str, Any]]:
    """The options of each lane: in every run of 100 lanes the same mixture."""
    random = np.random.default_rng(seed)
    found: list[dict[str, Any]] = []
    while len(found) < 100:
        for options, many in BASE:
            if sum(each == options for each in found) < many:
                found.append(options)
        if sum(each not in [options for options, _ in BASE] for each in found) < 32:
            found.append(_random_options(random))
    order = random.permutation(100)
    return [found[order[lane % 100]] for lane in range(lanes)]


def _random_options(random: np.random.Generator) -> dict[str, Any]:
    options: dict[str, Any] = {"players": int(random.choice([2, 3, 4], p=[0.25, 0.25, 0.5]))}
    editions = ("hig-2017", "999-games-2017", "hig-1994", "ludodelire-1994", "act-in-games-2018")
    options["edition"] = str(random.choice(editions))
    if options["players"] == 2 and random.random() < 0.3:
        options["colours_each"] = 1
    if random.random() < 0.5:
        options["urban"] = True
        options["megacity_all"] = bool(random.random() < 0.3)
    variants = [each for each in ("progressive", "anti-trust") if random.random() < 0.25]
    kind = random.random()
    if kind < 0.4:
        variants.append("godzilla" if kind < 0.2 else "baby-godzilla")
        options["monster_moves"] = str(random.choice(["with-card", "after-block"]))
    options["variants"] = variants
    one_colour = options["players"] > 2 or "colours_each" in options
    if one_colour and random.random() < 0.25:  # more than ENTRIES otherwise
        options["hand"] = int(random.choice([5, 6]))
    if random.random() < 0.3:
        options["choice"] = str(random.choice(["secret", "one-by-one"]))
    return options


def new_lanes(count: int, seed: int, key: Array) -> Lanes:
    chosen = [MANHATTAN.options(each) for each in option_sets(min(count, 100), seed)]
    kinds = [rules_of(each) for each in chosen]
    index = np.arange(count) % len(kinds)
    rules = Rules(*(jnp.asarray(np.stack(each)[index]) for each in zip(*kinds, strict=True)))
    first, second, third = jax.random.split(key, 3)
    position = _begun(rules, first)
    return Lanes(rules, position, new_styles(second, count), new_linear(third, count))


@jax.jit
def _begun(rules: Rules, key: Array) -> Position:
    """A game in every lane after up to `LONGEST` random actions, so that what is learned together
    comes from all parts of a game."""
    first, second, third = jax.random.split(key, 3)
    count = rules.players.shape[0]
    position = jax.vmap(ENGINE.new_game)(rules, jax.random.bits(first, (count,), jnp.uint32))
    many = jax.random.randint(second, (count,), 0, LONGEST)

    def step(at: Array, position: Position) -> Position:
        drawn = jax.random.bits(jax.random.fold_in(third, at), (2, count), jnp.uint32)
        number = jax.vmap(ENGINE.random_action)(rules, position, drawn[0])
        after = jax.vmap(ENGINE.step)(rules, position, number, drawn[1])
        over = jax.vmap(ENGINE.actor)(rules, after) == -2
        chosen: Position = _chosen((at < many) & ~over, after, position)
        return chosen

    found: Position = jax.lax.fori_loop(0, LONGEST, step, position)
    return found


def _chosen(flags: Array, new: Any, old: Any) -> Any:
    """The new arrays in the lanes with a flag, else the old ones."""

    def one(new: Array, old: Array) -> Array:
        return jnp.where(flags.reshape((-1,) + (1,) * (old.ndim - 1)), new, old)

    return jax.tree.map(one, new, old)


def new_styles(key: Array, count: int) -> Array:
    """By lane and seat: in the first half all are CURRENT."""
    drawn = jax.random.bernoulli(key, 0.5, (count, 4)).astype(jnp.int32)
    return jnp.where((jnp.arange(count) < count // 2)[:, None], CURRENT, drawn)


def new_linear(key: Array, count: int) -> Array:
    """Weights of linear players; they differ in what they like and in how sure they are."""
    noise, scale = jax.random.split(key)
    sure = jnp.exp(jax.random.normal(scale, (count, 1)) * 0.5)
    return (jnp.asarray(LINEAR_MEAN) + 0.7 * jax.random.normal(noise, (count, BUILD_ROWS))) * sure


def by_player(rules: Rules, seat: Array, relative: Array) -> Array:
    """(n, 4) values counted from the seat, by player."""
    player = (jnp.arange(4)[None] - seat[:, None]) % rules.players[:, None]
    found = jnp.take_along_axis(relative, player, axis=1)
    return jnp.where(jnp.arange(4)[None] < rules.players[:, None], found, 0)


def chances(rules: Rules, logits: Array) -> Array:
    """(n, 4) winning chances, counted from the seat."""
    return jax.nn.softmax(jnp.where(jnp.arange(4)[None] < rules.players[:, None], logits, -1e9))


def decide(
    weights: Weights, rules: Rules, position: Position
) -> tuple[Inputs, Actions, Array, Array, Array]:
    """The inputs, actions, logits, logits of the win and deciding player of every lane."""
    actor = jnp.maximum(jax.vmap(ENGINE.actor)(rules, position), 0)
    x = jax.vmap(partial(inputs, builds=False))(rules, position, actor)
    actions = jax.vmap(actions_of)(rules, position, actor)
    logits, value = apply_to(weights, x, actions)
    return x, actions, logits, value, actor


def play(weights: Weights, past: Weights, lanes: Lanes, key: Array) -> tuple[Lanes, Sample]:
    """One decision in every lane."""
    keys = jax.random.split(key, 5)
    count = lanes.styles.shape[0]
    middle = count // 2
    later = middle + count // PAST
    x, actions, logits, value, actor = decide(weights, lanes.rules, lanes.position)
    style = jnp.take_along_axis(lanes.styles, actor[:, None], axis=1)[:, 0]
    earlier, _ = apply_to(past, *jax.tree.map(lambda each: each[middle:later], (x, actions)))
    linear = jnp.einsum("nzedk,nk->nzed", half(actions.rows[later:]), half(lanes.linear[later:]))
    linear = linear.reshape(count - later, -1).astype(jnp.float32)
    linear = jnp.concatenate([linear, logits[later:, linear.shape[1] :]], axis=1)
    other = jnp.concatenate([logits[:middle], earlier, linear])
    other = jnp.where(actions.legal, other, -1e9)
    chosen = jax.random.categorical(keys[0], jnp.where((style == CURRENT)[:, None], logits, other))
    logs = jax.nn.log_softmax(logits)
    log_probability = jnp.take_along_axis(logs, chosen[:, None], axis=1)[:, 0]
    number = jnp.take_along_axis(actions.numbers, chosen[:, None], axis=1)[:, 0]
    bits = jax.random.bits(keys[1], (count,), jnp.uint32)
    after = jax.vmap(ENGINE.step)(lanes.rules, lanes.position, number, bits)
    done = jax.vmap(ENGINE.actor)(lanes.rules, after) == -2
    shares = jax.vmap(ENGINE.shares)(lanes.rules, after)
    fresh = jax.vmap(ENGINE.new_game)(lanes.rules, jax.random.bits(keys[2], (count,), jnp.uint32))

    values = by_player(lanes.rules, actor, chances(lanes.rules, value))
    sample = Sample(
        lanes.position, chosen, log_probability, actor, style == CURRENT, values, done, shares
    )
    return Lanes(
        lanes.rules,
        _chosen(done, fresh, after),
        _chosen(done, new_styles(keys[3], count), lanes.styles),
        _chosen(done, new_linear(keys[4], count), lanes.linear),
    ), sample
