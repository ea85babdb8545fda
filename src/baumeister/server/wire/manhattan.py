"""Manhattan on the wire: field by field what a seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from baumeister.games.manhattan.board import DISTRICTS, SITE_NAMES
from baumeister.games.manhattan.setup import Pairs
from baumeister.games.manhattan.view import View


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
    urban: str | None
    urban_left: list[str]


class ManhattanPreview(Struct, frozen=True, tag_field="game", tag="manhattan"):
    """What an action would make of the board."""

    buildings: dict[str, list[tuple[int, int]]]
    trays: list[list[int]]
    scores: list[int]
    monster: str | None


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
        urban=seen.urban,
        urban_left=list(seen.urban_pile),
    )


def preview(after: View) -> ManhattanPreview:
    return ManhattanPreview(
        buildings=_buildings(after),
        trays=[list(blocks) for blocks in after.trays],
        scores=list(after.scores),
        monster=_monster(after),
    )


def product(legal: Sequence[Any]) -> list[list[str]] | None:
    """Choices of two colours, too many to list, as their halves."""
    return list(legal.parts()) if isinstance(legal, Pairs) else None


def _buildings(seen: View) -> dict[str, list[tuple[int, int]]]:
    return {
        name: list(building.blocks)
        for name, building in zip(SITE_NAMES, seen.buildings, strict=True)
        if building.blocks
    }


def _monster(seen: View) -> str | None:
    return SITE_NAMES[seen.monster] if seen.monster >= 0 else None
