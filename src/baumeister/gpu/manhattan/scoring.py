"""Scoring a round, the urban cards, and the ranking at the end (M3, M4)."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Final, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from baumeister.games.manhattan.board import SITES
from baumeister.games.manhattan.urban import CARD_NAMES
from baumeister.gpu.bits import traced_once
from baumeister.gpu.manhattan.position import (
    GROUND,
    NEAR,
    OWNER,
    Position,
    Rules,
    floors,
    height,
    open_districts,
    owners,
)


class Board(NamedTuple):
    """What scoring looks at; places as 9 positions × 6 districts."""

    rules: Rules
    board: Array
    height: Array
    owns: Array  # (4, 9, 6): by colour
    open: Array  # (6,): districts that exist (M5.3)

    @property
    def built(self) -> Array:
        return self.height > 0

    @property
    def buildings(self) -> Array:
        """(6,) buildings by district; in closed districts there are none."""
        return jnp.sum(self.built, axis=0)


def board_of(rules: Rules, p: Position) -> Board:
    words = p.board.reshape(9, 6)
    colours = jnp.arange(4)[:, None, None]
    return Board(rules, words, height(words), owners(words) == colours, open_districts(rules, p))


def _owned(board: Board, places: Array, points: int = 1) -> Array:
    """(4,) points for each place that a colour owns."""
    return points * jnp.sum(board.owns & places, axis=(1, 2))


def _only(places: Array, axis: tuple[int, ...]) -> Array:
    """The places, if there is only one along these axes."""
    return places & (jnp.sum(places, axis=axis, keepdims=True) == 1)


def majorities(board: Board) -> Array:
    """(4, 6) flags: the colour that owns most in a district, alone (M3.2)."""
    count = jnp.sum(board.owns, axis=1)
    most = jnp.max(count, axis=0)
    return (count == most) & (jnp.sum(count == most, axis=0) == 1)


# --- urban cards: one function for each card of games/manhattan/urban.py ---------------------


def _big_business(board: Board) -> Array:
    tops = board.built & (board.height == jnp.max(board.height, axis=0))
    return _owned(board, _only(tops, (0,)), 2)


def _founder(board: Board) -> Array:
    ground = ((board.board >> GROUND) & 7).astype(jnp.int32) - 1
    founded = ground == jnp.arange(4)[:, None, None]
    return jnp.sum(founded & ~board.owns, axis=(1, 2))


def _megacity(board: Board) -> Array:
    count = jnp.where(board.open, board.buildings, -1)
    complete = count == 9
    completed = jnp.sum(complete)
    whole = complete & ((completed == 1) | board.rules.megacity_all)
    fullest = count == jnp.max(count)
    districts = jnp.where(completed > 0, whole, fullest & (jnp.sum(fullest) == 1))
    return _owned(board, jnp.broadcast_to(districts, (9, 6)))


def _fog_free_view(board: Board) -> Array:
    return _owned(board, board.height >= 5)


def _multiple_tower(board: Board) -> Array:
    built = [floors(board.board, colour) > 0 for colour in range(4)]
    return _owned(board, jnp.sum(jnp.stack(built), axis=0) >= 3, 2)


def _villa(board: Board) -> Array:
    empty = ~board.built
    beside = [functools.reduce(jnp.logical_or, [empty[near] for near in each]) for each in NEAR]
    return _owned(board, (board.height == 1) & jnp.stack(beside), 2)


def _worldwide_expansion(board: Board) -> Array:
    return jnp.sum(jnp.any(board.owns, axis=1), axis=1)


def _hobbit_home(board: Board) -> Array:
    tops = board.built & (board.height == jnp.max(board.height))
    towering = jnp.any(tops, axis=0)
    here = board.built & towering & (jnp.sum(towering) == 1)
    lowest = here & (board.height == jnp.min(jnp.where(here, board.height, 1000)))
    return _owned(board, _only(lowest, (0, 1)), 2)


def _small_town(board: Board) -> Array:
    count = jnp.where(board.open, board.buildings, 1000)
    fewest = count == jnp.min(count)
    return _owned(board, jnp.broadcast_to(fewest & (jnp.sum(fewest) == 1), (9, 6)))


def _fake_news(_: Board) -> Array:
    return jnp.zeros(4, jnp.int32)


_CARDS: Final[dict[str, Callable[[Board], Array]]] = {
    "big-business": _big_business,
    "founder": _founder,
    "megacity": _megacity,
    "fog-free-view": _fog_free_view,
    "multiple-tower": _multiple_tower,
    "villa": _villa,
    "worldwide-expansion": _worldwide_expansion,
    "hobbit-home": _hobbit_home,
    "small-town": _small_town,
    "fake-news": _fake_news,
}
URBAN: Final = tuple(_CARDS[name] for name in CARD_NAMES)


# --- points ----------------------------------------------------------------------------------


def _plain_points(rules: Rules, p: Position) -> list[Array]:
    """The points of each colour for the highest building, majorities and buildings (M3.1–M3.3).

    Place by place, so that a compiled program keeps all counts in registers: the buildings of a
    district are counted in one word, four bits for each colour.
    """
    highest = jnp.maximum(jnp.max(height(p.board)), 1)
    counts = [jnp.uint32(0)] * 6
    top_owners, tops = jnp.uint32(0), jnp.int32(0)
    for place in range(SITES):
        word = p.board[place]
        owner = (word >> OWNER) & 7
        counts[place % 6] += jnp.uint32(1) << (4 * owner)
        top = height(word) == highest
        top_owners |= top.astype(jnp.uint32) << owner
        tops += top
    owned = [
        [((count >> (4 * c + 4)) & 15).astype(jnp.int32) for c in range(4)] for count in counts
    ]
    points = []
    for colour in range(4):
        own = jnp.int32(0)
        for district in owned:
            rest = [district[other] for other in range(4) if other != colour]
            most = functools.reduce(jnp.maximum, rest)
            own += district[colour] + jnp.where(district[colour] > most, 2, 0)
        has_top = (top_owners & (2 << colour)) != 0
        partner = jnp.where(rules.slots == 2, jnp.uint32(2 << (colour + 2) % 4), 0)
        others = top_owners & ~(partner | (2 << colour))
        earlier = (colour >= 2) & ((top_owners & partner) != 0)
        same_owner = has_top & (others == 0) & ~earlier
        alone = has_top & (tops == 1)
        own += jnp.where(jnp.where(rules.same_owner_highest, same_owner, alone), 3, 0)
        points.append(own)
    return points


@traced_once
def score_now(rules: Rules, p: Position) -> list[Array]:
    """The points of each colour if the round were scored now."""
    points = _plain_points(rules, p)
    if isinstance(rules.urban, np.bool_) and not rules.urban:
        return points
    board = board_of(rules, p)
    urban = jnp.zeros(4, jnp.int32)
    for index, card in enumerate(URBAN):
        urban += jnp.where(rules.urban & (p.urban == index), card(board), 0)
    return [points[colour] + urban[colour] for colour in range(4)]


def by_player(rules: Rules, colours: Array) -> Array:
    """(4,) sums over the colours of each player (M3.4)."""
    return colours + jnp.where((rules.slots == 2) & (jnp.arange(4) < 2), jnp.roll(colours, 2), 0)


def points(rules: Rules, p: Position) -> Array:
    """(4,) points by player."""
    return jnp.where(jnp.arange(4) < rules.players, by_player(rules, jnp.stack(p.scores)), 0)


def shares(rules: Rules, p: Position) -> Array:
    """(4,) the share of the win by player: 1 for the winner, equal parts of a shared win (M3.5)."""
    board = board_of(rules, p)
    present = jnp.arange(4) < rules.players
    tallest = jnp.max(jnp.where(board.owns, board.height, 0), axis=(1, 2))
    won = jnp.sum(majorities(board), axis=1)
    paired = (rules.slots == 2) & (jnp.arange(4) < 2)
    tallest = jnp.maximum(tallest, jnp.where(paired, jnp.roll(tallest, 2), 0))
    won = by_player(rules, won)
    order = by_player(rules, jnp.stack(p.scores)) * 4096
    order += jnp.where(rules.tie_break, tallest * 16 + won, 0)
    order = jnp.where(present, order, -1)
    first = order == jnp.max(order)
    return first / jnp.sum(first)
