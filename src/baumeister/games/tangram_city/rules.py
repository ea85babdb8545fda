"""The flow of a game: who acts, which actions are legal, and what they do (T2, T3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from baumeister.core.chance import CHANCE
from baumeister.core.tuples import replaced
from baumeister.games.tangram_city.actions import (
    Action,
    Boards,
    Deal,
    Fountain,
    Place,
    PlayerAction,
    Side,
    Skip,
    Start,
)
from baumeister.games.tangram_city.chance import deals, outcomes
from baumeister.games.tangram_city.scoring import (
    harmony_bonus,
    planning_bonus,
    score_board,
)
from baumeister.games.tangram_city.setup import SPOT_MASKS, SPOTS
from baumeister.games.tangram_city.state import (
    CARDS_A_ROUND,
    FOUNTAIN,
    ROUNDS,
    SIDE,
    Board,
    Phase,
    State,
    printed_board,
)

_CHANCE: Final = (CHANCE,)
_SIDES: Final = (Side("a"), Side("b"))
_NO_FOUNTAIN: Final = Fountain()

# --- who and what ----------------------------------------------------------------------


def actors(state: State) -> tuple[int, ...]:
    """The actors who have to decide, simultaneously (T2.2)."""
    if state.phase in (Phase.PLACE, Phase.SIDE):
        return tuple(player for player, todo in enumerate(state.todo) if todo)
    return () if state.phase == Phase.OVER else _CHANCE


def legal(state: State, actor: int) -> Sequence[Action]:
    """The legal actions: tiles in the order of the cards, then by side, turns and field."""
    if actor not in actors(state):
        return ()
    if actor == CHANCE:
        if state.phase == Phase.DEAL:
            return deals(state)
        return [action for action, _ in outcomes(state)]
    todo = state.todo[actor]
    if todo[0] == SIDE:
        return _SIDES
    free = ~state.boards[actor].covered
    if todo[0] == FOUNTAIN:
        spots = [action for mask, action in SPOTS if mask & free == mask]
        return [*spots, _NO_FOUNTAIN]
    found: list[PlayerAction] = []
    for tile in todo:
        if tile != FOUNTAIN:
            found += [
                action for mask, action in state.setup.placements[tile] if mask & free == mask
            ]
            found.append(Skip(tile))
    return found


# --- what an action does ---------------------------------------------------------------


def apply(state: State, actor: int, action: Action) -> State:
    """The state after a legal action."""
    match action:
        case Place(tile, side, _, _):
            board = state.boards[actor]
            mask = state.setup.masks[action]
            if side == "b":
                board = board._replace(building=board.building | mask)
            else:
                board = board._replace(green=board.green | mask)
            return _decided(state, actor, tile, board)
        case Skip(tile):
            return _decided(state, actor, tile, state.boards[actor])
        case Fountain(field):
            board = state.boards[actor]
            if field is not None:
                board = board._replace(fountains=board.fountains | SPOT_MASKS[action])
            return _decided(state, actor, FOUNTAIN, board)
        case Side(side):
            board = printed_board(state.boards[actor].number, side)
            return _decided(state, actor, SIDE, board)
        case Start(player):
            state = state._replace(pillar=player)
            if state.options.printed_field:
                return state._replace(phase=Phase.BOARDS)
            return _begin_round(state)
        case Boards(numbers):
            boards = tuple(Board(number) for number in numbers)
            return _ask(state._replace(phase=Phase.SIDE, boards=boards, shown=boards))
        case Deal(tiles):
            pile = tuple(tile for tile in state.pile if tile not in tiles)
            return _ask(state._replace(phase=Phase.PLACE, cards=tiles, pile=pile, slot=0))


def asked(state: State) -> tuple[str, ...]:
    """What every player has to decide at this moment; nothing if chance acts."""
    if state.phase == Phase.SIDE:
        return (SIDE,)
    if state.phase != Phase.PLACE:
        return ()
    if state.round == ROUNDS:  # T2.5: the three tiles left and the last fountain together
        return (*state.cards, FOUNTAIN)
    return (FOUNTAIN,) if state.slot == CARDS_A_ROUND else (state.cards[state.slot],)


def _ask(state: State) -> State:
    """Begin a new moment, in which every player has the same decisions to make."""
    return state._replace(todo=(asked(state),) * state.setup.players)


def _decided(state: State, player: int, piece: str, board: Board) -> State:
    """Apply one decision of a player; after the last one, reveal them all and continue."""
    left = tuple(each for each in state.todo[player] if each != piece)
    state = state._replace(
        boards=replaced(state.boards, player, board), todo=replaced(state.todo, player, left)
    )
    if any(state.todo):
        return state
    state = state._replace(shown=state.boards)
    if state.phase == Phase.SIDE:
        return _begin_round(state)
    if state.round == ROUNDS or state.slot == CARDS_A_ROUND:
        return _score(state)
    return _ask(state._replace(slot=state.slot + 1))


def _begin_round(state: State) -> State:
    return state._replace(phase=Phase.DEAL, round=state.round + 1, slot=0, cards=())


def _score(state: State) -> State:
    """T2.4: score the round and pass the pillar; after the sixth round add the bonuses (T5)."""
    scores = tuple(map(score_board, state.boards))
    points = tuple(have + score.rectangle for have, score in zip(state.points, scores, strict=True))
    state = state._replace(points=points, rounds=(*state.rounds, scores))
    if state.round < ROUNDS:
        return _begin_round(state._replace(pillar=next_holder(points, state.pillar)))
    return state._replace(points=_with_bonuses(points, state.boards), phase=Phase.OVER)


def _with_bonuses(points: Sequence[int], boards: Sequence[Board]) -> tuple[int, ...]:
    return tuple(
        have + planning_bonus(board) + harmony_bonus(score_board(board))
        for have, board in zip(points, boards, strict=True)
    )


def next_holder(points: Sequence[int], holder: int) -> int:
    """The next holder of the pillar: most points, then first clockwise from the holder (T2.4)."""
    clockwise = [(holder + step) % len(points) for step in range(1, len(points) + 1)]
    return max(clockwise, key=lambda player: points[player])


def points(state: State) -> tuple[int, ...]:
    """Each player's points in the rounds scored so far."""
    return state.points


def just_scored(state: State) -> bool:
    """Whether no tile has been placed since the last scoring; the last round adds the bonuses."""
    first = state.slot == 0 and state.round < ROUNDS
    return bool(state.rounds) and first and state.boards == state.shown


def standing(state: State) -> tuple[int, ...]:
    """Each player's points if the round were scored now; at the end, the final points."""
    if state.phase == Phase.OVER or not state.round:
        return state.points
    return tuple(
        have + score_board(board).rectangle
        for have, board in zip(state.points, state.boards, strict=True)
    )


def scored_now(state: State) -> tuple[int, ...]:
    """The standing; in the last round with the bonuses, which are scored with it (T2.5)."""
    last = state.round == ROUNDS and state.phase != Phase.OVER
    return _with_bonuses(standing(state), state.boards) if last else standing(state)
