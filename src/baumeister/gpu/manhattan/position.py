"""A position of Manhattan as a few arrays, and its rules as a tree of numbers.

A *place* is a site in the order of the cards, 6 · position + district, as in `baumeister.fast`.
The whole board is 54 words of 32 bits: six bits of floors for each colour, then the owner, the
colour of the ground floor (both from 1, 0 for an empty site) and the size of the top block.

Rules may be constants of a compiled program, which then contains only what they need, or its
arguments: one program for all options, even in one batch.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import jax.numpy as jnp
import numpy as np
from jax import Array

from baumeister.fast.manhattan.numbers import PLACE_OF, SITE_OF
from baumeister.games.manhattan.board import (
    BLOCK_COUNTS,
    CARDS,
    MARKED,
    NEIGHBOURS,
    SITE_NUMBERS,
    SITES,
)
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.setup import setup_for
from baumeister.games.manhattan.state import full_pile
from baumeister.games.manhattan.urban import CARD_NAMES
from baumeister.games.manhattan.variants import STEPS

HALF: Final = 30  # places in the first word of a set: five positions; the second has the rest
ALL: Final = ((1 << HALF) - 1, (1 << SITES - HALF) - 1)
MOST_BLOCKS: Final = 4 * sum(BLOCK_COUNTS)
PLACE: Final = np.arange(SITES, dtype=np.int32)
STEP: Final = np.array([[PLACE_OF[to] for to in STEPS[site]] for site in SITE_OF], np.int32)
NEAR: Final = tuple(tuple(site % 9 for site in NEIGHBOURS[position]) for position in range(9))
"""By position in a district, those beside it (M4.7)."""
OWNER, GROUND, TOP = 24, 27, 30  # the bits of a word of the board
GONE: Final = 0xFFFF  # a destroyed block
SUPPLY: Final = sum(count << (4 * size) for size, count in enumerate(BLOCK_COUNTS))


Four = tuple[Array, Array, Array, Array]


class Rules(NamedTuple):
    """The options of a game, as numbers."""

    players: Any
    colours: Any
    slots: Any  # colours of a player
    rounds: Any
    blocks: Any
    hand: Any
    districts: Any  # in play (M6)
    pile: Any  # all cards, three bits each
    start: Any  # the named start player, or -1
    monster: Any  # the monster's named place, or -1
    secret: Any
    one_by_one: Any
    same_owner_highest: Any
    tie_break: Any
    urban: Any
    megacity_all: Any
    godzilla: Any
    baby: Any
    with_card: Any  # the monster moves with the card (M5.1)
    progressive: Any
    anti_trust: Any
    marked: Any  # (4, 9): player, card: the position that it marks
    card_of: Any  # (4, 9): player, position: the card that marks it

    @property
    def has_monster(self) -> Any:
        return self.godzilla | self.baby


def rules_of(options: Options) -> Rules:
    marked = np.zeros((4, 9), np.int32)
    card_of = np.zeros((4, 9), np.int32)
    for player, side in enumerate(options.sides):
        for card in CARDS:
            marked[player, card - 1] = MARKED[side][card]
            card_of[player, MARKED[side][card]] = card - 1
    return Rules(
        players=np.int32(options.players),
        colours=np.int32(len(options.colours)),
        slots=np.int32(len(setup_for(options).colours[0])),
        rounds=np.int32(options.rounds),
        blocks=np.int32(options.blocks),
        hand=np.int32(options.hand),
        districts=np.int32(options.districts),
        pile=np.uint32(sum(many << (3 * card) for card, many in enumerate(full_pile(options)))),
        start=np.int32(-1 if options.start is None else options.start),
        monster=np.int32(
            -1 if options.monster is None else PLACE_OF[SITE_NUMBERS[options.monster]]
        ),
        secret=np.bool_(options.choice == "secret"),
        one_by_one=np.bool_(options.choice == "one-by-one"),
        same_owner_highest=np.bool_(options.same_owner_highest),
        tie_break=np.bool_(options.tie_break),
        urban=np.bool_(options.urban),
        megacity_all=np.bool_(options.megacity_all),
        godzilla=np.bool_("godzilla" in options.variants),
        baby=np.bool_("baby-godzilla" in options.variants),
        with_card=np.bool_(options.monster_moves == "with-card"),
        progressive=np.bool_("progressive" in options.variants),
        anti_trust=np.bool_("anti-trust" in options.variants),
        marked=marked,
        card_of=card_of,
    )


class Position(NamedTuple):
    """A position: every field is an array, or four of them, by player or by colour.

    Separate numbers stay in the registers of a compiled program, where small arrays would not.
    """

    board: Array  # (54,) words
    can: Array  # (4, 4, 2) words: by colour and size, the set of places where it may be built
    hands: Four  # by player: three bits per position in a district
    pile: Array  # three bits per card
    played: Array
    supplies: Four  # by colour: four bits per size of block
    trays: Four
    scores: Four  # by colour
    urban_pile: Array  # a bit for each card not yet revealed
    opening: Array  # three bits for each district, in the order they open
    phase: Array
    round: Array
    turns: Array
    dealt: Array  # cards of the present hand, or districts drawn
    start: Array
    turn: Array
    monster: Array
    urban: Array
    log: Array  # with Baby Godzilla, all blocks as they were built: place, colour, size
    built: Array  # how many blocks were built


def initial(rules: Rules) -> Position:
    number = jnp.int32
    word = jnp.uint32
    zeros = (word(0),) * 4
    logged = not isinstance(rules.baby, np.bool_) or bool(rules.baby)
    return Position(
        board=jnp.zeros(SITES, word),
        can=jnp.broadcast_to(jnp.array(ALL, word), (4, 4, 2)),
        hands=zeros,
        pile=jnp.asarray(rules.pile, word),
        played=word(0),
        supplies=four(jnp.where(k < rules.colours, word(SUPPLY), word(0)) for k in range(4)),
        trays=zeros,
        scores=(number(0),) * 4,
        urban_pile=jnp.where(rules.urban, word((1 << len(CARD_NAMES)) - 1), word(0)),
        opening=word(sum(district << (3 * district) for district in range(6))),
        phase=number(0),
        round=number(0),
        turns=number(0),
        dealt=number(0),
        start=number(-1),
        turn=number(-1),
        monster=number(-1),
        urban=number(-1),
        log=jnp.full(MOST_BLOCKS if logged else 0, GONE, jnp.uint16),
        built=number(0),
    )


# --- reading a position -------------------------------------------------------------------


def four(values: Iterable[Array]) -> Four:
    first, second, third, last = values
    return first, second, third, last


def pick(values: Four, index: Array | Any) -> Array:
    """One of four numbers."""
    low = jnp.where((index & 1) == 0, values[0], values[1])
    high = jnp.where((index & 1) == 0, values[2], values[3])
    return jnp.where(index < 2, low, high)


def put(values: Four, index: Array | Any, value: Array) -> Four:
    """The four numbers with another one at an index."""
    return four(jnp.where(index == k, value, values[k]) for k in range(4))


def floors(board: Array, colour: Array | Any) -> Array:
    return ((board >> (jnp.asarray(colour) * 6).astype(jnp.uint32)) & 63).astype(jnp.int32)


def owners(board: Array) -> Array:
    """By place, the colour on top; -1 for an empty site."""
    return ((board >> OWNER) & 7).astype(jnp.int32) - 1


def height(board: Array) -> Array:
    even, odd = board & 0x3F03F, (board >> 6) & 0x3F03F
    both = even + odd
    return ((both & 0xFFF) + (both >> 12)).astype(jnp.int32)


def of_size(blocks: Array, size: Array | Any) -> Array:
    """How many of the blocks have this size; 0 is a block of one floor."""
    return ((blocks >> (jnp.asarray(size) * 4).astype(jnp.uint32)) & 15).astype(jnp.int32)


def tray_size(blocks: Array) -> Array:
    return sum((of_size(blocks, size) for size in range(4)), jnp.int32(0))


def copies(cards: Array, card: Array | Any) -> Array:
    """How many of a packed set of cards are this one."""
    return ((cards >> (jnp.asarray(card) * 3).astype(jnp.uint32)) & 7).astype(jnp.int32)


def card_count(cards: Array) -> Array:
    return sum((copies(cards, card) for card in range(9)), jnp.int32(0))


def open_count(rules: Rules, p: Position) -> Array:
    """How many districts are open in this round (M5.3, M6)."""
    opened = jnp.where(rules.progressive, jnp.maximum(p.round, 1) + 2, 6)
    return jnp.minimum(opened, rules.districts)


def open_bits(rules: Rules, p: Position) -> Array:
    """A bit for each district that is open in this round."""
    opened = open_count(rules, p)
    found = jnp.uint32(0)
    for k in range(6):
        district = (p.opening >> (3 * k)) & 7
        found |= (k < opened).astype(jnp.uint32) << district
    return jnp.where(rules.progressive, found, (1 << rules.districts) - 1).astype(jnp.uint32)


def open_districts(rules: Rules, p: Position) -> Array:
    """(6,) flags of the districts that are open in this round."""
    return ((open_bits(rules, p) >> jnp.arange(6, dtype=jnp.uint32)) & 1) > 0


def owner_of(rules: Rules, colour: Array | Any) -> Array:
    """The player who plays a colour (M3.4)."""
    return jnp.where(rules.slots == 2, jnp.asarray(colour) & 1, colour)
