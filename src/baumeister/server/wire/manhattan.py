"""Manhattan on the wire: field by field what a seat may know."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from baumeister.games.manhattan.actions import Action, Urban
from baumeister.games.manhattan.board import DISTRICTS, SITE_NAMES
from baumeister.games.manhattan.scoring import explain_round, player_scores
from baumeister.games.manhattan.setup import Pairs
from baumeister.games.manhattan.state import State
from baumeister.games.manhattan.variants import open_districts
from baumeister.games.manhattan.view import View


class Highest(Struct, frozen=True):
    """The highest building (M3.1): `colour` scores for it, if anybody does."""

    colour: int | None
    height: int
    sites: list[str]
    """All sites of that height."""


class DistrictMajority(Struct, frozen=True):
    """How many buildings each colour owns in a district; `colour` has the majority (M3.2)."""

    counts: list[int]
    colour: int | None


class UrbanScoring(Struct, frozen=True):
    """What the urban card gives each colour (M4), and for which sites; none where a card is not
    about single sites."""

    name: str
    points: list[int]
    sites: list[list[str]]


class ManhattanScoring(Struct, frozen=True):
    """A scoring, explained."""

    highest: Highest
    districts: dict[str, DistrictMajority]
    urban: UrbanScoring | None
    items: list[list[int]]
    """By colour: highest, majorities, buildings, urban."""


class ManhattanView(Struct, frozen=True, tag_field="game", tag="manhattan"):
    """What one seat, or a watcher, sees of Manhattan. Colours are numbers in the order of
    `options.colours`; lists of four count blocks of 1, 2, 3 and 4 floors."""

    phase: str
    """start, deal, monster, districts, urban, choose, build, draw, reshuffle, news or over."""
    round: int
    start: int
    turn: int
    turns: int
    """Turns left in the round, the present one included."""
    hand: list[int]
    """The seat's own cards; empty for a watcher."""
    hand_sizes: list[int]
    pile_size: int
    unseen: list[int]
    """How many of the cards 1 to 9 are in the pile or in hands this seat cannot see."""
    played: list[int]
    supplies: list[list[int]]
    trays: list[list[int]]
    buildings: dict[str, list[tuple[int, int]]]
    """By site: colour and floors of each block, the ground floor first."""
    scores: list[int]
    """By colour."""
    rounds: list[list[list[int]]]
    """By round and colour: highest, majorities, buildings, urban."""
    monster: str | None
    opening: str
    """Districts in the order they open; empty without that variant."""
    opens: dict[str, int]
    """By district: the round in which it opens, where that is not the first; it may be one that
    is never played (M5.3)."""
    urban: str | None
    urban_left: list[str]
    now: ManhattanScoring
    """What the board would score now; once the game is over, what it scored last."""


class ManhattanPreview(Struct, frozen=True, tag_field="game", tag="manhattan"):
    """What an action would make of the board."""

    buildings: dict[str, list[tuple[int, int]]]
    trays: list[list[int]]
    scores: list[int]
    monster: str | None
    now: ManhattanScoring


def view(seen: View) -> ManhattanView:
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
        buildings=_buildings(seen),
        scores=list(seen.scores),
        rounds=[[list(items) for items in scored] for scored in seen.rounds],
        monster=_monster(seen),
        opening="".join(DISTRICTS[each] for each in seen.opening),
        opens=_opens(seen),
        urban=seen.urban,
        urban_left=list(seen.urban_pile),
        now=own_scoring(seen),
    )


def preview(after: View) -> ManhattanPreview:
    return ManhattanPreview(
        buildings=_buildings(after),
        trays=[list(blocks) for blocks in after.trays],
        scores=list(after.scores),
        monster=_monster(after),
        now=own_scoring(after),
    )


def scoring(of: View | State, number: int, urban: str | None) -> ManhattanScoring:
    """The board scored as in this round, under this urban card."""
    opened = open_districts(of.options, of.opening, number)
    found = explain_round(of.options, of.buildings, opened, urban)
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


def own_scoring(seen: View) -> ManhattanScoring:
    """What the board would score now."""
    return scoring(seen, seen.round, seen.urban)


def scored(before: State, action: Action, after: State) -> ManhattanScoring:
    """The round that the action brought to its scoring; fake news name their card then (M4.11)."""
    urban = action.name if isinstance(action, Urban) else before.urban
    return scoring(after, before.round, urban)


def points(state: State) -> list[int]:
    """Each player's, of the rounds scored (M3.4)."""
    return list(player_scores(state.options, state.scores))


def hands(state: State) -> list[list[int]]:
    """Everybody's cards: only where nothing is hidden from the reader."""
    return [list(hand) for hand in state.hands]


def product(legal: Sequence[Any]) -> list[list[str]] | None:
    """Choices of two colours, too many to list, as their halves."""
    return list(legal.parts()) if isinstance(legal, Pairs) else None


def _opens(seen: View) -> dict[str, int]:
    found: dict[str, int] = {}
    for number in range(len(seen.opening), 1, -1):
        before = open_districts(seen.options, seen.opening, number - 1)
        found |= {
            DISTRICTS[each]: number
            for each in open_districts(seen.options, seen.opening, number)
            if each not in before
        }
    return found


def _buildings(seen: View) -> dict[str, list[tuple[int, int]]]:
    return {
        name: list(building.blocks)
        for name, building in zip(SITE_NAMES, seen.buildings, strict=True)
        if building.blocks
    }


def _names(sites: Iterable[int]) -> list[str]:
    return [SITE_NAMES[site] for site in sites]


def _monster(seen: View) -> str | None:
    return SITE_NAMES[seen.monster] if seen.monster >= 0 else None
