"""Legal actions, and what building and choosing do to a position (M2.2–M2.8, M5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import jax.numpy as jnp
import numpy as np
from jax import Array

from baumeister.fast.manhattan.numbers import CHOOSE, FORFEIT, ONE, SECOND, SECOND_ONE
from baumeister.games.manhattan.board import BLOCK_COUNTS, SITES
from baumeister.games.manhattan.state import Phase
from baumeister.gpu.bits import random_bit, random_true, rarely, words
from baumeister.gpu.manhattan.position import (
    GONE,
    GROUND,
    HALF,
    OWNER,
    PLACE,
    STEP,
    TOP,
    Position,
    Rules,
    at,
    copies,
    floors,
    of_size,
    open_bits,
    owner_of,
    owners,
    put,
    tray_size,
)

CLOSED: Final = np.array(
    [
        [1 << place if place < HALF else 0, 1 << place - HALF if place >= HALF else 0]
        for place in range(SITES)
    ],
    np.uint32,
)
"""By place of the monster, the set of that place."""
CLOSED_WITH_CARD: Final = np.array(
    [
        np.sum(
            [CLOSED[place] for place in range(SITES) if STEP[monster, place // 6] == place],
            axis=0,
            dtype=np.uint32,
        )
        + np.zeros(2, np.uint32)
        for monster in range(SITES)
    ],
    np.uint32,
)
"""By place of the monster, the places to which the card that marks them leads it (M5.1)."""
_INDEX: Final = np.arange(ONE - CHOOSE)
FOURS: Final = BLOCK_COUNTS[3] - _INDEX // 35
THREES: Final = BLOCK_COUNTS[2] - _INDEX % 35 // 7
TWOS: Final = BLOCK_COUNTS[1] - _INDEX % 7
LARGE: Final = FOURS + THREES + TWOS


def has_chosen(rules: Rules, p: Position, player: Array | int) -> Array:
    """Whether the player's trays are full."""
    first = tray_size(at(p.trays, player)) == rules.blocks
    second = tray_size(at(p.trays, (jnp.asarray(player) + 2) & 3)) == rules.blocks
    return first & ((rules.slots == 1) | second)


def actor(rules: Rules, p: Position) -> Array:
    """The player to decide; -1 for chance, -2 when the game is over."""
    waiting = jnp.int32(3)
    for player in (2, 1, 0):
        waiting = jnp.where(has_chosen(rules, p, player), waiting, player)
    choosing = p.phase == Phase.CHOOSE
    decided = jnp.where(choosing & rules.secret, waiting, p.turn)
    nobody = jnp.where(p.phase == Phase.OVER, -2, -1)
    return jnp.where(choosing | (p.phase == Phase.BUILD), decided, nobody)


def colour_to_choose(rules: Rules, p: Position, player: Array) -> Array:
    """The colour whose tray a player fills next."""
    full = tray_size(at(p.trays, player)) == rules.blocks
    return jnp.where((rules.slots == 2) & full, (player + 2) & 3, player)


def slots_of(rules: Rules) -> int:
    """How many colours a player may have: one if the rules are constants that say so."""
    return int(rules.slots) if isinstance(rules.slots, np.integer) else 2


# --- legal actions -------------------------------------------------------------------------


