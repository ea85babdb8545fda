"""The urban cards: a fourth item of scoring (M4).

Each card maps a board to awards. Cards that reward a single best site or district award nothing
on a tie.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, NamedTuple

from baumeister.games.manhattan.board import NEIGHBOURS, Building

FAKE_NEWS: Final = "fake-news"


class Award(NamedTuple):
    """Points of one colour, and the site that earns them; -1 where no single site does."""

    colour: int
    points: int
    site: int = -1


class Board(NamedTuple):
    """The board as urban cards see it."""

    buildings: Sequence[Building]
    open: Collection[int]
    """Districts open for building (M5.3); all six without that variant."""
    megacity_all: bool

    def district(self, number: int) -> list[int]:
        """The sites of a district with a building."""
        return self.built(range(number * 9, number * 9 + 9))

    def built(self, sites: Iterable[int]) -> list[int]:
        return [site for site in sites if self.buildings[site].height]

    def owned(self, sites: Iterable[int], points: int) -> list[Award]:
        """Awards of this many points per site to the owners of the sites."""
        return [Award(self.buildings[site].owner, points, site) for site in sites]


def big_business(board: Board) -> list[Award]:
    """M4.2."""
    highest = []
    for district in board.open:
        here = board.district(district)
        height = max((board.buildings[site].height for site in here), default=0)
        tops = [site for site in here if board.buildings[site].height == height]
        if len(tops) == 1:
            highest += tops
    return board.owned(highest, 2)


def founder(board: Board) -> list[Award]:
    """M4.3."""
    return [
        Award(building.blocks[0][0], 1, site)
        for site, building in enumerate(board.buildings)
        if building.height and building.blocks[0][0] != building.owner
    ]


def megacity(board: Board) -> list[Award]:
    """M4.4."""
    here = {number: board.district(number) for number in board.open}
    chosen = [number for number, sites in here.items() if len(sites) == 9]
    if board.megacity_all and chosen:
        return board.owned([site for number in chosen for site in here[number]], 1)
    if not chosen:
        most = max(map(len, here.values()))
        chosen = [number for number, sites in here.items() if len(sites) == most]
    return board.owned(here[chosen[0]] if len(chosen) == 1 else (), 1)


def fog_free_view(board: Board) -> list[Award]:
    """M4.5."""
    return board.owned([site for site, b in enumerate(board.buildings) if b.height >= 5], 1)


def multiple_tower(board: Board) -> list[Award]:
    """M4.6."""
    many = [s for s, b in enumerate(board.buildings) if sum(f > 0 for f in b.floors) >= 3]
    return board.owned(many, 2)


def villa(board: Board) -> list[Award]:
    """M4.7."""
    houses = [
        site
        for site, building in enumerate(board.buildings)
        if building.height == 1
        and any(not board.buildings[near].height for near in NEIGHBOURS[site])
    ]
    return board.owned(houses, 2)


def worldwide_expansion(board: Board) -> list[Award]:
    """M4.8: for each district with a building of the colour; no single site earns it."""
    return [
        Award(owner, 1)
        for district in board.open
        for owner in {board.buildings[site].owner for site in board.district(district)}
    ]


def hobbit_home(board: Board) -> list[Award]:
    """M4.9."""
    height = max(building.height for building in board.buildings)
    towering = [
        here
        for here in map(board.district, board.open)
        if any(board.buildings[site].height == height for site in here)
    ]
    if len(towering) != 1:
        return []
    low = min(board.buildings[site].height for site in towering[0])
    lowest = [site for site in towering[0] if board.buildings[site].height == low]
    return board.owned(lowest if len(lowest) == 1 else (), 2)


def small_town(board: Board) -> list[Award]:
    """M4.10."""
    here = [board.district(number) for number in board.open]
    fewest = min(map(len, here))
    smallest = [sites for sites in here if len(sites) == fewest]
    return board.owned(smallest[0] if len(smallest) == 1 else (), 1)


def fake_news(_board: Board) -> list[Award]:
    """M4.11: nothing by itself; another card is revealed in its place at scoring."""
    return []


class UrbanCard(NamedTuple):
    """An urban card: the clause of the rules that describes it, and the awards it gives."""

    name: str
    clause: str
    awards: Callable[[Board], list[Award]]


URBAN: Final = {
    card.name: card
    for card in (
        UrbanCard("big-business", "M4.2", big_business),
        UrbanCard("founder", "M4.3", founder),
        UrbanCard("megacity", "M4.4", megacity),
        UrbanCard("fog-free-view", "M4.5", fog_free_view),
        UrbanCard("multiple-tower", "M4.6", multiple_tower),
        UrbanCard("villa", "M4.7", villa),
        UrbanCard("worldwide-expansion", "M4.8", worldwide_expansion),
        UrbanCard("hobbit-home", "M4.9", hobbit_home),
        UrbanCard("small-town", "M4.10", small_town),
        UrbanCard(FAKE_NEWS, "M4.11", fake_news),
    )
}
"""The urban cards by name. Their order defines their numbers in the core and in observations."""
CARD_NAMES: Final = tuple(URBAN)
CLAUSES: Final = {name: card.clause for name, card in URBAN.items()}
"""The clause of each card."""


def urban_awards(card: str | None, board: Board) -> list[Award]:
    """The awards of the card in force; none without a card."""
    return URBAN[card].awards(board) if card else []


def urban_points(card: str | None, board: Board) -> list[int]:
    """The card's points for each of the four colours."""
    score = [0, 0, 0, 0]
    for colour, points, _ in urban_awards(card, board):
        score[colour] += points
    return score
