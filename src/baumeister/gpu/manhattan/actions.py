"""A short list of actions that has all legal ones, to train with.

There are 652 action numbers, of which a player can rarely use more than 50.
"""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jax import Array

from baumeister.fast.manhattan.numbers import CHOOSE, FORFEIT, ONE, SECOND, SECOND_ONE
from baumeister.games.manhattan.board import SITES
from baumeister.gpu.bits import at, nth_bit
from baumeister.gpu.manhattan.inputs import build_rows
from baumeister.gpu.manhattan.legal import mask
from baumeister.gpu.manhattan.position import Position, Rules, copies
from baumeister.gpu.manhattan.seen import seen_by

ENTRIES = 8
"""Cards in a hand times colours of a player, at most."""


class Actions(NamedTuple):
    """Builds where the seat has a card, all choices, and forfeits of one card."""

    numbers: Array  # (192 + 156,)
    legal: Array
    rows: Array  # (4, 8, 6, BUILD_ROWS)
    places: Array  # (8, 6)


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
