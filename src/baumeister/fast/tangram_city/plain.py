"""Tangram City over the readable engine (`fast/plain.py`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from baumeister.core.chance import CHANCE
from baumeister.fast import plain
from baumeister.fast.numbering import Rules, options_of, tuples
from baumeister.fast.tangram_city import numbers
from baumeister.fast.tangram_city.observation import encode, length
from baumeister.games.tangram_city import TANGRAM_CITY, Options, Phase, State
from baumeister.games.tangram_city.chance import BOARDS
from baumeister.games.tangram_city.setup import setup_for
from baumeister.games.tangram_city.state import Board, Score


def rules(options: Options | Mapping[str, Any] | None = None) -> Rules:
    """The rules for these options, given as such or as plain data."""
    return _rules(options_of(TANGRAM_CITY, options))


@lru_cache(maxsize=64)
def _rules(options: Options) -> Rules:
    players = options.players
    return Rules(TANGRAM_CITY, options, players, numbers.COUNT, length(players))


Batch = plain.NoBatch


class Position(plain.PlainPosition[State]):
    """A position of Tangram City over the readable engine."""

    __slots__ = ()

    game = TANGRAM_CITY

    _action = staticmethod(numbers.action_of)
    _wanted = staticmethod(numbers.wanted)
    _encode = staticmethod(encode)

    @staticmethod
    def _legal(state: State, player: int, _parts: Sequence[int]) -> list[int]:
        return sorted(
            number
            for action in TANGRAM_CITY.legal(state, player)
            for number in numbers.numbers_of(state, player, action)
        )

    @staticmethod
    def _chance(state: State, parts: Sequence[int]) -> list[tuple[int, int]]:
        if state.phase == Phase.BOARDS:
            return [(number - 1, 1) for number in BOARDS if number - 1 not in parts]
        if state.phase == Phase.DEAL:
            tiles = enumerate(numbers.tile_ids(state.options))
            return [(n, 1) for n, tile in tiles if tile in state.pile and n not in parts]
        return [
            (numbers.numbers_of(state, CHANCE, action)[0], weight)
            for action, weight in TANGRAM_CITY.chance(state)
        ]

    @staticmethod
    def _partial(state: State, parts: Sequence[int]) -> State:
        if state.phase == Phase.BOARDS:
            boards = tuple(Board(number + 1) for number in parts) + state.boards[len(parts) :]
            return state._replace(boards=boards, shown=boards)
        tiles = numbers.tile_ids(state.options)
        cards = tuple(tiles[number] for number in parts)
        return state._replace(
            cards=cards, pile=tuple(tile for tile in state.pile if tile not in cards)
        )

    @staticmethod
    def _points(state: State) -> Sequence[int]:
        return state.points

    @staticmethod
    def _data(state: State) -> Any:
        data = state._asdict()
        del data["setup"]
        return data

    @staticmethod
    def _read(rules: Rules, data: Any) -> State:
        data = {name: tuples(value) for name, value in data.items()}
        data["phase"] = Phase(data["phase"])
        for name in ("boards", "shown"):
            data[name] = tuple(Board(*board) for board in data[name])
        data["rounds"] = tuple(tuple(Score(*each) for each in scores) for scores in data["rounds"])
        return State(setup=setup_for(rules.options), **data)
