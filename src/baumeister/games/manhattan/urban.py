"""The ten urban cards: a fourth item of scoring (M4).

Each scores a board for all four colours; a card that somebody scores alone gives nobody
anything on a tie.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

from baumeister.games.manhattan.board import NEIGHBOURS, Building

FAKE_NEWS: Final = "fake-news"


class Board(NamedTuple):
    """What an urban card looks at."""

    buildings: Sequence[Building]
    open: Collection[int]
    """Districts open for building (M5.3); all six without that variant."""
    megacity_all: bool

    def district(self, number: int) -> list[Building]:
        """The buildings of a district, empty sites left out."""
        return [b for b in self.buildings[number * 9 : number * 9 + 9] if b.height]


Points = list[int]


def _per_owned(buildings: Sequence[Building], points: int) -> Points:
    score = [0, 0, 0, 0]
    for building in buildings:
        if building.height:
            score[building.owner] += points
    return score


def big_business(board: Board) -> Points:
    """M4.2."""
    highest = []
    for district in board.open:
        here = board.district(district)
        tops = [b for b in here if b.height == max(b.height for b in here)]
        if len(tops) == 1:
            highest += tops
    return _per_owned(highest, 2)


def founder(board: Board) -> Points:
    """M4.3."""
    score = [0, 0, 0, 0]
    for building in board.buildings:
        if building.height and building.blocks[0][0] != building.owner:
            score[building.blocks[0][0]] += 1
    return score


def megacity(board: Board) -> Points:
    """M4.4."""
    here = {number: board.district(number) for number in board.open}
    chosen = [number for number, buildings in here.items() if len(buildings) == 9]
    if board.megacity_all and chosen:
        return _per_owned([b for number in chosen for b in here[number]], 1)
    if not chosen:
        most = max(map(len, here.values()))
        chosen = [number for number, buildings in here.items() if len(buildings) == most]
    return _per_owned(here[chosen[0]] if len(chosen) == 1 else (), 1)


def fog_free_view(board: Board) -> Points:
    """M4.5."""
    return _per_owned([b for b in board.buildings if b.height >= 5], 1)


def multiple_tower(board: Board) -> Points:
    """M4.6."""
    return _per_owned([b for b in board.buildings if sum(f > 0 for f in b.floors) >= 3], 2)


def villa(board: Board) -> Points:
    """M4.7."""
    houses = [
        building
        for site, building in enumerate(board.buildings)
        if building.height == 1
        and any(not board.buildings[near].height for near in NEIGHBOURS[site])
    ]
    return _per_owned(houses, 2)


def worldwide_expansion(board: Board) -> Points:
    """M4.8."""
    score = [0, 0, 0, 0]
    for district in board.open:
        for owner in {building.owner for building in board.district(district)}:
            score[owner] += 1
    return score


def hobbit_home(board: Board) -> Points:
    """M4.9."""
    height = max(building.height for building in board.buildings)
    towering = [
        here
        for here in map(board.district, board.open)
        if any(building.height == height for building in here)
    ]
    if len(towering) != 1:
        return [0, 0, 0, 0]
    low = min(building.height for building in towering[0])
    lowest = [building for building in towering[0] if building.height == low]
    return _per_owned(lowest if len(lowest) == 1 else (), 2)


def small_town(board: Board) -> Points:
    """M4.10."""
    here = [board.district(number) for number in board.open]
    fewest = min(map(len, here))
    smallest = [buildings for buildings in here if len(buildings) == fewest]
    return _per_owned(smallest[0] if len(smallest) == 1 else (), 1)


CARDS: Final[dict[str, Callable[[Board], Points] | None]] = {
    "big-business": big_business,
    "founder": founder,
    "megacity": megacity,
    "fog-free-view": fog_free_view,
    "multiple-tower": multiple_tower,
    "villa": villa,
    "worldwide-expansion": worldwide_expansion,
    "hobbit-home": hobbit_home,
    "small-town": small_town,
    FAKE_NEWS: None,  # M4.11: another card is revealed in its place at scoring
}
CARD_NAMES: Final = tuple(CARDS)
CLAUSES: Final = {name: f"M4.{number}" for number, name in enumerate(CARDS, start=2)}
"""The clause of each card: they stand in the same order."""


def urban_points(card: str | None, board: Board) -> Points:
    """The card's points for each of the four colours; none without a card."""
    score = CARDS[card] if card else None
    return score(board) if score else [0, 0, 0, 0]
