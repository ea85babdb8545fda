"""Positions that no game reaches, with the clause that excludes them."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import NamedTuple

from baumeister.core.text_parts import Fields
from baumeister.games.tangram_city.geometry import mask_of
from baumeister.games.tangram_city.rules import asked, next_holder
from baumeister.games.tangram_city.scoring import score_board
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


def check_cards(state: State, fields: Fields) -> None:
    """Check phase, round and cards, on which the decisions depend."""
    phase, number = state.phase, state.round
    if phase in (Phase.BOARDS, Phase.SIDE) and not state.options.printed_field:
        raise fields.error("phase", "boards without a printed field are all equal", "T1.1")
    if (number > 0) != (phase >= Phase.DEAL):
        raise fields.error("round", "is 0 until the set-up is complete, and only then", "T2.1")
    if phase == Phase.OVER and number != ROUNDS:
        raise fields.error("round", f"a game that is over had {ROUNDS} rounds", "T2.5")
    if state.slot and (phase != Phase.PLACE or number == ROUNDS):
        raise fields.error("slot", "is 0 unless the cards of a round are played in turn", "T2.2")
    tiles = len(state.setup.tiles)
    before = min(CARDS_A_ROUND * max(number - 1, 0), tiles)
    dealt = min(CARDS_A_ROUND, tiles - before) if phase >= Phase.PLACE else 0
    if len(state.cards) != dealt:
        raise fields.error(
            "cards", f"there must be {dealt} of them, not {len(state.cards)}", "T2.1"
        )
    hidden = sum(card is None for card in state.cards)
    left = tiles - before - dealt + hidden
    if len(state.pile) != left:
        raise fields.error("pile", f"must have {left} tiles, not {len(state.pile)}", "T2.1")
    named = [card for card in (*state.cards, *state.pile) if card is not None]
    if len(set(named)) != len(named):
        raise fields.error("pile", "there is one card of each tile", "T1.5")
    played = state.cards if number == ROUNDS else state.cards[: state.slot + 1]
    if None in played:
        raise fields.error("cards", "a card that was played is open", "T2.1")


def check_position(state: State, fields: Fields) -> None:
    """Check the pillar, the boards as others see them and the points."""
    _check_pillar(state, fields)
    numbers = [board.number for board in state.shown]
    if state.options.printed_field and state.phase >= Phase.SIDE:
        same = len(set(numbers)) == 1
        different = len(set(numbers)) == len(numbers)
        if 0 in numbers or not (same if state.options.same_board else different):
            raise fields.error("boards", "must be the boards of this game", "T1.1")
    elif any(numbers):
        raise fields.error("boards", "are dealt later", "T1.1")
    gone = {*state.pile, *(state.cards if state.round == ROUNDS else state.cards[state.slot :])}
    if state.phase == Phase.OVER:
        gone = set()
    played = [tile for tile in state.setup.tiles if tile not in gone]
    fountains = max(state.round - 1, 0) if state.phase != Phase.OVER else ROUNDS
    for player, (shown, board) in enumerate(zip(state.shown, state.boards, strict=True)):
        _check_board(state, player, shown, _Pieces(played, fountains), fields)
        if board is not shown:
            decided = [piece for piece in asked(state) if piece not in state.todo[player]]
            more = [piece for piece in decided if piece not in (FOUNTAIN, SIDE)]
            count = fountains + (FOUNTAIN in decided)
            _check_board(state, player, board, _Pieces([*played, *more], count), fields)
            kept = (
                shown.building & ~board.building
                or shown.green & ~board.green
                or shown.fountains & ~board.fountains
            )
            if not decided or kept or board.number != shown.number:
                reason = f"player {player} cannot have decided this yet"
                raise fields.error("boards", reason, "T2.2")
    _check_scores(state, fields)


def _check_pillar(state: State, fields: Fields) -> None:
    if (state.pillar < 0) != (state.phase == Phase.START):
        raise fields.error("pillar", "has a holder after phase start, and only then", "T1.5")
    if state.phase == Phase.START:
        return
    options = state.options
    holders = set(range(options.players)) if options.start is None else {options.start}
    points = [options.start_points] * options.players
    passed = state.rounds[: ROUNDS - 1]
    for scores in passed:
        points = [have + each.rectangle for have, each in zip(points, scores, strict=True)]
        holders = {next_holder(points, holder) for holder in holders}
    if state.pillar not in holders:
        names = " or ".join(map(str, sorted(holders)))
        raise fields.error("pillar", f"player {names} holds it", "T2.4" if passed else "T1.5")


class _Pieces(NamedTuple):
    """What a player may have placed."""

    tiles: list[str]
    fountains: int


def _check_board(state: State, player: int, board: Board, pieces: _Pieces, fields: Fields) -> None:
    tiles, fountains = pieces
    where = f"player {player}"
    chosen = state.phase > Phase.SIDE and state.options.printed_field
    if chosen and not board.side:
        raise fields.error("boards", f"{where} has chosen a side", "T1.1")
    printed = Board()
    if board.side:
        printed = printed_board(board.number, board.side)
        if printed.building & ~board.building or printed.green & ~board.green:
            raise fields.error("boards", f"{where}: the printed field is missing", "T1.1")
    if board.fountains.bit_count() // 2 > fountains:
        reason = f"{where}: more than {fountains} fountains"
        raise fields.error("boards", reason, "T2.3")
    laid = (board.building | board.green).bit_count() - printed.covered.bit_count()
    have = sum(mask_of(state.setup.tiles[tile].halves).bit_count() for tile in tiles)
    if laid > have:
        reason = f"{where}: more fields are covered than the tiles so far have"
        raise fields.error("boards", reason, "T1.2")


def _check_scores(state: State, fields: Fields) -> None:
    scored = ROUNDS if state.phase == Phase.OVER else max(state.round - 1, 0)
    rounds = state.rounds
    if len(rounds) != scored:
        raise fields.error("scored", f"{scored} rounds were scored, not {len(rounds)}", "T2.4")
    now = [tuple(map(score_board, state.shown))] if rounds else []
    for before, after in pairwise([*rounds, *now]):
        for one, other in zip(before, after, strict=True):
            if any(less > more for less, more in zip(one, other, strict=True)):
                raise fields.error("scored", "what is covered stays covered", "T4.1")
    unchanged = state.phase in (Phase.DEAL, Phase.OVER) or (
        state.phase == Phase.PLACE and state.slot == 0
    )
    if rounds and unchanged and rounds[-1] != now[0]:
        raise fields.error("scored", "the last round does not fit the boards", "T4.1")


def check_decisions(state: State, known: Collection[int], fields: Fields) -> None:
    """Check what these players still have to decide."""
    pieces = asked(state)
    for player in known:
        left = state.todo[player]
        if left != tuple(piece for piece in pieces if piece in left):
            reason = f"player {player} has to decide on {', '.join(pieces) or 'nothing'}"
            raise fields.error("todo", reason, "T2.2")
        if FOUNTAIN in pieces and left and FOUNTAIN not in left:
            raise fields.error("todo", "the fountain comes last", "T2.3")
        if state.phase == Phase.SIDE and bool(left) == bool(state.boards[player].side):
            raise fields.error("boards", f"player {player}: the side does not fit", "T1.1")
