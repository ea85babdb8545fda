"""What speaks for each decision in Manhattan, as numbers: what a linear policy weighs.

Points are those of M3.1–M3.3 alone, ties for the highest building score nobody; urban rules and
the monster are left to search. A *rival* is another player's colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from baumeister.core.tuples import replaced
from baumeister.fast.layout import Field
from baumeister.games.manhattan.actions import Action, Build, Choose, Forfeit
from baumeister.games.manhattan.board import Building, stack
from baumeister.games.manhattan.scoring import highest_owner, majorities
from baumeister.games.manhattan.state import State

FIELDS: Final = (
    Field("gain", (), "build: points the player would score more if the round were scored now"),
    Field("loss", (), "build: points that all rivals together would score less"),
    Field("floors", (), "build: of the block"),
    Field("empty", (), "build: on an empty site"),
    Field("takeover", (), "build: on a rival's building"),
    Field("own", (), "build: on a building of the player's own"),
    Field("lead", (), "build: floors ahead of the next colour in it, 5 at most"),
    Field("safe", (), "build: ahead by five, which no block makes up for"),
    Field("threats", (), "build: rivals with a block on the tray that could take it"),
    Field("highest", (), "build: higher than every building so far"),
    Field("majority", (), "build: the colour comes to own most of the district"),
    Field("presence", (), "build: buildings the colour then owns in the district"),
    Field("fours", (), "choose: blocks of four floors"),
    Field("threes", (), "choose: blocks of three floors"),
    Field("twos", (), "choose: blocks of two floors"),
    Field("given up", (), "forfeit: floors of the block"),
)
NAMES: Final = tuple(field.name for field in FIELDS)


def features(state: State, player: int, action: Action) -> list[float]:
    """The features of one decision of a player."""
    match action:
        case Build():
            return [*map(float, _build(state, player, action)), 0.0, 0.0, 0.0, 0.0]
        case Choose(blocks):
            floors = [size for _, sizes in blocks for size in sizes]
            return [0.0] * 12 + [float(floors.count(size)) for size in (4, 3, 2)] + [0.0]
        case Forfeit():
            return [0.0] * 15 + [float(action.floors)]
    raise ValueError(f"{action} is no decision of a player")


def _build(state: State, player: int, action: Build) -> list[int]:
    setup = state.setup
    colour = setup.colour_number[action.colour] if action.colour else player
    before = state.buildings[action.site]
    after = stack(before, colour, action.floors)
    boards = state.buildings, replaced(state.buildings, action.site, after)
    points = [_points(board) for board in boards]
    own = setup.colours[player]
    rivals = [each for each in range(len(setup.options.colours)) if each not in own]
    change = [new - old for old, new in zip(*points, strict=True)]
    lead = after.floors[colour] - max(f for each, f in enumerate(after.floors) if each != colour)
    district = range(action.site // 9 * 9, action.site // 9 * 9 + 9)
    most = [_most([board[site].owner for site in district]) for board in boards]
    return [
        sum(change[each] for each in own),
        -sum(change[each] for each in rivals),
        action.floors,
        before.owner < 0,
        before.owner in rivals,
        before.owner in own,
        min(lead, 5),
        lead >= 5,
        sum(
            any(
                count and size >= after.floors[colour] - after.floors[each]
                for size, count in enumerate(state.trays[each], start=1)
            )
            for each in rivals
        ),
        after.height > max(building.height for building in state.buildings),
        most[1] == colour != most[0],
        sum(boards[1][site].owner == colour for site in district),
    ]


def _points(buildings: Sequence[Building]) -> list[int]:
    """By colour, if the round were scored now (M3.1–M3.3)."""
    owners = [building.owner for building in buildings]
    top = highest_owner(buildings, same_owner=False)
    won = majorities(owners)
    return [owners.count(each) + 2 * won[each] + 3 * (each == top) for each in range(4)]


def _most(owners: Sequence[int]) -> int | None:
    counts = [owners.count(colour) for colour in range(4)]
    return counts.index(max(counts)) if counts.count(max(counts)) == 1 else None
