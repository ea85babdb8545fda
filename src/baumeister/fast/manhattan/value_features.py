"""Features of each player between two rounds of Manhattan.

The softmax of the players' weighted sums are their win probabilities; the weights depend on the
number of rounds to come after the next. A *rival* is another player's colour.
"""

from __future__ import annotations

from typing import Final

from baumeister.fast.layout import Field
from baumeister.games.manhattan.board import Building
from baumeister.games.manhattan.scoring import districts, player_scores
from baumeister.games.manhattan.state import State

STAGES: Final = 6
"""Rounds to come after the next: 0, 1, 2, …; the last stage is for more."""

FIELDS: Final = (
    Field("points", (), "tens of points"),
    Field("buildings", (), "buildings owned"),
    *(
        Field(f"ahead by {lead}", (), f"of these, {lead} floors ahead of the best rival in them")
        for lead in range(4)
    ),
    Field("ahead by 4", (), "of these, four floors ahead or more"),
    Field("kept", (), "of these, no rival has a block left that can take them; not counted above"),
    Field("majorities", (), "districts with more buildings than any other colour"),
    Field("margins", (), "buildings beyond the majority, at most 3 for each"),
    Field("contested", (), "districts one building short of the majority or of a tie"),
    Field("highest", (), "the player owns the only highest building"),
    Field("reach", (), "the player's highest building next to the highest: 6 is level, 0 far"),
    Field("fours", (), "blocks of four floors left"),
    Field("threes", (), "blocks of three floors left"),
    Field("twos", (), "blocks of two floors left"),
    Field("order", (), "players who come earlier in the next round"),
)
NAMES: Final = tuple(field.name for field in FIELDS)


def value_features(state: State) -> list[list[float]]:
    """A row of features for each player."""
    options, setup = state.options, state.setup
    points = player_scores(options, state.scores)
    highest = max(building.height for building in state.buildings)
    tops = [each.owner for each in state.buildings if highest and each.height == highest]
    cities = districts([building.owner for building in state.buildings])
    rows = []
    for player, own in enumerate(setup.colours):
        mine = [building for building in state.buildings if building.owner in own]
        leads = [_lead(state, own, building) for building in mine]
        margins = [
            counts[colour] - max(c for each, c in enumerate(counts) if each != colour)
            for counts, _ in cities
            for colour in own
        ]
        close = [
            max(c for each, c in enumerate(counts) if each != colour) > 0
            for counts, _ in cities
            for colour in own
        ]
        tallest = max((building.height for building in mine), default=0)
        rows.append(
            [
                points[player] / 10,
                len(mine),
                *(leads.count(lead) for lead in range(5)),
                leads.count(None),
                sum(margin > 0 for margin in margins),
                sum(min(margin - 1, 3) for margin in margins if margin > 1),
                sum(some and -1 <= m <= 0 for m, some in zip(margins, close, strict=True)),
                len(tops) == 1 and tops[0] in own,
                max(0, 6 - (highest - tallest)),
                *(
                    sum(state.supplies[c][size - 1] + state.trays[c][size - 1] for c in own)
                    for size in (4, 3, 2)
                ),
                (player - state.start) % options.players,
            ]
        )
    return [[float(value) for value in row] for row in rows]


def _lead(state: State, own: tuple[int, ...], building: Building) -> int | None:
    """Floors ahead of the best rival, at most 4; None if no rival can ever take it."""
    floors = building.floors
    rivals = [each for each in range(len(state.options.colours)) if each not in own]
    leads = {each: floors[building.owner] - floors[each] for each in rivals}
    able = any(
        count and size >= leads[each]
        for each in rivals
        for blocks in (state.supplies[each], state.trays[each])
        for size, count in enumerate(blocks, 1)
    )
    return max(0, min(4, *leads.values())) if able else None
