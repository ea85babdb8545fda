"""What a player may still place, from any state: the input of solver and planner."""

from __future__ import annotations

from collections.abc import Sequence

from baumeister.games.tangram_city.actions import Deal
from baumeister.games.tangram_city.state import CARDS_A_ROUND, FOUNTAIN, ROUNDS, Phase, State
from baumeister.games.tangram_city.tiles import Tile


def tiles_left(state: State, seat: int) -> list[str]:
    """The tiles that the player may still place, in this round and later."""
    return [*_this_round(state, seat), *state.pile]


def _this_round(state: State, seat: int) -> list[str]:
    """The tiles of the present round that the player has not decided on yet."""
    now = [piece for piece in state.todo[seat] if piece in state.setup.tiles]
    later = state.cards[state.slot + 1 :] if state.round < ROUNDS else ()
    return [*now, *later]


def owes_fountain(state: State, seat: int) -> bool:
    """Whether the player has not decided on this round's fountain yet."""
    if state.phase != Phase.PLACE:
        return state.phase == Phase.DEAL
    return FOUNTAIN in state.todo[seat] or (state.round < ROUNDS and state.slot < CARDS_A_ROUND)


def fountains_left(state: State, seat: int) -> int:
    """The number of fountains that the player may still place, one per round."""
    if state.phase in (Phase.START, Phase.BOARDS, Phase.SIDE):
        return ROUNDS
    return ROUNDS - state.round + int(owes_fountain(state, seat))


def to_come(state: State, seat: int, later: Sequence[Deal]) -> list[list[Tile]] | None:
    """The tiles of each round that is left, starting with the present one.

    `later` are the known deals of later rounds; returns None if some are missing.
    """
    tiles = state.setup.tiles
    rounds = [list(deal.tiles) for deal in later]
    if state.phase == Phase.PLACE and owes_fountain(state, seat):
        rounds.insert(0, _this_round(state, seat))
    dealt = {tile for names in rounds for tile in names}
    left = [tile for tile in state.pile if tile not in dealt]
    if left and len(rounds) == fountains_left(state, seat) - 1 and len(left) < CARDS_A_ROUND:
        rounds.append(left)  # the last three tiles are known before the deal
    if len(rounds) != fountains_left(state, seat):
        return None
    return [[tiles[name] for name in names] for names in rounds]
