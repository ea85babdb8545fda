"""Decisions, rounds, scoring and chance (T1.5, T2, T4, T5)."""

from __future__ import annotations

import jax.numpy as jnp
from jax import Array

from baumeister.fast.tangram_city.numbers import A_CARD, FOUNTAIN, NO_FOUNTAIN, SIDE, SKIP
from baumeister.games.tangram_city.geometry import FIELDS
from baumeister.games.tangram_city.state import CARDS_A_ROUND, ROUNDS, Phase
from baumeister.gpu.bits import at, below, random_bit, rarely, select, words
from baumeister.gpu.tangram_city.planes import count, largest_rectangle, moved_down
from baumeister.gpu.tangram_city.position import (
    FOUNTAIN_BIT,
    HARMONY_POINTS,
    LAST_CARDS,
    PLANNING_POINTS,
    SIDE_BIT,
    SPOTS_AT,
    Position,
    Rules,
    due,
    initial,
    put,
    tile_of,
)

# --- scoring ---------------------------------------------------------------------------------


def full_fields(cover: Array) -> Array:
    """(2,) the fields of a board that are covered in all four quarters."""
    both = cover[0] | cover[1]
    return both[0] & both[1] & both[2] & both[3]


def _count_colour(cover: Array, colour: int) -> Array:
    """Fields entirely of a colour, or half of it and half fountain (T4.2)."""
    own, only = cover[colour], cover[colour] & ~cover[1 - colour]
    return count((own[0] & own[1] & own[2] & own[3]) & (only[0] | only[1] | only[2] | only[3]))


def rectangles(p: Position) -> Array:
    """(players,) the largest rectangle of each board (T4.1)."""
    return jnp.stack([largest_rectangle(full_fields(board)) for board in p.cover])


def _bonuses(p: Position) -> Array:
    """(players,) harmony and planning (T5.1, T5.2)."""
    found = []
    for board in p.cover:
        apart = jnp.abs(_count_colour(board, 0) - _count_colour(board, 1))
        complete = count(full_fields(board)) == FIELDS
        found.append(at(HARMONY_POINTS, apart) + jnp.where(complete, PLANNING_POINTS, 0))
    return jnp.stack(found)


def _scored(points: Array, p: Position) -> Array:
    return points + rectangles(p) + jnp.where(p.round == ROUNDS, _bonuses(p), 0)


# --- decisions -------------------------------------------------------------------------------


def _begin_decisions(p: Position, phase: Phase, now: Array) -> Position:
    todo = due(p, jnp.int32(phase))
    return p._replace(
        phase=jnp.where(now, jnp.int32(phase), p.phase),
        turn=jnp.where(now, 0, p.turn),
        todo=jnp.where(now, todo, p.todo),
    )


def _begin_round(p: Position, now: Array) -> Position:
    zero = jnp.int32(0)
    return p._replace(
        phase=jnp.where(now, jnp.int32(Phase.DEAL), p.phase),
        turn=jnp.where(now, -1, p.turn),
        round=p.round + now,
        slot=jnp.where(now, zero, p.slot),
        dealt=jnp.where(now, zero, p.dealt),
        cards=jnp.where(now, 0, p.cards),
        todo=jnp.where(now, 0, p.todo),
    )


def _next_holder(p: Position) -> Array:
    """Most points, the first clockwise after the holder (T2.4)."""
    players = p.points.shape[0]
    seat = (jnp.maximum(p.pillar, 0) + 1 + jnp.arange(players)) % players
    return seat[jnp.argmax(at(p.points, seat))].astype(jnp.int32)


def _end_round(p: Position, now: Array) -> Position:
    p = p._replace(points=rarely(now, _scored, p.points, p))
    over = now & (p.round == ROUNDS)
    p = p._replace(
        phase=jnp.where(over, jnp.int32(Phase.OVER), p.phase),
        turn=jnp.where(over, -2, p.turn),
        todo=jnp.where(over, 0, p.todo),
        pillar=jnp.where(now & ~over, _next_holder(p), p.pillar),
    )
    return _begin_round(p, now & ~over)


def _decided(p: Position, bit: Array, acts: Array) -> Position:
    """Ends a decision of the actor; when all have decided, everything is revealed (T2.2)."""
    own = at(p.todo, jnp.maximum(p.turn, 0)) & ~bit
    todo = jnp.where(acts, put(p.todo, p.turn, own), p.todo)
    waiting = jnp.argmax(todo != 0).astype(jnp.int32)
    everybody = acts & jnp.all(todo == 0)
    turn = jnp.where(acts & (own == 0), waiting, p.turn)
    p = p._replace(todo=todo, turn=turn, fresh=jnp.where(everybody, 0, p.fresh))
    sides = everybody & (p.phase == Phase.SIDE)
    ends = everybody & ~sides & ((p.round == ROUNDS) | (p.slot == CARDS_A_ROUND))
    next_slot = everybody & ~sides & ~ends
    p = _begin_round(p, sides)
    p = p._replace(slot=p.slot + next_slot)
    p = _begin_decisions(p, Phase.PLACE, next_slot)
    return _end_round(p, ends)


