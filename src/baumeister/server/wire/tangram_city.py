"""Tangram City on the wire: field by field what a seat may know."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from baumeister.core.outcome import Outcome
from baumeister.games.tangram_city.actions import Action
from baumeister.games.tangram_city.geometry import FIELDS
from baumeister.games.tangram_city.scoring import explain_board, rating
from baumeister.games.tangram_city.state import ROUNDS, Board, State
from baumeister.games.tangram_city.view import View, lookers


class CityScoring(Struct, frozen=True):
    """A city's scoring, explained."""

    rectangle: tuple[int, int, int, int] | None
    """The largest (T4.1): column and row of its first field from 0, width, height."""
    area: int
    buildings: int
    green: int
    building_fields: str
    """The fields that count for this colour (T4.2): 0 or 1 a field, row by row from a1."""
    green_fields: str
    planning: int
    """The bonus if the game ended with this city (T5.1)."""
    harmony: int
    """The bonus if the game ended with this city (T5.2)."""


class City(Struct, frozen=True):
    """One player's board. Each text has a hexadecimal digit a field, row by row from a1: the sum
    of the quarters covered, 1 North, 2 East, 4 South, 8 West."""

    number: int
    side: str
    building: str
    green: str
    fountains: str
    now: CityScoring
    """What this city would score now."""


class TangramCityView(Struct, frozen=True, tag_field="game", tag="tangram-city"):
    """What one seat, or a watcher, sees of Tangram City; lists are by player."""

    phase: str
    """start, boards, side, deal, place or over."""
    round: int
    pillar: int
    slot: int
    """The card being played, 0 to 3; 4 when the fountains are placed."""
    cards: list[str | None]
    """The round's cards by slot; null for one this seat may not look at."""
    lookers: list[list[int]]
    """By slot, the seats that may look at the card before it is played (T2.1)."""
    to_come: list[str]
    """The tiles of all cards this seat has not seen: a set, no order."""
    boards: list[City]
    """The seat's own with what it has decided; the others' as all may see them."""
    todo: list[str]
    """What this seat still has to decide in this moment."""
    points: list[int]
    rounds: list[list[list[int]]]
    """By round and player: rectangle, buildings, green."""


class TangramCityPreview(Struct, frozen=True, tag_field="game", tag="tangram-city"):
    """What an action would make of the seat's own city."""

    board: City


def view(seen: View) -> TangramCityView:
    return TangramCityView(
        phase=seen.phase.name.lower(),
        round=seen.round,
        pillar=seen.pillar,
        slot=seen.slot,
        cards=list(seen.cards),
        lookers=[
            list(lookers(seen.options.players, seen.pillar, seen.round == ROUNDS, slot))
            for slot in range(len(seen.cards))
        ],
        to_come=list(seen.to_come),
        boards=[_city(board) for board in seen.boards],
        todo=list(seen.todo),
        points=list(seen.points),
        rounds=[[list(score) for score in scores] for scores in seen.rounds],
    )


def preview(after: View) -> TangramCityPreview:
    return TangramCityPreview(board=_city(after.boards[after.seat or 0]))


@lru_cache(maxsize=1024)
def scoring(board: Board) -> CityScoring:
    found = explain_board(board)
    return CityScoring(
        rectangle=found.rectangle,
        area=found.score.rectangle,
        buildings=found.score.buildings,
        green=found.score.green,
        building_fields=_bits(found.building_fields),
        green_fields=_bits(found.green_fields),
        planning=found.planning,
        harmony=found.harmony,
    )


def own_scoring(seen: View) -> CityScoring:
    """What the seat's own city would score now."""
    return scoring(seen.boards[seen.seat or 0])


def details(outcome: Outcome) -> dict[str, Any]:
    """The result as records have it, and for who played alone the rating (T5.4)."""
    found = outcome.as_result()
    if len(outcome.scores) == 1:
        found["rating"] = rating(outcome.scores[0])
    return found


def scored(_before: State, _action: Action, after: State) -> list[CityScoring]:
    """The round that the action brought to its scoring: every city."""
    return [scoring(board) for board in after.boards]


def points(state: State) -> list[int]:
    """Each player's, of the rounds scored."""
    return list(state.points)


def _city(board: Board) -> City:
    return City(
        number=board.number,
        side=board.side,
        building=_hex(board.building),
        green=_hex(board.green),
        fountains=_hex(board.fountains),
        now=scoring(board),
    )


def _bits(fields: int) -> str:
    return f"{fields:0{FIELDS}b}"[::-1]


@lru_cache(maxsize=4096)
def _hex(mask: int) -> str:
    planes = [mask >> quarter * FIELDS for quarter in range(4)]
    return "".join(
        f"{sum((plane >> field & 1) << bit for bit, plane in enumerate(planes)):x}"
        for field in range(FIELDS)
    )
