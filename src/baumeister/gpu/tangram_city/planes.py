"""Sets of the 49 fields as two words: four rows of the board, then three.

A board is covered by four such planes, one for the north, east, south and west quarters of its
fields, as in `games/tangram_city/geometry.py`. The last axis of an array holds the two words.
"""

from __future__ import annotations

from typing import Final

import jax.numpy as jnp
import numpy as np
from jax import Array, lax

from baumeister.games.tangram_city.geometry import FIELDS, SIZE

LOW: Final = 4 * SIZE
"""Fields in the first word."""
ALL: Final = np.array([(1 << LOW) - 1, (1 << FIELDS - LOW) - 1], np.uint32)


def plane(fields: int) -> tuple[int, int]:
    """A set of fields, one bit each, as two words."""
    return fields & int(ALL[0]), fields >> LOW


def moved_down(planes: Array, field: Array) -> Array:
    """The sets shifted from the first field to this one; what leaves the board is lost."""
    low, high = planes[..., 0], planes[..., 1]
    by = jnp.asarray(field).astype(jnp.uint32)
    near = by < LOW
    first = jnp.where(near, low << jnp.minimum(by, 31), 0)
    over = jnp.where(near, low >> jnp.where(near, LOW - by, 0), low << jnp.where(near, 0, by - LOW))
    second = jnp.where(near, high << jnp.minimum(by, 31), 0) | over
    return jnp.stack([first, second], axis=-1) & ALL


def moved_up(planes: Array, field: Array) -> Array:
    """The sets shifted from this field to the first one."""
    low, high = planes[..., 0], planes[..., 1]
    by = jnp.asarray(field).astype(jnp.uint32)
    near = by < LOW
    first = jnp.where(near, low >> jnp.minimum(by, 31), high >> jnp.where(near, 0, by - LOW))
    first |= jnp.where(near, high << jnp.where(near, LOW - by, 0), 0)
    second = jnp.where(near, high >> jnp.minimum(by, 31), 0)
    return jnp.stack([first, second], axis=-1) & ALL


def count(planes: Array) -> Array:
    """The number of fields in each set."""
    return jnp.sum(lax.population_count(planes), axis=-1).astype(jnp.int32)


def flags(planes: Array) -> Array:
    """The sets as flags, one for each field."""
    field = np.arange(FIELDS)
    word = jnp.where(field < LOW, planes[..., :1], planes[..., 1:])
    return ((word >> jnp.uint32(field % LOW)) & 1) > 0


def largest_rectangle(fields: Array) -> Array:
    """The area of the largest rectangle within a set (T4.1): for each block of rows, the longest
    run of columns that are full in all of them."""
    rows = [
        (fields[0] >> (SIZE * row)) & 127 if row < 4 else (fields[1] >> (SIZE * (row - 4))) & 127
        for row in range(SIZE)
    ]
    best = jnp.int32(0)
    for top in range(SIZE):
        common = jnp.uint32(127)
        for bottom in range(top, SIZE):
            common = common & rows[bottom]
            left, run = common, jnp.int32(0)
            for _ in range(SIZE):
                run += left != 0
                left &= left >> 1
            best = jnp.maximum(best, run * (bottom - top + 1))
    return best