def act(rules: Rules, p: Position, number: Array) -> Position:
    """Applies a legal decision of a player, without the chance that follows."""
    acts = p.turn >= 0
    player = jnp.maximum(p.turn, 0)
    is_card = number < FOUNTAIN
    card, way = jnp.minimum(number // A_CARD, LAST_CARDS - 1), number % A_CARD
    lane, field = jnp.minimum(way // FIELDS, 7), way % FIELDS
    tiles = jnp.stack([tile_of(p, k) for k in range(LAST_CARDS)])
    tile = moved_down(at(rules.outline, (at(tiles, card), lane)), field)
    spot = jnp.clip(number - FOUNTAIN, 0, 4 * FIELDS - 1)
    fountain = moved_down(at(SPOTS_AT, spot % 4), spot // 4)
    side = jnp.clip(number - SIDE, 0, 1)
    board = jnp.maximum(at(p.number, player) - 1, 0)
    printed = at(rules.printed, (board, side))
    green = at(rules.printed_green, (board, side))
    is_fountain = (number >= FOUNTAIN) & (number < NO_FOUNTAIN)
    is_side = number >= SIDE
    placed = is_card & (way != SKIP)
    piece = jnp.where(is_card, tile, jnp.where(is_side, printed, fountain))
    piece = jnp.where(acts & (placed | is_fountain | is_side), piece, 0)
    as_green = jnp.where(is_side, green, lane >= 4)
    building = jnp.where(is_fountain | ~as_green, piece, 0)
    garden = jnp.where(is_fountain | as_green, piece, 0)
    cover = at(p.cover, player) | jnp.stack([building, garden])
    p = p._replace(
        cover=put(p.cover, player, cover),
        fresh=put(p.fresh, player, at(p.fresh, player) | piece),
    )
    bit = jnp.where(is_card, 1 << card, jnp.where(is_side, SIDE_BIT, FOUNTAIN_BIT))
    return _decided(p, bit, acts)


# --- chance ----------------------------------------------------------------------------------


def _deal(p: Position, tile: Array, now: Array) -> Position:
    bit = now.astype(jnp.uint32) << tile.astype(jnp.uint32)
    cards = jnp.where(now & (jnp.arange(CARDS_A_ROUND) == p.dealt), tile, p.cards)
    return p._replace(pile=p.pile & ~bit, cards=cards, dealt=p.dealt + now)


def _in_round(p: Position) -> Array:
    return jnp.where(p.round == ROUNDS, LAST_CARDS, CARDS_A_ROUND)


def happen(rules: Rules, p: Position, number: Array) -> Position:
    """Applies one outcome of chance, given by its number, in any phase."""
    players = p.points.shape[0]

    def start(p: Position) -> Position:
        p = p._replace(pillar=number)
        boards = p._replace(phase=jnp.int32(Phase.BOARDS))
        return select(rules.printed_field, boards, _begin_round(p, jnp.bool_(True)))

    def boards(p: Position) -> Position:
        seats = jnp.arange(players)
        drawn = jnp.where(rules.same_board, seats >= 0, seats == p.dealt)
        dealt = jnp.where(rules.same_board, players, p.dealt + 1)
        p = p._replace(number=jnp.where(drawn, number + 1, p.number), dealt=dealt)
        return _begin_decisions(p, Phase.SIDE, p.dealt == players)

    def deal(p: Position) -> Position:
        p = _deal(p, number, jnp.bool_(True))
        return _begin_decisions(p, Phase.PLACE, p.dealt == _in_round(p))

    found = select(p.phase == Phase.BOARDS, boards(p), deal(p))
    return select(p.phase == Phase.START, start(p), found)


def settle(p: Position, bits: Array) -> Position:
    """The chance that follows a decision: the cards of the next round."""
    now = p.phase == Phase.DEAL
    for k, drawn in enumerate(words(bits, CARDS_A_ROUND)):
        tile = random_bit(drawn, [p.pile])[1]
        p = _deal(p, tile, now & (k < _in_round(p)))
    return _begin_decisions(p, Phase.PLACE, now)


def step(rules: Rules, p: Position, number: Array, bits: Array) -> Position:
    """Applies a decision and the chance that follows; a finished game stays as it is."""
    return settle(act(rules, p, number), bits)


def new_game(rules: Rules, players: int, bits: Array) -> Position:
    """A position at its first decision, by 32 random bits."""
    first, *drawn, cards = words(bits, 2 + players)
    p = initial(rules, players)
    pillar = jnp.where(rules.start < 0, below(first, players), rules.start)
    p = p._replace(pillar=pillar.astype(jnp.int32))
    left, numbers = jnp.uint32(31), []
    for each in drawn:
        board = random_bit(each, [left])[1]
        left &= ~(jnp.uint32(1) << board.astype(jnp.uint32))
        numbers.append(board + 1)
    number = jnp.stack(numbers)
    number = jnp.where(rules.same_board, number[0], number)
    printed = jnp.asarray(rules.printed_field)
    boards = p._replace(number=number, dealt=jnp.int32(players))
    boards = _begin_decisions(boards, Phase.SIDE, jnp.bool_(True))
    return select(printed, boards, settle(_begin_round(p, jnp.bool_(True)), cards))
