"""The inputs of the network (`fast/manhattan/network_inputs.py`), as one-hot rows."""

from __future__ import annotations

from typing import Any, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from baumeister.games.manhattan.board import SITES
from baumeister.games.manhattan.state import Phase
from baumeister.games.manhattan.urban import CARD_NAMES
from baumeister.gpu.bits import at, once
from baumeister.gpu.manhattan.legal import (
    FOURS,
    LARGE,
    THREES,
    TWOS,
    actor,
    colour_to_choose,
    has_chosen,
)
from baumeister.gpu.manhattan.position import GROUND, NEAR, STEP, TOP, Position, Rules, copies
from baumeister.gpu.manhattan.seen import FOUR, NINE, SIZES, Seen, capture, others_most, seen_by

EVERYWHERE = (
    np.broadcast_to(np.arange(2)[:, None], (2, SITES)),
    np.broadcast_to(np.arange(SITES), (2, SITES)),
)
"""Slots and places of all builds."""


class Inputs(NamedTuple):
    """One-hot rows; places are in their order, actions as in the action numbers."""

    place: Array  # (54, PLACE_ROWS)
    district: Array  # (6, DISTRICT_ROWS)
    whole: Array  # (WHOLE_ROWS,)
    build: Array  # (2, 4, 54, BUILD_ROWS)
    choice: Array  # (156, CHOICE_ROWS)
    players: Array


Part = tuple[Array | Any, int]
"""The indexes of a one-hot field, and its length; none for an index that is negative."""


def rows_of(parts: list[Part]) -> Array:
    """The fields side by side, one-hot."""
    shape = jnp.broadcast_shapes(*(jnp.shape(index) for index, _ in parts))
    rows = [
        jnp.broadcast_to(index, shape)[..., None] == jnp.arange(length, dtype=jnp.int16)
        for index, (_, length) in zip(computed(parts, jnp.int16), parts, strict=True)
    ]
    return jnp.concatenate(rows, axis=-1)


def computed(parts: list[Part], kind: Any) -> tuple[Array, ...]:
    """The indexes, each computed once and not for every number of its row."""
    return once(tuple(jnp.asarray(index, kind) for index, _ in parts))


def many_rows_of(parts: list[Part]) -> Array:
    """As `rows_of`, for many rows of fields no longer than 256.

    A product with a matrix of 0 and 1 repeats each index for every number of its row. That is
    much faster on a GPU, and exact: 16 bits hold all whole numbers up to 256.
    """
    lengths = [length for _, length in parts]
    field = np.repeat(np.arange(len(parts)), lengths)
    number = np.concatenate([np.arange(length) for length in lengths])
    chosen = np.arange(len(parts))[:, None] == field
    shape = jnp.broadcast_shapes(*(jnp.shape(index) for index, _ in parts))
    columns = [jnp.broadcast_to(index, shape) for index in computed(parts, jnp.bfloat16)]
    repeated = jnp.matmul(
        jnp.stack(columns, axis=-1),
        jnp.asarray(chosen, jnp.bfloat16),
        preferred_element_type=jnp.bfloat16,
    )
    return repeated == jnp.asarray(number, jnp.bfloat16)


def each(index: Array, length: int) -> list[Part]:
    """A field for each member of the first axis."""
    return [(index[k], length) for k in range(index.shape[0])]


