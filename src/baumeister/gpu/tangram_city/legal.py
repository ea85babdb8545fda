"""Where pieces fit, and the legal actions of the player to decide (T3)."""

from __future__ import annotations

import jax.numpy as jnp
from jax import Array, lax

from baumeister.fast.tangram_city.numbers import A_CARD, COUNT, FOUNTAIN, NO_FOUNTAIN, SIDE, SKIP
from baumeister.games.tangram_city.geometry import FIELDS
from baumeister.gpu.bits import at, random_bit, rarely
from baumeister.gpu.tangram_city.planes import ALL, LOW, flags, moved_up
from baumeister.gpu.tangram_city.position import (
    FOUNTAIN_BIT,
    LANES,
    LAST_CARDS,
    SIDE_BIT,
    SPOT_KINDS,
    Position,
    Rules,
    tile_of,
)

UNROLLED = 16  # cells of a tile; larger ones, of sets drawn by hand, are handled in a loop


def free_parts(cover: Array) -> Array:
    """(6, 2) by kind of a cell, the fields where it is free: halves ne, se, sw, nw, whole, any."""
    quarters = ~(cover[0] | cover[1]) & ALL
    half = quarters & jnp.roll(quarters, -1, axis=0)
    return jnp.concatenate([half, (half[0] & half[2])[None], jnp.asarray(ALL)[None]])


def ways(rules: Rules, free: Array, tile: Array) -> Array:
    """(8, 2) by lane, the fields where the top left corner of a tile may lie."""
    kinds, offsets = at(rules.kinds, tile), at(rules.offsets, tile)

    def one(cell: Array | int, found: Array) -> Array:
        fits = moved_up(at(free, kinds[cell]), offsets[cell])
        return found & jnp.where((kinds[cell] == 5)[:, None], ALL, fits)

    found = at(rules.corners, tile)
    if kinds.shape[0] > UNROLLED:
        return lax.fori_loop(0, kinds.shape[0], one, found)
    for cell in range(kinds.shape[0]):
        found = one(cell, found)
    return found


def _placed(rules: Rules, free: Array, p: Position, k: int, wanted: Array) -> Array:
    """(8, 2) by lane, where the k-th card may be placed now; only the last round has several."""
    tile = tile_of(p, k)
    if k == 0:
        return jnp.where(wanted, ways(rules, free, tile), 0)
    none = jnp.zeros((LANES, 2), jnp.uint32)
    return rarely(wanted, _other_ways, none, rules, free, tile)


def _other_ways(_: Array, rules: Rules, free: Array, tile: Array) -> Array:
    return ways(rules, free, tile)


def _board(p: Position) -> Array:
    return at(p.cover, jnp.maximum(p.turn, 0))


def _todo(p: Position) -> Array:
    """What the actor may decide now: cards before the fountain; nothing if nobody is to act."""
    todo = jnp.where(p.turn >= 0, at(p.todo, jnp.maximum(p.turn, 0)), 0)
    return jnp.where((todo & 7) != 0, todo & 7, todo)


def mask(rules: Rules, p: Position) -> Array:
    """Flags of the legal action numbers."""
    free = free_parts(_board(p))
    todo = _todo(p)
    parts = []
    for k in range(LAST_CARDS):
        wanted = (todo >> k & 1) > 0
        parts += [flags(_placed(rules, free, p, k, wanted)).reshape(-1), wanted[None]]
    fountain = (todo & FOUNTAIN_BIT) > 0
    spots = flags(free[jnp.array(SPOT_KINDS)]).T.reshape(-1)
    side = jnp.broadcast_to((todo & SIDE_BIT) > 0, (2,))
    return jnp.concatenate([*parts, spots & fountain, fountain[None], side])


def random_action(rules: Rules, p: Position, bits: Array) -> Array:
    """The number of a legal action, all equally likely; 0 when the game is over."""
    free = free_parts(_board(p))
    todo = _todo(p)
    sets = []
    for k in range(LAST_CARDS):
        wanted = (todo >> k & 1) > 0
        placed = _placed(rules, free, p, k, wanted)
        sets += [placed[lane, word] for lane in range(LANES) for word in (0, 1)]
        sets.append(wanted.astype(jnp.uint32))
    fountain = (todo & FOUNTAIN_BIT) > 0
    for kind in SPOT_KINDS:
        sets += [jnp.where(fountain, free[kind, word], 0) for word in (0, 1)]
    sets.append(fountain.astype(jnp.uint32))
    sets.append(jnp.where((todo & SIDE_BIT) > 0, jnp.uint32(3), 0))
    which, bit, _ = random_bit(bits, sets)
    return _number(which, bit)


def _number(which: Array, bit: Array) -> Array:
    """The action number of a bit of the sets above."""
    per_card = 2 * LANES + 1
    card, part = which // per_card, which % per_card
    placed = part // 2 * FIELDS + part % 2 * LOW + bit
    number = card * A_CARD + jnp.where(part == 2 * LANES, SKIP, placed)
    corner = which - LAST_CARDS * per_card
    spot = FOUNTAIN + 4 * (corner % 2 * LOW + bit) + corner // 2
    number = jnp.where(corner >= 0, spot, number)
    number = jnp.where(corner == 8, NO_FOUNTAIN, number)
    return jnp.where(corner == 9, SIDE + bit, number)


assert COUNT == SIDE + 2
