"""What building and choosing do to a position (M2.2–M2.8, M5)."""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from jax import Array

from baumeister.fast.manhattan.numbers import CHOOSE, FORFEIT, ONE, SECOND, SECOND_ONE
from baumeister.games.manhattan.board import SITES
from baumeister.games.manhattan.state import Phase
from baumeister.gpu.bits import at
from baumeister.gpu.manhattan.legal import (
    FOURS,
    LARGE,
    THREES,
    TWOS,
    actor,
    colour_to_choose,
    has_chosen,
)
from baumeister.gpu.manhattan.position import (
    GONE,
    GROUND,
    HALF,
    OWNER,
    STEP,
    TOP,
    Position,
    Rules,
    floors,
    owner_of,
    owners,
    pick,
    put,
)


def _covered(rules: Rules, can: Array, place: Array, word: Array) -> Array:
    """Who may build what, after a place has changed (M2.4, M2.5, M5.4)."""
    colour = jnp.arange(4)
    owner = owners(word)
    lead = floors(word, jnp.maximum(owner, 0)) - floors(word, colour)
    closed = rules.anti_trust & (owner_of(rules, owner) == owner_of(rules, colour))
    lead = jnp.where(owner == colour, 0, lead)
    lead = jnp.where(owner < 0, 0, jnp.where(closed, 99, lead))
    enough = lead[:, None, None] <= jnp.arange(1, 5)[None, :, None]
    half = jnp.arange(2) == place // HALF
    bit = jnp.where(half, jnp.uint32(1) << (place % HALF).astype(jnp.uint32), 0)
    return jnp.where(enough, can | bit, can & ~bit)


def _with_block(word: Array, colour: Array, size: Array) -> Array:
    """A word of the board with one more block on top."""
    shift = (colour * 6).astype(jnp.uint32)
    taller = word + ((size + 1).astype(jnp.uint32) << shift)
    kept = taller & jnp.uint32((1 << OWNER) - 1 | 7 << GROUND)
    mark = (colour + 1).astype(jnp.uint32)
    ground = jnp.where(word == 0, mark << GROUND, 0)
    return kept | ground | (mark << OWNER) | (size.astype(jnp.uint32) << TOP)


def _without_top(log: Array, place: Array, word: Array) -> tuple[Array, Array]:
    """The log and the word of the board after the top block of a place is destroyed (M5.2)."""
    steps = jnp.arange(log.shape[0])
    here = (log >> 4) == place.astype(jnp.uint16)
    top = jnp.max(jnp.where(here, steps, -1))
    below = jnp.max(jnp.where(here & (steps != top), steps, -1))
    taken, left = at(log, jnp.maximum(top, 0)), at(log, jnp.maximum(below, 0))
    fewer = word - (((taken & 3) + 1).astype(jnp.uint32) << (((taken >> 2) & 3) * 6))
    kept = fewer & jnp.uint32((1 << OWNER) - 1 | 7 << GROUND)
    owner = ((left >> 2) & 3).astype(jnp.uint32) + 1
    lower = kept | (owner << OWNER) | ((left & 3).astype(jnp.uint32) << TOP)
    word = jnp.where(below < 0, jnp.uint32(0), lower)
    return jnp.where(steps == top, jnp.uint16(GONE), log), word


def _rampage(rules: Rules, p: Position, position: Array, moves: Array) -> Position:
    """Moves the monster; it destroys what stands there (M5.1, M5.2)."""
    if isinstance(rules.godzilla, np.bool_) and not rules.has_monster:
        return p
    start = jnp.maximum(p.monster, 0)
    to = at(jnp.asarray(STEP), (start, position))
    word = at(p.board, to)
    moves = moves & rules.has_monster
    destroys = moves & (word != 0) & ((to != start) | rules.baby)
    log, left = p.log, jnp.uint32(0)
    if log.shape[0]:
        log, lower = _without_top(log, to, word)
        log = jnp.where(destroys & rules.baby, log, p.log)
        left = jnp.where(rules.baby, lower, left)
    word = jnp.where(destroys, left, word)
    board = p.board.at[to].set(word, mode="promise_in_bounds")
    can = _covered(rules, p.can, to, word)
    return p._replace(board=board, can=can, log=log, monster=jnp.where(moves, to, p.monster))


