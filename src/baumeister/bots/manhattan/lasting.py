"""How long a building lasts: who could take it over, with how many floors (M2.5).

Only public information is used, trays and buildings, unless the cards that the opponents may hold
are given: then somebody without a card for a site does not threaten it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from baumeister.bots.analysis.result import Reason
from baumeister.games.manhattan.board import CARDS, MARKED, SITE_NAMES, SITES_EACH
from baumeister.games.manhattan.rules import scoring_now
from baumeister.games.manhattan.setup import Blocks
from baumeister.games.manhattan.state import State

LARGEST_BLOCK: Final = 4
"""Floors of the largest block."""
FEW: Final = 2
"""No more cards than this are worth counting."""
Unseen = Sequence[int] | None
"""The number of each card that opponents may hold; None if that is not known."""


def guards(state: State, after: State, seat: int, site: int, unseen: Unseen = None) -> list[Reason]:
    """The opponents who could have taken one's own building over and no longer can."""
    before = state.buildings[site]
    if not before.height or state.setup.owner(before.owner) != seat:
        return []
    if state.turns == 1:
        return _hardens(state, after, seat, site)
    still = threats(after, seat, site, unseen)
    stopped = {
        opponent: floors
        for opponent, floors in threats(state, seat, site, unseen).items()
        if opponent not in still
    }
    return _by_floors("guards-highest" if _is_highest(state, site) else "guards", site, stopped)


def _is_highest(state: State, site: int) -> bool:
    """Whether the building on the site is the highest one, alone."""
    scoring = scoring_now(state)
    return scoring.highest_colour is not None and state.buildings[site].height == scoring.height


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


def lasts(after: State, seat: int, site: int, unseen: Unseen = None) -> list[Reason]:
    """Whether opponents can take the building over: trays are public (M2.5)."""
    building = after.buildings[site]
    place = {"site": SITE_NAMES[site]}
    if all(building.least[each] > _largest(after, each) for each in _opponent_colours(after, seat)):
        return [{"code": "safe", **place, "until": "end"}]
    if after.turns == 1:
        return [{"code": "last-turn"}]
    if not threats(after, seat, site):
        return [{"code": "safe", **place, "until": "round"}]
    found = threats(after, seat, site, unseen)
    if not found:
        return [{"code": "safe", **place, "until": "cards"}]
    floors = set(found.values())
    exposed: Reason = {"code": "exposed-several", **place, "by": sorted(found)}
    if len(floors) == 1:
        exposed = {**exposed, "code": "exposed", "floors": floors.pop()}
    few = few_cards(after, list(found), site, unseen)
    return [{**exposed, "so": few}] if few else [exposed]


def few_cards(state: State, seats: Sequence[int], site: int, unseen: Unseen) -> list[Reason]:
    """How many cards for the site these seats may hold, if they are few."""
    if unseen is None:
        return []
    cards = {card for seat in seats for card in cards_for(state, seat, site)}
    count = sum(unseen[card - 1] for card in cards)
    return [{"code": "few-cards", "count": count}] if count <= FEW else []


def guards_top(state: State, after: State, seat: int, unseen: Unseen = None) -> list[Reason]:
    """A building that an opponent could have raised to one's own highest one or beyond, until the
    end of the round, and no longer can."""
    colours = state.setup.colours[seat]
    if state.turns == 1 or scoring_now(state).highest_colour not in colours:
        return []
    if scoring_now(after).highest_colour not in colours or _rivals_of_top(after, seat, unseen):
        return []
    rivals = _rivals_of_top(state, seat, unseen)
    if not rivals:
        return []
    height, site, opponent = max(rivals)
    code = "guards-level" if height == scoring_now(state).height else "guards-top"
    return [{"code": code, "site": SITE_NAMES[site], "by": [opponent], "height": height}]


def _rivals_of_top(state: State, seat: int, unseen: Unseen = None) -> list[tuple[int, int, int]]:
    """Buildings that an opponent can raise at least as high as the highest one: the height then,
    the site and the opponent. Taking the highest one over is another threat."""
    top = scoring_now(state).height
    found = []
    for site, building in enumerate(state.buildings):
        if building.height == top:
            continue
        for colour in _opponent_colours(state, seat):
            sizes = [size for size in _sizes(state.trays[colour]) if size >= building.least[colour]]
            owner = state.setup.owner(colour)
            reaches = sizes and building.height + max(sizes) >= top
            if reaches and may_reach(state, owner, site, unseen):
                found.append((building.height + max(sizes), site, owner))
    return found


def threats(state: State, seat: int, site: int, unseen: Unseen = None) -> dict[int, int]:
    """By opponent who may take the building over in this round, the smallest block for that."""
    least = state.buildings[site].least
    found: dict[int, int] = {}
    for colour in _opponent_colours(state, seat):
        owner = state.setup.owner(colour)
        sizes = [size for size in _sizes(state.trays[colour]) if size >= least[colour]]
        if sizes and may_reach(state, owner, site, unseen):
            found[owner] = min(*sizes, found.get(owner, LARGEST_BLOCK))
    return found


def may_reach(state: State, seat: int, site: int, unseen: Unseen) -> bool:
    """Whether the seat may hold a card for the site."""
    return unseen is None or any(unseen[card - 1] for card in cards_for(state, seat, site))


def cards_for(state: State, seat: int, site: int) -> list[int]:
    """The cards that mark the site, as the seat reads them."""
    marked = MARKED[state.options.sides[seat]]
    return [card for card in CARDS if marked[card] == site % SITES_EACH]


def _by_floors(code: str, site: int, needed: dict[int, int]) -> list[Reason]:
    """One reason for all opponents who need the same number of floors."""
    by_floors: dict[int, list[int]] = {}
    for opponent, floors in sorted(needed.items(), key=lambda each: (each[1], each[0])):
        by_floors.setdefault(floors, []).append(opponent)
    return [
        {"code": code, "site": SITE_NAMES[site], "by": seats, "floors": floors}
        for floors, seats in by_floors.items()
    ]


def _sizes(blocks: Blocks) -> list[int]:
    """The sizes of blocks that there are."""
    return [size for size, count in enumerate(blocks, start=1) if count]


def _largest(state: State, colour: int) -> int:
    """The largest block that the colour still has, on the tray or for later rounds."""
    return max([*_sizes(state.trays[colour]), *_sizes(state.supplies[colour])], default=0)


def _opponent_colours(state: State, seat: int) -> list[int]:
    colours = range(len(state.options.colours))
    return [colour for colour in colours if state.setup.owner(colour) != seat]
