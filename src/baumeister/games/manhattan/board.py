"""The board: districts, sites, cards, sides and buildings (M1.1–M1.5).

A site is a number 0–53. Its text is the letter of the district and a number 1–9, by rows from
North and columns from West: 0 is A1, 22 is C5, 53 is F9. A colour is a number 0–3.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

DISTRICTS: Final = "ABCDEF"
SITES: Final = 54
SITES_EACH: Final = SITES // len(DISTRICTS)
CARDS: Final = range(1, 10)
CARD_COPIES: Final = 5
BLOCK_COUNTS: Final = (11, 6, 4, 3)
"""The number of blocks of 1, 2, 3, 4 floors of each colour (M1.3)."""
SIDE_NAMES: Final = ("South", "West", "North", "East")

COLUMNS: Final = 9
ROWS: Final = 6

_TURNED: Final[
    tuple[Callable[[int, int], tuple[int, int]], ...]
] = (  # M1.5: the (row, column) that a card marks, by side
    lambda r, c: (r, c),
    lambda r, c: (c, 2 - r),
    lambda r, c: (2 - r, 2 - c),
    lambda r, c: (2 - c, r),
)


def _marked(side: int, card: int) -> int:
    row, column = _TURNED[side](*divmod(card - 1, 3))
    return row * 3 + column


MARKED: Final = tuple((-1, *(_marked(side, card) for card in CARDS)) for side in range(4))
"""MARKED[side][card]: the position 0–8 in a district that the card marks (M1.5)."""

SITE_NAMES: Final = tuple(f"{d}{p}" for d in DISTRICTS for p in range(1, 10))
SITE_NUMBERS: Final = {name: site for site, name in enumerate(SITE_NAMES)}

NEIGHBOURS: Final = tuple(
    tuple(
        site - p + r * 3 + c
        for r, c in (
            (p // 3 - 1, p % 3),
            (p // 3, p % 3 - 1),
            (p // 3, p % 3 + 1),
            (p // 3 + 1, p % 3),
        )
        if 0 <= r < 3 and 0 <= c < 3
    )
    for site in range(SITES)
    for p in (site % 9,)
)
"""NEIGHBOURS[site]: the orthogonally adjacent sites of the same district (M4.7)."""


def on_torus(site: int) -> tuple[int, int]:
    """The row and column of a site on the grid of all districts: A B C above D E F (M1.1)."""
    district, position = divmod(site, 9)
    return district // 3 * 3 + position // 3, district % 3 * 3 + position % 3


def at_torus(row: int, column: int) -> int:
    """The site at a row and column; the grid wraps around (M5.1)."""
    row, column = row % ROWS, column % COLUMNS
    return (row // 3 * 3 + column // 3) * 9 + row % 3 * 3 + column % 3


class Building(NamedTuple):
    """The blocks on one site, from the ground up, and values derived from them.

    `least[colour]` is the smallest block that the colour may put on top by M2.5: 1 on an empty
    site, 5 if no block is large enough, and 0 if the colour owns the building (M2.4).
    """

    blocks: tuple[tuple[int, int], ...]
    """The (colour, floors) of each block."""
    floors: tuple[int, int, int, int]
    """The number of floors of each colour."""
    owner: int
    """The colour on top; -1 on an empty site."""
    height: int
    least: tuple[int, int, int, int]


_LEAST: Final = (1, 1, 2, 3, 4) + (5,) * 43
"""By the owner's lead in floors: the smallest block that is large enough; 5 if none is."""
_BLOCKS: Final = tuple(
    tuple((colour, floors) for floors in range(len(_LEAST))) for colour in range(4)
)
"""All possible blocks, shared to save memory when thousands of games are loaded."""
_new: Final = tuple.__new__  # in the hot path, twice as fast as the constructor
EMPTY: Final = Building((), (0, 0, 0, 0), -1, 0, (1, 1, 1, 1))


def stack(building: Building, colour: int, floors: int) -> Building:
    """The building with one more block on top."""
    blocks, (a, b, c, d), _, height, _ = building
    if colour == 0:
        a = top = a + floors
        least = (0, _LEAST[top - b], _LEAST[top - c], _LEAST[top - d])
    elif colour == 1:
        b = top = b + floors
        least = (_LEAST[top - a], 0, _LEAST[top - c], _LEAST[top - d])
    elif colour == 2:
        c = top = c + floors
        least = (_LEAST[top - a], _LEAST[top - b], 0, _LEAST[top - d])
    else:
        d = top = d + floors
        least = (_LEAST[top - a], _LEAST[top - b], _LEAST[top - c], 0)
    return _new(
        Building,
        ((*blocks, _BLOCKS[colour][floors]), (a, b, c, d), colour, height + floors, least),
    )


def built(blocks: tuple[tuple[int, int], ...]) -> Building:
    """The building made of these blocks, from the ground up."""
    building = EMPTY
    for colour, floors in blocks:
        building = stack(building, colour, floors)
    return building


def without_top(building: Building) -> Building:
    """The building without its top block; an empty site stays empty."""
    return built(building.blocks[:-1])
