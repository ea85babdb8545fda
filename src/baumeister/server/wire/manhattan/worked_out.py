"""Blocks and cards that a position set up by hand leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from baumeister.games.manhattan.board import BLOCK_COUNTS, CARDS
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.setup import Blocks
from baumeister.games.manhattan.state import full_pile


class Material(NamedTuple):
    """The moment of a game, which decides how many blocks and cards there are."""

    options: Options
    round: int
    building: bool
    """Whether the blocks of this round are chosen."""


class Moment(NamedTuple):
    """Round and turn; None is open."""

    round: int | None
    turn: int | None


def moment_of(options: Options, built: Sequence[Blocks], wanted: Moment) -> Moment | None:
    """The round and turn in which exactly these blocks are built, if nothing was ever lost and
    everybody built in turn; None if there is none."""
    players, count = options.players, options.blocks
    for number in range(1, options.rounds + 1):
        used = [sum(have) - count * (number - 1) for have in built]
        each = [sum(used[player::players]) for player in range(players)]
        taken = sum(used)
        possible = min(used) >= 0 and max(used) <= count and taken < count * len(built)
        if not possible or wanted.round not in (None, number):
            continue
        for start in range(players):
            turn = (start + taken) % players
            in_turn = [
                (taken + players - 1 - (player - start) % players) // players
                for player in range(players)
            ]
            if each == in_turn and wanted.turn in (None, turn):
                return Moment(number, turn)
    return None


def tray_of(count: int, built: Blocks) -> list[int]:
    """A full tray from the blocks that are not built, of all sizes in turn, largest first."""
    left = [most - have for most, have in zip(BLOCK_COUNTS, built, strict=True)]
    tray = [0, 0, 0, 0]
    while sum(tray) < count and any(have > 0 for have in left):
        for size in (3, 2, 1, 0):
            if left[size] > 0 and sum(tray) < count:
                left[size] -= 1
                tray[size] += 1
    return tray


def supply_of(material: Material, tray: Sequence[int], built: Blocks) -> list[int]:
    """The blocks that are left: neither built nor on the tray. Where more are left than the round
    allows, the smallest were forfeited."""
    options, number, building = material
    now = options.blocks if building else sum(tray)
    wanted = sum(BLOCK_COUNTS) - options.blocks * (number - 1) - now
    supply = [
        max(0, most - have - chosen)
        for most, have, chosen in zip(BLOCK_COUNTS, built, tray, strict=True)
    ]
    for size in range(4):
        spare = min(supply[size], max(0, sum(supply) - wanted))
        supply[size] -= spare
    return supply


def play_of(
    material: Material,
    taken: int,
    hands: list[list[int]] | None,
    played: list[int] | None,
    rng: Random,
) -> tuple[list[list[int]], list[int]]:
    """Hands and played cards; `taken` turns of this round are over."""
    options, number, _ = material
    pile = list(full_pile(options))
    for card in CARDS:
        pile[card - 1] -= played[card - 1] if played else 0
        pile[card - 1] -= sum(hand.count(card) for hand in hands) if hands else 0
    if hands is None:
        hands = [sorted(_drawn(pile, options.hand, rng)) for _ in range(options.players)]
    if played is None:
        deck = sum(full_pile(options)) - options.players * options.hand
        turns = options.blocks * len(options.colours) * (number - 1) + taken
        cards = _drawn(pile, turns % deck, rng)
        played = [cards.count(card) for card in CARDS]
    return hands, played


def _drawn(pile: list[int], count: int, rng: Random) -> list[int]:
    """Draw cards; fewer if the pile is empty."""
    left = [card for card in CARDS for _ in range(max(0, pile[card - 1]))]
    cards = rng.sample(left, min(count, len(left)))
    for card in cards:
        pile[card - 1] -= 1
    return cards
