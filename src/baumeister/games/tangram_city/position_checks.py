"""Positions that no game reaches, with the clause that excludes them."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import NamedTuple

from baumeister.core.position_text.parts import Fields
from baumeister.games.tangram_city.geometry import mask_of
from baumeister.games.tangram_city.position_fields import said
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
from baumeister.games.tangram_city.tile_facts import fields_text


def check_cards(state: State, fields: Fields) -> None:
    """Check phase, round and cards, on which the decisions depend."""
    phase, number = state.phase, state.round
    if phase in (Phase.BOARDS, Phase.SIDE) and not state.options.printed_field:
        reason = "boards without a printed field are all equal"
        raise fields.error("phase", reason, said("equal-boards"), "T1.1")
    if (number > 0) != (phase >= Phase.DEAL):
        reason = "is 0 until the set-up is complete, and only then"
        raise fields.error("round", reason, said("round-zero"), "T2.1")
    if phase == Phase.OVER and number != ROUNDS:
        reason = f"a game that is over had {ROUNDS} rounds"
        raise fields.error("round", reason, said("over", rounds=ROUNDS), "T2.5")
    if state.slot and (phase != Phase.PLACE or number == ROUNDS):
        reason = "is 0 unless the cards of a round are played in turn"
        raise fields.error("slot", reason, said("slot"), "T2.2")
    tiles = len(state.setup.tiles)
    before = min(CARDS_A_ROUND * max(number - 1, 0), tiles)
    dealt = min(CARDS_A_ROUND, tiles - before) if phase >= Phase.PLACE else 0
    if len(state.cards) != dealt:
        reason = f"there must be {dealt} of them, not {len(state.cards)}"
        message = said("cards", dealt=dealt, given=len(state.cards))
        raise fields.error("cards", reason, message, "T2.1")
    hidden = sum(card is None for card in state.cards)
    left = tiles - before - dealt + hidden
    if len(state.pile) != left:
        reason = f"must have {left} tiles, not {len(state.pile)}"
        message = said("pile", left=left, given=len(state.pile))
        raise fields.error("pile", reason, message, "T2.1")
    named = [card for card in (*state.cards, *state.pile) if card is not None]
    if len(set(named)) != len(named):
        reason = "there is one card of each tile"
        raise fields.error("pile", reason, said("one-card"), "T1.5")
    played = state.cards if number == ROUNDS else state.cards[: state.slot + 1]
    if None in played:
        reason = "a card that was played is open"
        raise fields.error("cards", reason, said("open-card"), "T2.1")


def check_position(state: State, fields: Fields) -> None:
    """Check the pillar, the boards as others see them and the points."""
    _check_pillar(state, fields)
    numbers = [board.number for board in state.shown]
    if state.options.printed_field and state.phase >= Phase.SIDE:
        same = len(set(numbers)) == 1
        different = len(set(numbers)) == len(numbers)
        if 0 in numbers or not (same if state.options.same_board else different):
            reason = "must be the boards of this game"
            key = "same-boards" if state.options.same_board else "different-boards"
            raise fields.error("boards", reason, said(key), "T1.1")
    elif any(numbers):
        raise fields.error("boards", "are dealt later", said("no-boards"), "T1.1")
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
                raise fields.error("boards", reason, said("decided", player=player + 1), "T2.2")
    _check_scores(state, fields)


def _check_pillar(state: State, fields: Fields) -> None:
    if (state.pillar < 0) != (state.phase == Phase.START):
        reason = "has a holder after phase start, and only then"
        raise fields.error("pillar", reason, said("no-pillar"), "T1.5")
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
        message = said("pillar", players=", ".join(str(each + 1) for each in sorted(holders)))
        clause = "T2.4" if passed else "T1.5"
        raise fields.error("pillar", f"player {names} holds it", message, clause)


class _Pieces(NamedTuple):
    """What a player may have placed."""

    tiles: list[str]
    fountains: int


def _check_board(state: State, player: int, board: Board, pieces: _Pieces, fields: Fields) -> None:
    tiles, fountains = pieces
    where = f"player {player}"
    chosen = state.phase > Phase.SIDE and state.options.printed_field
    if chosen and not board.side:
        message = said("side", player=player + 1)
        raise fields.error("boards", f"{where} has chosen a side", message, "T1.1")
    printed = Board()
    if board.side:
        printed = printed_board(board.number, board.side)
        if printed.building & ~board.building or printed.green & ~board.green:
            reason = f"{where}: the printed field is missing"
            raise fields.error("boards", reason, said("printed", player=player + 1), "T1.1")
    if board.fountains.bit_count() // 2 > fountains:
        reason = f"{where}: more than {fountains} fountains"
        message = said("fountains", player=player + 1, fountains=fountains)
        raise fields.error("boards", reason, message, "T2.3")
    laid = (board.building | board.green).bit_count() - printed.covered.bit_count()
    have = sum(mask_of(state.setup.tiles[tile].halves).bit_count() for tile in tiles)
    if laid > have:
        reason = f"{where}: more fields are covered than the tiles so far have"
        areas = {"laid": fields_text(laid / 4), "most": fields_text(have / 4)}
        message = said("covered", player=player + 1, **areas)
        raise fields.error("boards", reason, message, "T1.2")


def _check_scores(state: State, fields: Fields) -> None:
    scored = ROUNDS if state.phase == Phase.OVER else max(state.round - 1, 0)
    rounds = state.rounds
    if len(rounds) != scored:
        reason = f"{scored} rounds were scored, not {len(rounds)}"
        message = said("rounds-scored", scored=scored, given=len(rounds))
        raise fields.error("scored", reason, message, "T2.4")
    now = [tuple(map(score_board, state.shown))] if rounds else []
    for before, after in pairwise([*rounds, *now]):
        for one, other in zip(before, after, strict=True):
            if any(less > more for less, more in zip(one, other, strict=True)):
                reason = "what is covered stays covered"
                raise fields.error("scored", reason, said("stays"), "T4.1")
    unchanged = state.phase in (Phase.DEAL, Phase.OVER) or (
        state.phase == Phase.PLACE and state.slot == 0
    )
    if rounds and unchanged and rounds[-1] != now[0]:
        reason = "the last round does not fit the boards"
        raise fields.error("scored", reason, said("last-round"), "T4.1")


def check_decisions(state: State, known: Collection[int], fields: Fields) -> None:
    """Check what these players still have to decide."""
    pieces = asked(state)
    for player in known:
        left = state.todo[player]
        if left != tuple(piece for piece in pieces if piece in left):
            reason = f"player {player} has to decide on {', '.join(pieces) or 'nothing'}"
            message = said("todo", player=player + 1)
            raise fields.error("todo", reason, message, "T2.2")
        if FOUNTAIN in pieces and left and FOUNTAIN not in left:
            reason = "the fountain comes last"
            raise fields.error("todo", reason, said("fountain-last"), "T2.3")
        if state.phase == Phase.SIDE and bool(left) == bool(state.boards[player].side):
            reason = f"player {player}: the side does not fit"
            raise fields.error("boards", reason, said("side-fits", player=player + 1), "T1.1")
