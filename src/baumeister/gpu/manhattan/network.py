"""Manhattan's network: a policy and winning chances from what a seat sees.

Rows of weights of the active inputs are summed for each place; rectified, they are summed for each
district, which has inputs of its own; the same again for the whole position. All districts share
their weights, and so do all places. An action's logit comes from the rows of its place and of its
own inputs, its district, and the whole.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from baumeister.fast.manhattan.network_inputs import ACTION_UNITS, PLACE_UNITS
from baumeister.fast.manhattan.networks import DIVISORS, NETWORK_SHAPES
from baumeister.gpu.manhattan.actions import ENTRIES, Actions
from baumeister.gpu.manhattan.inputs import Inputs


class Weights(NamedTuple):
    """All weights, in the order of `NETWORK_SHAPES`."""

    place: Array
    place_bias: Array
    district: Array
    district_bias: Array
    from_places: Array  # to a district
    whole: Array
    whole_bias: Array
    whole_from_places: Array
    whole_from_districts: Array
    last: Array
    last_bias: Array
    value: Array
    value_bias: Array
    action_place: Array  # rows of a place, for the actions there
    action_build: Array
    action_choice: Array
    action_bias: Array
    choice_bias: Array
    action_district: Array
    action_last: Array
    choice_last: Array
    build_out: Array
    choice_out: Array


ACTIVE = {
    "place": 16,
    "district": 6,
    "whole": 60,
    "action_place": 16,
    "action_build": 11,
    "action_choice": 5,
}
"""How many rows of sparse inputs are active, about; it sets the scale of the first weights."""
PLACES_SCALE, WHOLE_SCALE, DISTRICTS_SCALE = (1 / each for each in DIVISORS.values())
"""Sums over places and districts are scaled, so that all weights have the same size."""


def initial(key: Array) -> Weights:
    """Random weights; the last layers start near 0."""
    keys = jax.random.split(key, len(NETWORK_SHAPES))
    shapes = NETWORK_SHAPES.items()
    return Weights(*(_drawn(*each, keys[at]) for at, each in enumerate(shapes)))


def _drawn(name: str, shape: tuple[int, ...], key: Array) -> Array:
    if name.endswith("bias"):
        return jnp.zeros(shape)
    scale = (2 / ACTIVE.get(name, shape[0])) ** 0.5
    if name in {"value", "build_out", "choice_out"}:
        scale *= 0.1
    if name.startswith("action_") or name == "choice_last":
        scale *= 0.6
    return scale * jax.random.normal(key, shape)


class Hidden(NamedTuple):
    """What logits of actions come from."""

    rows: Array  # of places, for the actions there
    districts: Array
    last: Array


def half(each: Array) -> Array:
    return each.astype(jnp.bfloat16)


def times(rows: Array, matrix: Array) -> Array:
    """A product in 16 bits, summed in 32."""
    return jnp.matmul(half(rows), half(matrix), preferred_element_type=jnp.float32)


def evaluate(w: Weights, x: Inputs) -> tuple[Hidden, Array]:
    """The hidden layers of a batch, and the logits of each player's win, counted from the seat."""
    rows = times(x.place, jnp.concatenate([w.place, w.action_place], axis=1))  # (n, 54, units)
    places = jax.nn.relu(rows[..., :PLACE_UNITS] + w.place_bias)
    by_district = jnp.sum(places.reshape(-1, 9, 6, PLACE_UNITS), axis=1)
    districts = jax.nn.relu(
        times(x.district, w.district)
        + times(by_district * PLACES_SCALE, w.from_places)
        + w.district_bias
    )
    whole = jax.nn.relu(
        times(x.whole, w.whole)
        + times(jnp.sum(by_district, axis=1) * WHOLE_SCALE, w.whole_from_places)
        + times(jnp.sum(districts, axis=1) * DISTRICTS_SCALE, w.whole_from_districts)
        + w.whole_bias
    )
    last = jax.nn.relu(times(whole, w.last) + w.last_bias)
    return Hidden(rows[..., PLACE_UNITS:], districts, last), last @ w.value + w.value_bias


def logits_at(w: Weights, hidden: Hidden) -> Array:
    """(n, 54, units): what the builds on a place have in common."""
    shared = times(hidden.last, w.action_last) + w.action_bias
    rows = hidden.rows.reshape(-1, 9, 6, ACTION_UNITS)
    found = rows + times(hidden.districts, w.action_district)[:, None] + shared[:, None, None]
    return found.reshape(-1, 54, ACTION_UNITS)


def build_logits(w: Weights, rows: Array, places: Array) -> Array:
    """Logits of builds, from their rows and what `logits_at` says of their places."""
    return jnp.sum(jax.nn.relu(times(rows, w.action_build) + places) * w.build_out, axis=-1)


def choice_logits(w: Weights, x: Inputs, hidden: Hidden) -> Array:
    shared = times(hidden.last, w.choice_last) + w.choice_bias
    units = jax.nn.relu(times(x.choice, w.action_choice) + shared[:, None])
    return jnp.sum(units * w.choice_out, axis=-1)


def apply_to(w: Weights, x: Inputs, actions: Actions) -> tuple[Array, Array]:
    """As `apply`, but logits only of these actions."""
    hidden, value = evaluate(w, x)
    at_places = logits_at(w, hidden)
    index = actions.places.reshape(-1, 6 * ENTRIES, 1)
    there = jnp.take_along_axis(at_places, index, axis=1)
    there = there.reshape(-1, 1, ENTRIES, 6, ACTION_UNITS)
    built = build_logits(w, actions.rows, there).reshape(-1, 24 * ENTRIES)
    logits = jnp.concatenate([built, choice_logits(w, x, hidden)], axis=1)
    return jnp.where(actions.legal, logits, -1e9), value


def apply(w: Weights, x: Inputs) -> tuple[Array, Array]:
    """Logits of all action numbers of two colours, and the logits of each player's win, counted
    from the seat. The inputs are a batch."""
    hidden, value = evaluate(w, x)
    built = build_logits(w, x.build, logits_at(w, hidden)[:, None, None])
    return numbered(built, choice_logits(w, x, hidden)), value


def numbered(built: Array, chosen: Array) -> Array:
    """The logits in the order of the action numbers (`fast/manhattan/numbers.py`)."""
    count = built.shape[0]
    builds = built.reshape(count, 2, 216)
    selections, first, second = chosen[:, :140], chosen[:, 140:144], chosen[:, 144:148]
    forfeits = [jnp.tile(chosen[:, 148 + 4 * slot : 152 + 4 * slot], (1, 9)) for slot in (0, 1)]
    parts = [
        builds[:, 0], forfeits[0], selections, first[:, ::-1],
        builds[:, 1], forfeits[1], second[:, ::-1],
    ]  # fmt: skip
    return jnp.concatenate(parts, axis=1)
