"""Positions of Tangram City set up by hand (`server.wire.editors.DraftModule`)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from baumeister.games.tangram_city import position_fields as field
from baumeister.games.tangram_city.geometry import FIELDS, mask_of
from baumeister.games.tangram_city.options import Options
from baumeister.games.tangram_city.rules import next_holder
from baumeister.games.tangram_city.scoring import score_board
from baumeister.games.tangram_city.setup import setup_for
from baumeister.games.tangram_city.state import (
    CARDS_A_ROUND,
    FOUNTAIN,
    ROUNDS,
    Board,
    Phase,
    Score,
    State,
    printed_board,
)
from baumeister.server.tables.errors import BadInputError
from baumeister.server.wire.tangram_city.views import hex_of

Fields = Annotated[str, Meta(pattern=f"^[0369cf]{{{FIELDS}}}$")]
Tiles = Annotated[list[Annotated[str, Meta(max_length=4)]], Meta(max_length=60)]
_EMPTY = "0" * FIELDS


class CityDraft(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player has laid; strings as in `City`, without the printed field."""

    number: Annotated[int, Meta(ge=0, le=5)] = 0
    """The board; 0 if boards have no printed field."""
    side: Literal["", "a", "b"] = ""
    building: Fields = _EMPTY
    green: Fields = _EMPTY
    fountains: Fields = _EMPTY


class TangramCityDraft(Struct, frozen=True, forbid_unknown_fields=True):
    """A position that is set up by hand; null fields follow from the rest."""

    round: Annotated[int, Meta(ge=1, le=ROUNDS)] | None = None
    slot: Annotated[int, Meta(ge=0, le=CARDS_A_ROUND)] | None = None
    """As in `TangramCityView`; 0 in the last round."""
    pillar: Annotated[int, Meta(ge=0, le=4)] | None = None
    cards: Tiles | None = None
    """The tiles on the cards of this round, in order."""
    gone: Tiles | None = None
    """The tiles of the rounds before."""
    boards: Annotated[list[CityDraft], Meta(max_length=5)] | None = None
    """By player."""
    rectangles: (
        Annotated[
            list[Annotated[list[Annotated[int, Meta(ge=0, le=FIELDS)]], Meta(max_length=5)]],
            Meta(max_length=ROUNDS),
        ]
        | None
    ) = None
    """A list for each earlier round, by player: the points for the largest rectangle."""


Draft = TangramCityDraft


def draft_of(state: State) -> TangramCityDraft:
    """The draft of a position, without decisions that others do not see yet."""
    tiles = setup_for(state.options).tiles
    dealt = state.phase >= Phase.PLACE
    gone = [each for each in tiles if each not in (*state.cards, *state.pile)]
    return TangramCityDraft(
        round=max(state.round, 1),
        slot=state.slot,
        pillar=state.pillar if state.pillar >= 0 else None,
        cards=list(state.cards) if dealt else None,
        gone=gone if dealt else None,
        boards=[_laid(board) for board in state.shown],
        rectangles=[[each.rectangle for each in scores] for scores in state.rounds],
    )


def completed(options: Options, draft: TangramCityDraft, _seed: int) -> TangramCityDraft:
    """Fill in the fields that are null, so that the position is possible if any choice allows."""
    _check(options, draft)
    number, slot = _round_and_slot(options, draft)
    draft = replace(draft, round=number, slot=slot)
    cards, gone = _cards(options, draft)
    boards = draft.boards or [CityDraft() for _ in range(options.players)]
    if options.printed_field:
        boards = [
            replace(
                board,
                number=board.number or (1 if options.same_board else player + 1),
                side=board.side or "a",
            )
            for player, board in enumerate(boards)
        ]
    draft = replace(draft, cards=cards, gone=gone, boards=boards)
    rounds = _rounds(options, draft)
    pillar = draft.pillar
    if pillar is None:
        pillar = options.start or 0
        points = [options.start_points] * options.players
        for scores in rounds:
            points = [have + each.rectangle for have, each in zip(points, scores, strict=True)]
            pillar = next_holder(points, pillar)
    rectangles = [[each.rectangle for each in scores] for scores in rounds]
    return replace(draft, pillar=pillar, rectangles=rectangles)


def fields_of(options: Options, draft: TangramCityDraft) -> dict[str, str]:
    """The fields of a completed draft: everybody has to decide on the next piece."""
    cards, gone, slot = draft.cards or [], draft.gone or [], draft.slot or 0
    pile = sorted(each.id for each in options.tiles if each.id not in (*cards, *gone))
    if draft.round == ROUNDS:
        todo = (*cards, FOUNTAIN)
    else:
        todo = (FOUNTAIN,) if slot == CARDS_A_ROUND else tuple(cards[slot:][:1])
    boards = [_board(each) for each in draft.boards or []]
    return {
        "phase": "place",
        "round": str(draft.round),
        "pillar": field.player_text(-1 if draft.pillar is None else draft.pillar),
        "slot": str(slot),
        "cards": field.tiles_text(cards),
        "pile": field.tiles_text(pile),
        "todo": "/".join([field.todo_text(todo)] * options.players),
        "scored": field.scored_text(_rounds(options, draft)),
        "boards": "|".join(map(field.board_text, boards)),
    }


