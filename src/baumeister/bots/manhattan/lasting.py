"""How long a building lasts: who could take it over, with how many floors (M2.5).

Only public information is used: trays and buildings, never hands.
"""

from __future__ import annotations

from typing import Final

from baumeister.bots.analysis.result import Reason
from baumeister.games.manhattan.board import SITE_NAMES, Building
from baumeister.games.manhattan.rules import scoring_now
from baumeister.games.manhattan.setup import Blocks
from baumeister.games.manhattan.state import State

LARGEST_BLOCK: Final = 4
"""Floors of the largest block."""


def guards(state: State, after: State, seat: int, site: int) -> list[Reason]:
    """The opponents who could have taken one's own building over and no longer can."""
    before = state.buildings[site]
    if not before.height or state.setup.owner(before.owner) != seat:
        return []
    if state.turns == 1:
        return _hardens(state, after, seat, site)
    still = _threats(after, seat, after.buildings[site])
    stopped = {
        opponent: floors
        for opponent, floors in _threats(state, seat, before).items()
        if opponent not in still
    }
    code = "guards-highest" if before.height == scoring_now(state).height else "guards"
    return _by_floors(code, site, stopped)


def _hardens(state: State, after: State, seat: int, site: int) -> list[Reason]:
    """On the last turn of a round, how many floors more a take-over needs in the next one."""
    if state.round == state.options.rounds:
        return []
    colours = _opponent_colours(state, seat)
    before, now = (
        min(each.buildings[site].least[colour] for colour in colours) for each in (state, after)
    )
    if before > LARGEST_BLOCK:
        return []
    by = {
        state.setup.owner(colour)
        for colour in colours
        if state.buildings[site].least[colour] == before
    }
    place = {"site": SITE_NAMES[site], "by": sorted(by)}
    return [{"code": "hardens", **place, "before": before, "floors": now}]


def lasts(after: State, seat: int, site: int) -> list[Reason]:
    """Whether opponents can take the building over: trays are public (M2.5)."""
    building = after.buildings[site]
    place = {"site": SITE_NAMES[site]}
    if all(building.least[each] > _largest(after, each) for each in _opponent_colours(after, seat)):
        return [{"code": "safe", **place, "until": "end"}]
    if after.turns == 1:
        return [{"code": "last-turn"}]
    threats = _threats(after, seat, building)
    if not threats:
        return [{"code": "safe", **place, "until": "round"}]
    floors = set(threats.values())
    if len(floors) == 1:
        return [{"code": "exposed", **place, "by": sorted(threats), "floors": floors.pop()}]
    return [{"code": "exposed-several", **place, "by": sorted(threats)}]


def guards_top(state: State, after: State, seat: int) -> list[Reason]:
    """A building that an opponent could have raised to one's own highest one or beyond, until the
    end of the round, and no longer can."""
    colours = state.setup.colours[seat]
    if state.turns == 1 or scoring_now(state).highest_colour not in colours:
        return []
    if scoring_now(after).highest_colour not in colours or _rivals_of_top(after, seat):
        return []
    rivals = _rivals_of_top(state, seat)
    if not rivals:
        return []
    height, site, opponent = max(rivals)
    code = "guards-level" if height == scoring_now(state).height else "guards-top"
    return [{"code": code, "site": SITE_NAMES[site], "by": [opponent], "height": height}]


def _rivals_of_top(state: State, seat: int) -> list[tuple[int, int, int]]:
    """Buildings that an opponent can raise at least as high as the highest one: the height then,
    the site and the opponent. Taking the highest one over is another threat."""
    top = scoring_now(state).height
    found = []
    for site, building in enumerate(state.buildings):
        if building.height == top:
            continue
        for colour in _opponent_colours(state, seat):
            sizes = [size for size in _sizes(state.trays[colour]) if size >= building.least[colour]]
            if sizes and building.height + max(sizes) >= top:
                owner = state.setup.owner(colour)
                found.append((building.height + max(sizes), site, owner))
    return found


def _threats(state: State, seat: int, building: Building) -> dict[int, int]:
    """By opponent whose tray has a block to take the building over, the fewest floors."""
    needed: dict[int, int] = {}
    for colour in sorted(_opponent_colours(state, seat), key=building.least.__getitem__):
        if _can_take(state, colour, building):
            needed.setdefault(state.setup.owner(colour), building.least[colour])
    return needed


def _by_floors(code: str, site: int, needed: dict[int, int]) -> list[Reason]:
    """One reason for all opponents who need the same number of floors."""
    by_floors: dict[int, list[int]] = {}
    for opponent, floors in sorted(needed.items(), key=lambda each: (each[1], each[0])):
        by_floors.setdefault(floors, []).append(opponent)
    return [
        {"code": code, "site": SITE_NAMES[site], "by": seats, "floors": floors}
        for floors, seats in by_floors.items()
    ]


def _can_take(state: State, colour: int, building: Building) -> bool:
    """Whether the colour's tray holds a block large enough."""
    return max(_sizes(state.trays[colour]), default=0) >= building.least[colour]


def _sizes(blocks: Blocks) -> list[int]:
    """The sizes of blocks that there are."""
    return [size for size, count in enumerate(blocks, start=1) if count]


def _largest(state: State, colour: int) -> int:
    """The largest block that the colour still has, on the tray or for later rounds."""
    return max([*_sizes(state.trays[colour]), *_sizes(state.supplies[colour])], default=0)


def _opponent_colours(state: State, seat: int) -> list[int]:
    colours = range(len(state.options.colours))
    return [colour for colour in colours if state.setup.owner(colour) != seat]
