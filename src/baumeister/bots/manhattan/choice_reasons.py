"""Reasons for a choice of blocks: their use on the board, and what is left for later.

Only public information is used: supplies, buildings, rounds. Hands are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from baumeister.bots.analysis.result import Reason
from baumeister.games.manhattan.actions import Choose
from baumeister.games.manhattan.board import SITES_EACH, Building
from baumeister.games.manhattan.state import State
from baumeister.games.manhattan.variants import open_districts

LARGE: Final = 3
"""The smallest block that fights for towers; smaller ones are for low buildings and empty sites."""
FOUR: Final = 4


def choosing(state: State, seat: int, action: Choose) -> list[Reason]:
    """What the blocks can do on the current board, and what they leave for later."""
    sizes = [size for _, chosen in action.blocks for size in chosen]
    found: list[Reason] = [
        {"code": "chooses", "blocks": [[colour, list(chosen)] for colour, chosen in action.blocks]}
    ]
    large = sum(size >= LARGE for size in sizes)
    if large:
        found.append({"code": "brings", "large": large, "of": len(sizes)})
    found += _reach(state, seat, action)
    found += _outsizes(state, seat, max(sizes))
    found += _empty(state, sizes)
    found += _later(state, seat, sizes)
    return found


def _reach(state: State, seat: int, action: Choose) -> list[Reason]:
    """How many opponents' buildings the large blocks can take and small ones cannot; without large
    blocks, how many the small ones can take."""
    own = state.setup.colours[seat]
    largest = {
        own[0] if name is None else state.options.colours.index(name): max(sizes, default=0)
        for name, sizes in action.blocks
    }
    large = max(largest.values()) >= LARGE
    taken = [
        building
        for building in _open(state)
        if building.height and state.setup.owner(building.owner) != seat
        if any(size >= building.least[colour] for colour, size in largest.items())
    ]
    if large:
        taken = [each for each in taken if min(each.least[colour] for colour in own) >= LARGE]
    return [{"code": "reach" if large else "enough", "count": len(taken)}] if taken else []


def _outsizes(state: State, seat: int, largest: int) -> list[Reason]:
    """Whether the largest block is larger than any on the trays of opponents who have already
    chosen openly."""
    lying = [
        size
        for colour, tray in enumerate(state.trays)
        if state.setup.owner(colour) != seat
        for size, count in enumerate(tray, start=1)
        if count
    ]
    outsizes = lying and largest >= LARGE and largest > max(lying)
    return [{"code": "outsizes", "floors": largest}] if outsizes else []


def _empty(state: State, sizes: list[int]) -> list[Reason]:
    """Empty sites, which the smallest block is enough for."""
    small = sum(size < LARGE for size in sizes)
    empty = sum(not building.height for building in _open(state))
    return [{"code": "empty", "small": small, "sites": empty}] if small and empty else []


def _later(state: State, seat: int, sizes: list[int]) -> list[Reason]:
    """The blocks of four left for later rounds."""
    rounds = state.options.rounds - state.round
    if not rounds:
        return []
    had = sum(state.supplies[colour][FOUR - 1] for colour in state.setup.colours[seat])
    left = had - sizes.count(FOUR)
    if left:
        return [{"code": "saves", "fours": left, "rounds": rounds}]
    return [{"code": "spends", "fours": had}] if had else []


def _open(state: State) -> Iterator[Building]:
    """The sites of districts that are open for building (M5.3)."""
    for district in open_districts(state.options, state.opening, state.round):
        yield from state.buildings[SITES_EACH * district : SITES_EACH * (district + 1)]
