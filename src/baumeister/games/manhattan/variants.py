"""The variants: the monster's moves and the opening of districts (M5)."""

from __future__ import annotations

from typing import Final

from baumeister.games.manhattan.actions import Action, Build
from baumeister.games.manhattan.board import (
    EMPTY,
    SITE_NAMES,
    SITES,
    Building,
    at_torus,
    on_torus,
    without_top,
)
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.state import State

CENTRE: Final = 4  # a card that marks this position does not move the monster


def _step(site: int, position: int) -> int:
    row, column = on_torus(site)
    return at_torus(row + position // 3 - 1, column + position % 3 - 1)


STEPS: Final = tuple(tuple(_step(site, position) for position in range(9)) for site in range(SITES))
"""STEPS[site][position]: the site to which a card that marks this position moves the monster
(M5.1)."""

CLOSED: Final = {
    "with-card": tuple(
        frozenset(target for position, target in enumerate(STEPS[site]) if target % 9 == position)
        for site in range(SITES)
    ),
    "after-block": tuple(frozenset({site}) for site in range(SITES)),
}
"""CLOSED[monster_moves][monster]: the sites closed to everybody (M5.1). If the monster moves with
the card, these are the sites where it would stand once a card that marks them is played: from a
centre the whole district, from elsewhere none."""


def rampage(
    options: Options, buildings: tuple[Building, ...], monster: int, position: int
) -> tuple[int, tuple[Building, ...]]:
    """The monster's site and the buildings after a card that marks `position`."""
    target = STEPS[monster][position]
    found = buildings[target]
    baby = "baby-godzilla" in options.variants
    if not found.height or (target == monster and not baby):
        return target, buildings
    left = without_top(found) if baby else EMPTY
    return target, (*buildings[:target], left, *buildings[target + 1 :])


def effect(before: State, action: Action, after: State) -> str | None:
    """What a build caused: `taken SITE COLOUR` if it took a building over from that colour, and
    the monster's step, separated by `; `; None if nothing happened."""
    if not isinstance(action, Build):
        return None
    found = (_taken(before, action, after), _monster_step(before, action, after))
    return "; ".join(text for text in found if text) or None


def _taken(before: State, action: Build, after: State) -> str | None:
    stood, stands = before.buildings[action.site], after.buildings[action.site]
    if not stood.height or not stands.height or stood.owner == stands.owner:
        return None
    return f"taken {SITE_NAMES[action.site]} {before.options.colours[stood.owner]}"


def _monster_step(before: State, action: Build, after: State) -> str | None:
    """`monster SITE`, with the floors it destroyed and the colour on top of them, as in
    `monster C5 4 orange`."""
    site = after.monster
    if site < 0:
        return None
    stood = before.buildings[site]
    colours = before.options.colours
    if action.site == site:  # built there first, then destroyed
        top = action.colour or colours[before.turn]
        lost = stood.height + action.floors - after.buildings[site].height
    else:
        top = colours[stood.owner]
        lost = stood.height - after.buildings[site].height
    if lost:
        return f"monster {SITE_NAMES[site]} {lost} {top}"
    return None if site == before.monster else f"monster {SITE_NAMES[site]}"


def open_districts(
    options: Options, opening: tuple[int, ...], round_number: int
) -> tuple[int, ...]:
    """The districts that are open in this round (M5.3, M6)."""
    if "progressive" in options.variants:
        return opening[: min(2 + max(round_number, 1), options.districts)]
    return opening[: options.districts]


def blocked_sites(
    options: Options, monster: int, opening: tuple[int, ...], round_number: int
) -> frozenset[int]:
    """The sites where nobody may build (M5.1, M5.3, M6)."""
    closed = opening[len(open_districts(options, opening, round_number)) :]
    sites = frozenset(site for district in closed for site in range(district * 9, district * 9 + 9))
    return sites | CLOSED[options.monster_moves][monster] if monster >= 0 else sites
