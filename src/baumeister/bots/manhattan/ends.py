"""How a round ended: who owns what, and what it scored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from baumeister.games.manhattan.scoring import explain_round
from baumeister.games.manhattan.state import State
from baumeister.games.manhattan.variants import open_districts

NOBODY = -1


class End(NamedTuple):
    """The end of a round; owners are seats, or NOBODY."""

    owners: list[int]
    """By site."""
    majorities: list[int]
    """By district."""
    highest: int
    urban: list[int]
    totals: dict[str, list[int]]
    """By seat, the points for buildings and for majorities."""
    later: list[int]
    """By seat, the points of the rounds after it."""


def end_of(state: State, end: State, points: Sequence[int], final: Sequence[int]) -> End:
    """The end of the round of `state`: `end` is the position then, with these points, and `final`
    are the points at the end of the game."""
    setup, options = state.setup, state.options
    seats: dict[int | None, int] = {None: NOBODY}
    for colour in range(len(options.colours)):
        seats[colour] = setup.owner(colour)
    opened = open_districts(options, state.opening, state.round)
    scored = explain_round(options, end.buildings, opened, state.urban)
    items = scored.items
    players = range(setup.players)
    return End(
        owners=[seats[each.owner] if each.height else NOBODY for each in end.buildings],
        majorities=[seats[each.colour] for each in scored.districts],
        highest=seats[scored.highest_colour],
        urban=[sum(items[colour].urban for colour in setup.colours[each]) for each in players],
        totals={
            "all-buildings": [
                sum(items[colour].buildings for colour in setup.colours[each]) for each in players
            ],
            "all-majorities": [
                sum(items[colour].majorities for colour in setup.colours[each]) for each in players
            ],
        },
        later=[last - now for now, last in zip(points, final, strict=True)],
    )
