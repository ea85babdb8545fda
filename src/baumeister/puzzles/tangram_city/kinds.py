"""The kinds of puzzles of Tangram City: `day` is a game alone with the cards of the day."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from baumeister.bots.position import position_of
from baumeister.bots.tangram_city.levels import network_for
from baumeister.core.match import Match
from baumeister.fast.tangram_city import numbers
from baumeister.fast.tangram_city.planning import plan
from baumeister.games.tangram_city.actions import Deal
from baumeister.games.tangram_city.planner import area_bound
from baumeister.games.tangram_city.state import printed_board

AnyMatch = Match[Any, Any, Any, Any]

KINDS: Final[dict[str, Any]] = {}
"""No puzzle is a single move."""


class Day:
    """Build a city alone; the same board and cards for everybody."""

    name = "day"
    par = ("2", "4")

    def options(self) -> Mapping[str, Any]:
        return {"players": 1}

    def best(self, orders: AnyMatch, nodes: int) -> tuple[int, int]:
        """The best of what the planner finds for either side of the board; nodes for each."""
        found = [self._planned(orders, side, nodes) for side in "ab"]
        return max(found), bound(orders)

    def _planned(self, orders: AnyMatch, side: str, nodes: int) -> int:
        game, known = orders.game, dealt(orders)
        match = Match(game, orders.state.options)
        for entry in orders.log:  # the same board, this side, the first cards
            if match.actors == (0,):
                break
            match.submit(entry.actor, entry.action)
        match.submit(0, f"side {side}")
        match.submit(-1, next(e.action for e in orders.log if isinstance(e.action, Deal)))
        state, tiles = match.state, numbers.tile_ids(match.state.options)
        position = position_of(game, state, 0, Random(0))
        order = [tile for tiles in known for tile in tiles]
        made = plan(
            position,
            network=network_for(state.options.tile_set),
            nodes=nodes,
            seed=1,
            candidates=1,
            horizon=len(order),
            cards=[tiles.index(tile) for tile in order[2:]],  # the first two lie open
        )
        return round(max(made.points))


def dealt(orders: AnyMatch) -> list[tuple[str, ...]]:
    """The tiles of each round."""
    return [entry.action.tiles for entry in orders.log if isinstance(entry.action, Deal)]


def bound(orders: AnyMatch) -> int:
    """More points are impossible, by the area of the tiles alone."""
    state = orders.state
    rounds = [[state.setup.tiles[tile] for tile in tiles] for tiles in dealt(orders)]
    boards = [printed_board(state.boards[0].number, side) for side in "ab"]
    start: int = state.options.start_points
    return start + max(area_bound(board, rounds) for board in boards)


DAYS: Final = {kind.name: kind for kind in (Day(),)}