def flags(given: Array) -> list[Part]:
    """Fields of one number."""
    return each(given.astype(jnp.int32) - 1, 1)


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
    rival = jnp.where(there & ~is_owner & ~empty, 6 * can + behind, -1)
    own = jnp.where(is_owner & there, can, -1)
    vacant = jnp.where(there & empty, can, -1)
    tops = jnp.sum(tall == seen.highest)
    below = jnp.clip(seen.highest - tall, 1, 4) + 1
    tower = jnp.where(empty, 6, jnp.where(tall < seen.highest, below, jnp.where(tops > 1, 1, 0)))
    district = jnp.arange(SITES) % 6
    margin = seen.owned - seen.most  # (4, 6)
    mine = at(situation(margin[0]), district)
    theirs = situation(margin[jnp.minimum(owner, 3), district])
    kind = jnp.where(empty, 0, jnp.where(owner == 0, 1, jnp.minimum(2 + theirs, 5)))
    gains, loses = majority_change(seen, 0, jnp.arange(SITES))
    ground = ((p.board >> GROUND) & 7).astype(jnp.int32) - 1
    ground = jnp.where(ground < 0, 4, (ground - seen.seat) % rules.colours)
    top = jnp.where(empty, 0, (p.board >> TOP).astype(jnp.int32) + 1)
    steps = jnp.asarray(STEP)[jnp.maximum(p.monster, 0)]  # (9,)
    leads = steps[None, :] == jnp.arange(SITES)[:, None]
    monster = jnp.where(
        rules.has_monster & jnp.any(leads, axis=1), 1 + jnp.argmax(leads, axis=1), 0
    )
    free = empty.reshape(9, 6)
    beside = jnp.stack([jnp.any(jnp.stack([free[n] for n in near]), axis=0) for near in NEAR])
    villa = (tall == 1) & beside.reshape(SITES)
    held = at(copies(at(jnp.stack(p.hands), seen.seat), NINE), jnp.arange(SITES) // 6)
    return many_rows_of([
        (owner, 5), (jnp.minimum(tall, 7), 8), (tower, 7),
        *each(rival, 30), *each(own, 5), *each(vacant, 5),
        (jnp.minimum(held, 2), 3), (6 * mine + kind, 30), (2 * gains + loses, 4),
        (jnp.sum(seen.floors > 0, axis=0), 5), (ground, 5), (top, 5), (monster, 10),
        (at(seen.opens, district), 4), (villa, 2),
    ])  # fmt: skip


def majority_change(seen: Seen, builder: Array | int, place: Array) -> tuple[Array, Array]:
    """Whether a colour that builds on a place gains the majority, and whether the owner, if it is
    another colour, loses it."""
    owner = at(seen.owner, place)
    counts = seen.owned[:, place % 6]
    colour = FOUR.reshape(-1, *(1,) * jnp.ndim(place))
    other = (owner != builder) & (owner < 4)
    builds = (colour == builder) & (owner != builder)
    after = counts + builds - ((colour == owner) & other)
    had, has = counts > others_most(counts), after > others_most(after)
    gains = jnp.any((colour == builder) & ~had & has, axis=0)
    loses = other & jnp.any((colour == owner) & had & ~has, axis=0)
    return gains.astype(jnp.int32), loses.astype(jnp.int32)


def district_rows(seen: Seen) -> Array:
    both = 8 * jnp.minimum(seen.owned, 7) + jnp.minimum(seen.most, 7)
    counts = jnp.where(seen.coloured[:, None], both, -1)
    empty = 9 - jnp.sum(seen.owned, axis=0)
    return many_rows_of([*each(counts, 64), (empty, 10), (seen.opens, 4)])


def ahead(points: Array, here: Array) -> Array:
    """Points ahead of the best other, as an index."""
    rest = jnp.where(here[None, :] & ~jnp.eye(4, dtype=bool), points[None, :], -1000)
    return jnp.clip(points - jnp.max(rest, axis=1), -15, 15) + 15


def whole_rows(seen: Seen) -> Array:
    rules, p, coloured = seen.rules, seen.p, seen.coloured
    here = rules.players > FOUR
    tops = seen.height == seen.highest
    alone = (jnp.sum(tops) == 1) & (seen.highest > 0)
    top = jnp.argmax(tops)
    following = jnp.max(jnp.where(jnp.arange(SITES) == top, 0, seen.height))
    owner = jnp.where(alone, seen.owner[top], 4)
    margin = jnp.where(alone, jnp.minimum(seen.highest - following, 6), 0)
    lead = seen.floors[jnp.minimum(owner, 3), top] - seen.floors[:, top]
    can = capture(seen, FOUR, jnp.maximum(lead, 1), seen.reach[:, top])
    taken = jnp.where(
        alone & coloured & (owner != FOUR), 20 * jnp.minimum(owner, 3) + 5 * FOUR + can, -1
    )
    own_tops = jnp.max(jnp.where(seen.owner[None] == FOUR[:, None], seen.height[None], 0), axis=1)
    scores = at(jnp.stack(p.scores), (seen.seat + FOUR) % rules.colours)
    scores = jnp.where(coloured, scores, 0)
    plain = jnp.sum(seen.owned + 2 * (seen.owned > seen.most), axis=1) + 3 * (owner == FOUR)
    by_player = (seen.player[None, :] == FOUR[:, None]) & coloured[None, :]
    scored = jnp.sum(jnp.where(by_player, scores[None, :], 0), axis=1)
    standing = scored + jnp.sum(jnp.where(by_player, plain[None, :], 0), axis=1)
    stage = jnp.clip(rules.rounds - p.round, 0, 5)

    def of_player(points: Array) -> Array:
        """(4,) by player: the rounds to come and the points ahead."""
        return jnp.where(here, 124 * stage + 31 * FOUR + ahead(points, here), -1)

    choosing = p.phase == Phase.CHOOSE
    first = jnp.where(p.start >= 0, (p.start - seen.seat) % rules.players, 0)
    ready = jnp.stack([has_chosen(rules, p, each) for each in range(4)])
    ready = at(ready, (seen.seat + FOUR) % rules.players) & here & choosing
    held = jnp.sum(copies(at(jnp.stack(p.hands), seen.seat), NINE) > 0)
    switches = (
        rules.same_owner_highest, rules.tie_break, rules.urban, rules.megacity_all,
        rules.godzilla, rules.baby, rules.with_card, rules.progressive, rules.anti_trust,
    )  # fmt: skip
    choice = jnp.where(rules.secret, 1, jnp.where(rules.one_by_one, 2, 0))
    there = coloured[:, None]
    trays = jnp.where(there, jnp.minimum(seen.trays, 6), -1).ravel()
    supplies = jnp.where(there, jnp.minimum(seen.supplies, 11), -1).ravel()
    pile = (p.urban_pile >> jnp.arange(len(CARD_NAMES), dtype=jnp.uint32)) & 1
    below = jnp.where(coloured, jnp.minimum(seen.highest - own_tops, 9), -1)
    several = [
        jnp.any(rows_of([(index, length)]), axis=0)
        for index, length in ((taken, 80), (of_player(scored), 744), (of_player(standing), 744))
    ]
    rest = rows_of(
        [
            (jnp.minimum(p.turns, 48), 49),
            (4 * stage + first, 24),
            *flags(ready),
            *each(trays, 7),
            *each(supplies, 12),
            (held, 10),
            (choosing, 2),
            (rules.players - 2, 3),
            (rules.slots - 1, 2),
            (jnp.minimum(rules.rounds, 9), 10),
            (jnp.minimum(rules.blocks, 9), 10),
            (rules.hand - 4, 3),
            (choice, 3),
            *flags(jnp.stack([jnp.asarray(switch, bool) for switch in switches])),
            (p.urban + 1, len(CARD_NAMES) + 1),
            *flags(pile),
            ((jnp.maximum(actor(rules, p), 0) - seen.seat) % rules.players, 4),
        ]
    )
    high = rows_of([(7 * owner + margin, 35)])
    return jnp.concatenate([high, several[0], rows_of(each(below, 10)), *several[1:], rest])


def build_rows(seen: Seen, slot: Array | Any, place: Array | Any) -> Array:
    """(4, …, BUILD_ROWS): by size, builds on places with the first or second colour of the seat.

    Slots and places have the same shape.
    """
    builder = 2 * slot
    owner = at(seen.owner, place)
    sizes = SIZES.reshape(-1, *(1,) * jnp.ndim(place))
    after = seen.floors[builder, place] + sizes
    captures, leads = [], []
    for step in (1, 2, 3):
        rival = (builder + step) % 4
        there = at(seen.coloured, rival)
        lead = jnp.clip(after - seen.floors[rival, place], 0, 5)
        can = capture(seen, rival, jnp.maximum(lead, 1), seen.reach[rival, place])
        captures.append((jnp.where(there, can, -1), 5))
        leads.append((jnp.where(there, lead, -1), 6))
    above = jnp.clip(at(seen.height, place) + sizes - seen.highest, -3, 3) + 3
    partner = (seen.rules.slots == 2) & (owner == (builder + 2) % 4)
    onto = jnp.where(owner == 4, 0, jnp.where(owner == builder, 1, jnp.where(partner, 2, 3)))
    gains, loses = majority_change(seen, builder, place)
    lost = jnp.where(loses == 0, 0, jnp.where(partner, 1, 2))
    return many_rows_of([
        *captures, *leads, (above, 7), (sizes - 1, 4), (slot, 2), (onto, 4), (3 * gains + lost, 6)
    ])  # fmt: skip


def inputs(rules: Rules, p: Position, seat: Array, *, builds: bool = True) -> Inputs:
    """All inputs of a seat; actions are for the player to act, and builds may be left out."""
    seen = seen_by(rules, p, seat)
    return Inputs(
        place_rows(seen),
        district_rows(seen),
        whole_rows(seen),
        jnp.moveaxis(build_rows(seen, *EVERYWHERE), 0, 1) if builds else jnp.zeros(0),
        choice_rows(rules, p, seat),
        jnp.asarray(rules.players),
    )


# --- choices ------------------------------------------------------------------------------------


def choice_rows(rules: Rules, p: Position, seat: Array) -> Array:
    """(140 + 2 · 4 + 2 · 4, CHOICE_ROWS): selections, single blocks, forfeits, the last two for
    both colours."""
    ones = jnp.clip(rules.blocks - LARGE, 0, 6)
    counts = [jnp.asarray(each) for each in (ones, TWOS, THREES, FOURS)]
    second = colour_to_choose(rules, p, seat) != seat
    nothing = [(jnp.int32(-1), 4)] * 2
    selections = many_rows_of([*((many, 7) for many in counts), *nothing, (second, 2)])
    rows = [selections]
    for first in (28, 32):
        for slot in (0, 1):
            fixed = np.zeros((4, 38), bool)
            fixed[FOUR, first + FOUR] = True
            fixed[:, 36 + slot] = True
            rows.append(jnp.asarray(fixed))
    return jnp.concatenate(rows)
