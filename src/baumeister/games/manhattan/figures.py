"""Positions for the pictures of the illustrated rules, checked and scored by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from baumeister.games.guide import Figure
from baumeister.games.manhattan.actions import Build
from baumeister.games.manhattan.board import (
    DISTRICTS,
    EMPTY,
    MARKED,
    SITE_NAMES,
    SITE_NUMBERS,
    SITES,
    Building,
    stack,
)
from baumeister.games.manhattan.game import MANHATTAN
from baumeister.games.manhattan.scoring import Scoring, explain_round
from baumeister.games.manhattan.setup import blocks_of
from baumeister.games.manhattan.state import Phase, State
from baumeister.games.manhattan.variants import open_districts

Board = Mapping[str, str]
"""Buildings as text: `{"A5": "o3 b4"}` is 3 orange floors below 4 blue ones."""

COLOURS: Final = MANHATTAN.options({}).colours
LETTERS: Final = "".join(colour[0] for colour in COLOURS)

AFTER_ONE: Final[Board] = {
    "A2": "o2", "A5": "b2 o3", "A9": "y1",
    "B1": "b1", "B2": "b1", "B5": "o1", "B9": "y1",
    "C1": "p2", "C2": "p1", "C3": "o2", "C5": "y3", "C6": "y1",
    "D5": "b4 y4", "D6": "b1", "D9": "p3",
    "E1": "b2", "E5": "o1 p2",
    "F1": "p1", "F2": "p1", "F5": "y2", "F7": "o1",
}  # fmt: skip
"""After the first of four rounds: six blocks of each colour."""

_ADDED: Final[Board] = {
    "A1": "p1", "A5": "b1", "A9": "y2",
    "B1": "p2", "B4": "y3", "B9": "y1",
    "C2": "y2", "C3": "o1", "C4": "o1", "C5": "y2", "C6": "p1", "C7": "o2", "C8": "b1", "C9": "b2",
    "D1": "y1", "D5": "o4", "D6": "b1", "D9": "p2",
    "E1": "b3", "E5": "o1",
    "F2": "p2", "F5": "p2", "F7": "b1", "F9": "o1",
}  # fmt: skip

AFTER_TWO: Final[Board] = {
    site: f"{AFTER_ONE.get(site, '')} {_ADDED.get(site, '')}".strip()
    for site in SITE_NAMES
    if site in AFTER_ONE or site in _ADDED
}
"""After the second round: what all urban cards are shown on."""


def blocks(text: str) -> list[tuple[int, int]]:
    return [(LETTERS.index(word[0]), int(word[1:])) for word in text.split()]


def building(text: str) -> Building:
    """A building whose every block was legal when it was placed; ValueError if one was not."""
    found = EMPTY
    for colour, floors in blocks(text):
        if floors < found.least[colour]:
            raise ValueError(f"nobody may build {text!r} (M2.5)")
        found = stack(found, colour, floors)
    return found


def buildings(board: Board) -> tuple[Building, ...]:
    found = [EMPTY] * SITES
    for site, text in board.items():
        found[SITE_NUMBERS[site]] = building(text)
    return tuple(found)


def position(
    board: Board,
    *,
    hand: tuple[int, ...] = (1, 2, 3, 4),
    tray: str = "4321",
    monster: str | None = None,
    **options: Any,
) -> State:
    """The first player, in the South, is to build."""
    state = MANHATTAN.new(MANHATTAN.options(options))
    return state._replace(
        phase=Phase.BUILD,
        round=1,
        start=0,
        turn=0,
        turns=8,
        hands=(hand, *state.hands[1:]),
        trays=(blocks_of(tuple(map(int, tray))), *state.trays[1:]),
        buildings=buildings(board),
        monster=-1 if monster is None else SITE_NUMBERS[monster],
    )


def builds(state: State) -> list[Build]:
    """The builds that the player to move may choose."""
    return [each for each in MANHATTAN.legal(state, state.turn) if isinstance(each, Build)]


def scored(board: Board, urban: str | None = None) -> Scoring:
    options = MANHATTAN.options({"urban": urban is not None})
    return explain_round(options, buildings(board), range(len(DISTRICTS)), urban)


def plan(of: Board | State, districts: str = DISTRICTS, **more: Any) -> dict[str, Any]:
    """The board from above. `more`: lit, badges, majorities, monster, step, closed, seats."""
    standing = of.buildings if isinstance(of, State) else buildings(of)
    return {
        "districts": districts,
        "buildings": {
            name: [list(block) for block in each.blocks]
            for name, each in zip(SITE_NAMES, standing, strict=True)
            if each.height and name[0] in districts
        },
        **more,
    }


def names(sites: Iterable[int]) -> list[str]:
    return [SITE_NAMES[site] for site in sites]


def figure(numbers: Mapping[str, int] | None = None, **data: Any) -> Figure:
    return Figure({"colours": list(COLOURS), **data}, numbers or {})


def tower(text: str, add: str | None = None, **options: Any) -> dict[str, Any]:
    """A building from the side, and whether orange may put the block `add` on it."""
    found: dict[str, Any] = {"blocks": blocks(text)}
    if add is not None:
        (block,) = blocks(add)
        state = position({"A5": text} if text else {}, hand=(5,), tray=str(block[1]), **options)
        state = _for_colour(state, block[0])
        found["add"] = list(block)
        found["legal"] = any(each.site == SITE_NUMBERS["A5"] for each in builds(state))
    return found


def _for_colour(state: State, colour: int) -> State:
    """The same decision for another player."""
    tray, hand = state.trays[0], state.hands[0]
    return state._replace(
        turn=colour,
        hands=tuple(hand if each == colour else () for each in range(state.setup.players)),
        trays=tuple(tray if each == colour else (0, 0, 0, 0) for each in range(len(state.trays))),
    )


def cell(side: int, card: int) -> int:
    """Where a card marks a district, for the player on this side."""
    return MARKED[side][card]


def closed_in(round_number: int, order: str) -> list[str]:
    """The districts still closed in this round, with the variant that opens them one by one."""
    options = MANHATTAN.options({"variants": ["progressive"]})
    opening = tuple(DISTRICTS.index(letter) for letter in order)
    opened = open_districts(options, opening, round_number)
    return [letter for letter in order if DISTRICTS.index(letter) not in opened]
