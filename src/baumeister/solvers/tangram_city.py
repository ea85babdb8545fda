"""The best score of a city with a known order of the cards, by CP-SAT.

With few cards left it is exact within seconds; with a time limit it returns a bound. From the
first card on, `games.tangram_city.planner` finds better cities in the same time (bench/solver.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from baumeister.core.errors import BaumeisterError
from baumeister.games.tangram_city.actions import Fountain, Place
from baumeister.games.tangram_city.geometry import FIELDS, SIZE, touched_fields
from baumeister.games.tangram_city.planner import area_bound
from baumeister.games.tangram_city.scoring import PLANNING
from baumeister.games.tangram_city.setup import SPOTS, placements
from baumeister.games.tangram_city.state import Board
from baumeister.games.tangram_city.tiles import Tile

RECTANGLES: Final = tuple(
    (width * height, tuple(y * SIZE + left for y in range(top, top + height)), width)
    for top in range(SIZE)
    for left in range(SIZE)
    for height in range(1, SIZE - top + 1)
    for width in range(1, SIZE - left + 1)
)
"""Area, the first field of each row, width."""


class MissingSolverError(BaumeisterError):
    """OR-tools, the extra `solve`, is not installed."""

    code = "missing-solver"


class Best(NamedTuple):
    """The best score found and an upper bound; equal if it is exact."""

    score: int
    bound: int
    rounds: tuple[tuple[Place | Fountain, ...], ...]

    @property
    def exact(self) -> bool:
        """Whether the score is proven to be the best possible."""
        return self.score == self.bound


def best_score(
    board: Board, rounds: Sequence[Sequence[Tile]], seconds: float = 60, workers: int = 1
) -> Best:
    """Return the most points that the remaining rounds can bring, and the placements.

    `rounds` has the remaining tiles of each round, the present one first; each round ends with a
    fountain.
    """
    try:
        from ortools.sat.python import cp_model  # noqa: PLC0415  (optional, slow to import)
    except ImportError:
        raise MissingSolverError("this needs OR-tools: pip install 'baumeister[solve]'") from None
    model = _Model(cp_model, board, rounds)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = workers
    status = solver.solve(model.model)
    bound = area_bound(board, rounds)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Best(0, bound, ((),) * len(rounds))
    chosen = tuple(
        tuple(action for action, variable in pieces if solver.boolean_value(variable))
        for pieces in model.pieces
    )
    bound = min(bound, int(solver.best_objective_bound + 1e-6))
    return Best(round(solver.objective_value), bound, chosen)


class _Model:
    """A model with one variable for each placement of each piece."""

    def __init__(self, cp: Any, board: Board, rounds: Sequence[Sequence[Tile]]) -> None:
        self.model = cp.CpModel()
        self.board = board
        self.pieces: list[list[tuple[Place | Fountain, Any]]] = []
        # placements that cover each quarter: by round, and by colour over all rounds
        self.cover: list[list[list[Any]]] = []
        self.colour: dict[str, list[list[Any]]] = {
            name: [[] for _ in range(4 * FIELDS)] for name in "bgf"
        }
        for tiles in rounds:
            self._round(tiles)
        for number in range(4 * FIELDS):
            self.model.add_at_most_one(v for cover in self.cover for v in cover[number])
        points = []
        full: list[Any] = []
        for number in range(len(rounds)):
            full = [self._full(field, number) for field in range(FIELDS)]
            points += self._rectangle(full)
        complete = self._flag()
        for field in full:
            self.model.add_implication(complete, field)
        points.append(PLANNING * complete)
        self.model.maximize(sum(points) + self._harmony())

    def _flag(self) -> Any:
        return self.model.new_bool_var("")

    def _round(self, tiles: Sequence[Tile]) -> None:
        self.pieces.append([])
        self.cover.append([[] for _ in range(4 * FIELDS)])
        for tile in tiles:
            options = [(mask, action, action.side) for mask, action in placements(tile)]
            self._piece(options)
        self._piece([(mask, action, "f") for mask, action in SPOTS])

    def _piece(self, options: Sequence[tuple[int, Place | Fountain, str]]) -> None:
        """Add a piece with at most one placement, on free quarters only."""
        variables = []
        for mask, action, colour in options:
            if mask & self.board.covered:
                continue
            variable = self._flag()
            variables.append(variable)
            self.pieces[-1].append((action, variable))
            for number in range(4 * FIELDS):
                if mask >> number & 1:
                    self.cover[-1][number].append(variable)
                    self.colour[colour][number].append(variable)
        self.model.add_at_most_one(variables)

    def _full(self, field: int, last: int) -> Any:
        """A variable that can be true only if the field is full after this round."""
        flag = self._flag()
        for number in range(field, 4 * FIELDS, FIELDS):
            if not self.board.covered >> number & 1:
                pieces = [v for cover in self.cover[: last + 1] for v in cover[number]]
                self.model.add(sum(pieces) >= flag)
        return flag

    def _rectangle(self, full: list[Any]) -> list[Any]:
        """The points of one rectangle of full fields."""
        points, flags = [], []
        for area, rows, width in RECTANGLES:
            flag = self._flag()
            flags.append(flag)
            points.append(area * flag)
            for first in rows:
                for field in range(first, first + width):
                    self.model.add_implication(flag, full[field])
        self.model.add_at_most_one(flags)
        return points

    def _harmony(self) -> Any:
        """20, 10 or 5 points by the difference of the counts (T5.2)."""
        gap = self.model.new_int_var(0, FIELDS, "")
        counts = [
            sum(self._counts(field, name, covered) for field in range(FIELDS))
            for name, covered in (("b", self.board.building), ("g", self.board.green))
        ]
        self.model.add_abs_equality(gap, counts[0] - counts[1])
        total = 0
        for most, points in ((0, 10), (2, 5), (4, 5)):
            flag = self._flag()
            self.model.add(gap <= most).only_enforce_if(flag)
            total += points * flag
        return total

    def _counts(self, field: int, name: str, covered: int) -> Any:
        """A variable that is true exactly if the field counts for the colour (T4.2)."""
        quarters = range(field, 4 * FIELDS, FIELDS)
        fixed = covered | self.board.fountains
        cover = sum(fixed >> number & 1 for number in quarters) + sum(
            sum(self.colour[kind][number]) for kind in (name, "f") for number in quarters
        )
        coloured = (touched_fields(covered) >> field & 1) + sum(
            sum(self.colour[name][number]) for number in quarters
        )
        some, whole, both = self._flag(), self._flag(), self._flag()
        self.model.add(coloured >= 1).only_enforce_if(some)
        self.model.add(coloured <= 0).only_enforce_if(~some)
        self.model.add(cover >= 4).only_enforce_if(whole)
        self.model.add(cover <= 3).only_enforce_if(~whole)
        self.model.add_bool_and(some, whole).only_enforce_if(both)
        self.model.add_bool_or(~some, ~whole).only_enforce_if(~both)
        return both
