"""Resample what a seat cannot know: cards, and decisions not revealed yet (T2.1, T2.2)."""

from __future__ import annotations

import jax.numpy as jnp
from jax import Array, lax

from baumeister.games.tangram_city.state import CARDS_A_ROUND, Phase
from baumeister.gpu.bits import random_bit, select, words
from baumeister.gpu.tangram_city.flow import act
from baumeister.gpu.tangram_city.legal import random_action
from baumeister.gpu.tangram_city.observation import hidden_slots
from baumeister.gpu.tangram_city.position import Position, Rules, due, put

_MOST_DECISIONS = 4


def determinized(rules: Rules, p: Position, seat: Array, bits: Array) -> Position:
    """A position that the seat cannot tell from this one."""
    cards, decisions = words(bits, 2)
    return _decisions_drawn(rules, _cards_drawn(rules, p, seat, cards), seat, decisions)


def _cards_drawn(rules: Rules, p: Position, seat: Array, bits: Array) -> Position:
    hidden = hidden_slots(rules, p, seat)
    unseen = p.pile
    for slot in range(CARDS_A_ROUND):
        bit = jnp.uint32(1) << p.cards[slot].astype(jnp.uint32)
        unseen |= jnp.where(hidden[slot], bit, 0)
    cards = p.cards
    for slot, drawn in enumerate(words(bits, CARDS_A_ROUND)):
        tile = random_bit(drawn, [unseen])[1]
        cards = jnp.where(hidden & (jnp.arange(CARDS_A_ROUND) == slot), tile, cards)
        taken = hidden[slot].astype(jnp.uint32) << tile.astype(jnp.uint32)
        unseen &= ~taken
    return p._replace(cards=cards, pile=unseen)


def _decisions_drawn(rules: Rules, p: Position, seat: Array, bits: Array) -> Position:
    decides = (p.phase == Phase.SIDE) | (p.phase == Phase.PLACE)
    asked = due(p, p.phase)
    turn = p.turn
    for player, drawn in enumerate(words(bits, p.points.shape[0])):
        made = lax.population_count(asked) - lax.population_count(p.todo[player])
        changes = decides & (player != seat) & (made > 0)
        cleared = p._replace(
            cover=put(p.cover, jnp.int32(player), p.cover[player] & ~p.fresh[player]),
            fresh=put(p.fresh, jnp.int32(player), jnp.zeros_like(p.fresh[player])),
            todo=put(p.todo, jnp.int32(player), asked),
            turn=jnp.int32(player),
        )
        p = select(changes, cleared, p)
        for k, word in enumerate(words(drawn, _MOST_DECISIONS)):
            again = p._replace(turn=jnp.int32(player))
            after = act(rules, again, random_action(rules, again, word))
            p = select(changes & (k < made), after, p)
    return p._replace(turn=turn)
