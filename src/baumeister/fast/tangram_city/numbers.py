"""The action numbers of Tangram City, for the core and all environments.

Actions of players, 1378 for every set of tiles:

| numbers | meaning |
|---|---|
| k · 393 + (s · 4 + turns) · 49 + field | place the k-th card: s is 0 for the building side up, 1 for green; k is the slot 0–2 in the last round, otherwise 0 |
| k · 393 + 392 | skip that tile |
| 1179 + 4 · field + corner | a fountain on a half field, corners in the order ne, nw, se, sw |
| 1375 | no fountain |
| 1376, 1377 | side a, side b |

Actions of chance: a player (start), a board's number − 1, or the index of a tile in the
ascending set (deal). Boards and cards are compound actions, given player by player and slot by slot.
"""  # noqa: E501

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from baumeister.games.tangram_city.actions import (
    Action,
    Boards,
    Deal,
    Fountain,
    Place,
    Side,
    Skip,
    Start,
)
from baumeister.games.tangram_city.chance import BOARDS, cards_in_round
from baumeister.games.tangram_city.geometry import CORNERS, FIELDS
from baumeister.games.tangram_city.options import Options
from baumeister.games.tangram_city.setup import SIDES
from baumeister.games.tangram_city.state import ROUNDS, Phase, State

SKIP: Final = len(SIDES) * 4 * FIELDS
A_CARD: Final = SKIP + 1
"""The number of action numbers of a card."""
FOUNTAIN: Final = 3 * A_CARD
NO_FOUNTAIN: Final = FOUNTAIN + 4 * FIELDS
SIDE: Final = NO_FOUNTAIN + 1
COUNT: Final = SIDE + 2

_BOARD_SIDES: Final = "ab"


def wanted(state: State) -> int:
    """How many numbers the next action consists of."""
    match state.phase:
        case Phase.BOARDS:
            return 1 if state.options.same_board else state.setup.players
        case Phase.DEAL:
            return cards_in_round(state)
    return 1


def tile_ids(options: Options) -> tuple[str, ...]:
    """The tiles of the set, ascending: the order of their chance numbers."""
    return tuple(sorted(tile.id for tile in options.tiles))


# --- from actions ----------------------------------------------------------------------


def numbers_of(state: State, _actor: int, action: Action) -> tuple[int, ...]:
    """The numbers of an action, one for each of its parts."""
    match action:
        case Place(tile, side, turns, field):
            number = (SIDES.index(side) * 4 + turns) * FIELDS + field
            return (_card(state, tile) * A_CARD + number,)
        case Skip(tile):
            return (_card(state, tile) * A_CARD + SKIP,)
        case Fountain(None):
            return (NO_FOUNTAIN,)
        case Fountain(field, corner):
            return (FOUNTAIN + 4 * (field or 0) + CORNERS.index(corner or ""),)
        case Side(side):
            return (SIDE + _BOARD_SIDES.index(side),)
        case Start(player):
            return (player,)
        case Boards(numbers):
            return tuple(number - 1 for number in numbers[: wanted(state)])
        case Deal(tiles):
            return tuple(map(tile_ids(state.options).index, tiles))


def _card(state: State, tile: str) -> int:
    """The index of a tile among the cards that are decided at the same time."""
    return state.cards.index(tile) if state.round == ROUNDS else 0


# --- to actions ------------------------------------------------------------------------


def action_of(state: State, actor: int, numbers: Sequence[int]) -> Action:
    """The action with these numbers, all parts of it; ValueError if there is none.

    The action need not be legal: `why_not` explains it.
    """
    if len(numbers) != wanted(state):
        raise ValueError(f"an action takes {wanted(state)} numbers here, not {len(numbers)}")
    parts = [part_of(state, actor, number) for number in numbers]
    match parts[0]:
        case Deal():
            return Deal(tuple(tile_ids(state.options)[number] for number in numbers))
        case Boards():
            boards = tuple(number + 1 for number in numbers)
            return Boards(boards * (state.setup.players // len(boards)))
    return parts[0]


def text(state: State, actor: int, number: int, _index: int = 0) -> str:
    """The text of a number: of the action, or of one part of a compound action."""
    return str(part_of(state, actor, number))


def part_of(state: State, actor: int, number: int) -> Action:
    """The action with this number; of a compound action, one with this part."""
    found = _of_chance(state, number) if actor < 0 else _of_player(state, number)
    if found is None:
        raise ValueError(f"{number} is not the number of an action here")
    return found


def _of_player(state: State, number: int) -> Action | None:
    if not 0 <= number < COUNT:
        return None
    if number >= SIDE:
        return Side(_BOARD_SIDES[number - SIDE])
    if number == NO_FOUNTAIN:
        return Fountain()
    if number >= FOUNTAIN:
        field, corner = divmod(number - FOUNTAIN, 4)
        return Fountain(field, CORNERS[corner])
    card, rest = divmod(number, A_CARD)
    now = state.cards if state.round == ROUNDS else state.cards[state.slot : state.slot + 1]
    if card >= len(now):
        return None
    if rest == SKIP:
        return Skip(now[card])
    turned, field = divmod(rest, FIELDS)
    side, turns = divmod(turned, 4)
    return Place(now[card], SIDES[side], turns, field)


def _of_chance(state: State, number: int) -> Action | None:
    match state.phase:
        case Phase.START if 0 <= number < state.setup.players:
            return Start(number)
        case Phase.BOARDS if 0 <= number < len(BOARDS):
            return Boards((number + 1,))
        case Phase.DEAL if 0 <= number < len(state.setup.tiles):
            return Deal((tile_ids(state.options)[number],))
    return None
