"""Tangram City by the compiled core: its tables come from `games/tangram_city`."""

from __future__ import annotations

import copyreg
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NoReturn

from baumeister.fast import _core, plain
from baumeister.fast.errors import IllegalNumberError
from baumeister.games.tangram_city import TANGRAM_CITY, Options, State
from baumeister.games.tangram_city.chance import BOARDS
from baumeister.games.tangram_city.geometry import ALL_FIELDS, FIELDS, mask_of
from baumeister.games.tangram_city.scoring import HARMONY, PLANNING
from baumeister.games.tangram_city.setup import SIDES, SPOTS, placements
from baumeister.games.tangram_city.state import (
    CARDS_A_ROUND,
    FOUNTAIN,
    ROUNDS,
    SIDE,
    Board,
    Phase,
    Score,
)
from baumeister.games.tangram_city.setup import setup_for
from baumeister.games.tangram_city.tiles import Tile, printed_fields
from baumeister.games.tangram_city.view import ALL, AUDIENCES

Planes = tuple[int, ...]

_BOARD_SIDES: Final = "ab"
_CARD_BITS: Final = 3  # of what is to decide: three cards, the fountain, the side
_QUARTERS: Final = 4

Position = _core.TangramPosition
Batch = _core.TangramBatch


def rules(options: Options | Mapping[str, Any] | None = None) -> _core.TangramRules:
    """The rules for these options, or for plain data that says them."""
    return _rules(plain.options_of(TANGRAM_CITY, options))


@lru_cache(maxsize=64)
def _rules(options: Options) -> _core.TangramRules:
    return _core.TangramRules(options, tables(options), _refuse)


# --- tables ----------------------------------------------------------------------------


def tables(options: Options) -> dict[str, Any]:
    """What the core has to know."""
    players = options.players
    everybody = (1 << players) - 1
    return {
        "players": players,
        "start_points": options.start_points,
        "start": -1 if options.start is None else options.start,
        "printed_field": options.printed_field,
        "same_board": options.same_board,
        "rounds": ROUNDS,
        "cards": CARDS_A_ROUND,
        "planning": PLANNING,
        "harmony": [HARMONY.get(apart, 0) for apart in range(FIELDS + 1)],
        "audiences": [
            everybody if audience == ALL else sum(1 << int(seat) for seat in audience)
            for audience in AUDIENCES[players]
        ],
        "tiles": [_outlines(tile) for tile in options.tiles],
        "spots": [_planes(spot.mask) for spot in SPOTS],
        "printed": [_printed(number, side) for number in BOARDS for side in _BOARD_SIDES],
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
    return tuple(mask >> plane * FIELDS & ALL_FIELDS for plane in range(_QUARTERS))


def _mask(planes: Iterable[int]) -> int:
    return sum(plane << at * FIELDS for at, plane in enumerate(planes))


# --- readable states -------------------------------------------------------------------


def state_of(position: _core.TangramPosition) -> State:
    """The readable state; ValueError while a step of many parts is half done."""
    has = position.fields()
    options: Options = position.rules.options
    tiles = [tile.id for tile in options.tiles]
    phase = Phase(has["phase"])
    if phase in (Phase.BOARDS, Phase.DEAL) and has["dealt"]:
        raise ValueError("a step of many parts is half done: there is no readable state")
    cards = tuple(tiles[card] for card in has["cards"][: has["dealt"]]) if phase > Phase.DEAL else ()
    last = has["round"] == ROUNDS
    now = cards if last else cards[has["slot"] : has["slot"] + 1]
    pieces = [*now, *[""] * (_CARD_BITS - len(now)), FOUNTAIN, SIDE]
    boards, shown = zip(*(_boards(has, player, phase) for player in range(options.players)), strict=True)
    scored = ROUNDS if phase == Phase.OVER else max(has["round"] - 1, 0)
    return State(
        setup=setup_for(options),
        phase=phase,
        round=has["round"],
        pillar=has["pillar"],
        slot=has["slot"],
        cards=cards,
        pile=tuple(tile for at, tile in enumerate(tiles) if has["pile"] >> at & 1),
        boards=boards,
        shown=shown,
        todo=tuple(
            tuple(piece for at, piece in enumerate(pieces) if todo >> at & 1)
            for todo in has["todo"]
        ),
        points=tuple(has["points"]),
        rounds=tuple(
            tuple(Score(*score) for score in scores) for scores in has["scores"][:scored]
        ),
    )


def _boards(has: Mapping[str, Any], player: int, phase: Phase) -> tuple[Board, Board]:
    """A player's board as it is, and as the others see it."""
    building, green = map(_mask, has["cover"][player])
    hidden = _mask(has["fresh"][player])
    side = ("", *_BOARD_SIDES)[has["side"][player]]
    masks = (building & ~green, green & ~building, building & green)
    number = has["number"][player]
    return Board(number, side, *masks), Board(
        number, "" if phase == Phase.SIDE else side, *(mask & ~hidden for mask in masks)
    )


def of(rules: _core.TangramRules, state: State) -> _core.TangramPosition:
    """The position of a readable state, with the generator of seed 0."""
    if state.options != rules.options:
        raise ValueError("the state is played under other options")
    tiles = [tile.id for tile in state.options.tiles]
    cards = [tiles.index(card) for card in state.cards]
    last = state.round == ROUNDS
    now = state.cards if last else state.cards[state.slot : state.slot + 1]
    bits = {piece: 1 << at for at, piece in enumerate(now)}
    bits |= {FOUNTAIN: 1 << _CARD_BITS, SIDE: 2 << _CARD_BITS}
    scores = [[list(score) for score in scores] for scores in state.rounds]
    nothing = [[0, 0, 0]] * state.setup.players
    fields = {
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
        "side": [("", *_BOARD_SIDES).index(board.side) for board in state.boards],
        "cover": [
            [_planes(board.building | board.fountains), _planes(board.green | board.fountains)]
            for board in state.boards
        ],
        "fresh": [
            _planes(board.covered & ~shown.covered)
            for board, shown in zip(state.boards, state.shown, strict=True)
        ],
        "scores": scores + [nothing] * (ROUNDS - len(scores)),
    }
    position = _core.TangramPosition.from_fields(rules, fields)
    if state_of(position) != state:
        raise ValueError("no game of Tangram City comes to this state")
    return position


def _refuse(position: _core.TangramPosition, number: int, game: int | None = None) -> NoReturn:
    """A number that is not legal, in a position or in the n-th game of a batch."""
    raise IllegalNumberError(number, position.actor, position.legal())


def _read(rules: _core.TangramRules, data: bytes) -> _core.TangramPosition:
    return Position.from_bytes(rules, data)


copyreg.pickle(_core.TangramRules, lambda made: (rules, (made.options,)))
copyreg.pickle(_core.TangramPosition, lambda position: (_read, (position.rules, bytes(position))))
setattr(Position, "state", state_of)  # noqa: B010
setattr(Position, "of", staticmethod(of))  # noqa: B010
