"""Manhattan on the wire: views, previews and scorings, field by field."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from baumeister.core.outcome import Outcome
from baumeister.core.tuples import Same
from baumeister.games.manhattan.actions import Action, Urban
from baumeister.games.manhattan.board import DISTRICTS, SITE_NAMES, Building
from baumeister.games.manhattan.options import Options
from baumeister.games.manhattan.scoring import scoring_of
from baumeister.games.manhattan.setup import Pairs
from baumeister.games.manhattan.state import State
from baumeister.games.manhattan.variants import open_districts
from baumeister.games.manhattan.view import View as SeatView

Buildings = tuple[Building, ...]


class Highest(Struct, frozen=True):
    """The highest building (M3.1); `colour` scores for it, null if nobody does."""

    colour: int | None
    height: int
    sites: list[str]
    """All sites of that height."""


class DistrictMajority(Struct, frozen=True):
    """The number of buildings of each colour in a district; `colour` has the majority (M3.2)."""

    counts: list[int]
    colour: int | None


class UrbanScoring(Struct, frozen=True):
    """The points of each colour for the urban card (M4) and the sites that earn them; no sites if
    the card is not about single sites."""

    name: str
    points: list[int]
    sites: list[list[str]]


class ManhattanScoring(Struct, frozen=True):
    """The scoring of a board, explained."""

    highest: Highest
    districts: dict[str, DistrictMajority]
    urban: UrbanScoring | None
    items: list[list[int]]
    """By colour: highest, majorities, buildings, urban."""


class ManhattanView(Struct, frozen=True, tag_field="game", tag="manhattan"):
    """Manhattan as one seat, or a spectator, sees it. Colours are indices into
    `options.colours`; lists of four count blocks of 1, 2, 3 and 4 floors."""

    phase: str
    """start, deal, monster, districts, urban, choose, build, draw, reshuffle, news or over."""
    round: int
    start: int
    turn: int
    turns: int
    """Turns left in the round, including the current one."""
    hand: list[int]
    """The seat's own cards; empty for a spectator."""
    hand_sizes: list[int]
    pile_size: int
    unseen: list[int]
    """For each card from 1 to 9: copies in the pile or in hands that this seat cannot see."""
    played: list[int]
    supplies: list[list[int]]
    trays: list[list[int]]
    buildings: dict[str, list[tuple[int, int]]]
    """By site: colour and floors of each block, from the ground up."""
    scores: list[int]
    """By colour."""
    rounds: list[list[list[int]]]
    """By round and colour: highest, majorities, buildings, urban."""
    monster: str | None
    opening: str
    """Districts in the order in which they open; empty without that variant."""
    opens: dict[str, int]
    """By district: the round in which it opens, if later than the first; 0 if it is not in play
    (M6). That round may never be played (M5.3)."""
    urban: str | None
    urban_left: list[str]
    now: ManhattanScoring
    """The scoring of the board as it is; after the game, the last scoring."""


class ManhattanPreview(Struct, frozen=True, tag_field="game", tag="manhattan"):
    """The board after an action."""

    buildings: dict[str, list[tuple[int, int]]]
    trays: list[list[int]]
    scores: list[int]
    monster: str | None
    now: ManhattanScoring


def view(seen: SeatView) -> ManhattanView:
    return ManhattanView(
        phase=seen.phase.name.lower(),
        round=seen.round,
        start=seen.start,
        turn=seen.turn,
        turns=seen.turns,
        hand=list(seen.hand),
        hand_sizes=list(seen.hand_sizes),
        pile_size=seen.pile_size,
        unseen=list(seen.unseen),
        played=list(seen.played),
        supplies=[list(blocks) for blocks in seen.supplies],
        trays=[list(blocks) for blocks in seen.trays],
        buildings=_built(Same(seen.buildings)),
        scores=list(seen.scores),
        rounds=[[list(items) for items in scored] for scored in seen.rounds],
        monster=_monster(seen),
        opening="".join(DISTRICTS[each] for each in seen.opening),
        opens=_opens(seen),
        urban=seen.urban,
        urban_left=list(seen.urban_pile),
        now=own_scoring(seen),
    )


def seat_view(public: ManhattanView, seen: SeatView) -> ManhattanView:
    """A seat sees its own cards and its own secret choice; all else is public (M7)."""
    return replace(
        public,
        hand=list(seen.hand),
        unseen=list(seen.unseen),
        supplies=[list(blocks) for blocks in seen.supplies],
        trays=[list(blocks) for blocks in seen.trays],
    )


def preview(after: SeatView) -> ManhattanPreview:
    return ManhattanPreview(
        buildings=_built(Same(after.buildings)),
        trays=[list(blocks) for blocks in after.trays],
        scores=list(after.scores),
        monster=_monster(after),
        now=own_scoring(after),
    )


def scoring(of: SeatView | State, number: int, urban: str | None) -> ManhattanScoring:
    """Score the board as in the given round, with the given urban card."""
    opened = open_districts(of.options, of.opening, number)
    return _explained(Same(of.buildings), of.options, opened, urban)


@lru_cache(maxsize=1024)
def _explained(
    buildings: Same[Buildings], options: Options, opened: tuple[int, ...], urban: str | None
) -> ManhattanScoring:
    found = scoring_of(options, buildings.value, opened, urban)
    return ManhattanScoring(
        highest=Highest(found.highest_colour, found.height, _names(found.highest)),
        districts={
            name: DistrictMajority(*each)
            for name, each in zip(DISTRICTS, found.districts, strict=True)
        },
        urban=UrbanScoring(urban, found.urban_points, list(map(_names, found.urban_sites)))
        if urban
        else None,
        items=[list(items) for items in found.items],
    )


def own_scoring(seen: SeatView) -> ManhattanScoring:
    """The scoring of the board as it is."""
    return scoring(seen, seen.round, seen.urban)


def scored(before: State, action: Action, after: State) -> ManhattanScoring:
    """The scoring of the round that the action ended, fake news included (M4.11)."""
    urban = action.name if isinstance(action, Urban) else before.urban
    return scoring(after, before.round, urban)


def hands(state: State) -> list[list[int]]:
    """All hands, for readers from whom nothing is hidden."""
    return [list(hand) for hand in state.hands]


def details(outcome: Outcome) -> dict[str, Any]:
    """The result as records have it."""
    return outcome.as_result()


def product(legal: Sequence[Any]) -> list[list[str]] | None:
    """Choices of blocks of two colours as one list per colour: too many to list them all."""
    return list(legal.parts()) if isinstance(legal, Pairs) else None


def _opens(seen: SeatView) -> dict[str, int]:
    found = {DISTRICTS[each]: 0 for each in seen.opening[seen.options.districts :]}
    for number in range(len(seen.opening), 1, -1):
        before = open_districts(seen.options, seen.opening, number - 1)
        found |= {
            DISTRICTS[each]: number
            for each in open_districts(seen.options, seen.opening, number)
            if each not in before
        }
    return found


@lru_cache(maxsize=1024)
def _built(buildings: Same[Buildings]) -> dict[str, list[tuple[int, int]]]:
    return {
        name: list(building.blocks)
        for name, building in zip(SITE_NAMES, buildings.value, strict=True)
        if building.blocks
    }


def _names(sites: Iterable[int]) -> list[str]:
    return [SITE_NAMES[site] for site in sites]


def _monster(seen: SeatView) -> str | None:
    return SITE_NAMES[seen.monster] if seen.monster >= 0 else None
