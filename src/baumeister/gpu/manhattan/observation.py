"""The observation of a seat, with the layout of `baumeister.fast` (M7)."""

from __future__ import annotations

import jax.numpy as jnp
from jax import Array

from baumeister.games.manhattan.state import Phase
from baumeister.games.manhattan.urban import CARD_NAMES
from baumeister.gpu.bits import at
from baumeister.gpu.manhattan.legal import has_chosen
from baumeister.gpu.manhattan.position import (
    GROUND,
    TOP,
    Position,
    Rules,
    card_count,
    copies,
    floors,
    of_size,
    open_districts,
    owner_of,
    owners,
)


def observe(rules: Rules, p: Position, seat: Array) -> Array:
    """What the seat sees; see docs/observations.md."""
    four = jnp.arange(4)
    nine = jnp.arange(9)
    player = (seat + four) % rules.players
    here = four < rules.players
    colour = (seat + four) % rules.colours
    coloured = four < rules.colours
    choosing = p.phase == Phase.CHOOSE
    secret = rules.secret & choosing

    def seen(of: Array) -> Array:
        """One-hot, counted from the seat."""
        return (of >= 0) & here & (player == of)

    marked = jnp.asarray(rules.marked)
    hands = jnp.stack(p.hands)
    hidden_hands = (four != seat) & here
    others = jnp.sum(jnp.where(hidden_hands[:, None], copies(hands[:, None], marked), 0), axis=0)
    sizes = jnp.where(here, card_count(at(hands, player)), 0)
    hidden = secret & (owner_of(rules, colour) != seat)
    supplies = of_size(at(jnp.stack(p.supplies), colour)[:, None], four)
    trays = of_size(at(jnp.stack(p.trays), colour)[:, None], four)
    supplies = jnp.where(coloured[:, None], supplies + jnp.where(hidden[:, None], trays, 0), 0)
    trays = jnp.where((coloured & ~hidden)[:, None], trays, 0)
    ready = jnp.stack([has_chosen(rules, p, each) for each in range(4)])
    chosen = here & choosing & at(ready, player)
    six = jnp.arange(6)
    order = ((p.opening >> (3 * six).astype(jnp.uint32)) & 7).astype(jnp.int32)
    drawn = jnp.where(
        ~rules.progressive | (p.phase > Phase.DISTRICTS),
        6,
        jnp.where(p.phase == Phase.DISTRICTS, p.dealt, 0),
    )
    urban = jnp.arange(len(CARD_NAMES))
    board = p.board[None, :]
    by_colour = colour[:, None]
    there = coloured[:, None]
    ground = ((board >> GROUND) & 7).astype(jnp.int32) - 1
    top = jnp.where(p.board == 0, 0, (p.board >> TOP).astype(jnp.int32) + 1)
    parts = (
        jnp.arange(len(Phase)) == p.phase,
        p.round,
        rules.rounds,
        p.turns,
        seen(p.start),
        seen(p.turn) & ~secret,
        copies(at(hands, seat), nine),
        copies(p.pile, nine) + others,
        copies(p.played, nine),
        sizes,
        card_count(p.pile),
        supplies,
        trays,
        chosen,
        jnp.where(coloured, at(jnp.stack(p.scores), colour), 0),
        jnp.arange(p.board.shape[0]) == p.monster,
        open_districts(rules, p) & (drawn == 6),
        (order[:, None] == six) & (six[:, None] < drawn),
        urban == p.urban,
        (p.urban_pile >> urban.astype(jnp.uint32)) & 1,
        jnp.where(there, floors(board, by_colour), 0),
        (owners(board) == by_colour) & there,
        (ground == by_colour) & there,
        top,
    )
    return jnp.concatenate([jnp.ravel(jnp.asarray(part)).astype(jnp.float32) for part in parts])
