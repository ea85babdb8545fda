"""Legal actions, as flags and as sets of places, and random ones (M2.2–M2.8, M5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import jax.numpy as jnp
import numpy as np
from jax import Array

from baumeister.fast.manhattan.numbers import CHOOSE, FORFEIT, ONE, SECOND, SECOND_ONE
from baumeister.games.manhattan.board import BLOCK_COUNTS, SITES
from baumeister.games.manhattan.state import Phase
from baumeister.gpu.bits import at, random_bit, traced_once, words
from baumeister.gpu.manhattan.position import (
    HALF,
    PLACE,
    STEP,
    Position,
    Rules,
    copies,
    of_size,
    open_bits,
    pick,
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


def _sets(flags: np.ndarray) -> np.ndarray:
    """Flags of the selections as five words of 28 bits."""
    return (flags.reshape(5, 28) << np.arange(28)).sum(axis=1).astype(np.uint32)


MOST: Final = {
    size: np.array([_sets(many <= most) for most in range(16)])
    for size, many in ((1, TWOS), (2, THREES), (3, FOURS))
}
"""By size and number of blocks, the selections that need no more of them."""
AT_MOST: Final = np.array([_sets(most > LARGE) for most in range(26)])
"""By number, the selections with fewer blocks of two and more floors."""


@traced_once
def has_chosen(rules: Rules, p: Position, player: Array | int) -> Array:
    """Whether the player's trays are full."""
    first = tray_size(pick(p.trays, player)) == rules.blocks
    second = tray_size(pick(p.trays, (jnp.asarray(player) + 2) & 3)) == rules.blocks
    return first & ((rules.slots == 1) | second)


@traced_once
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
    full = tray_size(pick(p.trays, player)) == rules.blocks
    return jnp.where((rules.slots == 2) & full, (player + 2) & 3, player)


def slots_of(rules: Rules) -> int:
    """How many colours a player may have: one if the rules are constants that say so."""
    return int(rules.slots) if isinstance(rules.slots, np.integer) else 2


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
    hand = pick(p.hands, jnp.maximum(p.turn, 0))
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
        tray, can = pick(p.trays, colour), at(p.can, colour)
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
    held = copies(pick(p.hands, turn), marked) > 0
    sizes = jnp.arange(4)
    rows = [
        (of_size(pick(p.trays, (turn + 2 * slot) & 3), sizes) > 0) & (slot < rules.slots)
        for slot in (0, 1)
    ]
    return held[None, :, None] & jnp.stack(rows)[:, None, :]


def selection_sets(rules: Rules, supply: Array) -> list[Array]:
    """The ways to choose the blocks of one colour for the round (M2.2), as sets of 28 bits."""
    tables = [at(jnp.asarray(MOST[size]), of_size(supply, size)) for size in (1, 2, 3)]
    ones = of_size(supply, 0)
    enough = at(jnp.asarray(AT_MOST), rules.blocks + 1)
    few = at(jnp.asarray(AT_MOST), jnp.maximum(rules.blocks - ones, 0))
    found = tables[0] & tables[1] & tables[2] & enough & ~few
    return [found[k] for k in range(found.shape[0])]


def selections(rules: Rules, p: Position) -> Array:
    """(140,) flags: the ways to choose blocks now."""
    player = jnp.maximum(actor(rules, p), 0)
    supply = pick(p.supplies, colour_to_choose(rules, p, player))
    sets = jnp.stack(selection_sets(rules, supply))
    return ((sets[:, None] >> jnp.arange(28, dtype=jnp.uint32)) & 1).reshape(-1) > 0


def singles(rules: Rules, p: Position) -> Array:
    """(2, 4) flags: single blocks to take, the largest first."""
    player = jnp.maximum(actor(rules, p), 0)
    sizes = jnp.arange(3, -1, -1)
    rows = []
    for slot in (0, 1):
        colour = (player + 2 * slot) & 3
        room = (tray_size(pick(p.trays, colour)) < rules.blocks) & (slot < rules.slots)
        rows.append((of_size(pick(p.supplies, colour), sizes) > 0) & room)
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


def random_action(rules: Rules, p: Position, bits: Array) -> Array:
    """The number of a legal action, all equally likely; 0 when the game is over."""
    first, second = words(bits, 2)
    which, bit, total = random_bit(first, build_sets(rules, p))
    place = jnp.where(which % 2 == 1, HALF, 0) + bit
    number = (which // 8) * SECOND + which // 2 % 4 * SITES + place
    number = jnp.where(total == 0, _random_forfeit(rules, p, second), number)
    number = jnp.where(p.phase == Phase.CHOOSE, _random_choice(rules, p, second), number)
    return jnp.where(p.phase == Phase.OVER, 0, number)


def _random_forfeit(rules: Rules, p: Position, bits: Array) -> Array:
    turn = jnp.maximum(p.turn, 0)
    hand, marked = pick(p.hands, turn), at(jnp.asarray(rules.marked), turn)
    held, blocks = jnp.uint32(0), jnp.uint32(0)
    for each in range(9):
        held |= (copies(hand, marked[each]) > 0).astype(jnp.uint32) << each
    for slot in range(slots_of(rules)):
        tray = pick(p.trays, (turn + 2 * slot) & 3)
        for size in range(4):
            has = (of_size(tray, size) > 0) & (slot < rules.slots)
            blocks |= has.astype(jnp.uint32) << (4 * slot + size)
    first, second = words(bits, 2)
    _, card, _ = random_bit(first, [held])
    _, block, _ = random_bit(second, [blocks])
    return FORFEIT + 4 * card + block % 4 + jnp.where(block >= 4, SECOND, 0)


def _random_choice(rules: Rules, p: Position, bits: Array) -> Array:
    player = jnp.maximum(actor(rules, p), 0)
    supply = pick(p.supplies, colour_to_choose(rules, p, player))
    which, bit, _ = random_bit(bits, selection_sets(rules, supply))
    flags = singles(rules, p).reshape(-1)
    taken = jnp.uint32(0)
    for shift in range(8):
        taken |= flags[shift].astype(jnp.uint32) << shift
    _, single, _ = random_bit(bits, [taken])
    single = jnp.where(single >= 4, SECOND_ONE - 4, ONE) + single
    return jnp.where(rules.one_by_one, single, CHOOSE + 28 * which + bit)
