"""The state of a game of Tangram City. The pile is a set: its order is never decided in advance."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, NamedTuple

from baumeister.games.tangram_city.geometry import mask_of
from baumeister.games.tangram_city.options import Options
from baumeister.games.tangram_city.setup import Setup, setup_for
from baumeister.games.tangram_city.tiles import printed_fields

ROUNDS: Final = 6
CARDS_A_ROUND: Final = 4
FOUNTAIN: Final = "fountain"
SIDE: Final = "side"


class Phase(IntEnum):
    """What happens next; players act in SIDE and PLACE, simultaneously."""

    START = 0
    BOARDS = 1
    SIDE = 2
    DEAL = 3
    PLACE = 4
    OVER = 5


class Board(NamedTuple):
    """One player's city, as masks of what covers it (geometry.py)."""

    number: int = 0
    """The board 1–5; 0 if boards have no printed field."""
    side: str = ""
    building: int = 0
    green: int = 0
    fountains: int = 0

    @property
    def covered(self) -> int:
        """The mask of all that is covered."""
        return self.building | self.green | self.fountains


class Score(NamedTuple):
    """The counts of one player after a round (T4)."""

    rectangle: int
    buildings: int
    green: int


class State(NamedTuple):
    """The complete state; tuples are by player."""

    setup: Setup
    phase: Phase
    round: int
    """From 1; 0 before the first."""
    pillar: int
    """The player who holds it; -1 before the first round."""
    slot: int
    """The card being played, 0–3; 4 while fountains are placed."""
    cards: tuple[str, ...]
    """The cards of the round by slot."""
    pile: tuple[str, ...]
    """The tiles whose cards have not been dealt, ascending."""
    boards: tuple[Board, ...]
    shown: tuple[Board, ...]
    """The boards as others see them: decisions show when everyone has decided."""
    todo: tuple[tuple[str, ...], ...]
    """What each player still has to decide at this moment: tiles, a fountain, a side."""
    points: tuple[int, ...]
    rounds: tuple[tuple[Score, ...], ...]

    @property
    def options(self) -> Options:
        """The options of the game."""
        return self.setup.options


def first_state(options: Options) -> State:
    """The state before chance draws the start player and the first cards (T1)."""
    setup = setup_for(options)
    count = options.players
    return State(
        setup=setup,
        phase=Phase.START,
        round=0,
        pillar=-1,
        slot=0,
        cards=(),
        pile=tuple(sorted(setup.tiles)),
        boards=(Board(),) * count,
        shown=(Board(),) * count,
        todo=((),) * count,
        points=(options.start_points,) * count,
        rounds=(),
    )


def printed_board(number: int, side: str) -> Board:
    """A board with only its printed field (T1.1)."""
    field = printed_fields()[number, side]
    mask = mask_of(field.halves)
    if field.colour == "building":
        return Board(number, side, building=mask)
    return Board(number, side, green=mask)
