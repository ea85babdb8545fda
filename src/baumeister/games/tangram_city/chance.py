"""Chance outcomes with exact weights, and fast sampling."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import perm
from typing import Final, overload

from baumeister.core.chance import Rng, below, pick
from baumeister.games.tangram_city.actions import Action, Boards, Deal, Start
from baumeister.games.tangram_city.state import CARDS_A_ROUND, Phase, State

BOARDS: Final = (1, 2, 3, 4, 5)


class Deals(Sequence[Action]):
    """All ordered deals of a round: more than 200 000 in round 1, created on demand."""

    __slots__ = ("_count", "_pile")

    def __init__(self, pile: tuple[str, ...], count: int) -> None:
        self._pile = pile
        self._count = count

    def __len__(self) -> int:
        return perm(len(self._pile), self._count)

    @overload
    def __getitem__(self, index: int) -> Deal: ...
    @overload
    def __getitem__(self, index: slice) -> list[Deal]: ...
    def __getitem__(self, index: int | slice) -> Deal | list[Deal]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        number = range(len(self))[index]
        left = list(self._pile)
        tiles = []
        for remaining in range(self._count, 0, -1):
            step = perm(len(left) - 1, remaining - 1)
            at, number = divmod(number, step)
            tiles.append(left.pop(at))
        return Deal(tuple(tiles))

    def __contains__(self, item: object) -> bool:
        return (
            isinstance(item, Deal)
            and len(item.tiles) == self._count
            and len(set(item.tiles)) == self._count
            and set(item.tiles) <= set(self._pile)
        )


class Weighted(Sequence[tuple[Action, int]]):
    """Equally likely actions."""

    __slots__ = ("_actions",)

    def __init__(self, actions: Sequence[Action]) -> None:
        self._actions = actions

    def __len__(self) -> int:
        return len(self._actions)

    @overload
    def __getitem__(self, index: int) -> tuple[Action, int]: ...
    @overload
    def __getitem__(self, index: slice) -> list[tuple[Action, int]]: ...
    def __getitem__(self, index: int | slice) -> tuple[Action, int] | list[tuple[Action, int]]:
        if isinstance(index, slice):
            return [(action, 1) for action in self._actions[index]]
        return self._actions[index], 1


def deals(state: State) -> Sequence[Action]:
    """The possible deals; in the last round the three cards left, in any order (T2.5)."""
    return Deals(state.pile, cards_in_round(state))


def cards_in_round(state: State) -> int:
    """The number of cards of the round: four, in the last round three (T2.1, T2.5)."""
    return min(CARDS_A_ROUND, len(state.pile))


def outcomes(state: State) -> Sequence[tuple[Action, int]]:
    """All chance outcomes with their weights; empty if players are to act."""
    match state.phase:
        case Phase.START:
            named = state.options.start
            players = range(state.setup.players) if named is None else (named,)
            return [(Start(player), 1) for player in players]
        case Phase.BOARDS:
            count = state.setup.players
            if state.options.same_board:
                return [(Boards((number,) * count), 1) for number in BOARDS]
            return [(Boards(numbers), 1) for numbers in permutations(BOARDS, count)]
        case Phase.DEAL:
            return Weighted(deals(state))
    return []


def sample(state: State, rng: Rng) -> Action:
    """A random chance outcome."""
    if state.phase == Phase.DEAL:
        left = list(state.pile)
        return Deal(tuple(left.pop(below(rng, len(left))) for _ in range(cards_in_round(state))))
    return pick(rng, outcomes(state))[0]
