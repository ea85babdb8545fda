"""Reasons for a decision in Tangram City, from the player's own city alone."""

from __future__ import annotations

from typing import Final

from baumeister.bots.analysis.result import Reason
from baumeister.games.tangram_city.actions import Action, Fountain, Place, Side, Skip
from baumeister.games.tangram_city.geometry import FIELD_NAMES, FULL_BOARD, full_fields
from baumeister.games.tangram_city.outlook import fountains_left, tiles_left
from baumeister.games.tangram_city.rules import apply
from baumeister.games.tangram_city.scoring import harmony_bonus, planning_bonus, score_board
from baumeister.games.tangram_city.solver import complete
from baumeister.games.tangram_city.state import ROUNDS, Board, State, printed_board

EARLY: Final = 3
"""Before this round nearly every city can still be completed, so it is not worth saying."""
SOLVER_NODES: Final = 3000
"""To find out whether a city can still be completed: some hundredths of a second."""


def reasons(state: State, seat: int, action: Action) -> list[Reason]:
    """What the action does to the city, and what it leaves possible."""
    if isinstance(action, Side):
        board = printed_board(state.boards[seat].number, action.side)
        colour = "building" if board.building else "green"
        return [{"code": "takes-side", "side": action.side}, {"code": "side", "colour": colour}]
    if isinstance(action, Skip) and not _fits(state, seat, action.tile):
        return [_does(action), {"code": "no-room", "tile": action.tile}]
    after = apply(state, seat, action)
    old, new = state.boards[seat], after.boards[seat]
    found = [_does(action)]
    found += _rectangle(old, new)
    found += _fields(old, new)
    found += _harmony(state, old, new)
    found += _outlook(state, after, seat, action)
    return found


def _does(action: Action) -> Reason:
    match action:
        case Place(tile):
            return {"code": "places", "tile": tile}
        case Skip(tile):
            return {"code": "declines", "tile": tile}
        case Fountain(int(field)):
            return {"code": "fountain", "field": FIELD_NAMES[field]}
    return {"code": "no-fountain"}


def _fits(state: State, seat: int, tile: str) -> bool:
    free = FULL_BOARD & ~state.boards[seat].covered
    return any(mask & free == mask for mask, _ in state.setup.placements[tile])


def _rectangle(old: Board, new: Board) -> list[Reason]:
    before, after = score_board(old).rectangle, score_board(new).rectangle
    return [{"code": "rectangle", "before": before, "after": after}] if after > before else []


def _fields(old: Board, new: Board) -> list[Reason]:
    whole = full_fields(new.covered) & ~full_fields(old.covered)
    return [{"code": "fields", "count": whole.bit_count()}] if whole else []


def _harmony(state: State, old: Board, new: Board) -> list[Reason]:
    """The colours get closer to balance, and the bonus if that raises it (T5.2)."""
    scores = score_board(old), score_board(new)
    before, after = (abs(score.buildings - score.green) for score in scores)
    if after >= before or state.round < ROUNDS - 2:  # early on, balance says little
        return []
    had, bonus = map(harmony_bonus, scores)
    raised = bonus if bonus > had else 0
    return [{"code": "harmony", "before": before, "after": after, "bonus": raised}]


def _outlook(state: State, after: State, seat: int, action: Action) -> list[Reason]:
    """Whether all 49 fields can still be covered (T5.1), else how many of the remaining tiles still
    fit, including those of this round that are already open."""
    board = after.boards[seat]
    if planning_bonus(board):
        done = not planning_bonus(state.boards[seat])
        return [{"code": "complete", "bonus": planning_bonus(board)}] if done else []
    if state.round < EARLY:
        return []
    names = [tile for tile in tiles_left(state, seat) if tile != getattr(action, "tile", "")]
    tiles = [state.setup.tiles[name] for name in names]
    fountains = fountains_left(state, seat) - isinstance(action, Fountain)
    answer = complete(board.covered, tiles, fountains, SOLVER_NODES)
    if answer.possible:
        return [{"code": "completable"}]
    if not tiles:
        return []
    fit = sum(_fits(after, seat, name) for name in names)
    return [{"code": "room", "tiles": fit, "of": len(tiles)}] if fit else []
