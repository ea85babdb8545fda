"""What a seat sees of a position, as the network's inputs need it."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from baumeister.games.manhattan.board import CARD_COPIES
from baumeister.games.manhattan.state import Phase
from baumeister.gpu.bits import at, traced_once
from baumeister.gpu.manhattan.position import (
    Position,
    Rules,
    copies,
    floors,
    height,
    of_size,
    open_count,
    owner_of,
    owners,
)

FOUR = np.arange(4)
NINE = np.arange(9)
SIZES = np.arange(1, 5)
NEVER = 4


class Seen(NamedTuple):
    """What several groups of inputs use. Colours are counted from the seat."""

    rules: Rules
    p: Position
    seat: Array
    coloured: Array  # (4,) whether there is such a colour
    player: Array  # (4,) by colour, its player, counted from the seat
    floors: Array  # (4, 54)
    owner: Array  # (54,) 4 if empty
    height: Array
    highest: Array
    trays: Array  # (4, 4)
    supplies: Array
    now: Array  # (4,) floors of the largest block
    ever: Array
    reach: Array  # (4, 54) by colour and place
    owned: Array  # (4, 6)
    most: Array  # (4, 6) of another colour
    opens: Array  # (6,)


def largest(blocks: Array) -> Array:
    return jnp.max(jnp.where(blocks > 0, jnp.asarray(SIZES), 0), axis=-1)


def others_most(owned: Array) -> Array:
    """By colour, the most of another one."""
    a, b, c, d = owned
    low, high = jnp.maximum(a, b), jnp.maximum(c, d)
    return jnp.stack([
        jnp.maximum(b, high), jnp.maximum(a, high), jnp.maximum(low, d), jnp.maximum(low, c)
    ])  # fmt: skip


@traced_once
def seen_by(rules: Rules, p: Position, seat: Array) -> Seen:
    colour = (seat + FOUR) % rules.colours
    coloured = rules.colours > FOUR
    player = (owner_of(rules, colour) - seat) % rules.players
    own = owners(p.board)
    owner = jnp.where(own < 0, 4, (own - seat) % rules.colours)
    tall = height(p.board)
    choosing = p.phase == Phase.CHOOSE
    hides = (rules.secret & choosing & (player != 0))[:, None]
    trays = of_size(at(jnp.stack(p.trays), colour)[:, None], FOUR)
    supplies = of_size(at(jnp.stack(p.supplies), colour)[:, None], FOUR)
    supplies = supplies + jnp.where(hides, trays, 0)
    trays = jnp.where(hides, 0, trays)
    trays, supplies = (jnp.where(coloured[:, None], each, 0) for each in (trays, supplies))
    now = largest(trays)
    last = (p.phase == Phase.BUILD) & (p.round == rules.rounds)
    ever = jnp.where(last, now, jnp.maximum(now, largest(supplies)))
    hand = at(jnp.stack(p.hands), seat)
    held = copies(hand, NINE)  # by position
    marked = at(jnp.asarray(rules.marked), seat)
    unseen = CARD_COPIES - copies(p.played, NINE) - at(held, marked)  # by card
    absolute = (seat + player) % rules.players
    left = at(unseen, at(jnp.asarray(rules.card_of), absolute))  # (4, 9)
    reach = jnp.where(left >= 3, 0, jnp.where(left >= 1, 1, 2))
    reach = jnp.where(player[:, None] == 0, jnp.where(held > 0, 0, 1), reach)
    owned = jnp.sum((owner == FOUR[:, None]).reshape(4, 9, 6), axis=1)
    order = (p.opening[None] >> (3 * jnp.arange(6)).astype(jnp.uint32)) & 7
    rank = jnp.argmax(order[None, :] == jnp.arange(6)[:, None], axis=1)
    opens = jnp.where(rules.progressive, jnp.clip(rank - open_count(rules, p) + 1, 0, 3), 0)
    return Seen(
        rules, p, seat, coloured, player,
        jnp.where(coloured[:, None], floors(p.board[None], colour[:, None]), 0),
        owner, tall, jnp.max(tall), trays, supplies, now, ever,
        jnp.repeat(reach, 6, axis=1), owned, others_most(owned), opens,
    )  # fmt: skip


def capture(seen: Seen, colour: Any, need: Array, reach: Array) -> Array:
    """Whether a colour can build where it needs this many floors: now, later or never."""
    now, ever = at(seen.now, colour), at(seen.ever, colour)
    return jnp.where(need <= now, reach, jnp.where(need <= ever, 3, NEVER))
