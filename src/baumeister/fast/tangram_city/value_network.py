"""The value network: the points that a player may still expect from a city.

Its inputs are the covered quarters of the board, the tiles to come, their number, whether the
fountain is the next piece, and the board features. Two hidden layers follow, and a shortcut adds a
weighted sum of the inputs to the output. The core computes the same
(`cpp/tangram_city/value_network.hpp`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from operator import add, mul
from typing import Any, Final

from baumeister.fast.tangram_city import numbers
from baumeister.fast.tangram_city.board_features import NAMES, board_after, features_of
from baumeister.games.tangram_city.actions import Action, Place, Skip
from baumeister.games.tangram_city.geometry import FIELDS
from baumeister.games.tangram_city.outlook import tiles_left
from baumeister.games.tangram_city.scoring import harmony_bonus, planning_bonus, score_board
from baumeister.games.tangram_city.state import CARDS_A_ROUND, Board, State
from baumeister.games.tangram_city.tiles import TILES

TILES_AT: Final = 4 * FIELDS
LEFT_AT: Final = TILES_AT + TILES
FOUNTAIN_AT: Final = LEFT_AT + TILES + 1
FEATURES_AT: Final = FOUNTAIN_AT + 1
INPUTS: Final = FEATURES_AT + len(NAMES)
FIRST: Final = 128
"""Units of the first hidden layer."""
SECOND: Final = 32
"""Units of the second."""
ROW: Final = FIRST + 1
WEIGHTS: Final = (INPUTS + 1) * ROW + (1 + FIRST) * SECOND + SECOND
"""A row for each input and one of biases, with the shortcut in the last column; the biases and rows
of the second layer; the weights of the output."""


def inputs_of(board: Board, tiles: Sequence[int], *, fountain: bool) -> list[int]:
    """The inputs that are 1, without the board features."""
    found = [*_bits(board.covered), *(TILES_AT + tile for tile in tiles), LEFT_AT + len(tiles)]
    return [*found, FOUNTAIN_AT] if fountain else found


def without_tiles(weights: Sequence[float]) -> list[float]:
    """The weights of a network that is not told which tiles are to come, only how many."""
    return [*weights[: TILES_AT * ROW], *[0.0] * (TILES * ROW), *weights[LEFT_AT * ROW :]]


def core_network(weights: Sequence[float]) -> Any:
    """The core's network with these weights."""
    core = import_module("baumeister.fast.tangram_city.compiled")  # missing without the core
    return core.ValueNetwork(weights)


class PlainNetwork:
    """The network in Python, where the core is missing."""

    def __init__(self, weights: Sequence[float]) -> None:
        self._rows = [weights[at : at + ROW] for at in range(0, (INPUTS + 1) * ROW, ROW)]
        rest = weights[(INPUTS + 1) * ROW : -SECOND]
        self._second = [rest[at : at + SECOND] for at in range(0, len(rest), SECOND)]
        self._last = weights[-SECOND:]

    def values(self, state: State, seat: int, actions: Sequence[Action]) -> list[float]:
        """The points to come after each action: placing a piece or declining it."""
        names, left = numbers.tile_ids(state.options), tiles_left(state, seat)
        shared: dict[str, list[float]] = {}
        found = []
        for action in actions:
            after = board_after(state, seat, action)
            tile = action.tile if isinstance(action, Place | Skip) else ""
            tiles = [names.index(each) for each in left if each != tile]
            value = 0.0
            if not tile:  # the round is scored (T2.4); the bonuses follow after the last one (T5)
                score = score_board(after)
                value += score.rectangle
                if not tiles:
                    found.append(value + harmony_bonus(score) + planning_bonus(after))
                    continue
            if tile not in shared:
                next_is_fountain = bool(tile) and _ends_round(len(tiles))
                inputs = inputs_of(state.boards[seat], tiles, fountain=next_is_fountain)
                shared[tile] = self._sum([0.0] * ROW, [*inputs, INPUTS])
            found.append(value + self._output(shared[tile], state.boards[seat], after))
        return found

    def points_to_come(self, board: Board, tiles: Sequence[int], *, fountain: bool) -> float:
        """The output for a board, the indexes of the tiles to come and whether the fountain is the
        next piece."""
        sums = self._sum([0.0] * ROW, [*inputs_of(board, tiles, fountain=fountain), INPUTS])
        return self._output(sums, board, board)

    def _sum(self, sums: list[float], inputs: Iterable[int]) -> list[float]:
        for at in inputs:
            sums = list(map(add, sums, self._rows[at]))
        return sums

    def _output(self, sums: list[float], before: Board, after: Board) -> float:
        """The output for a board, from the sums of the first layer for the one before."""
        sums = self._sum(sums, _bits(after.covered & ~before.covered))
        for at, value in enumerate(features_of(after), FEATURES_AT):
            if value:
                sums = [
                    each + value * weight for each, weight in zip(sums, self._rows[at], strict=True)
                ]
        second = self._second[0]
        for value, row in zip(sums, self._second[1:], strict=False):
            if value > 0:
                second = [each + value * weight for each, weight in zip(second, row, strict=True)]
        active = [max(each, 0.0) for each in second]
        found: float = sums[FIRST] + sum(map(mul, active, self._last))
        return found


def _bits(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def _ends_round(left: int) -> bool:
    """Whether the fountain follows when this many tiles are to come."""
    return left == 0 or left % CARDS_A_ROUND == TILES % CARDS_A_ROUND
