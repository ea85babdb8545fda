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

from baumeister.fast.manhattan.network_inputs import (
    ACTION_UNITS,
    BUILD_ROWS,
    CHOICE_ROWS,
    DISTRICT_ROWS,
    DISTRICT_UNITS,
    LAST_UNITS,
    PLACE_ROWS,
    PLACE_UNITS,
    WHOLE_ROWS,
    WHOLE_UNITS,
)
from baumeister.gpu.manhattan.inputs import Inputs


class Weights(NamedTuple):
    """All weights; the first axis of a matrix is its input."""

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


SHAPES = Weights(
    place=(PLACE_ROWS, PLACE_UNITS),
    place_bias=(PLACE_UNITS,),
    district=(DISTRICT_ROWS, DISTRICT_UNITS),
    district_bias=(DISTRICT_UNITS,),
    from_places=(PLACE_UNITS, DISTRICT_UNITS),
    whole=(WHOLE_ROWS, WHOLE_UNITS),
    whole_bias=(WHOLE_UNITS,),
    whole_from_places=(PLACE_UNITS, WHOLE_UNITS),
    whole_from_districts=(DISTRICT_UNITS, WHOLE_UNITS),
    last=(WHOLE_UNITS, LAST_UNITS),
    last_bias=(LAST_UNITS,),
    value=(LAST_UNITS, 4),
    value_bias=(4,),
    action_place=(PLACE_ROWS, ACTION_UNITS),
    action_build=(BUILD_ROWS, ACTION_UNITS),
    action_choice=(CHOICE_ROWS, ACTION_UNITS),
    action_bias=(ACTION_UNITS,),
    choice_bias=(ACTION_UNITS,),
    action_district=(DISTRICT_UNITS, ACTION_UNITS),
    action_last=(LAST_UNITS, ACTION_UNITS),
    choice_last=(LAST_UNITS, ACTION_UNITS),
    build_out=(ACTION_UNITS,),
    choice_out=(ACTION_UNITS,),
)  # type: ignore[arg-type]

ACTIVE = {"place": 16, "district": 6, "whole": 60, "action_place": 16, "action_build": 11, "action_choice": 5}
"""How many rows of sparse inputs are active, about; it sets the scale of the first weights."""
SUMMED = {"from_places": 9, "whole_from_places": 54, "whole_from_districts": 6}
"""How many vectors are summed before a matrix is applied."""
PLACES_SCALE, WHOLE_SCALE, DISTRICTS_SCALE = 1 / 4, 1 / 16, 1 / 3
"""Sums over places and districts are scaled, so that all weights have the same size."""


def initial(key: Array) -> Weights:
    """Random weights; the last layers start near 0."""
    made = []
    for name, shape, each in zip(Weights._fields, SHAPES, jax.random.split(key, len(SHAPES)), strict=True):
        if name.endswith("bias"):
            made.append(jnp.zeros(shape))
            continue
        scale = (2 / ACTIVE.get(name, shape[0])) ** 0.5
        if name in ("value", "build_out", "choice_out"):
            scale *= 0.1
        if name.startswith("action_") or name == "choice_last":
            scale *= 0.6
        made.append(scale * jax.random.normal(each, shape))
    return Weights(*made)


def apply(weights: Weights, x: Inputs) -> tuple[Array, Array]:
    """Logits of all action numbers of two colours, and the logits of each player's win, counted
    from the seat. The inputs are a batch."""
    half = jnp.bfloat16
    w = Weights(*(each.astype(half) for each in weights))
    x = Inputs(*(each.astype(half) for each in x[:-1]), x.players)

    def times(rows: Array, matrix: Array) -> Array:
        return jnp.matmul(rows, matrix, preferred_element_type=jnp.float32)

    places = jax.nn.relu(times(x.place, w.place) + weights.place_bias)  # (n, 54, units)
    by_district = jnp.sum(places.reshape(-1, 9, 6, PLACE_UNITS), axis=1)
    districts = jax.nn.relu(
        times(x.district, w.district)
        + times((by_district * PLACES_SCALE).astype(half), w.from_places)
        + weights.district_bias
    )
    whole = jax.nn.relu(
        times(x.whole, w.whole)
        + times((jnp.sum(by_district, axis=1) * WHOLE_SCALE).astype(half), w.whole_from_places)
        + times((jnp.sum(districts, axis=1) * DISTRICTS_SCALE).astype(half), w.whole_from_districts)
        + weights.whole_bias
    )
    last = jax.nn.relu(times(whole.astype(half), w.last) + weights.last_bias)
    value = last @ weights.value + weights.value_bias

    at_place = times(x.place, w.action_place)  # (n, 54, action units)
    at_district = times(districts.astype(half), w.action_district)
    shared = times(last.astype(half), w.action_last) + weights.action_bias
    places_all = at_place.reshape(-1, 9, 6, ACTION_UNITS) + at_district[:, None] + shared[:, None, None]
    places_all = places_all.reshape(-1, 1, 1, 54, ACTION_UNITS).astype(half)
    build = times(x.build, w.action_build).astype(half)
    built = jnp.matmul(jax.nn.relu(build + places_all), w.build_out, preferred_element_type=jnp.float32)
    chosen = times(x.choice, w.action_choice) + (
        times(last.astype(half), w.choice_last) + weights.choice_bias
    )[:, None]
    chosen = jax.nn.relu(chosen) @ weights.choice_out
    return numbered(built, chosen), value


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
