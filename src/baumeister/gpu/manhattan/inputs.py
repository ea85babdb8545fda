"""The inputs of the network (`fast/manhattan/network_inputs.py`), as one-hot rows."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from baumeister.games.manhattan.board import CARD_COPIES, SITES
from baumeister.games.manhattan.state import Phase
from baumeister.games.manhattan.urban import CARD_NAMES
from baumeister.gpu.bits import at
from baumeister.gpu.manhattan.legal import FOURS, LARGE, THREES, TWOS, colour_to_choose, has_chosen
from baumeister.gpu.manhattan.position import (
    GROUND,
    NEAR,
    STEP,
    TOP,
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


class Inputs(NamedTuple):
    """One-hot rows; places are in their order, actions as in the action numbers."""

    place: Array  # (54, PLACE_ROWS)
    district: Array  # (6, DISTRICT_ROWS)
    whole: Array  # (WHOLE_ROWS,)
    build: Array  # (2, 4, 54, BUILD_ROWS)
    choice: Array  # (156, CHOICE_ROWS)
    players: Array


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


def hot(index: Array, length: int) -> Array:
    """One-hot rows; none for an index that is negative."""
    return index[..., None] == jnp.arange(length)


def joined(index: Array, shape: tuple[int, ...], *more: Array) -> Array:
    """One-hot over several indexes; none where the first is negative."""
    found = index
    for size, each in zip(shape[1:], more, strict=True):
        found = found * size + each
    return hot(jnp.where(index < 0, -1, found), int(np.prod(shape)))


def largest(blocks: Array) -> Array:
    return jnp.max(jnp.where(blocks > 0, jnp.asarray(SIZES), 0), axis=-1)


def others_most(owned: Array) -> Array:
    """By colour, the most of another one."""
    rest = [jnp.max(jnp.delete(owned, c, axis=0, assume_unique_indices=True), axis=0) for c in FOUR]
    return jnp.stack(rest)


def seen_by(rules: Rules, p: Position, seat: Array) -> Seen:
    colour = (seat + FOUR) % rules.colours
    coloured = FOUR < rules.colours
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
    """Whether colours can build where they need so many floors."""
    now, ever = at(seen.now, colour), at(seen.ever, colour)
    return jnp.where(need <= now, reach, jnp.where(need <= ever, 3, NEVER))


def situation(margin: Array) -> Array:
    return jnp.clip(2 - margin, 0, 4)


def place_rows(seen: Seen) -> Array:
    p, rules, owner, tall = seen.p, seen.rules, seen.owner, seen.height
    empty = owner == 4
    own_floors = jnp.take_along_axis(seen.floors, jnp.minimum(owner, 3)[None], axis=0)[0]
    behind = jnp.clip(own_floors[None] - seen.floors, 0, 5)  # (4, 54)
    is_owner = owner[None] == FOUR[:, None]
    there = seen.coloured[:, None]
    need = jnp.where(is_owner | empty, 1, jnp.maximum(behind, 1))
    can = capture(seen, FOUR[:, None], need, seen.reach)
    by_colour = jnp.broadcast_to(FOUR[:, None], can.shape)
    rival = joined(jnp.where(there & ~is_owner & ~empty, by_colour, -1), (4, 5, 6), can, behind)
    own = joined(jnp.where(is_owner & there, by_colour, -1), (4, 5), can)
    vacant = joined(jnp.where(there & empty, by_colour, -1), (4, 5), can)
    tops = jnp.sum(tall == seen.highest)
    below = jnp.clip(seen.highest - tall, 1, 4) + 1
    tower = jnp.where(empty, 6, jnp.where(tall < seen.highest, below, jnp.where(tops > 1, 1, 0)))
    district = jnp.arange(SITES) % 6
    margin = seen.owned - seen.most  # (4, 6)
    mine = at(situation(margin[0]), district)
    theirs = situation(margin[jnp.minimum(owner, 3), district])
    kind = jnp.where(empty, 0, jnp.where(owner == 0, 1, jnp.minimum(2 + theirs, 5)))
    gains, loses = majority_change(seen, 0)
    ground = ((p.board >> GROUND) & 7).astype(jnp.int32) - 1
    ground = jnp.where(ground < 0, 4, (ground - seen.seat) % rules.colours)
    top = jnp.where(empty, 0, (p.board >> TOP).astype(jnp.int32) + 1)
    steps = jnp.asarray(STEP)[jnp.maximum(p.monster, 0)]  # (9,)
    leads = steps[None, :] == jnp.arange(SITES)[:, None]
    monster = jnp.where(rules.has_monster & jnp.any(leads, axis=1), 1 + jnp.argmax(leads, axis=1), 0)
    free = empty.reshape(9, 6)
    beside = jnp.stack([jnp.any(jnp.stack([free[n] for n in near]), axis=0) for near in NEAR])
    villa = (tall == 1) & beside.reshape(SITES)
    held = at(copies(at(jnp.stack(p.hands), seen.seat), NINE), jnp.arange(SITES) // 6)
    parts = [
        hot(owner, 5), hot(jnp.minimum(tall, 7), 8), hot(tower, 7),
        jnp.any(rival, axis=0),
        jnp.any(own, axis=0),
        jnp.any(vacant, axis=0),
        hot(jnp.minimum(held, 2), 3), joined(mine, (5, 6), kind),
        joined(gains, (2, 2), loses), hot(jnp.sum(seen.floors > 0, axis=0), 5), hot(ground, 5),
        hot(top, 5), hot(monster, 10), hot(at(seen.opens, district), 4),
        hot(villa.astype(jnp.int32), 2),
    ]  # fmt: skip
    return jnp.concatenate(parts, axis=-1)


def majority_change(seen: Seen, builder: int) -> tuple[Array, Array]:
    """By place, whether a colour that builds there gains the majority, and whether the owner, if
    it is another colour, loses it."""
    district = jnp.arange(SITES) % 6
    owner = seen.owner
    counts = seen.owned[:, district]  # (4, 54)
    other = (owner != builder) & (owner < 4)
    after = counts + (FOUR[:, None] == builder) * (owner != builder) - (
        (FOUR[:, None] == owner[None]) & other[None]
    )
    had = counts > others_most(counts)
    has = after > others_most(after)
    gains = ~had[builder] & has[builder]
    mine = jnp.minimum(owner, 3)
    place = jnp.arange(SITES)
    loses = other & had[mine, place] & ~has[mine, place]
    return gains.astype(jnp.int32), loses.astype(jnp.int32)


def district_rows(seen: Seen) -> Array:
    there = jnp.broadcast_to(seen.coloured[:, None], (4, 6))
    colour = jnp.where(there, FOUR[:, None], -1)
    counts = joined(colour, (4, 8, 8), jnp.minimum(seen.owned, 7), jnp.minimum(seen.most, 7))
    empty = 9 - jnp.sum(seen.owned, axis=0)
    return jnp.concatenate([jnp.any(counts, axis=0), hot(empty, 10), hot(seen.opens, 4)], axis=-1)


def ahead(points: Array, here: Array) -> Array:
    """Points ahead of the best other, as an index."""
    rest = jnp.where(here[None, :] & ~jnp.eye(4, dtype=bool), points[None, :], -1000)
    return jnp.clip(points - jnp.max(rest, axis=1), -15, 15) + 15


def whole_rows(seen: Seen) -> Array:
    rules, p, coloured = seen.rules, seen.p, seen.coloured
    here = FOUR < rules.players
    tops = seen.height == seen.highest
    alone = (jnp.sum(tops) == 1) & (seen.highest > 0)
    top = jnp.argmax(tops)
    following = jnp.max(jnp.where(jnp.arange(SITES) == top, 0, seen.height))
    owner = jnp.where(alone, seen.owner[top], 4)
    margin = jnp.where(alone, jnp.minimum(seen.highest - following, 6), 0)
    lead = seen.floors[jnp.minimum(owner, 3), top] - seen.floors[:, top]
    can = capture(seen, FOUR, jnp.maximum(lead, 1), seen.reach[:, top])
    taken = jnp.where(alone & coloured & (FOUR != owner), jnp.minimum(owner, 3), -1)
    own_tops = jnp.max(jnp.where(seen.owner[None] == FOUR[:, None], seen.height[None], 0), axis=1)
    below = jnp.where(coloured, FOUR, -1)
    scores = at(jnp.stack(p.scores), (seen.seat + FOUR) % rules.colours)
    scores = jnp.where(coloured, scores, 0)
    plain = jnp.sum(seen.owned + 2 * (seen.owned > seen.most), axis=1) + 3 * (owner == FOUR)
    by_player = (seen.player[None, :] == FOUR[:, None]) & coloured[None, :]
    scored = jnp.sum(jnp.where(by_player, scores[None, :], 0), axis=1)
    standing = scored + jnp.sum(jnp.where(by_player, plain[None, :], 0), axis=1)
    stage = jnp.broadcast_to(jnp.clip(rules.rounds - p.round, 0, 5), (4,))
    stage = jnp.where(here, stage, -1)
    choosing = p.phase == Phase.CHOOSE
    first = jnp.where(p.start >= 0, (p.start - seen.seat) % rules.players, 0)
    ready = jnp.stack([has_chosen(rules, p, each) for each in range(4)])
    ready = at(ready, (seen.seat + FOUR) % rules.players) & here & choosing
    block = jnp.broadcast_to(jnp.where(coloured, FOUR, -1)[:, None], (4, 4))
    size = jnp.broadcast_to(jnp.asarray(FOUR)[None], (4, 4))
    held = jnp.sum(copies(at(jnp.stack(p.hands), seen.seat), NINE) > 0)
    flags = (
        rules.same_owner_highest, rules.tie_break, rules.urban, rules.megacity_all,
        rules.godzilla, rules.baby, rules.with_card, rules.progressive, rules.anti_trust,
    )  # fmt: skip
    choice = jnp.where(rules.secret, 1, jnp.where(rules.one_by_one, 2, 0))
    number = jnp.asarray
    parts = [
        joined(owner, (5, 7), margin),
        jnp.any(joined(taken, (4, 4, 5), number(FOUR), can), axis=0),
        jnp.any(joined(below, (4, 10), jnp.minimum(seen.highest - own_tops, 9)), axis=0),
        jnp.any(joined(stage, (6, 4, 31), number(FOUR), ahead(scored, here)), axis=0),
        jnp.any(joined(stage, (6, 4, 31), number(FOUR), ahead(standing, here)), axis=0),
        hot(jnp.minimum(p.turns, 48), 49),
        joined(stage[0], (6, 4), first),
        ready,
        jnp.any(joined(block, (4, 4, 7), size, jnp.minimum(seen.trays, 6)), axis=(0, 1)),
        jnp.any(joined(block, (4, 4, 12), size, jnp.minimum(seen.supplies, 11)), axis=(0, 1)),
        hot(held, 10),
        hot(number(choosing, jnp.int32), 2),
        hot(number(rules.players - 2, jnp.int32), 3),
        hot(number(rules.slots - 1, jnp.int32), 2),
        hot(jnp.minimum(rules.rounds, 9), 10),
        hot(jnp.minimum(rules.blocks, 9), 10),
        hot(number(rules.hand - 4, jnp.int32), 3),
        hot(choice, 3),
        jnp.stack([number(flag, bool) for flag in flags]),
        hot(p.urban + 1, len(CARD_NAMES) + 1),
        ((p.urban_pile >> jnp.arange(len(CARD_NAMES), dtype=jnp.uint32)) & 1) > 0,
    ]
    return jnp.concatenate([each.reshape(-1) for each in parts])


def build_rows(seen: Seen, slot: int) -> Array:
    """(4, 54, BUILD_ROWS): by size and place, for a colour of the seat."""
    builder = 2 * slot
    owner = seen.owner
    rivals = [(builder + step) % 4 for step in (1, 2, 3)]
    after = seen.floors[builder][None, :] + jnp.asarray(SIZES)[:, None]  # (4, 54)
    captures, leads = [], []
    for rival in rivals:
        there = seen.coloured[rival]
        lead = jnp.clip(after - seen.floors[rival][None], 0, 5)
        can = capture(seen, rival, jnp.maximum(lead, 1), seen.reach[rival][None])
        captures.append(hot(jnp.where(there, can, -1), 5))
        leads.append(hot(jnp.where(there, lead, -1), 6))
    above = jnp.clip(seen.height[None] + jnp.asarray(SIZES)[:, None] - seen.highest, -3, 3) + 3
    shape = above.shape
    size = jnp.broadcast_to(jnp.asarray(FOUR)[:, None], shape)
    partner = (seen.rules.slots == 2) & (owner == (builder + 2) % 4)
    onto = jnp.where(owner == 4, 0, jnp.where(owner == builder, 1, jnp.where(partner, 2, 3)))
    gains, loses = majority_change(seen, builder)
    lost = jnp.where(loses == 0, 0, jnp.where(partner, 1, 2))
    parts = [
        *captures, *leads, hot(above, 7), hot(size, 4),
        hot(jnp.full(shape, slot), 2),
        jnp.broadcast_to(hot(onto, 4)[None], (4, SITES, 4)),
        jnp.broadcast_to(joined(gains, (2, 3), lost)[None], (4, SITES, 6)),
    ]  # fmt: skip
    return jnp.concatenate(parts, axis=-1)


def inputs(rules: Rules, p: Position, seat: Array) -> Inputs:
    """All inputs of a seat whose turn it is."""
    seen = seen_by(rules, p, seat)
    return Inputs(
        place_rows(seen),
        district_rows(seen),
        whole_rows(seen),
        jnp.stack([build_rows(seen, slot) for slot in (0, 1)]),
        choice_rows(rules, p, seat),
        jnp.asarray(rules.players),
    )


# --- choices ------------------------------------------------------------------------------------


def choice_rows(rules: Rules, p: Position, seat: Array) -> Array:
    """(140 + 2 · 4 + 2 · 4, CHOICE_ROWS): selections, single blocks, forfeits, the last two for
    both colours."""
    ones = jnp.clip(rules.blocks - LARGE, 0, 6)
    counts = (ones, TWOS, THREES, FOURS)
    selections = jnp.concatenate([hot(jnp.asarray(each), 7) for each in counts], axis=-1)
    second = colour_to_choose(rules, p, seat) != seat
    second = jnp.broadcast_to(hot(second.astype(jnp.int32), 2), (len(LARGE), 2))
    nothing = jnp.zeros((len(LARGE), 8), bool)
    rows = [jnp.concatenate([selections, nothing, second], axis=-1)]
    for first in (28, 32):
        for slot in (0, 1):
            fixed = np.zeros((4, 38), bool)
            fixed[FOUR, first + FOUR] = True
            fixed[:, 36 + slot] = True
            rows.append(jnp.asarray(fixed))
    return jnp.concatenate(rows)
