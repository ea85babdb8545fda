"""Scoring after every round, and the end of the game (M3)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from baumeister.core.outcome import Outcome, ranks_by
from baumeister.core.tuples import Same
from baumeister.games.manhattan.board import Building
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.urban import Board, urban_awards, urban_points


class Items(NamedTuple):
    """The points of one colour in one round, by item."""

    highest: int
    majorities: int
    buildings: int
    urban: int = 0

    @property
    def total(self) -> int:
        """The points of all items together."""
        return sum(self)


REASONS: Final = ("points", "highest", "majorities", "shared")
"""The criteria that may decide the win (M3.5)."""

Round = tuple[Items, ...]
"""The scoring of one round, by colour."""


def highest_owner(options: Options, buildings: Sequence[Building]) -> int | None:
    """The colour that scores for the highest building; None if there is none (M3.1).

    Several that belong to one player, if they score, count for the first of the colours on them.
    """
    heights = [building.height for building in buildings]
    height = max(heights)
    if not height:
        return None
    if heights.count(height) == 1:
        return buildings[heights.index(height)].owner
    owners = {building.owner for building in buildings if building.height == height}
    of_one_player = any(
        owners <= set(colours_of(options, player)) for player in range(options.players)
    )
    return min(owners) if options.same_owner_highest and of_one_player else None


class District(NamedTuple):
    """The buildings of each colour in a district, and the colour with the majority (M3.2)."""

    counts: list[int]
    colour: int | None


def districts(owners: Sequence[int]) -> list[District]:
    """The districts; ties have no majority."""
    found = []
    for first in range(0, len(owners), 9):
        count = owners[first : first + 9].count
        counts = [count(0), count(1), count(2), count(3)]
        most = max(counts)
        found.append(District(counts, counts.index(most) if counts.count(most) == 1 else None))
    return found


def majorities(owners: Sequence[int]) -> list[int]:
    """The number of districts in which each colour has the majority (M3.2)."""
    won = [each.colour for each in districts(owners)]
    return [won.count(0), won.count(1), won.count(2), won.count(3)]


def score_round(
    options: Options,
    buildings: Sequence[Building],
    open_districts: Collection[int],
    urban: str | None,
) -> Round:
    """The scoring of one round, by colour."""
    return explain_round(options, buildings, open_districts, urban).items


class Scoring(NamedTuple):
    """The scoring of one round, explained: what scores, and on which sites."""

    height: int
    """The owner of the highest building."""
    highest: list[int]
    """The sites of that height."""
    highest_colour: int | None
    districts: list[District]
    urban: str | None
    urban_points: list[int]
    urban_sites: list[list[int]]
    """By colour, the sites that score; empty for cards that do not score single sites."""
    items: Round


def explain_round(
    options: Options,
    buildings: Sequence[Building],
    open_districts: Collection[int],
    urban: str | None,
) -> Scoring:
    """The scoring of one round, explained."""
    colours = range(len(options.colours))
    heights = [building.height for building in buildings]
    owners = [building.owner for building in buildings]
    height = max(heights)
    top = highest_owner(options, buildings)
    counted = districts(owners)
    won = [each.colour for each in counted]
    board = Board(buildings, open_districts, options.megacity_all)
    extra = urban_points(urban, board)
    awards = urban_awards(urban, board)
    return Scoring(
        height=height,
        highest=[site for site, each in enumerate(heights) if height and each == height],
        highest_colour=top,
        districts=[District(counts[: len(colours)], most) for counts, most in counted],
        urban=urban,
        urban_points=[extra[colour] for colour in colours],
        urban_sites=[
            [each.site for each in awards if each.colour == colour and each.site >= 0]
            for colour in colours
        ],
        items=tuple(
            Items(3 * (colour == top), 2 * won.count(colour), owners.count(colour), extra[colour])
            for colour in colours
        ),
    )


def scoring_of(
    options: Options,
    buildings: tuple[Building, ...],
    open_districts: tuple[int, ...],
    urban: str | None,
) -> Scoring:
    """`explain_round`, computed once for the same buildings: they change less often than they are
    looked at."""
    return _scoring_of(Same(buildings), options, open_districts, urban)


@lru_cache(maxsize=1024)
def _scoring_of(
    buildings: Same[tuple[Building, ...]],
    options: Options,
    open_districts: tuple[int, ...],
    urban: str | None,
) -> Scoring:
    return explain_round(options, buildings.value, open_districts, urban)


def colours_of(options: Options, player: int) -> tuple[int, ...]:
    """The colours of a player (M2.1, M3.4)."""
    return (player, player + 2) if options.colours_each == 2 else (player,)


def player_scores(options: Options, scores: Sequence[int]) -> tuple[int, ...]:
    """The points of each player, from the points of each colour (M3.4)."""
    return tuple(
        sum(scores[colour] for colour in colours_of(options, player))
        for player in range(options.players)
    )


def final_outcome(
    options: Options, buildings: Sequence[Building], scores: Sequence[int], rounds: Sequence[Round]
) -> Outcome:
    """The result, with the tie-breaks of M3.5 and the one that decided the win."""
    points = player_scores(options, scores)
    heights = [0] * len(points)
    districts = [0] * len(points)
    if options.tie_break:
        won = majorities([building.owner for building in buildings])
        for player in range(options.players):
            colours = colours_of(options, player)
            owned = (building.height for building in buildings if building.owner in colours)
            heights[player] = max(owned, default=0)
            districts[player] = sum(won[colour] for colour in colours)
    ranks = ranks_by(list(zip(points, heights, districts, strict=True)))
    return Outcome(
        scores=points,
        ranks=ranks,
        reason=_reason(points, heights, districts),
        details={"rounds": [_round_data(options, items) for items in rounds]},
    )


def _reason(points: Sequence[int], heights: Sequence[int], districts: Sequence[int]) -> str:
    best = [player for player, score in enumerate(points) if score == max(points)]
    if len(best) == 1:
        return "points"
    for reason, values in (("highest", heights), ("majorities", districts)):
        most = max(values[player] for player in best)
        best = [player for player in best if values[player] == most]
        if len(best) == 1:
            return reason
    return "shared"


def _round_data(options: Options, items: Round) -> list[dict[str, int | str]]:
    return [
        {"colour": name, **each._asdict()}
        for name, each in zip(options.colours, items, strict=True)
    ]