def _spend(rules: Rules, p: Position, position: Array, colour: Array, size: Array) -> Position:
    """A card and a block leave the player's hands; a card is to be drawn."""
    building = p.phase == Phase.BUILD
    turn = jnp.maximum(p.turn, 0)
    one = building.astype(jnp.uint32)
    hand = pick(p.hands, turn) - (one << (3 * position).astype(jnp.uint32))
    card = at(jnp.asarray(rules.card_of), (turn, position))
    tray = pick(p.trays, colour) - (one << (4 * size).astype(jnp.uint32))
    return p._replace(
        hands=put(p.hands, turn, hand),
        played=p.played + (one << (3 * card).astype(jnp.uint32)),
        trays=put(p.trays, colour, tray),
        phase=jnp.where(building, jnp.int32(Phase.DRAW), p.phase),
    )


def build(rules: Rules, p: Position, number: Array) -> Position:
    """Applies the number of a build or of a forfeit; in other phases nothing changes.

    The order of block and monster does not matter: the site that the monster enters with the card
    is closed, and after the block it destroys the block too.
    """
    building = p.phase == Phase.BUILD
    slot = number >= SECOND
    own = number - jnp.where(slot, SECOND, 0)
    colour = (jnp.maximum(p.turn, 0) + 2 * slot) & 3
    given_up = own >= FORFEIT
    card, discarded = jnp.clip(own - FORFEIT, 0, 35) // 4, (own - FORFEIT) & 3
    size = jnp.where(given_up, discarded, own // SITES) & 3
    place = own % SITES
    marked = at(jnp.asarray(rules.marked), (jnp.maximum(p.turn, 0), card))
    position = jnp.where(given_up, marked, place // 6)
    builds = building & ~given_up
    old = at(p.board, place)
    word = jnp.where(builds, _with_block(old, colour, size), old)
    p = _spend(rules, p, position, colour, size)
    board = p.board.at[place].set(word, mode="promise_in_bounds")
    p = p._replace(board=board, can=_covered(rules, p.can, place, word))
    if p.log.shape[0]:
        entry = (place * 16 + colour * 4 + size).astype(jnp.uint16)
        steps = jnp.arange(p.log.shape[0])
        log = jnp.where(builds & (steps == p.built), entry, p.log)
        p = p._replace(log=log, built=p.built + builds)
    return _rampage(rules, p, position, builds)


def _chosen_blocks(rules: Rules, number: Array) -> Array:
    """The packed blocks of a choice."""
    index = jnp.clip(number - CHOOSE, 0, ONE - CHOOSE - 1)
    packed = (TWOS << 4) + (THREES << 8) + (FOURS << 12)
    many = at(jnp.asarray(packed, jnp.uint32), index)
    ones = (rules.blocks - at(jnp.asarray(LARGE), index)).astype(jnp.uint32)
    second = number >= SECOND_ONE
    size = 3 - (number - jnp.where(second, SECOND_ONE, ONE))
    single = jnp.uint32(1) << (4 * (size & 3)).astype(jnp.uint32)
    return jnp.where(rules.one_by_one, single, many + ones)


def choose(rules: Rules, p: Position, number: Array) -> Position:
    """Applies the number of a choice of blocks, or of one block (M2.2); in other phases nothing
    changes."""
    player = jnp.maximum(actor(rules, p), 0)
    second = rules.one_by_one & (number >= SECOND_ONE)
    colour = jnp.where(
        rules.one_by_one, (player + 2 * second) & 3, colour_to_choose(rules, p, player)
    )
    blocks = _chosen_blocks(rules, number)
    choosing = p.phase == Phase.CHOOSE
    blocks = jnp.where(choosing, blocks, 0)
    p = p._replace(
        supplies=put(p.supplies, colour, pick(p.supplies, colour) - blocks),
        trays=put(p.trays, colour, pick(p.trays, colour) + blocks),
    )
    ready = choosing
    for each in range(4):
        ready = ready & (has_chosen(rules, p, each) | (each >= rules.players))
    moves_on = choosing & ~rules.secret & (rules.one_by_one | has_chosen(rules, p, player))
    following = jnp.where(p.turn + 1 == rules.players, 0, p.turn + 1)
    return p._replace(
        phase=jnp.where(ready, jnp.int32(Phase.BUILD), p.phase),
        turn=jnp.where(ready, p.start, jnp.where(moves_on, following, p.turn)),
        turns=jnp.where(ready, rules.blocks * rules.colours, p.turns).astype(jnp.int32),
    )
