"""What a player may still place, from any state: what solver and planner are asked about."""

from __future__ import annotations

from collections.abc import Sequence

from baumeister.games.tangram_city.actions import Deal
from baumeister.games.tangram_city.state import CARDS_A_ROUND, FOUNTAIN, ROUNDS, Phase, State
from baumeister.games.tangram_city.tiles import Tile


def tiles_left(state: State, seat: int) -> list[str]:
    """Tiles the player may still place: those to be decided now, and of cards to come."""
    return [*_this_round(state, seat), *state.pile]


def _this_round(state: State, seat: int) -> list[str]:
    """Tiles of the present round that the player has still to decide on."""
    now = [piece for piece in state.todo[seat] if piece in state.setup.tiles]
    later = state.cards[state.slot + 1 :] if state.round < ROUNDS else ()
    return [*now, *later]


def owes_fountain(state: State, seat: int) -> bool:
    """Whether this round's fountain is still to come."""
    if state.phase != Phase.PLACE:
        return state.phase == Phase.DEAL
    return FOUNTAIN in state.todo[seat] or (state.round < ROUNDS and state.slot < CARDS_A_ROUND)


def fountains_left(state: State, seat: int) -> int:
    """Fountains the player may still place, one a round."""
    if state.phase in (Phase.START, Phase.BOARDS, Phase.SIDE):
        return ROUNDS
    return ROUNDS - state.round + int(owes_fountain(state, seat))


def to_come(state: State, seat: int, later: Sequence[Deal]) -> list[list[Tile]] | None:
    """The tiles of each round still to be played, the present one first.

    `later` are the deals that are known to follow; None if they are not enough.
    """
    tiles = state.setup.tiles
    rounds = [list(deal.tiles) for deal in later]
    if state.phase == Phase.PLACE and owes_fountain(state, seat):
        rounds.insert(0, _this_round(state, seat))
    dealt = {tile for names in rounds for tile in names}
    left = [tile for tile in state.pile if tile not in dealt]
    if left and len(rounds) == fountains_left(state, seat) - 1 and len(left) < CARDS_A_ROUND:
        rounds.append(left)  # the last three are known before they are dealt
    if len(rounds) != fountains_left(state, seat):
        return None
    return [[tiles[name] for name in names] for names in rounds]
