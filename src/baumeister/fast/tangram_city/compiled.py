"""The compiled core of Tangram City, with tables from the readable engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from baumeister.fast import bridge
from baumeister.fast._core import TangramBatch as Batch
from baumeister.fast._core import TangramLeafSearch as LeafSearch
from baumeister.fast._core import TangramPosition as Position
from baumeister.fast._core import TangramRules as Rules
from baumeister.fast._core import TangramValueNetwork as ValueNetwork
from baumeister.fast.errors import incomplete_action
from baumeister.fast.headers import flag_bits
from baumeister.fast.numbering import options_of
from baumeister.fast.tangram_city import constants, plain
from baumeister.games.tangram_city.chance import BOARDS
from baumeister.games.tangram_city.game import TANGRAM_CITY
from baumeister.games.tangram_city.geometry import ALL_FIELDS, FIELDS, mask_of
from baumeister.games.tangram_city.options import Options
from baumeister.games.tangram_city.scoring import HARMONY, PLANNING
from baumeister.games.tangram_city.setup import SIDES, SPOTS, placements, setup_for
from baumeister.games.tangram_city.state import (
    CARDS_A_ROUND,
    FOUNTAIN,
    ROUNDS,
    SIDE,
    Board,
    Phase,
    Score,
    State,
)
from baumeister.games.tangram_city.tiles import Tile, printed_fields
from baumeister.games.tangram_city.view import ALL, AUDIENCES

__all__ = ["Batch", "Position", "ValueNetwork", "rules"]

Planes = tuple[int, ...]

_SIDE_NAMES: Final = ("", "a", "b")
_CARD_BITS: Final = 3  # of pending decisions: three cards, the fountain, the side


def rules(options: Options | Mapping[str, Any] | None = None) -> Rules:
    """The rules for these options, given as such or as plain data."""
    return _rules(options_of(TANGRAM_CITY, options))


@lru_cache(maxsize=64)
def _rules(options: Options) -> Rules:
    return Rules(options, _tables(options), bridge.refuse)


# --- tables ----------------------------------------------------------------------------


def _tables(options: Options) -> dict[str, Any]:
    """The tables that the core's rules are filled from."""
    players = options.players
    everybody = (1 << players) - 1
    return {
        "players": players,
        "start_points": options.start_points,
        "start": -1 if options.start is None else options.start,
        "options": flag_bits(options, constants.LISTS),
        "planning": PLANNING,
        "harmony": [HARMONY.get(apart, 0) for apart in range(FIELDS + 1)],
        "audiences": [
            everybody if audience == ALL else sum(1 << int(seat) for seat in audience)
            for audience in AUDIENCES[players]
        ],
        "tiles": [_outlines(tile) for tile in options.tiles],
        "spots": [_planes(spot.mask) for spot in SPOTS],
        "printed": [_printed(number, side) for number in BOARDS for side in _SIDE_NAMES[1:]],
    }


def _outlines(tile: Tile) -> list[tuple[int, Planes]]:
    """By side and turns: where the top left corner may lie, and the planes at the first field."""
    corners = [0] * (len(SIDES) * 4)
    planes: list[Planes] = [_planes(0)] * len(corners)
    for mask, place in placements(tile):
        lane = 4 * SIDES.index(place.side) + place.turns
        corners[lane] |= 1 << place.field
        if place.field == 0:
            planes[lane] = _planes(mask)
    return list(zip(corners, planes, strict=True))


def _printed(number: int, side: str) -> tuple[bool, Planes]:
    field = printed_fields()[number, side]
    return field.colour != "building", _planes(mask_of(field.halves))


def _planes(mask: int) -> Planes:
    """A mask of geometry.py as four planes."""
    return tuple(mask >> plane * FIELDS & ALL_FIELDS for plane in range(4))


def _mask(planes: Iterable[int]) -> int:
    return sum(plane << at * FIELDS for at, plane in enumerate(planes))


# --- readable states -------------------------------------------------------------------


