"""The observation of a seat, with the layout of `baumeister.fast` (T2.1, T2.2)."""

from __future__ import annotations

import jax.numpy as jnp
from jax import Array, lax

from baumeister.games.tangram_city.options import PLAYERS
from baumeister.games.tangram_city.state import CARDS_A_ROUND, ROUNDS, Phase
from baumeister.games.tangram_city.tiles import TILES
from baumeister.gpu.bits import at
from baumeister.gpu.tangram_city.planes import flags
from baumeister.gpu.tangram_city.position import (
    FOUNTAIN_BIT,
    LAST_CARDS,
    SIDE_BIT,
    Position,
    Rules,
    due,
    tile_of,
)

_MOST = max(PLAYERS)


def hidden_slots(rules: Rules, p: Position, seat: Array) -> Array:
    """(4,) flags: cards that the seat may not look at yet (T2.1, T2.5)."""
    players = p.points.shape[0]
    slot = jnp.arange(CARDS_A_ROUND)
    from_pillar = ((seat - p.pillar) % players).astype(jnp.uint32)
    sees = (p.round == ROUNDS) | (slot <= p.slot)
    sees |= ((jnp.asarray(rules.audience) >> from_pillar) & 1) > 0
    return ~sees & (slot < p.dealt) & (p.phase >= Phase.DEAL)


def observe(rules: Rules, p: Position, seat: Array) -> Array:
    """What the seat sees; see docs/observations.md."""
    players = p.points.shape[0]
    seats = (seat + jnp.arange(players)) % players
    tiles = jnp.arange(TILES)
    hidden = hidden_slots(rules, p, seat)
    there = (jnp.arange(CARDS_A_ROUND) < p.dealt) & (p.phase >= Phase.DEAL)
    cards = (p.cards[:, None] == tiles) & (there & ~hidden)[:, None]
    unseen = jnp.any((p.cards[:, None] == tiles) & hidden[:, None], axis=0)
    unseen |= ((p.pile >> tiles.astype(jnp.uint32)) & 1) > 0
    todo = at(p.todo, seat)
    now = jnp.stack([tile_of(p, k) for k in range(LAST_CARDS)])
    wanted = ((todo >> jnp.arange(LAST_CARDS)) & 1) > 0
    to_decide = jnp.any((now[:, None] == tiles) & wanted[:, None], axis=0)
    decides = (p.phase == Phase.SIDE) | (p.phase == Phase.PLACE)
    asked = jnp.where(decides, lax.population_count(due(p, p.phase)), 0)
    decided = asked - lax.population_count(at(p.todo, seats))
    outlines = jnp.where(wanted[:, None, None], at(rules.outline, now)[:, 0], 0)
    shown = jnp.where(jnp.arange(players)[:, None, None] == 0, 0, at(p.fresh, seats))
    cover = at(p.cover, seats) & ~shown[:, None]
    both = cover[:, 0] & cover[:, 1]
    boards = jnp.stack([cover[:, 0] & ~both, cover[:, 1] & ~both, both], axis=1)
    pillar = (p.pillar >= 0) & (seats == p.pillar)
    parts = (
        jnp.arange(len(Phase)) == p.phase,
        p.round,
        p.slot,
        _padded(pillar),
        cards,
        hidden,
        unseen,
        to_decide,
        (todo & FOUNTAIN_BIT) > 0,
        (todo & SIDE_BIT) > 0,
        _padded(decided),
        _padded(at(p.points, seats)),
        _padded(at(p.number, seats)[:, None] - 1 == jnp.arange(5)),
        flags(outlines),
        flags(boards),
    )
    return jnp.concatenate([jnp.ravel(jnp.asarray(part)).astype(jnp.float32) for part in parts])


def _padded(values: Array) -> Array:
    """With zeros for the players who are not there."""
    room = [(0, _MOST - values.shape[0])] + [(0, 0)] * (values.ndim - 1)
    return jnp.pad(values, room)
