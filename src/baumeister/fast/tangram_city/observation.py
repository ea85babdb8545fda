"""The observation of a seat in Tangram City, made from its view alone (T2.1, T2.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from baumeister.fast.layout import Field, length_of, one_hot, padded
from baumeister.fast.tangram_city.numbers import tile_ids
from baumeister.games.tangram_city.chance import BOARDS
from baumeister.games.tangram_city.geometry import FIELDS as BOARD_FIELDS
from baumeister.games.tangram_city.geometry import mask_of
from baumeister.games.tangram_city.options import PLAYERS
from baumeister.games.tangram_city.setup import setup_for
from baumeister.games.tangram_city.state import CARDS_A_ROUND, FOUNTAIN, ROUNDS, SIDE, Phase
from baumeister.games.tangram_city.tiles import TILES
from baumeister.games.tangram_city.view import View

_PLAYERS: Final = max(PLAYERS)
_QUARTERS: Final = (4, BOARD_FIELDS)
_MASK: Final = 4 * BOARD_FIELDS
_LAST_CARDS: Final = 3
_BOARDS: Final = len(BOARDS)


def fields(players: int) -> tuple[Field, ...]:
    """The layout of an observation; its last field depends on the number of players."""
    return (
        Field("phase", (len(Phase),), "one-hot: " + ", ".join(
            phase.name.lower() for phase in Phase
        )),
        Field("round", (), "from 1; 0 before the first"),
        Field("slot", (), "the card being played, 0–3; 4 when the fountains are placed"),
        Field("pillar", (_PLAYERS,), "the player who has it, one-hot"),
        Field("cards", (CARDS_A_ROUND, TILES), "by slot, the tile of a card the seat may look at,"
              " one-hot"),
        Field("hidden", (CARDS_A_ROUND,), "by slot, whether there is a card that the seat may"
              " not look at"),
        Field("to come", (TILES,), "tiles of all cards that the seat has not seen"),
        Field("to decide", (TILES + 2,), "what the seat still has to decide now: tiles,"
              " the fountain, the side"),
        Field("decided", (_PLAYERS,), "by player, decisions already made now"),
        Field("points", (_PLAYERS,), "by player"),
        Field("board", (_PLAYERS, _BOARDS), "by player, the number of the board, one-hot; none"
              " without printed fields"),
        Field("outlines", (_LAST_CARDS, *_QUARTERS), "of the tile to decide on, in the last round"
              " of each by slot: the quarters n, e, s, w of each field that it covers, building"
              " side up, unturned, at the top left"),
        Field("boards", (players, 3, *_QUARTERS), "by player, the quarters n, e, s, w of each"
              " field that are buildings, green, fountains; opponents' boards without"
              " placements that are not revealed yet"),
    )  # fmt: skip


def length(players: int) -> int:
    """The length of an observation."""
    return length_of(fields(players))


def encode(view: View) -> list[float]:
    """The observation of the view's seat."""
    seat, count = view.seat, view.options.players
    if seat is None:
        raise ValueError("only seats have observations, not spectators")
    players = [(seat + step) % count for step in range(count)]
    tiles = tile_ids(view.options)

    numbers: list[int] = one_hot(view.phase, len(Phase))
    numbers += [view.round, view.slot]
    numbers += one_hot(players.index(view.pillar) if view.pillar >= 0 else -1, _PLAYERS)
    cards = [tiles.index(card) if card else -1 for card in view.cards]
    for tile in [*cards, *[-1] * (CARDS_A_ROUND - len(cards))]:
        numbers += one_hot(tile, TILES)
    numbers += padded([int(card is None) for card in view.cards], CARDS_A_ROUND)
    numbers += [int(tile in view.to_come) for tile in tiles]
    numbers += [int(piece in view.todo) for piece in (*tiles, FOUNTAIN, SIDE)]
    numbers += padded([view.decided[player] for player in players], _PLAYERS)
    numbers += padded([view.points[player] for player in players], _PLAYERS)
    boards = [one_hot(view.boards[player].number - 1, _BOARDS) for player in players]
    numbers += padded([flag for flags in boards for flag in flags], _PLAYERS * _BOARDS)
    masks = _outlines(view)
    for player in players:
        board = view.boards[player]
        masks += [board.building, board.green, board.fountains]
    for mask in masks:
        numbers += _quarters(mask)
    return list(map(float, numbers))


def _outlines(view: View) -> list[int]:
    """The masks of the tiles to decide on, in the order of their action numbers."""
    tiles = setup_for(view.options).tiles
    now: Sequence[str | None] = view.cards if view.round == ROUNDS else view.todo
    masks = [mask_of(tiles[p].halves) if p in tiles and p in view.todo else 0 for p in now]
    return padded(masks, _LAST_CARDS)


def _quarters(mask: int) -> list[int]:
    """A flag for each bit."""
    return [int(bit) for bit in f"{mask:0{_MASK}b}"[::-1]]
