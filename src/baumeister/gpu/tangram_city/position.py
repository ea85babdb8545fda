"""A position of Tangram City as a few arrays, and its rules as a tree of numbers.

The number of players is fixed by the shape of the arrays; all other options may be constants of a
compiled program or its arguments. A *lane* is one of the eight ways to hold a tile:
4 · side + turns.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from baumeister.games.tangram_city.chance import BOARDS
from baumeister.games.tangram_city.geometry import ALL_FIELDS, CORNERS, FIELDS, mask_of
from baumeister.games.tangram_city.options import Options
from baumeister.games.tangram_city.scoring import HARMONY, PLANNING
from baumeister.games.tangram_city.setup import SIDES, SPOTS, placements
from baumeister.games.tangram_city.state import CARDS_A_ROUND, ROUNDS
from baumeister.games.tangram_city.tiles import TILES, Tile, printed_fields
from baumeister.games.tangram_city.view import ALL, AUDIENCES
from baumeister.gpu.bits import at
from baumeister.gpu.tangram_city.planes import plane

LANES: Final = 4 * len(SIDES)
LAST_CARDS: Final = TILES - CARDS_A_ROUND * (ROUNDS - 1)
FOUNTAIN_BIT: Final = 8  # of what a player still has to decide, after three cards
SIDE_BIT: Final = 16
WHOLE, ANYTHING = 4, 5  # kinds of a cell, after the halves ne, se, sw, nw
KINDS: Final = {0b0011: 0, 0b0110: 1, 0b1100: 2, 0b1001: 3, 0b1111: WHOLE}
"""By covered quarters (n, e, s, w from the lowest bit), the kind of a cell."""
SPOT_KINDS: Final = tuple({"ne": 0, "se": 1, "sw": 2, "nw": 3}[corner] for corner in CORNERS)


class Rules(NamedTuple):
    """The options of a game, as numbers."""

    players: Any
    start: Any  # the player named to begin, or -1
    start_points: Any
    printed_field: Any
    same_board: Any
    audience: Any  # (4,): by slot, who sees the card early, as bits of seats from the pillar on
    corners: Any  # (23, 8, 2): by tile and lane, where its top left corner may lie
    outline: Any  # (23, 8, 4, 2): what it covers at the first field
    kinds: Any  # (23, cells, 8): the cells of a tile, padded with cells that always fit
    offsets: Any  # (23, cells, 8)
    printed: Any  # (5, 2, 4, 2): by board and side, the printed field
    printed_green: Any  # (5, 2)


def rules_of(options: Options, cells: int = 0) -> Rules:
    """The rules; `cells` is the least number of cells that tables of tiles have room for."""
    tiles = [_tile(tile) for tile in options.tiles]
    room = max(cells, *(len(lane) for _, _, lanes in tiles for lane in lanes))
    kinds = np.full((TILES, room, LANES), ANYTHING, np.int32)
    offsets = np.zeros((TILES, room, LANES), np.int32)
    for tile, (_, _, lanes) in enumerate(tiles):
        for lane, found in enumerate(lanes):
            for cell, (field, kind) in enumerate(found):
                kinds[tile, cell, lane], offsets[tile, cell, lane] = kind, field
    everybody = (1 << options.players) - 1
    audience = [
        everybody if seats == ALL else sum(1 << int(seat) for seat in seats)
        for seats in AUDIENCES[options.players]
    ]
    fields = [[printed_fields()[number, side] for side in "ab"] for number in BOARDS]
    return Rules(
        players=np.int32(options.players),
        start=np.int32(-1 if options.start is None else options.start),
        start_points=np.int32(options.start_points),
        printed_field=np.bool_(options.printed_field),
        same_board=np.bool_(options.same_board),
        audience=np.array(audience, np.uint32),
        corners=np.array([corners for corners, _, _ in tiles], np.uint32),
        outline=np.array([outline for _, outline, _ in tiles], np.uint32),
        kinds=kinds,
        offsets=offsets,
        printed=np.array(
            [[_planes(mask_of(side.halves)) for side in sides] for sides in fields], np.uint32
        ),
        printed_green=np.array([[side.colour != "building" for side in sides] for sides in fields]),
    )


def _tile(tile: Tile) -> tuple[list[Any], list[Any], list[list[tuple[int, int]]]]:
    """By lane: the possible corners, the outline, and the cells as field and kind."""
    corners, masks = [0] * LANES, [0] * LANES
    for mask, place in placements(tile):
        lane = 4 * SIDES.index(place.side) + place.turns
        corners[lane] |= 1 << place.field
        if place.field == 0:
            masks[lane] = mask
    return (
        [plane(each) for each in corners],
        [_planes(mask) for mask in masks],
        list(map(_cells, masks)),
    )


def _planes(mask: int) -> list[tuple[int, int]]:
    return [plane(mask >> quarter * FIELDS & ALL_FIELDS) for quarter in range(4)]


def _cells(mask: int) -> list[tuple[int, int]]:
    """The fields that a mask covers, and how."""
    found = []
    for field in range(FIELDS):
        quarters = sum((mask >> quarter * FIELDS + field & 1) << quarter for quarter in range(4))
        if quarters:
            found.append((field, KINDS[quarters]))
    return found


SPOTS_AT: Final = np.array([_planes(spot.mask) for spot in SPOTS[:4]], np.uint32)
"""(4, 4, 2): the halves of the first field, in the order of their numbers."""
HARMONY_POINTS: Final = np.array([HARMONY.get(apart, 0) for apart in range(FIELDS + 1)], np.int32)
PLANNING_POINTS: Final = PLANNING


class Position(NamedTuple):
    """A position; players come first in every array."""

    cover: Array  # (players, 2, 4, 2): buildings and fountains; green and fountains
    fresh: Array  # (players, 4, 2): the part that the others do not see yet (T2.2)
    pile: Array  # a bit for each tile still to come
    points: Array  # (players,)
    todo: Array  # (players,): bits of what is still to decide
    number: Array  # (players,): of the board, 1–5; 0 before it is drawn
    cards: Array  # (4,)
    phase: Array
    round: Array
    slot: Array
    dealt: Array
    pillar: Array
    turn: Array  # the actor; -1 for chance, -2 when the game is over


def initial(rules: Rules, players: int) -> Position:
    number = jnp.int32
    return Position(
        cover=jnp.zeros((players, 2, 4, 2), jnp.uint32),
        fresh=jnp.zeros((players, 4, 2), jnp.uint32),
        pile=jnp.uint32((1 << TILES) - 1),
        points=jnp.zeros(players, number) + rules.start_points,
        todo=jnp.zeros(players, number),
        number=jnp.zeros(players, number),
        cards=jnp.zeros(CARDS_A_ROUND, number),
        phase=number(0),
        round=number(0),
        slot=number(0),
        dealt=number(0),
        pillar=number(-1),
        turn=number(-1),
    )


def put(values: Array, index: Array, value: Array) -> Array:
    """The values with another one at an index of the first axis."""
    here = jnp.arange(values.shape[0]) == index
    return jnp.where(here.reshape(-1, *[1] * (values.ndim - 1)), value, values)


def tile_of(p: Position, k: int) -> Array:
    """The tile of the k-th card that is to be decided."""
    slot = jnp.where(p.round == ROUNDS, k, jnp.minimum(p.slot, CARDS_A_ROUND - 1))
    return at(p.cards, slot)


def due(p: Position, phase: Array) -> Array:
    """What every player has to decide in a phase, as bits."""
    last = (1 << LAST_CARDS) - 1 | FOUNTAIN_BIT  # T2.5: all at once
    usual = jnp.where(p.slot == CARDS_A_ROUND, FOUNTAIN_BIT, 1)
    return jnp.where(phase == 2, SIDE_BIT, jnp.where(p.round == ROUNDS, last, usual))
