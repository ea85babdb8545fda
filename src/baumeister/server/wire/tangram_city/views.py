"""Tangram City on the wire: views, previews and scorings, field by field."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from baumeister.core.outcome import Outcome
from baumeister.games.tangram_city.actions import Action
from baumeister.games.tangram_city.geometry import FIELDS
from baumeister.games.tangram_city.scoring import RATINGS, explain_board, rating
from baumeister.games.tangram_city.state import ROUNDS, Board, State
from baumeister.games.tangram_city.view import View as SeatView
from baumeister.games.tangram_city.view import lookers

_ALL: Final = (1 << FIELDS) - 1


class CityScoring(Struct, frozen=True):
    """The scoring of a city, explained."""

    rectangle: tuple[int, int, int, int] | None
    """The largest rectangle (T4.1): column and row of its first field (from 0), width, height."""
    area: int
    buildings: int
    green: int
    building_fields: str
    """The fields that count for this colour (T4.2): one digit per field, 0 or 1, row by row from
    a1."""
    green_fields: str
    planning: int
    """The planning bonus if the game ended now (T5.1)."""
    harmony: int
    """The harmony bonus if the game ended now (T5.2)."""


class City(Struct, frozen=True):
    """One player's board. Each string has one hexadecimal digit per field, row by row from a1: the
    sum of the quarters covered, 1 north, 2 east, 4 south, 8 west."""

    number: int
    side: str
    building: str
    green: str
    fountains: str
    now: CityScoring
    """The scoring of this city as it is."""


class TangramCityView(Struct, frozen=True, tag_field="game", tag="tangram-city"):
    """Tangram City as one seat, or a spectator, sees it; lists are by player."""

    phase: str
    """start, boards, side, deal, place or over."""
    round: int
    pillar: int
    slot: int
    """The card being played, 0 to 3; 4 while the fountains are placed."""
    cards: list[str | None]
    """The cards of the round by slot; null if this seat may not look at the card."""
    lookers: list[list[int]]
    """By slot: the seats that may look at the card before it is played (T2.1)."""
    to_come: list[str]
    """The tiles of all cards that this seat has not seen, in no particular order."""
    boards: list[City]
    """The seat's own board with its pending decisions; the others as all players see them."""
    todo: list[str]
    """The decisions this seat still owes at this point."""
    points: list[int]
    rounds: list[list[list[int]]]
    """By round and player: rectangle, buildings, green."""


class TangramCityPreview(Struct, frozen=True, tag_field="game", tag="tangram-city"):
    """The seat's own city after an action."""

    board: City


def view(seen: SeatView) -> TangramCityView:
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


def seat_view(public: TangramCityView, seen: SeatView) -> TangramCityView:
    """A seat sees the cards it may look at and its own pending decisions (T2.1, T2.2)."""
    seat = seen.seat or 0
    return replace(
        public,
        cards=list(seen.cards),
        to_come=list(seen.to_come),
        boards=[*public.boards[:seat], _city(seen.boards[seat]), *public.boards[seat + 1 :]],
        todo=list(seen.todo),
    )


def preview(after: SeatView) -> TangramCityPreview:
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


def own_scoring(seen: SeatView) -> CityScoring:
    """The scoring of the seat's own city as it is."""
    return scoring(seen.boards[seen.seat or 0])


def details(outcome: Outcome) -> dict[str, Any]:
    """The result as records have it, with the rating of each city and the scale (T5.4)."""
    return {
        **outcome.as_result(),
        "ratings": [rating(points) for points in outcome.scores],
        "rating_scale": [(rating(0), 0), *((name, least) for least, name in RATINGS[::-1])],
    }


def scored(_before: State, _action: Action, after: State) -> list[CityScoring]:
    """The scoring of every city at the end of a round."""
    return [scoring(board) for board in after.boards]


def hands(state: State) -> None:
    """No hands: the cards are common to all players."""
    del state


def product(legal: Sequence[Any]) -> None:
    """Legal actions are always listed."""
    del legal


@lru_cache(maxsize=4096)
def _city(board: Board) -> City:
    return City(
        number=board.number,
        side=board.side,
        building=hex_of(board.building),
        green=hex_of(board.green),
        fountains=hex_of(board.fountains),
        now=scoring(board),
    )


def _bits(fields: int) -> str:
    return f"{fields:0{FIELDS}b}"[::-1]


def hex_of(mask: int) -> str:
    """A mask as the strings of `City`."""
    planes = [mask >> quarter * FIELDS & _ALL for quarter in range(4)]
    # The binary digits of a plane, read as hexadecimal ones: one digit per field.
    digits = sum(int(f"{plane:b}", 16) << bit for bit, plane in enumerate(planes))
    return f"{digits:0{FIELDS}x}"[::-1]
