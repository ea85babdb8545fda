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
from baumeister.fast.manhattan.numbers import CHOOSE, FORFEIT, ONE, SECOND, SECOND_ONE
from baumeister.games.manhattan.board import SITES
from baumeister.gpu.bits import at, nth_bit
from baumeister.gpu.manhattan.inputs import Inputs, build_rows, seen_by
from baumeister.gpu.manhattan.legal import mask
from baumeister.gpu.manhattan.position import Position, Rules, copies


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


class Hidden(NamedTuple):
    """What logits of actions come from."""

    districts: Array
    last: Array


def half(each: Array) -> Array:
    return each.astype(jnp.bfloat16)


def times(rows: Array, matrix: Array) -> Array:
    """A product in 16 bits, summed in 32."""
    return jnp.matmul(half(rows), half(matrix), preferred_element_type=jnp.float32)


def evaluate(w: Weights, x: Inputs) -> tuple[Hidden, Array]:
    """The hidden layers of a batch, and the logits of each player's win, counted from the seat."""
    places = jax.nn.relu(times(x.place, w.place) + w.place_bias)  # (n, 54, units)
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
    return Hidden(districts, last), last @ w.value + w.value_bias


def logits_at(w: Weights, x: Inputs, hidden: Hidden) -> Array:
    """(n, 54, units): what the builds on a place have in common."""
    shared = times(hidden.last, w.action_last) + w.action_bias
    rows = times(x.place, w.action_place).reshape(-1, 9, 6, ACTION_UNITS)
    found = rows + times(hidden.districts, w.action_district)[:, None] + shared[:, None, None]
    return found.reshape(-1, 54, ACTION_UNITS)


def build_logits(w: Weights, rows: Array, places: Array) -> Array:
    """Logits of builds, from their rows and what `logits_at` says of their places."""
    units = jax.nn.relu(half(times(rows, w.action_build)) + half(places))
    return jnp.sum((units * half(w.build_out)).astype(jnp.float32), axis=-1)


def choice_logits(w: Weights, x: Inputs, hidden: Hidden) -> Array:
    shared = times(hidden.last, w.choice_last) + w.choice_bias
    units = jax.nn.relu(half(times(x.choice, w.action_choice)) + half(shared[:, None]))
    return jnp.sum((units * half(w.choice_out)).astype(jnp.float32), axis=-1)


class Actions(NamedTuple):
    """A list of action numbers that has all legal ones, shorter than all numbers: builds only
    where the seat has a card, and forfeits of one card."""

    numbers: Array  # (192 + 156,)
    legal: Array
    rows: Array  # (4, 8, 6, BUILD_ROWS)
    places: Array  # (8, 6)


ENTRIES = 8
"""Cards in a hand times colours of a player, at most."""


def actions_of(rules: Rules, p: Position, seat: Array) -> Actions:
    hand = at(jnp.stack(p.hands), seat)
    held = sum(((copies(hand, k) > 0).astype(jnp.uint32) << k for k in range(9)), jnp.uint32(0))
    both = held | jnp.where(rules.slots == 2, held << 9, 0)
    index = nth_bit(both, jnp.arange(ENTRIES))
    there = jnp.arange(ENTRIES) < jax.lax.population_count(both)
    position, slot = index % 9, index // 9
    places = 6 * position[:, None] + jnp.arange(6)
    slots = jnp.broadcast_to(slot[:, None], places.shape)
    sizes = jnp.arange(4)
    builds = SECOND * slots + SITES * sizes[:, None, None] + places
    card = at(jnp.asarray(rules.card_of), (seat, nth_bit(held, jnp.uint32(0))))
    numbers = jnp.concatenate([
        builds.ravel(), CHOOSE + jnp.arange(ONE - CHOOSE), ONE + 3 - sizes, SECOND_ONE + 3 - sizes,
        FORFEIT + 4 * card + sizes, SECOND + FORFEIT + 4 * card + sizes,
    ])  # fmt: skip
    legal = at(mask(rules, p, SECOND_ONE + 4), numbers)
    listed = jnp.broadcast_to(there[None, :, None], builds.shape).ravel()
    legal = legal & jnp.concatenate([listed, jnp.ones(len(numbers) - listed.size, bool)])
    rows = build_rows(seen_by(rules, p, seat), slots, places)
    return Actions(numbers, legal, rows, places)


def apply_to(w: Weights, x: Inputs, actions: Actions) -> tuple[Array, Array]:
    """As `apply`, but logits only of these actions."""
    hidden, value = evaluate(w, x)
    at_places = logits_at(w, x, hidden)
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
    built = build_logits(w, x.build, logits_at(w, x, hidden)[:, None, None])
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
