"""Why an action is illegal: the clause and a message (`clauses.en.toml`)."""

from __future__ import annotations

from typing import Final

from baumeister.core.chance import actor_word
from baumeister.core.errors import Refusal
from baumeister.core.messages import Value, Word, Words
from baumeister.games.clauses import clauses
from baumeister.games.tangram_city.actions import (
    Action,
    Boards,
    ChanceAction,
    Deal,
    Fountain,
    Place,
    Side,
    Skip,
    Start,
)
from baumeister.games.tangram_city.chance import cards_in_round
from baumeister.games.tangram_city.geometry import FIELD_NAMES, extent, touched_fields
from baumeister.games.tangram_city.rules import actors
from baumeister.games.tangram_city.setup import SPOT_MASKS, shapes
from baumeister.games.tangram_city.state import (
    FOUNTAIN,
    ROUNDS,
    Phase,
    State,
    printed_board,
)

_PHASES: Final[dict[type[Action], Phase]] = {
    Start: Phase.START,
    Boards: Phase.BOARDS,
    Side: Phase.SIDE,
    Deal: Phase.DEAL,
    Place: Phase.PLACE,
    Skip: Phase.PLACE,
    Fountain: Phase.PLACE,
}
_ACTION_WORDS: Final = {kind: Word(kind.__name__.lower()) for kind in _PHASES}
_MESSAGE_OF_PHASE: Final = {
    Phase.START: ("T1.5", "phase"),
    Phase.BOARDS: ("T1.1", "boards-phase"),
    Phase.SIDE: ("T1.1", "phase"),
    Phase.DEAL: ("T2.1", "phase"),
    Phase.PLACE: ("T2.2", "phase"),
}


def refuse(clause: str, key: str, **values: Value) -> Refusal:
    """A refusal with the clause's message `key`."""
    return clauses(__package__).refuse(clause, key, **values)


def why_not(state: State, actor: int, action: Action) -> Refusal | None:
    """Why the action is illegal; None if it is legal."""
    if state.phase == Phase.OVER:
        return refuse("T5.3", "over")
    owing = actors(state)
    if actor not in owing:
        waiting = Words(tuple(map(actor_word, owing)))
        return refuse("T2.2", "not-asked", who=actor_word(actor), waiting=waiting)
    if state.phase != _PHASES[type(action)]:
        return refuse(*_MESSAGE_OF_PHASE[state.phase], kind=_ACTION_WORDS[type(action)])
    match action:
        case Place():
            return _tile_choice(state, actor, action.tile) or _placement(state, actor, action)
        case Skip(tile):
            return _tile_choice(state, actor, tile)
        case Fountain():
            return _fountain(state, actor, action)
        case Side():
            return None
        case _:
            return _chance(state, action)


# --- players ---------------------------------------------------------------------------


def _tile_choice(state: State, player: int, tile: str) -> Refusal | None:
    """Check that the player has to decide on this tile now."""
    todo = [piece for piece in state.todo[player] if piece != FOUNTAIN]
    if tile in todo:
        return None
    if tile not in state.setup.tiles:
        return refuse("T1.2", "unknown", tile=tile)
    if not todo:
        return refuse("T2.3", "only-fountain")
    if state.round == ROUNDS and tile in state.cards:
        return refuse("T3.3", "gone", tile=tile)
    return refuse("T2.2", "not-this-tile", tile=tile, todo=" ".join(todo))


def _placement(state: State, player: int, action: Place) -> Refusal | None:
    """Check that the tile is on the board, overlaps nothing, and is in canonical form."""
    mask = state.setup.masks.get(action)
    if mask is None:
        return _not_a_placement(state, action)
    return _overlap(state, player, mask)


def _not_a_placement(state: State, action: Place) -> Refusal:
    """Why this is no placement: not the lowest turn for its outline, or off the board."""
    found = shapes(state.setup.tiles[action.tile], action.side)
    turns = dict(found)
    if action.turns not in turns:
        period = len(found)  # one, two or four distinct outlines
        lowest = action.turns % period
        return refuse("T3.1", "lowest-turn", tile=action.tile, turns=action.turns, lowest=lowest)
    width, height = extent(turns[action.turns])
    field = FIELD_NAMES[action.field]
    return refuse("T3.1", "off-board", tile=action.tile, width=width, height=height, field=field)


def _overlap(state: State, player: int, mask: int) -> Refusal | None:
    """Name the first field of the mask that is covered, and by what."""
    board = state.boards[player]
    if not mask & board.covered:
        return None
    printed = printed_board(board.number, board.side) if board.side else None
    layers = (
        ("printed-field", printed.covered if printed else 0),
        ("a-fountain", board.fountains),
        ("building-side", board.building),
        ("green-side", board.green),
    )
    what, common = next((name, mask & layer) for name, layer in layers if mask & layer)
    fields = touched_fields(common)
    field = FIELD_NAMES[(fields & -fields).bit_length() - 1]
    return refuse("T3.2", "overlap", field=field, what=Word(what))


def _fountain(state: State, player: int, action: Fountain) -> Refusal | None:
    tiles = [piece for piece in state.todo[player] if piece != FOUNTAIN]
    if tiles:
        return refuse("T2.3", "fountain-now", todo=" ".join(tiles))
    if action.field is None:
        return None
    return _overlap(state, player, SPOT_MASKS[action])


# --- chance ----------------------------------------------------------------------------


def _chance(state: State, action: ChanceAction) -> Refusal | None:
    """Check a chance outcome, because a record may contain anything."""
    options = state.options
    match action:
        case Start(player):
            if player >= options.players:
                return refuse("T1.5", "no-player", player=player + 1, last=options.players)
            if options.start is not None and player != options.start:
                return refuse("T1.5", "named", named=options.start + 1)
        case Boards(numbers):
            if len(numbers) != options.players:
                return refuse("T1.1", "boards", given=len(numbers), wanted=options.players)
            if options.same_board and len(set(numbers)) > 1:
                return refuse("T1.1", "same")
            if not options.same_board and len(set(numbers)) < len(numbers):
                return refuse("T1.1", "different")
        case Deal(tiles):
            return _deal(state, tiles)
    return None


def _deal(state: State, tiles: tuple[str, ...]) -> Refusal | None:
    for tile in tiles:
        if tile not in state.setup.tiles:
            return refuse("T1.2", "unknown", tile=tile)
        if tile not in state.pile:
            return refuse("T1.5", "not-in-pile", tile=tile)
        if tiles.count(tile) > 1:
            return refuse("T2.1", "twice", tile=tile)
    wanted = cards_in_round(state)
    if len(tiles) != wanted:
        clause = "T2.5" if state.round == ROUNDS else "T2.1"
        return refuse(clause, "count", wanted=wanted, given=len(tiles))
    return None
