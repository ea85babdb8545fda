"""Resample what a seat cannot know: other hands, and blocks chosen in secret (M7)."""

from __future__ import annotations

import jax.numpy as jnp
from jax import Array

from baumeister.games.manhattan.state import Phase
from baumeister.gpu.bits import at, random_bit, select, words
from baumeister.gpu.manhattan.flow import random_card
from baumeister.gpu.manhattan.legal import FOURS, LARGE, THREES, TWOS, selection_sets
from baumeister.gpu.manhattan.position import Position, Rules, card_count, copies, owner_of, put


def determinized(rules: Rules, p: Position, seat: Array, bits: Array) -> Position:
    """A position that the seat cannot tell from this one."""
    first, second = words(bits, 2)
    return _choices_drawn(rules, _hands_drawn(rules, p, seat, first), seat, second)


def _hands_drawn(rules: Rules, p: Position, seat: Array, bits: Array) -> Position:
    pile, sizes = p.pile, []
    for player in range(4):
        hidden = (player != seat) & (player < rules.players)
        cards = jnp.uint32(0)
        for each in range(9):
            held = copies(p.hands[player], jnp.asarray(rules.marked)[player, each])
            cards += held.astype(jnp.uint32) << (3 * each)
        pile = pile + jnp.where(hidden, cards, 0)
        sizes.append(jnp.where(hidden, card_count(cards), 0))
        p = p._replace(hands=put(p.hands, player, jnp.where(hidden, 0, p.hands[player])))
    drawn = words(bits, 24)
    for player, size in enumerate(sizes):
        for k in range(6):
            card = random_card(pile, drawn[6 * player + k])
            position = at(jnp.asarray(rules.marked), (player, card))
            wanted = k < size
            more = jnp.where(wanted, jnp.uint32(1) << (3 * position).astype(jnp.uint32), 0)
            pile -= jnp.where(wanted, jnp.uint32(1) << (3 * card).astype(jnp.uint32), 0)
            p = p._replace(hands=put(p.hands, player, p.hands[player] + more))
    return p._replace(pile=pile)


def _choices_drawn(rules: Rules, p: Position, seat: Array, bits: Array) -> Position:
    secret = rules.secret & (p.phase == Phase.CHOOSE)
    large = jnp.asarray((TWOS << 4) + (THREES << 8) + (FOURS << 12), jnp.uint32)
    for colour, drawn in enumerate(words(bits, 4)):
        hidden = secret & (owner_of(rules, colour) != seat) & (p.trays[colour] != 0)
        supply = p.supplies[colour] + p.trays[colour]
        which, bit, _ = random_bit(drawn, selection_sets(rules, supply))
        index = 28 * which + bit
        ones = rules.blocks - at(jnp.asarray(LARGE), index)
        tray = at(large, index) + ones.astype(jnp.uint32)
        changed = p._replace(
            supplies=put(p.supplies, colour, supply - tray), trays=put(p.trays, colour, tray)
        )
        p = select(hidden, changed, p)
    return p
