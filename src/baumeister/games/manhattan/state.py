"""The state of a game of Manhattan. Piles are counts: their order is never decided in advance."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from baumeister.games.manhattan.board import (
    BLOCK_COUNTS,
    CARD_COPIES,
    CARDS,
    DISTRICTS,
    EMPTY,
    SITES,
    Building,
)
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.scoring import Round
from baumeister.games.manhattan.setup import NO_BLOCKS, Blocks, Setup, setup_for
from baumeister.games.manhattan.urban import CARD_NAMES


class Phase(IntEnum):
    """What happens next; players act in CHOOSE and BUILD, chance in all other phases."""

    START = 0
    DEAL = 1
    MONSTER = 2
    DISTRICTS = 3
    URBAN = 4
    CHOOSE = 5
    BUILD = 6
    DRAW = 7
    RESHUFFLE = 8
    NEWS = 9  # the card hidden by fake news (M4.11)
    OVER = 10


Cards = tuple[int, ...]
"""The number of each card 1–9."""


class State(NamedTuple):
    """The complete state. Hands are by player; supplies, trays and scores by colour."""

    setup: Setup
    phase: Phase
    round: int
    """From 1; 0 before the first."""
    start: int
    """The player with the start marker."""
    turn: int
    """The player to be dealt to, to choose, to build or to draw."""
    turns: int
    """The turns left in the round, including the present one."""
    hands: tuple[tuple[int, ...], ...]
    """Each player's cards, ascending."""
    pile: Cards
    played: Cards
    supplies: tuple[Blocks, ...]
    trays: tuple[Blocks, ...]
    buildings: tuple[Building, ...]
    scores: tuple[int, ...]
    rounds: tuple[Round, ...]
    monster: int
    """The site of the monster; -1 if there is none."""
    opening: tuple[int, ...]
    """The districts in the order in which they open."""
    urban_pile: tuple[str, ...]
    """The urban cards not yet revealed, in a fixed order."""
    urban: str | None
    """The urban card of this round."""

    @property
    def options(self) -> Options:
        """The options of the game."""
        return self.setup.options


def full_pile(options: Options) -> Cards:
    """The number of each card in the game (M1.2, M6)."""
    return tuple(CARD_COPIES if card <= options.cards else 0 for card in CARDS)


def first_state(options: Options) -> State:
    """The state before chance draws the start player and deals (M1)."""
    setup = setup_for(options)
    colours = len(options.colours)
    return State(
        setup=setup,
        phase=Phase.START,
        round=0,
        start=-1,
        turn=-1,
        turns=0,
        hands=((),) * options.players,
        pile=full_pile(options),
        played=(0,) * len(CARDS),
        supplies=(BLOCK_COUNTS,) * colours,
        trays=(NO_BLOCKS,) * colours,
        buildings=(EMPTY,) * SITES,
        scores=(0,) * colours,
        rounds=(),
        monster=-1,
        opening=tuple(range(len(DISTRICTS))),
        urban_pile=CARD_NAMES if options.urban else (),
        urban=None,
    )