def _places(flags: Sequence[Array]) -> tuple[Array, Array]:
    """The sets of places of the positions with a flag: a card marks six places."""
    halves = [jnp.uint32(0), jnp.uint32(0)]
    for position, flag in enumerate(flags):
        half, index = divmod(position, HALF // 6)
        halves[half] |= jnp.where(flag, jnp.uint32(63 << (6 * index)), 0)
    return halves[0], halves[1]


def _open_places(rules: Rules, p: Position) -> tuple[Array, Array]:
    """The places where the present player may build, by hand, districts and monster (M5.1, M5.3).

    If the monster moves with the card, a site is closed if the card that marks it leads the
    monster there; otherwise the site where it stands is.
    """
    hand = at(p.hands, jnp.maximum(p.turn, 0))
    marked = _places([copies(hand, position) > 0 for position in range(9)])
    districts = open_bits(rules, p) * jnp.uint32(0x1041041)  # five positions
    monster = jnp.maximum(p.monster, 0)
    table = jnp.where(rules.with_card, CLOSED_WITH_CARD, CLOSED)
    closed = jnp.where(rules.has_monster, at(table, monster), 0)
    return marked[0] & districts & ~closed[0], marked[1] & districts & ~closed[1]


def build_sets(rules: Rules, p: Position) -> list[Array]:
    """All possible builds as sets of places, two words for each colour of the player and size."""
    turn = jnp.maximum(p.turn, 0)
    free = _open_places(rules, p)
    found = []
    for slot in range(slots_of(rules)):
        colour = (turn + 2 * slot) & 3
        tray, can = at(p.trays, colour), at(p.can, colour)
        for size in range(4):
            has = (of_size(tray, size) > 0) & (slot < rules.slots)
            found += [jnp.where(has, can[size, half] & free[half], 0) for half in (0, 1)]
    return found


def builds(rules: Rules, p: Position) -> Array:
    """(1 or 2, 4, 54) flags: colour of the player, size and place of all possible builds."""
    sets = jnp.stack(build_sets(rules, p)).reshape(-1, 4, 2)
    words = jnp.where(PLACE < HALF, sets[..., :1], sets[..., 1:])
    return ((words >> jnp.uint32(PLACE % HALF)) & 1) > 0


def forfeits(rules: Rules, p: Position) -> Array:
    """(2, 9, 4) flags: what may be given up if nothing can be built (M2.8)."""
    turn = jnp.maximum(p.turn, 0)
    marked = at(jnp.asarray(rules.marked), turn)
    held = copies(at(p.hands, turn), marked) > 0
    sizes = jnp.arange(4)
    rows = [
        (of_size(at(p.trays, (turn + 2 * slot) & 3), sizes) > 0) & (slot < rules.slots)
        for slot in (0, 1)
    ]
    return held[None, :, None] & jnp.stack(rows)[:, None, :]


def selections(rules: Rules, p: Position) -> Array:
    """(140,) flags: the ways to choose the blocks of one colour for the round (M2.2)."""
    supply = at(p.supplies, colour_to_choose(rules, p, jnp.maximum(actor(rules, p), 0)))
    ones = rules.blocks - LARGE
    enough = (ones >= 0) & (ones <= of_size(supply, 0)) & (TWOS <= of_size(supply, 1))
    return enough & (THREES <= of_size(supply, 2)) & (FOURS <= of_size(supply, 3))


def singles(rules: Rules, p: Position) -> Array:
    """(2, 4) flags: single blocks to take, the largest first."""
    player = jnp.maximum(actor(rules, p), 0)
    sizes = jnp.arange(3, -1, -1)
    rows = []
    for slot in (0, 1):
        colour = (player + 2 * slot) & 3
        room = (tray_size(at(p.trays, colour)) < rules.blocks) & (slot < rules.slots)
        rows.append((of_size(at(p.supplies, colour), sizes) > 0) & room)
    return jnp.stack(rows)


def mask(rules: Rules, p: Position, actions: int) -> Array:
    """Flags of the legal action numbers."""
    building = p.phase == Phase.BUILD
    choosing = p.phase == Phase.CHOOSE
    built = builds(rules, p) & building
    given_up = forfeits(rules, p) & building & ~jnp.any(built)
    chosen = selections(rules, p) & choosing & ~rules.one_by_one
    taken = singles(rules, p) & choosing & rules.one_by_one
    parts: list[Array] = [built[0].ravel(), given_up[0].ravel(), chosen, taken[0]]
    if actions > SECOND:
        parts += [built[1].ravel(), given_up[1].ravel(), taken[1]]
    return jnp.concatenate(parts)


# --- applying them -------------------------------------------------------------------------


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


def _spend(
    rules: Rules, p: Position, building: Array, position: Array, colour: Array, size: Array
) -> Position:
    """A card and a block leave the player's hands; a card is to be drawn."""
    turn = jnp.maximum(p.turn, 0)
    one = building.astype(jnp.uint32)
    hand = at(p.hands, turn) - (one << (3 * position).astype(jnp.uint32))
    card = at(jnp.asarray(rules.card_of), (turn, position))
    tray = at(p.trays, colour) - (one << (4 * size).astype(jnp.uint32))
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
    p = _spend(rules, p, building, position, colour, size)
    board = p.board.at[place].set(word, mode="promise_in_bounds")
    p = p._replace(board=board, can=_covered(rules, p.can, place, word))
    if p.log.shape[0]:
        entry = (place * 16 + colour * 4 + size).astype(jnp.uint16)
        log = put(p.log, jnp.where(builds, p.built, -1), entry)
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
        supplies=put(p.supplies, colour, at(p.supplies, colour) - blocks),
        trays=put(p.trays, colour, at(p.trays, colour) + blocks),
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


def random_action(rules: Rules, p: Position, bits: Array) -> Array:
    """The number of a legal action, all equally likely; 0 when the game is over."""
    first, second = words(bits, 2)
    which, bit, total = random_bit(first, build_sets(rules, p))
    size, half = which // 2 % 4, which % 2
    number = (which // 8) * SECOND + size * SITES + half * HALF + bit
    other = (p.phase == Phase.CHOOSE) | ((p.phase == Phase.BUILD) & (total == 0))
    return rarely(other, _random_other, number, rules, p, second)


def _random_other(number: Array, rules: Rules, p: Position, bits: Array) -> Array:
    """A choice of blocks, or a forfeit."""
    chosen = CHOOSE + random_true(bits, selections(rules, p))
    single = random_true(bits, singles(rules, p).reshape(-1))
    single = jnp.where(single >= 4, SECOND_ONE - 4, ONE) + single
    given_up = random_true(bits, forfeits(rules, p).reshape(-1))
    given_up = jnp.where(given_up >= 36, SECOND - 36, 0) + FORFEIT + given_up
    chosen = jnp.where(rules.one_by_one, single, chosen)
    return jnp.where(p.phase == Phase.CHOOSE, chosen, given_up).astype(number.dtype)
