"""Positions and views as text: the fields of docs/records.md."""

from __future__ import annotations

from typing import Final

from baumeister.core.position_text.parts import Fields, Part
from baumeister.games.tangram_city import position_fields as field
from baumeister.games.tangram_city.options import Options
from baumeister.games.tangram_city.position_checks import (
    check_cards,
    check_decisions,
    check_position,
)
from baumeister.games.tangram_city.rules import asked
from baumeister.games.tangram_city.scoring import harmony_bonus, planning_bonus
from baumeister.games.tangram_city.setup import setup_for
from baumeister.games.tangram_city.state import CARDS_A_ROUND, ROUNDS, Board, Phase, State
from baumeister.games.tangram_city.view import View

_PHASES: Final = {phase.name.lower(): phase for phase in Phase}
_PENDING: Final = ">"
"""Stands between a board as others see it and the board with decisions that are hidden yet."""


def write_state(state: State) -> dict[str, str]:
    """The fields of a position."""
    boards = [
        _board_text(shown, board) for shown, board in zip(state.shown, state.boards, strict=True)
    ]
    todo = [field.todo_text(pieces) for pieces in state.todo]
    return _write(state, field.tiles_text(state.pile), boards, todo)


def write_view(view: View) -> dict[str, str]:
    """The fields of a view; the hidden cards are among those of the pile."""
    boards = [
        _board_text(view.shown, board)
        if player == view.seat and view.shown is not None
        else field.board_text(board)
        for player, board in enumerate(view.boards)
    ]
    count = len(_asked(view))
    todo = [
        field.todo_text(view.todo)
        if player == view.seat
        else field.hidden_todo_text(count - decided)
        for player, decided in enumerate(view.decided)
    ]
    return _write(view, field.tiles_text(view.to_come), boards, todo)


def _write(position: State | View, pile: str, boards: list[str], todo: list[str]) -> dict[str, str]:
    return {
        "phase": position.phase.name.lower(),
        "round": str(position.round),
        "pillar": field.player_text(position.pillar),
        "slot": str(position.slot),
        "cards": field.tiles_text(position.cards),
        "pile": pile,
        "todo": "/".join(todo),
        "scored": field.scored_text(position.rounds),
        "boards": "|".join(boards),
    }


def _board_text(shown: Board, board: Board) -> str:
    text = field.board_text(shown)
    return text if shown == board else f"{text}{_PENDING}{field.board_text(board)}"


def read_state(options: Options, fields: Fields) -> State:
    """The position with these fields."""
    players = frozenset(range(options.players))
    return _read(options, fields, known=players, hidden=False)[0]


def read_view(options: Options, seat: int | None, fields: Fields) -> View:
    """The seat's view with these fields."""
    known = frozenset(() if seat is None else (seat,))
    state, decided = _read(options, fields, known=known, hidden=True)
    return View(
        options=options,
        seat=seat,
        phase=state.phase,
        round=state.round,
        pillar=state.pillar,
        slot=state.slot,
        cards=state.cards,
        to_come=state.pile,
        boards=state.boards,
        shown=None if seat is None else state.shown[seat],
        todo=() if seat is None else state.todo[seat],
        decided=decided,
        points=state.points,
        rounds=state.rounds,
    )


def _asked(position: State | View) -> tuple[str, ...]:
    """What everybody has to decide at this moment; hidden cards do not matter for it."""
    return asked(position)  # type: ignore[arg-type]


def _read(
    options: Options, fields: Fields, *, known: frozenset[int], hidden: bool
) -> tuple[State, tuple[int, ...]]:
    """The state, with None for hidden cards, and the number of decisions each player has made.

    `known` are the players whose decisions the text holds.
    """
    phase = _PHASES[fields.take("phase").one_of(_PHASES)]
    number = fields.take("round").number(0, ROUNDS)
    pillar = field.read_player(fields.take("pillar"), options)
    slot = fields.take("slot").number(0, CARDS_A_ROUND)
    cards = field.read_tiles(fields.take("cards"), options, hidden=hidden)
    pile = field.read_tiles(fields.take("pile"), options)
    todo = fields.take("todo").pieces("/", options.players)
    rounds = field.read_scored(fields.take("scored"), options)
    boards = [
        _read_boards(part, options, player in known)
        for player, part in enumerate(fields.take("boards").pieces("|", options.players))
    ]
    state = State(
        setup=setup_for(options),
        phase=phase,
        round=number,
        pillar=pillar,
        slot=slot,
        cards=cards,  # type: ignore[arg-type]  # hidden ones only in drafts of views
        pile=tuple(tile for tile in pile if tile is not None),
        boards=tuple(board for _, board in boards),
        shown=tuple(shown for shown, _ in boards),
        todo=((),) * options.players,
        points=(0,) * options.players,
        rounds=rounds,
    )
    check_cards(state, fields)
    pieces = asked(state)
    left: list[tuple[str, ...]] = []
    decided = []
    for player, part in enumerate(todo):
        if player in known:
            named = field.read_tiles(part, options, pieces=field.PIECES)
            left.append(tuple(piece for piece in named if piece is not None))
            count = len(named)
        else:
            count = field.read_hidden_todo(part, len(pieces))
            left.append(())
        decided.append(len(pieces) - count if pieces else 0)
    if pieces and min(decided) == len(pieces):
        reason = "when all have decided, the game goes on"
        raise fields.error("todo", reason, field.said("goes-on"), "T2.2")
    state = state._replace(todo=tuple(left), points=_points(state))
    check_decisions(state, known, fields)
    check_position(state, fields)
    return state, tuple(decided)


def _read_boards(part: Part, options: Options, known: bool) -> tuple[Board, Board]:
    """A board as others see it, and as it is."""
    if known and _PENDING in part.text:
        shown, board = part.pieces(_PENDING, 2)
        return field.read_board(shown, options), field.read_board(board, options)
    found = field.read_board(part, options)
    return found, found


def _points(state: State) -> tuple[int, ...]:
    """The points so far: they follow from the rounds and, at the end, from the boards."""
    totals = [
        state.options.start_points + sum(scores[player].rectangle for scores in state.rounds)
        for player in range(state.options.players)
    ]
    if state.phase == Phase.OVER and state.rounds:
        for player, board in enumerate(state.boards):
            totals[player] += planning_bonus(board) + harmony_bonus(state.rounds[-1][player])
    return tuple(totals)
