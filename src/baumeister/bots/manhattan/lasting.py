"""How long a building lasts: who could take it over, with how many floors (M2.5).

Only public information is used: trays and buildings, never hands.
"""

from __future__ import annotations

from typing import Final

from baumeister.bots.analysis.result import Reason
from baumeister.games.manhattan.board import SITE_NAMES, Building
from baumeister.games.manhattan.rules import scoring_now
from baumeister.games.manhattan.state import State

LARGEST_BLOCK: Final = 4
"""Floors of the largest block: a larger lead cannot be overtaken."""


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
    if all(building.least[each] > LARGEST_BLOCK for each in _opponent_colours(after, seat)):
        return [{"code": "safe", **place, "until": "end"}]
    if after.turns == 1:
        return [{"code": "last-turn"}]
    threats = _threats(after, seat, building)
    return _by_floors("exposed", site, threats) or [{"code": "safe", **place, "until": "round"}]


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
    least = building.least[colour]
    return any(count for size, count in enumerate(state.trays[colour], start=1) if size >= least)


def _opponent_colours(state: State, seat: int) -> list[int]:
    colours = range(len(state.options.colours))
    return [colour for colour in colours if state.setup.owner(colour) != seat]