def _state(position: Position) -> State:
    """The readable state; ValueError while a compound action is partly given."""
    has = position.fields()
    options: Options = position.rules.options
    tiles = [tile.id for tile in options.tiles]
    phase = Phase(has["phase"])
    if phase in (Phase.BOARDS, Phase.DEAL) and has["dealt"]:
        raise incomplete_action()
    dealt = has["cards"][: has["dealt"]] if phase > Phase.DEAL else []
    cards = tuple(tiles[card] for card in dealt)
    now = _now(cards, has["round"], has["slot"])
    pieces = [*now, *[""] * (_CARD_BITS - len(now)), FOUNTAIN, SIDE]
    boards = [_boards(has, player, phase) for player in range(options.players)]
    return State(
        setup=setup_for(options),
        phase=phase,
        round=has["round"],
        pillar=has["pillar"],
        slot=has["slot"],
        cards=cards,
        pile=tuple(tile for at, tile in enumerate(tiles) if has["pile"] >> at & 1),
        boards=tuple(board for board, _ in boards),
        shown=tuple(shown for _, shown in boards),
        todo=tuple(
            tuple(piece for at, piece in enumerate(pieces) if todo >> at & 1)
            for todo in has["todo"]
        ),
        points=tuple(has["points"]),
        rounds=tuple(
            tuple(Score(*score) for score in scores)
            for scores in has["scores"][: _scored(phase, has["round"])]
        ),
    )


def _boards(has: Mapping[str, Any], player: int, phase: Phase) -> tuple[Board, Board]:
    """A player's board as it is, and as the others see it."""
    building, green = map(_mask, has["cover"][player])
    hidden = _mask(has["fresh"][player])
    number, side = has["number"][player], _SIDE_NAMES[has["side"][player]]
    masks = (building & ~green, green & ~building, building & green)
    return Board(number, side, *masks), Board(
        number, "" if phase == Phase.SIDE else side, *(mask & ~hidden for mask in masks)
    )


def _fields(state: State) -> dict[str, Any]:
    tiles = [tile.id for tile in state.options.tiles]
    cards = [tiles.index(card) for card in state.cards]
    bits = {piece: 1 << at for at, piece in enumerate(_now(state.cards, state.round, state.slot))}
    bits |= {FOUNTAIN: 1 << _CARD_BITS, SIDE: 2 << _CARD_BITS}
    if len(state.rounds) != _scored(state.phase, state.round):
        raise ValueError("the scores of a round are missing")
    nothing = [[0, 0, 0]] * state.setup.players
    return {
        "phase": int(state.phase),
        "round": state.round,
        "slot": state.slot,
        "dealt": state.setup.players if state.phase == Phase.SIDE else len(cards),
        "pillar": state.pillar,
        "pile": sum(1 << tiles.index(tile) for tile in state.pile),
        "cards": cards + [0] * (CARDS_A_ROUND - len(cards)),
        "points": list(state.points),
        "todo": [sum(bits[piece] for piece in todo) for todo in state.todo],
        "number": [board.number for board in state.boards],
        "side": [_SIDE_NAMES.index(board.side) for board in state.boards],
        "cover": [
            [_planes(board.building | board.fountains), _planes(board.green | board.fountains)]
            for board in state.boards
        ],
        "fresh": [
            _planes(board.covered & ~shown.covered)
            for board, shown in zip(state.boards, state.shown, strict=True)
        ],
        "scores": [[list(score) for score in scores] for scores in state.rounds]
        + [nothing] * (ROUNDS - len(state.rounds)),
    }


def _now(cards: Sequence[str], round_: int, slot: int) -> Sequence[str]:
    """The cards to decide on, in the order of their numbers."""
    return cards if round_ == ROUNDS else cards[slot : slot + 1]


def _scored(phase: Phase, round_: int) -> int:
    """The number of scored rounds."""
    return ROUNDS if phase == Phase.OVER else max(round_ - 1, 0)


bridge.equip(
    Position,
    Rules,
    rules,
    plain,
    batch_kind=Batch,
    leaf_search=LeafSearch,
    state_of=_state,
    fields_of=_fields,
)