def _check(options: Options, draft: TangramCityDraft) -> None:
    """BadInputError for numbers and names that the game with these options does not have."""
    players = options.players
    if draft.pillar is not None and draft.pillar >= players:
        raise BadInputError(f"draft: pillar must be 0 to {players - 1}")
    lists: list[Sequence[object]] = [*(draft.rectangles or [])]
    lists += [draft.boards] if draft.boards else []
    if any(len(each) != players for each in lists):
        raise BadInputError(f"draft: boards and rectangles must have {players} entries")
    known = {each.id for each in options.tiles}
    named = [*(draft.cards or []), *(draft.gone or [])]
    if unknown := [each for each in named if each not in known]:
        raise BadInputError(f"draft: there is no tile {unknown[0]!r}")
    for board in draft.boards or []:
        if not options.printed_field and (board.number or board.side):
            raise BadInputError("draft: the boards of this game have no printed field")
        building, green, fountains = (
            _mask(board.building),
            _mask(board.green),
            _mask(board.fountains),
        )
        if building & green or (building | green) & fountains:
            raise BadInputError("draft: pieces overlap")


def _round_and_slot(options: Options, draft: TangramCityDraft) -> tuple[int, int]:
    """Round and slot; by default the first in which the boards can be this full."""
    boards = [(_mask(each.building) | _mask(each.green), each) for each in draft.boards or []]
    laid = max((mask.bit_count() for mask, _ in boards), default=0)
    fountains = max((_mask(each.fountains).bit_count() // 2 for _, each in boards), default=0)
    sizes = sorted((mask_of(tile.halves).bit_count() for tile in options.tiles), reverse=True)
    played = 0
    while sum(sizes[:played]) < laid and played < len(sizes):
        played += 1
    number = draft.round
    if number is None:
        number = min(max(1 + played // CARDS_A_ROUND, 1 + fountains), ROUNDS)
    slot = draft.slot
    if slot is None:
        slot = min(max(0, played - CARDS_A_ROUND * (number - 1)), CARDS_A_ROUND)
    return number, slot if number < ROUNDS else 0


def _cards(options: Options, draft: TangramCityDraft) -> tuple[list[str], list[str]]:
    """The cards of this round and the tiles of the rounds before; by default the largest were
    played first, so that the boards can be as full as possible."""
    largest = sorted(options.tiles, key=lambda tile: -mask_of(tile.halves).bit_count())
    named = {*(draft.cards or ()), *(draft.gone or ())}
    free = [each.id for each in largest if each.id not in named]
    before = min(CARDS_A_ROUND * ((draft.round or 1) - 1), len(largest))
    dealt = min(CARDS_A_ROUND, len(largest) - before)
    gone = draft.gone
    if gone is None:
        gone, free = sorted(free[:before]), free[before:]
    cards = draft.cards
    return (free[:dealt] if cards is None else cards), gone


def _rounds(options: Options, draft: TangramCityDraft) -> list[list[Score]]:
    """The scores of the rounds before; that of the last one follows from the boards as long as
    nothing has been laid since."""
    before, players = (draft.round or 1) - 1, options.players
    given = draft.rectangles or []
    rounds = [
        [Score(given[at][player] if at < len(given) else 0, 0, 0) for player in range(players)]
        for at in range(before)
    ]
    if rounds and not draft.slot:
        rounds[-1] = [score_board(_board(each)) for each in draft.boards or []]
    return rounds


def _board(draft: CityDraft) -> Board:
    printed = printed_board(draft.number, draft.side) if draft.side else Board(draft.number)
    free = ~printed.covered
    return printed._replace(
        building=printed.building | _mask(draft.building) & free,
        green=printed.green | _mask(draft.green) & free,
        fountains=_mask(draft.fountains) & free,
    )


def _laid(board: Board) -> CityDraft:
    printed = printed_board(board.number, board.side) if board.side else Board()
    masks = (board.building & ~printed.building, board.green & ~printed.green, board.fountains)
    side: Literal["", "a", "b"] = "a" if board.side == "a" else "b" if board.side else ""
    return CityDraft(board.number, side, *map(hex_of, masks))


def _mask(digits: Sequence[str]) -> int:
    """The mask with these quarters: one hexadecimal digit per field."""
    return sum(
        1 << quarter * FIELDS + at
        for at, digit in enumerate(digits)
        for quarter in range(4)
        if int(digit, 16) >> quarter & 1
    )
